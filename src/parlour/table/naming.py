"""Which action somebody means: from text, a code or a structured form to one legal action.

Three things can go wrong, and each has its own error: the words name no action at all
(`MalformedAction`), they fit several (`AmbiguousAction`), or they name one that the rules
forbid now (`IllegalAction`, with the reason and its clause).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.views import view
from parlour.text import (
    AmbiguousAction,
    IllegalAction,
    MalformedAction,
    Reason,
    Text,
    join,
    nearest,
    say,
)

Action = str | int | Mapping[str, Any]
_LISTED = 20  # an error names so many moves; of more, the first few
_OF_MANY = 5


def legal_codes(game: Game, position: Position) -> list[int]:
    """The legal actions; at a chance event, the possible outcomes."""
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    count = game.plain.listed(position, out)
    return list(out[:count].tolist())


def find(game: Game, position: Position, legal: list[int], action: Action) -> int:
    """The code of the action meant: a legal one if it fits any, else the one it names."""
    if isinstance(action, str):
        return _by_text(game, position, legal, action)
    if isinstance(action, Mapping):
        return _by_fields(game, position, legal, action)
    if isinstance(action, int | np.integer) and not isinstance(action, bool):
        if 0 <= action < game.plain.ACTIONS:
            return int(action)
        raise MalformedAction(
            say(
                "Actions are codes from 0 to {last}; {code} is none.",
                last=game.plain.ACTIONS - 1,
                code=action,
            )
        )
    raise MalformedAction(
        say("An action is its text, its code or a mapping of its fields, not {action}.", action=repr(action))
    )


def read(game: Game, position: Position, action: Action) -> int | None:
    """The code of an action that is named by a seat which is not asked for any; None if it cannot be read."""
    try:
        return find(game, position, [], action)
    except Exception:  # words are written for who is asked; others may not know what their names depend on
        return None


def why_not(game: Game, position: Position, legal: list[int], seat: int, action: Action) -> Reason | None:
    """Why the seat that is asked may not play this; None when it may."""
    try:
        code = find(game, position, legal, action)
    except MalformedAction:
        reason = _absent(game, position, action) if isinstance(action, str) else None
        if reason is None:
            raise
        return Reason(say("It cannot be played: {reason}.", reason=reason.text), reason.clause)
    return refused(game, position, legal, seat, code)


def refused(game: Game, position: Position, legal: list[int], seat: int, code: int) -> Reason | None:
    """None when the action is one of the legal ones, else the reason."""
    return None if code in legal else game.why_not(position, seat, code)


def illegal(game: Game, position: Position, code: int, reason: Reason) -> IllegalAction:
    """The error for a forbidden action: its name, the reason and the clause."""
    name = _quietly(game.words.notation, position, code, "") or str(code)
    if reason.clause:
        text = say(
            "{action} is not allowed: {reason} ({clause})",
            action=name,
            reason=reason.text,
            clause=reason.clause,
        )
    else:
        text = say("{action} is not allowed: {reason}", action=name, reason=reason.text)
    return IllegalAction(text, reason.clause)


def find_outcome(game: Game, position: Position, legal: list[int], outcome: Action) -> int:
    """The outcome that real dice or cards show; dice may be read in any order: 3-5, 5 3, 53.
    Where two pairs are thrown each is read by itself: 1-3/6-4, 13 64.

    An error lists what could have come up as far as everybody knows: other cards may be in a hand.
    """
    fits, names = _showing(game, position, legal, outcome)
    if len(fits) != 1 and game.has_secrets:
        views = [view(game, position, seat) for seat in game.seats(position)]
        thinkable = {code for seen in views for code in legal_codes(game, seen)}
        fits, names = _showing(game, position, sorted(thinkable), outcome)
        fits = fits if len(fits) > 1 else []  # a card that is in somebody's hand
    return _one(fits, outcome, names, say("“{said}” cannot come up here.", said=outcome))


def _showing(
    game: Game, position: Position, legal: list[int], outcome: Action
) -> tuple[list[int], dict[int, str]]:
    """Those of the outcomes that it can mean, and the names of all."""
    names = {c: str(game.words.notation(position, c)) for c in legal}
    if isinstance(outcome, Mapping):
        return [c for c in legal if _fits(outcome, _quietly(game.words.fields, position, c, {}))], names
    if not isinstance(outcome, str):
        return [c for c in legal if not isinstance(outcome, bool) and c == outcome], names
    fits = [c for c in legal if _plain(names[c]) == _plain(outcome)]
    if not fits and not re.search(r"[^\d\s,;.+/-]", outcome):
        fits = [c for c in legal if _same_dice(game.words.faces(position, c), outcome)]
    elif not fits:
        fits = [c for c in _meant(game, position, outcome) if c in legal]
    return fits, names


# ---------------------------------------------------------------- by text


def _by_text(game: Game, position: Position, legal: list[int], text: str) -> int:
    wanted = _plain(text)
    names = {c: str(game.words.notation(position, c)) for c in legal}
    fits = [c for c in names if _plain(names[c]) == wanted]
    if not fits:  # as records have it that number more than they need
        fits = [c for c in names if _plain(game.words.numbered(position, c)) == wanted]
    if not fits:  # less than the whole name, as the game understands it
        meant = _meant(game, position, text)
        fits = [c for c in meant if c in legal] or meant[:1]
    if not fits:
        for code in range(game.plain.ACTIONS):  # named rightly, but not legal now
            if wanted and _plain(_quietly(game.words.notation, position, code, "")) == wanted:
                return code
        fits = [c for c in names if _begins(_plain(names[c]), wanted)]
    said = text.strip()
    reason = _absent(game, position, said) if not fits else None
    if reason is None:
        return _one(fits, said, names)
    values = {"said": said, "reason": reason.text, "clause": reason.clause}
    return _one(fits, said, names, say("“{said}” cannot be played: {reason} ({clause}).", **values))


def _meant(game: Game, position: Position, text: str) -> list[int]:
    """What the game understands by less than a whole name."""
    meant = game.words.meant(position, text)
    if meant is None:
        return []
    return list(meant) if isinstance(meant, Sequence) else [int(meant)]


def _absent(game: Game, position: Position, said: str) -> Reason | None:
    """A move named rightly, but of no piece: `absent` of the game's words says which."""
    return game.words.absent(position, _plain(said))


