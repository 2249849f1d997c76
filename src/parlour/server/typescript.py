"""The messages as types of TypeScript, by which the page's scripts are checked.

python -m parlour.server.typescript     writes web/js/protocol.d.ts anew; a test says when that is due
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from msgspec import NODEFAULT, inspect

from parlour.server import commands, openapi
from parlour.server.api import DESCRIBED

FILE = Path(__file__).with_name("web") / "js" / "protocol.d.ts"
_SIMPLE: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}
_UNIONS = {"Command": get_args(commands.Command), "Said": get_args(commands.Said), "Heard": openapi.HEARD}
_Message = inspect.StructType | inspect.TypedDictType


def declarations() -> str:
    """The text of the file."""
    found: dict[str, _Message] = {}
    for root in inspect.multi_type_info(openapi.messages(DESCRIBED)):
        for message in _messages(root, found):
            if found.setdefault(message.cls.__name__, message).cls is not message.cls:
                raise ValueError(f"two messages are called {message.cls.__name__}")
    parts = [
        "// What the server and the page say to each other. `python -m parlour.server.typescript` makes it."
    ]
    parts += [_interface(found[name]) for name in sorted(found)]
    parts += [
        f"export type {name} = {' | '.join(one.__name__ for one in union)};"
        for name, union in _UNIONS.items()
    ]
    return "\n\n".join(parts) + "\n"


def _messages(type_: inspect.Type, found: dict[str, _Message]) -> Iterator[_Message]:
    """The messages in a type that are not found yet, and those in their fields."""
    if isinstance(type_, _Message):
        known = found.get(type_.cls.__name__)
        if known is None or known.cls is not type_.cls:
            yield type_
            for field in type_.fields:
                yield from _messages(field.type, found)
    elif isinstance(type_, inspect.UnionType):
        for one in type_.types:
            yield from _messages(one, found)
    elif isinstance(type_, inspect.ListType):
        yield from _messages(type_.item_type, found)
    elif isinstance(type_, inspect.DictType):
        yield from _messages(type_.value_type, found)


def _interface(message: _Message) -> str:
    lines = [f"/** {(message.cls.__doc__ or '').strip()} */", f"export interface {message.cls.__name__} {{"]
    if isinstance(message, inspect.StructType) and message.tag_field:
        lines.append(f"  {message.tag_field}: {json.dumps(message.tag)};")
    lines += [f"  {_field(message, field)};" for field in message.fields]
    return "\n".join([*lines, "}"])


def _field(message: _Message, field: inspect.Field) -> str:
    """It may be missing where a page may leave it out, and where the server does not send what is usual."""
    type_ = field.type
    missing = not field.required
    if isinstance(message, inspect.StructType) and not message.forbid_unknown_fields:
        unset = field.default is NODEFAULT and field.default_factory is NODEFAULT
        missing = missing and (unset or message.cls.__struct_config__.omit_defaults)
        if missing and field.default is None and isinstance(type_, inspect.UnionType):
            type_ = inspect.UnionType(tuple(t for t in type_.types if not isinstance(t, inspect.NoneType)))
    return f"{field.encode_name}{'?' if missing else ''}: {_written(type_)}"


def _written(type_: inspect.Type) -> str:
    if isinstance(type_, _Message):
        return str(type_.cls.__name__)
    if isinstance(type_, inspect.UnionType):
        return " | ".join(dict.fromkeys(map(_written, type_.types)))
    if isinstance(type_, inspect.LiteralType):
        return " | ".join(json.dumps(value) for value in type_.values)
    if isinstance(type_, inspect.ListType):
        item = _written(type_.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if isinstance(type_, inspect.TupleType):
        return f"[{', '.join(map(_written, type_.item_types))}]"
    if isinstance(type_, inspect.DictType):
        return f"Record<string, {_written(type_.value_type)}>"
    return _SIMPLE[type(type_)]


if __name__ == "__main__":
    FILE.write_text(declarations(), "utf-8")
