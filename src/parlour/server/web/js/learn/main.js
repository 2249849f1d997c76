/** Learning a game by playing: the table's own board and list of moves, and a lesson beside them. */

import { asError, read } from "../lib/api.js";
import { later } from "../lib/later.js";
import { nameTab, Page, Problem } from "../lib/page.js";
import { wakeSound } from "../lib/sound.js";
import { computed, html, render, signal, useEffect } from "../lib/ui.js";
import { language, say, wordsReady } from "../lib/words.js";
import { useSession } from "../table/hand.js";
import { Held } from "../table/held.js";
import { Moves } from "../table/moves.js";
import { Stage } from "../table/stage.js";
import { Tray } from "../table/tray.js";
import { announcement, frame, game } from "../table/state.js";
import { Coach, Contents } from "./coach.js";
import { Film } from "./film.js";
import { page, problem, session, show } from "./lesson.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const lessons = signal(/** @type {import("../protocol.js").LessonTitle[]} */ ([]));
const SealedBox = later(
  () => import("../table/sealed.js").then((m) => m.SealedBox),
  () => Boolean(frame.value?.sealed),
);
const asked = () => Math.max(1, Number(/^#(\d+)$/.exec(location.hash)?.[1] ?? 1));
/** The first minute comes first, unless somebody asked for a lesson. */
const film = signal(!/^#\d+$/.test(location.hash));
const reels = computed(() => lessons.value.filter((l) => l.gist));

async function begin() {
  try {
    /** @type {[import("../protocol.js").GameCard[], import("../protocol.js").LessonTitle[]]} */
    const [games, list] = await Promise.all([read("/api/games"), read(`/api/games/${encodeURIComponent(id)}/lessons`)]);
    game.value = games.find((g) => g.id === id) ?? null;
    lessons.value = list;
  } catch (error) {
    problem.value = asError(error);
    return;
  }
  if (!reels.value.length) film.value = false;
  if (!film.value) await show(id, asked());
}

addEventListener("hashchange", async () => {
  if (!/^#(\d+|film)$/.test(location.hash)) return; // a place on the page, such as where the skip link leads
  film.value = location.hash === "#film" && reels.value.length > 0;
  if (film.value) return;
  await show(id, asked(), true);
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
  const title = game.value?.title ?? id;
  const shows = film.value && reels.value.length > 0;
  return html`
    <${Page} kind="learn">
      <${Problem} problem=${problem.value} />
      ${!told && !problem.value && html`<p role="status" class="soft">${say("One moment…")}</p>`}
      ${
        (told || shows) &&
        html`
        <div class="desk">
          <div class="board"><${Stage} game=${id} variant="" /></div>
          ${shows ? html`<${Film} game=${id} title=${title} reels=${reels.value} />` : html`<${Coach} page=${told} game=${id} title=${title} />`}
          ${told && html`<div class="play"><${Tray} /><${Held} /><${SealedBox} />${!shows && told.ask && html`<${Moves} />`}</div>`}
          <${Contents} game=${id} here=${shows ? 0 : (told?.number ?? 0)} lessons=${lessons.value} />
        </div>`
      }
      <div class="visually-hidden" role="status">${announcement.value}</div>
    <//>`;
}

await wordsReady();
useSession(session);
render(html`<${Learn} />`, document.getElementById("app"));
