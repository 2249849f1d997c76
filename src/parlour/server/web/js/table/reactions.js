/** The faces that people make at each other: drawn here, so that they look the same on every device. */

import { html } from "../lib/ui.js";
import { reactions } from "./talk.js";

/** @type {Record<string, () => ReturnType<typeof html>>} */
const SHAPES = {
  smile:
    () => html`<circle class="skin" cx="20" cy="20" r="16" /><circle class="ink" cx="14" cy="16" r="2.2" /><circle class="ink" cx="26" cy="16" r="2.2" />
    <path class="stroke" d="M11 23q9 10 18 0" />`,
  laugh: () =>
    html`<circle class="skin" cx="20" cy="20" r="16" /><path class="stroke" d="M9 17q4-6 8 0M23 17q4-6 8 0" /><path class="ink" d="M10 22h20q-1 11-10 11t-10-11z" />`,
  wow: () => html`<circle class="skin" cx="20" cy="20" r="16" /><circle class="ink" cx="14" cy="15" r="2.6" /><circle class="ink" cx="26" cy="15" r="2.6" />
    <ellipse class="ink" cx="20" cy="27" rx="4.5" ry="5.5" />`,
  ouch: () => html`<circle class="skin" cx="20" cy="20" r="16" /><path class="stroke" d="M9 12l7 4-7 4M31 12l-7 4 7 4M12 30q8-8 16 0" />`,
  heart: () => html`<path class="love" d="M20 35C7 26 3 19 6 12c3-7 11-6 14 1 3-7 11-8 14-1 3 7-1 14-14 23z" />`,
  bravo: () => html`<path class="skin" d="M20 3l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z" />`,
};

/** @param {{name: string, words?: boolean}} props  with `words` it is also said to those who listen */
export function Reaction({ name, words = false }) {
  const called = reactions()[/** @type {keyof ReturnType<typeof reactions>} */ (name)] ?? name;
  return html`<svg class="reaction" viewBox="0 0 40 40" aria-hidden="true" focusable="false">${SHAPES[name]?.()}</svg>
    ${words && html`<span class="visually-hidden">${called}</span>`}`;
}
