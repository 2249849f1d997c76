"""Parcheesi in words: names of actions, what happened, what is asked, and why not.

In the names of actions places are as the player on turn counts them: START, 0..63 on the loop, 64..70 on the
home path, HOME. Sentences do without: nobody counts that far at a table.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

import numpy as np

from parlour.games.racing.words import by_rank, needs_number
from parlour.rules.kit import CHANCE, ROLLS
from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import duties, layout, moving, record, turns

TITLE = say("Parcheesi")
BLURB = say("Race four pawns home by fives and doublets; capture, block, and be captured.")
AIM = say(
    "Be the first to bring four pawns round and HOME. A five enters a pawn; hit a lone "
    "opponent and it starts again; two pawns on one space block the way."
)
SEAT_NAMES = (say("Red"), say("Blue"), say("Yellow"), say("Green"))
SEAT_LETTERS = ("R", "B", "Y", "G")

OPTION_WORDS: dict[str, Text] = {
    "start_tie": say("After a tie in the roll-off: only the tied players roll again, or everybody"),
    "seats": say("Which chairs are taken (0 to 3, in the direction the pawns travel)"),
    "sum_five_optional": say("Two dice that make five together need not enter a pawn"),
    "enter_first": say("A five must enter its pawn before the other die is played"),
    "enter_lookahead": say("The dice must be played so that as many pawns as possible enter"),
    "sum_is_one_move": say("One pawn may take both dice as a single move, without stopping between"),
    "max_dice": say("Must one look ahead so that both dice get played, or may one play as it comes?"),
    "single_die_choice": say("If either die can be played but not both: any of them, or the higher"),
    "doublet_roll_needs_move": say("Doublets that cannot be played give no further roll"),
    "quad_condition": say(
        "When doublets count fourteen: no pawn in START, each once entered, or all on the board"
    ),
    "quad_optional": say("The fourteen of doublets may be refused"),
    "quad_short_win": say("The last pawn may come HOME with part of the fourteen"),
    "penalty_takes_home": say("The third doublets may take back a pawn that is HOME"),
    "bonus_cap": say("The most capture bonuses that one roll can earn (0: no limit)"),
    "bonus_timing": say("Bonuses are played after each roll, or at the end of the turn"),
    "bonus_can_capture": say("A bonus move may capture"),
    "bonus_order": say("Several bonuses: in any order, or as they were earned"),
    "bonus_optional": say("A bonus may be declined"),
    "bonus_into_home": say("A bonus may bring a pawn HOME"),
    "pair_lock": say("How long two pawns of a blockade may not be brought forward together"),
    "play_for_places": say("After the first winner the others play on for the places"),
    "max_turns": say("Stop after so many turns (0: no limit)"),
}
# What each choice of such a house rule is called, in the order of its choices.
CHOICE_WORDS: dict[str, tuple[Text, ...]] = {
    "start_tie": (say("only the tied players roll again"), say("everybody rolls again")),
    "max_dice": (say("look ahead, so that both dice get played"), say("play as it comes")),
    "single_die_choice": (say("any of the two"), say("the higher one")),
    "quad_condition": (
        say("no pawn in START"),
        say("each pawn was entered once"),
        say("all four on the board"),
    ),
    "bonus_timing": (say("after each roll"), say("at the end of the turn")),
    "bonus_order": (say("in any order"), say("as they were earned")),
    "pair_lock": (say("for the whole turn"), say("for one roll"), say("not at all")),
}
# A usual game with the fewest and with the most players: five seconds for a decision, two for a roll.
MINUTES = (15, 30)
LEARNING = 1


# ---------------------------------------------------------------- naming actions


def notation(p: Position, action: int) -> str:
    """The short name of an action here; empty for a code that names nothing."""
    if turns.actor(p) == CHANCE:
        return "{}-{}".format(*ROLLS[action]) if 0 <= action < len(ROLLS) else ""
    name = _short(p, action)
    if name and name != "pass":
        pawn, here = action % layout.PAWNS, p.pawns[p.turn, action % layout.PAWNS]
        told_apart = needs_number(p.pawns[p.turn].tolist(), pawn, lambda i: moving.is_twin(p, i))
        if here != layout.START and told_apart and _like(p, name) != [action]:
            return numbered(p, action)
    return name


def numbered(p: Position, action: int) -> str:
    """The name with the pawn's number, which is understood even where the name alone would do."""
    name = _short(p, action)
    return f"{name}#{action % layout.PAWNS + 1}" if name and name != "pass" else name


