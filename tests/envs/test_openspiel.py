"""OpenSpiel's own tests on every game, a game of theirs call by call, copies, positions and errors."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import parlour
from parlour.envs import openspiel
from parlour.rules import conformance
from parlour.table.codes import to_code
from tests.envs.walks import CELLAR, KUHN, TABLES, same, walk

# ---------------------------------------------------------------- their tests


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_sim_test(name: str, players: int) -> None:
    game = pyspiel.load_game(f"{openspiel.PREFIX}{name}(players={players})")
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "text",
    [
        "parcheesi(players=2,options=seats:03;max_turns:30)",
        "pollyanna(players=4,options=mode:partners;max_turns:40)",
        "doubleswild(players=4,options=teams:yes)",
        "tritrac(options=first_player:random;tiles_per_player:5)",
        "doubletrack(players=3,options=chips_display:all;vacant_colour:red;max_turns:20)",
        "doubletrack(players=4,options=toll_public:no;free_trading:yes;max_turns:12,recall=0)",
    ],
)
def test_random_sim_test_with_house_rules(text: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(openspiel.PREFIX + text), num_sims=2, serialize=True, verbose=False
    )


@pytest.mark.parametrize("name", [KUHN, CELLAR])
def test_random_sim_test_of_folders(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=20, serialize=True, verbose=False)


# ---------------------------------------------------------------- a game that both have


def pairs(mine: Any, theirs: Any) -> Iterator[tuple[Any, Any]]:
    """All states of both trees, side by side."""
    yield mine, theirs
    if not theirs.is_terminal():
        for action in theirs.legal_actions():
            yield from pairs(mine.child(action), theirs.child(action))


def test_kuhn_poker_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert conformance.check(parlour.load(str(Path(__file__).with_name("kuhn")))) == []


def test_kuhn_poker_call_by_call() -> None:
    """None of Parlour's games is in OpenSpiel, so a game of theirs is played by the same adaptor."""
    mine, theirs = pyspiel.load_game(KUHN), pyspiel.load_game("kuhn_poker")
    kinds = [
        (t.dynamics, t.chance_mode, t.information, t.utility, t.reward_model)
        for t in (mine.get_type(), theirs.get_type())
    ]
    assert kinds[0] == kinds[1]
    assert mine.num_players() == theirs.num_players()
    assert mine.num_distinct_actions() == theirs.num_distinct_actions()
    assert (2 * mine.min_utility(), 2 * mine.max_utility()) == (theirs.min_utility(), theirs.max_utility())
    named: dict[Any, Any] = {}
    count = 0
    for a, b in pairs(mine.new_initial_state(), theirs.new_initial_state()):
        count += 1
        assert a.current_player() == b.current_player()
        assert (a.is_terminal(), a.is_chance_node(), a.is_player_node()) == (
            b.is_terminal(),
            b.is_chance_node(),
            b.is_player_node(),
        )
        assert a.history() == b.history() and a.move_number() == b.move_number()
        assert a.legal_actions() == b.legal_actions()
        if not b.is_chance_node():
            for player in range(2):
                assert a.legal_actions(player) == b.legal_actions(player)
                assert a.legal_actions_mask(player) == b.legal_actions_mask(player)
        else:
            assert dict(a.chance_outcomes()) == pytest.approx(dict(b.chance_outcomes()))
        assert [2 * r for r in a.returns()] == b.returns()
        assert [2 * r for r in a.rewards()] == b.rewards()
        if len(b.history()) >= 2:  # the cards are dealt: both tell the same states apart
            for player in range(2):
                called = (player, b.information_state_string(player))
                assert named.setdefault((player, a.information_state_string(player)), called) == called
    assert count == 1 + 3 + 6 + 6 * 8
    assert len(set(named.values())) == len(named)


def test_their_learner_finds_the_same_policy_on_both() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    mine, theirs = pyspiel.load_game(KUHN), pyspiel.load_game("kuhn_poker")
    learners = [cfr.CFRSolver(game) for game in (mine, theirs)]
    for _ in range(20):
        for learner in learners:
            learner.evaluate_and_update_policy()
    policies = [learner.average_policy() for learner in learners]
    for a, b in pairs(mine.new_initial_state(), theirs.new_initial_state()):
        if b.is_player_node():
            found, expected = (p.action_probabilities(s) for p, s in zip(policies, (a, b), strict=True))
            assert found == pytest.approx(expected)
    gaps = [exploitability.nash_conv(g, p) for g, p in zip((mine, theirs), policies, strict=True)]
    assert 2 * gaps[0] == pytest.approx(gaps[1])
    assert gaps[1] < 0.2


def test_no_game_of_ours_is_theirs() -> None:
    """Else it should be compared with theirs, as Kuhn poker is."""
    theirs = {name for name in pyspiel.registered_names() if not name.startswith(openspiel.PREFIX)}
    assert not theirs & set(parlour.names())


