/** Single keys, for those who want them: they can be switched off (WCAG 2.1.4). */

import { change, settings } from "../lib/settings.js";
import { signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { play, question, roll, stepBack, undo } from "./hand.js";
import { entries, take } from "./moves.js";
import { announce, called, frame, now, past } from "./state.js";
import { toggleTalk } from "./talk.js";
import { step, toNow } from "./time.js";

/** Which dialog is open: "", "help", "settings", "share" or "leave". */
export const dialog = signal("");

let typed = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** A number: at once if no longer one can be meant, else after a moment. @param {string} digit */
function number(digit) {
  clearTimeout(soon);
  const list = question.value ? question.value.moves : entries();
  typed += digit;
  const n = Number(typed);
  const go = () => {
    typed = "";
    const entry = list[n - 1];
    if (!entry) return announce(say("There is no move {n}.", { n }));
    return question.value && "code" in entry ? play(entry.code) : take(entry, "key");
  };
  if (n * 10 > list.length || n === 0) go();
  else soon = setTimeout(go, 700);
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
  r: () => roll(),
  u: undo,
  t: () => toggleTalk(),
  m: () => change({ sound: !settings.value.sound }),
  "[": () => step(-1),
  "]": () => (past.value ? step(1) : undefined),
  "?": () => (dialog.value = "help"),
};

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !frame.value) return;
  const at = /** @type {HTMLElement} */ (event.target);
  if (at.closest("input:not([type=range]), textarea, select, dialog")) return;
  if (event.key === "Escape") {
    if (!stepBack() && past.value) toNow();
    return;
  }
  if (!settings.value.shortcuts) return;
  if (/^[0-9]$/.test(event.key) && called.value) {
    event.preventDefault();
    number(event.key);
  } else if (event.key in KEYS) {
    event.preventDefault();
    KEYS[event.key]();
  }
}

export const listen = () => addEventListener("keydown", onKey);
