"""A position set up by hand, touch after touch, for a game that is played on paper: and then played on."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

import parlour
from parlour.text import BadPosition
from tests.server.helpers import Served, serving
from tests.strangers.support import FERRY

GAMES = ("parcheesi", "pollyanna", "doubletrack", "doubleswild", "tritrac", str(FERRY))


def run(story: Any) -> None:
    async def whole() -> None:
        async with serving() as served:
            await story(served)

    asyncio.run(whole())


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_goes_where_the_hand_puts_it(name: str) -> None:
    """What was picked is gone from there, what was dropped is there, and nothing else has moved."""
    game, rng, done = parlour.load(name), random.Random(5), 0
    board = game.scene.board()
    assert board is not None
    start = game.new(game.rules.SEATS[0])
    if name == str(FERRY):  # ports come first
        for port in (3, 9):
            game.plain.apply(start, port)
    data: Any = dict(game.position.describe(start))
    if name == "tritrac":  # the neutral tile comes first, on the centre
        centre = next(space.id for space in board.spaces.values() if space.kind == "centre")
        data = game.scene.put(data, 2, "hand-0", centre)
    for _ in range(150):
        before = sorted((p.seat, p.space) for p in game.scene.pieces(game.position.build(data)))
        seat, pick = rng.choice(before + [(s, "") for s in game.seats(start) if name == "doubleswild"])
        drop = rng.choice([*board.spaces, pick] if name == "tritrac" else list(board.spaces))
        put = game.scene.put(data, seat, pick, drop)
        if put is None:
            continue
        try:
            p = game.position.build(put)
        except BadPosition:
            continue  # hands can do it, but no game comes to stand so
        wanted = list(before)
        if pick and not pick.startswith("hand-"):
            wanted.remove((seat, pick))
        shown = sorted((one.seat, one.space) for one in game.scene.pieces(p))
        if pick.startswith(("hand-", "pass-")):
            assert pick.startswith("pass-") or (seat, drop) in shown
        elif drop.startswith("hand-"):
            assert (seat, pick) not in shown
        else:
            assert shown == sorted([*wanted, (seat, drop)])
        data, done = put, done + 1
    assert done >= 10
    assert game.scene.put(data, 0, "nowhere", "elsewhere") is None


def test_a_position_is_set_up_and_played_on_with_real_dice() -> None:
    async def story(served: Served) -> None:
        address = "/api/games/parcheesi/place"
        shown = (await served.post(address, {"players": 2})).json()
        assert shown["chairs"] == [0, 2] and shown["supply"] == [] and 'id="loop-20"' in shown["picture"]
        for seat, drop in ((0, "loop-20"), (2, "loop-23"), (2, "loop-23")):
            wish = {"position": shown["position"], "seat": seat, "pick": f"start-{seat}", "drop": drop}
            shown = (await served.post(address, wish)).json()
        shown = (await served.post(address, {"position": shown["position"], "turn": 0})).json()
        assert shown["turn"] == 0 and sum(p["space"] == "loop-23" for p in shown["pieces"]) == 2
        table = await served.open("", ["device", "device"], start=shown["code"], dice="typed")
        assert (await table.command(0, "roll", outcome="4-2")).json()["ok"]
        asked = await table.command(0, "why", pick="loop-20", drop="loop-24")
        assert asked.json()["why"]["clause"] == "PAR-BLOCK-2"

    run(story)


def test_what_hands_cannot_do_is_said_and_nothing_is_lost() -> None:
    async def story(served: Served) -> None:
        address = "/api/games/parcheesi/place"
        start = (await served.post(address, {"players": 2})).json()["position"]
        for wish, status in (
            ({"position": start, "seat": 0, "pick": "start-0", "drop": "path-2-3"}, 422),
            ({"position": start, "seat": 9, "pick": "start-0", "drop": "loop-3"}, 422),
            ({"position": {**start, "pawns": {"0": ["S"] * 9}}, "turn": 0}, 422),
            ({"position": {"game": "pollyanna"}}, 422),
            ({"players": 99}, 400),
            ({"board": "nowhere"}, 404),
            ({"hand": 1}, 400),
        ):
            answer = await served.post(address, wish)
            assert answer.status_code == status, (wish, answer.text)
            assert answer.json()["error"]["text"]
        markers = (await served.post("/api/games/doubleswild/place", {"players": 2})).json()
        assert markers["supply"] == [0, 1]

    run(story)
