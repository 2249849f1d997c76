"""Setting up a table: a new game, one from a position, a record to look at, or a branch of another table."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from parlour.games import boards, folder_of, load, names
from parlour.rules.game import Game
from parlour.server import protocol
from parlour.server.access import Refusal, clean_name, following_id, hashed, new_id, new_token
from parlour.server.tables import ChairSetup, Setup, Table
from parlour.server.thinking import Thinker
from parlour.table import CheckableDice, Dice, Match, Seat, TypedDice, from_code, from_json
from parlour.table.resume import board_file, on_board, replay
from parlour.text import BadChoice, Text, say, speaking, unknown


def new_table(wish: protocol.NewTable, bots: Thinker) -> tuple[Setup, protocol.Opened]:
    """A table as somebody wishes it, and the tokens for those who will sit there."""
    with speaking("en"):  # names of chairs are kept in the templates' language
        if wish.record is not None:
            match = replay(wish.record.encode("utf-8", "surrogatepass"))
            return _set_up(match, _seatings(match, wish.seats, bots), wish, bots, closed=True)
        game, start = _game(wish)
        dice: Dice = TypedDice() if wish.dice == "typed" else CheckableDice()
        people = _people(wish.seats, game, bots)
        match = Match.new(game, people or None, wish.options or None, dice, start)
        return _set_up(match, _seatings(match, wish.seats, bots), wish, bots)


OWN = "own-"  # before the name of a board that somebody brought along
_DEAR = 60_000  # characters of a record that is read elsewhere


def check_length(wish: protocol.NewTable, most: int) -> None:
    """A record that is too long is refused before anything of it is read."""
    if wish.record is not None and wish.record.count("\n") > most + 2:
        raise Refusal(
            413,
            "too_large",
            say("The record is too long: at most {most} events can be opened here.", most=most),
        )


def is_dear(wish: protocol.NewTable) -> bool:
    """Can it take long? A long record can, and one with a board of its own."""
    record = wish.record or ""
    if wish.own_board:
        return True
    return len(record) > _DEAR or '"board"' in record.partition("\n")[0]


def read_record(wish: protocol.NewTable) -> tuple[Setup, protocol.Opened]:
    """`new_table` in a process without bots."""
    return new_table(wish, Thinker())


def branch(table: Table, wish: protocol.Branch, bots: Thinker) -> tuple[Setup, protocol.Opened]:
    """A table that goes on from a moment of another, with dice of its own."""
    with speaking("en"):
        match = table.match.fork(wish.ply)
        given = wish.seats
        if given and len(given) != len(match.seats):
            raise BadChoice(
                say(
                    "The game is for {chairs} players, not {count}.",
                    chairs=len(match.seats),
                    count=len(given),
                )
            )
        if not given:
            given = [
                protocol.Seating("bot" if s.kind == "bot" else "device", _own_name(match, c), s.level)
                for c, s in table.chairs.items()
            ]
        for chair, person in zip(match.seats, _people(given, match.game, bots), strict=True):
            match.sit(chair, person)
        wishes = protocol.NewTable(
            undo=table.undo,  # type: ignore[arg-type]
            takeover_minutes=table.takeover_minutes,
            pause=table.pause,
            talk=table.talk,  # type: ignore[arg-type]
            watchers_talk=table.watchers_since is not None,
            board=table.setup.board,
        )
        return _set_up(match, given, wishes, bots)


def again(table: Table) -> tuple[str, Setup]:
    """The next game of the same people: the same chairs, links and agreements, other dice.

    Its id follows from the table's, so that it is the same one however often it is asked for.
    """
    old = table.match
    with speaking("en"):
        people = [Seat(_own_name(old, c), seat.kind) for c, seat in old.seats.items()]
        dice: Dice = TypedDice() if table.typed else CheckableDice()
        begun = old.at(0)
        if old.from_start:
            first = table.game.words.begun_by(begun, _begins_next(table))
            options = {**table.game.option_values(begun), **first}
            match = Match.new(table.game, people, options, dice)
        else:
            match = Match.new(table.game, people, None, dice, begun)
    secret = dice.secret.hex() if isinstance(dice, CheckableDice) and dice.secret else ""
    setup = msgspec.structs.replace(
        table.setup,  # and with it whatever else was settled there
        record=match.record(),
        rules=match.game.fingerprint,
        chairs={
            c: ChairSetup("person" if chair.token else "bot", chair.level, chair.token, chair.handed)
            for c, chair in table.chairs.items()
        },
        made=time.time(),
        secret=secret,
        undo=table.undo,
        takeover_minutes=table.takeover_minutes,
        pause=table.pause,
        talk=table.talk,
        watchers_talk=table.watchers_since is not None,
        won=table.won,
    )
    return following_id(table.id, table.setup.host), setup


def _begins_next(table: Table) -> int:
    """The loser of a game of two; of more, whoever comes after the one who began."""
    chairs, winners = list(table.chairs), table.match.winners
    if len(chairs) == 2 and len(winners) == 1:
        return next(c for c in chairs if c not in winners)
    began = next((e.seat for e in table.match.line if e.seat is not None), chairs[-1])
    return chairs[(chairs.index(began) + 1) % len(chairs)]


def _game(wish: protocol.NewTable) -> tuple[Game, Any]:
    if wish.start is not None:
        start = wish.start
        game, position = from_code(start) if isinstance(start, str) else from_json(start)
        if wish.game and wish.game != game.id:
            raise BadChoice(
                say("This is a position of {other}, not of {game}.", other=game.id, game=wish.game)
            )
        return game, position
    if wish.game not in names():  # and never a folder: the wish is a stranger's
        raise unknown(say("game"), wish.game, names())
    if wish.own_board:
        return on_board(load(wish.game), wish.own_board), None
    known = boards(folder_of(wish.game))
    if wish.board and wish.board not in known:
        raise unknown(say("board"), wish.board, known or [say("(the usual one)")])
    return load(wish.game, wish.board or None), None


def _people(seats: Sequence[protocol.Seating], game: Game, bots: Thinker) -> list[Seat]:
    found: list[Seat] = []
    for seat in seats:
        kind = f"bot:{bots.check(seat.level, game)}" if seat.kind == "bot" else "human"
        found.append(Seat(clean_name(seat.name), kind))
    return found


def _seatings(match: Match, given: Sequence[protocol.Seating], bots: Thinker) -> Sequence[protocol.Seating]:
    """What was said about the chairs; where nothing was, people sit at this device, and bots stay bots."""
    if not given:
        return [_as_it_was(seat, match.game, bots) for seat in match.seats.values()]
    if len(given) != len(match.seats):
        raise BadChoice(
            say(
                "The position is for {chairs} players, not {count}.",
                chairs=len(match.seats),
                count=len(given),
            )
        )
    return given


def _as_it_was(seat: Seat, game: Game, bots: Thinker) -> protocol.Seating:
    if seat.kind == "human":
        return protocol.Seating("device")
    level = seat.kind.removeprefix("bot:")
    known = {one["level"] for one in bots.levels(game)}
    return protocol.Seating("bot", level=level if level in known else "")


def _set_up(
    match: Match,
    seatings: Sequence[protocol.Seating],
    wish: protocol.NewTable,
    bots: Thinker,
    closed: bool = False,
) -> tuple[Setup, protocol.Opened]:
    host, watch = new_token(), new_token()
    chairs: dict[int, ChairSetup] = {}
    places: list[protocol.Place] = []
    for chair, seating in zip(match.seats, seatings, strict=True):
        token = "" if seating.kind == "bot" or closed else new_token()
        kind = "bot" if seating.kind == "bot" else "person"
        chairs[chair] = ChairSetup(
            kind,
            bots.check(seating.level, match.game) if kind == "bot" else "",
            hashed(token) if token else "",
            handed=seating.kind == "person",
        )
        places.append(protocol.Place(chair, seating.kind, _own_name(match, chair), token))
    dice = match.dice
    secret = dice.secret.hex() if isinstance(dice, CheckableDice) and dice.secret and not closed else ""
    setup = Setup(
        record=match.record(),
        rules=match.game.fingerprint,
        chairs=chairs,
        host=hashed(host),
        watch=hashed(watch),
        made=time.time(),
        secret=secret,
        undo=wish.undo,
        takeover_minutes=wish.takeover_minutes,
        pause=wish.pause,
        talk=wish.talk,
        watchers_talk=wish.watchers_talk,
        clock=None if closed else wish.clock,
        board=_board_name(match.game),
        closed=closed,
    )
    return setup, protocol.Opened(new_id(), match.game.id, places, watch, host)


def _own_name(match: Match, chair: int) -> str:
    name = match.seats[chair].name
    colours: Sequence[Text] = match.game.words.SEAT_NAMES
    return "" if name == colours[chair].english else name


def _board_name(game: Game) -> str:
    if game.board_file is None:
        return ""
    known: Mapping[str, Any] = boards(game.folder)
    text = game.board_text
    usual = next((n for n, file in known.items() if file and file.read_text("utf-8") == text), None)
    return usual or f"{OWN}{board_file(str(text)).stem}"


encode_setup = msgspec.json.Encoder().encode
