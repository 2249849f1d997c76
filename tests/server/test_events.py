"""What databases hold: events as the first release stored them must be read, and written, for ever."""

from __future__ import annotations

import pytest

from parlour.server import opening
from parlour.server.events import ENTRIES, read_entry, write_entry
from parlour.server.protocol import NewTable, Seating
from parlour.server.store import DamagedTable, Row
from parlour.server.tables import Table
from parlour.server.thinking import Thinker

OF_THE_MATCH = [
    '{"kind":"adds","at":1700000026.0,"by":0,"text":"luck","key":"0:g1","said":"7cce3c27ba8efb74"}',
    '{"kind":"roll","at":1700000027.0,"how":"auto","text":"5-3","code":6}',
    '{"kind":"play","at":1700000106.0,"by":0,"how":"bot","text":"E","code":20,"key":"0:g44","said":"b56894d5"}',
    '{"kind":"undo","at":1700002441.0,"by":1,"text":"1","key":"1:g581","said":"9563e9850529ed25"}',
    '{"kind":"agree","at":1700001240.0,"by":0,"text":"draw","key":"0:g296","said":"c83741ff8f56a308"}',
    '{"kind":"resign","at":1700001250.0,"by":1,"text":"game","key":"1:g301","said":"2f6d41ff8f56a308"}',
    '{"kind":"reveal","at":1700003532.0,"text":"6bccb788da5f81681da0c7e8e5253b1e"}',
]
OF_THE_TABLE = [  # and what is told of each, at a table where everybody sits for the first time
    ('{"kind":"sits","at":1700000560.0,"by":0}', "Red sits down."),
    (
        '{"kind":"name","at":1700000029.0,"by":1,"data":{"name":"Ben"},"key":"1:g3","said":"db1206f8dec25971"}',
        "Ben (Blue) has a new name.",
    ),
    (
        '{"kind":"settings","at":1700000033.0,"by":0,"data":{"auto_forced":true,"skip_dead":true}}',
        "",  # what a seat lets the server do for it is told to nobody
    ),
    (
        '{"kind":"settings","at":1700000034.0,"by":0,"data":{"auto_roll":true,"skip_dead":false}}',
        "",
    ),
    (
        '{"kind":"link","at":1700000038.0,"data":{"chair":2,"token":"c2ccd4a7"},"key":"host:g9","said":"8d3b"}',
        "Yellow gets a new link.",
    ),
    (
        '{"kind":"table","at":1700001897.0,"data":{"undo":"never","takeover_minutes":3.0,"pause":0.5}}',
        "From now on nothing is taken back. A bot may take a chair that was left after 3.0 minutes. "
        "Bots now wait 0.5 seconds before they move.",
    ),
    (
        '{"kind":"table","at":1700001898.0,"data":{"takeover_minutes":null}}',
        "A bot may take a chair that was left, when all others agree.",
    ),
    (
        '{"kind":"ask","at":1700001501.0,"by":0,'
        '"data":{"what":"undo","count":2,"chair":null,"waits_for":[1,2]}}',
        "Red asks to take the last decision back.",
    ),
    ('{"kind":"answer","at":1700000346.0,"by":1,"data":{"yes":true}}', "Ben (Blue) agrees."),
    ('{"kind":"answer","at":1700000347.0,"by":2,"data":{"yes":false}}', "Yellow does not agree."),
    (
        '{"kind":"ask","at":1700001502.0,"by":0,'
        '"data":{"what":"takeover","count":0,"chair":3,"waits_for":[1]}}',
        "Red asks for a bot on the chair of Green.",
    ),
    (
        '{"kind":"takeover","at":1700002510.0,"by":0,"data":{"chair":3}}',
        "A bot takes the chair of Green for now.",
    ),
    (
        '{"kind":"again","at":1700002600.0,"by":1,"data":{"table":"Zm9sbG93aW5n"}}',
        "Ben (Blue) sets the board up again: the next game can begin.",
    ),
    ('{"kind":"back","at":1700002515.0,"by":3}', "Green is back, and the bot leaves the chair."),
    (
        '{"kind":"table","at":1700003000.0,"data":{"talk":"phrases","watchers_talk":true}}',
        "From now on one speaks in reactions and phrases only. "
        "From now on spectators hear what is said, and may react.",
    ),
    (
        '{"kind":"flag","at":1700003001.0,"by":2,"data":{"chair":2,"keeps":false,"ends":false}}',
        "Time is up: a bot decides this once for Yellow.",
    ),
    (
        '{"kind":"flag","at":1700003002.0,"by":2,"data":{"chair":2,"keeps":true,"ends":false}}',
        "Time is up, and Yellow is away: a bot plays until they come back.",
    ),
    ('{"kind":"back","at":1700003003.0,"by":2}', "Yellow is back, and the bot leaves the chair."),
    (
        '{"kind":"resume","at":1700003004.0}',
        "The table was closed for a while. That time does not count; the clock goes on now.",
    ),
]
STORED = [*OF_THE_MATCH, *(stored for stored, _ in OF_THE_TABLE)]


