#!/usr/bin/env python3
"""Parlour's front door. Needs Python 3.11 or newer and nothing else.

    python3 run.py              open the table in the browser: the same as `parlour serve`
    python3 run.py ARGS         anything else: the same as `parlour ARGS`
    python3 run.py test         run every check that CI runs
    python3 run.py test ARGS    run only the tests: the same as `pytest ARGS`

The first start makes an environment in .venv and installs the pinned packages of requirements/
there, with uv when it is at hand and with pip otherwise. A stamp in .venv says what it was made
from, so later starts install nothing. The stamp is written last: what was interrupted has none
and is made anew.

The file keeps to syntax that every old Python can read, so that an old one can say it is too old.
"""

from __future__ import print_function

import contextlib
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
SPARE = VENV + ".old"  # the working environment, kept until the new one works
LOG = VENV + ".log"  # what the installers said
PARTS_LOG = VENV + ".parts.log"  # and those of what only tests need of the system
BYTECODE = os.path.join(VENV, "bytecode")
NODE_MODULES = os.path.join(ROOT, "node_modules")  # what checks the page's scripts
STAMP = "parlour-stamp.json"
CONTAINS = {"run": ("run",), "postgres": ("run", "postgres"), "test": ("run", "postgres", "test")}
POSTGRES = ("postgres://", "postgresql://")

# One process more than there are cores: tests of servers and browsers wait a good deal.
PYTEST = ["-m", "pytest", "-n", str((os.cpu_count() or 1) + 1), "--dist", "loadgroup"]

CHECKS = (
    ("lint", ["-m", "ruff", "check"]),
    ("format", ["-m", "ruff", "format", "--check"]),
    ("types", ["-m", "mypy"]),
    ("layers", ["-c", "from importlinter.cli import lint_imports_command as check; check()"]),
    ("clause ledger", ["-m", "parlour", "rules", "--ledger"]),
    ("documentation site", ["docs/site/build.py"]),
    # Before the tests, by one process: all of them would make the bytecode of the same files at once.
    ("test files", ["-m", "pytest", "--collect-only", "-qqq"]),
    # Whoever counts the lines that run makes Python twice as slow, Numba's compiler above all. So lines are
    # counted only where the rulebook's tests play the readable text, which nobody compiles.
    ("tests", PYTEST + ["-m", "not network and not readable"]),
    ("rulebook, readable", ["-m", "coverage", "run", "-m", "pytest", "-m", "readable", "tests/rulebook"]),
    ("coverage combined", ["-m", "coverage", "combine", "--quiet"]),
    ("coverage of the rules", ["-m", "coverage", "report"]),
    ("page types", ["node", "typescript/bin/tsc", "-p", "src/parlour/server/web/jsconfig.json"]),
    ("page format", ["node", "prettier/bin/prettier.cjs", "--check", "src/parlour/server/web/js/**/*.js"]),
)

# The others run beside these, so that no core is idle, and say what they found after them.
IN_FRONT = ("lint", "format", "test files", "tests")


class Trouble(Exception):
    """What the person at the keyboard can put right, in one sentence."""


def main(arguments):
    try:
        check_python(sys.version_info)
        if arguments == ["test"]:
            prepare_everything()
            keep_bytecode()
            return check_everything()
        testing = arguments[:1] == ["test"]
        prepare("test" if testing else "postgres" if names_postgres(arguments) else "run")
        keep_bytecode()
        if not testing:
            return start(["-m", "parlour"] + (arguments or ["serve"]))
        find_system_parts()
        return start(["-m", "pytest"] + arguments[1:])
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
    return 1


def names_postgres(arguments):
    """Only those who keep tables in PostgreSQL need its driver, which not every computer has ready-made."""
    return any(a.partition("=")[2].startswith(POSTGRES) or a.startswith(POSTGRES) for a in arguments)


def check_python(version):
    if tuple(version[:2]) < OLDEST:
        raise Trouble(
            "Parlour needs Python %d.%d or newer, and this is Python %d.%d: start run.py with a newer one."
            % (OLDEST + tuple(version[:2]))
        )


# ---------------------------------------------------------------- the environment


def prepare(purpose):
    """Make the environment ready for a purpose; at once when the stamp says that it is."""
    wanted = ingredients(purpose)
    if fits(VENV, wanted):
        return
    try:
        with alone():
            if fits(SPARE, wanted):  # the making of another one was killed
                clear(VENV)
                os.rename(SPARE, VENV)
            if not fits(VENV, wanted):  # nor did another start finish it while this one waited
                build(purpose, wanted)
    except OSError as error:
        raise Trouble(
            "Parlour cannot make its environment %s (%s): give it a folder that it may write to."
            % (VENV, error.strerror or error)
        )


def ingredients(purpose):
    """What an environment is made from. One made for tests also serves for all else."""
    import tomllib

    try:
        with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
            settings = tomllib.load(file)
        package = [settings["build-system"], settings["project"], settings["tool"]["hatch"]]
        made_from = {
            "python": "%s in %s" % (sys.version, sys.base_prefix),
            "folder": ROOT,
            "package": digest(json.dumps(package, sort_keys=True).encode()),
        }
        for name in CONTAINS[purpose]:
            with open(requirements(name), "rb") as file:
                made_from[name] = digest(file.read())
    except (OSError, ValueError, KeyError) as error:
        raise Trouble("This copy of Parlour is damaged (%s): clone it again." % error)
    return made_from


