"""Rules with something written into their text, before they are bound."""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Mapping
from types import ModuleType


class WithHouseRules(ast.NodeTransformer):
    """Puts numbers in the place of fields of the record that is called `s`."""

    def __init__(self, fields: Mapping[str, int]) -> None:
        self.fields = fields

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Where a house rule is read from the record, writes its value instead."""
        self.generic_visit(node)
        read = isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name) and node.value.id == "s"
        if read and node.attr in self.fields:
            return ast.copy_location(ast.Constant(self.fields[node.attr]), node)
        return node


class OnTheStack(ast.NodeTransformer):
    """Makes room where a GPU can: the contract's defaults write before they read, zeros are not needed."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A GPU has no heap worth using: small arrays lie on the stack of each thread."""
        if ast.unparse(node) == "np.zeros":
            return ast.copy_location(ast.parse("cuda.local.array", mode="eval").body, node)
        return node


def rewritten(module: ModuleType, change: ast.NodeTransformer) -> ModuleType:
    """The same module with something changed in the text of its rules; everything else is shared with it."""
    made = ModuleType(module.__name__)
    vars(made).update(vars(module))
    rules = {n for n, v in vars(module).items() if getattr(v, "__rule__", False)}
    tree = ast.parse(inspect.getsource(module))
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in rules]
    flags = __future__.annotations.compiler_flag
    code = compile(ast.fix_missing_locations(change.visit(tree)), inspect.getfile(module), "exec", flags)
    exec(code, vars(made))
    return made
