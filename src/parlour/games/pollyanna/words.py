"""Pollyanna in words: names of actions, what happened, what is asked, and why not.

In the names of actions places are as the owner of the piece counts them: the corner, 0..54 on the Broadway,
T1.1..T3.7 on the turnouts ahead, 55..60 on the Home Path, home. Sentences do without.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from parlour.games.racing.words import by_rank, needs_number
from parlour.rules.kit import CHANCE, NOBODY, ROLLS
from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import duties, layout, moving, record, rules

TITLE = say("Pollyanna")
BLURB = say("Race four pieces home by sixes and turnouts; capture for ten spaces more, alone or as partners.")
AIM = say(
    "Be the first to bring four pieces home, or eight with a partner. A six starts a piece; a "
    "capture earns ten steps more; a turnout is a safe way round."
)
SEAT_NAMES = (say("Yellow"), say("Green"), say("Red"), say("Blue"))
SEAT_LETTERS = ("Y", "G", "R", "B")

OPTION_WORDS: dict[str, Text] = {
    "mode": say("Four play as partners, or each alone"),
    "seats": say("Which chairs are taken (0 to 3, in the direction the pieces travel)"),
    "start_tie": say("After a tie for the first turn: only the tied players throw again, or everybody"),
    "start_first": say("A 6 must start its piece before the other die is played"),
    "sum_six_optional": say("Two dice that make six together need not start a piece"),
    "max_stack": say("The most pieces that may move onto one space of the Broadway"),
    "start_respects_max_stack": say("A full starting space stops starts, too"),
    "sum_is_one_move": say("One piece may take both dice as a single move, without stopping between"),
    "max_dice": say("Must one look ahead so that both dice get played, or may one play as it comes?"),
    "single_die_choice": say("If either die can be played but not both: any of them, or the higher"),
    "reward_mandatory": say("A reward that can be used must be used"),
    "reward_timing": say("A reward is used at once, or at any time in the same throw"),
    "reward_on_start": say("A capture on the starting space earns a reward"),
    "reward_into_home": say("A reward may bring a piece home"),
    "reward_must_save_die": say("A reward must be used so that the other die can still be played"),
    "joiner_waits": say("A piece that joins two others moves on in a later turn only"),
    "finished_partner": say("A player who has finished is skipped, or throws for his partner"),
    "play_for_places": say("After the first winner the others play on for the places"),
    "max_turns": say("Stop after so many turns (0: no limit)"),
}
# What each choice of such a house rule is called, in the order of its choices.
CHOICE_WORDS: dict[str, tuple[Text, ...]] = {
    "mode": (say("pairs when four play"), say("everybody alone"), say("pairs")),
    "start_tie": (say("only the tied players throw again"), say("everybody throws again")),
    "max_stack": (say("three pieces"), say("four pieces")),
    "max_dice": (say("look ahead, so that both dice get played"), say("play as it comes")),
    "single_die_choice": (say("any of the two"), say("the higher one")),
    "reward_timing": (say("at once"), say("at any time in the throw")),
    "finished_partner": (say("takes no more turns"), say("throws for the partner")),
}
# A usual game with the fewest and with the most players: five seconds for a decision, two for a roll.
MINUTES = (15, 40)
LEARNING = 1


# ---------------------------------------------------------------- naming places and actions


def place_name(place: int) -> str | int:
    """A place as it is written: "C", "H", the owner's count, or "T2.3" for a turnout."""
    if place >= layout.FIRST_TURNOUT:
        turnout, at = divmod(place - layout.FIRST_TURNOUT, layout.TURNOUT_LENGTH)
        return f"T{turnout + 1}.{at + 1}"
    return {layout.CORNER: "C", layout.HOME: "H"}.get(place, int(place))


def _parts(action: int) -> tuple[int, int, int]:
    """What is done, by which piece, on which route."""
    return record.what_of(action), record.piece_of(action), record.route_of(action)


