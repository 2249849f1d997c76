/** Sealed choices as a scene: fists that close one by one and open together, what is at stake, and who won it. */

import { moves, reading } from "../lib/motion.js";
import { Hand, Sign } from "../lib/signs.js";
import { sound } from "../lib/sound.js";
import { html, signal, useEffect } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Chip, palm } from "./chip.js";
import { eye, frame, nameOf, sitter } from "./state.js";

/** @typedef {import("../protocol.js").Sealed} Sealed */
/** @typedef {import("../protocol.js").Fist} Fist */

const SHAKE = 900; // how long fists are shaken before they open
const READ = 3200; // and how long what came of it stands over the board

/** What is being opened over the board now, and how to go on at once. */
const opening = signal(/** @type {{sealed: Sealed, open: boolean, done: () => void} | null} */ (null));

/**
 * Let the fists be opened over the board, where those of the moment before were closed. Resolves when all has been read,
 * or when somebody wants to go on.
 * @param {Sealed | null | undefined} before @param {Sealed | null | undefined} after
 */
export async function unseal(before, after) {
  if (!before || before.outcome || !after?.outcome) return;
  const stay = reading(READ);
  if (!stay) return;
  /** @type {Promise<void>} */
  const enough = new Promise((done) => {
    opening.value = { sealed: after, open: !moves(), done };
    const open = () => {
      if (opening.value) opening.value = { ...opening.value, open: true };
      sound("land");
      setTimeout(done, stay);
    };
    if (moves()) setTimeout(open, reading(SHAKE));
    else open();
  });
  await enough;
  opening.value = null;
}

/** One hand. @param {{fist: Fist, open: boolean}} props */
function FistOf({ fist, open }) {
  const of = sitter(fist.seat);
  const shown = open && fist.state === "opened";
  const due = fist.state === "due";
  const own = due && fist.seat === eye.value; // one's own hand is open until it is closed
  const holds = own ? palm.value : shown ? (fist.holds ?? []) : [];
  return html`<li class=${`fist ${due ? "due" : ""} ${own ? "own" : ""} ${shown ? "opened" : ""} ${shown && fist.best ? "best" : ""}`}>
    <span class="in-hand">
      ${due && !own ? html`<span class="waits" aria-hidden="true">…</span>` : html`<${Hand} open=${shown || own} colour=${of?.paint ?? ""} />`}
      ${holds.length > 0 && html`<span class="holds" aria-hidden="true">${holds.flatMap((h) => [...Array(Math.min(h.count ?? 1, 6))].map((_, i) => html`<${Chip} key=${`${h.colour}${i}`} colour=${h.colour} worth=${h.worth} />`))}</span>`}
    </span>
    <span class="of">${nameOf(fist.seat)}</span>
    <span class="says">${shown || due || (fist.state === "closed" && fist.holds) ? fist.text : html`<span class="visually-hidden">${fist.text}</span>`}${shown && fist.best && html` <span class="won" role="img" aria-label=${say("highest")}>★</span>`}</span>
  </li>`;
}

/** @param {{sealed: Sealed, open: boolean}} props */
const Fists = ({ sealed, open }) => html`
  <p class="stake"><${Sign} icon=${sealed.icon ?? ""} short=${sealed.short} colour=${sealed.colour} /> <span><b>${sealed.title}:</b> ${sealed.stake}</span></p>
  <ul class="fists">${sealed.fists.map((fist) => html`<${FistOf} key=${fist.seat} fist=${fist} open=${open} />`)}</ul>
  <p class=${sealed.outcome && open ? "outcome" : "soft"}>${sealed.outcome && open ? sealed.outcome : sealed.note}</p>`;

/** The scene in its place among what is asked. */
export function SealedBox() {
  const sealed = frame.value?.sealed;
  if (!sealed) return null;
  return html`<section class="sealed" aria-label=${sealed.title}><${Fists} sealed=${sealed} open=${true} /></section>`;
}

/** The moment of opening, over the board. */
export function Opening() {
  const now = opening.value;
  useEffect(() => {
    if (!now) return undefined;
    /** @param {KeyboardEvent} event */
    const onward = (event) => {
      if (["Escape", "Enter", " "].includes(event.key)) now.done();
    };
    addEventListener("keydown", onward);
    return () => removeEventListener("keydown", onward);
  }, [now]);
  if (!now) return null;
  return html`<div class=${`unsealing sealed ${now.open ? "" : "shaken"}`} onClick=${now.done}>
    <${Fists} sealed=${now.sealed} open=${now.open} />
  </div>`;
}