# ---------------------------------------------------------------- copies, files, positions


@pytest.mark.parametrize("name", parlour.names())
def test_copies_and_what_is_read_back_are_the_same_state(name: str) -> None:
    game = openspiel.load(name)
    for number, state in enumerate(walk(game, seed=2, most=120)):
        if number % 12 == 0:
            text = pyspiel.serialize_game_and_state(game, state)
            read_game, read = pyspiel.deserialize_game_and_state(text)
            assert str(read_game) == str(game)
            for other in (read, state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
                same(state, other)
            again = game.new_initial_state()
            for action in state.history():
                again.apply_action(action)
            same(state, again)
            if not state.is_terminal():  # and a copy goes its own way
                before = str(state)
                state.clone().apply_action(state.legal_actions()[0])
                assert str(state) == before


def test_games_start_from_the_code_of_a_position() -> None:
    game = parlour.load("parcheesi")
    state = list(walk(openspiel.load("parcheesi", 2), seed=3, most=80))[-1]
    code = to_code(game, state.position)
    for other in (openspiel.load("parcheesi", start=code), openspiel.load("parcheesi", 2)):
        begun = (
            other.new_initial_state()
            if other.get_parameters().get("start")
            else other.new_initial_state(code)
        )
        assert str(begun) == str(state) and begun.legal_actions() == state.legal_actions()
        assert begun.history() == []
        assert str(begun.clone()) == str(begun)
    three = openspiel.load("parcheesi", 3)
    with pytest.raises(pyspiel.SpielError, match="other seats"):
        three.new_initial_state(code)


def test_a_game_on_another_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And without a compiler: the plain rules answer alike."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    folder = parlour.load("tritrac").folder
    board = tmp_path / "mine.toml"
    board.write_bytes((folder / "boards" / "star16.toml").read_bytes())
    game = openspiel.load("tritrac", board=board)
    assert game.num_distinct_actions() != openspiel.load("tritrac").num_distinct_actions()
    for state in walk(game, seed=1, most=12):
        same(state, pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1])


def test_chance_has_the_odds_of_the_rules() -> None:
    state = openspiel.load("parcheesi", 2).new_initial_state()
    assert state.is_chance_node()
    outcomes = dict(state.chance_outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    assert sorted(set(outcomes.values())) == [1 / 36, 2 / 36] and len(outcomes) == 21
    assert openspiel.load("tritrac").get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    drawn = openspiel.load("tritrac", options={"first_player": "random"})
    assert drawn.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert [odds for _, odds in drawn.new_initial_state().chance_outcomes()] == [0.5, 0.5]


def test_what_people_read() -> None:
    state = openspiel.load("tritrac").new_initial_state()
    first = state.legal_actions()[0]
    name = state.action_to_string(first)
    assert name == parlour.load("tritrac").words.notation(state.position, first)
    assert state.string_to_action(name) == first
    assert "a4d" in state.board()
    assert "hand=7,7" in str(state).split()


# ---------------------------------------------------------------- errors


def test_an_illegal_action_is_refused_with_the_reason() -> None:
    state = openspiel.load("tritrac").new_initial_state()
    before = str(state)
    wrong = next(a for a in range(3168) if a not in state.legal_actions())
    for action in (wrong, 99999, -7):
        with pytest.raises(pyspiel.SpielError, match=r"\w+ \w+"):
            state.apply_action(action)
    with pytest.raises(pyspiel.SpielError, match=r"not legal now: its mask is 0\. .+"):
        state.apply_action(wrong)
    assert str(state) == before and state.history() == []
    dice = openspiel.load("parcheesi", 2).new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="Chance is next; it can be: 0, 1"):
        dice.apply_action(21)
    *_, last = walk(openspiel.load("tritrac"), seed=1)
    with pytest.raises(pyspiel.SpielError, match="The game is over"):
        last.apply_action(0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("parcheesi(players=7)", "parcheesi is for 2, 3, 4 players, not 7. The nearest is 4"),
        ("parcheesi(players=-2)", "number of players is a whole number, 0 or more"),
        ("parcheesi(options=max_dice)", "“max_dice” has no colon"),
        ("parcheesi(options=max_dies:greedy)", "no option “max_dies”.*Did you mean max_dice"),
        ("parcheesi(options=max_dice:greddy)", "Did you mean greedy"),
        ("tritrac(board=star99)", "no board “star99”.*Did you mean star16"),
        ("parcheesi(start=nonsense)", "not the code of a position"),
        ("parcheesi(recall=-1)", "from 0 to 1024"),
        ("parcheesi(colour=red)", "colour"),
    ],
)
def test_bad_parameters_are_named(text: str, told: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=told):
        pyspiel.load_game(openspiel.PREFIX + text)


