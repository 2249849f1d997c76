/** One lesson: what was done so far, and what the server says to the next try. It takes the place of a table's session. */

import { ApiError, asError, get, post } from "../lib/api.js";
import { sound } from "../lib/sound.js";
import { keepValue, keptValue } from "../lib/storage.js";
import { batch, signal } from "../lib/ui.js";
import { letGo, refusal } from "../table/hand.js";
import { perform, put } from "../table/stage.js";
import { announce, eye, mine, moves, people, views } from "../table/state.js";

/** @typedef {import("../protocol.js").Page} Page */
/** @typedef {import("../table/hand.js").Answer} Answer */

/** The lesson as the server tells it: text, what is asked, what came of the last try. */
export const page = signal(/** @type {Page | null} */ (null));
export const problem = signal(/** @type {Error | null} */ (null));
/** What is said about the last try: shown until the next one. */
export const feedback = signal(/** @type {{verdict: string, said: string, clause: string} | null} */ (null));
/** Is the lesson only looked at? Then nothing is asked of anybody. */
export const watching = signal(false);
const KEY = "parlour.learned";

/** Lessons that were finished in this browser, as "game/number". */
export const learned = signal(new Set(keptValue(KEY, /** @type {string[]} */ ([]))));

/** @param {string} name */
function keepLearned(name) {
  learned.value = new Set([...learned.value, name]);
  keepValue(KEY, [...learned.value]);
}

let where = { game: "", number: 1 };
/** @param {string} what */
const address = (what) => `/api/games/${encodeURIComponent(where.game)}/lessons/${where.number}/${what}`;

/** How often somebody came here from another lesson. */
export const arrivals = signal(0);

/** Begin a lesson, from its first step. @param {string} game @param {number} number @param {boolean} [arriving]  from elsewhere */
export async function show(game, number, arriving = false) {
  const here = { game, number };
  where = here;
  try {
    /** @type {Page} */
    const told = await post(address("try"), { actions: [] });
    if (where !== here) return; // somebody has gone on to another
    letGo();
    batch(() => {
      problem.value = null;
      feedback.value = null;
      refusal.value = null;
      look(told);
      if (arriving) arrivals.value += 1;
    });
    put(told.frame);
  } catch (error) {
    problem.value = asError(error);
  }
}

export const again = () => show(where.game, where.number);

/** Everything that the board and the list of moves follow. @param {Page} told */
function look(told) {
  const seat = told.frame.you;
  const frame = watching.value ? { ...told.frame, moves: [], stakes: [] } : told.frame;
  page.value = told;
  people.value = told.frame.people;
  mine.value = seat === null ? [] : [seat];
  views.value = new Map([[seat, { frame, log: told.events }]]);
  eye.value = seat;
}

/** @param {import("../protocol.js").Play["action"]} action @returns {Promise<Answer>} */
export async function attempt(action) {
  const move = typeof action === "number" ? moves.value.find((m) => m.code === action) : null;
  const here = where;
  /** @type {Page} */
  const told = await post(address("try"), { actions: [...(page.value?.done ?? []), move?.notation ?? action] });
  if (where !== here) return { ok: true };
  feedback.value = { verdict: told.verdict ?? "", said: told.said, clause: told.clause };
  if (told.verdict !== "right") {
    sound("refused"); // the coach says why: no need to say it twice
    return { ok: true };
  }
  await perform(told.frame, told.events);
  if (where !== here) return { ok: true };
  batch(() => look(told));
  put(told.frame);
  announce([told.said, told.ask].filter(Boolean).join(" "));
  if (!told.ask && !watching.value) {
    keepLearned(`${where.game}/${where.number}`);
    sound("won");
  }
  return { ok: true };
}

/** @param {import("../protocol.js").Why} command @returns {Promise<Answer>} */
async function why({ action, pick, drop }) {
  const asked = { actions: page.value?.done, ...(action === undefined ? { pick, drop } : { action }) };
  /** @type {import("../protocol.js").WhyNot} */
  const { why: fault } = await post(address("why"), asked);
  return { ok: true, why: fault };
}

/** What the table's hand talks to. @type {import("../table/hand.js").Line} */
export const session = {
  async send(command) {
    try {
      if (command.do === "play") return await attempt(command.action);
      if (command.do === "why") return await why(command);
      return { ok: false, error: { kind: "no_table", text: "" } };
    } catch (error) {
      const { kind, clause } = error instanceof ApiError ? error : { kind: "error", clause: undefined };
      return { ok: false, error: { kind, text: asError(error).message, clause } };
    }
  },
};

/** The words of a clause, for whoever wants to read it. @param {string} game @param {string} id */
export async function clauseText(game, id) {
  /** @type {import("../protocol.js").Rulebook} */
  const { sections } = await get(`/api/games/${encodeURIComponent(game)}/rules`);
  return sections.flatMap((s) => s.clauses).find((c) => c.id === id) ?? null;
}
