"""Everything that makes a position of Doubletrack impossible."""

from __future__ import annotations

from collections import Counter

from parlour.games.reader import option_ranges, outside
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.text import Text, join, say

from . import layout, record, rules
from .cards import derive
from .chips import holds_set
from .names import PASS_NAMES, SEAT_NAMES, chips_of, chips_text

_ON_THE_TABLE = (record.TRADE_TARGET, record.STEAL_TARGET)  # a card lies there, played but not put under
_TALK = range(record.OPENING_OFFER, record.MUST_PAY + 1)
_HOLDERS = (record.GATE_REPLY, record.COUNTER_REPLY)
_DEALS = range(record.GIVE_CHIPS, record.DEAL_REPLY + 1)
_ANYBODY = (
    record.DEALING,
    record.BONUS_ROLL,
    record.TRADE_TARGET,
    record.STEAL_TARGET,
    record.BID,
    record.FINISHED,
)


def problems(p: Position) -> list[Text]:
    """Everything that makes this position impossible; nothing when it can be played on."""
    return _meaningless(p) or [*_board(p), *_chips(p), *_cards(p), *_turn(p), *_talk(p), *_sale(p), *_end(p)]


def _seats(p: Position) -> list[int]:
    return [s for s in range(layout.CHAIRS) if p.seated >> s & 1]


def _meaningless(p: Position) -> list[Text]:
    """Numbers that mean nothing, and what only a view holds."""
    last, chips = layout.CHAIRS - 1, record.SETS
    hidden = (
        any((getattr(p, name) == record.UNKNOWN).any() for name in ("hand", "chips", "known"))
        or p.card == record.UNKNOWN
        or record.UNKNOWN_SUM in (p.price, p.offer, *p.tolls.tolist())
        or (p.bids == record.SEALED).any()
        or p.ledger.any()
    )
    if hidden:
        return [say("it holds what its seat cannot know (“?”), so it can be looked at but not played")]
    ranges = {
        "turns": (0, 60000),
        "bids": (0, record.FIRST_BID + chips - 1),
        "tolls": (0, chips),
        "give": (0, chips),
        "want": (0, chips),
        "small": (0, layout.HOME),
        "owner": (NOBODY, last),
        "box": (0, max(layout.LIMITS)),
        "chips": (0, max(layout.LIMITS)),
        "unseen": (0, layout.CARDS),
        "top": (0, layout.CARDS),
        "turn": (0, last),
        "seat": (0, last),
        "phase": (record.STARTER, record.FINISHED),
        "dice": (0, 6),
        "asked": (0, 15),
        "granted": (0, 15),
        "gate": (0, record.NO_PASS),
        "sale": (0, record.LEAD_SALE),
        "lot": (0, record.NO_PASS),
        "victim": (0, layout.CHAIRS),
        "give_pass": (0, record.NO_PASS),
        "want_pass": (0, record.NO_PASS),
        "dealt": (0, 31),
        "armed": (0, 15),
        "rolling": (0, 15),
        "low": (0, layout.HIGHEST_ROLL),
        "tied": (0, 15),
        "leader": (NOBODY, last),
        "winner": (NOBODY, last),
        **option_ranges(rules),
    }
    found = outside(p, ranges)
    if len(_seats(p)) not in layout.SEATS:
        found.append(say("{count:chair is|chairs are} taken; the game is for 3 or 4", count=len(_seats(p))))
    cards = [*p.hand.ravel().tolist(), *p.queue.tolist(), *p.known.ravel().tolist(), p.card]
    if any(k >= layout.KINDS and k != record.NO_CARD for k in cards):
        found.append(say("there is a card that is none"))
    if any(p.large[s] >= layout.SPACES for s in _seats(p)):
        found.append(say("a large pawn is on no space"))
    if p.partner > record.BOX and p.partner != layout.ABSENT:
        found.append(say("nobody is the partner of this deal"))
    return found


