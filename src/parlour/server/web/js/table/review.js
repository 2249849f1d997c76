/** After the game: how the chances went, and what was luck and what was skill. Drawn when the server has it. */

import { get } from "../lib/api.js";
import { html, useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { now, people } from "./state.js";
import { address, key, toPly } from "./time.js";

const [WIDE, HIGH] = [300, 120];

/** The chances of every side over the game, as lines told apart by dashes as well as by colour. */
function Curve({ curve }) {
  const sides = Object.keys(curve[0]?.chances ?? {});
  const last = Math.max(1, curve.at(-1).ply);
  const point = (moment, chair) => `${((moment.ply / last) * WIDE).toFixed(1)},${((1 - moment.chances[chair]) * HIGH).toFixed(1)}`;
  return html`<figure>
    <svg class="curve" viewBox=${`-4 -4 ${WIDE + 8} ${HIGH + 8}`} role="img" aria-label=${say("Chances to win over the game")}
      onClick=${(e) => {
        const box = e.currentTarget.getBoundingClientRect();
        toPly(Math.round(((e.clientX - box.left) / box.width) * last));
      }}>
      <line class="half" x1="0" x2=${WIDE} y1=${HIGH / 2} y2=${HIGH / 2} />
      ${sides.map((chair, i) => html`<polyline key=${chair} class=${`line ${people.value.find((p) => p.chair === Number(chair))?.paint} dash-${i}`} points=${curve.map((m) => point(m, chair)).join(" ")} />`)}
    </svg>
    <figcaption class="soft">${say("Chances to win, from the first move to the last. Click to look at a moment.")}</figcaption>
  </figure>`;
}

export function Review() {
  const [review, show] = useState(/** @type {any} */ (null));
  const { over } = now.value;
  useEffect(() => {
    if (over) get(address("/review"), { token: key() }).then(show, () => show(null)); // not every server offers it
  }, [over]);
  if (!over || !review?.curve?.length) return null;
  const name = (chair) => {
    const p = people.value.find((q) => q.chair === Number(chair));
    return p?.name || p?.colour || chair;
  };
  const points = (value) => (value * 100).toFixed(0);
  return html`<h3>${say("How it went")}</h3>
    <${Curve} curve=${review.curve} />
    ${review.seats && html`<table class="review">
      <thead><tr><th scope="col">${say("Player")}</th><th scope="col">${say("Luck")}</th><th scope="col">${say("Lost by mistakes")}</th></tr></thead>
      <tbody>${Object.entries(review.seats).map(([chair, s]) => html`<tr key=${chair}><th scope="row">${name(chair)}</th><td>${points(s.luck)}</td><td>${points(s.error)}</td></tr>`)}</tbody>
    </table>`}
    ${review.moments?.length > 0 && html`<ul>${review.moments.slice(0, 5).map((m) => html`<li key=${m.ply}><button class="small quiet" onClick=${() => toPly(m.ply)}>${m.text}</button></li>`)}</ul>`}`;
}
