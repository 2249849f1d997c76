/** Opening what was kept: a record to look through, or a position to play on from. */

import { get } from "../lib/api.js";
import { nameTab, Page, Problem } from "../lib/page.js";
import { html, render, signal, useEffect } from "../lib/ui.js";
import { language, say, wordsReady } from "../lib/words.js";
import { FromRecord } from "./record.js";
import { FromPosition, found, lookUp, problem } from "./position.js";

const games = signal(/** @type {import("../protocol.js").GameCard[]} */ ([]));

/** A position may come with the address. */
function given() {
  return new URLSearchParams(location.search).get("position") ?? new URLSearchParams(location.hash.slice(1)).get("position") ?? "";
}

function Open() {
  useEffect(() => {
    nameTab(say("Open a game"));
    get("/api/games").then(
      (/** @type {import("../protocol.js").GameCard[]} */ g) => {
        games.value = g;
      },
      (error) => {
        problem.value = error;
      },
    );
    if (found.value || given()) lookUp(found.value?.code ?? given());
  }, [language.value]);
  return html`
    <${Page} where="/open">
      <div class="open">
        <h1>${say("Open a game")}</h1>
        <${FromRecord} />
        <${FromPosition} games=${games.value} />
        <${Problem} problem=${problem.value} />
      </div>
    <//>`;
}

await wordsReady();
render(html`<${Open} />`, document.getElementById("app"));
