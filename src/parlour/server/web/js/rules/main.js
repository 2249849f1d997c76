/** The rules of one game: clause by clause, with pictures, to be read or searched. */

import { asError, read } from "../lib/api.js";
import { nameTab, Page, Problem } from "../lib/page.js";
import { PrintOut } from "../lib/printout.js";
import { html, render, signal, useEffect } from "../lib/ui.js";
import { language, say, wordsReady } from "../lib/words.js";
import { Clause } from "./clause.js";
import { matching } from "./search.js";

const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const book = signal(/** @type {import("../protocol.js").Rulebook | null} */ (null));
const problem = signal(/** @type {Error | null} */ (null));
const sought = signal("");

async function fetchBook() {
  try {
    book.value = await read(`/api/games/${encodeURIComponent(game)}/rules`);
    problem.value = null;
  } catch (error) {
    problem.value = asError(error);
  }
}

/** The clause that the address names was not there when the page was opened: go to it now. */
function goToClause() {
  const id = decodeURIComponent(location.hash.slice(1));
  const there = id && document.getElementById(id);
  if (!there) return;
  document.querySelectorAll(".meant").forEach((e) => e.classList.remove("meant"));
  there.classList.add("meant");
  there.scrollIntoView({ block: "start" });
}

addEventListener("hashchange", () => {
  if (sought.value && !document.getElementById(decodeURIComponent(location.hash.slice(1)))) sought.value = "";
  requestAnimationFrame(goToClause);
});

function Rules() {
  useEffect(() => {
    fetchBook();
  }, [language.value]);
  useEffect(() => {
    if (!book.value) return;
    nameTab(say("Rules of {game}", { game: book.value.title }));
    goToClause();
  }, [book.value]);
  if (!book.value) {
    return html`<${Page}><${Problem} problem=${problem.value} />${!problem.value && html`<p role="status" class="soft">${say("One moment…")}</p>`}<//>`;
  }
  const { title, introduction, sections } = book.value;
  const ids = new Set(sections.flatMap((s) => s.clauses.map((c) => c.id)));
  const shown = matching(sections, sought.value);
  const count = shown.reduce((n, s) => n + s.clauses.length, 0);
  return html`
    <${Page}>
      <div class="rulebook">
        <header>
          <h1>${title}</h1>
          <p class="ways"><a href=${`/learn/${game}`}>${say("Learn by playing")}</a> <a href=${`/board/${game}`}>${say("Correct the board")}</a> <a href="/">${say("All games")}</a></p>
          <${PrintOut} game=${game} open=${location.hash === "#print"} />
        </header>
        <${Contents} sections=${sections} shown=${shown} count=${count} />
        <div class="sections">
          ${!sought.value && introduction.map((p) => html`<p key=${p}>${p}</p>`)}
          ${shown.map(
            (s) => html`
            <section key=${s.title} aria-labelledby=${anchor(s.title)}>
              <h2 id=${anchor(s.title)}>${s.title}</h2>
              ${s.clauses.map((c) => html`<${Clause} key=${c.id} game=${game} clause=${c} ids=${ids} />`)}
            </section>`,
          )}
          ${!count && html`<p>${say("No clause has these words in it.")}</p>`}
        </div>
      </div>
    <//>`;
}

/** @param {string} title */
const anchor = (title) => `section-${title.toLowerCase().replace(/[^\p{L}\d]+/gu, "-")}`;

/** @param {{sections: import("../protocol.js").Section[], shown: import("../protocol.js").Section[], count: number}} props */
function Contents({ sections, shown, count }) {
  const there = new Set(shown.map((s) => s.title));
  return html`
    <div class="contents">
      <div role="search">
        <label>${say("Search the rules")}
          <input type="search" value=${sought.value} onInput=${(e) => {
            sought.value = e.target.value;
          }} />
        </label>
        <p role="status" class="soft">${sought.value && say("{n:clause|clauses}", { n: count })}</p>
      </div>
      <nav aria-label=${say("Sections")}>
        <ol>${sections.filter((s) => there.has(s.title)).map((s) => html`<li key=${s.title}><a href=${`#${anchor(s.title)}`}>${s.title}</a></li>`)}</ol>
      </nav>
    </div>`;
}

await wordsReady();
render(html`<${Rules} />`, document.getElementById("app"));