def _board(p: Position) -> list[Text]:
    seats, found = _seats(p), []
    spaces = Counter(int(p.large[s]) for s in seats)
    for space, count in spaces.items():
        if count > 1:
            name = layout.SPACE_NAMES[space]
            found.append(say("{count} large pawns stand on {space} (DBT-OCC-1)", count=count, space=name))
    circles = Counter(int(p.small[s]) for s in seats)
    for circle, count in circles.items():
        if count > 1 and layout.START < circle < layout.HOME:
            found.append(
                say("{count} small pawns stand on circle {circle} (DBT-IN-4)", count=count, circle=circle)
            )
    for seat in range(layout.CHAIRS):
        if seat not in seats and (p.large[seat] != layout.ABSENT or p.small[seat] != layout.START):
            found.append(say("{seat} does not play but has pawns (DBT-SET-13)", seat=SEAT_NAMES[seat]))
    for colour in range(layout.CHAIRS):
        owner = int(p.owner[colour])
        if owner == NOBODY and colour in seats:
            found.append(say("the {pass_} cannot be nobody's (DBT-SET-7)", pass_=PASS_NAMES[colour]))
        elif owner != NOBODY and owner not in seats:
            found.append(say("the {pass_} is held by an empty chair", pass_=PASS_NAMES[colour]))
    if any(layout.ARROW[p.small[s]] == NOBODY for s in seats if p.armed >> s & 1):
        found.append(say("a pawn is said to be on a purple circle, and is not (DBT-Q-34)"))
    if p.armed and p.purple_activation != record.EXACT_COUNT:
        found.append(
            say("how a pawn came to a purple circle is kept only with purple_activation=exact_count")
        )
    return found


def _chips(p: Position) -> list[Text]:
    """Chips only change hands: of each colour as many are there as ever. (DBT-SET-10)"""
    found = []
    held = p.chips.sum(axis=0) + p.box
    bids = [chips_of(b - record.FIRST_BID) for b in p.bids.tolist() if b >= record.FIRST_BID]
    home = p.winner != NOBODY and p.small[p.winner] == layout.HOME
    if p.phase == record.BONUS_ROLL or (p.phase == record.FINISHED and p.sale == record.LEAD_SALE and home):
        held = held + [sum(bid[i] for bid in bids) for i in range(3)]  # nobody's yet
    if held.tolist() != list(layout.LIMITS):
        found.append(
            say(
                "there are {held} with the box; there must be {all} (DBT-SET-10)",
                held=chips_text(held.tolist()),
                all=chips_text(layout.LIMITS),
            )
        )
    if any(p.chips[s].any() for s in range(layout.CHAIRS) if s not in _seats(p)):
        found.append(say("an empty chair has chips"))
    if p.toll_public != record.NO and p.whispered.any():
        found.append(say("tolls are whispered only with toll_public=no (DBT-ASK-11)"))
    if (p.whispered != -p.whispered.transpose(1, 0, 2)).any():
        found.append(say("what one paid another in secret, the other did not get (DBT-ASK-11)"))
    return found


def _cards(p: Position) -> list[Text]:
    """Every card is in one place. (DBT-PLAY-4)"""
    found, seats = [], _seats(p)
    queue = [k for k in p.queue.tolist() if k != record.NO_CARD]
    hands = {s: [k for k in p.hand[s].tolist() if k != record.NO_CARD] for s in range(layout.CHAIRS)}
    there = Counter(k for cards in (queue, *hands.values()) for k in cards)
    there.update({k: n for k, n in enumerate(p.unseen.tolist()) if n})
    on_table = p.phase in _ON_THE_TABLE or (p.phase == record.BID and p.sale == record.CARD_SALE)
    whole = Counter(dict(enumerate(layout.DECK.tolist())))
    if on_table and p.card == record.NO_CARD:
        found.append(say("there is no card to be played or sold"))
    elif p.card != record.NO_CARD and (
        on_table or (p.phase == record.FINISHED and there.total() < layout.CARDS)
    ):
        there[p.card] += 1
    wrong = sorted(k for k in whole if there[k] != whole[k])
    if wrong:
        names = ", ".join(f"{layout.CARD_NAMES[k]} {there[k]}/{whole[k]}" for k in wrong)
        found.append(say("cards are missing, or there are too many: {cards}", cards=names))
    again = p.copy()
    derive(again)
    if (again.dark != p.dark).any():
        found.append(say("the cards out of sight do not agree with the hands and the pile"))
    if p.top != p.unseen.sum():
        found.append(say("of the pile {top} cards are unseen, not {sum}", top=int(p.unseen.sum()), sum=p.top))
    for seat, cards in hands.items():
        if cards != sorted(cards) or p.hand[seat].tolist()[: len(cards)] != cards:
            found.append(say("the hand of {seat} is not in order", seat=SEAT_NAMES[seat]))
        least = layout.HAND if seat in seats else 0
        if p.phase <= record.DEALING or (p.phase == record.FINISHED and seat == p.turn):
            continue
        if seat == p.turn and (on_table or p.phase == record.DRAW):
            least -= 1
        if len(cards) != least:
            found.append(
                say(
                    "{seat} holds {count:card|cards}, not {least}",
                    seat=SEAT_NAMES[seat],
                    count=len(cards),
                    least=least,
                )
            )
    for seat in range(layout.CHAIRS):
        known = Counter(k for k in p.known[seat].tolist() if k != record.NO_CARD)
        mine = Counter(hands[seat])
        if seat == p.turn and on_table:
            mine[p.card] += 1
        if known - mine:
            found.append(say("{seat} is known to hold a card, and does not", seat=SEAT_NAMES[seat]))
    return found


