/** How a list of moves is cut into parts that a person can take in. Pure functions, tested by themselves. */

/** @typedef {import("./state.js").Move} Move */
/** @typedef {{key: string, text: string, moves: Move[], by: "group" | "drop"}} Part */
/** @typedef {{kind: "parts" | "number", key: string, field: string, moves: Move[], base: Record<string, unknown>}} Form */

export const MOST = 14; // a longer list is cut into parts

/** @param {unknown} value */
const whole = (value) => Number.isInteger(value);
/** @param {unknown} value */
const mapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && Object.values(value).every(whole);

/**
 * Moves that differ in numbers only are set, not listed: an amount, or one for each of several parts.
 * @param {Move[]} moves @returns {{forms: Form[], rest: Move[]}}
 */
export function formsOf(moves) {
  /** @type {Map<string, Form>} */
  const found = new Map();
  /** @type {Move[]} */
  const rest = [];
  for (const move of moves) {
    const fields = Object.entries(move.fields ?? {});
    const set = fields.find(([, value]) => mapping(value)) ?? fields.find(([, value]) => whole(value));
    if (!set || move.gesture) {
      rest.push(move);
      continue;
    }
    const base = Object.fromEntries(fields.filter(([name]) => name !== set[0]));
    const kind = mapping(set[1]) ? "parts" : "number";
    const key = JSON.stringify([kind, set[0], base]);
    const form = found.get(key) ?? { kind, key, field: set[0], moves: [], base };
    form.moves.push(move);
    found.set(key, /** @type {Form} */ (form));
  }
  const forms = [];
  for (const form of found.values()) {
    if (form.moves.length >= (form.kind === "parts" ? 2 : 6)) forms.push(form);
    else rest.push(...form.moves);
  }
  return { forms, rest: moves.filter((m) => rest.includes(m)) };
}

/**
 * What the list offers now: moves, or parts of it to choose from first.
 * @param {Move[]} moves
 * @param {{picked: string | null, group: string | null, drop: string | null}} narrowed
 * @param {(space: string) => string} placeName
 * @returns {(Move | Part)[]}
 */
export function entriesOf(moves, { picked, group, drop }, placeName) {
  const fits = moves.filter(
    (m) =>
      (picked === null || m.gesture?.pick === picked) &&
      (group === null || m.group === group) &&
      (drop === null || m.gesture?.drop === drop),
  );
  if (fits.length <= MOST) return fits;
  if (picked === null && group === null) {
    const parts = partsOf(
      fits,
      "group",
      (m) => m.group ?? "",
      (key) => key,
    );
    if (parts.length > 1) return parts;
  }
  if (drop === null && fits.every((m) => m.gesture)) {
    const parts = partsOf(fits, "drop", (m) => m.gesture?.drop ?? "", placeName);
    if (parts.length > 1) return parts;
  }
  return fits;
}

/**
 * @param {Move[]} moves @param {Part["by"]} by @param {(move: Move) => string} keyOf @param {(key: string) => string} textOf
 * @returns {(Move | Part)[]}
 */
function partsOf(moves, by, keyOf, textOf) {
  return [...grouped(moves, keyOf)].map(([key, some]) => (some.length === 1 ? some[0] : { key, text: textOf(key), moves: some, by }));
}

/**
 * Things by what is the same in them, in the order in which they come.
 * @template T @param {T[]} things @param {(thing: T) => string} keyOf
 */
export function grouped(things, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const thing of things) {
    const key = keyOf(thing);
    groups.set(key, [...(groups.get(key) ?? []), thing]);
  }
  return groups;
}

/**
 * Of moves that read the same and are done by the same hand the first: whoever plays could not tell them apart.
 * @param {Move[]} moves
 */
export function toldApart(moves) {
  const ways = grouped(moves, (m) => JSON.stringify(m.gesture ? [m.offer, m.gesture, m.badge, m.again] : m.code));
  return ways.size === moves.length ? moves : [...ways.values()].map(([first]) => first);
}

/** The move of a form that sets exactly these values. @param {Form} form @param {unknown} value */
export function moveWith(form, value) {
  const wanted = JSON.stringify(value);
  return form.moves.find((m) => JSON.stringify(m.fields?.[form.field]) === wanted) ?? null;
}

/** The least and the most of each number in a form, and the step between. @param {Form} form */
export function rangeOf(form) {
  const values = form.moves.map((m) => Number(m.fields?.[form.field])).sort((a, b) => a - b);
  const steps = values
    .slice(1)
    .map((v, i) => v - values[i])
    .filter((n) => n > 0);
  return { least: values[0], most: values[values.length - 1], step: steps.reduce(divisor, steps[0] ?? 1) };
}

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b ? divisor(b, a % b) : a);
