"""Everything that makes a position of Doubles Wild impossible."""

from __future__ import annotations

from parlour.games.reader import bits, option_ranges, outside
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.text import Text, say

from . import names, rules


def problems(p: Position) -> list[Text]:
    """Everything that makes this position impossible; nothing when it can be played on."""
    return _unreadable(p) or [*_miscounted(p), *_unready(p), *_unfinished(p)]


def _unreadable(p: Position) -> list[Text]:
    """Numbers that mean nothing, and what does not agree with the fields it is derived from."""
    last = rules.CHAIRS - 1
    ranges = {
        "owner": (0, rules.VACANT),
        "phase": (rules.ROLL_OFF, rules.FINISHED),
        "turn": (0, last),
        "red": (0, rules.NO_PAIR),
        "blue": (0, rules.NO_PAIR),
        "again": (0, rules.ALL_THREE),
        "used": (0, rules.BLUE),
        "square": (0, rules.NO_SQUARE),
        "triples": (0, rules.NO_TRIPLE),
        "defends": (0, 1),
        "players": (rules.SEATS[0], rules.SEATS[-1]),
        "playing": (1, (1 << rules.CHAIRS) - 1),
        "first": (0, last),
        "tiebreak": (0, 1),
        "winner": (NOBODY, last),
        "rolling": (0, (1 << rules.CHAIRS) - 1),
        "best": (0, 18),
        "tied": (0, (1 << rules.CHAIRS) - 1),
    }
    found = outside(p, ranges | option_ranges(rules))
    if found:
        return found
    if p.teams and p.players != rules.CHAIRS:
        found.append(say("teams are for four players (DBW-TEAM-1)"))
    taken = [*(c for c in p.owner.tolist() if c != rules.VACANT), *bits(p.playing), p.turn, p.first]
    taken += [c for c in range(rules.CHAIRS) if p.supply[c] or p.score[c]]
    if max(taken) >= p.players:
        found.append(say("chair {chair} is not taken", chair=max(taken)))
    if (p.square == rules.NO_SQUARE) == (p.phase in (rules.MEET, rules.BATTLE)):
        found.append(say("a square is named when it is met or fought for"))
    if found:
        return found
    again = p.copy()
    rules.derive(again)
    if again != p:
        found.append(say("the lines, or who is to act, do not agree with the rest"))
    return found


def _miscounted(p: Position) -> list[Text]:
    """Markers and points that do not add up. (DBW-SETUP-6, DBW-Q-14)"""
    found = []
    each = int(rules.markers_each(p))
    for seat in range(p.players):
        name = names.SEAT_NAMES[seat]
        laid = int((p.owner == seat).sum()) + (p.phase == rules.BATTLE and p.turn == seat)
        if not p.playing >> seat & 1 and (laid or p.supply[seat]):
            found.append(say("{seat} does not play the tie-break, but has markers", seat=name))
        elif laid + p.supply[seat] > each:
            count = laid + int(p.supply[seat])
            found.append(
                say(
                    "{seat} has {count:marker|markers}, {most} are the most",
                    seat=name,
                    count=count,
                    most=each,
                )
            )
    rows, score = rows_on_board(p), p.score.tolist()
    if p.tiebreak:
        best = rules.leaders(p)
        if len([c for c in sides_of(p) if best >> c & 1]) < 2:
            found.append(say("a tie-break needs a tie: two or more with the most points (DBW-TIE-1)"))
        elif p.playing not in (best, (1 << p.players) - 1) or (p.playing != best) != (
            p.tiebreak_players == rules.ALL and best != (1 << p.players) - 1
        ):
            found.append(say("those who play the tie-break are not those who should (DBW-Q-28)"))
    else:
        for seat in sides_of(p):
            if rows[seat] != score[seat]:
                values = {"seat": names.side_name(p, seat), "points": score[seat], "rows": rows[seat]}
                found.append(
                    say(
                        "{seat}: {points:point|points}, but {rows:row|rows} on the board (DBW-Q-14)", **values
                    )
                )
        if p.playing != (1 << p.players) - 1:
            found.append(say("everybody plays until there is a tie-break"))
    if any(score[c] for c in range(p.players) if rules.side(p, c) != c):
        found.append(say("a team's points are counted for chair 0 or 1"))
    return found


