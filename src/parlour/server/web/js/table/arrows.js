/** The keyboard on the board: arrows go to the nearest space that matters in that direction. */

import { signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { looking, pickable, picked, stepBack, targets, touch } from "./hand.js";
import { lying, setDown, turn } from "./lie.js";
import { staged } from "./stage.js";
import { announce, moves, theFrame } from "./state.js";

/** The space that Enter would touch. */
export const cursor = signal(/** @type {string | null} */ (null));

/** @type {Record<string, number[]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The spaces to choose from now: to pick from, or to drop on. */
function offered() {
  const spaces = staged()?.board.spaces;
  if (!spaces) return [];
  const ids = picked.value === null ? new Set([...pickable.value, ...touchable()]) : new Set([...targets.value, picked.value]);
  return [...ids].map((id) => spaces.get(id)).filter((s) => s !== undefined);
}

/** Where pieces come from the hand the goal is what one looks for, not the hand. */
function touchable() {
  const sources = pickable.value;
  return sources.size === 1 ? targets.value : [];
}

/** @param {KeyboardEvent} event */
export function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const spaces = offered();
  if (event.key in WAYS) {
    event.preventDefault();
    const way = WAYS[event.key];
    if (!turn(way[0] + way[1])) go(spaces, way);
  } else if ((event.key === "Home" || event.key === "End") && spaces.length) {
    event.preventDefault();
    set(spaces[event.key === "Home" ? 0 : spaces.length - 1]);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (lying.value) setDown();
    else if (!cursor.value) go(spaces, null);
    else {
      touch(cursor.value, "key");
      if (picked.value === cursor.value) tell(picked.value);
    }
  } else if (event.key === "Escape" && stepBack()) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {import("../lib/board.js").Space[]} spaces @param {number[] | null} way */
function go(spaces, way) {
  if (!spaces.length) {
    announce(say("There is nothing to choose on the board now."));
    return;
  }
  const board = staged()?.board;
  const here = cursor.value && board?.spaces.get(cursor.value);
  if (!board || !here || !way) return set(spaces.find((s) => s.id !== picked.value) ?? spaces[0]);
  let best = null;
  let least = Infinity;
  for (const space of spaces) {
    const [dx, dy] = board.asSeen(space.x - here.x, space.y - here.y);
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (ahead <= 1) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [space, cost];
  }
  if (best) set(best);
}

/** @param {import("../lib/board.js").Space} space */
function set(space) {
  cursor.value = space.id;
  looking.value = { space: space.id };
  tell(space.id);
}

/** What stands there, and where it can go. @param {string} id */
function tell(id) {
  const label = staged()?.board.spaces.get(id)?.label;
  const pieces = theFrame().scene?.pieces ?? [];
  const here = pieces.filter((p) => p.space === id).map((p) => p.label);
  const offers = moves.value.filter((m) =>
    picked.value === null || id === picked.value ? m.gesture?.pick === id : m.gesture?.pick === picked.value && m.gesture.drop === id,
  );
  announce([here.join(", ") || label, ...offers.slice(0, 4).map((m) => m.offer)].join(". "));
}
