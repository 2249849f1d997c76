"""The forms of a game's rules: plain Python to read and to play at a table, compiled for speed.

`binding` binds rules and drivers to a game and puts `fast.py` over the readable rules, `cpu` and `gpu_code`
compile what was bound, the first through `pipeline`, `rewriting` writes house rules into the text beforehand,
`cache` keeps what was compiled, and `lean` is the plain form for moves that are played one by one. Whoever
needs a form asks for it here.
"""

from __future__ import annotations

from parlour.rules.folders import cache_root
from parlour.rules.forms.announcing import announce
from parlour.rules.forms.binding import Part, bind, defined_in, fast_of, is_rule, plain
from parlour.rules.forms.cache import cache_folder, source_hash
from parlour.rules.forms.cpu import compiled, compiler_present
from parlour.rules.forms.form import Form
from parlour.rules.forms.gpu_code import cuda, cuda_present, ptx
from parlour.rules.forms.lean import Lean
from parlour.rules.forms.rewriting import WithHouseRules, rewritten

__all__ = [
    "Form",
    "Lean",
    "Part",
    "WithHouseRules",
    "announce",
    "bind",
    "cache_folder",
    "cache_root",
    "compiled",
    "compiler_present",
    "cuda",
    "cuda_present",
    "defined_in",
    "fast_of",
    "is_rule",
    "plain",
    "ptx",
    "rewritten",
    "source_hash",
]