def notation(p: Position, action: int) -> str:
    """The short name of an action here; empty for a code that names nothing."""
    if rules.actor(p) == CHANCE:
        return "{}-{}".format(*ROLLS[action]) if 0 <= action < len(ROLLS) else ""
    name = _short(p, action)
    if name and name != "pass":
        piece, places = _parts(action)[1], p.pieces[p.mover].tolist()
        told_apart = needs_number(places, piece, lambda i: moving.is_twin(p, i))
        if told_apart and _like(p, name) != [action]:
            return numbered(p, action)
    return name


def numbered(p: Position, action: int) -> str:
    """The name with the piece's number, which is understood even where the name alone would do."""
    name = _short(p, action)
    return f"{name}#{_parts(action)[1] + 1}" if name and name != "pass" else name


def _like(p: Position, name: str) -> list[int]:
    """The legal actions that would read so, were their pieces not numbered."""
    return [action for action in _legal(p) if _short(p, action) == name]


def _legal(p: Position) -> list[int]:
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    return [int(action) for action in out[: rules.legal(p, out)]]


def _short(p: Position, action: int) -> str:
    if not 0 <= action < rules.ACTIONS or p.phase != record.PLAY:
        return ""
    if action == record.PASS:
        return "pass"
    what, piece, route = _parts(action)
    here = int(p.pieces[p.mover, piece])
    if here == layout.CORNER:
        return {record.SUM_SIX: "START=", record.SIX: "START6"}.get(what, "") if not route else ""
    if here == layout.HOME or what == record.SUM_SIX or (what == record.LEAP and not record.both_left(p)):
        return ""
    origin = place_name(here)
    name = f"{origin}+{what}"
    if what == record.LEAP:
        name = f"{origin}+{p.left[0]}+{p.left[1]}"
    elif what == record.TEN:
        name = f"R{record.REWARD}:{origin}"
    goal = int(moving.goal_of(p, what, piece, route))
    if route != layout.TURNOUT:
        return name
    straight = int(moving.goal_of(p, what, piece, layout.STRAIGHT))
    return f"{name}>{place_name(goal)}" if goal != straight else ""


def meant(p: Position, text: str) -> list[int]:
    """What a person means by "start", or by where a piece is and where it shall go: "20 to T1.2"."""
    if rules.actor(p) == CHANCE:
        return []
    said = text.strip().casefold()
    way = re.fullmatch(r"(\d{1,3}|t\d\.\d)(?: *(?:-|to|>) *| +)(\d{1,3}|t\d\.\d|home)", said)
    if not way and said != "start":
        return []
    wanted = [name.upper().replace("HOME", "H") for name in way.groups()] if way else ["C", "0"]
    moves = [(a, *_parts(a)) for a in _legal(p) if a != record.PASS]
    return [
        a
        for a, what, piece, route in moves
        if [
            str(place_name(int(at)))
            for at in (p.pieces[p.mover, piece], moving.goal_of(p, what, piece, route))
        ]
        == wanted
    ]


def absent(p: Position, name: str) -> Reason | None:
    """Why a name in small letters, formed like an action's, fits no piece: none stands there."""
    if rules.actor(p) == CHANCE:
        return None
    if name in ("start6", "start="):
        return Reason(say("you have no piece in the corner"), "POL-ENTER-1")
    place = r"\d+|t\d+\.\d+"
    found = re.fullmatch(rf"(?:r\d+:({place})|({place})(?:\+\d+){{1,2}})(?:>t\d+\.\d+)?(?:#\d)?", name)
    here = (found[1] or found[2]).upper() if found else ""
    if found is None or here in (str(place_name(int(at))) for at in p.pieces[p.mover]):
        return None
    return Reason(say("you have no piece on {space}", space=here), "POL-DICE-1")


def fields(p: Position, action: int) -> dict[str, Any]:
    """An action as data: what is done, by how much, from where to where."""
    if rules.actor(p) == CHANCE:
        return {"do": "roll", "dice": ROLLS[action].tolist()}
    if action == record.PASS:
        return {"do": "pass"}
    what, piece, route = _parts(action)
    here, goal = int(p.pieces[p.mover, piece]), int(moving.goal_of(p, what, piece, route))
    data: dict[str, Any] = {"do": "move", "piece": piece + 1}
    data |= {"from": place_name(here), "to": place_name(goal), "count": what}
    if here == layout.CORNER:
        data |= {"do": "start", "count": [record.SIX] if what else p.left.tolist()}
    elif what == record.LEAP:
        data |= {"count": p.left.tolist()}
    elif what == record.TEN:
        data |= {"do": "reward", "count": record.REWARD}
    if route == layout.TURNOUT:
        data["route"] = "turnout"
    return data


