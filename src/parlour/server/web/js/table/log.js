/** The game in sentences. It is read out as it grows, so it is the interface for those who listen. */

import { html, useEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Mark } from "./bar.js";
import { openRule } from "./panels.js";
import { placeName } from "./stage.js";
import { log, people, remarks, sitter, theFrame } from "./state.js";
import { toPly } from "./time.js";

/** @typedef {import("./state.js").Told} Told */

const KEPT = 400; // sentences shown; a long game has more, and looking back reaches all

/** Events and the page's own remarks, in the order in which they came. */
function lines() {
  const events = log.value.filter((e) => e.text);
  const all = [...events, ...remarks.value];
  return all.sort((a, b) => a.seq - b.seq || Number(a.kind === "refused") - Number(b.kind === "refused")).slice(-KEPT);
}

/** @param {{told: Told, here: boolean}} props */
function Line({ told, here }) {
  const by = told.by == null ? null : sitter(told.by);
  const { clause } = told;
  const refused = told.kind === "refused";
  return html`<li class=${`told ${told.kind} ${here ? "here" : ""}`}>
    ${by ? html`<${Mark} of=${by} />` : html`<span class="mark"></span>`}
    <p>
      ${refused && html`<span class="visually-hidden">${say("Refused:")} </span>`}
      <span class=${refused ? "" : "jump"} onClick=${refused ? undefined : () => toPly(told.ply)}>${told.text}</span>
      ${told.gesture?.tile && html`<span class="visually-hidden"> ${placeName(told.gesture.drop)}</span>`}
      ${told.how === "auto" && by && html` <span class="soft">(${say("by itself")})</span>`}
      ${clause && html` <button class="small quiet clause" onClick=${() => openRule(clause)}>${clause}</button>`}
    </p>
  </li>`;
}

/** Lines that were drawn already: the same object again costs Preact nothing, and a log has hundreds of them. */
const drawn = new WeakMap();

/** @param {Told} told */
function line(told) {
  const here = told.ply === theFrame().ply && told.kind !== "refused";
  const before = drawn.get(told);
  if (before?.here === here && before.people === people.value) return before.node;
  const node = html`<${Line} key=${`${told.seq}-${told.kind}-${told.n ?? told.at}`} told=${told} here=${here} />`;
  drawn.set(told, { here, people: people.value, node });
  return node;
}

/** The newest line alone, where the log itself is below the fold. Who listens has heard it from the log. */
export function Latest() {
  const told = log.value.findLast((e) => e.text);
  return html`<p class="latest" aria-hidden="true">${told && html`<${Mark} of=${told.by == null ? null : sitter(told.by)} /><span>${told.text}</span>`}</p>`;
}

export function Log() {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const told = lines();
  const last = told.at(-1);
  const toEnd = () => list.current && (list.current.scrollTop = list.current.scrollHeight);
  useEffect(() => void toEnd(), [told.length, last?.seq, last?.text]);
  useEffect(() => {
    const resized = new ResizeObserver(toEnd); // the slot shrinks when others need room, a line grows when it is the last
    for (const box of [list.current, list.current?.firstElementChild]) if (box) resized.observe(box);
    return () => resized.disconnect();
  }, []);
  return html`<div class="log-scroll" ref=${list} tabindex="0" role="log" aria-live="polite" aria-label=${say("What happened")}>
    <ol class="log">${told.map(line)}</ol>
    ${!told.length && html`<p class="soft">${say("Nothing has happened yet.")}</p>`}
  </div>`;
}
