/** Opening a table: what is asked of the server, and the links that come back. */

import { post } from "../lib/api.js";
import { rememberTable } from "../lib/known.js";

/** @typedef {{kind: "me" | "device" | "person" | "bot", name?: string, level?: string}} Wish */

const NAME = "parlour.name";

/** What this visitor was called last time. */
export function myName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function keepName(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // typed again next time
  }
}

/** The level of a bot that nobody chose: the middle one. @param {import("../protocol.js").GameCard} game */
export const usualLevel = (game) => game.levels[Math.floor(game.levels.length / 2)]?.level ?? "";

/** You and bots, the smallest table. @returns {Wish[]} @param {import("../protocol.js").GameCard} game @param {number} [players] */
export const usualSeats = (game, players = game.seats[0]) =>
  Array.from({ length: players }, (_, i) => (i ? { kind: "bot", level: usualLevel(game) } : { kind: "me", name: myName() }));

/** The chairs that are taken, for so many players and these house rules. @param {import("../protocol.js").GameCard} game @param {number} players @param {Record<string, unknown>} [options] */
export function chairsOf(game, players, options = {}) {
  const fits = game.chairs.filter((c) => c.players === players);
  const chosen = fits.find((c) => c.option && options[c.option] === c.choice);
  return (chosen ?? fits.find((c) => !c.option))?.chairs ?? [...Array(players).keys()];
}

/**
 * Open a table and remember it.
 * @param {import("../protocol.js").GameCard | null} game  as the server describes it; null for a record or a position
 * @param {{seats: Wish[]} & Record<string, unknown>} wish
 */
export async function openTable(game, wish) {
  const seats = wish.seats.map(({ kind, name = "", level = "" }) => ({
    kind: kind === "me" ? "device" : kind,
    name: kind === "bot" ? "" : name.trim(),
    level: kind === "bot" ? level : "",
  }));
  /** @type {import("../protocol.js").Opened} */
  const opened = await post("/api/tables", { ...(game ? { game: game.id } : {}), ...wish, seats });
  return kept(opened);
}

/** The links of a table that was just opened, remembered in this browser. @param {import("../protocol.js").Opened} opened */
export function kept(opened) {
  const here = opened.seats
    .filter((s) => s.kind === "device")
    .map((s) => s.token)
    .filter(Boolean);
  const own = here.length ? [...here, opened.host] : [opened.watch, opened.host];
  const link = `/table/${opened.table}#t=${own.join(",")}`;
  const invites = opened.seats
    .filter((s) => s.kind === "person")
    .map(({ chair, name, token }) => ({ chair, name, link: `/table/${opened.table}#t=${token}` }));
  const watch = `/table/${opened.table}#t=${opened.watch}`;
  const names = opened.seats
    .map((s) => s.name)
    .filter(Boolean)
    .join(", ");
  const found = { table: opened.table, game: opened.game, link, note: names, invites: { seats: invites, watch, alone: here.length === 0 } };
  rememberTable(found);
  return found;
}
