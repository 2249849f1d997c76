"""Mutants of rules: one place of one rule changed, as text, the rest of the file as it was.

Only rules are mutated (functions marked `@rule`); tables that are read from the board are data.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from mutation.swapping import is_rule

CLAUSE = re.compile(r"(?<![\w-])[A-Z]+-(?!T-)[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d+[a-z]?(?!\w)")

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One change of one line. `text` is the line as it was, which finds the place again when lines move."""

    file: str  # from the game's folder
    function: str
    line: int
    text: str
    before: str
    after: str
    clauses: tuple[str, ...]  # those that the line cites
    about: tuple[str, ...]  # where it cites none, those that its function is about
    column: int
    span: tuple[int, int]  # of what is replaced, in characters of the file
    statement: int  # the first line of its statement
    twin: int  # how many like it stand above it in the function

    @property
    def key(self) -> str:
        """Names the change, wherever the line stands now."""
        what = [self.file, self.function, self.text, str(self.column), self.before, self.after]
        what += [str(self.twin)] if self.twin else []
        return hashlib.sha256("\0".join(what).encode()).hexdigest()[:12]

    def applied(self, source: str) -> str:
        start, end = self.span
        return source[:start] + self.after + source[end:]


def mutants(path: Path, folder: Path) -> list[Mutant]:
    """All mutants of the rules in a file that a game in this folder uses, in its order."""
    source = path.read_text("utf-8")
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found: dict[tuple[tuple[int, int], str], Mutant] = {}
    for function in ast.parse(source).body:
        if not isinstance(function, ast.FunctionDef) or not is_rule(function):
            continue
        about = _cited([ast.get_docstring(function) or ""])
        for node, changed, (first, last) in _changes(function):
            end = node.end_lineno or node.lineno
            head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
            tail = lines[end - 1].encode()[: node.end_col_offset].decode()
            span = starts[node.lineno - 1] + len(head), starts[end - 1] + len(tail)
            text = lines[node.lineno - 1].strip()
            cited = _cited(lines[node.lineno - 1 : end]) or _cited(lines[first - 1 : last])
            mutant = Mutant(
                os.path.relpath(path, folder),
                function.name,
                node.lineno,
                text,
                source[span[0] : span[1]],
                changed,
                tuple(sorted(cited)),
                () if cited else tuple(sorted(about)),
                node.col_offset,
                span,
                first,
                0,
            )
            if changed != mutant.before:
                found.setdefault((span, changed), mutant)
    above: Counter[str] = Counter()
    ordered = []
    for mutant in sorted(found.values(), key=lambda m: m.span):
        ordered.append(replace(mutant, twin=above[mutant.key]))
        above[mutant.key] += 1
    return ordered


def _cited(lines: list[str]) -> set[str]:
    return {clause for line in lines for clause in CLAUSE.findall(line)}


def _changes(function: ast.FunctionDef) -> Iterator[tuple[ast.expr | ast.stmt, str, tuple[int, int]]]:
    """Places of a function, each with a text that may stand there instead, and the lines of its statement."""
    for statement in ast.walk(ast.Module(function.body, [])):
        if not isinstance(statement, ast.stmt):
            continue
        under = getattr(statement, "body", None)
        last = under[0].lineno - 1 if under else statement.end_lineno or statement.lineno
        where = statement.lineno, max(last, statement.lineno)
        for node, text in _other_statements(statement):
            yield node, text, where
        for child in ast.iter_child_nodes(statement):
            for node in ast.walk(child) if isinstance(child, ast.expr) else ():
                if isinstance(node, ast.expr):
                    yield from ((node, text, where) for text in _other_expressions(node))


def _other_expressions(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        for i, operator in enumerate(node.ops):
            for other in COMPARISONS.get(type(operator), ()):
                changed = copy.deepcopy(node)
                changed.ops[i] = other()
                yield f"({ast.unparse(changed)})"
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        changed_sum = copy.deepcopy(node)
        changed_sum.op = OPERATORS[type(node.op)]()
        yield f"({ast.unparse(changed_sum)})"
    elif isinstance(node, ast.BoolOp):
        changed_bool = copy.deepcopy(node)
        changed_bool.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"({ast.unparse(changed_bool)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.IfExp):
        yield f"({ast.unparse(node.orelse)} if {ast.unparse(node.test)} else {ast.unparse(node.body)})"
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield str(node.value + 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        arguments = [ast.unparse(a) for a in node.args]
        last = min(1, len(arguments) - 1)
        arguments[last] = f"({arguments[last]}) - 1"
        yield f"range({', '.join(arguments)})"


def _other_statements(node: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    if isinstance(node, ast.If | ast.While) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
        yield node.test, f"not ({ast.unparse(node.test)})"
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Name | ast.Call | ast.Attribute):
        yield node.value, "0"
    elif _can_be_left_out(node):
        yield node, "pass"


def _can_be_left_out(node: ast.stmt) -> bool:
    """Without it, is there still a rule? A name that is never set would be no mutant, but a crash."""
    if isinstance(node, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in node.targets)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.AugAssign | ast.Break | ast.Continue)
