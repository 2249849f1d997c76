"""What the races have in common, Parcheesi and Pollyanna: home round a board with four chairs, by two dice.

This is no game: both take from here what their rulebooks say alike, and cite their clauses where they do.

    places.py     who sits where, who has come in as which, and what that is worth
    roll_off.py   who begins
    twins.py      pieces that nobody can tell apart
    words.py      how such pieces are called
    standing.py   who is ahead, as signs for all to see
    careful.py    which rolls endanger a piece; the last pieces, as a careful player sees them
    exact.py      tables of the last pieces, solved
    odds.py       and topics of `parlour odds` about them

Rules here ask the record for no house rule: what depends on one is told them. Only so can `settled` forms put
numbers in the place of house rules, which they do in a game's own folder.
"""
