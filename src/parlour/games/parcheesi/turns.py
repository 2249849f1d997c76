"""Turns of Parcheesi: who begins, rolls and doublets, what comes next, and the end. (PAR-SETUP, PAR-FIRST,
PAR-TURN, PAR-DBL, PAR-WIN)"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.games.racing.places import (
    USUAL_SEATING,
    ends_race,
    number_placed,
    seated,
    share_of_win,
)
from parlour.games.racing.roll_off import LEFT, roll_off, start_round
from parlour.rules.kit import CHANCE, NOBODY, OVER, ROLLS, inline, rule

from .bonuses import bonuses_due, drop_bonuses, give_up_bonus
from .derived import derive
from .duties import can_play, can_play_bonus, counts_left
from .layout import CHAIRS, HOME, LEFT_OF, PAWNS, START
from .moving import lock_all_pairs, pawns_at, play, put
from .record import (
    ALL_ON_BOARD,
    ALL_TOGETHER,
    BONUS,
    EMPTY,
    END_OF_TURN,
    EVER_ENTERED,
    FINISHED,
    LOCK_ROLL,
    PASS,
    PLAY,
    PLAYING,
    ROLL,
    ROLL_OFF,
    SEATING,
    THIRD,
    TOP_AND_BOTTOM,
    pawn_of,
    what_of,
)

# ---------------------------------------------------------------- a new game


@rule
def new_game(s, players):
    """Everybody's pawns in START, and the roll-off before the first turn."""
    set_up(s, players)
    derive(s)


@rule
def set_up(s, players):
    """Everybody's pawns in START, and a roll-off. (PAR-SETUP-1, PAR-FIRST-1)"""
    chairs = SEATING[s.seats] if s.seats != 0 else USUAL_SEATING[players]  # PAR-SETUP-4, PAR-Q-02
    for seat in range(CHAIRS):
        s.place[seat] = PLAYING if chairs >> seat & 1 else EMPTY
        s.fresh[seat] = PAWNS if s.quad_condition == EVER_ENTERED and chairs >> seat & 1 else 0
        for pawn in range(PAWNS):
            s.pawns[seat, pawn] = START
    s.turns = 0
    clear_turn(s)
    s.phase = ROLL_OFF
    start_round(s, chairs, LEFT)


@rule
def side(s, seat):
    """Everybody plays for himself; a chair without a player for nobody."""
    return NOBODY if s.place[seat] == EMPTY else seat


@rule
def actor(s):
    """The seat on turn decides, the dice come before it, and after the last pawn nobody."""
    if s.phase == PLAY or s.phase == BONUS:
        return s.turn
    if s.phase == FINISHED:
        return OVER
    return CHANCE


# ---------------------------------------------------------------- who begins


@rule
def play_roll_off(s, total):
    """The highest roll begins; its dice are not played. (PAR-FIRST-1, PAR-FIRST-2)"""
    if roll_off(s, total, LEFT, seated(s) if s.start_tie == ALL_TOGETHER else 0):  # PAR-Q-01
        begin_turn(s)


# ---------------------------------------------------------------- one step


@rule
def apply(s, action):
    """One step, then all that follows without a choice, then the fields that depend on it."""
    act(s, action)
    go_on(s)
    derive(s)


@rule
@inline
def act(s, action):
    """The roll or the decision itself, without what then comes by itself."""
    if s.phase == PLAY or s.phase == BONUS:
        if action != PASS:
            play(s, what_of(action), pawn_of(action))
        elif s.phase == PLAY:
            drop_counts(s)  # the four-part move refused (PAR-Q-17)
        else:
            give_up_bonus(s)  # PAR-Q-26
    elif s.phase == ROLL:
        play_roll(s, ROLLS[action, 0], ROLLS[action, 1])
    else:
        play_roll_off(s, ROLLS[action, 0] + ROLLS[action, 1])


@rule
def go_on(s):
    """What comes next: more of this roll, its bonuses, another roll, another player. Nothing where a
    roll is due or the game is over."""
    if (s.phase == PLAY or s.phase == BONUS) and pawns_at(s, s.turn, HOME) == PAWNS:
        finish(s)  # PAR-WIN-1
    if s.phase == PLAY and not can_play(s):
        end_roll(s)
    if s.phase == BONUS:
        while bonuses_due(s) > 0 and not can_play_bonus(s):
            give_up_bonus(s)  # PAR-CAP-5, PAR-Q-36
        if bonuses_due(s) == 0:
            if s.doublets > 0:
                await_roll(s)  # PAR-DBL-1, PAR-DBL-6
            else:
                end_turn(s)  # PAR-TURN-2


