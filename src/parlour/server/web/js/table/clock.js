/** The clocks at the seats. The server says how they stood and since when; the page only counts on. */

import { sound } from "../lib/sound.js";
import { computed, effect, html, signal, untracked } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { announce, mine, now } from "./state.js";

const TICK = 250; // milliseconds
const WARNINGS = [30, 10]; // seconds left at which one is told

/** How much later the server's clock is than ours, in seconds. */
const ahead = signal(0);
const here = signal(Date.now());

/** A message says what time it is at the server. @param {number} at */
export function hearTime(at) {
  ahead.value = at - Date.now() / 1000;
}

const clock = computed(() => now.value?.clock ?? null);

/** Seconds that a chair has left at this moment. @param {import("../protocol.js").Clocks} clocks @param {number} chair */
function left(clocks, chair) {
  const used = clocks.running.includes(chair) ? here.value / 1000 + ahead.value - clocks.since : 0;
  return Math.max(0, clocks.left[chair] - Math.max(0, used));
}

/** As a clock shows it: 2:05, or 1:02:05. @param {number} seconds */
export function shown(seconds) {
  const whole = Math.ceil(seconds);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The clock of a person's seat. @param {{of: import("./state.js").Sitter}} props */
export function SeatClock({ of }) {
  const clocks = clock.value;
  if (!clocks || of.kind === "bot") return null;
  const runs = clocks.running.includes(of.chair);
  const time = left(clocks, of.chair);
  const low = runs && time <= WARNINGS[0];
  return html`<span class=${`clock ${runs ? "runs" : ""} ${low ? "low" : ""}`} role="timer" aria-label=${say("{time} left", { time: shown(time) })}>
    ${runs && html`<svg viewBox="0 0 12 16" aria-hidden="true" focusable="false"><path d="M1 1h10L6 8l5 7H1l5-7z" /></svg>`}${shown(time)}${low ? "!" : ""}
  </span>`;
}

/** Count on while a clock runs, and say so when little is left of one's own. */
export const runClocks = () =>
  effect(() => {
    const clocks = clock.value;
    if (!clocks?.running.length) return undefined;
    const own = clocks.running.find((chair) => mine.value.includes(chair));
    let told = own === undefined ? 0 : untracked(() => warned(left(clocks, own)));
    const tick = () => {
      here.value = Date.now();
      if (own === undefined) return;
      const seconds = left(clocks, own);
      if (warned(seconds) <= told) return;
      told = warned(seconds);
      announce(say("You have {seconds:second|seconds} left.", { seconds: Math.ceil(seconds) }));
      sound("step");
    };
    queueMicrotask(tick);
    const ticking = setInterval(tick, TICK);
    return () => clearInterval(ticking);
  });

/** How many warnings are due with so much time left. @param {number} seconds */
const warned = (seconds) => WARNINGS.filter((at) => seconds <= at).length;
