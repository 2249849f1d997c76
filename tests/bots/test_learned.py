"""Learned players: our networks are those that were trained, others are refused, and the command works."""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import cli
from parlour.bots import bot, drivers, learned
from parlour.bots.binding import bound
from parlour.bots.learned import BadWeights
from parlour.bots.training import Run, Settings
from parlour.rules.game import Game
from tests.bots.toy import careful_toy

SMALL = Settings(hidden=8, deeper=4, games=12, positions=16, batch=16)
TRAINED = [name for name in parlour.names() if learned.is_trained(parlour.load(name))]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    return careful_toy(tmp_path)


# ---------------------------------------------------------------- what is shipped


@pytest.mark.parametrize("name", TRAINED)
def test_shipped_networks(name: str) -> None:
    """Each is what its note says, small, and measured to be stronger than the careful player."""
    game = parlour.load(name)
    weights, note = learned.files(game)
    about = json.loads(note.read_text("utf-8"))
    assert hashlib.sha256(weights.read_bytes()).hexdigest() == about["sha256"]
    assert weights.stat().st_size < 200_000
    assert about["commands"][0].startswith(f"parlour train {name}")
    assert {"seed", "rate", "fading"} <= set(about["settings"])
    assert len(about["curve"]) > 3
    against = [row for row in about["strength"] if row["against"] == "careful"]
    assert {row["players"] for row in against} == set(game.rules.SEATS)
    fewest = against[0]
    assert fewest["games"] >= 1000
    assert fewest["share"] - fewest["error"] > 1 / fewest["players"]


@pytest.mark.parametrize("name", TRAINED)
def test_the_document_tells_what_was_measured(name: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "training.md").read_text("utf-8")
    about = json.loads(learned.files(parlour.load(name))[1].read_text("utf-8"))
    assert f"{about['games']:,}" in text
    for row in about["strength"]:
        assert f"{row['share']:.1%} ± {row['error']:.1%}" in text, "python3 benchmarks/curves.py writes it"


@pytest.mark.parametrize("name", TRAINED)
def test_shipped_networks_are_asked_what_they_were_trained_on(name: str) -> None:
    """When features or considerations change, what a network makes of them is worth less, and it is to be
    trained again. Its note remembers what it said of some positions."""
    game = parlour.load(name)
    mind = learned.mind_of(game)
    about = json.loads(learned.files(game)[1].read_text("utf-8"))
    assert learned.said(game, mind) == pytest.approx(about["said"], abs=0.002), "parlour train it again"


@pytest.mark.parametrize("name", TRAINED)
def test_learned_players_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = parlour.load(name)
    player, form = bot.make("learned:worlds=1", game), game.plain
    out, rng = np.zeros(form.MAX_ACTIONS, np.int64), np.zeros(1, np.uint64)
    p = game.new()
    while (who := form.actor(p)) < 0:
        form.apply(p, form.random_action(p, who, out, rng))
    view = p.copy()
    form.hide(view, who)
    thought = player.think(view, who, seconds=None, seed=3)
    assert thought.action in out[: form.legal(view, out)]
    sides = {int(form.side(p, chair)): chance for chair, chance in enumerate(thought.chances)}
    assert sum(sides.values()) == pytest.approx(1)
    assert player.think(view, who, seconds=None, seed=3) == thought


# ---------------------------------------------------------------- files


def put(game: Game) -> tuple[Path, Path]:
    weights, note = learned.files(game)
    learned.write(game, Run(game, SMALL).mind(), {"made": "for a test"}, weights, note)
    return weights, note


def test_a_network_is_read_as_it_was_written(toy: Game) -> None:
    weights, note = put(toy)
    assert (learned.read(toy, weights, note) == Run(toy, SMALL).mind()).all()
    about = json.loads(note.read_text("utf-8"))
    assert about["inputs"] == {"features": 7, "considerations": ["race", "others"]}
    assert about["made"] == "for a test"


def change_a_byte(weights: Path, note: Path) -> None:
    data = bytearray(weights.read_bytes())
    data[len(data) // 2] ^= 1
    weights.write_bytes(data)


def tell(**changes: Any) -> Callable[[Path, Path], None]:
    def change(weights: Path, note: Path) -> None:
        note.write_text(json.dumps(json.loads(note.read_text("utf-8")) | changes), "utf-8")

    return change


def replace(array: Any) -> Callable[[Path, Path], None]:
    """Another file, with a note that fits."""

    def change(weights: Path, note: Path) -> None:
        np.savez(weights, mind=array)
        tell(sha256=hashlib.sha256(weights.read_bytes()).hexdigest())(weights, note)

    return change


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (change_a_byte, "SHA-256"),
        (tell(sha256="0" * 64), "not 000000000000…"),
        (tell(inputs={"features": 8, "considerations": []}), "another way"),
        (tell(inputs={"features": 7, "considerations": ["luck"]}), "another way"),
        (tell(inputs={"features": 7, "considerations": ["race"]}), "not those of the note"),
        (tell(inputs=None), "does not describe"),
        (lambda w, n: n.write_text("nothing"), "does not describe"),
        (lambda w, n: w.unlink(), "cannot be read"),
        (lambda w, n: n.unlink(), "cannot be read"),
        (replace(np.zeros(100, np.float16)), "does not fit"),
        (replace(np.zeros((3, 3), np.float16)), "does not fit"),
        (replace(np.array([{"a": 1}], dtype=object)), "pickle"),
    ],
)
def test_other_files_are_refused(toy: Game, harm: Callable[[Path, Path], None], says: str) -> None:
    paths = put(toy)
    harm(*paths)
    with pytest.raises(BadWeights, match=says):
        learned.read(toy, *paths)


