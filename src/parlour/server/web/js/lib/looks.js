/** The looks that boards and pieces can have: to be chosen, and to be asked for with a drawing. */

import { lasting } from "./server.js";
import { change, settings } from "./settings.js";
import { html } from "./ui.js";
import { language, say } from "./words.js";

/** @returns {[string, string][]} */
const looks = () => [
  ["paper", say("Paper")],
  ["wood", say("Wood")],
  ["night", say("Night")],
];

/** @param {{id?: string}} props */
export const LookChoice = ({ id }) => html`
  <select id=${id} value=${settings.value.look} aria-label=${id ? undefined : say("Board and pieces")} onChange=${(e) => change({ look: e.target.value })}>
    ${looks().map(([value, name]) => html`<option key=${value} value=${value} selected=${value === settings.value.look}>${name}</option>`)}
  </select>`;

/** The address of a drawing, in the visitor's language and look. @param {string} address @param {Record<string, string>} [more] */
export function drawing(address, more = {}) {
  const asked = new URLSearchParams({ language: language.value, look: settings.value.look, ...more });
  return lasting(`${address}?${asked}`);
}
