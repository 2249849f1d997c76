/** Mouse, pen and finger on the board: a click, a drag from one space to another, and looking closer. */

import { act, dragged, letGo, looking, pick, pickable, picked, targets, touch } from "./hand.js";
import { onWheel } from "./lie.js";
import { called, moves } from "./state.js";

/** @typedef {import("../lib/pieces.js").Stood} Stood */

const SLIP = 7; // pixels: less is no drag
const FINGER = 24; // pixels that a finger can tell apart
const CLOSE = 40; // so far apart they lie when the board comes closer

/**
 * @param {{board: import("../lib/board.js").Board, pieces: import("../lib/pieces.js").Pieces, view: import("../lib/view.js").View}} stage
 * @returns {() => void} stop
 */
export function follow({ board, pieces, view }) {
  const { picture } = board;
  /** @type {{space: string | null, x: number, y: number, id: number, taken: Stood | null, moved: boolean} | null} */
  let held = null;
  /** Fingers on the board. @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();

  const matters = () => new Set([...(picked.value === null ? [] : targets.value), ...pickable.value, ...targets.value]);
  /** @param {PointerEvent} event */
  const at = (event) => board.spaceAt(event.clientX, event.clientY, called.value ? matters() : new Set());

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.pointerType === "touch") fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size > 1) {
      if (held?.taken) putBack(held.taken);
      held = null;
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    held = { space: at(event), x: event.clientX, y: event.clientY, id: event.pointerId, taken: null, moved: false };
  };

  const take = () => {
    if (held?.space == null) return;
    const gesture = moves.value.find((m) => m.gesture?.pick === held?.space)?.gesture;
    held.taken = pieces.topOf(held.space, gesture?.seat ?? -1);
    pick(held.space);
    held.taken?.element.classList.add("dragged");
    board.pieces.append(...(held.taken ? [held.taken.element] : []));
  };

  /** Two fingers: apart is closer, and together they push. @param {PointerEvent} event */
  const pinch = (event) => {
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, far: Math.hypot(a.x - b.x, a.y - b.y) };
    };
    const before = spread();
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = spread();
    view.zoom(after.x, after.y, after.far / Math.max(1, before.far));
    view.push(after.x - before.x, after.y - before.y);
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (fingers.size === 2 && fingers.has(event.pointerId)) return pinch(event);
    if (!held) {
      const space = event.pointerType === "touch" ? null : at(event);
      if (space !== (looking.value?.space ?? null)) looking.value = space ? { space } : null;
      return undefined;
    }
    if (event.pointerId !== held.id) return undefined;
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLIP) {
      held.moved = true;
      picture.setPointerCapture(event.pointerId);
      if (called.value && held.space !== null && pickable.value.has(held.space)) take();
    }
    if (held.taken) {
      const { x, y } = board.toPicture(event.clientX, event.clientY);
      pieces.stand(held.taken.element, { ...held.taken.piece, x, y });
      const space = board.spaceAt(event.clientX, event.clientY, targets.value);
      if (space !== (looking.value?.space ?? null)) looking.value = space ? { space } : null;
    } else if (held.moved && view.isZoomed) {
      view.push(event.clientX - held.x, event.clientY - held.y);
      [held.x, held.y] = [event.clientX, event.clientY];
    }
    return undefined;
  };

  /** Could a finger have meant another space as well? Then the board comes closer. @param {string} space @param {PointerEvent} event */
  const tooFine = (space, event) => {
    const here = board.spaces.get(space);
    if (!here || !called.value || !matters().has(space)) return false;
    const scale = board.scale();
    const others = [...matters()].flatMap((id) => (id === space ? [] : (board.spaces.get(id) ?? [])));
    const nearest = Math.min(...others.map((other) => Math.hypot(other.x - here.x, other.y - here.y) * scale));
    if (nearest >= FINGER || !view.canZoom) return false;
    view.glance(event.clientX, event.clientY, CLOSE / nearest);
    return true;
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    fingers.delete(event.pointerId);
    if (!held || event.pointerId !== held.id) return;
    const { space, moved, taken } = held;
    held = null;
    const how = event.pointerType === "touch" ? "touch" : "mouse";
    if (taken) {
      const end = board.spaceAt(event.clientX, event.clientY, targets.value);
      putBack(taken);
      if (end && space) dragged(space, end, how, board.toPicture(event.clientX, event.clientY));
      else letGo();
      return;
    }
    if (moved || space === null) return;
    const code = board.moveAt(event.clientX, event.clientY);
    const move = code === null ? null : moves.value.find((m) => m.code === code);
    if (move) act(move, how);
    else if (board.badgeAt(event.clientX, event.clientY) || how !== "touch" || !tooFine(space, event))
      touch(space, how, board.toPicture(event.clientX, event.clientY));
    if (picked.value !== null) view.endGlance(); // where it can go may lie anywhere
  };

  /** @param {Stood} taken */
  const putBack = (taken) => {
    taken.element.classList.remove("dragged");
    pieces.stand(taken.element, taken.piece); // it goes where the server says, or stays
  };

  /** @param {PointerEvent} event */
  const cancel = (event) => {
    fingers.delete(event.pointerId);
    if (held?.taken) putBack(held.taken);
    held = null;
    looking.value = null;
  };

  const leave = () => {
    if (!held) looking.value = null;
  };

  /** The page scrolls when a finger draws over the board, unless it means the board: touch-action does not reach into SVG. @param {TouchEvent} event */
  const keep = (event) => {
    const { clientX, clientY } = event.touches[0];
    const space = called.value ? board.spaceAt(clientX, clientY, matters()) : null;
    if (event.touches.length > 1 || view.isZoomed || (space !== null && pickable.value.has(space))) event.preventDefault();
  };

  /** The wheel turns what lies there; a trackpad's pinch comes as a wheel with Ctrl. @param {WheelEvent} event */
  const wheel = (event) => {
    if (!event.ctrlKey) return onWheel(event);
    event.preventDefault();
    view.zoom(event.clientX, event.clientY, Math.exp(-event.deltaY / 200));
  };

  const heard = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: cancel,
    pointerleave: leave,
    touchstart: keep,
    wheel,
  };
  for (const [name, hear] of Object.entries(heard)) picture.addEventListener(name, /** @type {EventListener} */ (hear), { passive: false });
  return () => {
    for (const [name, hear] of Object.entries(heard)) picture.removeEventListener(name, /** @type {EventListener} */ (hear));
  };
}
