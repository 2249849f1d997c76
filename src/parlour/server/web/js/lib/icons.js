/** Small signs on buttons, which always have words as well. */

import { html } from "./ui.js";

const SHAPES = {
  first: "M4 4v12M16 4l-9 6 9 6z",
  back: "M12.500 4l-6 6 6 6",
  ahead: "M7.500 4l6 6-6 6",
  last: "M16 4v12M4 4l9 6-9 6z",
  play: "M6 4l10 6-10 6z",
  stop: "M6 4v12h3V4zM12 4v12h3V4z",
  more: "M5 7l5 6 5-6z",
  less: "M5 13l5-6 5 6z",
  closer: "M9 3a6 6 0 1 0 .01 0M13.5 13.5L18 18M6.5 9h5M9 6.5v5",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  exit: "M11 3H4v14h7M8.5 10H18M14.500 6.500L18 10l-3.500 3.500",
  close: "M5 5l10 10M15 5L5 15",
};

/** @param {{name: keyof typeof SHAPES}} props */
export const Icon = ({ name }) =>
  html`<svg class=${`icon ${name}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${SHAPES[name]} /></svg>`;
