/** What is typed where a list does not do: what one's own dice show, and what a move is called. */

import { Die } from "../lib/dice.js";
import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { act, ask, command } from "./hand.js";

/** @typedef {import("./state.js").Move} Move */

/** Real dice: what do they show? @param {{faces: number[]}} props */
export function TypedDice({ faces }) {
  const [shown, show] = useState("");
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    const answer = await command({ do: "roll", outcome: shown });
    if (answer?.ok) show("");
  };
  /** @param {number} n */
  const add = (n) => show(shown ? `${shown}-${n}` : String(n));
  return html`<form class="typed" onSubmit=${send}>
    <label for="shown">${say("What do your dice show?")}</label>
    <div class="faces">
      ${faces.map((n) => html`<button type="button" key=${n} aria-label=${String(n)} onClick=${() => add(n)}><${Die} value=${n} /></button>`)}
    </div>
    <div class="line">
      <input id="shown" type="text" autocomplete="off" value=${shown} onInput=${(e) => show(e.target.value)} />
      <button class="main" disabled=${!shown}>${say("Enter")}</button>
      <button type="button" class="quiet" onClick=${() => show("")}>${say("Clear")}</button>
    </div>
  </form>`;
}

/** Where a list is cut short on the way here, the rest can be asked for. */
export function Find() {
  const [found, keep] = useState(/** @type {Move[] | null} */ (null));
  /** @param {import("../lib/ui.js").Sent} event */
  const look = async (event) => {
    event.preventDefault();
    const answer = await ask({ do: "moves", find: String(new FormData(event.target).get("find")) });
    keep(answer.moves ?? []);
  };
  return html`<form class="line find" onSubmit=${look}>
      <label for="find">${say("Find a move")}</label>
      <input id="find" name="find" type="search" autocomplete="off" />
      <button>${say("Find")}</button>
    </form>
    ${found && html`<ul class="entries">${found.slice(0, 30).map((m) => html`<li key=${m.code}><button class="move" onClick=${() => act(m, "list")}>${m.offer}</button></li>`)}</ul>`}
    ${found && !found.length && html`<p class="soft">${say("No move is called so.")}</p>`}`;
}
