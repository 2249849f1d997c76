/**
 * A place with several ways to lie there: a tile is shown as it would lie, is turned, and is then set down.
 *
 * A touch lays it there, turned to where it was touched. A touch of another corner turns it to that one, a touch of
 * the same place sets it down. The wheel, keys and buttons turn it as well; then any touch of it sets it down.
 */

import { batch, html, signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { letGo, picked, play, refuse } from "./hand.js";
import { staged } from "./stage.js";
import { announce } from "./state.js";

/** @typedef {import("./state.js").Move} Move */
/** @typedef {{x: number, y: number}} Point  in the picture's own units */

/** The ways in which the tile in the hand could lie on a space, and the one that is shown. `turned`: by wheel, key or button. */
export const lying = signal(/** @type {{space: string, ways: Move[], at: number, turned: boolean} | null} */ (null));

/** The move that sets the tile down as it is shown. */
export const shownWay = () => lying.value && lying.value.ways[lying.value.at];

/** Are these moves the same but for how a tile then lies? @param {Move[]} moves */
export const areWays = (moves) => moves.length > 0 && moves.every((m) => m.gesture?.tile);

/**
 * A space was touched where a tile can come to lie.
 * @param {Move[]} moves  all that end there @param {string} space @param {Point | null} touched  where; null: by a key
 */
export function lay(moves, space, touched) {
  const ways = fromOnePlace(moves);
  if (!ways) return refuse({ text: say("Choose first what shall go there.") }, space);
  const before = lying.value;
  const again = before?.space === space && before.ways[0].gesture?.pick === ways[0].gesture?.pick;
  const wanted = touched ? nearest(ways, space, touched) : (again && before?.at) || 0;
  if (again && (before.turned || wanted === before.at)) return setDown();
  batch(() => {
    picked.value = ways[0].gesture?.pick ?? null;
    lying.value = { space, ways, at: wanted, turned: false };
  });
  return tell();
}

/** The moves of one tile: the one in the hand, or else one that is still to be laid. Null: it could be any of several. @param {Move[]} moves */
function fromOnePlace(moves) {
  const sources = new Set(moves.map((m) => m.gesture?.pick ?? ""));
  const spaces = staged()?.board.spaces;
  const chosen = [...sources].find((id) => id === picked.value) ?? [...sources].find((id) => spaces?.get(id)?.kind === "hand");
  const from = chosen ?? (sources.size === 1 ? [...sources][0] : null);
  return from === null ? null : moves.filter((m) => m.gesture?.pick === from);
}

/** Which way a tile lies whose stripe runs nearest to a point. @param {Move[]} ways @param {string} space @param {Point} touched */
function nearest(ways, space, touched) {
  const corners = staged()?.board.spaces.get(space)?.points;
  if (!corners) return 0;
  const far = ways.map((way) => {
    const ends = (way.gesture?.tile?.ends ?? []).flatMap((i) => [corners[i], corners[(i + 1) % corners.length]]);
    /** @param {number} i */
    const middle = (i) => ends.reduce((sum, point) => sum + point[i], 0) / ends.length;
    return Math.hypot(middle(0) - touched.x, middle(1) - touched.y);
  });
  return far.indexOf(Math.min(...far));
}

/** Let it lie the next way, or the one before. Says whether there was a tile to be turned. @param {number} by */
export function turn(by) {
  const now = lying.value;
  if (!now) return false;
  lying.value = { ...now, at: (now.at + by + now.ways.length) % now.ways.length, turned: true };
  tell();
  return true;
}

export function setDown() {
  const way = shownWay();
  return way ? play(way.code) : undefined;
}

const tell = () => announce(shownWay()?.offer ?? "");

/** The wheel turns a tile that lies there; else it does what it always does. @param {WheelEvent} event */
export function onWheel(event) {
  if (lying.value && event.deltaY && turn(Math.sign(event.deltaY))) event.preventDefault();
}

/** The same by buttons. */
export function Laying() {
  const now = lying.value;
  if (!now) return null;
  return html`<div class="laying" role="group" aria-label=${say("How the tile shall lie")}>
    <button onClick=${() => turn(1)} disabled=${now.ways.length < 2} aria-keyshortcuts="ArrowRight ArrowLeft">↻ ${say("Turn")}</button>
    <button class="main" onClick=${setDown}>✓ ${say("Set down")}</button>
    <button class="quiet" onClick=${letGo}>${say("Cancel")}</button>
  </div>`;
}
