"""What can be read and tried without a table: the rulebook with its pictures, and the lessons."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from parlour.draw import svg
from parlour.draw.scene import board_of
from parlour.games.lessons import Lesson, Lessons, lessons_of
from parlour.games.rulebook import Clause, rulebook
from parlour.rules.game import Game
from parlour.server import drawn, protocol
from parlour.server.access import Doors, Refusal
from parlour.server.catalogue import game_of
from parlour.server.commands.asking import why_not
from parlour.table import OVER, from_code, from_json, to_code
from parlour.table.lessons import Moment, take
from parlour.text import MissingExtra, say, speaking

Word = Annotated[str, Meta(max_length=200)]
Actions = Annotated[list[protocol.Action], Meta(max_length=40)]


class Try(Struct, forbid_unknown_fields=True):
    """What the learner has done so far: everything that was right, and then this one."""

    actions: Actions = []


class Code(Struct, forbid_unknown_fields=True):
    """A link to be shown as a code that a phone can read."""

    link: Annotated[str, Meta(max_length=400)]


class Question(Struct, forbid_unknown_fields=True):
    """Why is that not allowed, after these actions? An action, or a hand that goes from space to space."""

    actions: Actions = []
    action: protocol.Action | None = None
    pick: Word = ""
    drop: Word = ""


class Position(Struct, forbid_unknown_fields=True):
    """A position to be looked at: its code, or its JSON form."""

    position: Annotated[str, Meta(max_length=20_000)] | dict[str, Any]


class Placing(Struct, forbid_unknown_fields=True):
    """A position that is set up by hand: as it is, and what is done to it. Without a position, the start."""

    position: dict[str, Any] | None = None
    board: Annotated[str, Meta(max_length=60)] = ""
    players: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[Word, str | int | bool] = {}
    seat: Annotated[int, Meta(ge=0, le=16)] | None = None  # whose piece is moved
    pick: Word = ""
    drop: Word = ""
    turn: Annotated[int, Meta(ge=0, le=16)] | None = None  # whose turn it shall be


class Page(Struct):
    """A lesson as it stands: what is asked, what came of the last try, and everything to be seen."""

    number: int  # from 1
    of: int
    title: str
    text: str
    clauses: list[str]
    step: int  # steps that are done
    steps: int
    ask: str  # "" once the lesson is finished
    answer: str  # what will do, for whoever would rather watch
    done: list[str]  # the right actions so far, to be sent again with the next
    verdict: str | None  # of the last try: right, wrong or refused
    said: str
    clause: str  # the rule that refused it
    events: list[protocol.Told]  # what happened by the last try
    frame: protocol.Frame  # as at a table


read_try = msgspec.json.Decoder(Try).decode
read_question = msgspec.json.Decoder(Question).decode
read_position = msgspec.json.Decoder(Position).decode
read_placing = msgspec.json.Decoder(Placing).decode
read_code = msgspec.json.Decoder(Code).decode


# ---------------------------------------------------------------- the rulebook


@cache
def _lessons(name: str) -> Lessons:
    return lessons_of(game_of(name))


@cache
def rules(name: str, language: str) -> protocol.Rulebook:
    """The rulebook, section by section, with its pictures and the house rules in plain language."""
    game = game_of(name)
    with speaking(language):
        book = rulebook(game)
        sections: dict[str, list[protocol.Clause]] = {}
        for clause in book.clauses:
            sections.setdefault(clause.section, []).append(_clause(game, clause))
        return {
            "id": game.id,
            "title": book.title,
            "introduction": [p for p in book.introduction.split("\n\n") if p],
            "sections": [{"title": title, "clauses": clauses} for title, clauses in sections.items()],
        }


def _clause(game: Game, clause: Clause) -> protocol.Clause:
    pictures = _lessons(game.id).pictures
    return {
        "id": clause.id,
        "text": clause.text,
        "ruling": clause.ruling,
        "options": [_house_rule(game, flag.name) for flag in clause.flags],
        "pictures": [
            {"number": n, "title": str(p.title)} for n, p in enumerate(pictures, 1) if p.clause == clause.id
        ],
    }


def _house_rule(game: Game, name: str) -> protocol.HouseRule:
    option = next(o for o in game.options if o.name == name)
    return {
        "name": name,
        "words": str(game.words.OPTION_WORDS[name]),
        "switch": option.is_switch,
        "choices": [str(words) for words in game.words.CHOICE_WORDS[name]],
    }


@lru_cache(maxsize=128)
def picture(name: str, number: int, language: str, look: str = "paper") -> str:
    """A picture of the rulebook."""
    pictures = _lessons(name).pictures
    if not 1 <= number <= len(pictures):
        raise Refusal(404, "no_picture", say("There is no such picture here."))
    wanted, game = pictures[number - 1], game_of(name)
    position = game.position.build(dict(wanted.position)) if wanted.position is not None else None
    with speaking(language):
        return svg.render(game, position, cut=svg.Cut(wanted.show, wanted.close), look=look)


@lru_cache(maxsize=128)
def cover(name: str, language: str, look: str = "paper") -> str:
    """What the game looks like."""
    game, shown = game_of(name), _lessons(name).cover
    position = game.position.build(dict(shown)) if shown is not None else None
    with speaking(language):
        return svg.render(game, position, cut=svg.Cut(), look=look)


# ---------------------------------------------------------------- lessons


def lessons(name: str) -> list[protocol.LessonTitle]:
    """The tutorial's table of contents."""
    return [
        {
            "number": n,
            "id": lesson.id,
            "title": str(lesson.title),
            "gist": str(lesson.gist or ""),
            "steps": len(lesson.steps),
            "clauses": list(lesson.clauses),
        }
        for n, lesson in enumerate(_lessons(name).lessons, 1)
    ]


