"""What is not for one alone to settle: taking a decision back, and a draw."""

from __future__ import annotations

from parlour.rules.kit import NOBODY
from parlour.table import Match, NotNow
from parlour.terminal.looking import on_turn
from parlour.terminal.reader import Reader
from parlour.terminal.show import Screen
from parlour.text import BadChoice, say


def is_person(match: Match, seat: int) -> bool:
    """Does somebody at this keyboard play that seat?"""
    return seat in match.seats and match.seats[seat].kind == "human"


def last_mover(match: Match) -> int:
    """Whose decision was the last thing to happen; NOBODY when it was a roll."""
    last = match.line[-1].seat if match.line else None
    return NOBODY if last is None else last


def take_back(match: Match, reader: Reader) -> None:
    """A person's last decision, and those of bots after it; refused where dice have been seen since."""
    mover, since = last_mover(match), _since_person(match)
    if mover != NOBODY and not since:
        raise NotNow(say("The last move was {who}'s; it stays.", who=match.name(mover)))
    if mover == NOBODY and match.ply:
        raise NotNow(
            say(
                "Nothing has been decided since the last roll. What was decided before it stays, "
                "because the roll has been seen."
            )
        )
    own = match.line[-since].seat if since else mover
    if reader.handed_round and own is not None and own not in (reader.seat, reader.last):
        raise NotNow(say("Only {who} can take the last decision back.", who=match.name(own)))
    match.undo(max(since, 1))


def _since_person(match: Match) -> int:
    """How many decisions it takes to take back a person's last one, those of bots after it included; 0
    where dice fell since, or nobody but bots decided anything."""
    for count, event in enumerate(reversed(match.line), 1):
        if event.kind != "play" or event.seat is None:
            return 0
        if is_person(match, event.seat):
            return count
    return 0


def agree(screen: Screen, match: Match) -> None:
    """Whoever asks for a draw agrees to it; the others are asked."""
    if not match.may_be_agreed and match.game.plain.AGREED_DRAW:
        raise NotNow(say("People can agree on a draw; against the computer it is played to the end."))
    if not match.may_be_agreed:
        raise NotNow(say("In this game nobody can agree on a draw: it is played to its end."))
    seats, asker = list(match.seats), on_turn(match)
    for seat in seats:
        if seat != asker and not _says_yes(screen, match, seat):
            screen.line(say("{who} does not agree. The game goes on.", who=match.name(seat)))
            return
    for seat in seats:
        match.agree(seat)


def _says_yes(screen: Screen, match: Match, seat: int) -> bool:
    def read(answer: str) -> bool:
        if answer.casefold() not in ("y", "yes", "n", "no"):
            raise BadChoice(say("Type yes or no."))
        return answer.casefold().startswith("y")

    question = say("{who}, do you agree to a draw (yes or no)?", who=match.name(seat))
    return bool(screen.until(question, read))
