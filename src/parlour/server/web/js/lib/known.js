/** The tables this browser has been at, so that one can go on tomorrow. Kept here, and nowhere else. */

import { keepValue, keptValue } from "./storage.js";

const KEY = "parlour.tables";
const MOST = 300;

/**
 * @typedef {object} Known
 * @property {string} table   its id
 * @property {string} game
 * @property {string} link    where to go on: "/table/ID#t=…"
 * @property {number} when    the last visit, as Date.now()
 * @property {string} [note]  what to call it, such as who plays
 * @property {boolean} [over]
 * @property {number} [ended]  when the game was seen to be over, as Date.now()
 * @property {{chair: number, name: string, colour: string, kind: string, level: string}[]} [people]
 * @property {number[]} [mine]  the chairs of this browser
 * @property {number[]} [winners]
 * @property {boolean} [asked]  was it for this browser to act, when it was last seen?
 * @property {string} [turn]  who was to act then
 * @property {Account} [account]  what a bot said about the game
 * @property {{seats: {chair: number, name: string, link: string}[], watch: string, alone: boolean}} [invites]  who opened the table can see its links again
 */

/**
 * @typedef {object} Account  in shares of a win
 * @property {number} luck
 * @property {number} skill
 * @property {{text: string, better: string, reason: string, cost: number}[]} mistakes  the dearest first
 */

/** All of them, the last visited first. @returns {Known[]} */
export function knownTables() {
  const kept = keptValue(KEY, /** @type {Known[]} */ ([]));
  /** @param {Partial<Known> | null} k */
  const sound = (k) => k && typeof k.table === "string" && typeof k.link === "string" && k.link.startsWith("/table/");
  return Array.isArray(kept) ? kept.filter(sound).sort((a, b) => b.when - a.when) : [];
}

/**
 * Remember a visit; what was known before and is not told anew stays.
 * @param {Partial<Known> & {table: string}} visit
 * @param {Partial<Known>} [first]  what counts only if nothing is known: a spectator's link does not replace a seat's
 */
export function rememberTable(visit, first = {}) {
  const kept = knownTables();
  const before = kept.find((k) => k.table === visit.table);
  const now = { ...first, ...before, ...visit, when: visit.when ?? Date.now() };
  const others = kept.filter((k) => k.table !== visit.table);
  keepValue(KEY, [now, ...others].slice(0, MOST));
}

/** @param {string} table */
export function forgetTable(table) {
  const others = knownTables().filter((k) => k.table !== table);
  keepValue(KEY, others);
}
