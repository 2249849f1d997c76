"""What positions usually contain: the dictionaries with which the codes for links are made short.

A deflated text says "the 12 bytes that stood 300 bytes before" in place of those bytes, and what
stood before begins with the dictionary. The bytes of a dictionary are frozen: change one, and codes
that people keep are lost. When positions look different one day, there will be a third dictionary.
"""

from __future__ import annotations


def _first() -> bytes:
    """Parcheesi and Pollyanna, the most usual last."""
    house_rules = (
        'start_tie":"reroll_all","seats":"01","02","03","12","13","23","012","013","023","123",'
        '"sum_five_optional":"yes","enter_first":"yes","enter_lookahead":"yes","sum_is_one_move":"yes",'
        '"max_dice":"greedy","single_die_choice":"higher","doublet_roll_needs_move":"yes",'
        '"quad_condition":"ever_entered","all_on_board","quad_optional":"yes","quad_short_win":"yes",'
        '"penalty_takes_home":"yes","bonus_cap":1,"bonus_timing":"end_of_turn","bonus_can_capture":"no",'
        '"bonus_order":"earned","bonus_optional":"yes","bonus_into_home":"no","pair_lock":"roll","off",'
        '"mode":"individual","partners","start_first":"no","sum_six_optional":"yes","max_stack":"4",'
        '"start_respects_max_stack":"yes","reward_mandatory":"yes","reward_timing":"any",'
        '"reward_on_start":"no","reward_into_home":"no","reward_must_save_die":"yes","joiner_waits":"no",'
        '"finished_partner":"throws_for_partner","play_for_places":"yes","max_turns":100'
    )
    extras = (
        '"places":[0],"over":true,"paid":1,"fresh":{"played":1,"joined":[0],"rewards":[10],"locks":[[0,1]],'
        '"roll_off":{"best":12,"rolling":[0,1,2,3],"tied":[0]},"four":true,"bonuses":[20],"options":{'
    )
    dice = "".join(f'{{"dice":[{a},{b}],' for a in range(1, 7) for b in range(1, a + 1))
    turnouts = "".join(f',"T{t}.{i}"' for t in (3, 2, 1) for i in range(7, 0, -1))
    counts = "".join(f",{n}" for n in range(70, -1, -1))
    shape = (
        '"turn":0}"turn":1}"turn":2}"turn":3}{"doublets":1,"dice":[6,5],"doublets":2,"dice":[6,6],'
        '"game":"parcheesi","left":[5],"pawns":{"0":["S","S","S","S"],"1":["H","H","H","H"],"2":["S"],'
        '"3":["C","C","C","C"]},"turn":1}{"dice":[6,5],"game":"pollyanna","left":[6],'
        '"pieces":{"0":["C","S","C","S",]'
    )
    return (house_rules + extras + dice + turnouts + counts + shape).encode("ascii")


def _doubletrack() -> str:
    """A whole position, in the order of its keys, after what is seen less often."""
    options = (
        '"first_player":"turn_direction":"counterclockwise","vacant_colour":"change_making":"bank","players",'
        '"owner_overshoot":"corner","permission_overshoot":"pass_through","permission_test":"final",'
        '"toll_unit":"chips","toll_timing":"on_entry","toll_overpay":"no","toll_public":"no","asks_per_turn":1,'
        '"reask_same_gate":"yes","ask_scope":"any","next","counter_offers":2,"opening_offer":"yes",'
        '"free_trading":"yes","trade_noop_allowed":"no","lead_can_win":"no","start_tie_leader":"all",'
        '"backward_displacement":"back","steal_unowned":"yes","bid_without_red":"may_fake",'
        '"take25_chooser":"taker","take25_inexact":"over","with_taker","displacement_can_win":"no",'
        '"purple_jump_cost":"0","purple_activation":"exact_count","chips_display":"all","max_turns":'
    )
    seldom = (
        '"accounts":{"armed":[0],"box":"15r 15b 6y","deal":{"give":"give_pass":"partner":"want":"want_pass":'
        '"dealt":[4],"counters":1,"granted":["red"],"known":{"0":["offer":10,"price":25,"tolls":{"turns":'
        '"roll_off":{"low":5,"rolling":[0,1],"tied":[0]},"victim":1,"whispered":"winner":0,"lot":"yellow",'
        '"starter","dealing","draw","bonus_roll","opening_offer","toll_answer","counter_reply","must_pay",'
        '"choose_steps","play_card","trade_target","steal_target","sell_pass","hand_over","give_chips",'
        '"want_chips","deal_reply","finished","sale":"card","pass","lead","bids":{"0":"open","1":"open",'
    )
    spaces = ",".join(
        f'"{n}":"{side}.{place}{i}"' for n, side in enumerate("RBYG") for place in "CMS" for i in "123456"
    )
    cards = ("WORTHLESS", "TRADE", "TAKE_LEAD", "STEAL_PASS", "FARTHEST_BACK", "BACK_10")
    kinds = [*cards, *(f"AHEAD-{n}" for n in range(9, 0, -1))]
    hand = ",".join(f'"{kind}"' for kind in kinds)
    unseen = ",".join(f'"{kind}":1' for kind in reversed(kinds))
    chips = ",".join(f'"{n}":"{n}r {b}b {y}y"' for n in range(4) for b, y in ((0, 0), (1, 1), (5, 2)))
    return (
        f"{options}{seldom}{spaces}{hand}"
        '{"asked":["green"],"asks":1,"card":"FARTHEST_BACK","chips":{' + chips + '},"dice":[5,2],'
        '"game":"doubletrack","gate":"green","hands":{"0":[' + hand + '],"1":["2":["3":['
        '"large":{"0":"R.T","1":"B.T","2":"Y.T","3":"G.T"},"leader":3,'
        '"passes":{"blue":1,"green":3,"red":0,"yellow":2},"phase":"ask_or_roll","gate_reply","sell_card","bid",'
        '"phase":"roll","pile":{"queue":[],"top":18,"unseen":{' + unseen + '}},"seat":3,'
        '"small":{"0":9,"1":15,"2":21,"3":17},"turn":2}'
    )


