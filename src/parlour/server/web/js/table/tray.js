/** The dice, large, beside the board: tapped they roll; where some may be thrown again, tapped they are held. */

import { Die, useTumbling } from "../lib/dice.js";
import { animate } from "../lib/motion.js";
import { html, useEffect, useRef, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Mark } from "./bar.js";
import { onPage } from "./flat.js";
import { act, roll, rolling, sending } from "./hand.js";
import { saidBesideDice } from "./moves.js";
import { rolled, staged } from "./stage.js";
import { game, moves, past, sitter, theFrame } from "./state.js";

/** @typedef {import("../protocol.js").Dice} Row */
/** @typedef {import("./state.js").Move} Move */

/** Dice that nobody has thrown yet. @type {Row[]} */
const UNSEEN = [{ faces: [0, 0] }];
const IN_HAND = [5, 3, 6, 2]; // what dice look like before they are thrown
const FALL = 560; // milliseconds in which dice come to rest on the board
const BACK = 240; // and to their place beside it

/** Dice that are thrown fall on the board first. @param {HTMLElement | null} tray */
function fall(tray) {
  const board = staged()?.board.picture.getBoundingClientRect();
  for (const [i, die] of [...(tray?.querySelectorAll(".thrown .die-face") ?? [])].entries()) {
    const rest = die.getBoundingClientRect();
    const [x, y] = board
      ? onPage(
          board.left + board.width / 2 + (i - 0.5) * rest.width * 1.5 - rest.left - rest.width / 2,
          board.top + board.height / 2 - rest.top - rest.height / 2,
        )
      : [0, -20];
    const [lean, spin] = [i % 2 ? 14 : -11, i % 2 ? -420 : 380];
    /** @param {number} dx @param {number} dy @param {number} turn @param {number} scale */
    const at = (dx, dy, turn, scale) => ({ transform: `translate(${dx}px, ${dy}px) rotate(${turn}deg) scale(${scale})` });
    const frames = [
      { ...at(x - 60, y + 90, spin, 1.1), offset: 0 },
      { ...at(x + 8, y - 16, lean * 3, 1.6), offset: 0.45, easing: "ease-out" },
      { ...at(x, y, lean, 1.45), offset: 0.7 },
      { ...at(x, y, lean, 1.45), offset: 0.82, easing: "ease-in-out" },
      { ...at(0, 0, 0, 1), offset: 1 },
    ];
    animate(die, frames, { duration: FALL + BACK, delay: i * 30 });
  }
}

/** @param {{rows: Row[], thrown: boolean[][] | null, resting: boolean, seq: number}} props */
function Rows({ rows, thrown, resting, seq }) {
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useTumbling(rows, thrown, resting);
  useEffect(() => {
    if (!resting) fall(host.current);
  }, [resting, seq]);
  return html`<span class=${`dice ${resting ? "" : "tumbling"}`} ref=${host} aria-hidden="true">
    ${shown.map(
      (row, r) => html`<span class="dice-row" key=${r}>
        <span class="dice-group">${row.faces.map(
          (face, i) =>
            html`<span class=${!resting && (!thrown || thrown[r]?.[i]) ? "thrown" : ""} key=${i}><${Die} value=${face} colour=${row.colour} used=${resting && row.used?.[i]} /></span>`,
        )}</span>
        ${row.label && html`<span class="dice-label">${resting ? row.label : ""}</span>`}
      </span>`,
    )}
  </span>`;
}

/** The dice to be thrown, as many and in the colours they have. @param {{rows: Row[]}} props */
function InHand({ rows }) {
  const all = rows.flatMap(({ faces, colour }) => faces.map(() => colour));
  return html`<span class="dice in-fist" aria-hidden="true">
    ${all.map((colour, i) => html`<${Die} key=${i} value=${IN_HAND[i % IN_HAND.length]} colour=${colour} />`)}
  </span>`;
}

/** The decisions about throwing dice again, by the dice that each throws. @param {Move[]} some */
const rethrows = (some) => some.flatMap((m) => (m.again ? [{ move: m, again: m.again }] : []));

/** What tells dice apart: equal dice of one row are the same. @param {Row[]} rows @param {Iterable<number>} dice */
function kinds(rows, dice) {
  const all = rows.flatMap((row, r) => row.faces.map((face) => `${r}:${face}`));
  return [...dice].map((i) => all[i]).sort().join(); // prettier-ignore
}

