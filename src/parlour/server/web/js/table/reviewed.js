/** The review drawn: how the chances went, and what was luck and what was skill. */

import { html, useEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { askForReview, lookedFor, mistakesOf, points, review, reviewing } from "./review.js";
import { people, sitter, theNow } from "./state.js";
import { toPly } from "./time.js";

/** @typedef {import("./review.js").Side} Side */
/** @typedef {import("./review.js").Reviewed} Reviewed */

const [WIDE, HIGH] = [300, 120];

/** The chances of every side over the game, as lines told apart by dashes as well as by colour. @param {{sides: Side[], moments: number[][]}} props */
function Curve({ sides, moments }) {
  const last = Math.max(1, moments.length - 1);
  /** @param {number} side */
  const line = (side) =>
    moments.map((chances, i) => `${((i / last) * WIDE).toFixed(1)},${((1 - chances[side]) * HIGH).toFixed(1)}`).join(" ");
  /** @param {MouseEvent & {currentTarget: Element}} event */
  const go = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    toPly(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  return html`<figure>
    <svg class="curve" viewBox=${`-4 -4 ${WIDE + 8} ${HIGH + 8}`} role="img" aria-label=${say("Chances to win over the game")} onClick=${go}>
      <line class="half" x1="0" x2=${WIDE} y1=${HIGH / 2} y2=${HIGH / 2} />
      ${sides.map((side, i) => html`<polyline key=${i} class=${`line ${sitter(side.chairs[0])?.paint} dash-${i}`} points=${line(i)} />`)}
    </svg>
    <figcaption class="legend">
      ${sides.map((side, i) => html`<span key=${i}><svg viewBox="0 0 26 6" aria-hidden="true"><line class=${`line ${sitter(side.chairs[0])?.paint} dash-${i}`} x1="0" x2="26" y1="3" y2="3" /></svg>${side.name}</span>`)}
    </figcaption>
  </figure>`;
}

/** @param {{sides: Side[]}} props */
function Accounts({ sides }) {
  return html`<table class="review">
    <caption class="visually-hidden">${say("Luck and skill")}</caption>
    <thead><tr><th scope="col">${say("Player")}</th><th scope="col">${say("Luck")}</th><th scope="col">${say("Own mistakes")}</th><th scope="col">${say("Others' mistakes")}</th></tr></thead>
    <tbody>${sides.map((s) => html`<tr key=${s.name}><th scope="row">${s.name}</th><td>${points(s.luck)}</td><td>${points(s.skill)}</td><td>${points(s.others)}</td></tr>`)}</tbody>
  </table>
  <p class="soft">${say("In hundredths of a win.")}</p>`;
}

/** The dearest mistakes, each a way back to its moment. @param {{of: Reviewed}} props */
function Mistakes({ of }) {
  const dear = mistakesOf(of);
  if (!dear.length) return null;
  return html`<h4>${say("Turning points")}</h4>
    <ul class="mistakes">${dear.slice(0, 5).map(
      (e) => html`<li key=${e.ply}>
      <button class="small quiet" onClick=${() => toPly(e.ply)}>${e.text}</button>
      <span class="soft">${say("{points}; better: {offer}", { points: points(e.skill), offer: e.best.offer })}</span>
    </li>`,
    )}</ul>`;
}

export function Review() {
  const { over } = theNow();
  useEffect(() => {
    if (over) askForReview();
  }, [over]);
  const made = review.value;
  const top = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!lookedFor.value || !top.current) return;
    lookedFor.value = false;
    top.current.scrollIntoView({ block: "start" });
    top.current.focus({ preventScroll: true });
  }, [lookedFor.value, made]);
  if (over && reviewing.value) return html`<p class="soft">${say("A bot looks back at the game …")}</p>`;
  if (!over || !made?.entries?.length || !people.value.length) return null;
  return html`<section aria-labelledby="review-title" class="looking-back" tabindex="-1" ref=${top}>
    <h3 id="review-title">${say("How it went")}</h3>
    <${Curve} sides=${made.sides} moments=${[made.start, ...made.entries.map((e) => e.after)]} />
    <${Accounts} sides=${made.sides} />
    <${Mistakes} of=${made} />
  </section>`;
}
