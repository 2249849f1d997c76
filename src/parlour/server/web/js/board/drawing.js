/** The board as the server draws it: a space that is touched is the one to be corrected. */

import { html, useEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { choose, chosen, picture } from "./state.js";

export function Drawing() {
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const text = picture.value.picture;
  useEffect(() => {
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement; // ours: shapes and words only
    if (text) frame.current?.replaceChildren(document.importNode(drawn, true));
  }, [text]);
  useEffect(() => {
    frame.current?.querySelectorAll(".chosen").forEach((e) => e.classList.remove("chosen"));
    if (chosen.value) frame.current?.querySelector(`[id="${CSS.escape(chosen.value)}"]`)?.classList.add("chosen");
  }, [chosen.value, text]);
  /** @param {MouseEvent} event */
  const touch = (event) => {
    const space = /** @type {Element} */ (event.target).closest(".space");
    if (space) choose(space.id);
  };
  return html`<div class="stage" ref=${frame} onClick=${touch}></div>`;
}

/** The same without a pointer. */
export function ByName() {
  return html`
    <label class="field">${say("Space")}
      <select value=${chosen.value} onChange=${(/** @type {any} */ e) => choose(e.target.value)}>
        <option value="" selected=${!chosen.value}>${say("none")}</option>
        ${picture.value.spaces.map((s) => html`<option key=${s.id} value=${s.id} selected=${s.id === chosen.value}>${s.label} (${s.id})</option>`)}
      </select>
    </label>`;
}
