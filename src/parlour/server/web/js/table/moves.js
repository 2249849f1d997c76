/** The moves as a numbered list of buttons: for many the way to play, for some the only one. */

import { Die } from "../lib/dice.js";
import { html, useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Amount, PartSet } from "./forms.js";
import { act, ask, command, drop, faultOf, group, looking, picked, sending, stepBack } from "./hand.js";
import { MOST, entriesOf, formsOf } from "./lists.js";
import { ready, stage } from "./stage.js";
import { called, moves, nameOf, now, past, theFrame } from "./state.js";

/** @typedef {import("./state.js").Move} Move */
/** @typedef {Move | import("./lists.js").Part} Entry */

/** @param {string} id */
const placeName = (id) => (ready.value && stage?.board.spaces.get(id)?.label) || id;

/** What the numbers of the keyboard stand for now. */
export function entries() {
  const { rest } = formsOf(moves.value);
  return entriesOf(rest, { picked: picked.value, group: group.value, drop: drop.value }, placeName);
}

/** Choose an entry of the list: play a move, or look into a part of it. @param {Entry} entry @param {string} how */
export function take(entry, how) {
  if (!("moves" in entry)) return act(entry, how);
  if (entry.by === "drop") drop.value = entry.key;
  else {
    group.value = entry.key;
    const sources = new Set(entry.moves.map((m) => m.gesture?.pick));
    const [one] = sources;
    if (sources.size === 1 && one && entry.moves.some((m) => m.gesture?.drop !== one)) picked.value = one;
  }
  return undefined;
}

/** @param {{entry: Entry, number: number}} props */
function Entry({ entry, number }) {
  const part = "moves" in entry;
  const show = () => (looking.value = { moves: part ? entry.moves : [entry] });
  const hide = () => (looking.value = null);
  const card = !part && entry.fields?.card;
  return html`<li>
    <button
      class=${`move ${card ? "card" : ""}`}
      aria-disabled=${sending.value}
      onClick=${() => take(entry, "list")}
      onMouseEnter=${show}
      onMouseLeave=${hide}
      onFocus=${show}
      onBlur=${hide}
    >
      <span class="number">${number}</span>
      <span class=${part && entry.by === "drop" ? "offer place" : "offer"}>${part ? entry.text : entry.offer}</span>
      ${part && html`<span class="more">${say("{count} moves", { count: entry.moves.length })} ›</span>`}
    </button>
  </li>`;
}

/** Real dice: what do they show? @param {{faces: number[]}} props */
function TypedDice({ faces }) {
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
function Find() {
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

/** What a bot would do. */
function Hint() {
  const [hint, tell] = useState(/** @type {{reason: string, candidates: import("../protocol.js").Candidate[]} | null} */ (null));
  const [thinking, think] = useState(false);
  const seq = now.value?.seq;
  useEffect(() => tell(null), [seq]);
  if (!theFrame().may.hint || past.value) return null;
  const get = async () => {
    think(true);
    const answer = await ask({ do: "hint" });
    think(false);
    tell(answer.hint ?? { reason: faultOf(answer).text, candidates: [] });
  };
  /** @param {number} chance */
  const percent = (chance) => `${Math.round(chance * 100)} %`;
  return html`<div class="hint" aria-live="polite">
    <button class="small" aria-disabled=${thinking} onClick=${thinking ? undefined : get}>${thinking ? say("Thinking …") : say("Hint")}</button>
    ${
      hint &&
      html`<div class="note">
      <p>${hint.reason}</p>
      <ul class="entries">
        ${hint.candidates.slice(0, 5).map(
          (c) => html`<li key=${c.code}>
          <button class="move" onClick=${() => act(moves.value.find((m) => m.code === c.code) ?? c, "list")}
            onMouseEnter=${() => (looking.value = { moves: moves.value.filter((m) => m.code === c.code) })}
            onMouseLeave=${() => (looking.value = null)}>
            <span class="offer">${c.offer}${c.reason && c.reason !== hint.reason && html` <span class="soft">${c.reason}</span>`}</span>
            ${c.chance != null && html`<span class="more"><meter min="0" max="1" value=${c.chance} aria-hidden="true"></meter> ${percent(c.chance)}</span>`}
          </button>
        </li>`,
        )}
      </ul>
    </div>`
    }
  </div>`;
}

export function Moves() {
  const f = theFrame();
  const list = called.value ? entries() : [];
  const { forms } = formsOf(moves.value);
  const narrowed = picked.value !== null || group.value !== null || drop.value !== null;
  const { may } = f;
  const roll = may.roll && !past.value;
  return html`<section class="panel moves" id="moves" tabindex="-1" aria-labelledby="moves-title">
    <h2 id="moves-title" class="visually-hidden">${say("Moves")}</h2>
    ${roll && !may.outcomes && html`<button class="main roll" aria-keyshortcuts="r" aria-disabled=${sending.value} onClick=${() => command({ do: "roll" })}>${say("Roll the dice")}</button>`}
    ${roll && may.outcomes && html`<${TypedDice} faces=${may.faces} />`}
    ${forms.map((form) =>
      form.kind === "parts"
        ? html`<${PartSet} key=${form.key + f.seq} form=${form} amount=${f.amounts[form.field]} held=${f.held} open=${f.moves_left_out > 0} />`
        : html`<${Amount} key=${form.key + f.seq} form=${form} amount=${f.amounts[form.field]} />`,
    )}
    ${narrowed && html`<button class="small quiet back" onClick=${stepBack}>‹ ${say("All moves")}</button>`}
    <ol class=${`entries ${list.length > MOST && list.some((e) => "moves" in e && e.by === "drop") ? "places" : ""}`}>
      ${list.map((entry, i) => html`<${Entry} key=${`${f.seq}-${"moves" in entry ? entry.key : entry.code}`} entry=${entry} number=${i + 1} />`)}
    </ol>
    ${called.value && f.moves_left_out > 0 && !forms.length && html`<${Find} />`}
    ${!called.value && html`<p class="soft waiting">${waiting(f)}</p>`}
    ${called.value && !roll && html`<${Hint} />`}
  </section>`;
}

/** @param {import("./state.js").Frame} f */
function waiting(f) {
  if (f.past) return say("This moment is over.");
  if (f.over) return say("The game is over.");
  if (f.you === null) return say("You are watching.");
  const names = f.actors.length ? f.actors.map(nameOf) : f.turn === null ? [] : [nameOf(f.turn)];
  return names.length ? say("Waiting for {names}.", { names: names.join(", ") }) : say("Waiting.");
}