@pytest.fixture
def setup() -> bytes:
    made, _ = opening.new_table(NewTable(game="parcheesi", seats=[Seating()] * 4), Thinker())
    return opening.encode_setup(made)


@pytest.mark.parametrize("stored", STORED)
def test_what_was_stored_is_written_the_same(stored: str) -> None:
    assert write_entry(read_entry(stored.encode())) == stored.encode()


def test_every_kind_is_among_them() -> None:
    assert {type(read_entry(stored.encode())) for stored in STORED} == set(ENTRIES)


def test_what_is_told_and_done(setup: bytes) -> None:
    table = Table("t", setup)
    for seq, (stored, told) in enumerate(OF_THE_TABLE, 1):
        table.take([Row(seq, stored.encode())])
        line = table.log[-1]
        shown = line.entry.told(table, line, None)
        assert (shown.seq, shown.kind, shown.text, shown.ply) == (seq, line.entry.kind, told, 0)
        if line.entry.kind == "ask":
            assert table.pending is not None and table.pending.by == 0
    chairs = table.chairs
    assert [chair.sat for chair in chairs.values()] == [True, False, False, False]
    assert chairs[0].settings == {"auto_roll": True, "auto_forced": True, "skip_dead": False}
    assert chairs[2].token == "c2ccd4a7"
    assert (table.undo, table.takeover_minutes, table.pause) == ("never", None, 0.5)
    assert table.pending is None
    assert {chair.kind for chair in chairs.values()} == {"person"}


def test_a_question_stays_open_until_all_agree_or_one_does_not(setup: bytes) -> None:
    table = Table("t", setup)
    stored = [stored for stored, _ in OF_THE_TABLE if '"undo","count"' in stored or '"answer"' in stored]
    waiting = []
    for seq, one in enumerate(stored, 1):
        table.take([Row(seq, one.encode())])
        waiting.append(None if table.pending is None else table.pending.waits_for.copy())
    assert waiting == [{1, 2}, {2}, None]


@pytest.mark.parametrize(
    "stored",
    [
        '{"kind":"flies","at":1.0}',
        '{"kind":"sits","at":1.0}',
        '{"kind":"sits","at":1.0,"by":9}',
        '{"kind":"takeover","at":1.0,"by":0,"data":{"chair":9}}',
        '{"kind":"ask","at":1.0,"by":0,"data":{}}',
        '{"kind":"settings","at":1.0,"by":0,"data":{"fly":true}}',
        '{"kind":"undo","at":1.0,"by":0,"text":"all"}',
    ],
)
def test_what_no_release_has_stored_is_damaged(setup: bytes, stored: str) -> None:
    with pytest.raises(DamagedTable):
        Table.load("t", setup, [Row(1, stored.encode())])