def test_parameters_are_kept_as_they_were_understood() -> None:
    game = openspiel.load("doubletrack", 3, {"max_turns": 1, "free_trading": True}, recall=2)
    assert str(game) == "python_parlour_doubletrack(options=max_turns:1;free_trading:True,players=3,recall=2)"
    position = game.new_initial_state().position
    assert (position.max_turns, position.free_trading) == (1, 1)
    assert str(openspiel.load("parcheesi")) == "python_parlour_parcheesi(players=4)"
    with pytest.raises(pyspiel.SpielError, match="path has one of"):
        openspiel.load("tritrac", board="a,b.toml")
    code = to_code(parlour.load("parcheesi"), parlour.load("parcheesi").new(2))
    with pytest.raises(pyspiel.SpielError, match="The start has 2 players, not 3"):
        openspiel.load("parcheesi", 3, start=code)
    with pytest.raises(pyspiel.SpielError, match="house rules in it already"):
        openspiel.load("parcheesi", options={"max_dice": "greedy"}, start=code)


def test_their_record_of_a_game_is_the_same_again() -> None:
    from open_spiel.python.algorithms import generate_playthrough  # it brings SciPy along

    text = f"{openspiel.PREFIX}doubletrack(players=3,options=max_turns:2)"
    first, again = (generate_playthrough.playthrough(text, None, seed=1) for _ in range(2))
    assert first == again and "IsTerminal() = True" in first
    assert "InformationStateString(2)" in first and "ObservationTensor(0)" in first


def test_unknown_games_are_named() -> None:
    with pytest.raises(pyspiel.SpielError, match=r"no game “parchesi”.*Did you mean parcheesi"):
        openspiel.load("parchesi")


def python(code: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})


def test_without_openspiel_the_extra_is_named() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import parlour.envs.openspiel"
    done = python(code)
    assert done.returncode == 1
    assert "parlour[openspiel]" in done.stderr and "OpenSpiel" in done.stderr


def test_python_ends_in_peace() -> None:
    """OpenSpiel lets go of registered games after the interpreter has gone."""
    code = "import parlour.envs.openspiel as o; s = o.load('tritrac').new_initial_state(); s.clone()"
    done = python(code)
    assert (done.returncode, done.stderr) == (0, "")


def test_games_can_be_pickled_and_tell_all_their_parameters() -> None:
    game = openspiel.load("doubletrack", players=3, options={"counter_offers": 2}, keys="short")
    other = pickle.loads(pickle.dumps(game))
    assert str(other) == str(game) and other.get_parameters() == game.get_parameters()
    assert game.get_parameters() == {
        "players": 3,
        "options": "counter_offers:2",
        "board": "",
        "start": "",
        "recall": 8,
        "keys": "short",
    }
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()


def test_how_many_chance_nodes_there_can_be() -> None:
    assert openspiel.load("tritrac").max_chance_nodes_in_history() == 0
    assert openspiel.load("parcheesi").max_chance_nodes_in_history() > 0


def test_positions_as_json() -> None:
    game = openspiel.load("parcheesi", players=2)
    state = walked(game, 30)
    again = game.new_initial_state(state.to_json())
    assert str(again) == str(state) and json.loads(state.to_json()) == state.to_struct()
    for wrong in ("{", '{"players": 9}'):
        with pytest.raises(pyspiel.SpielError):
            game.new_initial_state(wrong)


def walked(game: Any, steps: int) -> Any:
    state, rng = game.new_initial_state(), np.random.default_rng(steps)
    for _ in range(steps):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_short_keys_stand_for_the_whole_log() -> None:
    """The same text, the same key; another text, another key; and the key does not grow."""
    game = openspiel.load("doubletrack", players=3)
    short = openspiel.load("doubletrack", players=3, keys="short")
    found: dict[str, str] = {}
    for seed in (3, 4):
        state, rng = game.new_initial_state(), np.random.default_rng(seed)
        other = short.new_initial_state()
        for _ in range(60):
            action = int(rng.choice(state.legal_actions()))
            state.apply_action(action)
            other.apply_action(action)
            for player in range(3):
                text, key = state.information_state_string(player), state.information_state_key(player)
                assert found.setdefault(text, key) == key and len(key) == len("player 0 ") + 32
                assert other.information_state_string(player) == key
    assert len(set(found.values())) == len(found) > 60


def test_our_bots_sit_at_openspiels_table() -> None:
    game = openspiel.load("doubleswild", players=2)
    bots = [openspiel.ParlourPlayer("random", game, player, seed=3 + player) for player in range(2)]
    results = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in (1, 2)]
    assert all(sum(result) == 0 for result in results)
    with pytest.raises(pyspiel.SpielError, match="Did you mean careful"):
        openspiel.ParlourPlayer("carefull", game, 0)
    with pytest.raises(pyspiel.SpielError, match="long"):
        openspiel.load("tritrac", keys="tiny")
