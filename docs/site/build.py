"""The documentation as a site of pages, with search, in build/site: `python3 docs/site/build.py`.

The guides are the files of docs/ as they stand. Beside them this writes, from the code itself, a page for
every game, its rulebook, the commands, and the reference of every public name; Sphinx makes the site of it.
Nothing is fetched, and every warning is an error. Needs the extra `docs`, which the tests' environment has.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GUIDES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")


def gather(source: Path) -> None:
    """Lay out everything that Sphinx reads: the guides where their links expect them, and what is written."""
    shutil.copytree(ROOT / "docs", source / "docs", ignore=shutil.ignore_patterns("site", "__pycache__"))
    for name in GUIDES:
        shutil.copy(ROOT / name, source / name)
    for page in sorted(source.rglob("*.md")):
        bring_along(page, source)
    shutil.copy(HERE / "conf.py", source / "conf.py")
    shutil.copy(HERE / "index.md", source / "index.md")


def bring_along(page: Path, source: Path) -> None:
    """Files of the repository that a guide links to, such as an example, are there to be downloaded."""
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text("utf-8")):
        there = (page.parent / target).resolve()
        origin = ROOT / there.relative_to(source)
        if not there.exists() and origin.is_file():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(origin, there)


def main() -> int:
    """Write the pages and build the site; how Sphinx ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where the site is made")
    out = parser.parse_args().out.resolve()
    sys.path[:0] = [str(HERE), str(ROOT / "src"), str(ROOT)]

    import commands
    import games
    import reference
    from sphinx.cmd.build import main as sphinx

    source = out.parent / f"{out.name}-source"
    for folder in (source, out):
        shutil.rmtree(folder, ignore_errors=True)
    gather(source)
    for write in (games.write, commands.write, reference.write):
        write(source)
    return sphinx(
        ["-q", "-W", "--keep-going", "-b", "html", "-d", str(source / ".doctrees"), str(source), str(out)]
    )


if __name__ == "__main__":
    sys.exit(main())
