/** The moves as a numbered list of buttons: for many the way to play, for some the only one. */

import { Icon } from "../lib/icons.js";
import { later } from "../lib/later.js";
import { change, settings } from "../lib/settings.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { act, drop, group, looking, only, pickable, picked, rolling, sending, stepBack } from "./hand.js";
import { HintButton, advice } from "./hints.js";
import { MOST, entriesOf, formsOf } from "./lists.js";
import { Laying, lying } from "./lie.js";
import { placeName, rolled } from "./stage.js";
import { called, moves, nameOf, past, theFrame } from "./state.js";

/** @typedef {import("./state.js").Move} Move */
/** @typedef {Move | import("./lists.js").Part} Entry */

const TypedDice = later(
  () => import("./typed.js").then((m) => m.TypedDice),
  () => Boolean(theFrame().may.outcomes),
);
const Find = later(
  () => import("./typed.js").then((m) => m.Find),
  () => theFrame().moves_left_out > 0,
);
const Advice = later(
  () => import("./advice.js").then((m) => m.Advice),
  () => advice.value !== null,
);
const PartSet = later(() => import("./forms.js").then((m) => m.PartSet));
const Amount = later(() => import("./forms.js").then((m) => m.Amount));

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
      ${part && html`<span class="more">${say("{count:move|moves}", { count: entry.moves.length })} ›</span>`}
    </button>
  </li>`;
}

/** Can everything of this entry be done on the board, or with the dice beside it? @param {Entry} entry */
const onBoard = (entry) => ("moves" in entry ? entry.moves : [entry]).every((m) => m.gesture || m.again || isCard(m));

/** Is it a card in the hand, which is played by touching it? @param {Move} move */
const isCard = (move) => theFrame().held.some((h) => h.name && h.name === move.fields?.card);

const FEW = 2; // places to touch that are easily overlooked beside something to press: they are pressed, too

/** @param {Entry} entry */
const isTouched = (entry) => !("moves" in entry) && entry.gesture && entry.gesture.pick === entry.gesture.drop && !isCard(entry);

/** Ways for one piece that are told by how far they go, such as "+3": where the places lie close together, these are easier to touch. @param {{list: Entry[]}} props */
function Steps({ list }) {
  const ways = list.flatMap((e) => ("moves" in e || !e.badge?.text || isCard(e) ? [] : [e]));
  if (ways.length < Math.max(2, list.length) || new Set(ways.map((m) => m.gesture?.pick)).size > 1) return null;
  return html`<div class="sums" role="group" aria-label=${say("Which move?")}>
    ${ways.map((m) => html`<button key=${m.code} type="button" aria-label=${m.offer} aria-disabled=${sending.value} onClick=${() => act(m, "list")} onMouseEnter=${() => (looking.value = { moves: [m] })} onMouseLeave=${() => (looking.value = null)}>${m.badge?.text}</button>`)}
  </div>`;
}

/** @param {{list: Entry[], from: Entry[], seq: number}} props  from: the whole list, whose numbers count */
function Entries({ list, from, seq }) {
  const places = from.length > MOST && from.some((e) => "moves" in e && e.by === "drop");
  return html`<ol class=${`entries ${places ? "places" : ""}`}>
    ${list.map((entry) => html`<${Entry} key=${`${seq}-${"moves" in entry ? entry.key : entry.code}`} entry=${entry} number=${from.indexOf(entry) + 1} />`)}
  </ol>`;
}

/**
 * The moves that can be made on the board, as a list that is folded away until somebody wants it. Folded it is still there
 * for screen readers, and opens when the keyboard comes to it.
 * @param {{list: Entry[], from: Entry[], seq: number}} props
 */
function Folded({ list, from, seq }) {
  const open = settings.value.list;
  const narrowed = picked.value !== null || group.value !== null || drop.value !== null;
  return html`<div class="folded">
    <button class="small quiet fold" aria-expanded=${open} aria-controls="listed" onClick=${() => change({ list: !open })}>
      <${Icon} name=${open ? "less" : "more"} />${open ? say("Hide the list") : say("Moves as a list")}
    </button>
    <div id="listed" class=${open ? "" : "visually-hidden opens"}>
      ${narrowed && html`<button class="small quiet back" onClick=${stepBack}>‹ ${say("All moves")}</button>`}
      <${Entries} list=${list} from=${from} seq=${seq} />
    </div>
  </div>`;
}

/** What there is to press, and what is played by touching it. */
function choices() {
  const list = called.value ? entries() : [];
  const { forms } = formsOf(moves.value);
  const drawn = Boolean(theFrame().scene);
  const touched = list.filter((entry) => drawn && onBoard(entry) && entry !== rolling.value);
  const all = touched.length < list.length && touched.length <= FEW && touched.every(isTouched);
  const said = list.filter((entry) => entry !== rolling.value && (all || !touched.includes(entry)));
  return { list, forms, said, played: list.filter((entry) => !said.includes(entry)) };
}

/** What a hand does next, where it is said beside the dice: plain ones, with nothing written under them. */
export function saidBesideDice() {
  const rows = rolled.value?.rows ?? [];
  const beside = rows.length > 0 && rows.every((row) => !row.label) && !moves.value.some((m) => m.again);
  if (!beside || !called.value || theFrame().may.roll) return "";
  const { said, forms } = choices();
  return inHand(said.length + forms.length > 0);
}

export function Moves() {
  const f = theFrame();
  const { list, forms, said, played } = choices();
  const { may } = f;
  const roll = may.roll && !past.value;
  const idle = roll && !may.outcomes && !list.length && !forms.length;
  return html`<section class=${`panel moves ${idle ? "idle" : ""}`} id="moves" tabindex="-1" aria-labelledby="moves-title">
    <h2 id="moves-title" class="visually-hidden">${say("Moves")}</h2>
    ${roll && may.outcomes && html`<${TypedDice} faces=${may.faces} />`}
    ${called.value && f.stakes.length > 0 && html`<ul class="stakes">${f.stakes.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`}
    ${forms.map((form) =>
      form.kind === "parts"
        ? html`<${PartSet} key=${form.key + f.seq} form=${form} amount=${f.amounts[form.field]} held=${f.held} open=${f.moves_left_out > 0} />`
        : html`<${Amount} key=${form.key + f.seq} form=${form} amount=${f.amounts[form.field]} />`,
    )}
    <${Laying} />
    <${Steps} list=${played} />
    ${said.length > 0 && html`<${Entries} list=${said} from=${list} seq=${f.seq} />`}
    ${called.value && f.moves_left_out > 0 && !forms.length && html`<${Find} />`}
    ${!called.value && html`<p class="soft waiting">${waiting(f)}</p>`}
    ${called.value && !roll && !saidBesideDice() && html`<p class="soft waiting">${inHand(said.length + forms.length > 0)}</p>`}
    <div class="line helps">
      ${called.value && !roll && html`<${HintButton} />`}
      ${played.length > 0 && html`<${Folded} list=${played} from=${list} seq=${f.seq} />`}
    </div>
    ${called.value && !roll && html`<${Advice} />`}
  </section>`;
}

/** What a hand on the board does next. @param {boolean} otherwise  is there something to press as well? */
function inHand(otherwise) {
  if (moves.value.some(isCard)) return say("Tap one of your cards.");
  if (!pickable.value.size || otherwise) return "";
  if (lying.value) return say("Tap it again to set it down, or another corner to turn it.");
  if (picked.value !== null || only.value !== null) return say("Tap where it should go.");
  const moving = moves.value.some((m) => m.gesture && m.gesture.pick !== m.gesture.drop);
  return moving ? say("Tap what you want to move.") : say("Tap one of the lit spaces.");
}

/** @param {import("./state.js").Frame} f */
function waiting(f) {
  if (f.past) return say("This moment is over.");
  if (f.over) return say("The game is over.");
  if (f.you === null) return say("You are watching.");
  const names = f.actors.length ? f.actors.map(nameOf) : f.turn === null ? [] : [nameOf(f.turn)];
  return names.length ? say("Waiting for {names}.", { names: names.join(", ") }) : say("Waiting.");
}