def _turn(p: Position) -> list[Text]:
    seats, found = _seats(p), []
    mover = SEAT_NAMES[p.turn]
    if p.turn not in seats and p.phase != record.STARTER:
        found.append(say("{seat} cannot be on turn: the chair is empty", seat=mover))
    if p.seat not in seats and p.phase != record.STARTER:
        found.append(say("{seat} cannot act: the chair is empty", seat=SEAT_NAMES[p.seat]))
    due = p.turn
    if p.phase in _HOLDERS and p.gate < record.NO_PASS:
        due = int(p.owner[p.gate])
    elif p.phase == record.HAND_OVER:
        due = p.turn if p.take25_chooser == record.TAKER else p.victim
    elif p.phase == record.DEAL_REPLY:
        due = p.partner
    if p.phase not in (*_ANYBODY, record.STARTER) and p.seat != due and due < layout.CHAIRS:
        found.append(
            say("it is for {due} to act, not for {seat}", due=SEAT_NAMES[due], seat=SEAT_NAMES[p.seat])
        )
    space = int(p.large[p.turn]) if p.turn in seats else 0
    orders = {
        record.CHOOSE_STEPS: layout.CHOICE,
        record.PLAY_CARD: layout.PLAY_A_CARD,
        record.SELL_CARD: layout.SELL_A_CARD,
        record.SELL_PASS: layout.SELL_A_PASS,
        record.VICTIM: layout.TAKE_MONEY,
        record.HAND_OVER: layout.TAKE_MONEY,
    }
    if p.phase in orders and layout.ORDER[space] != orders[p.phase]:
        name = layout.SPACE_NAMES[space]
        found.append(say("{seat} is on {space}, which does not ask for that", seat=mover, space=name))
    if p.phase == record.BONUS_ROLL:
        if not p.rolling >> p.seat & 1 or p.rolling & p.tied or (p.low > 0) != (p.tied > 0):
            found.append(say("in the roll-off who rolls must be one of those yet to roll (DBT-SL-7)"))
    elif p.rolling or p.tied or p.low:
        found.append(say("nobody rolls for a bonus now"))
    high, low = p.dice.tolist()
    if high < low or (high == 0) != (low == 0):
        found.append(say("dice are two numbers from 1 to 6, the higher first"))
    return found


