"""How Sphinx makes the site; docs/site/build.py gathers what it reads."""

import re
from itertools import groupby

from pygments.lexers import BashSessionLexer, PythonConsoleLexer

from parlour import __version__

project = "Parlour"
author = "The authors of Parlour"
version = release = __version__
html_title = "Parlour"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = [".doctrees"]
default_role = "code"

myst_heading_anchors = 4  # links to a heading, as the viewers of repositories make them
# Blocks that the tests treat apart (docs/sixth-game.md) look like any other.
LEXERS = {
    "python-old": PythonConsoleLexer,
    "python-new": PythonConsoleLexer,
    "console-serve": BashSessionLexer,
}
suppress_warnings = ["ref.python"]  # one class of a name in several modules: the first is as good

html_theme = "alabaster"  # comes with Sphinx
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False

toc_object_entries = False  # thousands of names in the side bar of every page help nobody
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}

# Our docstrings are plain sentences: code between single backticks, and whatever is set in stays as it is.
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_SPECIAL = re.compile(r"([*|_\\])")


def as_written(app, what, name, obj, options, lines):
    """A docstring for docutils: in paragraphs nothing but code has a meaning."""
    told = []
    for block in "\n".join(lines).strip("\n").split("\n\n"):
        if block.lstrip().startswith(">>>"):
            told.extend([*block.splitlines(), ""])
            continue
        for set_in, run in groupby(block.splitlines(), lambda line: line.startswith(" ")):
            if set_in:
                told.extend(["::", "", *run])
            else:
                told.extend(_plain("\n".join(run)).splitlines())
            told.append("")
    lines[:] = told


def _plain(words):
    parts = enumerate(_CODE.split(words))
    return "".join(f"``{part}``" if odd % 2 else _SPECIAL.sub(r"\\\1", part) for odd, part in parts)


def setup(app):
    """Sphinx calls this."""
    for name, lexer in LEXERS.items():
        app.add_lexer(name, lexer)
    app.connect("autodoc-process-docstring", as_written)
