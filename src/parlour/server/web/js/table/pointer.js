/** Mouse, pen and finger on the board: a click, or a drag from one space to another. */

import { place } from "../lib/pieces.js";
import { dragged, letGo, looking, pick, pickable, picked, targets, touch } from "./hand.js";
import { called, moves } from "./state.js";

/** @typedef {import("../lib/pieces.js").Stood} Stood */

const SLIP = 7; // pixels: less is no drag

/**
 * @param {HTMLElement} host
 * @param {{board: import("../lib/board.js").Board, pieces: import("../lib/pieces.js").Pieces}} stage
 * @returns {() => void} stop
 */
export function follow(host, { board, pieces }) {
  const { picture } = board;
  /** @type {{space: string, x: number, y: number, id: number, taken: Stood | null, moved: boolean} | null} */
  let held = null;

  const matters = () =>
    new Set([...(picked.value === null ? [] : targets.value), ...pickable.value, ...(picked.value === null ? targets.value : [])]);
  /** @param {PointerEvent} event */
  const at = (event) => board.spaceAt(event.clientX, event.clientY, called.value ? matters() : new Set());

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const space = at(event);
    held = space === null ? null : { space, x: event.clientX, y: event.clientY, id: event.pointerId, taken: null, moved: false };
  };

  const take = () => {
    if (!held) return;
    const gesture = moves.value.find((m) => m.gesture?.pick === held?.space)?.gesture;
    held.taken = pieces.topOf(held.space, gesture?.seat ?? -1);
    pick(held.space);
    held.taken?.element.classList.add("dragged");
    board.pieces.append(...(held.taken ? [held.taken.element] : []));
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!held) {
      const space = event.pointerType === "touch" ? null : at(event);
      if (space !== (looking.value?.space ?? null)) looking.value = space ? { space } : null;
      return;
    }
    if (event.pointerId !== held.id) return;
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLIP) {
      held.moved = true;
      if (called.value && pickable.value.has(held.space)) {
        picture.setPointerCapture(event.pointerId);
        take();
      }
    }
    if (held.taken) {
      const { x, y } = board.toPicture(event.clientX, event.clientY);
      held.taken.element.style.transform = place({ ...held.taken.piece, x, y });
      const space = board.spaceAt(event.clientX, event.clientY, targets.value);
      if (space !== (looking.value?.space ?? null)) looking.value = space ? { space } : null;
    }
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { space, moved, taken } = held;
    held = null;
    const how = event.pointerType === "touch" ? "touch" : "mouse";
    if (taken) {
      const end = board.spaceAt(event.clientX, event.clientY, targets.value);
      putBack(taken);
      if (end) dragged(space, end, how);
      else letGo();
    } else if (!moved) touch(space, how);
  };

  /** @param {Stood} taken */
  const putBack = (taken) => {
    taken.element.classList.remove("dragged");
    taken.element.style.transform = place(taken.piece); // it goes where the server says, or stays
  };

  const cancel = () => {
    if (held?.taken) putBack(held.taken);
    held = null;
    looking.value = null;
  };

  const leave = () => {
    if (!held) looking.value = null;
  };

  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel, pointerleave: leave };
  for (const [name, hear] of Object.entries(heard)) picture.addEventListener(name, /** @type {EventListener} */ (hear));
  return () => {
    for (const [name, hear] of Object.entries(heard)) picture.removeEventListener(name, /** @type {EventListener} */ (hear));
  };
}
