/**
 * The board on the page: what is lit, what moves, and where the pointer and the keyboard are.
 */

import { loadBoard } from "../lib/board.js";
import { Icon } from "../lib/icons.js";
import { justThrown } from "../lib/dice.js";
import { later } from "../lib/later.js";
import { moves as anythingMoves, pause } from "../lib/motion.js";
import { Pieces } from "../lib/pieces.js";
import { settings } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { View } from "../lib/view.js";
import { effect, html, signal, untracked, useEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { cursor, onKey } from "./arrows.js";
import { lying, sideOf, turnPage } from "./flat.js";
import { looking, question, refusal } from "./hand.js";
import { light } from "./lights.js";
import { follow } from "./pointer.js";
import { acting, called, frame, game, mine, people } from "./state.js";

/** @typedef {import("./state.js").Frame} Frame */
/** @typedef {import("./state.js").Told} Told */

const Choice = later(
  () => import("./choice.js").then((m) => m.Choice),
  () => question.value !== null,
);
const Opening = later(
  () => import("./sealed.js").then((m) => m.Opening),
  () => Boolean(frame.value?.sealed),
);
const Refusal = later(
  () => import("./choice.js").then((m) => m.Refusal),
  () => refusal.value !== null,
);

/** @type {{board: import("../lib/board.js").Board, pieces: Pieces, view: View} | null} */
let stage = null;
/** The board, the pieces on it and how it is looked at, once they are on the page. */
export const staged = () => stage;
/** Has the board come? Components that need places on it wait for this. */
export const ready = signal(false);
/** What a space is called, once the board is there. @param {string} id */
export const placeName = (id) => (ready.value && stage?.board.spaces.get(id)?.label) || id;
/** The dice seen last: which of them were thrown just now, and whether they have come to rest. */
export const rolled = signal(/** @type {import("../protocol.js").Shown & {thrown: boolean[][] | null, resting: boolean} | null} */ (null));

/** Show a frame at once. @param {Frame | null} f */
export function put(f) {
  if (!f) return;
  if (stage && f.scene) {
    stage.pieces.put(f.scene.pieces);
    stage.board.showExtras(f.scene);
    untracked(light); // of pieces that were drawn anew
    stage.view.endGlance();
  }
  rolled.value = f.dice && { ...f.dice, thrown: null, resting: true };
}

/**
 * Show what happened, and then the frame that it led to. Resolves when everything stands still.
 * @param {Frame} f @param {Told[]} events
 * @param {(count: number) => void} [tell]  so many of the events may be told now: nothing tells a roll before it has fallen
 */
export async function perform(f, events, tell = () => {}) {
  if (frame.value?.sealed)
    await import("./sealed.js").then(
      (m) => m.unseal(frame.value?.sealed, f.sealed),
      () => {},
    );
  if (!anythingMoves()) {
    tell(events.length);
    return put(f);
  }
  for (const [i, event] of events.entries()) {
    if (!event.dice) continue;
    tell(i);
    await fall(f, event, !events.slice(i + 1).some((e) => e.n !== undefined));
  }
  tell(events.length);
  if (!stage || !f.scene) return put(f);
  const before = new Map(stage.pieces.stood.map((one) => [one, one.piece]));
  const gestures = events.flatMap((e) => (e.gesture ? [e.gesture] : []));
  await stage.pieces.move(f.scene.pieces, gestures, { step: () => sound("step"), land: () => sound("land") });
  const mover = gestures.at(-1)?.seat;
  const sentHome = stage.pieces.stood.some((one) => {
    const was = [...before].find(([old]) => old.element === one.element)?.[1];
    return was && was.seat !== mover && was.space !== one.piece.space && gestures.length;
  });
  if (sentHome) sound("taken");
  return put(f);
}

/** Let dice fall. The last ones lie as the frame has them, among others that were not thrown. @param {Frame} f @param {Told} event @param {boolean} last */
async function fall(f, event, last) {
  const fell = event.dice ?? [];
  const lying = (last && f.dice?.rows) || [];
  const thrown = justThrown(lying, fell);
  const seen = thrown.flat().filter(Boolean).length === fell.flatMap((row) => row.faces).length;
  const dice = { text: "", seq: event.seq, by: event.by ?? null, rows: seen ? lying : fell, thrown: seen ? thrown : null };
  rolled.value = { ...dice, resting: false };
  sound("roll");
  await pause(820);
  rolled.value = { ...dice, resting: true };
}

/** A page of one player shows the board from that player's side; on a tablet that lies flat it stays as it lies. */
function turn() {
  if (!stage) return;
  const { board } = stage;
  const side = sideOf(board.sides);
  const own = settings.value.turn && mine.value.length === 1 ? (board.sides[mine.value[0]] ?? 0) : 0;
  turnPage(side);
  board.turn(lying.value ? side : own);
  stage.view.whole();
  const [, , wide, high] = board.box;
  document.documentElement.style.setProperty("--aspect", (wide / high).toFixed(3));
  put(untracked(() => frame.value));
}

/** People sit round the board: their names stand at their places. */
function seat() {
  const named = people.value.flatMap((p) => /** @type {[number, string][]} */ (p.name ? [[p.chair, p.name]] : []));
  stage?.board.seat(new Map(named), frame.value ? acting(frame.value) : new Set());
}

/** How a tile would lie, as an element; nothing for other pieces. @param {import("./state.js").Move} move */
export function ghost(move) {
  const { gesture } = move;
  if (!stage || !gesture?.tile) return null;
  const look = stage.pieces.stood.find((one) => one.piece.seat === gesture.seat)?.piece;
  return look ? stage.pieces.ghost(gesture, look) : null;
}

/** The pieces by place, for those who do not see the board. */
function InWords() {
  const scene = frame.value?.scene;
  if (!scene) return null;
  const counts = new Map();
  for (const { label } of scene.pieces) counts.set(label, (counts.get(label) ?? 0) + 1);
  return html`<section class="visually-hidden" aria-labelledby="in-words">
    <h2 id="in-words">${say("The board in words")}</h2>
    <ul>
      ${[...counts].map(([label, n]) => html`<li key=${label}>${n > 1 ? say("{place} ×{count}", { place: label, count: n }) : label}</li>`)}
      ${scene.told.map((text) => html`<li key=${text}>${text}</li>`)}
    </ul>
  </section>`;
}

/** Buttons for looking closer, while one does. */
function Closer() {
  const view = ready.value ? stage?.view : null;
  if (!view?.isZoomed) return null;
  return html`<div class="zooms" role="group" aria-label=${say("Size of the board")}>
    <button class="small" aria-label=${say("Smaller")} onClick=${() => view.step(-1)}><${Icon} name="minus" /></button>
    <button class="small" aria-label=${say("Larger")} disabled=${!view.canZoom} onClick=${() => view.step(1)}><${Icon} name="plus" /></button>
    <button class="small" onClick=${() => view.whole()}>${say("Whole board")}</button>
  </div>`;
}

/** @param {{game: string, variant: string}} props */
export function Stage({ game: id, variant }) {
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    let stop = () => {};
    let gone = false;
    loadBoard(id, variant).then((board) => {
      if (gone || !host.current) return;
      host.current.append(board.picture);
      board.crop();
      stage = { board, pieces: new Pieces(board), view: new View(board) };
      ready.value = true;
      put(frame.value);
      const unseated = effect(seat);
      const unturned = effect(turn);
      const unlit = effect(light);
      const unheard = follow(stage);
      stop = () => {
        unseated();
        unturned();
        unlit();
        unheard();
        board.picture.remove();
      };
    });
    return () => {
      gone = true;
      stop();
      ready.value = false;
      stage = null;
    };
  }, [id, variant]);
  const title = game.value?.title ?? id;
  return html`<div class="stage-wrap">
    <div
      class=${`stage ${called.value ? "called" : ""} ${ready.value && stage?.view.isZoomed ? "closely" : ""}`}
      ref=${host}
      role="application"
      tabindex="0"
      aria-label=${say("Board of {game}", { game: title })}
      aria-describedby="board-keys"
      onKeyDown=${onKey}
      onBlur=${() => {
        cursor.value = null;
        looking.value = null;
      }}
    ></div>
    <p id="board-keys" class="visually-hidden">
      ${say("Arrow keys go from one space that matters to the next, Enter picks or drops, Escape puts down. The list of moves beside the board does the same.")}
    </p>
    <${Opening} />
    <${Closer} />
    <${Choice} />
    <${Refusal} />
    <${InWords} />
  </div>`;
}
