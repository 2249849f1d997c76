/**
 * The board on the page: what is lit, what moves, and where the pointer and the keyboard are.
 */

import { loadBoard } from "../lib/board.js";
import { moves as anythingMoves, pause } from "../lib/motion.js";
import { Pieces } from "../lib/pieces.js";
import { sound } from "../lib/sound.js";
import { effect, html, signal, useEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { cursor, onKey } from "./arrows.js";
import { Choice, Refusal } from "./choice.js";
import { drop, looking, pickable, picked, question, targets } from "./hand.js";
import { follow } from "./pointer.js";
import { called, frame, game, log, moves, past } from "./state.js";

/** @typedef {import("./state.js").Frame} Frame */

/** @type {{board: import("../lib/board.js").Board, pieces: Pieces} | null} */
export let stage = null;
/** Has the board come? Components that need places on it wait for this. */
export const ready = signal(false);
/** The dice seen last, and whether they should tumble. */
export const rolled = signal(/** @type {import("../protocol.js").Shown | null} */ (null));

const MOST_WAYS = 6; // more would be a tangle

/** Show a frame at once. @param {Frame | null} f */
export function put(f) {
  if (f && !f.scene) rolled.value = f.dice; // a game without a drawing
  if (!stage || !f?.scene) return;
  stage.pieces.put(f.scene.pieces);
  stage.board.showExtras(f.scene.extras);
  rolled.value = f.dice;
}

/**
 * Show what happened, and then the frame that it led to. Resolves when everything stands still.
 * @param {Frame} f @param {import("./state.js").Told[]} events
 */
export async function perform(f, events) {
  if (!stage || !f.scene || !anythingMoves()) return put(f);
  const dice = events.findLast((e) => e.dice);
  if (dice && f.dice) {
    rolled.value = { ...f.dice, faces: dice.dice ?? [] };
    sound("roll");
    await pause(620);
  }
  const before = new Map(stage.pieces.stood.map((one) => [one, one.piece]));
  const gestures = events.flatMap((e) => (e.gesture ? [e.gesture] : []));
  await stage.pieces.move(f.scene.pieces, gestures, { step: () => sound("step"), land: () => sound("land") });
  const mover = gestures.at(-1)?.seat;
  const sentHome = stage.pieces.stood.some((one) => {
    const was = [...before].find(([old]) => old.element === one.element)?.[1];
    return was && was.seat !== mover && was.space !== one.piece.space && gestures.length;
  });
  if (sentHome) sound("taken");
  stage.board.showExtras(f.scene.extras);
  rolled.value = f.dice;
  return undefined;
}

/** What is lit up: in the hand, where it can go, what could be picked, and what happened last. */
function light() {
  if (!ready.value || !stage) return;
  const { board, pieces } = stage;
  const f = frame.value;
  const open = called.value && !past.value;
  const at = looking.value;
  const last = f && !f.past ? log.value.findLast((e) => e.gesture)?.gesture : null;
  const shown = at?.moves ?? (at?.space && picked.value === null ? moves.value.filter((m) => m.gesture?.pick === at.space) : []);
  const lit = {
    last: last ? [last.pick, last.drop] : [],
    pickable: open && picked.value === null ? pickable.value : [],
    target: open && picked.value !== null ? targets.value : new Set(shown.flatMap((m) => (m.gesture ? [m.gesture.drop] : []))),
    picked: [picked.value, drop.value].filter(Boolean),
    cursor: cursor.value ? [cursor.value] : [],
  };
  board.light(/** @type {Record<string, Iterable<string>>} */ (lit));
  const through =
    at?.space && picked.value ? moves.value.filter((m) => m.gesture?.pick === picked.value && m.gesture.drop === at.space) : shown;
  const ways = new Map(through.flatMap((m) => (m.gesture?.path?.length ? [[m.gesture.path.join(), m.gesture.path]] : [])));
  board.showPaths(ways.size <= MOST_WAYS ? ways.values() : []);
  const one = through.length === 1 ? through[0] : null;
  const meant = one ?? (question.value?.confirm ? question.value.moves[0] : null);
  const drawn = meant && ghost(meant);
  board.ghosts.replaceChildren(...(drawn ? [drawn] : []));
  for (const space of board.spaces.values()) space.element.classList.toggle("can-pick", open && pickable.value.has(space.id));
  for (const { element, piece } of pieces.stood) element.classList.toggle("can-pick", open && pickable.value.has(piece.space));
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
      stage = { board, pieces: new Pieces(board) };
      ready.value = true;
      put(frame.value);
      const unlit = effect(light);
      const unheard = follow(host.current, stage);
      stop = () => {
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
      class=${`stage ${called.value ? "called" : ""}`}
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
    <${Choice} />
    <${Refusal} />
    <${InWords} />
  </div>`;
}
