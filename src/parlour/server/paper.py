"""A game to print, for a browser: what is asked for is checked here, and the file made in the backroom."""

from __future__ import annotations

import json
from collections.abc import Mapping

from parlour.printing import Order, check, helping, pdf
from parlour.printing.book import tables
from parlour.printing.ink import INKS
from parlour.printing.press import PAPERS
from parlour.server.access import Refusal
from parlour.server.catalogue import game_of
from parlour.text import say, speaking, unknown

_LONGEST = 600  # characters that name house rules


def wish(name: str, asked: Mapping[str, str], base: str = "") -> str:
    """What the backroom is to print, the same text for the same wish; an error where it is not on offer."""
    game = game_of(name, asked.get("board", ""))
    paper, ink = asked.get("paper", "a4"), asked.get("ink", "full")
    if paper not in PAPERS:
        raise unknown(say("paper"), paper, PAPERS)
    if ink not in INKS:
        raise unknown(say("ink"), ink, INKS)
    players, options = _players(asked.get("players", "")), _options(asked.get("options", ""))
    start = tables(game, Order(players=players, options=options))[0]
    check()
    order = Order(paper, ink, players, game.option_values(start), one_sheet=asked.get("one_sheet") == "yes")
    if base:
        order = order._replace(address=helping(base, name, order, asked.get("board", "")))
    return json.dumps([name, asked.get("board", ""), order._asdict()], sort_keys=True)


def printed(record: bytes, language: str) -> bytes:
    """The file for a wish. Called in the backroom."""
    name, board, order = json.loads(record)
    with speaking(language):
        return pdf(game_of(name, board), Order(**order)).file


def _players(text: str) -> int | None:
    if text and not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Refusal(400, "bad_message", say("“{name}” must be a whole number.", name="players"))
    return int(text) if text else None


def _options(text: str) -> dict[str, str]:
    """House rules as an address carries them: name=value, with commas between."""
    if len(text) > _LONGEST:
        raise Refusal(413, "too_large", say("That is too much: at most {most} bytes.", most=_LONGEST))
    found = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        if not (equals and name and value):
            raise Refusal(
                400, "bad_message", say("A house rule is written name=value, not “{text}”.", text=pair)
            )
        found[name] = value
    return found