def _plain(text: object) -> str:
    """What counts in a name: not its spaces, nor capitals."""
    return "".join(str(text).split()).casefold()


def _begins(name: str, start: str) -> bool:
    """Does the name begin with these words? "10+4" begins "10+4#2" but not "10+41"."""
    return bool(start) and name.startswith(start) and not name[len(start)].isalnum()


def _same_dice(rows: Sequence[Sequence[int]], said: str) -> bool:
    """Are these the dice that fell, row by row? The strokes between rows may be left out, and what stands
    between dice of one digit as well."""
    digits = r"\d" if all(0 <= face < 10 for row in rows for face in row) else r"\d+"

    def read(text: str) -> list[int]:
        return [int(face) for face in re.findall(digits, text)]

    if "/" in said:
        return [sorted(read(part)) for part in said.split("/")] == [sorted(row) for row in rows]
    shown = read(said)
    for row in rows:
        if sorted(shown[: len(row)]) != sorted(row):
            return False
        del shown[: len(row)]
    return bool(rows) and not shown


# ---------------------------------------------------------------- by fields


def _by_fields(game: Game, position: Position, legal: list[int], wanted: Mapping[str, Any]) -> int:
    names = {c: str(game.words.notation(position, c)) for c in legal}
    known = {c: dict(game.words.fields(position, c)) for c in names}
    fits = [c for c in names if wanted and _fits(wanted, known[c])]
    if not fits and wanted:
        for code in range(game.plain.ACTIONS):
            if _fits(wanted, _quietly(game.words.fields, position, code, {})):
                return code
        keys = sorted({key for fields in known.values() for key in fields})
        strange = [key for key in wanted if key not in keys]
        if strange:
            hint = nearest(strange[0], keys)
            text = say(
                "No move has a field “{key}”; there are: {keys}.", key=strange[0], keys=", ".join(keys)
            )
            raise MalformedAction(join([text, hint]))
    return _one(fits, dict(wanted), names)


def _fits(wanted: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    return bool(fields) and all(key in fields and fields[key] == value for key, value in wanted.items())


# ---------------------------------------------------------------- exactly one


def _one(fits: list[int], said: object, names: Mapping[int, str], none: Text | None = None) -> int:
    if len(fits) == 1:
        return fits[0]
    if fits:
        listed = _listed([names[c] for c in fits])
        raise AmbiguousAction(
            say("“{said}” can mean several things: {listed}.", said=said, listed=listed), fits
        )
    offered = [name for name in names.values() if _plain(name) != _plain(said)]  # what cannot be is no hint
    hint = nearest(said, offered) if isinstance(said, str) else None
    if hint is None and offered:
        hint = say("Choose one of: {choices}.", choices=_listed(offered))
    none = none or say("“{said}” names nothing that can be played here.", said=said)
    raise MalformedAction(join([none, hint]))


def _listed(names: list[str]) -> Text:
    """Names in a row, and of very many only the first."""
    if len(names) <= _LISTED:
        return join(names, ", ")
    return say("{names} and {count} more", names=", ".join(names[:_OF_MANY]), count=len(names) - _OF_MANY)


def _quietly(function: Callable[..., Any], position: Position, code: int, empty: Any) -> Any:
    """A game's words for a code that may name nothing here; then `empty`."""
    try:
        return function(position, code) or empty
    except Exception:  # words are written for actions that exist; anything may go wrong for others
        return empty
