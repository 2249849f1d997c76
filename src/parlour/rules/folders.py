"""Folders of our own: what is kept from run to run, where nobody else can put anything.

Compiled code is loaded and run, so a folder counts only if it belongs to whoever runs this and nobody else
may write there. One of ours that was open to others is emptied and closed; one that PARLOUR_CACHE names may
hold anything, so it is left as it is. Where there is no such folder (a home that cannot be written to, a
cache that somebody else owns), one for this process alone takes its place, and goes with it.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from functools import cache
from pathlib import Path

from parlour.text import Text, say

_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def cache_root() -> Path:
    """Where compiled rules are kept: PARLOUR_CACHE, else the user's cache folder."""
    return _chosen() or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour"


def kept(*names: str) -> Path:
    """The folder of these names within the cache, made if need be; else one that goes with this process."""
    root = cache_root()
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        folder = root
        for folder in (root, *(root.joinpath(*names[: i + 1]) for i in range(len(names)))):
            folder.mkdir(mode=0o700, exist_ok=True)
            ours = folder != _chosen()
            if not (_is_closed(folder) or (ours and _close(folder))):
                break
        else:
            if os.access(folder, os.W_OK):
                return folder
    except OSError:
        pass
    folder = temporary().joinpath(*names)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def nothing_is_kept() -> Text | None:
    """What to tell people where there is no folder that lasts."""
    if not kept("compiled").is_relative_to(temporary()):
        return None
    return say(
        "{folder} cannot be written to, or others can write there: what is compiled now is gone when this "
        "ends. PARLOUR_CACHE names another folder.",
        folder=cache_root(),
    )


def _chosen() -> Path | None:
    named = os.environ.get("PARLOUR_CACHE")
    return Path(named) if named else None


def _is_closed(folder: Path) -> bool:
    """Does it belong to us, and may nobody else write there?"""
    if not hasattr(os, "geteuid"):  # Windows: a home is closed to others as it comes
        return True
    found = os.stat(folder)
    return found.st_uid == os.geteuid() and not found.st_mode & _OTHERS


def _close(folder: Path) -> bool:
    """Empty a folder of ours and close it, so that nothing is left there that others put into it."""
    found = os.stat(folder)
    if found.st_uid != os.geteuid():
        return False
    os.chmod(folder, stat.S_IMODE(found.st_mode) & ~_OTHERS)
    for inside in folder.iterdir():
        shutil.rmtree(inside) if inside.is_dir() and not inside.is_symlink() else inside.unlink()
    return True


@cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="parlour-", ignore_cleanup_errors=True)


def temporary() -> Path:
    """A folder for this process, which is removed when it ends."""
    return Path(_temporary().name)
