/**
 * What the page knows, as signals; components follow them. Nothing here draws and nothing here talks.
 */

import { computed, signal } from "../lib/ui.js";
import { toldApart } from "./lists.js";

/** @typedef {import("../protocol.js").Frame} Frame */
/** @typedef {import("../protocol.js").GameCard} GameCard */
/** @typedef {import("../protocol.js").Gesture} Gesture */
/** @typedef {import("../protocol.js").Move} Move */
/** @typedef {import("../protocol.js").Sitter} Sitter */
/** @typedef {import("../protocol.js").Told & {clause?: string}} Told  an event, or a remark of the page itself */

/** Chair (or null, for whoever only watches) -> its frame and its log. */
export const views = signal(/** @type {Map<number | null, {frame: Frame, log: Told[]}>} */ (new Map()));

/** Through whose eyes the page looks. */
export const eye = signal(/** @type {number | null} */ (null));

/** A moment that is over, while somebody looks back. */
export const past = signal(/** @type {Frame | null} */ (null));

/** What the page itself has to tell, such as refused tries: shown in the log after the event it followed. */
export const remarks = signal(/** @type {Told[]} */ ([]));

/** The secret hand of somebody else is on this device's screen only after they said that they are there. */
export const handedTo = signal(/** @type {number | null} */ (null));

export const now = computed(() => views.value.get(eye.value)?.frame ?? null);
export const frame = computed(() => past.value ?? now.value);
export const log = computed(() => views.value.get(eye.value)?.log ?? []);

/** @param {Frame | null} some */
function come(some) {
  if (!some) throw new Error("no frame has come yet");
  return some;
}

/** The same for what is drawn and done only once there is a frame. */
export const theNow = () => come(now.value);
export const theFrame = () => come(frame.value);

export const people = signal(/** @type {Sitter[]} */ ([]));

/** About the game, as /api/games tells it; it may tell nothing. */
export const game = signal(/** @type {Partial<GameCard> | null} */ (null));

/** The chairs of this device, set once the server has answered. */
export const mine = signal(/** @type {number[]} */ ([]));

/** For how many days this table is kept after somebody last used it, when its game is over and before; 0: for ever. */
export const kept = signal({ finished: 0, unfinished: 0 });

/** The promise that the dice made when this page first saw the table: later it must still be the same. */
export const promised = signal(/** @type {string | null} */ (null));

/** @param {number | null} chair */
export const sitter = (chair) => people.value.find((p) => p.chair === chair);
/** A player's name, or the colour of whoever has none. @param {number | null} chair */
export const nameOf = (chair) => sitter(chair)?.name || sitter(chair)?.colour || "";

/** Whose move it is, or who has won. @param {Frame} f */
export const acting = (f) => new Set(f.over ? f.winners : f.actors.length || f.turn === null ? f.actors : [f.turn]);

/** May the one who looks act now, and not in the past? */
export const called = computed(() => {
  const f = frame.value;
  if (!f || f.past || f.you === null || f.over) return false;
  return f.moves.length > 0 || f.moves_left_out > 0 || f.may.roll;
});

/** Is something asked of anybody at this device? */
export const wanted = computed(() => {
  const frames = mine.value.map((seat) => views.value.get(seat)?.frame).filter((f) => f !== undefined);
  return frames.some((f) => !f.over && (f.moves.length || f.moves_left_out || f.may.roll || f.may.answer));
});

/** Moves that can be played at this moment, by the one who looks. */
export const moves = computed(() => (called.value ? toldApart(theFrame().moves) : []));

/** Said once to screen readers. */
export const announcement = signal("");

/** @param {string} text */
export function announce(text) {
  // The same sentence twice is a change only if something differs.
  announcement.value = announcement.value === text ? `${text}\u00a0` : text;
}

/** @param {{text: string, clause?: string}} remark */
export function remark({ text, clause }) {
  const seq = now.value?.seq ?? 0;
  remarks.value = [...remarks.value.slice(-40), { seq, kind: "refused", text, clause, at: Date.now() / 1000, ply: now.value?.ply ?? 0 }];
}
