"""Exact odds: the sheets of a game's odds.py, and what is at stake in a position."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from parlour.games import load, names
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.sheets import Sheet, Topic
from parlour.terminal.read import read_position
from parlour.terminal.show import HEADING, Screen
from parlour.text import BadChoice, join, say, unknown


def print_odds(
    screen: Screen,
    game: Game,
    topic: str | None = None,
    words: Sequence[str] = (),
    *,
    options: Mapping[str, object] | None = None,
    position: str | None = None,
    as_json: bool = False,
) -> None:
    """One topic's sheet; without a topic, what is at stake in the position, or the list of topics."""
    topics = _topics(game)
    if position is not None and options:
        raise BadChoice(say("A position has its own house rules; give either the one or the other."))
    p = game.new(None, options) if position is None else read_position(game, position)
    if topic is not None:
        if topic.lower() not in topics:
            raise unknown(say("topic"), topic, topics)
        sheet = topics[topic.lower()].answer(p, _parse_given(words))
        _print_sheet(screen, sheet, as_json)
    elif position is not None:
        sentences = [str(sentence) for sentence in game.odds.now(p)]
        if as_json:
            screen.block(json.dumps(sentences, ensure_ascii=False, indent=2))
        else:
            print_now(screen, game, p)
    else:
        _list_topics(screen, game, topics, as_json)


def print_now(screen: Screen, game: Game, p: Position) -> None:
    """The odds that matter in this position, in sentences."""
    sentences = game.odds.now(p)
    for sentence in sentences:
        screen.line(sentence)
    if not sentences:
        screen.line(say("There are no odds to tell just now."))


def has_odds(game: Game) -> bool:
    """Whether the game has any exact figures to tell."""
    return bool(game.odds.TOPICS)


def _topics(game: Game) -> Mapping[str, Topic]:
    if not has_odds(game):
        others = [name for name in names() if has_odds(load(name))]
        problem = say("{game} has no sheet of odds.", game=game.words.TITLE)
        advice = say("These games have: {games}.", games=", ".join(others)) if others else None
        raise BadChoice(join([problem, advice]))
    return game.odds.TOPICS


def _parse_given(words: Sequence[str]) -> dict[str, str]:
    """What is told with the question, as it is typed: name=value."""
    told: dict[str, str] = {}
    faults = []
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not (name and equals and value):
            faults.append(say("After the topic everything is written name=value, not “{text}”.", text=word))
        elif name in told:
            faults.append(say("{name} is told twice.", name=name))
        told[name] = value
    if faults:
        raise BadChoice(join(faults, "\n"))
    return told


def _print_sheet(screen: Screen, sheet: Sheet, as_json: bool) -> None:
    if as_json:
        screen.block(json.dumps(sheet.plain(), ensure_ascii=False, indent=2))
        return
    screen.line(sheet.title, HEADING)
    screen.line()
    for line in sheet.lines():
        screen.block(line)
    if sheet.notes:
        screen.line()
    for note in sheet.notes:
        screen.line(note)


def _list_topics(screen: Screen, game: Game, topics: Mapping[str, Topic], as_json: bool) -> None:
    if as_json:
        listed = {
            name: {"about": str(topic.about), "tell": {key: str(text) for key, text in topic.tell.items()}}
            for name, topic in topics.items()
        }
        screen.block(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    screen.line(say("{game}: odds there are to ask for.", game=game.words.TITLE), HEADING)
    for name, topic in topics.items():
        screen.line(say("  {topic}: {about}", topic=name, about=topic.about))
        for key, text in topic.tell.items():
            screen.line(say("    {name}=…  {what}", name=key, what=text))
        screen.block(
            say("    parlour odds {words}", words=" ".join(filter(None, (game.id, name, topic.example))))
        )
