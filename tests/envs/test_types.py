"""What people program with says what it takes and gives, to editors, and in few words what it is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import parlour
from parlour import arena
from parlour.envs import Episode, arguments, sample
from parlour.rules.contracts.words import WordsFile
from parlour.rules.game import Game
from parlour.rules.narrow import Narrow
from parlour.rules.vector import Vector

gymnasium = pytest.importorskip("gymnasium")
from parlour.envs import gymnasium as door  # noqa: E402
from parlour.envs import pettingzoo as tables  # noqa: E402

TOUCHED = (
    arena.simulate,
    arena.tournament,
    door.make,
    door.make_vec,
    sample,
    tables.env,
    tables.parallel_env,
    tables.raw_env,
    door.OneSeat,
    door.ManyGames,
    Episode,
    Game,
    Vector,
    WordsFile,
    tables.Entry,
)
# What Gymnasium and NumPy leave open themselves, and what is any number by its nature.
OPEN = re.compile(
    r"NDArray\[Any\]|dtype\[Any\]|dict\[str, Any\]"  # arrays of any kind, infos, JSON
    r"|Mapping\[str, (npt\.)?NDArray\[Any\]\]"
)


def functions(touched: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    if inspect.isfunction(touched):
        yield touched.__name__, touched
        return
    for name, member in vars(touched).items():
        found = getattr(member, "fget", None) or getattr(member, "func", None) or member
        if inspect.isfunction(found) and (name == "__init__" or not name.startswith("_")):
            yield f"{touched.__name__}.{name}", found


FOUND = [found for touched in TOUCHED for found in functions(touched)]


@pytest.mark.parametrize(("name", "function"), FOUND, ids=[name for name, _ in FOUND])
def test_what_people_touch_is_typed(name: str, function: Callable[..., Any]) -> None:
    open_ones = {
        what: told
        for what, told in function.__annotations__.items()
        if re.search(r"\bAny\b", OPEN.sub("", str(told)))
    }
    assert not open_ones, name


@pytest.mark.parametrize(
    ("named", "made"),
    [
        (arguments.OneSeatArguments, door.OneSeat),
        (arguments.ManyGamesArguments, door.ManyGames),
        (arguments.TableArguments, tables.raw_env),
        (arguments.TableArguments, tables.env),
        (arguments.TableArguments, tables.parallel_env),
    ],
)
def test_every_argument_is_named(named: Any, made: Any) -> None:
    """Nothing that can be given is missing from what editors offer, and nothing is offered in vain."""
    gymnasiums_own = {"max_episode_steps", "disable_env_checker"}
    ours = {"game", "num_envs", "narrow", "form"}  # named by make and make_vec, or for tests
    if named is arguments.TableArguments:
        ours |= {"players", "options", "board"}  # which come first, and need no name
    taken = set(inspect.signature(made).parameters)
    offered = set(named.__annotations__)
    for kind in named.__mro__[1:]:
        offered |= set(getattr(kind, "__annotations__", {}))
    assert offered - gymnasiums_own - ours == taken - ours


def test_what_things_are_is_told_in_a_line() -> None:
    game = parlour.load("tritrac")
    plain = game.plain
    start = game.new()
    for thing, words in (
        (game, "tritrac"),
        (plain, "plain"),
        (Vector(game, 8, form=plain), "Vector of 8 games of tritrac, 2 players"),
        (Narrow(game, 8, form=plain), "Narrow of 8 games"),
        (Episode(game, seed=3, form=plain), "game 0 of seed 3"),
        (start, "Position("),
        (parlour.load("doubletrack").new(), "Position("),
    ):
        assert words in repr(thing) and len(repr(thing)) < 1500 and "\n" not in repr(thing)
    if game.is_compiled:
        assert repr(game.settled(start)) == "<Rules of parlour.games.tritrac, compiled for its house rules>"