def _unready(p: Position) -> list[Text]:
    """Is the game waiting for what it says it is waiting for?"""
    if p.phase == rules.ROLL_OFF:
        return _unready_roll_off(p)
    found = []
    if p.rolling or p.tied or p.best:
        found.append(say("nobody throws for the first turn any more"))
    if not p.playing >> p.turn & 1:
        found.append(say("{seat} cannot be on turn", seat=names.SEAT_NAMES[p.turn]))
    elif p.phase not in (rules.BATTLE, rules.FINISHED) and not p.supply[p.turn]:
        found.append(
            say(
                "{seat} has no marker left: the game would be over (DBW-END-1)", seat=names.SEAT_NAMES[p.turn]
            )
        )
    thrown = [p.red != rules.NO_PAIR, p.blue != rules.NO_PAIR]
    if thrown != [p.phase not in (rules.THROW, rules.FINISHED)] * 2:
        found.append(say("both pairs of dice lie there, or none does"))
        return found
    if p.used and (p.reroll_mode != rules.PER_PAIR or p.phase not in (rules.REROLL, rules.AGAIN)):
        found.append(say("that a pair was thrown again is kept only with reroll_mode=per_pair"))
    if p.phase == rules.AGAIN and (p.again == rules.KEEP or not rules.may_reroll(p, p.again)):
        found.append(say("these pairs cannot be thrown again"))
    if p.phase not in (rules.AGAIN, rules.BATTLE) and p.again:
        found.append(say("dice are taken up only when they are about to be thrown"))
    if p.phase == rules.CHOOSE:
        if rules.crossing(p.red, p.blue) != rules.NO_SQUARE or not rules.can_choose(p):
            found.append(say("these dice let nothing be picked (DBW-WILD-1)"))
    if p.phase in (rules.MEET, rules.BATTLE):
        found += _unready_square(p)
    return found + _unready_battle(p)


def _unready_roll_off(p: Position) -> list[Text]:
    found = []
    everybody = [rules.markers_each(p) if p.playing >> c & 1 else 0 for c in range(rules.CHAIRS)]
    if (p.owner != rules.VACANT).any() or p.supply.tolist() != everybody:
        found.append(say("in the roll-off the board is empty and nobody has played a marker"))
    if not p.rolling or p.rolling & -p.rolling != 1 << p.turn or (p.rolling | p.tied) & ~p.playing:
        found.append(say("in the roll-off the player on turn must be the first of those yet to throw"))
    if (p.best > 0) != (p.tied > 0) or p.tied >= 1 << p.turn:
        found.append(say("in the roll-off somebody before must have thrown the best"))
    if [p.red, p.blue] != [rules.NO_PAIR] * 2 or p.again or p.used:
        found.append(say("in the roll-off there are no dice to be kept or thrown again"))
    if p.first and not p.tiebreak:
        found.append(say("in the roll-off nobody has begun yet"))
    return found + _unready_battle(p)


def _unready_square(p: Position) -> list[Text]:
    """Can this square be met, or fought for, with these dice?"""
    there, name = int(p.owner[p.square]), names.square_name(p.square)
    if there in (rules.VACANT, p.turn):
        return [say("{square} is no square of another's", square=name)]
    found = []
    if not rules.is_on_line(p, p.square):
        found.append(say("the dice do not name {square} (DBW-ROLL-2)", square=name))
    if rules.is_protected(p, p.square):
        found.append(say("{square} is protected by a row (DBW-PLAY-3)", square=name))
    if p.phase == rules.MEET and not rules.has_choice(p, there):
        found.append(say("nobody is asked whether to attack on {square} (DBW-Q-10)", square=name))
    if p.phase == rules.BATTLE and rules.replaces(p):
        found.append(say("partners do not fight for {square} (DBW-Q-37)", square=name))
    return found


