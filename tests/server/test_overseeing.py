"""`parlour tables`, `backup` and `restore`: what an operator does with all tables at once."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from parlour.cli import run
from parlour.server.sqlite import SqliteStore
from tests.server.helpers import serving


def test_tables_are_listed_saved_copied_and_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, copy, records = tmp_path / "tables.db", tmp_path / "copy.db", tmp_path / "records"
    at = ["--database", str(file)]

    async def serve() -> str:
        async with serving(SqliteStore(file)) as served:
            await served.open("parcheesi", ["person", "person"])
            old = await served.open("tritrac", ["person", "person"])
            move = (await old.frame(0))["moves"][0]["notation"]
            assert (await old.command(0, "play", action=move)).status_code == 200
            for arguments, code in (  # while it runs
                (["tables"], 0),
                (["backup", str(copy)], 0),
                (["tables", "--prune", "1"], 2),
                (["restore", str(copy)], 2),
            ):
                assert await asyncio.to_thread(run, [*arguments, *at]) == code
            return old.id

    old = asyncio.run(serve())
    said = capsys.readouterr()
    assert f"{old}  tritrac" in said.out and "Tables: 2, finished: 0." in said.out
    assert said.err.count("another Parlour is using it") == 2
    with sqlite3.connect(file) as c:
        c.execute("UPDATE uses SET at = 1000 WHERE tab = ?", (old,))
    c.close()
    assert run(["tables", "--prune", "30", "--export", str(records), *at]) == 0
    assert run(["tables", *at]) == 0
    said = capsys.readouterr()
    assert "Tables deleted: 1." in said.out and "Tables: 1, finished: 0." in said.out and old not in said.out
    (saved,) = records.iterdir()
    assert saved.name == f"tritrac-{old}.parlour" and saved.stat().st_mode & 0o777 == 0o600
    assert run(["replay", str(saved)]) == 0
    assert run(["restore", str(copy), *at]) == 0
    assert run(["tables", "--export", str(records), *at]) == 0
    assert f"Records saved in {records}: 2." in capsys.readouterr().out and len(list(records.iterdir())) == 2
    assert run(["tables", "--export", str(records), "nowhere", *at]) == 0
    assert "There is no table nowhere." in capsys.readouterr().out


def test_postgres_is_copied_by_its_own_tools(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["backup", "x", "--database", "postgresql://somewhere/parlour"]) == 2
    assert "pg_dump" in capsys.readouterr().err
