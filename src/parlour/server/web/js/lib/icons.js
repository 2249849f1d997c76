/** Small signs on buttons, which always have words as well. */

import { html } from "./ui.js";

const SHAPES = {
  first: "M4 4v12M16 4l-9 6 9 6z",
  back: "M14 4l-9 6 9 6z",
  ahead: "M6 4l9 6-9 6z",
  last: "M16 4v12M4 4l9 6-9 6z",
  close: "M5 5l10 10M15 5L5 15",
};

/** @param {{name: keyof typeof SHAPES}} props */
export const Icon = ({ name }) =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${SHAPES[name]} /></svg>`;