def _captured(p: Position, goal: int) -> int | None:
    """Whom the mover's piece captures by landing there."""
    victim = int(moving.captured_at(p, goal))
    return None if victim == NOBODY else victim // record.PIECES


def offer(p: Position, action: int) -> Text:
    """One line of a list of moves."""
    if rules.actor(p) == CHANCE:
        return say("throw {dice}", dice=notation(p, action))
    if action == record.PASS:
        return say("decline the reward")
    what, piece, route = _parts(action)
    goal = int(moving.goal_of(p, what, piece, route))
    victim = _captured(p, goal)
    taken = say("captures {seat}", seat=SEAT_NAMES[victim]) if victim is not None else None
    way = join([_step_offer(p, what, piece), _end_of_way(p, piece, route, goal)], ", ")
    return join([way, taken], "; ")


def _step_offer(p: Position, what: int, piece: int) -> Text:
    """How far, and with which piece."""
    if what == record.SUM_SIX:
        return say("start a piece with both dice")
    if p.pieces[p.mover, piece] == layout.CORNER:
        return say("start a piece with the 6")
    which = _which(p, piece)
    if what == record.TEN:
        if which is None:
            return say("reward: {count} ahead", count=record.REWARD)
        return say("reward: {count} ahead with {piece}", count=record.REWARD, piece=which)
    if what == record.LEAP:
        size = int(p.left.sum())
        if which is None:
            return say("{count} ahead, both dice in one move", count=size)
        return say("{count} ahead with {piece}, both dice in one move", count=size, piece=which)
    if which is None:
        return say("{count} ahead", count=what)
    return say("{count} ahead with {piece}", count=what, piece=which)


_RANKS = (say("the front piece"), say("the second piece"), say("the third piece"), say("the rear piece"))


def _rank(p: Position, piece: int) -> Text | None:
    """Which of the pieces on their way, from the front; nothing where all of them stand together.

    A turnout is longer than the Broadway beside it, so two pieces can have the same way to go and stand on
    different spaces: the one on the turnout counts as the rear one.
    """
    on_the_way = [at not in (layout.CORNER, layout.HOME) for at in p.pieces[p.mover].tolist()]
    to_go = [
        2 * int(layout.TO_GO[at]) + (at >= layout.FIRST_TURNOUT) if going else 0
        for at, going in zip(p.pieces[p.mover].tolist(), on_the_way, strict=True)
    ]
    return by_rank(to_go, piece, _RANKS)


def _which(p: Position, piece: int) -> Text | None:
    """Which of the pieces, where there is a choice; those on one space that differ by what they did."""
    rank = _rank(p, piece)
    if not needs_number(p.pieces[p.mover].tolist(), piece, lambda i: moving.is_twin(p, i)):
        return rank
    here = rank or say("the piece")
    if p.played == piece + 1:
        return say("{piece} that has just moved", piece=here)
    if p.waits >> piece & 1:
        return say("{piece} that waits", piece=here)
    return say("{piece} that was there before", piece=here)


def _end_of_way(p: Position, piece: int, route: int, goal: int) -> Text | None:
    """By which way a piece goes, and what kind of place it comes to."""
    here = int(p.pieces[p.mover, piece])
    if goal == layout.HOME:
        return say("home")
    if goal >= layout.FIRST_TURNOUT:
        return say("into the turnout") if here < layout.FIRST_TURNOUT else say("along the turnout")
    if route == layout.TURNOUT:
        return say("through the turnout")
    if goal >= layout.HOME_PATH:
        return say("onto the Home Path") if here < layout.HOME_PATH else None
    if _joins(p, goal):
        return say("making a blockade")
    return say("onto a safe space") if _is_safe(p, goal) and here != layout.CORNER else None