def _like(p: Position, name: str) -> list[int]:
    """The legal actions that would read so, were their pawns not numbered."""
    return [action for action in _legal(p) if _short(p, action) == name]


def _legal(p: Position) -> list[int]:
    out = np.zeros(record.MAX_ACTIONS, np.int64)
    return [int(action) for action in out[: duties.legal(p, out)]]


def _short(p: Position, action: int) -> str:
    if not record.ACTIONS > action >= 0:
        return ""
    if action == record.PASS:
        return "pass"
    what, pawn = divmod(action, layout.PAWNS)
    here = int(p.pawns[p.turn, pawn])
    if here == layout.START:
        return {record.SUM_FIVE: "E2", record.FIVE: "E"}.get(what, "")
    if here == layout.HOME or what == record.SUM_FIVE:
        return ""
    if what == record.LEAP:
        return f"{here}+{p.dice[0]}+{p.dice[1]}"
    if what in (record.TEN, record.TWENTY):
        return f"B{record.spaces_of(what)}:{here}"
    return f"{here}+{what}"


def meant(p: Position, text: str) -> list[int]:
    """What a person means by "enter", or by the place where a pawn is and where it shall go: "41 to 46"."""
    if turns.actor(p) == CHANCE:
        return []
    way = re.fullmatch(r"(\d{1,3})(?: *(?:-|to|>) *| +)(\d{1,3}|home)", text.strip().casefold())
    if way:
        here, goal = int(way[1]), layout.HOME if way[2] == "home" else int(way[2])
    elif text.strip().casefold() == "enter":
        here, goal = layout.START, layout.ENTER
    else:
        return []
    moves = [(a, a % layout.PAWNS) for a in _legal(p) if a != record.PASS]
    return [
        a
        for a, pawn in moves
        if (p.pawns[p.turn, pawn], moving.goal_of(p, a // layout.PAWNS, pawn)) == (here, goal)
    ]


def absent(p: Position, name: str) -> Reason | None:
    """Why a name in small letters, formed like an action's, fits no pawn: none stands there."""
    if turns.actor(p) == CHANCE:
        return None
    if name in ("e", "e2"):
        return Reason(say("you have no pawn in START"), "PAR-ENTER-1")
    found = re.fullmatch(r"(?:b\d+:(\d+)|(\d+)(?:\+\d+){1,2})(?:#\d)?", name)
    here = int(found[1] or found[2]) if found else 0
    if found is None or here in p.pawns[p.turn]:
        return None
    return Reason(say("you have no pawn on {space}", space=here), "PAR-MOVE-1")


def fields(p: Position, action: int) -> dict[str, Any]:
    """An action as data: what is done, by how much, from where to where."""
    if turns.actor(p) == CHANCE:
        return {"do": "roll", "dice": ROLLS[action].tolist()}
    if action == record.PASS:
        return {"do": "pass"}
    what, pawn = divmod(action, layout.PAWNS)
    here, goal = int(p.pawns[p.turn, pawn]), int(moving.goal_of(p, what, pawn))
    data: dict[str, Any] = {"do": "move", "pawn": pawn + 1, "from": here, "to": goal, "count": what}
    if here == layout.START:
        data |= {"do": "enter", "from": "S", "count": [record.FIVE] if what else p.dice.tolist()}
    elif what == record.LEAP:
        data |= {"count": p.dice.tolist()}
    elif what in (record.TEN, record.TWENTY):
        data |= {"do": "bonus", "count": int(record.spaces_of(what))}
    if goal == layout.HOME:
        data["to"] = "H"
    return data


def _captured(p: Position, goal: int) -> int | None:
    """Whom a pawn of the player on turn captures by landing there."""
    there = int(p.board[layout.SPACE[p.turn, goal + 1]])
    return there >> 2 if there and there >> 2 != p.turn else None


def offer(p: Position, action: int) -> Text:
    """One line of a list of moves."""
    if turns.actor(p) == CHANCE:
        return say("roll {dice}", dice=notation(p, action))
    if action == record.PASS:
        return say("decline the bonus") if p.phase == record.BONUS else say("refuse the fourteen")
    what, pawn = divmod(action, layout.PAWNS)
    goal = int(moving.goal_of(p, what, pawn))
    victim = _captured(p, goal)
    taken = say("captures {seat}", seat=SEAT_NAMES[victim]) if victim is not None else None
    return join([join([_step_offer(p, what, pawn), _end_of_way(p, pawn, goal)], ", "), taken], "; ")


def _step_offer(p: Position, what: int, pawn: int) -> Text:
    """How far, and with which pawn."""
    if what == record.SUM_FIVE:
        return say("enter a pawn with both dice")
    if p.pawns[p.turn, pawn] == layout.START:
        return say("enter a pawn with the 5")
    which = _which(p, pawn)
    if what in (record.TEN, record.TWENTY):
        size = record.spaces_of(what)
        if which is None:
            return say("bonus: {count} ahead", count=size)
        return say("bonus: {count} ahead with {pawn}", count=size, pawn=which)
    if what == record.LEAP:
        size = p.dice[0] + p.dice[1]
        if which is None:
            return say("{count} ahead, both dice in one move", count=size)
        return say("{count} ahead with {pawn}, both dice in one move", count=size, pawn=which)
    if which is None:
        return say("{count} ahead", count=what)
    return say("{count} ahead with {pawn}", count=what, pawn=which)


_RANKS = (say("the front pawn"), say("the second pawn"), say("the third pawn"), say("the rear pawn"))


def _rank(p: Position, pawn: int) -> Text | None:
    """Which of the mover's pawns on their way, from the front; nothing where all of them stand together."""
    return _rank_among(tuple(p.pawns[p.turn].tolist()), pawn)


@lru_cache(4096)
def _rank_among(places: tuple[int, ...], pawn: int) -> Text | None:
    to_go = [layout.HOME - at if moving.is_on_the_way(at) else 0 for at in places]
    return by_rank(to_go, pawn, _RANKS)


def _which(p: Position, pawn: int) -> Text | None:
    """Which of the mover's pawns, where there is a choice; two on one space that differ by what they did."""
    places, rank = p.pawns[p.turn].tolist(), _rank(p, pawn)
    if not needs_number(places, pawn, lambda i: moving.is_twin(p, i)):
        return rank
    mate = next(i for i, at in enumerate(places) if at == places[pawn] and i != pawn)
    here = rank or say("the pawn")
    if p.played == pawn + 1:
        return say("{piece} that has just moved", piece=here)
    if p.played == mate + 1:
        return say("{piece} that was there before", piece=here)
    left = [_has_left_a_pair(p, i, places[pawn]) for i in (pawn, mate)]
    if left[0] != left[1]:
        return (
            say("{piece} that has left a pair", piece=here)
            if left[0]
            else say("{piece} that has left no pair", piece=here)
        )
    if pawn < mate:
        return say("{piece}, the first of two", piece=here)
    return say("{piece}, the second of two", piece=here)


def _has_left_a_pair(p: Position, pawn: int, here: int) -> bool:
    """Has it stood in this turn with a pawn that is elsewhere now?"""
    mates = [m for m in range(layout.PAWNS) if p.locks & record.PAIR[pawn, m]]
    return any(p.pawns[p.turn, mate] != here for mate in mates)


def _end_of_way(p: Position, pawn: int, goal: int) -> Text | None:
    """What kind of place a pawn comes to."""
    if goal == layout.HOME:
        return say("HOME")
    if _joins(p, pawn, goal):
        return say("making a blockade")
    here = int(p.pawns[p.turn, pawn])
    if goal >= layout.HOME_PATH:
        return say("onto the home path") if here < layout.HOME_PATH else None
    return say("onto a safe space") if _is_safe(p, goal) and here != layout.START else None


def _joins(p: Position, pawn: int, goal: int) -> bool:
    """Does another pawn of the mover stand there?"""
    return any(at == goal for i, at in enumerate(p.pawns[p.turn].tolist()) if i != pawn)


def _is_safe(p: Position, goal: int) -> bool:
    return bool(layout.SAFE[layout.SPACE[p.turn, goal + 1]])


# ---------------------------------------------------------------- telling the story


def sentence(before: Position, action: int, after: Position) -> Text:
    """What happened, for the log."""
    who = SEAT_NAMES[before.turn]
    if before.phase == record.ROLL_OFF:
        return _roll_off_sentence(before, action, after)
    lost = _lost_bonus(before, action, after)
    if before.phase == record.ROLL:
        return join([_roll_sentence(before, action, after), lost, _ending(before, after)])
    if action == record.PASS:
        told = (
            say("{seat} declines the bonus.", seat=who)
            if before.phase == record.BONUS
            else say("{seat} refuses the fourteen.", seat=who)
        )
        return join([told, lost, _ending(before, after)])
    what, pawn = divmod(action, layout.PAWNS)
    return join([_moved(before, what, pawn), _lost_dice(before, what, after), lost, _ending(before, after)])


def _moved(before: Position, what: int, pawn: int) -> Text:
    """How far a pawn went, and what it found there."""
    here, goal = int(before.pawns[before.turn, pawn]), int(moving.goal_of(before, what, pawn))
    victim = _captured(before, goal)
    values: dict[str, Any] = {"seat": SEAT_NAMES[before.turn], "count": goal - here}
    if what in (record.TEN, record.TWENTY):
        values["count"] = say("the bonus of {size}", size=record.spaces_of(what))
    if victim is not None:
        values["victim"] = SEAT_NAMES[victim]
        if here == layout.START:
            return say("{seat} enters a pawn and takes {victim}'s!", **values)
        return say("{seat} moves {count} and takes {victim}'s pawn!", **values)
    if here == layout.START:
        return say("{seat} enters a pawn.", **values)
    if goal == layout.HOME:
        return say("{seat} moves {count} and brings a pawn HOME.", **values)
    if _joins(before, pawn, goal):
        return say("{seat} moves {count} and makes a blockade.", **values)
    if _is_safe(before, goal):
        return say("{seat} moves {count} onto a safe space.", **values)
    return say("{seat} moves {count}.", **values)


def _roll_off_sentence(before: Position, action: int, after: Position) -> Text:
    a, b = ROLLS[action].tolist()
    told = say(
        "{seat} rolls {dice} for the first turn: {total}.",
        seat=SEAT_NAMES[before.turn],
        dice=f"{a}-{b}",
        total=a + b,
    )
    if after.phase != record.ROLL_OFF:
        return join([told, say("{seat} begins.", seat=SEAT_NAMES[after.turn])])
    if after.best < before.best or (before.rolling == 1 << before.turn):
        return join([told, say("A tie: they roll again.")])
    return told


def _roll_sentence(before: Position, action: int, after: Position) -> Text:
    a, b = ROLLS[action].tolist()
    who = SEAT_NAMES[before.turn]
    told = say("{seat} rolls {dice}.", seat=who, dice=f"{a}-{b}")
    if _is_doublets(action) and before.doublets == record.THIRD - 1:
        gone = (before.pawns[before.turn] != after.pawns[before.turn]).any()
        if gone:
            why = say("The third doublets: the pawn nearest HOME goes back to START.")
        else:
            why = say("The third doublets end the turn.")
        return join([told, why])
    if after.phase == record.PLAY:
        return join([told, say("Doublets: fourteen in four parts.") if after.quad else None])
    if a == b and turns.all_entered(before):
        return join([told, say("The four parts cannot all be played, so none is.")])
    return join([told, say("Nothing can be played.")])


def _lost_dice(before: Position, what: int, after: Position) -> Text | None:
    if (
        before.phase != record.PLAY
        or after.phase == record.PLAY
        or after.phase == record.FINISHED
        or before.quad
    ):
        return None
    if (
        what in (record.SUM_FIVE, record.LEAP)
        or duties.counts_left(before) != 2
        or after.place[before.turn] >= 0
    ):
        return None
    rest = before.dice[1] if what == before.dice[0] else before.dice[0]
    return say("The {count} cannot be played.", count=rest)


def bonuses_of(p: Position) -> list[int]:
    """The bonuses pending, in the order earned where that counts."""
    if p.bonus_order != record.EARNED:
        return [record.CAPTURE_BONUS] * p.twenties + [record.HOME_BONUS] * p.tens
    sizes = (record.HOME_BONUS, record.CAPTURE_BONUS)
    return [sizes[p.queue >> i & 1] for i in range(p.tens + p.twenties)]


def _lost_bonus(before: Position, action: int, after: Position) -> Text | None:
    """Did bonuses lapse, because no pawn could take one or the third doublets ended the turn?"""
    if after.place[before.turn] >= 0:
        return None
    due, left = _due(before, action), bonuses_of(after)
    lost = due[: len(due) - len(left)]
    if not lost:
        return None
    one = len(lost) == 1
    if before.phase == record.ROLL and before.doublets == record.THIRD - 1 and _is_doublets(action):
        if one:
            return say("The bonus that was left for the end of the turn is lost.")
        return say("The bonuses that were left for the end of the turn are lost.")
    if left:
        sizes = ", ".join(map(str, lost))
        if one:
            return say("No pawn can take the bonus of {size}: it is lost.", size=sizes)
        return say("No pawn can take the bonuses of {sizes}: they are lost.", sizes=sizes)
    if one:
        return say("No pawn can take the bonus: it is lost.")
    return say("No pawn can take the bonuses: they are lost.")


def _due(before: Position, action: int) -> list[int]:
    """The bonuses that are to be played or lost once this is done: without those it plays or declines, with
    what it earns."""
    due = bonuses_of(before)
    if before.phase not in (record.PLAY, record.BONUS):
        return due
    if action == record.PASS:
        declines = before.phase == record.BONUS
        return due[1:] if declines and before.bonus_order == record.EARNED else [] if declines else due
    what, pawn = divmod(action, layout.PAWNS)
    if before.phase == record.BONUS:
        due.remove(int(record.spaces_of(what)))
    goal = int(moving.goal_of(before, what, pawn))
    if goal == layout.HOME:
        due.append(record.HOME_BONUS)
    elif _captured(before, goal) is not None and (not before.bonus_cap or before.paid < before.bonus_cap):
        due.append(record.CAPTURE_BONUS)
    return due


def _is_doublets(outcome: int) -> bool:
    a, b = ROLLS[outcome].tolist()
    return bool(a == b)


def _ending(before: Position, after: Position) -> Text | None:
    who = SEAT_NAMES[before.turn]
    place = int(after.place[before.turn])
    if place >= 0 and before.place[before.turn] == record.PLAYING:
        if place == 0:
            return say("All four pawns are HOME: {seat} wins!", seat=who)
        return say("All four pawns are HOME: {seat} takes place {place}.", seat=who, place=place + 1)
    if after.phase == record.FINISHED:
        return say("The turn limit is reached: the game is a draw.")
    if after.phase == record.ROLL and after.turn == before.turn and after.doublets:
        return say("{seat} rolls again.", seat=who)
    return None


def score(p: Position, seat: int) -> Text:
    """How a seat stands: its pawns that have come HOME."""
    return at_home(p.pawns[seat].tolist().count(layout.HOME))


@cache
def at_home(count: int) -> Text:
    """So many pawns of a seat."""
    return say("{count} of {all} pawns HOME", count=count, all=layout.PAWNS)


def asks(p: Position) -> Text:
    """What is asked now, and of whom."""
    who = SEAT_NAMES[p.turn]
    if p.phase == record.ROLL_OFF:
        return say("{seat} rolls for the first turn.", seat=who)
    if p.phase == record.ROLL:
        return say("{seat} to roll.", seat=who)
    if p.phase == record.FINISHED:
        winners = [SEAT_NAMES[c] for c in range(layout.CHAIRS) if p.place[c] == 0]
        return say("{seat} has won.", seat=winners[0]) if winners else say("The game is a draw.")
    if p.phase == record.BONUS:
        return say("{seat} to play a bonus: {bonuses}.", seat=who, bonuses=", ".join(map(str, bonuses_of(p))))
    return say("{seat} to play: {counts}.", seat=who, counts=_counts_left(p))


def asks_you(p: Position) -> Text:
    """The same, said to whoever is on turn."""
    if p.phase == record.ROLL_OFF:
        return say("Roll for the first turn.")
    if p.phase == record.ROLL:
        return say("Roll the dice.")
    if p.phase == record.BONUS:
        return say("Play a bonus: {bonuses}.", bonuses=", ".join(map(str, bonuses_of(p))))
    return asks(p) if p.phase == record.FINISHED else say("Play: {counts}.", counts=_counts_left(p))


def _counts_left(p: Position) -> str:
    counts = zip(p.value.tolist(), p.times.tolist(), strict=True)
    return ", ".join(str(value) for value, times in counts for _ in range(times))


# ---------------------------------------------------------------- saying why not

_REASONS: dict[int, Reason] = {
    record.GAME_OVER: Reason(say("The game is over."), "PAR-WIN-1"),
    record.ROLL_FIRST: Reason(say("The dice must be rolled first."), "PAR-TURN-2"),
    record.NOT_YOUR_TURN: Reason(say("It is {turn}'s turn."), "PAR-TURN-1"),
    record.NO_SUCH_ACTION: Reason(say("There is no such move."), "PAR-MOVE-1"),
    record.NO_SUCH_COUNT: Reason(say("There is no such count to play; left are: {left}."), "PAR-MOVE-2"),
    record.NEEDS_FIVE: Reason(say("A pawn in START needs a five to enter."), "PAR-ENTER-1"),
    record.AT_HOME: Reason(say("A pawn that is HOME never moves again."), "PAR-HOME-3"),
    record.OVERSHOOTS: Reason(say("HOME must be reached exactly; this goes beyond it."), "PAR-HOME-2"),
    record.BLOCKADE: Reason(say("Blocked: there is a blockade {ahead} ahead."), "PAR-BLOCK-2"),
    record.OWN_PAIR: Reason(say("Two of your pawns stand there already."), "PAR-MOVE-6"),
    record.SAFETY_TAKEN: Reason(say("That is a safe space, and {owner} stands there."), "PAR-SAFE-2"),
    record.LOCKED: Reason(
        say("The two pawns stood together in this turn, so they may not meet again in it."), "PAR-BLOCK-5"
    ),
    record.NONE_IN_START: Reason(say("There is no pawn in START to enter."), "PAR-ENTER-5"),
    record.ENTER_CLOSED: Reason(say("A blockade stands on your ENTER space."), "PAR-ENTER-7"),
    record.NOT_A_SUM: Reason(say("The two dice, both unplayed, do not make five."), "PAR-ENTER-2"),
    record.BONUS_CAPTURES: Reason(say("At this table a bonus may not capture."), "PAR-Q-24"),
    record.BONUS_GOES_HOME: Reason(say("At this table a bonus may not bring a pawn HOME."), "PAR-Q-35"),
    record.SAME_PAWN: Reason(
        say("At this table one pawn takes both dice in a single move or not at all."), "PAR-Q-09"
    ),
    record.MUST_ENTER: Reason(say("A five must enter a pawn while that is possible."), "PAR-ENTER-4"),
    record.MUST_ENTER_BOTH: Reason(say("Dice that make five together must enter a pawn."), "PAR-ENTER-4"),
    record.MUST_ENTER_FIRST: Reason(say("At this table the five must enter its pawn first."), "PAR-Q-07"),
    record.WASTES_DIE: Reason(
        say("Both dice must be played if possible; after this the other could not be."), "PAR-MOVE-4"
    ),
    record.WASTES_ENTRY: Reason(
        say("At this table the dice must be played so that a pawn enters."), "PAR-Q-08"
    ),
    record.HIGHER_DIE: Reason(
        say("At this table the higher die is played when only one can be."), "PAR-Q-11"
    ),
    record.WASTES_PARTS: Reason(
        say("All four parts must be played; after this the rest could not be."), "PAR-DBL-5"
    ),
    record.NO_SUCH_BONUS: Reason(say("No such bonus is due now."), "PAR-CAP-4"),
    record.BONUSES_NOW: Reason(
        say("The dice have been played; what is to be played now is a bonus: {bonuses}."), "PAR-CAP-4"
    ),
    record.BONUS_ORDER: Reason(say("At this table bonuses are played in the order earned."), "PAR-Q-25"),
    record.CANNOT_DECLINE: Reason(say("There is nothing here that may be declined."), "PAR-MOVE-5"),
    record.TWIN: Reason(say("The other pawn there is just the same: play that one."), "PAR-MOVE-2"),
}


def reason(p: Position, seat: int, action: int, code: int) -> Reason:
    """What the rules' `explain` means by this code."""
    place = code // record.PLACE
    why = _REASONS[code % record.PLACE]
    there = int(p.board[layout.SPACE[p.turn, place + 1]])
    values = {
        "turn": SEAT_NAMES[p.turn],
        "left": _counts_left(p) or "-",
        "bonuses": ", ".join(map(str, bonuses_of(p))),
        "ahead": place - int(p.pawns[p.turn, action % layout.PAWNS]),
        "owner": SEAT_NAMES[there >> 2],
    }
    return Reason(Text(why.text.template, values), why.clause)