# ---------------------------------------------------------------- rolls and doublets


@rule
@inline
def play_roll(s, a, b):
    """What a roll brings: its parts, and what doublets give or take away."""
    s.dice[0] = a
    s.dice[1] = b
    s.played = 0
    s.paid = 0
    if s.pair_lock == LOCK_ROLL:
        lock_all_pairs(s)  # PAR-Q-31
    if a == b:
        s.doublets += 1
        if s.doublets == THIRD:
            send_foremost_back(s)  # PAR-DBL-7
            end_turn(s)
            return
    s.value[0] = a
    s.value[1] = b
    s.times[0] = 2 if a == b else 1
    s.times[1] = 0 if a == b else 1
    if a == b and all_entered(s):
        s.value[1] = TOP_AND_BOTTOM - a  # PAR-DBL-3
        s.times[1] = 2
        s.quad = 1
    s.phase = PLAY


@rule
def all_entered(s):
    """Do doublets give a four-part move? (PAR-DBL-2, PAR-DBL-3, PAR-Q-14; asked once, when the dice
    fall, PAR-Q-15)"""
    if s.quad_condition == EVER_ENTERED:
        return s.fresh[s.turn] == 0
    if s.quad_condition == ALL_ON_BOARD and pawns_at(s, s.turn, HOME) > 0:
        return False
    return pawns_at(s, s.turn, START) == 0


@rule
def send_foremost_back(s):
    """The third doublets of a turn: the pawn nearest to HOME starts again (PAR-DBL-7, PAR-Q-20);
    of two that stand together either (PAR-Q-21)."""
    me = s.turn
    foremost = NOBODY
    for pawn in range(PAWNS):
        progress = s.pawns[me, pawn]
        if progress != START and (progress != HOME or s.penalty_takes_home != 0):
            if foremost == NOBODY or progress > s.pawns[me, foremost]:
                foremost = pawn
    if foremost != NOBODY:
        put(s, me, foremost, START)  # PAR-Q-19


@rule
@inline
def end_roll(s):
    """No more of this roll can be played: its bonuses come before another roll. (PAR-CAP-6, PAR-Q-23)"""
    idle = s.quad == 0 and counts_left(s) == 2
    again = s.dice[0] == s.dice[1] and not (idle and s.doublet_roll_needs_move != 0)  # PAR-DBL-1, PAR-Q-13
    drop_counts(s)
    if again and s.bonus_timing == END_OF_TURN:
        await_roll(s)
        return
    s.phase = BONUS
    if not again:
        s.doublets = 0  # the run of doublets is over: after its bonuses the turn ends


@rule
def drop_counts(s):
    """No part of the roll is left to play."""
    s.value[0] = 0
    s.value[1] = 0
    s.times[0] = 0
    s.times[1] = 0
    s.quad = 0
    s.played = 0


@rule
def await_roll(s):
    """The dice are to be rolled."""
    s.dice[0] = 0
    s.dice[1] = 0
    s.phase = ROLL


# ---------------------------------------------------------------- turns


@rule
@inline
def begin_turn(s):
    """A turn with everything before it forgotten, and pairs locked where a house rule has it."""
    clear_turn(s)
    lock_all_pairs(s)


@rule
def clear_turn(s):
    """Nothing rolled, nothing due, no doublets counted."""
    drop_counts(s)
    drop_bonuses(s)
    await_roll(s)
    s.doublets = 0
    s.locks = 0


@rule
@inline
def end_turn(s):
    """The player to the left is next, though pawns run the other way. (PAR-TURN-1)"""
    if s.max_turns > 0:
        s.turns += 1
        if s.turns >= s.max_turns:
            clear_turn(s)
            s.phase = FINISHED
            return
    s.turn = LEFT_OF[s.turn]  # PAR-Q-03
    while s.place[s.turn] != PLAYING:
        s.turn = LEFT_OF[s.turn]
    begin_turn(s)


# ---------------------------------------------------------------- the end


@rule
def finish(s):
    """The fourth pawn is HOME: what is left of the turn lapses. (PAR-WIN-1, PAR-OBJ-1)"""
    s.place[s.turn] = number_placed(s, CHAIRS)
    if ends_race(s, CHAIRS, s.play_for_places != 0):  # PAR-Q-40
        clear_turn(s)
        s.phase = FINISHED
    else:
        end_turn(s)


@rule
def payoff(s, seat):
    """The winner has it all, unless a house rule plays on for places."""
    return share_of_win(s, seat, CHAIRS, s.play_for_places != 0)