def _joins(p: Position, goal: int) -> bool:
    """Does a piece of the mover's side stand there?"""
    there = p.board[layout.SPACE[p.mover, goal + 1]]
    return bool(there) and bool(record.are_friends(p, p.mover, there))


def _is_safe(p: Position, goal: int) -> bool:
    return bool(layout.COLOUR[layout.SPACE[p.mover, goal + 1]] == p.mover)


# ---------------------------------------------------------------- telling the story


def sentence(before: Position, action: int, after: Position) -> Text:
    """What happened, for the log."""
    if before.phase == record.ROLL_OFF:
        return _roll_off_sentence(before, action, after)
    if before.phase == record.THROW:
        told = say("{seat} throws {dice}.", seat=SEAT_NAMES[before.turn], dice="{}-{}".format(*ROLLS[action]))
        idle = say("Nothing can be played.") if after.phase != record.PLAY else None
        return join([told, idle, _ending(before, after)])
    if action == record.PASS:
        told = say("{seat} declines the reward.", seat=SEAT_NAMES[before.turn])
        return join([told, _lost(before, action, after), _ending(before, after)])
    told = _moved(before, *_parts(action))
    return join([told, _lost(before, action, after), _ending(before, after)])


def _moved(before: Position, what: int, piece: int, route: int) -> Text:
    """How far a piece went, and what it found there."""
    here, goal = int(before.pieces[before.mover, piece]), int(moving.goal_of(before, what, piece, route))
    victim = _captured(before, goal)
    values: dict[str, Any] = {"seat": _mover(before), "count": int(moving.count_of(before, what))}
    if what == record.TEN:
        values["count"] = say("the reward of {size}", size=record.REWARD)
    if victim is not None:
        values["victim"] = SEAT_NAMES[victim]
        if here == layout.CORNER:
            return say("{seat} starts a piece and takes {victim}'s!", **values)
        return say("{seat} moves {count} and takes {victim}'s piece!", **values)
    if here == layout.CORNER:
        return say("{seat} starts a piece.", **values)
    if goal == layout.HOME:
        return say("{seat} moves {count} and brings a piece home.", **values)
    if goal >= layout.FIRST_TURNOUT > here:
        return say("{seat} moves {count} into the turnout.", **values)
    if goal < layout.HOME_PATH and _joins(before, goal):
        return say("{seat} moves {count} and makes a blockade.", **values)
    if goal < layout.HOME_PATH and _is_safe(before, goal):
        return say("{seat} moves {count} onto a safe space.", **values)
    return say("{seat} moves {count}.", **values)


def _mover(p: Position) -> Text:
    if p.mover == p.turn:
        return SEAT_NAMES[p.turn]
    return say("{seat}, for {partner},", seat=SEAT_NAMES[p.turn], partner=SEAT_NAMES[p.mover])


def _roll_off_sentence(before: Position, action: int, after: Position) -> Text:
    a, b = ROLLS[action].tolist()
    told = say(
        "{seat} throws {dice} for the first turn: {total}.",
        seat=SEAT_NAMES[before.turn],
        dice=f"{a}-{b}",
        total=a + b,
    )
    if after.phase != record.ROLL_OFF:
        return join([told, say("{seat} begins.", seat=SEAT_NAMES[after.turn])])
    if before.rolling == 1 << before.turn:
        return join([told, say("A tie: they throw again.")])
    return told


def _lost(before: Position, action: int, after: Position) -> Text | None:
    """What of the throw lapsed with this action: rewards nobody could take, a die nobody could play."""
    if _all_home(after, before.mover) and not _all_home(before, before.mover):
        return None  # with the last piece home nothing more is asked
    what, piece, route = _parts(action)
    left = [n for n in before.left.tolist() if n]
    due = before.rewards
    if action == record.PASS or what == record.TEN:
        due -= 1
    elif what in (record.SUM_SIX, record.LEAP):
        left = []
    else:
        left.remove(what)
    if action != record.PASS:
        here, goal = before.pieces[before.mover, piece], int(moving.goal_of(before, what, piece, route))
        due += _captured(before, goal) is not None and bool(moving.earns(before, here))
    lost = []
    if due > after.rewards:
        lost.append(say("No piece can take the reward: it is lost."))
    if left and after.phase != record.PLAY:
        lost.append(say("The {count} cannot be played.", count=left[0]))
    return join(lost) if lost else None