def _unready_battle(p: Position) -> list[Text]:
    thrown = [dice_of(p, side) for side in range(2)]
    if p.phase != rules.BATTLE:
        fought = any(thrown) or p.round or p.defends
        return [say("battle dice lie there without a battle")] if fought else []
    if p.round < 2:
        began = bool(thrown[0]) == bool(p.defends) and not thrown[1]
        if p.round == 1 and began and p.again == rules.ALL_THREE:
            return []
        return [say("in the first round both throw three dice, the attacker first (DBW-BATTLE-3)")]
    if not all(thrown):
        return [say("after the first round both have three dice (DBW-BATTLE-3)")]
    found = []
    if p.again and rules.names_twin(p.triples[p.defends], p.again):
        found.append(say("of equal dice the first are taken up (DBW-Q-18)"))
    if p.round < rules.EXTRA:
        return found
    limit = rules.ROUNDS + p.battle_max_extra + 1 if p.battle_max_extra else rules.EXTRA
    if p.battle_tie in (rules.DEFENDER, rules.ATTACKER) or p.round > limit:
        found.append(say("there is no round {round} in this battle (DBW-Q-19)", round=p.round))
    elif not p.defends and sum(thrown[0]) != sum(thrown[1]):
        found.append(say("an extra round needs equal totals (DBW-BATTLE-6)"))
    if rules.is_tossed(p):
        if p.defends or p.again:
            found.append(say("a coin decides this battle, not dice (DBW-Q-19)"))
    elif p.battle_tie == rules.REROLL_ALL and p.again != rules.ALL_THREE:
        found.append(say("in an extra round all dice are thrown (DBW-Q-19)"))
    return found


def _unfinished(p: Position) -> list[Text]:
    """The end, and who has won."""
    rows = rows_on_board(p)
    if p.phase != rules.FINISHED:
        found = [say("nobody has won yet")] if p.winner != NOBODY else []
        if p.tiebreak and any(rows):
            found.append(say("the game must be over: a row wins the tie-break (DBW-TIE-1)"))
        return found
    out = p.supply[p.turn] == 0
    if not p.tiebreak:
        best = bits(rules.leaders(p))
        if not out or len({int(rules.side(p, c)) for c in best}) > 1 or p.winner != rules.side(p, best[0]):
            return [
                say("the game is over when the player on turn has no marker, and most points win (DBW-END-1)")
            ]
    elif p.winner == NOBODY:
        if not out or any(rows) or p.tiebreak_exhausted != rules.DRAW:
            return [say("the game cannot be a draw (DBW-Q-32)")]
    elif rules.side(p, p.turn) != p.winner or [c for c in range(rules.CHAIRS) if rows[c]] != [p.winner]:
        return [say("a tie-break is won by the player on turn, with the first row (DBW-TIE-1)")]
    return []


# ---------------------------------------------------------------- reading a position


def dice_of(p: Position, side: int) -> list[int]:
    """What the attacker (0) or the defender (1) has thrown, if anything."""
    triple = int(p.triples[side])
    dice: list[int] = [] if triple == rules.NO_TRIPLE else rules.TRIPLES[triple].tolist()
    return dice


def sides_of(p: Position) -> list[int]:
    """The seats that stand for their sides."""
    return [c for c in range(p.players) if rules.side(p, c) == c]


def rows_on_board(p: Position) -> list[int]:
    """The rows of every side; each is found at all of its squares."""
    found = [0] * rules.CHAIRS
    for square, owner in enumerate(p.owner.tolist()):
        if owner < p.players:
            found[rules.side(p, owner)] += int(rules.rows_at(p, square, owner))
    return [count // rules.ROW for count in found]
