/** What can be changed: on the space that was touched, by the names of numbers, and in the file's own text. */

import { html, useEffect, useId, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { ByName } from "./drawing.js";
import { answered, changeField, changeSpace, changeText, chosen, now, picture } from "./state.js";

/** @typedef {import("../protocol.js").BoardOffer} BoardOffer */
/** @typedef {import("../protocol.js").BoardField} BoardField */

export function OfSpace() {
  const known = answered.value === chosen.value; // those of the last space are not this one's
  const offers = known ? (now.value?.offers ?? []) : [];
  const label = picture.value.spaces.find((s) => s.id === chosen.value)?.label;
  return html`
    <section class="panel" aria-labelledby="space">
      <h2 id="space">${label ?? say("Touch a space, or choose one")}</h2>
      <${ByName} />
      ${offers.map((offer) => html`<${Offer} key=${`${chosen.value} ${offer.name}`} offer=${offer} />`)}
      ${chosen.value && known && !offers.length && html`<p class="soft">${say("On this space there is nothing to be corrected.")}</p>`}
    </section>`;
}

/** @param {{offer: BoardOffer}} props */
function Offer({ offer }) {
  const id = useId();
  /** @param {unknown} value */
  const take = (value) => changeSpace(offer.name, value);
  if (offer.kind === "button") return html`<p><button type="button" onClick=${() => take("")}>${offer.words}</button></p>`;
  if (offer.kind === "switch") {
    return html`<label class="row"><input type="checkbox" checked=${offer.value} onChange=${(/** @type {any} */ e) => take(e.target.checked)} /><span>${offer.words}</span></label>`;
  }
  return html`
    <label class="field" for=${id}>${offer.words}
      ${
        offer.kind === "choice"
          ? html`<select id=${id} value=${String(offer.value)} onChange=${(/** @type {any} */ e) => take(e.target.value)}>
              ${offer.choices.map((c) => html`<option key=${c.value} value=${c.value} selected=${c.value === String(offer.value)}>${c.words}</option>`)}
            </select>`
          : html`<input id=${id} type="number" inputmode="numeric" min=${offer.least} max=${offer.most} value=${offer.value} onChange=${(/** @type {any} */ e) => take(Number(e.target.value))} />`
      }
    </label>`;
}

export function Numbers() {
  const fields = now.value?.fields ?? [];
  if (!fields.length) return null;
  return html`
    <details class="panel">
      <summary><h2>${say("All numbers by name")}</h2></summary>
      ${fields.map((field) => html`<${Field} key=${field.name} field=${field} />`)}
    </details>`;
}

/** @param {{field: BoardField}} props */
function Field({ field }) {
  const set = (/** @type {any} */ e) =>
    changeField(field.name, field.kind === "switch" ? e.target.checked : field.kind === "number" ? Number(e.target.value) : e.target.value);
  if (field.kind === "switch")
    return html`<label class="row"><input type="checkbox" checked=${field.value} onChange=${set} /><code>${field.name}</code></label>`;
  const type = field.kind === "number" ? "number" : "text";
  return html`<label class="field"><code>${field.name}</code><input type=${type} value=${field.value} onChange=${set} /></label>`;
}

/** The file itself, for those who like it better. */
export function AsText() {
  const text = now.value?.text ?? "";
  const [written, write] = useState(text);
  useEffect(() => write(text), [text]);
  return html`
    <details class="panel">
      <summary><h2>${say("The file as text")}</h2></summary>
      <label class="field">board.toml
        <textarea rows="18" spellcheck="false" autocapitalize="off" value=${written} onInput=${(/** @type {any} */ e) => write(e.target.value)}></textarea>
      </label>
      <p><button type="button" disabled=${written === text} onClick=${() => changeText(written)}>${say("Take it over")}</button></p>
    </details>`;
}
