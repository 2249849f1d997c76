/** Learning a game by playing: the table's own board and list of moves, and a lesson beside them. */

import { asError, get } from "../lib/api.js";
import { nameTab, Page, Problem } from "../lib/page.js";
import { wakeSound } from "../lib/sound.js";
import { html, render, signal, useEffect } from "../lib/ui.js";
import { language, say, wordsReady } from "../lib/words.js";
import { DiceBox, Held } from "../table/bar.js";
import { useSession } from "../table/hand.js";
import { Moves } from "../table/moves.js";
import { Stage } from "../table/stage.js";
import { announcement, frame, game } from "../table/state.js";
import { Coach, Contents } from "./coach.js";
import { page, problem, session, show } from "./lesson.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const lessons = signal(/** @type {import("../protocol.js").LessonTitle[]} */ ([]));
const asked = () => Math.max(1, Number(/^#(\d+)$/.exec(location.hash)?.[1] ?? 1));

async function begin() {
  try {
    /** @type {[import("../protocol.js").GameCard[], import("../protocol.js").LessonTitle[]]} */
    const [games, list] = await Promise.all([get("/api/games"), get(`/api/games/${encodeURIComponent(id)}/lessons`)]);
    game.value = games.find((g) => g.id === id) ?? null;
    lessons.value = list;
  } catch (error) {
    problem.value = asError(error);
    return;
  }
  await show(id, asked());
}

addEventListener("hashchange", async () => {
  if (!/^#\d+$/.test(location.hash)) return; // a place on the page, such as where the skip link leads
  await show(id, asked());
  scrollTo(0, 0);
  requestAnimationFrame(() => document.getElementById("lesson")?.focus()); // once it says the new title
});
addEventListener("pointerdown", wakeSound, { once: true });

function Learn() {
  useEffect(() => {
    begin();
  }, [language.value]);
  useEffect(() => {
    if (page.value) nameTab(say("{lesson} – {game}", { lesson: page.value.title, game: game.value?.title ?? id }));
  }, [page.value?.title, game.value]);
  const told = frame.value && page.value;
  return html`
    <${Page} kind="learn">
      <${Problem} problem=${problem.value} />
      ${!told && !problem.value && html`<p role="status" class="soft">${say("One moment…")}</p>`}
      ${
        told &&
        html`
        <div class="desk">
          <div class="board"><${Stage} game=${id} variant="" /></div>
          <${Coach} page=${told} game=${id} title=${game.value?.title ?? id} />
          <div class="play"><${DiceBox} /><${Held} />${told.ask && html`<${Moves} />`}</div>
          <${Contents} game=${id} here=${told.number} lessons=${lessons.value} />
        </div>`
      }
      <div class="visually-hidden" role="status">${announcement.value}</div>
    <//>`;
}

await wordsReady();
useSession(session);
render(html`<${Learn} />`, document.getElementById("app"));
