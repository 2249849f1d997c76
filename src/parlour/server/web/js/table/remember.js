/** What this browser remembers of the table: who plays, whose turn it is, how it ended and what a bot said of it. */

import { knownTables, rememberTable } from "../lib/known.js";
import { mistakesOf, review } from "./review.js";
import { mine, nameOf, now, people, wanted } from "./state.js";

const KEPT = 3; // mistakes of a game

/** Luck, skill and mistakes of the chairs of this browser. */
function account() {
  const made = review.value;
  const side = made?.sides.find((s) => s.chairs.some((c) => mine.value.includes(c)));
  if (!made || !side) return null;
  const mistakes = mistakesOf(made, mine.value).slice(0, KEPT);
  return {
    luck: side.luck,
    skill: side.skill,
    mistakes: mistakes.map((m) => ({ text: m.text, better: m.best.offer, reason: m.best.reason, cost: -m.skill })),
  };
}

/** @param {string} table @param {string[]} tokens */
export function rememberVisit(table, tokens) {
  const f = now.value;
  if (!f) return;
  const others = people.value.filter((p) => p.name && !mine.value.includes(p.chair)).map((p) => p.name);
  const link = `/table/${encodeURIComponent(table)}#t=${tokens.join(",")}`;
  const judged = account();
  const before = knownTables().find((k) => k.table === table);
  rememberTable(
    {
      table,
      game: f.game,
      note: others.join(", "),
      over: f.over,
      people: people.value.map(({ chair, name, colour, kind, level }) => ({ chair, name, colour, kind, level })),
      mine: mine.value,
      winners: f.winners,
      asked: wanted.value,
      turn: f.turn === null ? "" : nameOf(f.turn),
      ...(f.over ? { ended: before?.ended ?? Date.now() } : {}),
      ...(judged ? { account: judged } : {}),
      ...(mine.value.length ? { link } : {}),
    },
    { link },
  );
}
