/**
 * What a hand does: pick, drop, choose, play. Mouse, finger, keyboard and list all end in `play` below.
 */

import { sound, wakeSound } from "../lib/sound.js";
import { settings } from "../lib/settings.js";
import { batch, computed, effect, signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { areWays, lay, lying } from "./lie.js";
import { announce, eye, frame, mine, moves, nameOf, now, past, remark, views } from "./state.js";

const LONG = 15_000; // milliseconds: fists that open and pieces that move after them take several seconds

/** @typedef {import("./state.js").Move} Move */
/** @typedef {import("./lie.js").Point} Point */
/** @typedef {Omit<import("../protocol.js").Answered, "kind">} Answer */
/** @typedef {{send: (command: Command) => Promise<Answer>}} Line  to the table, or to a lesson */
/** @typedef {import("../protocol.js").Command} Command */

/** @type {Line} */
let session;
/** @param {Line} line */
export const useSession = (line) => {
  session = line;
};

/** The space whose piece is in the hand. */
export const picked = signal(/** @type {string | null} */ (null));
/** The list's narrower choice: a group of moves, or a space to go to. */
export const group = signal(/** @type {string | null} */ (null));
export const drop = signal(/** @type {string | null} */ (null));
/** What the pointer or the keyboard is at: a space, or moves of the list. */
export const looking = signal(/** @type {{space?: string, moves?: Move[]} | null} */ (null));
/** Several moves are meant, or one must be confirmed. */
export const question = signal(/** @type {{moves: Move[], confirm: boolean, space: string | null} | null} */ (null));
/** Why something is not possible. */
export const refusal = signal(/** @type {{text: string, clause?: string, space: string | null} | null} */ (null));
/** Something was sent and not answered yet. */
export const sending = signal(false);
effect(() => void document.body.classList.toggle("sending", sending.value)); // the pointer shows it

export const pickable = computed(
  () => new Set(moves.value.flatMap((m) => (m.gesture ? [m.gesture.pick, ...(m.gesture.onward ?? [])] : []))),
);
export const targets = computed(() => {
  const from = picked.value;
  const gestures = moves.value.flatMap((m) => m.gesture ?? []);
  return new Set(gestures.filter((g) => from === null || g.pick === from).map((g) => g.drop));
});

/** Where all moves begin at one place, it need not be picked: what it leads to is shown at once. */
export const only = computed(() => {
  const [one] = pickable.value;
  return pickable.value.size === 1 && [...targets.value].some((drop) => drop !== one) ? one : null;
});

/** Put everything down. */
export function letGo() {
  batch(() => {
    picked.value = null;
    group.value = null;
    drop.value = null;
    question.value = null;
    lying.value = null;
    looking.value = null;
  });
}

/** One step back: out of a question, a narrower list, a piece in the hand. Says whether there was one. */
export function stepBack() {
  refusal.value = null;
  if (question.value) question.value = null;
  else if (lying.value) lying.value = null;
  else if (drop.value) drop.value = null;
  else if (picked.value || group.value) letGo();
  else return false;
  return true;
}

/** @param {string} space */
export function pick(space) {
  batch(() => {
    refusal.value = null;
    question.value = null;
    lying.value = null;
    drop.value = null;
    group.value = null;
    picked.value = space;
  });
}

/**
 * A space was touched: clicked, tapped, or Enter pressed on it.
 * @param {string} space @param {string} how  "mouse", "touch" or "key"
 * @param {Point | null} [point]  where exactly, in the picture's own units
 */
export function touch(space, how, point = null) {
  const from = picked.value;
  if (from !== null) {
    const fits = moves.value.filter((m) => m.gesture?.pick === from && m.gesture.drop === space);
    if (fits.length) return choose(fits, how, space, point);
    if (space === from) return letGo();
  }
  const first = moves.value.find((m) => m.gesture?.onward?.includes(space));
  if (first) return goOn(first, space, how);
  const begins = moves.value.filter((m) => m.gesture?.pick === space);
  if (begins.length) {
    if (begins.every((m) => m.gesture?.drop === space)) return choose(begins, how, space, point);
    return pick(space);
  }
  if (from !== null) return tryAnyway(from, space);
  const ends = moves.value.filter((m) => m.gesture?.drop === space);
  if (ends.length) return choose(ends, how, space, point);
  return tryAnyway(space, space);
}

/** What comes before the choice of a space is done, and then the space is touched. @param {Move} first @param {string} space @param {string} how */
async function goOn(first, space, how) {
  const answer = await play(first.code);
  if (answer?.ok && moves.value.some((m) => m.gesture?.pick === space)) touch(space, how);
}

/** A piece was dragged from one space to another. @param {string} from @param {string} to @param {string} how @param {Point | null} [point] */
export function dragged(from, to, how, point = null) {
  const fits = moves.value.filter((m) => m.gesture?.pick === from && m.gesture?.drop === to);
  if (fits.length) return choose(fits, how, to, point);
  if (from === to) return undefined; // put back where it was: it stays in the hand
  return tryAnyway(from, to);
}

/** @param {Move[]} fits @param {string} how @param {string} space @param {Point | null} point */
function choose(fits, how, space, point) {
  if (areWays(fits)) return lay(fits, space, point);
  if (fits.length === 1) return act(fits[0], how, space);
  question.value = { moves: fits, confirm: false, space };
  return undefined;
}

/**
 * A move was chosen. It is played, or confirmed first.
 * @param {Move} move @param {string} how  "mouse", "touch", "key" or "list" @param {string | null} [space]
 */
export function act(move, how, space = move.gesture?.drop ?? null) {
  const { confirm } = settings.value;
  const careful = confirm === "touch" || (confirm === "careful" && now.value?.agreed.undo !== "free");
  if (confirm === "always" || (careful && how === "touch")) {
    question.value = { moves: [move], confirm: true, space };
    return undefined;
  }
  return play(move.code);
}

/**
 * The one way in which anything is played.
 * @param {number | string | Record<string, unknown>} action
 */
export function play(action) {
  letGo();
  return command({ do: "play", action });
}

/** Where something else could be done first, rolling is a move: the one that a game calls "roll". */
export const rolling = computed(() => (past.value ? null : (moves.value.find((m) => m.notation === "roll") ?? null)));

/** Let the dice fall. */
export async function roll() {
  if (rolling.value && !(await play(rolling.value.code))?.ok) return;
  if (now.value?.may.roll && !now.value.may.outcomes && !past.value) await command({ do: "roll" });
}

/** Who of this device may take something back, and whether it must be asked for: or nothing. */
export function undoer() {
  /** @param {number | null} seat */
  const may = (seat) => views.value.get(seat)?.frame.may.undo;
  const seats = [eye.value, ...mine.value].filter(may);
  const seat = seats.find((s) => may(s) === "yes") ?? seats[0];
  return seat == null ? null : { seat, how: may(seat) };
}

/** Take the last decision back, or ask the others for it. */
export const undo = () => {
  const who = undoer();
  return who ? command({ do: "undo", seat: who.seat }) : null;
};

/** Say something to the table in the name of the one who looks; what is refused is shown. @param {Command} what */
export async function command(what) {
  wakeSound();
  if (sending.value) return null;
  refusal.value = null;
  sending.value = true;
  const f = now.value;
  const answer = await session.send({ ...(f?.you != null ? { seat: f.you } : {}), ...what, after: f?.seq });
  if (answer.ok && answer.seq) await shown(f?.you ?? null, answer.seq);
  sending.value = false;
  if (!answer.ok) refuse(faultOf(answer), null);
  return answer;
}

/** What was done counts as done when it is seen: until then the list shows moves of the past. @param {number | null} seat @param {number} seq */
function shown(seat, seq) {
  return new Promise((/** @type {(value?: unknown) => void} */ done) => {
    const enough = setTimeout(done, LONG);
    const stop = effect(() => {
      if ((views.value.get(seat)?.frame.seq ?? 0) < seq) return;
      clearTimeout(enough);
      queueMicrotask(() => stop());
      done();
    });
  });
}

/** Ask for something that changes nothing: a reason, a hint. @param {Command} what */
export const ask = (what) => session.send({ ...what, ...(now.value?.you != null ? { seat: now.value.you } : {}) });

/** Something that cannot be: the rules say why. @param {string} from @param {string} to */
async function tryAnyway(from, to) {
  if (past.value) return refuse({ text: say("This moment is over. Go back to now, or play on from here at a new table.") }, to);
  const f = frame.value;
  if (!f || f.you === null) return undefined;
  const answer = await ask({ do: "why", pick: from, drop: to });
  if (answer.ok && !answer.why) return refuse({ text: elsewhere(from) }, to);
  const why = answer.why ?? faultOf(answer);
  const other = from === to && !why.clause && f.scene?.pieces.find((p) => p.space === from && p.seat !== f.you);
  return refuse(other && nameOf(other.seat) ? { text: say("This belongs to {name}.", { name: nameOf(other.seat) }) } : why, to);
}

/** Why the table refused a command. @param {Answer} answer */
export const faultOf = (answer) => answer.error ?? { kind: "error", text: say("Nothing can be done that way.") };

/** It can be moved, but not to there. @param {string} from */
function elsewhere(from) {
  const offers = moves.value.filter((m) => m.gesture?.pick === from).map((m) => m.offer);
  const shown = offers.slice(0, 4).join("; ");
  return offers.length ? say("Not there. From here: {moves}.", { moves: shown }) : say("Nothing can be done that way.");
}

/** @param {{text: string, clause?: string}} fault @param {string | null} space */
export function refuse(fault, space) {
  sound("refused");
  batch(() => {
    question.value = null;
    refusal.value = { text: fault.text, clause: fault.clause, space };
  });
  remark(fault);
  announce(fault.text);
}