def _tritrac() -> str:
    """Tiles, and the trail of a long quiet stretch."""
    options = (
        '"tiles_per_player":"5","track_colours":"own_or_neutral","allow_null":"yes","neutral_lock":"one_turn",'
        '"move_keeps_orientation":"yes","stalemate":"loss","first_player":"random","p1_colour":"yellow",'
        '"repetition":"never","quiet_plies":"200","max_plies":100,"adjudicate_sealed":"yes","lots":true,'
        '"board":"star16","para2x6","hex2_ears","hex2_unblockable","over":"won","repeated","quiet","stuck",'
    )
    places = [
        f"{column}{row}{way}/{side}" for row in "1234" for column in "abcd" for way in "ud" for side in "HBF"
    ]
    trail = "".join(f'","{place}-' for place in places)
    tiles = "".join(f'","{letter}{place}' for place in places for letter in "OY")
    return (
        f'{options}{trail} Y"," O","{tiles}"],"turn":0}}"turn":1}}'
        '{"game":"tritrac","lock":0,"ply":49,"quiet":10,"tiles":["Nc2d/H"],"trail":["'
    )


def _doubleswild() -> str:
    """Markers by their squares, dice, and a battle under way."""
    options = (
        '"teams":"yes","first_roll_tie":"all","reroll_mode":"per_pair","wild_may_decline":"yes",'
        '"wild_allow_noop":"no","battle_optional":"yes","battle_tie":"reroll_all","defender","attacker","coin",'
        '"battle_max_extra":1,"tiebreak_players":"all","tiebreak_start":"same","last_round_next",'
        '"tiebreak_markers":"by_participants","tiebreak_exhausted":"draw","team_battle":"yes",'
        '"final":true,"tiebreak":true,"playing":[0,1],"over":true,"winner":[0],"rethrown":["red","blue"],'
        '"roll_off":{"rolling":[0,1,2,3],"tied":[0]},"square":"7,7",'
    )
    squares = "".join(f',"{row},{column}"' for row in range(11, 2, -1) for column in range(11, 2, -1))
    return (
        f"{options}{squares}"
        '{"again":["red","blue"],"battle":{"attacker":[1,5,5],"defender":[3,4,6],"next":"attacker","defender",'
        '"round":2,"square":"8,7"},"dice":{"blue":[6,1],"red":[5,3]},"first":2,"game":"doubleswild",'
        '"markers":{"0":[],"1":[],"2":[],"3":[]},"score":{"0":1,"1":2,"2":1,"3":1},'
        '"supply":{"0":9,"1":9,"2":8,"3":8},"turn":3}'
    )


def _second() -> bytes:
    """All five games."""
    return (
        _doubletrack().encode("ascii")
        + _tritrac().encode("ascii")
        + _doubleswild().encode("ascii")
        + _first()
    )


DICTIONARIES = {"1": _first(), "2": _second()}  # by the format, which is the first character of a code
