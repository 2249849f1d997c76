"""A game in one folder that nobody here knows is played everywhere, without a change elsewhere.

Ferry has rules, words, a board and its drawing; for the rest it relies on the contracts' defaults.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import warnings
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots.bot import make
from parlour.envs import pettingzoo as doors
from parlour.table import CHANCE, Match, SeededDice, TypedDice, from_code, from_json, to_code, to_json
from parlour.text import BadChoice, BadPosition, IllegalAction, MalformedAction
from tests.server.helpers import Served, serving
from tests.strangers.support import FERRY, installed
from tests.terminal.shell import converse, run
from tests.terminal.test_play import newcomer, script

GAME = parlour.load(str(FERRY))
SECRET = re.compile(r"(Anna|Red|Blue|White) spins berth (\d+)")


@pytest.fixture(autouse=True)
def nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the conformance kit needs both forms."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def sailing(seed: int = 2) -> Match:
    """A match at its first decision."""
    match = Match.new(GAME, 2, dice=SeededDice(seed))
    while match.actor == CHANCE:
        match.roll()
    return match


def test_it_keeps_the_contract_in_both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    done = run("check", FERRY)
    assert (done.code, done.out.strip()) == (0, "ferry keeps the contract.")


def test_simulations_count_it() -> None:
    done = run("sim", FERRY, "--games", 200, "--players", 3, "--seed", 1)
    assert done.code == 0
    assert re.search(r"^W White +\d+", done.out, re.M), done.out


# ---------------------------------------------------------------- at the terminal


def test_a_game_against_bots_at_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "ferry.parlour"
    table = ("play", FERRY, "--names", "Anna", "--bots", 2, "--seed", 4, "--save", file)
    done = converse(*table, answer=newcomer())
    match = Match.load(file, GAME)
    assert (done.code, match.over) == (0, True)
    assert "Ferry. Sail round the harbour to a port that only you know." in done.out
    ports = [int(n) for n in match.position.ports]
    assert {(who, int(n)) for who, n in SECRET.findall(done.out)} == {("Anna", ports[0])}
    assert f"Your port: berth {ports[0]}." in done.out
    assert run("verify", file, "--game", FERRY).code == 0


def test_real_dice_are_typed_in_any_order_whatever_the_notation() -> None:
    lines = ("port 3", "port 9", "1 3", "why wait", "sail 4", "quit")
    table = ("play", FERRY, "--names", "Anna,Ben", "--bots", 0, "--dice", "typed", "--no-drawing")
    done = converse(*table, answer=_but_pass(script(*lines)))
    assert "What do the dice show, such as 4&1?" in done.out
    assert "Anna throws 3&1." in done.out
    assert "Who can sail does not wait. (FER-3)" in done.out
    assert "Anna sails to berth 5." not in done.out  # Blue lies there
    assert "Another boat lies there. (FER-3)" in done.out


def _but_pass(answer: Any) -> Any:
    """Presses Enter where the keyboard goes round, and answers everything else."""
    waiting = ("Pass the keyboard", "Press Enter")
    return lambda shown: "" if shown.splitlines()[-1].startswith(waiting) else answer(shown)


def test_boards_rules_and_positions_are_shown(tmp_path: Path) -> None:
    match = sailing()
    drawn = tmp_path / "board.svg"
    assert run("board", FERRY, "--svg", drawn).code == 0
    assert drawn.read_text("utf-8").count('id="berth-') == 12
    done = run("odds", FERRY)
    assert done.code != 0 and "Ferry has no sheet of odds." in done.text
    data = json.loads(json.dumps(to_json(GAME, match.position)))
    assert data["ports"] == match.position.ports.tolist()  # by the names of the record
    assert from_json(data, GAME) == (GAME, match.position)
    assert from_code(to_code(GAME, match.position), GAME) == (GAME, match.position)
    with pytest.raises(BadPosition, match=r"boats is made of whole numbers.*of them"):
        from_json({**data, "boats": [1, 2]}, GAME)
    with pytest.raises(BadPosition, match=r"no “boat”.*Did you mean boats"):
        from_json({**data, "boat": [1, 2, 3]}, GAME)
    with pytest.raises(BadPosition, match="nobody can play on"):
        from_json({**data, "turn": 3}, GAME)


def test_actions_are_named_and_refused_with_the_games_own_words() -> None:
    match = sailing()
    steps = [move.code for move in match.legal()]
    with pytest.raises(IllegalAction, match="The dice do not say so"):
        match.play(
            0, f"sail {next(n for n in range(1, 9) if n not in match.position.dice and n not in steps)}"
        )
    with pytest.raises(MalformedAction, match="names nothing"):
        match.play(0, "swim")
    assert match.play(0, {"do": "sail", "steps": steps[0]}).text == f"sail {steps[0]}"


# ---------------------------------------------------------------- bots and learners


@pytest.mark.parametrize("spec", ["random", "careful", "search:simulations=40", "level:1", "level:4"])
def test_bots_play_it(spec: str) -> None:
    match, bot = sailing(), make(spec, GAME)
    seat = match.actor
    thought = bot.think(match.view(seat), seat, seconds=None, seed=1)
    assert thought.action in [move.code for move in match.legal()]
    assert str(GAME.words.offer(match.view(seat), thought.action)).startswith("sail ")


def test_careful_players_sail_home() -> None:
    """It has no considerations of its own, so games are played out: who can win at once does."""
    p = GAME.new(2)
    for action in (3, 9):
        GAME.plain.apply(p, action)  # Red's port is berth 3
    GAME.plain.apply(p, 1)  # a two and a one
    assert p.dice.tolist() == [2, 1]
    assert make("careful", GAME).think(p, 0, seconds=None, seed=3).action == 2


def test_pettingzoo_takes_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test

        api_test(doors.env(str(FERRY), players=3), num_cycles=60)
    env = doors.env(str(FERRY), players=2, render_mode="ansi")
    env.reset(seed=3)
    while env.agents:
        observation, *_, ended, cut, _ = env.last()
        env.step(None if ended or cut else int(observation["action_mask"].argmax()))
    assert "┌───┐" in env.render()


# ---------------------------------------------------------------- in the browser's protocol


def test_a_server_seats_people_and_bots_at_it(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        listed = (await served.get("/api/games")).json()
        about = next(game for game in listed if game["id"] == "ferry")
        assert about["title"] == "Ferry" and about["secrets"] and about["dice"]
        assert [look["colour"] for look in about["looks"]] == ["red", "blue", "white"]
        board = (await served.get("/api/games/ferry/board")).json()
        assert len(board["spaces"]) == 12 and "<svg" in board["svg"]
        table = await served.open("ferry", ["person", "bot:random", "bot:random"])
        rng, faces, held, signs = random.Random(1), set(), [], {}
        async with table.page() as page:
            frame = await page.since(0)
            while not frame["over"]:
                if frame["may"]["roll"]:
                    said = {"do": "roll"}
                elif frame["moves"]:
                    move = rng.choice(frame["moves"])
                    assert move["gesture"] is None or move["gesture"]["path"]
                    said = {"do": "play", "action": move["notation"]}
                else:
                    frame = await page.since(frame["seq"] + 1)
                    continue
                held, signs = frame["held"], frame["signs"]
                answer = await page.say(**said, seat=0, after=frame["seq"])
                frame = await page.since(answer.get("seq", frame["seq"] + 1))
                rows = [row for event in page.events[0] for row in event.get("dice", ())]
                faces |= {face for row in rows for face in row["faces"]}
            assert faces <= {1, 2, 3, 4} and len(faces) > 1
            assert held[0]["text"].startswith("Your port: berth")
            assert set(signs) == {"0", "1", "2"} and signs["1"][0]["icon"] == "pawn"
            assert frame["sealed"] is None and frame["stakes"] == []
            told = " ".join(event["text"] for event in page.events[0] if event["kind"] == "roll")
            assert {who for who, _ in SECRET.findall(told)} == {"Red"}
            assert "Blue spins for a port." in told

    _serve(story, tmp_path)


def test_real_dice_in_the_browser_have_the_sides_they_have(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        table = await served.open("ferry", ["person", "person"], dice="typed")
        for chair, outcome in ((0, "port 3"), (1, "port 9")):
            may = (await table.frame(chair))["may"]
            assert may["outcomes"] and may["faces"] == []
            assert (await table.command(chair, "roll", outcome=outcome)).json()["ok"]
        assert (await table.frame(0))["may"]["faces"] == [1, 2, 3, 4]
        assert (await table.command(0, "roll", outcome="13")).json()["ok"]
        frame = await table.frame(0)
        assert [row["faces"] for row in frame["dice"]["rows"]] == [[3, 1]]
        assert frame["status"] == ["Your port: berth 3."]
        asked = await table.command(0, "why", pick="berth-1", drop="berth-5")
        assert asked.json()["why"]["clause"] == "FER-3"

    _serve(story, tmp_path)


def _serve(story: Any, folder: Path) -> None:
    async def whole() -> None:
        async with serving() as served:
            await story(served)

    with installed(folder):
        asyncio.run(whole())


def test_an_unknown_house_rule_is_refused_by_name() -> None:
    with pytest.raises(BadChoice, match="crowded"):
        Match.new(GAME, 2, options={"crowd": "yes"}, dice=TypedDice())
