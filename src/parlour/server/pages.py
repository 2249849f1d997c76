"""The pages and what they load, made once when the server starts.

The files under web/ are plain and could be served as they lie. For slow lines and for reading without one
they are put together: scripts and styles whose addresses name their content, so that a browser keeps them for
good and never mixes those of two versions, and a service worker that knows all of them.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import parlour
from parlour import games
from parlour.server import bundling, catalogue, protocol
from parlour.server.access import Refusal
from parlour.server.api import language_of
from parlour.server.bundling import WEB
from parlour.server.opening import OWN
from parlour.server.packing import ASK, FOREVER, digest, packed
from parlour.server.store import StoreError
from parlour.text import ParlourError, languages, say, speaking

PAGES = {  # page -> its address, and where that ends in a name the folder that all of them are in
    "index": ("/", "/"),
    "table": ("/table/{id}", "/table/"),
    "rules": ("/rules/{game}", "/rules/"),
    "learn": ("/learn/{game}", "/learn/"),
    "open": ("/open", "/open"),
    "paper": ("/paper/{game}", "/paper/"),
    "lab": ("/lab", "/lab"),
    "board": ("/board/{game}", "/board/"),
}
MADE = "/made/"  # where scripts and styles are
_FIRST, _NEXT = "index", "table"  # what the second loads is fetched while people look at the first
_TYPES = {"js": "text/javascript", "css": "text/css"}
_STYLE = re.compile(r'[ \t]*<link rel="stylesheet" href="/web/([^"]+)"[^>]*>\n')
_EARLY = re.compile(r'<script async src="/web/([^"]+)"></script>')  # runs by itself, before all others
_SCRIPT = re.compile(r'[ \t]*<script type="module" src="/web/([^"]+)"></script>\n')
_ASKED, _END, _LAST = "    <!-- asked for -->\n", "  </head>", "  </body>"  # where more is put into a page
_SETTING = "<!-- being set -->"
_LINKED = re.compile(r'    <link rel="stylesheet" href="(/made/[^"]+)">\n')
_INSIDE = re.compile(r"<(?:script|style)>(.+?)</", re.S)  # what a page brings along itself


def policy(html: str = "") -> str:
    """What a browser may load and run here: what comes from this server, and what stands in this page."""
    own = "".join(f" 'sha256-{_sha256(text)}'" for text in _INSIDE.findall(html))
    return (
        f"default-src 'none'; script-src 'self'{own}; style-src 'self'{own}; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@dataclass(frozen=True)
class Scripts:
    """Of a page: its own with those it is made with, and by their names those that it calls for later."""

    first: list[str]
    later: dict[str, str]


class Pages:
    """All of them, as they are sent. `version` changes with all that they and the answers are made of."""

    def __init__(self, web: Path = WEB) -> None:
        self._web = web
        self._made: dict[str, bytes] = {}  # by address
        sources = {page: self._early((web / f"{page}.html").read_text("utf-8")) for page in PAGES}
        self._entries = {page: web / _SCRIPT.findall(text)[0] for page, text in sources.items()}
        styles = self._styles(sources)
        scripts = self._scripts(sources)
        html = {page: self._dressed(text, styles[page], scripts[page]) for page, text in sources.items()}
        wanted = [a for a in (*scripts[_NEXT].first, *styles[_NEXT]) if a not in html[_FIRST]]
        later = "".join(f'    <link rel="later" href="{address}">\n' for address in wanted)
        html[_FIRST] = html[_FIRST].replace(_END, later + _END)
        icons = sorted(web.glob("icon*"))
        worker = (web / "js" / "worker.js").read_text("utf-8")
        parts = [*html.values(), worker]
        self.version = digest(*(p.encode() for p in parts), *(i.read_bytes() for i in icons), *_sources())
        self._html = {
            (page, language, known): self._with_head(page, form, language, known)
            for page, text in html.items()
            for known, form in ((True, text), (False, _LINKED.sub(self._inside, text)))
            for language in languages()
        }
        self._policies = {key: policy(body.decode()) for key, body in self._html.items()}
        known = {
            "version": self.version,
            "shells": {folder: self._shell(page) for page, (_, folder) in PAGES.items()},
            "files": [*self._made, *(f"/web/{i.name}" for i in icons)],
        }
        self._worker = f"self.MADE = {json.dumps(known)};\n{worker}".encode()

    def routes(self) -> list[Route]:
        """Where they are found."""
        pages = {address: page for page, (address, _) in PAGES.items()}
        pages |= {self._shell(page): page for page in PAGES}
        return [
            *(Route(at, self._page(page)) for at, page in pages.items()),
            *(Route(at, _file(body, at.rpartition(".")[2], FOREVER)) for at, body in self._made.items()),
            Route("/worker.js", _file(self._worker, "js")),
            Route("/manifest.webmanifest", _manifest),
        ]

    def _shell(self, page: str) -> str:
        """Where a service worker fetches a page: never that of another version."""
        return f"/shell/{page}-{self.version}"

    def _with_head(self, page: str, text: str, language: str, known: bool) -> bytes:
        """A page that names its version, and what its scripts will ask for before they can ask. Who comes to
        a table for the first time finds the words of the first picture in the page; the others come later."""
        asks = [] if language == "en" else [self._lasting(f"/api/words/{language}")]
        if asks and page == _NEXT and not known:
            asks.clear()
            said = json.dumps(catalogue.words(language, self._entries[page]), ensure_ascii=False)
            said = said.replace("<", "\\u003c")
            brought = f'    <script type="application/json" data-words="{language}">{said}</script>\n'
            text = text.replace(_LAST, brought + _LAST)
        if page == _FIRST:
            asks.append(self._lasting(f"/api/games?language={language}"))
        head = f'    <meta name="version" content="{self.version}">\n{_END}'
        with speaking(language):
            setting = escape(str(say("The table is being set …")))
        text = text.replace(_END, head).replace(_ASKED, _fetched(asks) + _ASKED).replace(_SETTING, setting)
        return text.replace('<html lang="en">', f'<html lang="{language}">').encode()

    def _lasting(self, address: str) -> str:
        """The address of what is the same as long as the server is, as the pages write it."""
        return f"{address}{'&' if '?' in address else '?'}v={self.version}"

    def _page(self, page: str) -> Answer:
        async def answer(request: Request) -> Response:
            language = language_of(request)
            # Whoever comes from another page of ours has the styles. For others they are in the page: while
            # its scripts are asked for, a slow line would have nothing to carry.
            known = request.headers.get("sec-fetch-site") == "same-origin"
            body = self._html[page, language, known]
            asks, brought = await self._of_table(request, language, known) if page == _NEXT else ("", "")
            body = body.replace(_ASKED.encode(), asks.encode())
            body = body.replace(_LAST.encode(), (brought + _LAST).encode())
            headers = {"content-security-policy": self._policies[page, language, known]}
            answer = packed(request, body, "text/html", spoken=True, headers=headers)
            answer.headers.add_vary_header("Sec-Fetch-Site")
            return answer

        return answer

    async def _of_table(self, request: Request, language: str, known: bool) -> tuple[str, str]:
        """What is fetched for a table while its scripts are on their way: its game, and the board.

        Whoever comes for the first time finds both at the end of the page; a board of one's own is fetched.
        """
        id_, hub = request.path_params.get("id", ""), getattr(request.app.state, "hub", None)
        if not id_ or hub is None:
            return "", ""
        try:
            game, board = await hub.played_at(id_)
        except (Refusal, StoreError):  # the page hears of it from its line
            return "", ""
        query = f"board={quote(board, safe='')}&language" if board else "language"
        card = self._lasting(f"/api/games/{game}?language={language}")
        drawn = self._lasting(f"/api/games/{game}/board?{query}={language}")
        if known or board.startswith(OWN):
            return _fetched((card, drawn)), ""
        found: dict[str, object] = {card: catalogue.game(game, language, hub.thinker)}
        with contextlib.suppress(ParlourError):  # a game without a board
            found[drawn] = catalogue.board(game, board, language)
        return "", "".join(_brought(address, data) for address, data in found.items())

    def _early(self, text: str) -> str:
        """A page with the small script in it that runs before the others come."""

        def made(m: re.Match[str]) -> str:
            return f"<script>\n{bundling.plain((self._web / m[1]).read_text('utf-8'))}</script>"

        return _EARLY.sub(made, text)

    def _inside(self, m: re.Match[str]) -> str:
        """A style that a page brings along, in the place of its address."""
        return f"    <style>\n{self._made[m[1]].decode()}</style>\n"

    def _keep(self, name: str, text: str, ending: str) -> str:
        body = text.encode()
        address = f"{MADE}{name}-{digest(body)}.{ending}"
        self._made[address] = body
        return address

    def _styles(self, sources: dict[str, str]) -> dict[str, list[str]]:
        """The styles of each page in two files: what all pages have, and the rest."""
        named = {page: _STYLE.findall(text) for page, text in sources.items()}
        common = [file for file in named[_FIRST] if all(file in files for files in named.values())]

        def joined(name: str, files: list[str]) -> str:
            text = "".join((self._web / f).read_text("utf-8") for f in files)
            return self._keep(name, bundling.plain(text), "css")

        first = joined("common", common)
        return {
            page: [first, joined(page, [f for f in files if f not in common])]
            for page, files in named.items()
        }

    def _scripts(self, sources: dict[str, str]) -> dict[str, Scripts]:
        """The scripts of each page."""
        made = bundling.scripts(self._entries)
        addresses: dict[str, str] = {}
        for name, script in made.items():  # each after those it needs
            text = re.sub(
                r'^(import .*)"([a-z-]+)";$', lambda m: f'{m[1]}"{addresses[m[2]]}";', script.text, flags=re.M
            )
            addresses[name] = self._keep(name, text, "js")
        return {
            page: Scripts(
                [addresses[page], *(addresses[n] for n in made[page].needs)],
                {n: addresses[n] for n in made[page].later},
            )
            for page in self._entries
        }

    @staticmethod
    def _dressed(text: str, styles: list[str], scripts: Scripts) -> str:
        first = [f'<link rel="modulepreload" href="{address}">' for address in scripts.first[1:]]
        first += [f'<script type="module" src="{scripts.first[0]}"></script>']
        then = [f'<link rel="stylesheet" href="{address}">' for address in styles]
        then += [f'<link rel="later" data-script="{n}" href="{at}">' for n, at in scripts.later.items()]
        asked, head = ("".join(f"    {link}\n" for link in links) for links in (first, then))
        return _SCRIPT.sub("", _STYLE.sub("", text)).replace(_END, asked + _ASKED + head + _END)


@cache
def usual_pages() -> Pages:
    """Those that come with Parlour: made once for all servers of a process."""
    return Pages()


Answer = Callable[[Request], Awaitable[Response]]


def _fetched(addresses: Iterable[str]) -> str:
    """Words in a page's head that let a browser fetch what scripts will read."""
    form = '    <link rel="preload" as="fetch" crossorigin href="{}">\n'
    return "".join(form.format(escape(address)) for address in addresses)


