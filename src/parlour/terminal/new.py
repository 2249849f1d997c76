"""A folder to begin a game of one's own with: it keeps every contract, and says where to go on."""

from __future__ import annotations

import re
import secrets
import shutil
from pathlib import Path

from parlour.games import NAME, names
from parlour.terminal.show import Screen
from parlour.text import BadChoice, say

STARTER = Path(__file__).with_name("starter")


def make_game(screen: Screen, folder: Path) -> None:
    """Write the folder, whole or not at all."""
    name = folder.resolve().name
    if not NAME.fullmatch(name):
        near = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_0123456789") or "my_game"
        raise BadChoice(
            say(
                "A game's folder is named by small letters, digits and _, such as {near}, not “{name}”.",
                near=near,
                name=name,
            )
        )
    if name in names():
        raise BadChoice(say("There is a game called {name} already; choose another name.", name=name))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadChoice(say("{folder} is there already; nothing was changed.", folder=folder))
    draft = folder.resolve().with_name(f".{name}.{secrets.token_hex(4)}.draft")
    try:
        draft.mkdir(parents=True)
        for file in sorted(STARTER.iterdir()):
            if file.suffix == ".txt":
                (draft / file.stem).write_text(_filled(file.read_text("utf-8"), name), "utf-8")
        if folder.exists():
            folder.rmdir()
        draft.rename(folder.resolve())
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    screen.line(say("{folder} is a game that keeps every contract. Go on where it says NEXT:", folder=folder))
    for command in ("check", "play", "print"):
        screen.line(f"  parlour {command} {folder}")
    screen.line(f"  parlour serve --game {folder}")


def _filled(text: str, name: str) -> str:
    """The words of the starter, with the game's own name in them."""
    clause = re.sub(r"[^A-Z]", "", name.upper())[:3].ljust(3, "X")
    title = name.replace("_", " ").title()
    return text.replace("@TITLE@", title).replace("@CLAUSE@", clause)
