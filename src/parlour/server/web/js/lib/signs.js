/** Drawings of things that do not lie on the board: cards, chips, passes, hands. A game names them (`draw.scene.ICONS`). */

import { html } from "./ui.js";

/** By name: what is filled, and what is drawn as a line, in a box of 24. @type {Record<string, {fill?: string, line?: string}>} */
export const ICONS = {
  card: { fill: "M9 6h9a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z", line: "M4 17V5a2 2 0 0 1 2-2h9" },
  chips: {
    fill: "M12 3c4.4 0 8 1.6 8 3.5S16.4 10 12 10 4 8.4 4 6.5 7.6 3 12 3z",
    line: "M4 11c0 1.9 3.6 3.5 8 3.500s8-1.6 8-3.500M4 15.500c0 1.9 3.6 3.5 8 3.500s8-1.6 8-3.5",
  },
  pawn: { fill: "M12 2.500a4.2 4.2 0 0 1 2.6 7.500c.8 3.2 2.2 5.6 4.4 8V21.500H5V18c2.2-2.4 3.6-4.8 4.4-8A4.2 4.2 0 0 1 12 2.500z" },
  lead: { fill: "M3 7l5 4 4-7 4 7 5-4-2 10H5zM5 19h14v2.500H5z" },
  home: { fill: "M12 3l9.5 8.500H19V21h-5.500v-5.500h-3V21H5v-9.500H2.500z" },
  ahead: { line: "M5 5l6 7-6 7M12.5 5l6 7-6 7" },
  back: { line: "M19 5l-6 7 6 7M11.5 5l-6 7 6 7" },
  last: { line: "M4.5 4v16M20 5l-6 7 6 7M13 5l-6 7 6 7" },
  swap: { line: "M4 8.500h14M14 4l4.5 4.500L14 13M20 15.500H6M10 11l-4.5 4.500L10 20" },
  take: { line: "M3 12h9M8.5 8l4 4-4 4", fill: "M15 6h5a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-5z" },
  row: {
    fill: "M5 15.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM12 8.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM19 1.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7z",
    line: "M5 19L19 5",
  },
  nothing: { line: "M12 3.500a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM6 18L18 6" },
};

/** A pass with its gate: two posts, and a bar that is shut between them or swung up. */
const GATES = { "pass-shut": "M24 14h11", "pass-open": "M24 14l7-7.5" };

/**
 * A small drawing; what it means stands in words beside it.
 * @param {{icon: string, short?: string, colour?: string | null}} props
 */
export function Sign({ icon, short = "", colour }) {
  if (icon in GATES) return Pass({ bar: GATES[/** @type {keyof typeof GATES} */ (icon)], letter: short, colour: colour ?? "" });
  const { fill, line } = ICONS[icon] ?? {};
  return html`<svg class=${`sign ${icon}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${fill && html`<path class="full" d=${fill} />`}${line && html`<path d=${line} />`}
  </svg>`;
}

/** @param {{bar: string, letter: string, colour: string}} props */
const Pass = ({ bar, letter, colour }) => html`<svg class=${`sign pass ${colour}`} viewBox="0 0 42 26" aria-hidden="true" focusable="false">
  <path class="ticket" d="M3 2h36a1.5 1.5 0 0 1 1.5 1.500V10a3 3 0 0 0 0 6v6.500A1.5 1.5 0 0 1 39 24H3a1.5 1.5 0 0 1-1.5-1.500V16a3 3 0 0 0 0-6V3.500A1.5 1.5 0 0 1 3 2z" />
  <text x="12.5" y="18.5">${letter}</text>
  <path class="gate" d=${`M24 7v12M35 7v12${bar}`} />
</svg>`;

// A hand in a glove, with a sleeve in its player's colour: the fist, and the same hand open.
const FIST = [
  "M15 25v-9a4 4 0 0 1 8 0v7z",
  "M23 23v-9.500a4 4 0 0 1 8 0V23z",
  "M31 23v-9a4 4 0 0 1 8 0v9z",
  "M39 24v-7a3.7 3.7 0 0 1 7.4 0v9z",
  "M15 24.500h24.500c4 0 6.9.5 6.9 5.5 0 9-5.5 15-15.5 15S14 40 14 32.500z",
  "M13.5 33c-3-3-2.5-9 2-10.500l14 .5c5.5.2 5.5 8.5 0 8.800l-8 .4",
];
const PALM = [
  "M17 30L8.5 17.500a3.7 3.7 0 0 1 6-4.300L24 25z",
  "M22 26l-4.5-17a3.8 3.8 0 0 1 7.3-2L29 23z",
  "M28 24V6.500a3.8 3.8 0 0 1 7.6 0V24z",
  "M34 25l4.5-14a3.7 3.7 0 0 1 7 2.200L41 29z",
  "M16 29c4-5 20-7 25-1 3 4 2 17-11 17-7 0-10-2-14-7l-8-8.500c-3.5-4 1.5-8.5 5-5.500z",
];

/** @param {{open: boolean, colour: string}} props */
export const Hand = ({ open, colour }) => html`<svg class=${`hand-sign ${colour}`} viewBox="0 0 56 60" aria-hidden="true" focusable="false">
  <path class="sleeve" d="M19 43h24l3 16H16z" />
  ${(open ? PALM : FIST).map((d) => html`<path class="glove" key=${d} d=${d} />`)}
</svg>`;