/**
 * The decision that throws what is not held; where there is none, the nearest that changes this die as wished.
 * @param {Row[]} rows @param {ReturnType<typeof rethrows>} offered @param {Set<number>} wanted  to be thrown
 * @param {number} die @returns {Set<number> | null}
 */
function nearest(rows, offered, wanted, die) {
  if (offered.some((o) => kinds(rows, o.again) === kinds(rows, wanted))) return wanted;
  const fits = offered.filter((o) => o.again.includes(die) === wanted.has(die));
  /** @param {number[]} again */
  const far = (again) => again.filter((i) => !wanted.has(i)).length + [...wanted].filter((i) => !again.includes(i)).length;
  fits.sort((a, b) => far(a.again) - far(b.again));
  return fits[0] ? new Set(fits[0].again) : null;
}

/** Which dice are held, and which thrown again. @param {{rows: Row[], offered: ReturnType<typeof rethrows>}} props */
function Holding({ rows, offered }) {
  const own = new Set(offered.flatMap((o) => o.again));
  const [again, throwing] = useState(/** @type {Set<number>} */ (own));
  /** @param {number} die */
  const toggle = (die) => {
    const wanted = new Set(again);
    if (!wanted.delete(die)) wanted.add(die);
    throwing(nearest(rows, offered, wanted, die) ?? again);
  };
  const chosen = offered.find((o) => kinds(rows, o.again) === kinds(rows, again))?.move;
  let count = 0;
  return html`<div class="holding">
    <div class="dice">
      ${rows.map((row, r) => {
        const first = count;
        count += row.faces.length;
        const mine = row.faces.some((_, i) => own.has(first + i));
        return html`<div class=${`dice-row ${mine ? "own" : "others"}`} key=${r}>
          <span class="dice-group">${row.faces.map((face, i) => {
            const die = first + i;
            const drawn = html`<${Die} value=${face} colour=${row.colour} />`;
            if (!own.has(die)) return html`<span key=${i}>${drawn}</span>`;
            const held = !again.has(die);
            return html`<button key=${i} type="button" class="hold" aria-pressed=${held} aria-label=${say("Hold the {face}", { face })} onClick=${() => toggle(die)}>
              ${drawn}<span class="held-word" aria-hidden="true">${held ? say("held") : ""}</span>
            </button>`;
          })}</span>
          ${row.label && html`<span class="dice-label">${row.label}</span>`}
        </div>`;
      })}
    </div>
    ${chosen && html`<button class="main throw" aria-disabled=${sending.value} onClick=${() => act(chosen, "list")}><span>${chosen.offer}</span></button>`}
  </div>`;
}

export function Tray() {
  const f = theFrame();
  const shown = rolled.value;
  const due = (f.may.roll && !f.may.outcomes && !past.value) || rolling.value;
  const offered = past.value ? [] : rethrows(moves.value);
  if (!shown?.rows.length && !due && !game.value?.dice) return null;
  const rows = shown?.rows.length ? shown.rows : UNSEEN;
  const resting = shown?.resting ?? true;
  if (offered.length && resting) return html`<div class="tray"><${Holding} key=${f.seq} rows=${rows} offered=${offered} /></div>`;
  if (due && resting) {
    const others = rows.filter((row) => row.label); // what was thrown and still counts, such as the rival's
    return html`<div class="tray">
      ${others.length > 0 && html`<span class="others"><${Rows} rows=${others} thrown=${null} resting=${true} seq=${0} /></span>`}
      <button class="main roll" aria-keyshortcuts="r" aria-disabled=${sending.value} onClick=${roll}>
        <${InHand} rows=${f.may.dice.length ? f.may.dice : UNSEEN} /><span>${say("Roll the dice")}</span>
      </button>
    </div>`;
  }
  if (!shown?.rows.length) return html`<div class="tray"><${InHand} rows=${f.may.dice.length ? f.may.dice : UNSEEN} /></div>`;
  const dice = html`<${Rows} rows=${rows} thrown=${shown?.thrown ?? null} resting=${resting} seq=${shown?.seq ?? 0} />`;
  const who = shown?.by == null ? null : sitter(shown.by);
  const next = resting ? saidBesideDice() : "";
  if (next) return html`<div class="tray">${dice}<p class="next-step">${next}</p></div>`;
  return html`<div class="tray">
    ${dice}
    <p class="dice-text">${shown && resting && html`<${Mark} of=${who} /><span>${shown.text}</span>`}</p>
  </div>`;
}