def requirements(name):
    return os.path.join(ROOT, "requirements", name + ".txt")


def digest(data):
    return hashlib.sha256(data).hexdigest()


def fits(folder, wanted):
    try:
        with open(os.path.join(folder, STAMP)) as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return False
    return os.path.exists(python_of(folder)) and all(stamp.get(key) == wanted[key] for key in wanted)


def python_of(folder):
    return os.path.join(folder, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))


@contextlib.contextmanager
def alone():
    """Two starts at once: the second waits here until the first has made the environment."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with open(VENV + ".lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build(purpose, wanted):
    """A new environment, all or nothing: if it fails, one that worked before comes back."""
    print("Setting up Parlour in %s (once; a minute or so) ..." % VENV, file=sys.stderr)
    if os.path.exists(os.path.join(VENV, STAMP)):
        clear(SPARE)
        os.rename(VENV, SPARE)
    with open(LOG, "w"):
        pass
    try:
        if not build_with_uv(purpose):
            build_with_pip(purpose)
        with open(os.path.join(VENV, STAMP + ".new"), "w") as file:
            json.dump(wanted, file, indent=1)
        os.rename(os.path.join(VENV, STAMP + ".new"), os.path.join(VENV, STAMP))
    except BaseException:
        clear(VENV)
        if os.path.exists(SPARE):
            os.rename(SPARE, VENV)
        raise
    clear(SPARE)


def clear(folder):
    if os.path.lexists(folder):
        shutil.rmtree(folder)


def build_with_uv(purpose):
    """True when done; without uv, or where uv knows no way to the packages, pip has its turn."""
    uv = shutil.which("uv")
    if not uv:
        return False
    clear(VENV)
    install = [uv, "pip", "install", "--python", python_of(VENV), "--no-deps"]
    pinned = ["--require-hashes", "--only-binary", ":all:", "-r", requirements(purpose)]
    return (
        call([uv, "venv", "--python", base_python(), VENV])
        and call(install + pinned)
        and call(install + ["--no-build-isolation", "--editable", ROOT])
    )


def build_with_pip(purpose):
    try:
        import ensurepip  # noqa: F401  (Debian and Ubuntu leave it out)
        import venv  # noqa: F401
    except ImportError:
        raise Trouble(
            "This Python comes without its venv module: install it (on Debian and Ubuntu: "
            "sudo apt install python3-venv) and start again."
        )
    clear(VENV)
    if not call([base_python(), "-m", "venv", VENV]):
        raise Trouble("Python's venv module could not make %s: its own words are in %s." % (VENV, LOG))
    install = [
        python_of(VENV),
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-compile",
    ]
    pinned = ["--require-hashes", "--only-binary", ":all:", "--retries", "2"]
    with tempfile.TemporaryDirectory() as folder:
        if not call_all(
            [install + pinned + ["-r", share] for share in in_shares(requirements(purpose), folder)]
        ):
            raise Trouble(reason_of_failure())
    if not call(install + ["--no-build-isolation", "--no-index", "--editable", ROOT]):
        raise Trouble("Parlour's own package could not be installed: pip's words are in %s." % LOG)


def base_python():
    """The Python under any virtual environment that this one runs in."""
    return getattr(sys, "_base_executable", None) or sys.executable


def call(command, log=LOG):
    """Run an installer; True when it did its work."""
    return call_all([command], log)


def call_all(commands, log=LOG):
    """Run installers side by side, their words into the log; True when all did their work. Settings that lead
    them out of .venv are left behind."""
    astray = ("PIP_PREFIX", "PIP_TARGET", "PIP_USER", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
    surroundings = {name: value for name, value in os.environ.items() if name not in astray}
    with open(log, "a") as words:
        running = [
            subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=words, stderr=words)
            for command in commands
        ]
    try:
        ends = [process.wait() for process in running]
        return not any(ends)
    except BaseException:
        for process in running:  # nobody writes to an environment that is cleared away
            process.kill()
            process.wait()
        raise


def in_shares(pinned, folder, count=2):
    """A pinned list as several: pip has one package at a time in hand, and would keep one core busy."""
    with open(pinned) as file:
        packages = re.split(r"\n(?=\S)", file.read())  # what goes on is indented
    for number in range(min(count, len(packages))):
        share = os.path.join(folder, "%d.txt" % number)
        with open(share, "w") as file:
            file.write("\n".join(packages[number::count]) + "\n")
        yield share


def reason_of_failure():
    with open(LOG, errors="replace") as log:
        words = log.read().lower()
    if "do not match the hashes" in words:
        why = "a package differs from the one that was tested (its hash is another), so nothing was installed"
    elif "no space left" in words:
        why = "the disk is full"
    elif "connection" in words or "timed out" in words or "name resolution" in words:
        why = "the package index cannot be reached; is this computer online?"
    elif "no matching distribution" in words:
        why = "there are none for this computer and this Python where pip looks for them"
    else:
        why = "pip failed"
    return "Parlour could not install the packages it needs: %s (pip's own words are in %s)." % (why, LOG)


# ---------------------------------------------------------------- what tests need of the system


def prepare_everything():
    """The environment, and beside it, since they hardly meet, what the tests need of the system."""
    beside = threading.Thread(target=lambda: find_system_parts() or find_node_tools())
    beside.start()
    try:
        prepare("test")
    finally:
        beside.join()


def find_system_parts():
    """What the tests of the table in the browser use, as Debian packs it: a browser, PostgreSQL, and Node."""
    missing = []
    if not any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        missing.append("chromium")
    if not glob.glob("/usr/lib/postgresql/*/bin/initdb") and not shutil.which("initdb"):
        missing.append("postgresql")
    if not shutil.which("node"):
        missing.append("nodejs")
    if not shutil.which("npm"):
        missing.append("npm")
    if not missing:
        return
    packages = " ".join(missing)
    apt = shutil.which("apt-get")
    if apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing for the tests, with apt: %s ..." % packages, file=sys.stderr)
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        install = [apt, "install", "-y", "-q", "--no-install-recommends"] + missing
        if call([apt, "update", "-q"], PARTS_LOG) and call(install, PARTS_LOG):
            return
        print("That failed; apt's own words are in %s." % PARTS_LOG, file=sys.stderr)
    print(
        "Some tests need what is not installed here; on Debian and Ubuntu: sudo apt install %s" % packages,
        file=sys.stderr,
    )


def find_node_tools():
    """True when what checks the page's scripts is there, in the very versions that package.json names."""
    with open(os.path.join(ROOT, "package.json")) as file:
        wanted = json.load(file)["devDependencies"]
    if not shutil.which("node"):
        return False
    if not has_node_tools(wanted):
        npm = shutil.which("npm")
        print(
            "Installing for the checks of the page, with npm: %s ..." % ", ".join(sorted(wanted)),
            file=sys.stderr,
        )
        quietly = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
        if not npm or not call([npm, "install"] + quietly, PARTS_LOG):
            print("That failed; npm's own words are in %s." % PARTS_LOG, file=sys.stderr)
    return has_node_tools(wanted)


