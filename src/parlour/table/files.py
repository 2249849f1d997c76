"""Reading and writing files whole: a file is the old one or the new one, never something between."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import stat
from pathlib import Path

from parlour.text import ParlourError, say

MOST = 64_000_000  # bytes of a file that anybody could mean


def check(path: str | Path) -> None:
    """A pipe or a device is no file: it may never end. What is not there may become one."""
    with contextlib.suppress(OSError):
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise ParlourError(say("{file} is no file: it is a pipe or a device.", file=path))


def read(path: str | Path) -> bytes:
    """The bytes of a file, or an error that says why not."""
    check(path)
    try:
        found = os.stat(path)
        if found.st_size > MOST:
            raise ParlourError(say("{file} is too large: at most {most} bytes.", file=path, most=MOST))
        return Path(path).read_bytes()
    except OSError as error:
        raise ParlourError(
            say("{file} cannot be read: {why}.", file=path, why=error.strerror or error)
        ) from error


def write(path: str | Path, text: str | bytes, *, private: bool = False) -> None:
    """Write a file in one step; a private one can be read by its owner alone, and takes the place of a link.

    The text goes to a second file in the same folder, reaches the disk, and takes the name in
    one rename. Whatever happens on the way (a full disk, Ctrl-C), the second file is removed.
    """
    # A link keeps pointing where it points; but a secret is written where it is looked for, and nowhere else.
    target = Path(os.path.abspath(path)) if private else Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.draft")
    try:
        mode = 0o600 if private else 0o666
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            if not private and target.exists():  # who may read it stays as it was
                os.chmod(draft, stat.S_IMODE(target.stat().st_mode))
            file.write(text.encode("utf-8") if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise ParlourError(
            say(
                "{file} cannot be written: {why}. Nothing was changed.",
                file=path,
                why=error.strerror or error,
            )
        ) from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Remove a file if it is there."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ParlourError(
            say("{file} cannot be removed: {why}.", file=path, why=error.strerror or error)
        ) from error


def _sync_folder(folder: Path) -> None:
    """Let the rename reach the disk too, where the system can promise that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ---------------------------------------------------------------- the secret beside a record


def secret_beside(path: str | Path) -> Path:
    """Where the secret of an unfinished game with checkable dice waits for its end."""
    return Path(f"{path}.secret")


def write_with_secret(path: str | Path, record: str, match: str, secret: bytes) -> None:
    """The secret first, so that no record is ever without; if then the record fails, it goes again."""
    file = secret_beside(path)
    text = json.dumps({"match": match, "secret": secret.hex()}) + "\n"
    before = read(file).decode("utf-8", "replace") if file.is_file() else None
    try:
        if before != text:  # a table saves after every move, the secret stays
            write(file, text, private=True)
        write(path, record)
    except BaseException:
        with contextlib.suppress(ParlourError):
            if before is None:
                remove(file)
            elif before != text:  # another match's, whose record still stands
                write(file, before, private=True)
        raise


def read_secret(path: Path, match: str) -> bytes | None:
    """The secret of that match, None when there is no such file."""
    if not path.is_file():
        return None
    try:
        data = json.loads(read(path))
        secret = bytes.fromhex(data["secret"])
        if data["match"] == match:
            return secret
    except (ValueError, TypeError, KeyError):
        pass
    raise ParlourError(
        say(
            "{file} does not hold the secret of this match; put the right file there or remove it.", file=path
        )
    )
