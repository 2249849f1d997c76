"""Where dice and cards come from: three sources behind one interface.

Every chance event has a number of equally likely tickets. A source picks a ticket, and the
rules say which outcome it wins (`draw`). Typed dice skip the ticket: the players say what fell.

How seeded and checkable dice pick a ticket, to the byte, so that any other program (a browser
with WebCrypto, say) can do the same sum:

    message   the UTF-8 bytes of ["parlour-dice-1",match,added,roll,attempt], written without
              spaces exactly as JavaScript's JSON.stringify writes it; `match` is the match's id,
              `added` the list of [chair,text] in the order the seats added their secrets,
              `roll` is 1 for the first chance event of the match, `attempt` starts at 0
    digest    HMAC-SHA-256(key, message)
    number    the first four bytes of the digest, the highest first
    ticket    number mod tickets, if number < 2**32 - (2**32 mod tickets); otherwise the number
              would favour the low tickets, so attempt grows by 1 and everything is done again

    checkable   key = the table's secret, 32 bytes; its promise is SHA-256(secret) in hexadecimal,
                in the record's first line before anything is rolled
    seeded      key = the UTF-8 bytes of "parlour-seed:" + seed; match is "" and added is []

The table knows its secret but must promise it before the seats add theirs; a seat adds its own
without knowing the table's. So neither can choose what falls, unless the table plays together
with the seat that adds last.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from parlour.text import BadChoice, ParlourError, Text, say, unknown

Added = Sequence[tuple[int, str]]  # (chair, its secret), in the order they were added

_SECRET_BYTES = 32


class Dice(ABC):
    """A source of chance. `kind` names it in the record."""

    kind: ClassVar[str]

    @abstractmethod
    def ticket(self, match: str, added: Added, roll: int, tickets: int) -> int:
        """The ticket, in range(tickets), that wins chance event number `roll` of the match."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """What the record's first line says about these dice."""

    @abstractmethod
    def again(self, ply: int) -> Dice:
        """Dice of the same kind for a match forked at this ply."""


class SeededDice(Dice):
    """The same seed gives the same dice, always: for simulation, puzzles and tests."""

    kind = "seeded"

    def __init__(self, seed: int | str) -> None:
        self.seed = _check_seed(seed)

    def ticket(self, match: str, added: Added, roll: int, tickets: int) -> int:
        """Drawn from the seed and the number of the roll: whoever knows the seed knows all dice."""
        return pick(b"parlour-seed:" + self.seed.encode(), "", (), roll, tickets)

    def describe(self) -> dict[str, Any]:
        """The seed stands in the record, so that the game can be rolled again."""
        return {"kind": self.kind, "seed": self.seed}

    def again(self, ply: int) -> Dice:
        """Other dice after something was taken back, still following from the seed."""
        seed = f"{self.seed}/{ply}"
        return SeededDice(seed if len(seed) <= 100 else hashlib.sha256(seed.encode()).hexdigest())


class CheckableDice(Dice):
    """Dice that anybody can check afterwards: promised before play, shown after it."""

    kind = "checkable"

    def __init__(self, secret: bytes | None = None) -> None:
        if secret is not None and len(secret) != _SECRET_BYTES:
            raise BadChoice(
                say("The secret of checkable dice has {count} bytes.", count=_SECRET_BYTES),
            )
        self.secret: bytes | None = secret or secrets.token_bytes(_SECRET_BYTES)
        self.commitment = hashlib.sha256(self.secret).hexdigest()

    @classmethod
    def promised(cls, commitment: str) -> CheckableDice:
        """The dice of a record whose secret is not known (yet): they can be read, not rolled."""
        dice = cls()
        dice.secret, dice.commitment = None, commitment
        return dice

    def keeps_promise(self, secret: bytes) -> bool:
        """Is this the secret that was promised?"""
        return hmac.compare_digest(hashlib.sha256(secret).hexdigest(), self.commitment)

    def ticket(self, match: str, added: Added, roll: int, tickets: int) -> int:
        """Drawn from the secret, the match and what players have added; without the secret nothing rolls."""
        if self.secret is None:
            raise ParlourError(
                say(
                    "The secret of these dice is not here, so they cannot be rolled. "
                    "Put the .secret file beside the record, or fork the match to go on with new dice."
                )
            )
        return pick(self.secret, match, added, roll, tickets)

    def describe(self) -> dict[str, Any]:
        """The commitment alone: the secret is told when the game is over."""
        return {"kind": self.kind, "commitment": self.commitment}

    def again(self, ply: int) -> Dice:
        """A new secret, for the old one may be known."""
        return CheckableDice()