def has_node_tools(wanted):
    try:
        for name in wanted:
            with open(os.path.join(NODE_MODULES, name, "package.json")) as file:
                if json.load(file)["version"] != wanted[name]:
                    return False
    except (OSError, ValueError, KeyError):
        return False
    return True


# ---------------------------------------------------------------- starting


def keep_bytecode():
    """In .venv, and by whoever needs it first: pip makes none ahead, and nothing is made twice."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = BYTECODE


def start(arguments):
    """Become the environment's Python; on Windows, which cannot, wait for it."""
    command = [python_of(VENV)] + arguments
    sys.stdout.flush()
    if os.name == "nt":
        return subprocess.call(command)
    return os.execv(command[0], command)


def check_everything():
    """All checks, also after one has failed, and a summary."""
    os.chdir(ROOT)
    node_tools = find_node_tools()
    results = {}
    with tempfile.TemporaryFile("w+") as said:
        beside = threading.Thread(target=run_checks, args=(True, node_tools, results, said))
        beside.daemon = True  # whoever stops the tests has not to wait for it
        beside.start()
        run_checks(False, node_tools, results, sys.stdout)
        beside.join()
        said.seek(0)
        print(said.read())
    print("\n== summary ==")
    for name, _ in CHECKS:
        print("%-24s %-7s %6.1f s %8.1f s of processor time" % ((name,) + results[name]))
    return 1 if any(outcome == "FAILED" for outcome, _, _ in results.values()) else 0


def run_checks(beside, node_tools, results, said):
    """Those that run beside the others, or the others, one after the other; what they say goes to a file."""
    for name, arguments in CHECKS:
        if (name in IN_FRONT) == beside:
            continue
        print("\n== %s ==" % name, file=said)
        if arguments[0] != "node":
            results[name] = run_check([python_of(VENV)] + arguments, said)
        elif node_tools:
            results[name] = run_check(
                ["node", os.path.join(NODE_MODULES, arguments[1])] + arguments[2:], said
            )
        else:
            print(
                "NOT CHECKED: install Node and npm (on Debian and Ubuntu: sudo apt install nodejs npm).",
                file=said,
            )
            results[name] = ("FAILED" if os.environ.get("CI") else "SKIPPED", 0.0, 0.0)


def run_check(command, said):
    """The outcome, and the seconds of the clock and of processors, those of its own processes included."""
    said.flush()
    began = time.time()
    mixed = {} if said is sys.stdout else {"stdout": said, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(command, **mixed)
    spent = 0.0
    if hasattr(os, "wait4"):  # all but Windows
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        spent = used.ru_utime + used.ru_stime
    return "passed" if process.wait() == 0 else "FAILED", time.time() - began, spent


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
