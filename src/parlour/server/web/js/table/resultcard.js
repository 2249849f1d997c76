/** The card over the board when a game is over: who won and how, score, luck and skill, and what comes next. */

import { Icon } from "../lib/icons.js";
import { html, useLayoutEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Mark, ending, parted } from "./bar.js";
import { flourish } from "./flourish.js";
import { dialog } from "./keys.js";
import { openTab } from "./panels.js";
import { again, aside, justEnded, onward } from "./result.js";
import { askForReview, lookedFor, points, review, reviewing } from "./review.js";
import { log, mine, nameOf, people, sitter, theNow } from "./state.js";

/** @typedef {import("./state.js").Frame} Frame */

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
        ${several && html`<span class="won">${say("{n:game won|games won}", { n: f.won[p.chair] })}</span>`}
      </li>`,
    )}
  </ul>`;
}

/** Luck and skill of the one who looks, in a line; of the winner for those who watch, or who share a screen. */
function Account() {
  const f = theNow();
  const made = review.value;
  if (reviewing.value) return html`<p class="account soft">${say("A bot looks back at the game …")}</p>`;
  const you = f.you !== null && !parted(f);
  const chair = (you ? f.you : null) ?? f.winners[0] ?? people.value[0]?.chair;
  const side = made?.sides.find((s) => s.chairs.includes(chair));
  if (!side) return null;
  const told = { name: nameOf(chair), luck: points(side.luck), skill: points(side.skill) };
  return html`<p class="account">
    ${you ? say("Your luck {luck}, your skill {skill}", told) : say("{name}: luck {luck}, skill {skill}", told)}
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

/** Put the card aside, and look back at the game: on a phone the review lies far below. */
function look() {
  aside.value = true;
  openTab("table");
  lookedFor.value = true;
  document.querySelector(".panels")?.scrollIntoView({ block: "nearest" });
}

/** @param {{f: Frame}} props */
export function Card({ f }) {
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
