/**
 * What this browser keeps for the visitor, and nobody else sees.
 *
 * A browser may refuse: storage can be full or switched off. Then everything holds until the page is closed, and
 * `unkept` lets the pages say so.
 */

import { signal } from "./ui.js";

const OURS = "parlour.";

/** Was anything not kept? */
export const unkept = signal(false);

/** What the browser would not take. @type {Map<string, string>} */
const held = new Map();

/** @param {string} key @returns {string | null} */
export function kept(key) {
  try {
    return held.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The same as a value; `usual` where nothing is kept, or nothing that can be read. @template T @param {string} key @param {T} usual @returns {T} */
export function keptValue(key, usual) {
  try {
    return JSON.parse(kept(key) ?? "null") ?? usual;
  } catch {
    return usual;
  }
}

/** @param {string} key @param {string} text */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
    held.delete(key);
  } catch {
    held.set(key, text);
    unkept.value = true;
  }
}

/** @param {string} key @param {unknown} value */
export const keepValue = (key, value) => keep(key, JSON.stringify(value));

/** All that is kept under our names. @returns {Record<string, string>} */
export function allKept() {
  /** @type {Record<string, string>} */
  const found = {};
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) found[key] = localStorage.getItem(key) ?? "";
  } catch {
    // switched off: there is only what this page holds
  }
  return { ...found, ...Object.fromEntries(held) };
}

/** Keep none of it any more. */
export function dropAll() {
  for (const key of Object.keys(allKept())) {
    if (!held.delete(key)) localStorage.removeItem(key);
  }
}
