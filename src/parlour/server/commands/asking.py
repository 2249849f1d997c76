"""Questions, which change nothing: why not, which moves, what would a bot do, is anybody there."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from msgspec import Meta, field

from parlour.bots.bot import Thought
from parlour.draw import scene as drawing
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position
from parlour.server import drawn, protocol
from parlour.server.access import Refusal
from parlour.server.commands.base import Asking, Call, Command, House, Question
from parlour.server.drawn import MANY_MOVES
from parlour.server.protocol.basics import Action, Token, Word
from parlour.server.tables import Table
from parlour.table import Match
from parlour.text import Reason, say

_ADVISED = 5  # moves in a hint


class Why(Question, tag="why"):
    """Why is this not allowed? An action, or what a hand does that goes from one space to another."""

    action: Action | None = None
    pick: Word = ""
    drop: Word = ""

    def answer(self, asking: Asking) -> protocol.Answered:
        """Why a move is refused, by what this seat may know."""
        table = asking.table
        fault = why_not(table.match, asking.seat, self.action, self.pick, self.drop)
        return protocol.Answered(True, self.id, table.seq, why=fault)


def why_not(match: Match, chair: int, action: Action | None, pick: str, drop: str) -> protocol.Fault | None:
    """Why that cannot be done now; None when it can."""
    if action is not None:
        return _fault(match.why_not(chair, action))
    scene = match.game.scene
    if scene.board() is None:
        return None
    if match.actor == CHANCE:  # no gesture means anything before the dice have fallen
        return _fault(match.why_not(chair, 0))
    codes = drawing.tried(scene, match.view(chair), range(int(match.game.plain.ACTIONS)), pick, drop)
    reasons = [match.why_not(chair, code) for code in codes]
    if not reasons:
        return protocol.Fault("illegal", str(say("Nothing can be done that way.")))
    if None in reasons:
        return None
    # Of several the rarest says most: "there is no such count" is true of nearly everything.
    common = Counter(str(reason) for reason in reasons)
    return _fault(min(reasons, key=lambda reason: common[str(reason)]))


def _fault(reason: Reason | None) -> protocol.Fault | None:
    return None if reason is None else protocol.Fault("illegal", str(reason.text), reason.clause)


class Moves(Question, tag="moves"):
    """The moves that have these words in them."""

    find: Word = ""

    def answer(self, asking: Asking) -> protocol.Answered:
        """What this seat may do now."""
        found = self._found(asking.table, asking.seat)
        return protocol.Answered(True, self.id, asking.table.seq, moves=found)

    def _found(self, table: Table, chair: int) -> list[protocol.Move]:
        """Those that have all these words in their name or their line."""
        seen = table.match.view(chair)
        wanted = self.find.casefold().split()
        found = []
        for move in table.match.legal(chair):
            text = f"{move.notation} {move.offer} {move.group or ''}".casefold()
            if all(word in text for word in wanted):
                found.append(drawn.move(table.game, seen, move))
            if len(found) == MANY_MOVES:
                break
        return found


class Ping(Question, tag="ping"):
    """Is the server there?"""

    def at_once(self) -> protocol.Pong:
        """That it is."""
        return protocol.Pong()

    def answer(self, asking: Asking) -> protocol.Answered:
        """That the server is there, and how far the log has come."""
        return protocol.Answered(True, self.id, asking.table.seq)


class Hint(Command, tag="hint"):
    """What would a bot do here?"""

    async def obeyed(self, house: House, call: Call) -> protocol.Answered:
        """It is thought out while the table goes on."""
        return await house.advise(call, self)

    def advice(self, table: Table, seen: Position, thought: Thought, name: str) -> protocol.Advice:
        """What it thought, in words."""
        words, match = table.game.words, table.match
        found = [
            protocol.Candidate(
                one.action,
                str(words.notation(seen, one.action)),
                str(match.tell(words.offer(seen, one.action))),
                float(one.chance),
                str(one.reason),
            )
            for one in thought.candidates
        ]
        if not found:
            action = thought.action
            notation, offer = str(words.notation(seen, action)), match.tell(words.offer(seen, action))
            found = [protocol.Candidate(action, notation, str(offer), None, str(thought.reason))]
        chances = {str(c): float(thought.chances[c]) for c in table.chairs if c < len(thought.chances)}
        return protocol.Advice(found[:_ADVISED], chances, str(thought.reason), name)


class Hello(Command, tag="hello"):
    """The first message of a socket: who listens, and since when."""

    tokens: Annotated[list[Token], Meta(max_length=20)] = field(default_factory=list)
    language: Annotated[str, Meta(max_length=20)] = "en"

    def greeting(self) -> Hello:
        """Itself."""
        return self

    def at_once(self) -> None:
        """It comes once."""
        raise Refusal(400, "bad_message", say("There was a hello before."))
