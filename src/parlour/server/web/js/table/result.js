/** The end is an event: who won and how, over the board, and what comes next. */

import { Icon } from "../lib/icons.js";
import { html, signal, useLayoutEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Mark, ending } from "./bar.js";
import { flourish } from "./flourish.js";
import { command } from "./hand.js";
import { dialog } from "./keys.js";
import { openTab } from "./panels.js";
import { askForReview, points, review, reviewing } from "./review.js";
import { eye, log, mine, nameOf, now, past, people, sitter, theNow } from "./state.js";
import { linkTo } from "./time.js";

/** @typedef {import("./state.js").Frame} Frame */

/** Did the game end while this page looked on? Then it is celebrated. */
export const justEnded = signal(false);
/** The card was put aside, to see the board. */
const aside = signal(false);

/** The next game of the same people: the keys of this one open it. */
const onward = () => linkTo(theNow().next);

/**
 * An old link leads to the game that is played now. Whoever wants to see the old one again says so behind the #.
 * @param {Frame} f  the first one that this page was shown
 */
export function followOn(f) {
  const staying = new URLSearchParams(location.hash.slice(1)).has("stay");
  if (f.over && f.next && !staying) location.replace(linkTo(f.next));
}

async function again() {
  if (!theNow().next) await command({ do: "again" });
  if (theNow().next) location.assign(onward());
}

/** What ended it, in the words of the log. */
function how() {
  const last = log.value.findLast((e) => ["play", "roll", "agree", "resign"].includes(e.kind));
  return last?.text ?? "";
}

/** What everybody has reached, the winners first; and the games won, where it was not the first. @param {{f: Frame}} props */
function Scores({ f }) {
  const several = Object.values(f.won).reduce((sum, n) => sum + n, 0) > 1;
  if (!Object.keys(f.scores).length && !several) return null;
  const order = [...people.value].sort((a, b) => Number(f.winners.includes(b.chair)) - Number(f.winners.includes(a.chair)));
  return html`<ul class="scores">
    ${order.map(
      (p) => html`<li key=${p.chair}>
        <${Mark} of=${p} /><span class="name">${nameOf(p.chair)}</span>
        <span class="score">${f.scores[p.chair]}</span>
        ${several && html`<span class="won">${f.won[p.chair] === 1 ? say("1 game won") : say("{n} games won", { n: f.won[p.chair] })}</span>`}
      </li>`,
    )}
  </ul>`;
}

/** Luck and skill of the one who looks, in a line; of the winner for those who watch. */
function Account() {
  const f = theNow();
  const made = review.value;
  if (reviewing.value) return html`<p class="account soft">${say("A bot looks back at the game …")}</p>`;
  const chair = f.you ?? f.winners[0] ?? people.value[0]?.chair;
  const side = made?.sides.find((s) => s.chairs.includes(chair));
  if (!side) return null;
  const told = { name: nameOf(chair), luck: points(side.luck), skill: points(side.skill) };
  return html`<p class="account">
    ${f.you === null ? say("{name}: luck {luck}, skill {skill}", told) : say("Your luck {luck}, your skill {skill}", told)}
    <span class="soft"> ${say("(in hundredths of a win)")}</span>
  </p>`;
}

/** What comes next. @param {{f: Frame}} props */
function Next({ f }) {
  return html`<div class="next">
    ${
      f.next
        ? html`<a class="button main" href=${onward()}>${f.you === null ? say("Watch the next game") : say("To the next game")}</a>`
        : f.may.again && html`<button class="main" onClick=${again}>${say("Play again")}</button>`
    }
    <button onClick=${look}>${say("Review")}</button>
    <button onClick=${() => (dialog.value = "share")}>${say("Share")}</button>
    <a class="button" href="/">${say("Home")}</a>
  </div>`;
}

/** Put the card aside, and look back at the game. */
function look() {
  aside.value = true;
  openTab("table");
}

/** @param {{f: Frame}} props */
function Card({ f }) {
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    askForReview();
    card.current?.scrollIntoView({ block: "nearest" });
    const around = card.current?.parentElement;
    if (!justEnded.value || !around) return;
    justEnded.value = false;
    card.current?.focus({ preventScroll: true });
    flourish(
      around,
      f.winners.map(sitter).filter((p) => p !== undefined),
    );
  }, []);
  const setter = f.next && log.value.findLast((e) => e.kind === "again")?.by;
  return html`<section class="result" ref=${card} tabindex="-1" aria-labelledby="result-title">
    <button class="quiet small put-aside" aria-label=${say("Look at the board")} onClick=${() => (aside.value = true)}><${Icon} name="close" /></button>
    <div class="winners" aria-hidden="true">${f.winners.map((c) => html`<${Mark} key=${c} of=${sitter(c)} />`)}</div>
    <h2 id="result-title">${ending(f)}</h2>
    <p class="how">${how()}</p>
    <${Scores} f=${f} />
    <${Account} />
    ${f.next && typeof setter === "number" && !mine.value.includes(setter) && html`<p class="note">${say("{name} has set up the next game.", { name: nameOf(setter) })}</p>`}
    <${Next} f=${f} />
  </section>`;
}

/** The card; or, once it was put aside, what brings it back. Records are looked at without it. */
export function Result() {
  const f = now.value;
  if (!f?.over || f.agreed.closed || past.value) return null;
  if (aside.value) {
    return html`<div class="line after"><button class="small" onClick=${() => (aside.value = false)}>${say("Show the result")}</button>
      ${(f.next || f.may.again) && html`<button class="small main" onClick=${again}>${f.next ? say("To the next game") : say("Play again")}</button>`}
    </div>`;
  }
  return html`<${Card} f=${f} key=${eye.value} />`;
}
