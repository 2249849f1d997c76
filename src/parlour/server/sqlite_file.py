"""The SQLite file itself: made, opened, upgraded, checked, copied while it is used, and put back.

Three files belong together: `tables.db`, SQLite's write-ahead log `tables.db-wal`, where what was stored
last lies until it is copied over, and `tables.db-owner`. The last is held by the one server that may write,
and says how many commits were acknowledged. So a log that was removed or damaged is noticed: SQLite itself
goes on from an earlier moment then, without a word.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import time
from pathlib import Path

from parlour.server.store import StoreError, cannot_open
from parlour.table import files
from parlour.text import ParlourError, say

APPLICATION_ID = 0x5041524C  # "PARL": the application's id in the file
SCHEMA = 2
_FIRST = """
CREATE TABLE tables (id TEXT PRIMARY KEY, setup BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    tab TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL, key TEXT,
    PRIMARY KEY (tab, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX commands ON events (tab, key) WHERE key IS NOT NULL;
"""
_SECOND = """
CREATE TABLE IF NOT EXISTS talk (
    tab TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (tab, n)
) WITHOUT ROWID;
CREATE TABLE uses (tab TEXT PRIMARY KEY, at INTEGER NOT NULL, over INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX ages ON uses (over, at);
INSERT INTO uses SELECT id, {now}, 0 FROM tables;
CREATE TABLE commits (life TEXT NOT NULL, n INTEGER NOT NULL);
INSERT INTO commits VALUES ('{life}', 0);
"""
MEMORY = ":memory:"


class Owner:
    """Holds the file beside the database: nobody else may write meanwhile, and the commits are counted."""

    def __init__(self, file: str) -> None:
        check_file(file)
        self.path = f"{file}-owner"
        self._made = file != MEMORY and not os.path.exists(self.path)
        if file == MEMORY:
            self._connection = sqlite3.connect(MEMORY, isolation_level=None, check_same_thread=False)
        else:
            private(self.path)
            self._connection = sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False, timeout=1
            )
        try:
            self._take()
        except sqlite3.OperationalError as error:
            self._connection.close()
            raise cannot_open(file, why(error)) from error
        except sqlite3.DatabaseError:  # it is damaged itself, after a loss of power: then it says nothing
            self._connection.close()
            os.truncate(self.path, 0)
            self.__init__(file)  # type: ignore[misc]

    def _take(self) -> None:
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = OFF", "synchronous = OFF"):
            self._connection.execute(f"PRAGMA {setting}").fetchall()
        self._connection.execute("BEGIN EXCLUSIVE")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS commits (life TEXT NOT NULL, n INTEGER NOT NULL)"
        )
        self._connection.execute("COMMIT")

    def check(self, connection: sqlite3.Connection, file: str) -> int:
        """The number of commits; an error if the database has fewer than were acknowledged."""
        life, n = connection.execute("SELECT life, n FROM commits").fetchone()
        known = self._connection.execute("SELECT n FROM commits WHERE life = ?", (life,)).fetchone()
        if known is not None and known[0] > n:
            raise cannot_open(
                file,
                say(
                    "its file {wal} was removed or damaged, and with it what was stored last "
                    "({count:commit|commits}). "
                    "Nothing was changed. Put that file back if you have it, or delete {owner} to go on.",
                    count=known[0] - n,
                    wal=f"{file}-wal",
                    owner=self.path,
                ),
            )
        self._connection.execute("DELETE FROM commits")
        self._connection.execute("INSERT INTO commits VALUES (?, ?)", (life, n))
        return int(n)

    def note(self, n: int) -> None:
        """So many commits are safe."""
        self._connection.execute("UPDATE commits SET n = ?", (n,))

    def close(self) -> None:
        """Lets the file go, so that another process may have it."""
        self._connection.close()

    def leave(self) -> None:
        """The database was not opened: nothing was to be done here."""
        self.close()
        if self._made:
            os.unlink(self.path)


def private(file: str) -> None:
    """Dice secrets lie in it: for nobody else to read. SQLite gives its log the same mode."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        if os.name == "posix" and os.stat(file).st_mode & 0o077:
            os.chmod(file, 0o600)
    except OSError as error:
        raise cannot_open(file, error.strerror) from error


def connect(file: str) -> sqlite3.Connection:
    """The file, made if it is not there; whatever is wrong with it, it is left as it is."""
    made = file != MEMORY and not os.path.exists(file)
    if made:
        private(file)
    try:
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=1)
    except sqlite3.Error as error:
        raise cannot_open(file, why(error)) from error
    try:
        version = check(connection, file)
        if file != MEMORY:
            private(file)
        if version == 0:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # what is deleted is given back
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version < SCHEMA:
            _upgrade(connection, version)
        return connection
    except sqlite3.Error as error:
        connection.close()
        raise cannot_open(file, why(error)) from error
    except StoreError:
        connection.close()
        raise


def _upgrade(connection: sqlite3.Connection, version: int) -> None:
    """From an earlier version of the file, or from nothing: all of it or none."""
    connection.execute("BEGIN IMMEDIATE")
    steps = [_FIRST, _SECOND][version:]
    for statement in ";".join(steps).split(";\n"):
        filled = statement.format(now=int(time.time()), life=secrets.token_hex(8))
        connection.execute(filled.strip().strip(";"))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")
    connection.execute(
        "PRAGMA wal_checkpoint(TRUNCATE)"
    ).fetchall()  # the file says what it is without its log


def check(connection: sqlite3.Connection, file: str) -> int:
    """Is it empty, or a database of ours that is whole? The version of its format, 0 for an empty one."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application_id != APPLICATION_ID:
        if things:
            raise cannot_open(file, say("it is a database of another program. Name another file."))
        return 0
    if version > SCHEMA:
        raise cannot_open(file, say("it was written by a later Parlour. Update Parlour."))
    findings = [text for (text,) in connection.execute("PRAGMA quick_check(3)")]
    if findings != ["ok"]:
        raise cannot_open(
            file,
            say(
                "it is damaged ({why}). Nothing was changed. Put a backup in its place, or save what can "
                "be read with: sqlite3 {file} .recover",
                why="; ".join(" ".join(text.split()) for text in findings),
                file=file,
            ),
        )
    return int(version)


def check_file(file: str) -> None:
    """What is no file is left alone: making it private would change a device for everybody."""
    try:
        files.check(file)
    except ParlourError as problem:
        raise StoreError(problem.text) from None


def look_at(file: str) -> sqlite3.Connection:
    """To read only, also while a server writes to it."""
    check_file(file)
    if not os.path.exists(file):
        raise cannot_open(file, say("there is no such file"))
    try:
        address = f"{Path(file).absolute().as_uri()}?mode=ro"
        connection = sqlite3.connect(address, uri=True, timeout=5, check_same_thread=False)
        version = check(connection, file)
    except sqlite3.Error as error:
        raise cannot_open(file, why(error)) from error
    if version < SCHEMA:
        connection.close()
        raise cannot_open(
            file,
            say("it was written by an earlier Parlour. Start the server once, which brings it up to date."),
        )
    return connection


# ---------------------------------------------------------------- copies


def backup(file: str, to: Path) -> None:
    """A whole and consistent copy of a moment, while a server goes on writing."""
    check_file(str(to))
    new = to.with_name(f"{to.name}.new")
    source = look_at(file)
    try:
        with contextlib.suppress(FileNotFoundError):
            new.unlink()
        private(str(new))
        copy = sqlite3.connect(new, isolation_level=None)
        try:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.execute("UPDATE commits SET life = ?", (secrets.token_hex(8),))  # it goes on by itself
            check(copy, str(new))
        finally:
            copy.close()
        with open(new, "rb") as written:
            os.fsync(written.fileno())
        os.replace(new, to)
    except sqlite3.Error as error:
        raise StoreError(say("The backup could not be made: {why}", why=why(error))) from error
    finally:
        source.close()
        with contextlib.suppress(FileNotFoundError):
            new.unlink()


def restore(copy: Path, file: str) -> None:
    """Put a backup in the place of the database, which no server may be using."""
    look_at(str(copy)).close()  # is it one, and whole?
    owner = Owner(file)
    try:
        new = f"{file}.new"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(new)
        private(new)
        with open(copy, "rb") as given, open(new, "wb") as taken:
            while part := given.read(1 << 20):
                taken.write(part)
            taken.flush()
            os.fsync(taken.fileno())
        for rest in ("-wal", "-shm"):  # of the database that was there: they would be mixed up with this one
            with contextlib.suppress(FileNotFoundError):
                os.unlink(file + rest)
        os.replace(new, file)
    finally:
        owner.close()


def why(error: sqlite3.Error) -> object:
    """SQLite's words, in ours where a person can do something about it."""
    text = str(error)
    if "locked" in text:
        return say("another Parlour is using it")
    if "full" in text:
        return say("the disk is full")
    if "readonly" in text:
        return say("the file or its folder cannot be written to")
    if "disk I/O" in text:
        return say("the disk does not do what it is told")
    if "not a database" in text or "malformed" in text:
        return say("it is no SQLite database, or is damaged. Nothing was changed; put a backup in its place")
    return text
