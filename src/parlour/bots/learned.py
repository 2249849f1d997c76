"""The learned player: it looks one action ahead like the careful one, and judges by a trained network.

A network is shipped as two files beside the board it was trained on: `weights.npz` holds its mind (see
drivers.py) in half precision, `weights.json` says which file that is (SHA-256), what goes in, how it was made
and how strong it is. A file that is not the one described is refused.
"""

from __future__ import annotations

import datetime
import hashlib
import io
import json
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from parlour.bots.binding import bound
from parlour.bots.bot import Settings
from parlour.bots.careful import WORLDS, Careful, Manner
from parlour.bots.drivers import DEEPER, HEADER, HIDDEN, KIND, NETWORK, TERMS
from parlour.rules.game import Game, once
from parlour.rules.kit import OVER
from parlour.text import ParlourError, Text, say

Floats = npt.NDArray[np.float32]


class BadWeights(ParlourError):
    """Weights that are missing, damaged, or not for this game."""


def files(game: Game) -> tuple[Path, Path]:
    """Where a game's network lies, and the note about it: in its folder, or beside another board."""
    if game.board_file is None:
        return game.folder / "weights.npz", game.folder / "weights.json"
    stem = game.board_file.stem
    return tuple(game.board_file.with_name(f"{stem}.weights.{kind}") for kind in ("npz", "json"))  # type: ignore[return-value]


def is_trained(game: Game) -> bool:
    """Does this game, on this board, come with a network?"""
    return all(path.is_file() for path in files(game))


@once
def mind_of(game: Game) -> Floats:
    """The game's network, as drivers take it."""
    if not is_trained(game):
        raise BadWeights(
            say(
                "There is no trained network for {game} on this board; `parlour train` makes one.",
                game=game.id,
            )
        )
    return read(game, *files(game))


def hash_of(game: Game) -> str:
    """The SHA-256 of the game's network, under which its note knows it."""
    return hashlib.sha256(files(game)[0].read_bytes()).hexdigest()


def read(game: Game, weights: Path, note: Path) -> Floats:
    """A network from its two files, or an error that says what is wrong with them."""
    try:
        data = weights.read_bytes()
        about = json.loads(note.read_text("utf-8"))
        expected = about["sha256"]
        inputs = about["inputs"]
        names = list(inputs["considerations"])
        features = int(inputs["features"])
    except OSError as error:
        raise BadWeights(
            say("{file} cannot be read: {why}.", file=error.filename, why=error.strerror)
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights(say("{file} does not describe a network: {why}.", file=note, why=error)) from error
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        raise _refused(
            weights, say("its SHA-256 is {found}…, not {expected}…", found=found[:12], expected=expected[:12])
        )
    known = [one.name for one in bound(game).considerations]
    if features != bound(game).plain.FEATURES or names != known[: len(names)]:
        raise _refused(weights, say("the game is seen in another way since it was trained"))
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            mind: Floats = file["mind"].astype(np.float32)
    except (ValueError, KeyError, OSError, BadZipFile) as error:
        raise _refused(weights, say("{why}", why=error)) from error
    if mind.ndim != 1 or len(mind) < HEADER or mind[KIND] != NETWORK or len(mind) != size_of(mind, features):
        raise _refused(weights, say("its size does not fit its layers"))
    if mind[TERMS] != len(names):
        raise _refused(weights, say("its inputs are not those of the note"))
    return mind


def size_of(mind: Floats, features: int) -> int:
    """How many numbers a mind with this header has."""
    inputs, hidden, deeper = features + int(mind[TERMS]), int(mind[HIDDEN]), int(mind[DEEPER])
    last = deeper or hidden
    return HEADER + (inputs + 1) * hidden + (hidden + 1) * deeper + last + 1 + inputs


def _refused(file: Path, why: Text) -> BadWeights:
    return BadWeights(
        say(
            "{file} is not the network that was trained: {why}. Get both files anew, or train again.",
            file=file,
            why=why,
        )
    )


def write(game: Game, mind: Floats, about: Mapping[str, Any], weights: Path, note: Path) -> None:
    """Put a network into its two files; `about` is whatever else is to be said of it."""
    mind = mind.astype(np.float16).astype(np.float32)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, mind=mind.astype(np.float16))
    names = [one.name for one in bound(game).considerations][: int(mind[TERMS])]
    data = {
        "sha256": hashlib.sha256(buffer.getvalue()).hexdigest(),
        "game": game.id,
        "board": "" if game.board_file is None else game.board_file.stem,
        "inputs": {"features": int(bound(game).plain.FEATURES), "considerations": names},
        "layers": [int(mind[HIDDEN]), int(mind[DEEPER]), 1],
        "said": said(game, mind),
        "date": datetime.date.today().isoformat(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        **about,
    }
    weights.write_bytes(buffer.getvalue())
    note.write_text(_readable(data) + "\n", "utf-8")


def said(game: Game, mind: Floats, positions: int = 24) -> list[float]:
    """What a network says of some positions of random games: the chances of the first seat."""
    form = bound(game).plain
    found: list[float] = []
    out, rng, values = np.zeros(form.MAX_ACTIONS, np.int64), np.zeros(1, np.uint64), np.zeros(game.chairs)
    form.start_stream(rng, 1, 0)
    position, scratch = game.new(), bound(game).scratch(mind)
    while len(found) < positions:
        for _ in range(5):
            if (who := form.actor(position)) == OVER:
                position = game.new()
            else:
                form.apply(position, form.random_action(position, who, out, rng))
        form.evaluate(position, values, scratch, mind)
        found.append(round(float(values[0]), 4))
    return found


def _readable(data: Mapping[str, Any]) -> str:
    """JSON with one line for each entry, and for each point of a list of them."""
    lines = []
    for name, value in data.items():
        text = json.dumps(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            text = "[\n" + ",\n".join(f"    {json.dumps(one)}" for one in value) + "\n  ]"
        lines.append(f"  {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}"


def create(game: Game, settings: Settings) -> Careful:
    """`learned`, with what its settings change."""
    manner = Manner(
        attention=settings.number("attention", 1, 0, 1),
        slip=settings.number("slip", 0, 0, 10),
        worlds=settings.whole("worlds", WORLDS, 1, 1000),
        afford=settings.number("afford", 0, 0, 100),
        errs=settings.number("errs", 100, 0, 100),
    )
    return Careful(bound(game), mind_of(game), manner)
