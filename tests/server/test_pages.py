"""The pages as they are sent: modules put together, addresses that name their content, nothing sent twice."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
import shutil
from html import unescape
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from parlour.server import bundling, catalogue
from parlour.server.bundling import WEB, NotUnderstood, module, scripts
from parlour.server.pages import PAGES, Pages
from tests.server.helpers import Served, serving
from tests.test_texts import _script_says


class Client:
    """Somebody who asks for these pages."""

    def __init__(self, pages: Pages) -> None:
        self._way = httpx.ASGITransport(app=Starlette(routes=pages.routes()))

    def get(self, address: str, **headers: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=self._way, base_url="http://localhost") as client:
                return await client.get(address, headers={k.replace("_", "-"): v for k, v in headers.items()})

        return asyncio.run(ask())


@pytest.fixture(scope="module")
def pages() -> Client:
    return Client(Pages())


def _loaded(html: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/made/[^"]+)"', html)


# ---------------------------------------------------------------- scripts


def test_every_module_is_in_one_script_that_its_page_loads() -> None:
    entries = {
        page: WEB / "js" / page / "main.js"
        for page in ("home", "table", "rules", "learn", "open", "lab", "paper", "board")
    }
    made = scripts(entries)
    whole = "".join(script.text for script in made.values())
    needs = {page: bundling.needed(entry, module) for page, entry in entries.items()}
    later = {page: bundling.called(files, module) for page, files in needs.items()}
    modules = {file for files in (*needs.values(), *later.values()) for file in files}
    by_themselves = {(WEB / "js" / name).resolve() for name in ("worker.js", "early.js")}
    own = {f.resolve() for f in (WEB / "js").rglob("*.js")} - by_themselves
    assert own <= modules, "a module that no page needs"
    for file in modules:
        assert whole.count(_start_of(file)) == 1, file
    for page in entries:
        loaded = "".join(made[name].text for name in (page, *made[page].needs))
        assert all(_start_of(file) in loaded for file in needs[page])
        fetched = "".join(made[name].text for name in made[page].later)
        assert all(_start_of(file) in loaded + fetched for file in later[page])
        assert not any(_start_of(file) in loaded for file in later[page] if page == "table"), (
            "it waits for it"
        )


def _start_of(file: Path) -> str:
    """Its text as it is in a script, up to the first module that it calls for later."""
    return module(file).body.partition('import("')[0]


def test_a_module_that_is_called_for_comes_in_a_script_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "home.js").write_text('import { a } from "./a.js";\nconsole.log(a);\n')
    (tmp_path / "table.js").write_text(
        'import { a } from "./a.js";\nconst more = () => import("./b.js").then((m) => m.b(a));\nmore();\n'
    )
    (tmp_path / "a.js").write_text("export const a = 1;\n")
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = (n) => n + a;\n')
    made = scripts({"home": tmp_path / "home.js", "table": tmp_path / "table.js"})
    assert made["table"].later == ("table-later",) and made["home"].later == ()
    assert "const b =" in made["table-later"].text and "const b =" not in made["table"].text
    assert 'import(at$("table-later")).then(() => given$[' in made["table"].text


def test_a_circle_of_modules_learns_of_each_other_afterwards(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text('import { even } from "./even.js";\nconsole.log(even(4));\n')
    (tmp_path / "even.js").write_text(
        'import { odd as other } from "./odd.js";\nexport const even = (n) => n === 0 || other(n - 1);\n'
    )
    (tmp_path / "odd.js").write_text(
        '// why\nimport { even } from "./even.js";\nexport function odd(n) {\n  return n && even(n - 1);\n}\n'
    )
    text = scripts({"main": tmp_path / "main.js"})["main"].text
    assert [text.index(one) for one in ("function odd", "const even", "console.log")] == sorted(
        text.index(one) for one in ("function odd", "const even", "console.log")
    )
    assert "let even;" in text and "({ even: even } = given$" in text, "told once it has run"
    assert "const { odd: other } = given$" in text
    assert "why" not in text


@pytest.mark.parametrize(
    "line", ["export let turn = 1;", 'import * as all from "./b.js";', "export const { a, b } = c;"]
)
def test_what_is_not_understood_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "a.js"
    file.write_text(f"{line}\n")
    with pytest.raises(NotUnderstood, match=r"a\.js"):
        module(file)


def test_the_pages_get_the_words_they_say_and_no_others() -> None:
    said = {template for _, template, _ in _script_says()}
    words = catalogue.words("de")
    assert said <= words.keys()
    assert len(words) < len(said) + 60, "texts that happen to be in a script"


# ---------------------------------------------------------------- pages


@pytest.mark.parametrize("page", PAGES)
def test_a_page_waits_for_few_files_that_are_kept_for_good(pages: Client, page: str) -> None:
    address = PAGES[page][0].replace("{id}", "x").replace("{game}", "parcheesi")
    answer = pages.get(address, sec_fetch_site="same-origin")
    assert answer.headers["cache-control"] == "no-cache"
    waits = _loaded("".join(line for line in answer.text.splitlines() if 'rel="later"' not in line))
    assert 3 <= len(waits) <= 6 and "/web/js" not in answer.text and "/web/css" not in answer.text
    for file in waits:
        sent = pages.get(file)
        assert sent.status_code == 200 and "immutable" in sent.headers["cache-control"]
        assert sent.headers.get("content-encoding") == ("gzip" if len(sent.content) >= 500 else None)
        assert pages.get(file, accept_encoding="identity").text == sent.text


@pytest.mark.parametrize("page", PAGES)
def test_who_comes_for_the_first_time_gets_the_styles_in_the_page(pages: Client, page: str) -> None:
    """Asked for after its scripts, they fill the time in which those are on their way."""
    address = PAGES[page][0].replace("{id}", "x").replace("{game}", "parcheesi")
    known = pages.get(address, sec_fetch_site="same-origin")
    first = pages.get(address)
    assert "Sec-Fetch-Site" in first.headers["vary"] and "Sec-Fetch-Site" in known.headers["vary"]
    linked = re.findall(r'<link rel="stylesheet" href="([^"]+)">', known.text)
    inside = re.findall(r"<style>(.*?)</style>", first.text, re.S)
    assert [text.strip() for text in inside] == [pages.get(at).text.strip() for at in linked]
    assert not re.search(r'rel="stylesheet"', first.text) and "<style>" not in known.text
    assert first.text.index('type="module"') < first.text.index("<style>")
    for answer in (first, known):
        own = re.findall(r"<(?:script|style)>(.*?)</", answer.text, re.S)
        hashes = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in own}
        rules = dict(rule.split(" ", 1) for rule in answer.headers["content-security-policy"].split("; "))
        for allowed in (rules["script-src"], rules["style-src"]):
            assert set(re.findall(r"'sha256-([^']+)'", allowed)) == hashes
            assert "unsafe" not in allowed and allowed.startswith("'self'")


def test_who_has_it_is_not_sent_it_again(pages: Client) -> None:
    first = pages.get("/")
    again = pages.get("/", if_none_match=first.headers["etag"])
    assert again.status_code == 304 and not again.content


def test_another_byte_is_another_version(tmp_path: Path) -> None:
    web = tmp_path / "web"
    shutil.copytree(WEB, web)
    before = Pages(web)
    assert before.version == Pages(web).version == Pages().version
    style = web / "css" / "base.css"
    style.write_text(style.read_text("utf-8") + "p { margin: 0; }\n", "utf-8")
    after = Pages(web)
    assert after.version != before.version
    old, new = map(Client, (before, after))
    loaded = [set(_loaded(one.get("/", sec_fetch_site="same-origin").text)) for one in (old, new)]
    gone = loaded[0] - loaded[1]
    assert len(gone) == 1, "one file has another address; all others are kept"
    assert new.get(f"/shell/index-{before.version}").status_code == 404, "no page of another version"


def test_the_service_worker_knows_every_file(pages: Client) -> None:
    text = pages.get("/worker.js").text
    known = json.loads(text.split("\n", 1)[0].removeprefix("self.MADE = ").removesuffix(";"))
    for shell in known["shells"].values():
        html = pages.get(shell, sec_fetch_site="same-origin").text  # as a service worker asks
        assert set(_loaded(html)) <= set(known["files"])
        assert f'content="{known["version"]}"' in html
    manifest = pages.get("/manifest.webmanifest", accept_language="de").json()
    assert manifest["display"] == "standalone" and manifest["description"].startswith("Vergriffene")
    icons = {icon["src"] for icon in manifest["icons"]}
    assert icons <= set(known["files"]) and all((WEB / Path(icon).name).is_file() for icon in icons)


def _asked_early(html: str) -> list[str]:
    found = re.findall(r'<link rel="preload" as="fetch" crossorigin href="([^"]+)">', html)
    return [unescape(address) for address in found]


def _brought(html: str) -> dict[str, object]:
    found = re.findall(r'<script type="application/json" data-address="([^"]+)">(.*?)</script>', html)
    return {unescape(address): json.loads(text) for address, text in found}


def test_what_scripts_will_read_comes_while_they_are_on_their_way() -> None:
    """A table's page names its game and its board by the addresses that scripts ask for, or brings them."""

    async def story() -> None:
        async with serving() as served:
            there = await served.open("tritrac", ["person", "person"], board="star16")
            version = Pages().version
            german, ours = {"accept-language": "de"}, {"sec-fetch-site": "same-origin"}
            words, about = f"/api/words/de?v={version}", f"language=de&v={version}"
            at = [f"/api/games/tritrac?{about}", f"/api/games/tritrac/board?board=star16&{about}"]
            page = await served.get(f"/table/{there.id}", **german, **ours)
            assert _asked_early(page.text) == [words, *at] and _brought(page.text) == {}
            first = await served.get(f"/table/{there.id}", **german)
            assert _asked_early(first.text) == [] and list(_brought(first.text)) == at
            [said] = re.findall(r'<script type="application/json" data-words="de">(.*?)</script>', first.text)
            some, all_ = json.loads(said), (await served.get(words)).json()
            assert some.items() < all_.items() and {"Your turn.", "Hint"} <= set(some)
            assert "Set up {game}" in all_ and "Set up {game}" not in some and "data-words" not in page.text
            for address in (words, *at):
                answer = await served.get(address)
                assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
                assert address == words or _brought(first.text)[address] == answer.json()
            assert (await served.get(at[0])).json()["title"] == "Tri-Trac"
            for nobodys in ("/table/nobodys", "/table/%00"):
                for asks in ({}, ours):
                    nothing = (await served.get(nobodys, **asks)).text
                    assert _asked_early(nothing) == [] and _brought(nothing) == {}

    asyncio.run(story())


# ---------------------------------------------------------------- answers


def test_public_answers_are_packed_and_secrets_are_not() -> None:
    async def story(served: Served) -> None:
        games = await served.get("/api/games")
        assert games.headers["content-encoding"] == "gzip" and "Accept-Language" in games.headers["vary"]
        assert int(games.headers["content-length"]) < len(games.content) / 4
        tag, version = games.headers["etag"], games.headers["parlour-version"]
        for asked, caching in ((version, "immutable"), ("0", "no-cache")):
            answer = await served.get(f"/api/games?v={asked}")
            assert caching in answer.headers["cache-control"] and answer.json() == games.json()
        assert (await served.get("/api/games", **{"if-none-match": tag})).status_code == 304
        assert (await served.get("/api/games", **{"accept-language": "de"})).headers["etag"] != tag
        seats = [{"kind": "person"}] * 2
        opened = await served.post("/api/tables", {"game": "tritrac", "seats": seats})
        assert opened.status_code == 201
        assert "content-encoding" not in opened.headers and opened.headers["cache-control"] == "no-store"
        assert opened.headers["parlour-version"] == Pages().version

    async def whole() -> None:
        async with serving() as served:
            await story(served)

    asyncio.run(whole())
