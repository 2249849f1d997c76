/** What one wants of a game, line by line: a measure, and how much of it. */

import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";

/** @typedef {{name: string, want: string, value: string}} Wish */

export const MOST_WISHES = 4;
const SIGNS = /** @type {Record<string, string>} */ ({ near: "=", most: "<", least: ">" });
const WISH = /^\s*(\w+)\s*(<=?|>=?|=)\s*(more|less|-?[\d.]+)\s*%?\s*$/;

/** The measures that can be wished for here; the terminal knows all of them. @returns {[string, string][]} */
const measures = () => [
  ["minutes", say("minutes a game")],
  ["first", say("advantage of beginning")],
  ["length", say("decisions a game")],
  ["choices", say("real choices a game")],
  ["decisiveness", say("games with one winner")],
  ["waiting", say("events between one's turns")],
  ["lead_changes", say("changes of the lead")],
  ["comebacks", say("comebacks")],
  ["drama", say("drama")],
  ["uncertainty", say("openness")],
  ["settled", say("played on after it is decided")],
  ["hopeless", say("time without hope")],
  ["matter", say("choices that matter")],
  ["luck", say("share of luck")],
];

/** @returns {[string, string][]} */
const wants = () => [
  ["more", say("as much as can be")],
  ["less", say("as little as can be")],
  ["near", say("near")],
  ["most", say("at most")],
  ["least", say("at least")],
];

/** @returns {Wish[]} @param {import("../protocol.js").GameCard} game */
export const usualWishes = (game) => [
  { name: game.minutes ? "minutes" : "length", want: "less", value: "" },
  { name: "first", want: "near", value: "0" },
  { name: "lead_changes", want: "more", value: "" },
];

/** As the server reads them. @param {Wish[]} wishes */
export const wishesText = (wishes) =>
  wishes.map((w) => (SIGNS[w.want] ? `${w.name}${SIGNS[w.want]}${w.value || 0}` : `${w.name}=${w.want}`)).join(", ");

/** @param {string} text @returns {Wish[]} */
export function wishesOf(text) {
  return text.split(/[,;]/).flatMap((part) => {
    const found = WISH.exec(part.trim() === "fair" ? "first=0" : part);
    if (!found) return [];
    const [, name, sign, value] = found;
    if (value === "more" || value === "less") return [{ name, want: value, value: "" }];
    return [{ name, want: sign === "=" ? "near" : sign[0] === "<" ? "most" : "least", value }];
  });
}

/** @param {{wishes: Wish[], onChange: (wishes: Wish[]) => void}} props */
export function Wishes({ wishes, onChange }) {
  /** @param {number} i @param {Partial<Wish> | null} some */
  const set = (i, some) => onChange(wishes.flatMap((one, at) => (at === i ? (some ? [{ ...one, ...some }] : []) : [one])));
  return html`
    <fieldset class="panel lab-wishes">
      <legend>${say("What do you want of the game?")}</legend>
      ${wishes.map((wish, i) => html`<${Row} key=${i} number=${i + 1} wish=${wish} only=${wishes.length === 1} onChange=${(/** @type {Partial<Wish> | null} */ some) => set(i, some)} />`)}
      ${wishes.length < MOST_WISHES && html`<p><button type="button" class="small" onClick=${() => onChange([...wishes, { name: "comebacks", want: "more", value: "" }])}>${say("Another wish")}</button></p>`}
      <p class="soft">${say("Shares are written in percent, advantages in points. Minutes are those that the game says of itself, changed by as much as games become longer or shorter.")}</p>
    </fieldset>`;
}

/** @param {{number: number, wish: Wish, only: boolean, onChange: (some: Partial<Wish> | null) => void}} props */
function Row({ number, wish, only, onChange }) {
  const known = measures();
  if (!known.some(([name]) => name === wish.name)) known.push([wish.name, wish.name]);
  return html`
    <p class="lab-wish" role="group" aria-label=${say("Wish {number}", { number })}>
      <select aria-label=${say("Measure")} value=${wish.name} onChange=${(/** @type {any} */ e) => onChange({ name: e.target.value })}>
        ${known.map(([name, words]) => html`<option key=${name} value=${name} selected=${name === wish.name}>${words}</option>`)}
      </select>
      <select aria-label=${say("How much of it")} value=${wish.want} onChange=${(/** @type {any} */ e) => onChange({ want: e.target.value })}>
        ${wants().map(([want, words]) => html`<option key=${want} value=${want} selected=${want === wish.want}>${words}</option>`)}
      </select>
      ${SIGNS[wish.want] && html`<input type="number" step="any" aria-label=${say("Number")} value=${wish.value} onChange=${(/** @type {any} */ e) => onChange({ value: e.target.value })} />`}
      ${!only && html`<button type="button" class="small quiet" aria-label=${say("Remove wish {number}", { number })} onClick=${() => onChange(null)}>✕</button>`}
    </p>`;
}
