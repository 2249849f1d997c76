/** The tables this browser has been at, so that one can go on tomorrow. Kept here, and nowhere else. */

const KEY = "parlour.tables";
const MOST = 30;

/**
 * @typedef {object} Known
 * @property {string} table   its id
 * @property {string} game
 * @property {string} link    where to go on: "/table/ID#t=…"
 * @property {number} when    the last visit, as Date.now()
 * @property {string} [note]  what to call it, such as who plays
 * @property {boolean} [over]
 * @property {{seats: {chair: number, name: string, link: string}[], watch: string, alone: boolean}} [invites]  who opened the table can see its links again
 */

/** All of them, the last visited first. @returns {Known[]} */
export function knownTables() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    /** @param {Partial<Known> | null} k */
    const sound = (k) => k && typeof k.table === "string" && typeof k.link === "string" && k.link.startsWith("/table/");
    return Array.isArray(kept) ? kept.filter(sound).sort((a, b) => b.when - a.when) : [];
  } catch {
    return [];
  }
}

/**
 * Remember a visit; what was known before and is not told anew stays.
 * @param {Partial<Known> & {table: string}} visit
 * @param {Partial<Known>} [first]  what counts only if nothing is known: a spectator's link does not replace a seat's
 */
export function rememberTable(visit, first = {}) {
  const kept = knownTables();
  const before = kept.find((k) => k.table === visit.table);
  const now = { ...first, ...before, ...visit, when: Date.now() };
  keep([now, ...kept.filter((k) => k.table !== visit.table)].slice(0, MOST));
}

/** @param {string} table */
export const forgetTable = (table) => keep(knownTables().filter((k) => k.table !== table));

/** @param {(Partial<Known> & {table: string})[]} list */
function keep(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // storage is switched off or full: the link itself still works
  }
}
