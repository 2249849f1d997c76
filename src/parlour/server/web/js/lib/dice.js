/** Dice to look at: faces as SVG, tumbling for a moment when they have been rolled. */

import { lasting, moves } from "./motion.js";
import { html, useEffect, useState } from "./ui.js";

/** @type {Record<number, number[][]>} */
// prettier-ignore
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** One die. Its value is told in words beside it, so it is no picture of its own. @param {{value: number}} props */
export const Die = ({ value }) => html`
  <svg class="die-face" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <rect x="2" y="2" width="36" height="36" rx="8" />
    ${PIPS[value]?.map(([x, y]) => html`<circle cx=${20 + x * 9.5} cy=${20 + y * 9.5} r="3.6" />`) ?? html`<text x="20" y="26">${value}</text>`}
  </svg>`;

/**
 * The dice seen last. A new `seq` lets them tumble.
 * @param {{faces: number[][], seq: number, still?: boolean}} props
 */
export function Dice({ faces, seq, still }) {
  const [shown, show] = useState(faces);
  const [tumbling, tumble] = useState(false);
  useEffect(() => {
    show(faces);
    if (still || !moves()) return undefined;
    tumble(true);
    const shake = setInterval(() => show(faces.map((group) => group.map(() => 1 + Math.floor(Math.random() * 6)))), 70);
    const rest = () => {
      clearInterval(shake);
      show(faces);
      tumble(false);
    };
    const end = setTimeout(rest, lasting(520));
    return () => {
      clearTimeout(end);
      rest();
    };
  }, [seq, JSON.stringify(faces)]);
  return html`<div class=${`dice ${tumbling ? "tumbling" : ""}`} aria-hidden="true">
    ${shown.map((group, g) => html`<span class=${`dice-group group-${g}`} key=${g}>${group.map((n, i) => html`<${Die} key=${i} value=${n} />`)}</span>`)}
  </div>`;
}
