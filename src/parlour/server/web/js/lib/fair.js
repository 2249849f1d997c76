/**
 * Were the dice what the table promised? The sum is done here, in the visitor's own browser, and not by the server.
 *
 * A table promises SHA-256 of its secret before play and shows the secret at the end. Every roll then follows from the
 * secret, from what the seats added, and from the number of the roll: HMAC-SHA-256 gives a number, the number a
 * ticket, and every outcome owns some of the equally likely tickets. How to the byte: src/parlour/table/dice.py.
 */

const utf8 = new TextEncoder();

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array<ArrayBuffer>} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * The ticket, from 0 to tickets - 1, that wins a roll.
 * @param {Uint8Array<ArrayBuffer>} secret @param {string} match @param {[number, string][]} added @param {number} roll @param {number} tickets
 */
export async function ticketOf(secret, match, added, roll, tickets) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const fair = 2 ** 32 - (2 ** 32 % tickets);
  for (let attempt = 0; ; attempt++) {
    const message = utf8.encode(JSON.stringify(["parlour-dice-1", match, added, roll, attempt]));
    const digest = await crypto.subtle.sign("HMAC", key, message);
    const number = new DataView(digest).getUint32(0);
    if (number < fair) return number % tickets; // otherwise low tickets would be favoured
  }
}

/**
 * @typedef {import("../protocol.js").Lot[]} Lot  every outcome of a chance event with the tickets it owns
 * @typedef {import("../protocol.js").Odds} Odds
 * @typedef {{kind: "proved" | "disproved" | "unfinished" | "typed" | "seeded" | "nothing", rolls: number, at?: number,
 *            told?: string, due?: string, why?: "promise" | "changed" | "tickets" | "roll"}} Verdict
 */

/** Does every ticket belong to exactly one outcome? @param {Lot} lot */
export function ownerOf(lot) {
  /** @type {(string | undefined)[]} */
  const owners = [];
  for (const { outcome, tickets } of lot) {
    for (const ticket of tickets) {
      if (owners[ticket] !== undefined) return null;
      owners[ticket] = outcome;
    }
  }
  return owners.length && !owners.includes(undefined) && Object.keys(owners).length === owners.length ? owners : null;
}

/**
 * Hold every roll of a record against the promise.
 * @param {string} record  the text of a record file
 * @param {Odds} odds
 * @param {string | null} promised  the promise this page was told when the game began
 * @returns {Promise<Verdict>}
 */
export async function checkDice(record, odds, promised = null) {
  const [header, ...events] = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const rolls = events.filter((e) => "roll" in e);
  const count = rolls.length;
  if (header.dice.kind !== "checkable") return { kind: header.dice.kind, rolls: count };
  if (promised && promised !== header.dice.commitment) return { kind: "disproved", rolls: count, why: "changed" };
  const reveal = events.find((e) => "reveal" in e)?.reveal;
  const over = events.at(-1)?.over;
  if (!count) return { kind: over ? "nothing" : "unfinished", rolls: 0 };
  if (!reveal) return { kind: "unfinished", rolls: count };
  const secret = fromHex(reveal);
  if (hex(await sha256(secret)) !== header.dice.commitment) return { kind: "disproved", rolls: count, why: "promise" };
  const added = /** @type {[number, string][]} */ (events.filter((e) => "adds" in e).map((e) => [e.seat, e.adds]));
  const owners = odds.lots.map(ownerOf);
  for (const [i, { n, roll }] of rolls.entries()) {
    const lot = odds.rolls.find((r) => r.n === n)?.lot;
    const owner = lot === undefined ? null : owners[lot];
    if (!owner) return { kind: "disproved", rolls: count, at: n, told: roll, why: "tickets" };
    const due = owner[await ticketOf(secret, header.match, added, i + 1, owner.length)];
    if (due !== roll) return { kind: "disproved", rolls: count, at: n, told: roll, due, why: "roll" };
  }
  return { kind: "proved", rolls: count };
}
