/** The board page: whoever owns the real board corrects the data of ours on the drawing. */

import { asError, read } from "../lib/api.js";
import { nameTab, Page, Problem } from "../lib/page.js";
import { html, render, signal, useEffect } from "../lib/ui.js";
import { language, say, wordsReady } from "../lib/words.js";
import { Drawing } from "./drawing.js";
import { Faults, Use } from "./ending.js";
import { AsText, Numbers, OfSpace } from "./forms.js";
import { begin, game, now, problem } from "./state.js";

const card = signal(/** @type {import("../protocol.js").GameCard | null} */ (null));

async function fetchAll() {
  try {
    const cards = /** @type {import("../protocol.js").GameCard[]} */ (await read("/api/games"));
    card.value = cards.find((c) => c.id === game) ?? null;
    await begin();
  } catch (error) {
    problem.value = asError(error);
  }
}

function BoardPage() {
  useEffect(() => {
    fetchAll();
  }, [language.value]);
  const about = card.value;
  useEffect(() => {
    if (about) nameTab(say("The board of {game}", { game: about.title }));
  }, [about]);
  if (!about || !now.value) {
    return html`<${Page}><${Problem} problem=${problem.value} />${!problem.value && html`<p role="status" class="soft">${say("One moment…")}</p>`}<//>`;
  }
  return html`
    <${Page} kind="edit">
      <h1>${say("The board of {game}", { game: about.title })}</h1>
      <p class="soft">${say("Do you own the real board? Correct ours: touch a space and say what it is. All that the rules ask of a board is checked at once.")}</p>
      <${Problem} problem=${problem.value} />
      <div class="editor">
        <${Drawing} />
        <div class="beside-board">
          <${Faults} />
          <${OfSpace} />
          <${Use} card=${about} />
          <${Numbers} />
          <${AsText} />
        </div>
      </div>
    <//>`;
}

await wordsReady();
render(html`<${BoardPage} />`, document.getElementById("app"));