def attempt(name: str, number: int, tried: Try) -> Page:
    """A lesson after these actions; without any, as it begins."""
    game, known = game_of(name), _lessons(name).lessons
    lesson = _lesson(name, number)
    moment = take(game, lesson, tried.actions)
    before = len(take(game, lesson, tried.actions[:-1]).match.events) if moment.verdict else 0
    return Page(
        number=number,
        of=len(known),
        title=str(lesson.title),
        text=str(lesson.text),
        clauses=list(lesson.clauses),
        step=len(moment.done),
        steps=len(lesson.steps),
        ask=str(moment.step.ask) if moment.step else "",
        answer=moment.answer,
        done=list(moment.done),
        verdict=moment.verdict,
        said=str(moment.said or ""),
        clause=moment.clause,
        events=_told(game, moment, before),
        frame=_frame(game, moment),
    )


def why(name: str, number: int, asked: Question) -> protocol.Fault | None:
    """Why the learner cannot do that now; None when it is possible."""
    lesson = _lesson(name, number)
    moment = take(game_of(name), lesson, asked.actions)
    return why_not(moment.match, lesson.seat, asked.action, asked.pick, asked.drop)


def _lesson(name: str, number: int) -> Lesson:
    known = _lessons(game_of(name).id).lessons
    if not 1 <= number <= len(known):
        raise Refusal(404, "no_lesson", say("There is no such lesson here."))
    return known[number - 1]


def _frame(game: Game, moment: Moment) -> protocol.Frame:
    """What the learner sees, as at a table where only the moves can be used."""
    match, seat = moment.match, moment.lesson.seat
    seen = match.view(seat)
    open_ = moment.step is not None
    moves = drawn.moves(game, seen, match.legal(seat)) if open_ else []
    return protocol.Frame(
        table="",
        game=game.id,
        board="",
        seq=len(match.events),
        ply=match.ply,
        you=seat,
        turn=seat if open_ else None,
        actors=[seat] if open_ else [],
        asks=str(game.words.asks_you(seen) if open_ else game.words.asks(seen)),
        status=[str(line) for line in game.words.status(seen, seat)],
        over=match.over,
        winners=match.winners,
        shares={},
        scene=drawn.scene(game, seen),
        dice=drawn.shown(game, seen, _thrown(moment)),
        held=drawn.held(game, seen, seat),
        moves=moves,
        moves_left_out=0,
        may=protocol.May(branch=False),
        pending=None,
        people=_people(game, moment),
        settings={},
        agreed={},
        forked_from=None,
        amounts=drawn.amounts(game, moves),
        signs=drawn.signs(match, seen, match.seats),
        sealed=drawn.sealed(match, seen),
        stakes=drawn.stakes(match, seen, seat) if open_ else [],
    )


