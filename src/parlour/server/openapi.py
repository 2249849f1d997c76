"""The description of the API, made from the routes and messages themselves: for programs and for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, get_args, get_origin

import msgspec

from parlour.games import names
from parlour.server import commands, protocol
from parlour.text import languages, say

_REF = "#/components/schemas/{name}"
_PARAMETER = re.compile(r"\{(\w+)\}")
_MOST = 10**9 - 1  # of a number in a path or a query


@dataclass(frozen=True)
class Described:
    """What there is to know about a route besides its path."""

    path: str
    method: str
    summary: str
    takes: Any = None  # the type of its body
    needed: bool = True  # is there nothing to do without a body?
    gives: Any = None  # the type of its answer, or a media type
    status: int = 200
    token: bool = False
    queries: tuple[str, ...] = ()


_WORDS = {
    "game": say("a game's name"),
    "id": say("a table's name"),
    "ply": say("after how many rolls and decisions"),
    "number": say("which one, from 1"),
    "language": say("a language, such as en"),
    "board": say("another board that comes with the game"),
    "paper": say("a4 or letter"),
    "ink": say("full or light"),
    "one_sheet": say("yes: the whole board on one sheet"),
    "players": say("how many play; without it, parts for any number"),
    "options": say("house rules, name=value with commas between"),
    "after": say("the last event one has seen"),
    "wait": say("seconds to wait for news, if there is none yet; at most 25"),
    "spaces": say("parts of the board to be shown"),
}
_NUMBERS = ("ply", "number", "after", "wait")


def document(routes: Iterable[Described]) -> dict[str, Any]:
    """OpenAPI 3.1, as a program reads it."""
    routes = list(routes)
    types = messages(routes)
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    schema_of = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Parlour",
            "version": "1",
            "summary": "Out-of-print board games at a table in the browser",
            "description": str(protocol.__doc__),
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, or to watch.",
                }
            },
        },
    }


def messages(routes: Iterable[Described]) -> list[Any]:
    """The types of everything that is said, by HTTP or by socket."""
    types = [t for r in routes for t in (r.takes, r.gives) if t is not None and not isinstance(t, str)]
    return [*dict.fromkeys(types), protocol.Refused, commands.Said, *HEARD]


HEARD = (
    protocol.Welcome,
    protocol.Events,
    protocol.People,
    protocol.Talk,
    protocol.Answered,
    protocol.Pong,
    protocol.Failed,
)


def _operation(route: Described, schema_of: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": _PARAMETER.sub(r"\1", f"{route.method.lower()}{route.path}").replace("/", "_"),
        "parameters": [
            *(_parameter(name, "path") for name in _PARAMETER.findall(route.path)),
            *(_parameter(name, "query") for name in (*route.queries, "language")),
        ],
        "responses": {
            str(route.status): _answer(route, schema_of),
            "default": {
                "description": "Refused, and why.",
                "content": {"application/json": {"schema": schema_of[protocol.Refused]}},
            },
        },
    }
    if route.token:
        operation["security"] = [{"token": []}]
    if route.takes is not None:
        operation["requestBody"] = {
            "required": route.needed,
            "content": {"application/json": {"schema": schema_of[route.takes]}},
        }
    return operation


def _answer(route: Described, schema_of: dict[Any, Any]) -> dict[str, Any]:
    if isinstance(route.gives, str):
        return {"description": "Done.", "content": {route.gives: {"schema": {"type": "string"}}}}
    schema = {} if route.gives is None else schema_of[route.gives]
    return {"description": "Done.", "content": {"application/json": {"schema": schema}}}


def _parameter(name: str, where: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if name in _NUMBERS:
        schema = {"type": "integer", "minimum": 0, "maximum": _MOST}
    elif name == "game":
        schema["enum"] = names()
    elif name == "language":
        schema["enum"] = languages()
    return {
        "name": name,
        "in": where,
        "required": where == "path",
        "description": str(_WORDS.get(name, name)),
        "schema": schema,
    }


# ---------------------------------------------------------------- for people


def page(routes: Iterable[Described]) -> str:
    """The same as a page: no script, nothing from elsewhere."""
    routes = list(routes)
    schemas = document(routes)["components"]["schemas"]
    shown = "\n".join(_route(r) for r in routes)
    messages = "\n".join(_message(name, schemas[name]) for name in sorted(schemas))
    introduction = "\n".join(_prose(str(protocol.__doc__)))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(str(say("The API of Parlour")))}</title>
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/web/css/base.css">
<link rel="stylesheet" href="/web/css/api.css">
</head>
<body>
<main class="api">
<h1>{escape(str(say("The API of Parlour")))}</h1>
<p><a href="/api/openapi.json">{escape(str(say("The same for programs (OpenAPI 3.1)")))}</a></p>
{introduction}
<h2>{escape(str(say("Addresses")))}</h2>
{shown}
<h2>{escape(str(say("Messages")))}</h2>
{messages}
</main>
</body>
</html>
"""


def _prose(text: str) -> Iterable[str]:
    """Paragraphs; those that are indented are examples."""
    for block in re.split(r"\n\s*\n", text):
        if block.startswith("    "):
            yield f'<pre tabindex="0"><code>{escape(re.sub("^    ", "", block, flags=re.M))}</code></pre>'
        else:
            words = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(block))
            yield "<p>" + re.sub("`(.+?)`", r"<code>\1</code>", words) + "</p>"


def _route(route: Described) -> str:
    parts = []
    if route.token:
        parts.append(str(say("Needs a token.")))
    if route.takes is not None:
        parts.append(str(say("Takes: {message}.", message=_name(route.takes))))
    if route.gives is not None:
        parts.append(str(say("Answers: {message}.", message=_name(route.gives))))
    details = "".join(f"<li>{escape(part)}</li>" for part in parts)
    queries = "".join(
        f"<li><code>?{escape(name)}=</code> {escape(str(_WORDS.get(name, name)))}</li>"
        for name in route.queries
    )
    return (
        f"<section><h3><code>{route.method} {escape(route.path)}</code></h3>"
        f"<p>{escape(route.summary)}</p><ul>{details}{queries}</ul></section>"
    )


def _name(type_: Any) -> str:
    if isinstance(type_, str):
        return type_
    if get_origin(type_) is list:
        return f"list of {_name(get_args(type_)[0])}"
    return "a command" if type_ is commands.Command else getattr(type_, "__name__", str(type_))


def _message(title: str, schema: dict[str, Any]) -> str:
    fields = schema.get("properties", {})
    rows = "".join(
        f"<tr><th scope='row'><code>{escape(name)}</code></th><td><code>{escape(_kind(one))}</code></td></tr>"
        for name, one in fields.items()
    )
    about = escape(str(schema.get("description", "")))
    table = f"<table><tbody>{rows}</tbody></table>" if rows else ""
    return f'<section id="{escape(title)}"><h3>{escape(title)}</h3><p>{about}</p>{table}</section>'


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a few words: "integer", "list of Piece", "text or null"."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_kind, schema["anyOf"])))
    if schema.get("type") == "array":
        item = (
            schema["prefixItems"][0] if "prefixItems" in schema else schema.get("items", {})
        )  # a point's numbers
        return f"list of {_kind(item)}"
    if schema.get("type") == "object":
        return "object"
    return {"string": "text", "boolean": "yes or no", "null": "null"}.get(
        schema.get("type", ""), str(schema.get("type", "anything"))
    )


@cache
def known(routes: Sequence[Described]) -> tuple[bytes, str]:
    """Both, made once."""
    return msgspec.json.encode(document(routes)), page(routes)
