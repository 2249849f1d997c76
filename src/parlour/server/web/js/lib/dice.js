/** Dice to look at: faces as SVG, in their own colours, tumbling until they have come to rest. */

import { html, useEffect, useState } from "./ui.js";

/** @typedef {import("../protocol.js").Dice} Row */

/** Where the pips of a face are, from its middle. @type {Record<number, number[][]>} */
// prettier-ignore
export const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** One die; 0 is a face that nobody has seen yet. Its value is told in words beside it. @param {{value: number, colour?: string, used?: boolean}} props */
export const Die = ({ value, colour = "", used = false }) => html`
  <svg class=${`die-face ${colour || "plain"} ${used ? "used" : ""}`} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <rect x="2" y="2" width="36" height="36" rx="8" />
    ${PIPS[value]?.map(([x, y]) => html`<circle cx=${20 + x * 9.5} cy=${20 + y * 9.5} r="3.6" />`) ?? (value > 0 && html`<text x="20" y="26">${value}</text>`)}
    ${used && html`<line class="strike" x1="7" y1="33" x2="33" y2="7" />`}
  </svg>`;

/** Faces to be seen while dice roll: others every moment for those that were thrown. @param {Row[]} rows @param {boolean[][] | null} thrown @param {boolean} resting */
export function useTumbling(rows, thrown, resting) {
  const [shake, again] = useState(0);
  useEffect(() => {
    if (resting) return undefined;
    const shaking = setInterval(() => again(Math.random()), 70);
    return () => clearInterval(shaking);
  }, [resting]);
  if (resting) return rows;
  let chance = shake;
  const any = () => 1 + Math.floor((chance = (chance * 9301 + 0.4929) % 1) * 6);
  return rows.map((row, r) => ({ ...row, faces: row.faces.map((face, i) => (!thrown || thrown[r]?.[i] ? any() : face)) }));
}

/**
 * Which of the dice that lie there were just thrown: those of the thrown colours that show what fell.
 * @param {Row[]} lying @param {Row[]} fell
 */
export function justThrown(lying, fell) {
  const open = fell.map((row) => ({ colour: row.colour ?? "", faces: [...row.faces] }));
  return lying.map((row) =>
    row.faces.map((face) => {
      const from = open.find((some) => some.colour === (row.colour ?? "") && some.faces.includes(face));
      from?.faces.splice(from.faces.indexOf(face), 1);
      return from !== undefined;
    }),
  );
}