def _all_home(p: Position, seat: int) -> bool:
    return bool(record.pieces_at(p, seat, layout.HOME) == record.PIECES)


def _ending(before: Position, after: Position) -> Text | None:
    me, mate = before.mover, int(record.PARTNER[before.mover])
    place = int(after.place[me])
    if place >= 0 and before.place[me] == record.PLAYING:
        if before.partners:
            return say(
                "All eight pieces are home: {seat} and {partner} win!",
                seat=SEAT_NAMES[me],
                partner=SEAT_NAMES[mate],
            )
        if place == 0:
            return say("All four pieces are home: {seat} wins!", seat=SEAT_NAMES[me])
        return say(
            "All four pieces are home: {seat} takes place {place}.", seat=SEAT_NAMES[me], place=place + 1
        )
    done = None
    if _all_home(after, me) and not _all_home(before, me):
        done = say(
            "All four pieces are home: {seat} has finished, {partner} plays on.",
            seat=SEAT_NAMES[me],
            partner=SEAT_NAMES[mate],
        )
    if after.phase == record.FINISHED:
        return join([done, say("The turn limit is reached: the game is a draw.")])
    if after.phase == record.THROW and after.turn == before.turn and before.phase != record.THROW:
        return say("Doublets: {seat} throws again.", seat=SEAT_NAMES[before.turn])
    return done


def score(p: Position, seat: int) -> Text:
    """How a seat stands: its pieces that are home."""
    return say(
        "{count} of {all} pieces home", count=record.pieces_at(p, seat, layout.HOME), all=record.PIECES
    )


def asks(p: Position) -> Text:
    """What is asked now, and of whom."""
    who = SEAT_NAMES[p.turn]
    if p.phase == record.ROLL_OFF:
        return say("{seat} throws for the first turn.", seat=who)
    if p.phase == record.THROW:
        return say("{seat} to throw.", seat=who)
    if p.phase == record.FINISHED:
        winners = [SEAT_NAMES[c] for c in range(rules.CHAIRS) if p.place[c] == 0]
        if not winners:
            return say("The game is a draw.")
        if len(winners) > 1:
            return say("{seat} and {partner} have won.", seat=winners[0], partner=winners[1])
        return say("{seat} has won.", seat=winners[0])
    if duties.must_reward(p):
        return say("{seat} to use a reward of {size}.", seat=_mover(p), size=record.REWARD)
    return say("{seat} to play: {counts}.", seat=_mover(p), counts=_counts_left(p))


def asks_you(p: Position) -> Text:
    """The same, said to whoever is on turn."""
    if p.phase == record.ROLL_OFF:
        return say("Throw for the first turn.")
    if p.phase == record.THROW:
        return say("Throw the dice.")
    if p.phase == record.FINISHED:
        return asks(p)
    partner = say("You play for {partner}.", partner=SEAT_NAMES[p.mover]) if p.mover != p.turn else None
    if duties.must_reward(p):
        return join([partner, say("Use a reward of {size}.", size=record.REWARD)])
    return join([partner, say("Play: {counts}.", counts=_counts_left(p))])


def _counts_left(p: Position) -> Text:
    rewards = [say("reward {size}", size=record.REWARD)] * p.rewards
    return join([*(str(n) for n in p.left.tolist() if n), *rewards], ", ")


# ---------------------------------------------------------------- saying why not

