/**
 * A tablet that lies flat between its players: the page turns its words and controls to whoever plays, and the board turns
 * back by as much, so that it stays where it lies.
 */

import { settings } from "../lib/settings.js";
import { computed } from "../lib/ui.js";
import { eye, mine } from "./state.js";

/** On which side of the tablet the one who plays sits: 0 below, 1 on the right, 2 above, 3 on the left. @param {number[]} sides  of the board */
export function sideOf(sides) {
  const seat = eye.value;
  if (!lying.value || seat === null) return 0;
  if (sides.length) return sides[seat] ?? 0;
  return mine.value.length === 2 ? 2 * mine.value.indexOf(seat) : mine.value.indexOf(seat) % 4;
}

/** Is the device shared, and does it lie flat? */
export const lying = computed(() => settings.value.flat && mine.value.length > 1);

/** Turn the page. @param {number} quarters  counter-clockwise */
export function turnPage(quarters) {
  if (quarters) document.body.dataset.side = String(quarters);
  else delete document.body.dataset.side;
}

/** How the page is turned now. */
export const pageTurned = () => Number(document.body.dataset.side ?? 0);

/** A way across the screen as it goes on the turned page. @param {number} dx @param {number} dy */
export function onPage(dx, dy) {
  let [x, y] = [dx, dy];
  for (let i = 0; i < pageTurned(); i++) [x, y] = [-y, x];
  return [x, y];
}
