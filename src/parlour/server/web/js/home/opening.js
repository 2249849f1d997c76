/** Opening a table: what is asked of the server, and the links that come back. */

import { boardAddress, post, read } from "../lib/api.js";
import { rememberTable } from "../lib/known.js";
import { keep, kept } from "../lib/storage.js";

/** @typedef {{kind: "me" | "device" | "person" | "bot", name?: string, level?: string}} Wish */

const NAME = "parlour.name";

/** What this visitor was called last time. */
export const myName = () => kept(NAME) ?? "";

/** @param {string} name */
export const keepName = (name) => keep(NAME, name);

/** The level of a bot that nobody chose: the middle one. @param {import("../protocol.js").GameCard} game */
export const usualLevel = (game) => (game.levels.find((l) => l.level === "3") ?? game.levels[0])?.level ?? "";

/** You and bots, the smallest table. @returns {Wish[]} @param {import("../protocol.js").GameCard} game @param {number} [players] @param {string} [level] */
export const usualSeats = (game, players = game.seats[0], level = usualLevel(game)) =>
  Array.from({ length: players }, (_, i) => (i ? { kind: "bot", level } : { kind: "me", name: myName() }));

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
  // While the server sets the table, its board may come already: the table's page finds it in the browser.
  if (game) read(boardAddress(game.id)).catch(() => {});
  /** @type {import("../protocol.js").Opened} */
  const opened = await post("/api/tables", { ...(game ? { game: game.id } : {}), ...wish, seats });
  return remembered(opened);
}

/** The links of a table that was just opened, remembered in this browser. @param {import("../protocol.js").Opened} opened */
export function remembered(opened) {
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
