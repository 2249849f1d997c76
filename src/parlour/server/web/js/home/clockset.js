/** Setting a table's clocks: none, so much for each move, or so much for the whole game and some more with each turn. */

import { clockRules } from "../lib/clockwords.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";

/** @typedef {import("../protocol.js").Clock | null} Clock */

/** @type {Record<string, NonNullable<Clock>>} */
const USUAL = {
  move: { kind: "move", seconds: 60 },
  game: { kind: "game", seconds: 900, increment: 10 },
};

/** @param {{clock: Clock, onChange: (clock: Clock) => void}} props */
export function ClockChoice({ clock, onChange }) {
  return html`<fieldset class="clock-choice">
    <legend>${say("Clocks")}</legend>
    <label class="field">${say("How long one may think")}
      <select value=${clock?.kind ?? ""} onChange=${(e) => onChange(USUAL[e.target.value] ?? null)}>
        <option value="">${say("as long as one likes")}</option>
        <option value="move">${say("so long for each move")}</option>
        <option value="game">${say("so long for the whole game")}</option>
      </select>
    </label>
    ${clock?.kind === "move" && html`<${Amount} label=${say("Seconds for each move")} value=${clock.seconds} min=${5} max=${86_400} onChange=${(seconds) => onChange({ ...clock, seconds })} />`}
    ${
      clock?.kind === "game" &&
      html`
      <${Amount} label=${say("Minutes for the game")} value=${clock.seconds / 60} min=${1} max=${1440} onChange=${(minutes) => onChange({ ...clock, seconds: 60 * minutes })} />
      <${Amount} label=${say("Seconds more after each turn")} value=${clock.increment ?? 0} min=${0} max=${3600} onChange=${(increment) => onChange({ ...clock, increment })} />`
    }
    <ul class="soft" aria-live="polite">${clockRules(clock).map((rule) => html`<li key=${rule}>${rule}</li>`)}</ul>
  </fieldset>`;
}

/** A whole number within its limits. @param {{label: string, value: number, min: number, max: number, onChange: (value: number) => void}} props */
function Amount({ label, value, min, max, onChange }) {
  /** @param {import("../lib/ui.js").Changed} event */
  const set = (event) => {
    const wanted = Math.min(max, Math.max(min, Math.round(Number(event.target.value)) || min));
    event.target.value = String(wanted);
    onChange(wanted);
  };
  return html`<label class="field">${label}<input type="number" inputmode="numeric" min=${min} max=${max} step="1" value=${value} onChange=${set} /></label>`;
}
