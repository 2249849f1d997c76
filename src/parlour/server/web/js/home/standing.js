/** How it stands with the tables this browser knows: who plays there, and whose turn it is. */

import { get } from "../lib/api.js";
import { forgetTable, knownTables, rememberTable } from "../lib/known.js";
import { useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/known.js").Known} Known */
/** @typedef {import("../protocol.js").GameCard} GameCard */

const LOOKED_UP = 20; // running tables whose state is asked for

/** What a bot of that level is called. @param {GameCard | undefined} game @param {string} level */
export const levelName = (game, level) => game?.levels.find((l) => l.level === level)?.name ?? (level || say("bot"));

/** The others at that table. @param {Known} of @param {GameCard | undefined} game */
export function opponents(of, game) {
  const others = (of.people ?? []).filter((p) => !(of.mine ?? []).includes(p.chair));
  /** @param {{kind: string, level: string, name: string, colour: string}} p */
  const called = (p) => p.name || (p.kind === "bot" ? say("bot: {level}", { level: levelName(game, p.level) }) : p.colour);
  return [...new Set(others.map(called))].join(", ") || of.note || "";
}

/** How it stands with a table that goes on, asked anew: people may have played since. @param {Known} of */
async function lookUp(of) {
  const token = new URLSearchParams(of.link.split("#")[1]).get("t")?.split(",")[0];
  /** @type {import("../protocol.js").Summary} */
  const found = await get(`/api/tables/${encodeURIComponent(of.table)}/summary`, { token });
  if (!knownTables().some((t) => t.table === of.table)) return; // forgotten meanwhile
  const { people, over, winners, turn, at } = found;
  const asked = found.asked || (turn !== null && (of.mine ?? []).includes(turn)); // of several seats here the token speaks for one
  const who = people.find((p) => p.chair === turn);
  const slim = people.map(({ chair, name, colour, kind, level }) => ({ chair, name, colour, kind, level }));
  const now = { over, winners, asked, turn: who ? who.name || who.colour : "", ...(over ? { ended: at * 1000 } : {}) };
  rememberTable({ ...of, ...now, people: slim, when: of.when });
}

/** @param {Known} of */
export function standing(of) {
  if (of.asked) return say("Your turn");
  return of.turn ? say("Waiting for {names}.", { names: of.turn }) : say("goes on");
}

/** Those that go on, first where this browser is to act. @param {Known[]} tables */
export const goingOn = (tables) => tables.filter((t) => !t.over).sort((a, b) => Number(b.asked ?? false) - Number(a.asked ?? false));

/** The tables, looked up anew once; a way to forget one, and one to read the list again. @returns {[Known[], (table: string) => void, () => void]} */
export function useTables() {
  const [tables, show] = useState(knownTables);
  const refresh = () => show(knownTables());
  useEffect(() => {
    Promise.allSettled(goingOn(knownTables()).slice(0, LOOKED_UP).map(lookUp)).then(refresh);
  }, []);
  /** @param {string} table */
  const forget = (table) => {
    forgetTable(table);
    refresh();
  };
  return [tables, forget, refresh];
}