def _told(game: Game, moment: Moment, since: int) -> list[protocol.Told]:
    match, seat = moment.match, moment.lesson.seat
    found = []
    for event in match.events[since:]:
        before, after = match.around(event.n, seat)
        found.append(
            protocol.Told(
                seq=event.n,
                kind=event.kind,
                text=str(match.sentence(event.n, seat)),
                at=0.0,
                ply=event.n,
                by=event.seat,
                gesture=None if event.code is None else drawn.happened(game, before, event.code, after),
                dice=drawn.thrown(match, event.n) or None,
            )
        )
    return found


def _thrown(moment: Moment) -> protocol.Shown | None:
    """The dice thrown last in this lesson."""
    match = moment.match
    for event in reversed(match.events):
        if rows := drawn.thrown(match, event.n):
            return protocol.Shown(event.text, rows, event.n, None)
    return None


def _people(game: Game, moment: Moment) -> list[protocol.Sitter]:
    board = game.scene.board()
    looks = board.looks if board is not None else None
    return [
        protocol.Sitter(
            chair=chair,
            name="",
            colour=str(game.words.SEAT_NAMES[chair]),
            paint=looks[chair].colour if looks else "",
            letter=game.words.SEAT_LETTERS[chair],
            shape=looks[chair].shape if looks else "",
            side=int(game.plain.side(moment.match.position, chair)),
            kind="person" if chair == moment.lesson.seat else "bot",
            level="",
            here=True,
            came=True,
            away=None,
            left=False,
            may_be_replaced=False,
        )
        for chair in moment.match.seats
    ]


# ---------------------------------------------------------------- positions


def position(wish: Position) -> protocol.ShownPosition:
    """What a position's code or JSON form shows, and who would play on from there."""
    given = wish.position
    game, found = from_code(given) if isinstance(given, str) else from_json(given)
    chairs = game.seats(found)
    return {
        "game": game.id,
        "title": str(game.words.TITLE),
        "code": to_code(game, found),
        "asks": str(game.words.asks(found)),
        "over": int(game.plain.actor(found)) == OVER,
        "chairs": chairs,
        "picture": svg.render(game, found, cut=svg.Cut()),
    }


def place(name: str, wish: Placing) -> protocol.Placed:
    """A position after a hand has moved something; an error with everything that makes it impossible."""
    game = game_of(name, wish.board)
    data = wish.position
    if data is None:
        data = dict(game.position.describe(game.new(wish.players, wish.options)))
    if wish.seat is not None:
        looks = board_of(game).looks
        put = game.scene.put(data, wish.seat, wish.pick, wish.drop) if wish.seat < len(looks) else None
        if put is None:
            raise Refusal(422, "not_by_hand", say("This piece cannot be set down there."))
        data = dict(put)
    if wish.turn is not None:
        data = {key: value for key, value in data.items() if key not in ("roll_off", "dice")}
        data["turn"] = wish.turn
    p = game.position.build(data)
    return {
        "position": dict(game.position.describe(p)),
        "code": to_code(game, p),
        "asks": str(game.words.asks(p)),
        "over": int(game.plain.actor(p)) == OVER,
        "chairs": game.seats(p),
        "turn": int(game.words.thrower(p)) if int(game.plain.actor(p)) < 0 else int(game.plain.actor(p)),
        "pieces": [
            {"seat": piece.seat, "space": piece.space, "label": str(piece.label)}
            for piece in game.scene.pieces(p)
        ],
        "supply": [chair for chair in game.seats(p) if _has_supply(game, data, chair)],
        "picture": svg.touched(board_of(game), game.scene.pieces(p)),
    }


def _has_supply(game: Game, data: dict[str, Any], seat: int) -> bool:
    spaces = board_of(game).spaces
    return any(game.scene.put(data, seat, "", space) is not None for space in spaces)


# ---------------------------------------------------------------- links


def code(wish: Code, doors: Doors) -> str:
    """A link to one of this server's own tables as a QR code; nobody gets codes for anything else here."""
    try:
        import segno
    except ImportError as missing:
        raise MissingExtra("segno", "web") from missing
    parts = urlsplit(wish.link)
    own = parts.scheme in ("http", "https") and doors.host_allowed(parts.netloc)
    if not own or not parts.path.startswith("/table/") or parts.query:
        raise Refusal(
            422, "not_a_table", say("Only a link to a table of this server can be shown as a code.")
        )
    drawn_code: str = segno.make(wish.link, micro=False, error="m").svg_inline(
        scale=4, border=3, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return drawn_code.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
