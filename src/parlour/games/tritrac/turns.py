"""The course of a game: how it begins, what follows a turn, and how it ends."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import CHANCE, OVER, inline, rule

from .layout import HAND, NOWHERE
from .moving import can_act, change_lock, handle, lift, set_down
from .record import (
    CHAIRS,
    FREE,
    LONG,
    LONGEST,
    LOOKBACK,
    LOSS,
    LOTS,
    NEUTRAL,
    PLAY,
    QUIET,
    RANDOM,
    REPEATED,
    SEALED,
    STRETCH,
    STUCK,
    TILES,
    TIMES,
    WON,
    cell_of,
    place_of,
    side_at,
    side_of,
    source_of,
)
from .tracks import completes, sealed
from .trail import derive, forget_trail, log_turn, times_stood

# ---------------------------------------------------------------- the beginning


@rule
def new_game(s, players):
    """An empty board, and each player with all tiles of one colour. (TRI-SETUP-1, TRI-COMP-1)"""
    for side in range(3):
        s.plain[side] = 0
    for seat in range(CHAIRS):
        s.own[seat] = 0
        s.hand[seat] = TILES[s.tiles_per_player]  # TRI-COMP-2, TRI-Q-02
    s.neutral = NOWHERE
    s.lock = FREE
    s.ply = 0
    forget_trail(s)
    begin(s, s.p1_colour)
    if s.first_player == RANDOM:
        s.phase = LOTS  # TRI-Q-20
    derive(s)


@rule
def begin(s, seat):
    """This seat is P1, as agreed or by lot. The other has no compensation. (TRI-SETUP-2, TRI-Q-26)"""
    s.first = seat
    s.turn = seat
    s.phase = PLAY


@rule
def actor(s):
    """The player on turn; lots are drawn before, and at the end nobody acts."""
    if s.phase == PLAY:
        return s.turn
    return CHANCE if s.phase == LOTS else OVER


@rule
def weights(s, out):
    """Lots: both alike. (TRI-Q-20)"""
    for seat in range(CHAIRS):
        out[seat] = 1
    return CHAIRS


# ---------------------------------------------------------------- a turn


@rule
def apply(s, action):
    """Lots, or a turn with its note on the trail, then the fields that depend on it."""
    if s.phase == LOTS:
        begin(s, action)
    else:
        source, place = source_of(action), place_of(action)
        if source == HAND:
            forget_trail(s)
        else:
            log_turn(s, 3 * source + side_at(s, source), place)
        play(s, source, place)
    derive(s)


@rule
def play(s, source, place):
    """Handle the tile, and see what comes of it."""
    kind = handle(s, source, place)
    change_lock(s, kind)
    s.ply += 1
    if completes(s, cell_of(place), side_of(place)):
        s.phase = WON  # the mover, at once, whoever owns the tiles: TRI-WIN-2, TRI-OBJ-1
    else:
        s.turn = 1 - s.turn  # TRI-TURN-1
        judge(s)


@rule
@inline
def judge(s):
    """After a turn that has not won: is it a draw? (TRI-DRAW-1)"""
    if times_stood(s) >= TIMES[s.repetition]:
        s.phase = REPEATED  # TRI-Q-21
    elif s.quiet >= STRETCH[s.quiet_plies]:
        s.phase = QUIET  # TRI-Q-21
    elif s.ply >= LONGEST or (s.max_plies > 0 and s.ply >= s.max_plies):
        s.phase = LONG  # TRI-Q-21
    elif s.adjudicate_sealed != 0 and sealed(s, 0) and sealed(s, 1):
        s.phase = SEALED  # TRI-Q-22
    elif not can_act(s):
        s.phase = STUCK  # TRI-Q-18
        if s.stalemate == LOSS:
            s.phase = WON  # by the other one
            s.turn = 1 - s.turn


@rule
def payoff(s, seat):
    """All for the winner; a draw is half a win each. (TRI-WIN-2, TRI-DRAW-1)"""
    if s.phase == WON:
        return 1.0 if s.turn == seat else 0.0
    return 0.5


# ---------------------------------------------------------------- looking ahead


@rule
def phase_after(s, action):
    """The phase that this action leads to: does it win, does it draw? The position stays as it is."""
    source, place = source_of(action), place_of(action)
    side, turn, lock, quiet, hand = side_at(s, source), s.turn, s.lock, s.quiet, s.hand[s.turn]
    kind = NEUTRAL if s.ply == 0 or source == s.neutral else turn
    oldest = s.trail[quiet % LOOKBACK]
    if source == HAND:
        s.quiet = 0
    else:
        log_turn(s, 3 * source + side, place)
    play(s, source, place)
    after = s.phase
    lift(s, kind, place)
    if source != HAND:
        set_down(s, kind, 3 * source + side)
    s.turn, s.lock, s.quiet, s.hand[turn] = turn, lock, quiet, hand
    s.trail[quiet % LOOKBACK] = oldest
    s.ply -= 1
    s.phase = PLAY
    return after
