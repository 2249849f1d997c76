"""Who is on turn: the roll-off, throws and doublets, the end of a turn and of the game, and who wins what."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.games.racing.places import (
    USUAL_SEATING,
    ends_race,
    number_placed,
    seated,
    share_of_win,
)
from parlour.games.racing.roll_off import RIGHT, roll_off, start_round
from parlour.rules.kit import CHANCE, NOBODY, OVER, ROLLS, inline, rule

from .derived import derive
from .duties import can_begin, can_use
from .layout import CHAIRS, CORNER, HOME, NOWHERE
from .moving import goal_of, move, spend
from .record import (
    ALL_TOGETHER,
    ANY_TIME,
    EMPTY,
    FINISHED,
    INDIVIDUAL,
    PARTNER,
    PASS,
    PIECES,
    PLAY,
    PLAYING,
    RIGHT_OF,
    RIVALS,
    ROLL_OFF,
    SEATING,
    TEN,
    THROW,
    THROWS_ON,
    all_home,
    piece_of,
    route_of,
    what_of,
)

# ---------------------------------------------------------------- before play


@rule
def new_game(s, players):
    """Everybody's pieces in their corners, and the throws for the first turn before it."""
    set_up(s, players)
    derive(s)


@rule
def set_up(s, players):
    """Everybody's pieces in the corner, and a roll-off. (POL-PREP-2, POL-FIRST-1)"""
    chairs = SEATING[s.seats] if s.seats != 0 else USUAL_SEATING[players]  # POL-PREP-1
    for seat in range(CHAIRS):
        s.place[seat] = PLAYING if chairs >> seat & 1 else EMPTY
        for piece in range(PIECES):
            s.pieces[seat, piece] = CORNER
    for space in range(NOWHERE + 1):
        s.board[space] = 0
    for i in range(RIVALS):
        s.trail[i] = 0
    s.partners = 1 if players == CHAIRS and s.mode != INDIVIDUAL else 0  # POL-Q-03
    s.turns = 0
    clear_throw(s)
    s.waits = 0
    s.phase = ROLL_OFF
    start_round(s, chairs, RIGHT)
    give_turn(s, s.turn)


@rule
def play_roll_off(s, total):
    """The highest throw begins. (POL-FIRST-1)"""
    if roll_off(s, total, RIGHT, seated(s) if s.start_tie == ALL_TOGETHER else 0):  # POL-Q-01
        s.phase = THROW
    give_turn(s, s.turn)


# ---------------------------------------------------------------- who acts, and for whom


@rule
def actor(s):
    """The seat on turn decides, the dice come before it, and at the end nobody."""
    if s.phase == PLAY:
        return s.turn
    if s.phase == FINISHED:
        return OVER
    return CHANCE


@rule
def side(s, seat):
    """Partners sit opposite. (POL-PART-1)"""
    if s.place[seat] == EMPTY:
        return NOBODY
    return min(seat, PARTNER[seat]) if s.partners != 0 else seat


# ---------------------------------------------------------------- a throw


@rule
def apply(s, action):
    """One step, then all that follows without a choice, then the fields that depend on it."""
    play_on(s, action)
    derive(s)


@rule
@inline
def play_on(s, action):
    """A throw, or a decision; and on to where the next one is due."""
    if s.phase == PLAY:
        play(s, action)
    elif s.phase == THROW:
        s.dice[0] = s.left[0] = ROLLS[action, 0]
        s.dice[1] = s.left[1] = ROLLS[action, 1]
        s.phase = PLAY
    else:
        play_roll_off(s, ROLLS[action, 0] + ROLLS[action, 1])
    if s.phase == PLAY:
        go_on(s)


@rule
@inline
def play(s, action):
    """A start, a die, a leap, a reward or none. (POL-DICE-2, POL-CAP-2)"""
    if action == PASS:
        s.rewards -= 1  # POL-Q-16
        return
    what, piece = what_of(action), piece_of(action)
    goal = goal_of(s, what, piece, route_of(action))
    spend(s, what, piece)
    move(s, piece, goal)
    if goal == HOME and all_home(s, s.mover):
        finish(s)


@rule
@inline
def go_on(s):
    """What comes next: a reward, more of this throw, another throw, another player."""
    if offers_choice(s):
        return
    again = s.dice[0] == s.dice[1] and s.left[0] + s.left[1] == 0
    clear_throw(s)
    if again:  # POL-DBL-1, POL-Q-34; not if a die was left (POL-DBL-2, POL-Q-35)
        s.phase = THROW
    else:
        end_turn(s)  # POL-DICE-3, POL-ENTER-5


@rule
@inline
def offers_choice(s):
    """Is there something to decide? A reward that no piece can take is lost."""
    if s.rewards > 0:
        if can_use(s, TEN):
            return True
        if s.reward_timing != ANY_TIME:
            s.rewards = 0  # POL-CAP-3, POL-Q-17
    return can_begin(s)


@rule
def clear_throw(s):
    """No dice lie on the table, and no reward is due."""
    for i in range(2):
        s.dice[i] = 0
        s.left[i] = 0
    s.rewards = 0
    s.played = 0


# ---------------------------------------------------------------- the end of a turn


@rule
@inline
def end_turn(s):
    """The player to the right is next. (POL-TURN-1)"""
    clear_throw(s)
    s.waits = 0
    if s.max_turns > 0:
        s.turns += 1
        if s.turns >= s.max_turns:
            stop(s)
            return
    seat = RIGHT_OF[s.turn]
    while not takes_turns(s, seat):
        seat = RIGHT_OF[seat]
    give_turn(s, seat)
    s.phase = THROW


@rule
@inline
def takes_turns(s, seat):
    """A player who has finished stays out, though his partner plays on. (POL-PART-4)"""
    if s.place[seat] != PLAYING:
        return False
    return not all_home(s, seat) or s.finished_partner == THROWS_ON


@rule
@inline
def give_turn(s, seat):
    """The seat's turn begins, with its partner's pieces if its own are home already."""
    s.turn = seat
    s.mover = seat
    if s.partners != 0 and all_home(s, seat):
        s.mover = PARTNER[seat]  # POL-Q-41


# ---------------------------------------------------------------- the end of the game


@rule
def finish(s):
    """The mover's fourth piece is home: what is left of the turn lapses. (POL-OBJ-1, POL-Q-41)"""
    me = s.mover
    mate = PARTNER[me]
    if s.partners != 0 and not all_home(s, mate):
        end_turn(s)  # POL-PART-4
        return
    place = number_placed(s, sides_of(s))
    s.place[me] = place
    if s.partners != 0:
        s.place[mate] = place  # POL-PART-5
    if ends_race(s, sides_of(s), s.play_for_places != 0):  # POL-Q-43
        stop(s)  # POL-WIN-1
    else:
        end_turn(s)


@rule
@inline
def sides_of(s):
    """How many chairs it takes to name every side once: partners are one side. (POL-PART-1)"""
    return CHAIRS // 2 if s.partners != 0 else CHAIRS


@rule
def stop(s):
    """The game is over."""
    clear_throw(s)
    s.waits = 0
    s.mover = s.turn
    s.phase = FINISHED


@rule
def payoff(s, seat):
    """The winning side has it all, unless a house rule plays on for places."""
    return share_of_win(s, seat, sides_of(s), s.play_for_places != 0)
