/** The first minute: the lessons that have a gist play by themselves, one picture after the other. */

import { Icon } from "../lib/icons.js";
import { moves, reading } from "../lib/motion.js";
import { html, signal, useEffect } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { attempt, page, show, watching } from "./lesson.js";

/** @typedef {import("../protocol.js").LessonTitle} LessonTitle */

const READ = 1600; // before anything moves, and a little more for each letter
const LETTER = 45;
const AFTER = 1500; // between what happened and what comes next

/** Which picture is shown; and whether the next ones come by themselves, which they do only where things move. */
const at = signal(0);
const running = signal(true);

/** Counts whenever somebody goes elsewhere, so that what still waits for its turn knows that it is late. */
let turn = 0;

/** @param {number} ms @param {number} mine  resolves when it is read and nobody has stopped it */
async function pause(ms, mine) {
  await new Promise((done) => setTimeout(done, reading(ms)));
  while (!running.value && turn === mine) await new Promise((done) => setTimeout(done, 200));
}

/** @param {string} game @param {LessonTitle[]} reels @param {number} from */
async function play(game, reels, from) {
  const mine = ++turn;
  for (let i = from; i < reels.length && turn === mine; i += 1) {
    at.value = i;
    await show(game, reels[i].number);
    await pause(READ + LETTER * reels[i].gist.length, mine);
    while (turn === mine && page.value?.answer) {
      await attempt(page.value.answer);
      await pause(AFTER, mine);
    }
    if (!moves()) return; // the next one when it is asked for
  }
}

/** @param {{game: string, title: string, reels: LessonTitle[]}} props */
export function Film({ game, title, reels }) {
  useEffect(() => {
    watching.value = true;
    running.value = true;
    play(game, reels, 0);
    return () => {
      turn += 1;
      watching.value = false;
    };
  }, [game, reels]);
  const i = at.value;
  const last = i === reels.length - 1;
  /** @param {number} to */
  const go = (to) => play(game, reels, Math.max(0, Math.min(reels.length - 1, to)));
  const flip = () => {
    running.value = !running.value;
  };
  return html`<section class="panel coach film" aria-labelledby="lesson">
    <p class="soft">${say("{game} in a minute", { game: title })}</p>
    <h1 id="lesson" tabindex="-1">${reels[i].title}</h1>
    <p class="gist" role="status">${reels[i].gist}</p>
    <div class="line">
      <button type="button" class="small" disabled=${i === 0} aria-label=${say("Back")} onClick=${() => go(i - 1)}><${Icon} name="back" /></button>
      ${moves() && html`<button type="button" class="small" aria-pressed=${!running.value} onClick=${flip}>${running.value ? say("Pause") : say("Go on")}</button>`}
      <button type="button" class="small" disabled=${last} aria-label=${say("Next")} onClick=${() => go(i + 1)}><${Icon} name="ahead" /></button>
      <span class="dots" aria-hidden="true">${reels.map((r, n) => html`<i key=${r.id} class=${n === i ? "here" : ""}></i>`)}</span>
    </div>
    <div class="line next">
      <a class=${`button ${last ? "main" : ""}`} href="#1">${say("Try it yourself")}</a>
      <a class="button quiet" href=${`/#/set-up/${game}`}>${say("Play a game")}</a>
    </div>
  </section>`;
}