def _brought(address: str, data: object) -> str:
    """What is found at an address, as part of a page."""
    text = protocol.encode(data).decode().replace("<", "\\u003c")
    return f'    <script type="application/json" data-address="{escape(address)}">{text}</script>\n'


def _file(body: bytes, ending: str, caching: str = ASK) -> Answer:
    async def answer(request: Request) -> Response:
        return packed(request, body, _TYPES[ending], caching)

    return answer


def _sources() -> Iterator[bytes]:
    """What the answers to pages are made of: code, boards, words and rulebooks, of every game there is."""
    for folder in (Path(parlour.__file__).parent, *(games.folder_of(name) for name in games.names())):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".toml", ".json", ".md"):
                yield file.read_bytes()


async def _manifest(request: Request) -> Response:
    """What a device is told that keeps Parlour among its programs."""
    with speaking(language_of(request)):
        about = str(say("Board games that went out of print, back on the table."))
    body = {
        "id": "/",
        "name": "Parlour",
        "short_name": "Parlour",
        "description": about,
        "start_url": "/",
        "display": "standalone",
        "background_color": "#fbf7ee",
        "theme_color": "#5d4632",
        "icons": [
            {"src": "/web/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/web/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/web/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": "/web/icon-mask.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    return packed(
        request, json.dumps(body, ensure_ascii=False).encode(), "application/manifest+json", spoken=True
    )