def test_size_of_a_mind_without_a_second_layer() -> None:
    mind = np.zeros(drivers.HEADER, np.float32)
    mind[[drivers.TERMS, drivers.HIDDEN]] = 2, 3
    assert learned.size_of(mind, 5) == drivers.HEADER + 7 * 3 + 3 + 3 + 1 + 7


def test_nothing_to_play_with(toy: Game) -> None:
    with pytest.raises(BadWeights, match="parlour train"):
        bot.make("learned", toy)


# ---------------------------------------------------------------- the command


def train(toy: Game, tmp_path: Path, *more: str) -> int:
    words = ["train", str(toy.folder), "--folder", str(tmp_path / "run"), "--proof", "12", "--threads", "1"]
    return cli.run([*words, *more])


def test_train_resume_install_play(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("parlour.terminal.train.Settings", lambda seed: SMALL)
    monkeypatch.setattr("parlour.terminal.train._MEASURED", 4)
    assert train(toy, tmp_path, "--games", "12") == 0
    assert not learned.is_trained(toy)
    assert train(toy, tmp_path, "--games", "12") == cli.USAGE
    assert "--resume" in capsys.readouterr().err
    assert train(toy, tmp_path, "--games", "12", "--resume", "--install") == 0
    said = capsys.readouterr().out
    assert "2 players" in said
    assert "against careful" in said
    assert learned.is_trained(toy)
    about = json.loads(learned.files(toy)[1].read_text("utf-8"))
    assert about["games"] == 24
    assert about["commands"] == [
        "parlour train race --games 12 --seed 0",
        "parlour train race --games 12 --resume",
    ]
    assert [row["against"] for row in about["strength"]] == ["random", "careful"] * 2
    assert about["said"] == learned.said(toy, learned.read(toy, *learned.files(toy)))
    view = toy.new(2)
    view.die = 2
    thought = bot.make("learned", toy).think(view, 0, seconds=None, seed=0)
    assert thought.action in (0, 1)
    assert bound(toy).considerations


def test_training_begins_with_the_network_there_is(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("parlour.terminal.train.Settings", lambda seed: SMALL)
    monkeypatch.setattr("parlour.terminal.train._MEASURED", 4)
    assert train(toy, tmp_path, "--seconds", "0", "--onward") == cli.USAGE  # there is none
    former = Run(toy, SMALL)
    former.round()
    learned.write(toy, former.mind(), {}, *learned.files(toy))
    assert train(toy, tmp_path, "--seconds", "0", "--onward", "--hidden", "4") == cli.USAGE
    assert "has layers of 8 and 4 units" in capsys.readouterr().err
    assert train(toy, tmp_path, "--seconds", "0", "--onward", "--hidden", "12") == 0
    weights, note = (tmp_path / "run" / f"weights.{kind}" for kind in ("npz", "json"))
    about = json.loads(note.read_text("utf-8"))
    assert about["settings"]["begun"] == learned.hash_of(toy)
    assert about["commands"] == ["parlour train race --seconds 0 --hidden 12 --onward --seed 0"]
    assert about["layers"] == [12, 4, 1]
    mind = learned.read(toy, weights, note)
    assert learned.said(toy, mind) == pytest.approx(learned.said(toy, former.mind()), abs=0.001)
    assert train(toy, tmp_path, "--seconds", "0", "--onward", "--resume") == cli.USAGE
    assert "keeps its layers" in capsys.readouterr().err


def test_ctrl_c_keeps_what_was_learned(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("parlour.terminal.train.Settings", lambda seed: SMALL)
    monkeypatch.setattr("parlour.terminal.train._MEASURED", 4)
    rounds = Run.round

    def interrupted(run: Run) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        rounds(run)

    monkeypatch.setattr(Run, "round", interrupted)
    assert train(toy, tmp_path, "--games", "1000000") == cli.STOPPED
    assert "kept" in capsys.readouterr().out
    assert json.loads((tmp_path / "run" / "run.json").read_text("utf-8"))["rounds"] == 1
    monkeypatch.setattr(Run, "round", rounds)
    assert train(toy, tmp_path, "--games", "1", "--resume") == 0


def test_without_memory_the_run_stays_as_it_was(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """CuPy says so by a MemoryError, too."""
    monkeypatch.setattr("parlour.terminal.train.Settings", lambda seed: SMALL)
    monkeypatch.setattr("parlour.terminal.train._MEASURED", 4)
    rounds = Run.round

    def full(run: Run) -> None:
        rounds(run)
        raise MemoryError("no room")

    monkeypatch.setattr(Run, "round", full)
    assert train(toy, tmp_path, "--games", "100") != 0
    said = capsys.readouterr().err
    assert "not enough memory" in said and "after 0 games" in said and "Traceback" not in said
    monkeypatch.setattr(Run, "round", rounds)
    assert train(toy, tmp_path, "--games", "1", "--resume") == 0


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--seconds", "soon"), "number of seconds"),
        (("--device", "abacus"), "no device"),
        (("--resume",), "no training run"),
        (("--seed", "-3"), "seed"),
        (("--rate", "fast"), "rate of learning"),
        (("--fading", "1.5"), "from 0 to 1"),
        (("--threads", "9999"), "number of threads"),
    ],
)
def test_bad_input(
    toy: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], says: str
) -> None:
    assert train(toy, tmp_path, *more) == cli.USAGE
    assert says in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