_REASONS: dict[int, Reason] = {
    record.GAME_OVER: Reason(say("The game is over."), "POL-WIN-1"),
    record.THROW_FIRST: Reason(say("The dice must be thrown first."), "POL-TURN-1"),
    record.NOT_YOUR_TURN: Reason(say("It is {turn}'s turn."), "POL-TURN-1"),
    record.NO_SUCH_ACTION: Reason(say("There is no such move."), "POL-DICE-1"),
    record.NO_SUCH_COUNT: Reason(say("There is no such count to play; left are: {left}."), "POL-DICE-2"),
    record.NEEDS_SIX: Reason(say("Only a six starts a piece from the corner."), "POL-ENTER-1"),
    record.AT_HOME: Reason(say("A piece that is home never moves again."), "POL-HOME-5"),
    record.OVERSHOOTS: Reason(say("Home must be reached exactly; this goes beyond it."), "POL-HOME-4"),
    record.BLOCKADE: Reason(say("Blocked by {owner}'s blockade."), "POL-BLOCK-2"),
    record.RIVAL_BLOCKADE: Reason(say("{owner}'s blockade holds that space."), "POL-BLOCK-3"),
    record.STACK_FULL: Reason(say("No more pieces may move onto that space."), "POL-Q-10"),
    record.SAFE_RIVAL: Reason(say("{owner} is safe there: the space has {owner}'s colour."), "POL-SAFE-2"),
    record.TURNOUT_TAKEN: Reason(say("{owner} is in the way on the turnout."), "POL-TO-3"),
    record.PATH_TAKEN: Reason(say("Your own piece is in the way on the Home Path."), "POL-HOME-3"),
    record.NO_BRANCH: Reason(say("This move does not come past the beginning of a turnout."), "POL-TO-1"),
    record.WAITS: Reason(
        say("The piece has joined a pair and waits there until your next turn."), "POL-Q-28"
    ),
    record.NONE_IN_CORNER: Reason(say("There is no piece in the corner to start."), "POL-ENTER-1"),
    record.START_CLOSED: Reason(say("{owner}'s blockade shuts your starting space."), "POL-ENTER-7"),
    record.START_FULL: Reason(say("At this table a full starting space stops starts."), "POL-Q-11"),
    record.NOT_A_SUM: Reason(say("The two dice, both unplayed, do not make six."), "POL-ENTER-1"),
    record.SAME_PIECE: Reason(
        say("At this table one piece takes both dice in a single move or not at all."), "POL-Q-12"
    ),
    record.NO_REWARD: Reason(say("No reward is due."), "POL-CAP-2"),
    record.REWARD_FIRST: Reason(say("The reward comes first: use it or decline it."), "POL-CAP-2"),
    record.REWARD_GOES_HOME: Reason(say("At this table a reward may not bring a piece home."), "POL-Q-21"),
    record.MUST_START: Reason(say("A 6 must start a piece while that is possible."), "POL-ENTER-2"),
    record.MUST_START_BOTH: Reason(say("Dice that make six together must start a piece."), "POL-ENTER-2"),
    record.MUST_START_FIRST: Reason(say("The 6 must start its piece first."), "POL-ENTER-3"),
    record.WASTES_DIE: Reason(
        say("Both dice must be played if possible; after this the other could not be."), "POL-DICE-3"
    ),
    record.WASTES_START: Reason(say("The dice must be played so that a piece starts."), "POL-ENTER-2"),
    record.HIGHER_DIE: Reason(
        say("At this table the higher die is played when only one can be."), "POL-Q-13"
    ),
    record.SAVES_NO_DIE: Reason(
        say("At this table a reward must be used so that the other die can be played."), "POL-Q-15"
    ),
    record.CANNOT_PASS: Reason(say("A die that can be played must be played."), "POL-DICE-3"),
    record.CANNOT_DECLINE: Reason(say("At this table a reward that can be used must be used."), "POL-Q-16"),
    record.TWIN: Reason(say("The other piece there is just the same: play that one."), "POL-Q-28"),
}


def reason(p: Position, seat: int, action: int, code: int) -> Reason:
    """What the rules' `explain` means by this code."""
    why, place = _REASONS[code % record.PLACE], code // record.PLACE
    there = int(p.board[layout.SPACE[p.mover, place + 1]])
    values = {
        "turn": SEAT_NAMES[p.turn],
        "left": ", ".join(str(n) for n in p.left.tolist() if n) or "-",
        "owner": SEAT_NAMES[max(there.bit_length() - 1, 0) // record.PIECES],
    }
    return Reason(Text(why.text.template, values), why.clause)