class TypedDice(Dice):
    """Real dice: the players roll them and type in what they show."""

    kind = "typed"

    def ticket(self, match: str, added: Added, roll: int, tickets: int) -> int:
        """Nothing is drawn here: people say what their own dice show."""
        raise ParlourError(say("Roll your dice and type in what they show."))

    def describe(self) -> dict[str, Any]:
        """Only that the dice were real ones."""
        return {"kind": self.kind}

    def again(self, ply: int) -> Dice:
        """Real dice go on as they are."""
        return TypedDice()


KINDS: tuple[str, ...] = (SeededDice.kind, CheckableDice.kind, TypedDice.kind)


def from_description(data: Mapping[str, Any]) -> Dice:
    """The dice that `describe` wrote down; checkable ones come without their secret."""
    kind = data.get("kind")
    if kind not in KINDS:
        raise unknown(say("kind of dice"), kind, KINDS)
    expected = {"seeded": {"kind", "seed"}, "checkable": {"kind", "commitment"}, "typed": {"kind"}}
    if set(data) != expected[kind]:
        raise BadChoice(
            say("{kind} dice are described by: {keys}.", kind=kind, keys=", ".join(sorted(expected[kind])))
        )
    if kind == SeededDice.kind:
        return SeededDice(data["seed"])
    if kind == TypedDice.kind:
        return TypedDice()
    commitment = data["commitment"]
    if not _is_hex(commitment):
        raise BadChoice(
            say("The dice's promise must be {count} hexadecimal digits.", count=2 * _SECRET_BYTES)
        )
    return CheckableDice.promised(commitment)


def read_secret(text: object) -> bytes | None:
    """A secret written in hexadecimal, or None when the text is nothing of the kind."""
    return bytes.fromhex(str(text)) if _is_hex(text) else None


def pick(key: bytes, match: str, added: Added, roll: int, tickets: int) -> int:
    """A ticket in range(tickets), every one as likely as the others: see the top of this file."""
    fair = 2**32 - 2**32 % tickets
    attempt = 0
    while True:
        whole = ["parlour-dice-1", match, [list(pair) for pair in added], roll, attempt]
        message = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        number = int.from_bytes(hmac.digest(key, message, "sha256")[:4], "big")
        if number < fair:
            return number % tickets
        attempt += 1


def problem_with_secret(text: object) -> Text | None:
    """What is wrong with a secret that a seat wants to add; None when it will do."""
    if isinstance(text, str) and text.strip() and text.isprintable() and len(text) <= 200:
        return None
    return say("A seat's secret is one line of up to 200 letters, digits or other characters.")


def _check_seed(seed: object) -> str:
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 10**200:
        return str(seed)
    if isinstance(seed, str) and seed.isprintable() and 0 < len(seed.strip()) <= 200:
        text = seed.strip()
        if not (text.startswith("-") and text[1:].isdecimal()):  # "-3" was meant as a number
            return text
    raise BadChoice(
        say("A seed is a whole number from 0 up, or a line of text; “{seed}” is neither.", seed=seed)
    )


def _is_hex(text: object) -> bool:
    return (
        isinstance(text, str)
        and len(text) == 2 * _SECRET_BYTES
        and all(c in "0123456789abcdef" for c in text)
    )