def _talk(p: Position) -> list[Text]:
    """Requests and deals."""
    found = []
    if (p.phase in _TALK) != (p.gate != record.NO_PASS):
        found.append(say("a gate is talked about while it is asked for, and only then (DBT-ASK-2)"))
    elif p.phase in _TALK and p.owner[p.gate] in (NOBODY, p.turn):
        found.append(say("nobody can be asked for this gate (DBT-ASK-9)"))
    if (p.price != record.NO_SUM) != (p.phase in (record.TOLL_ANSWER, record.COUNTER_REPLY, record.MUST_PAY)):
        found.append(say("there is a price while it is bargained about, and only then (DBT-ASK-4)"))
    if p.offer != record.NO_SUM and p.phase not in _HOLDERS:
        found.append(say("there is an offer only while its answer is awaited (DBT-Q-15)"))
    if p.toll_unit != record.CHIP_PRICES and (p.price % layout.UNIT or p.offer % layout.UNIT):
        found.append(say("prices go by fives (DBT-Q-10)"))
    if p.granted & ~p.asked:
        found.append(say("a gate was granted that was not asked for (DBT-GATE-4)"))
    before_roll = p.phase in (record.ASK_OR_ROLL, record.ROLL, *_TALK, *_DEALS)
    theirs = [c for c in range(layout.CHAIRS) if p.owner[c] not in (NOBODY, p.turn)]
    taken = [] if before_roll else [c for c in range(layout.CHAIRS) if p.owner[c] == p.turn]  # since the roll
    if p.granted & ~sum(1 << c for c in [*theirs, *taken]):
        found.append(say("a gate was granted that is not another player's (DBT-GATE-4)"))
    if p.tolls.any() and p.toll_timing != record.ON_ENTRY:
        found.append(say("tolls are due on entry only with toll_timing=on_entry (DBT-Q-12)"))
    if (p.phase in _DEALS) != (p.partner != layout.ABSENT):
        found.append(say("there is a partner while a deal is made, and only then (DBT-Q-16)"))
    if p.phase in _DEALS and not (p.free_trading or p.change_making):
        found.append(say("there are no deals by these rules (DBT-Q-16)"))
    return found


def _sale(p: Position) -> list[Text]:
    found = []
    if (p.phase == record.BID) != bool((p.bids == record.OPEN).any()):
        found.append(say("somebody has yet to bid while bids are made, and only then (DBT-BID-1)"))
    if p.phase == record.BID:
        bidding = [s for s in _seats(p) if p.sale == record.LEAD_SALE or s != p.turn]
        if any((p.bids[s] != record.NOT_BIDDING) != (s in bidding) for s in range(layout.CHAIRS)):
            names = join([SEAT_NAMES[s] for s in bidding], ", ")
            found.append(say("those who bid are {seats} (DBT-SC-2, DBT-SP-2, DBT-SL-2)", seats=names))
        if p.bids[p.seat] != record.OPEN:
            found.append(say("{seat} has bid already", seat=SEAT_NAMES[p.seat]))
        for seat in bidding:
            if p.bids[seat] >= record.FIRST_BID and not holds_set(p, seat, p.bids[seat] - record.FIRST_BID):
                found.append(say("{seat} bids chips that are not there (DBT-BID-2)", seat=SEAT_NAMES[seat]))
    if p.phase == record.BID and p.sale == record.NO_SALE:
        found.append(say("nothing is for sale"))
    if p.sale == record.PASS_SALE and p.lot == record.NO_PASS:
        found.append(say("which pass is for sale is not said (DBT-Q-29)"))
    elif p.phase == record.BID and p.sale == record.PASS_SALE and p.owner[p.lot] != p.turn:
        found.append(say("{seat} does not hold the pass that is for sale", seat=SEAT_NAMES[p.turn]))
    if p.phase == record.HAND_OVER and (p.victim == p.turn or p.victim not in _seats(p)):
        found.append(say("the $25 come from an opponent (DBT-T25-1)"))
    return found


def _end(p: Position) -> list[Text]:
    found = []
    home = [s for s in _seats(p) if p.small[s] == layout.HOME]
    over = p.phase == record.FINISHED
    if home and (not over or home != [p.winner]):
        found.append(say("a small pawn is HOME: the game is over, and that player has won (DBT-WIN-1)"))
    if p.winner != NOBODY and not over:
        found.append(say("somebody has won, so the game is over (DBT-WIN-3)"))
    limit = p.max_turns and p.turns >= p.max_turns
    if over and not home and not limit:
        found.append(say("the game cannot be over: nobody is HOME (DBT-WIN-4)"))
    if limit and not over:
        found.append(say("the game must be over: the turn limit is reached (DBT-Q-35)"))
    if p.turns and not p.max_turns:
        found.append(say("turns are counted only with a limit (DBT-Q-35)"))
    return found
