/**
 * Talk between the people at the table: reactions, phrases that every page says in its own language, and words of
 * one's own. It stands beside the game: nothing here reads or changes a frame or the log.
 */

import { later } from "../lib/later.js";
import { html, signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Mark } from "./bar.js";
import { announce, mine, nameOf, now, people, sitter } from "./state.js";

/** @typedef {import("../protocol.js").Utterance} Utterance */
/** @typedef {NonNullable<import("../protocol.js").Speak["phrase"]>} Phrase */

const Sheet = later(() => import("./talksheet.js").then((m) => m.Sheet));
const Reaction = later(() => import("./reactions.js").then((m) => m.Reaction));

const KEPT = 200; // things said that the page keeps
const SHOWN = 7_000; // milliseconds for which a balloon shows what was said
export const MUTED = "parlour.muted";

/** Everything heard so far. */
export const said = signal(/** @type {Utterance[]} */ ([]));
/** Is the sheet open, and up to which number has everything been seen? */
const open = signal(false);
const seen = signal(0);
/** What was said a moment ago. */
const fresh = signal(/** @type {Utterance | null} */ (null));
/** Whom this browser does not want to hear at this table; "watch" stands for the spectators. */
export const muted = signal(/** @type {Set<string>} */ (new Set()));
let table = "";
/** Which table it is. */
export const talkingAt = () => table;

/** @returns {Record<Phrase, string>} */
export const phrases = () => ({
  hello: say("Hello!"),
  good_luck: say("Good luck!"),
  well_played: say("Well played!"),
  lucky: say("What luck!"),
  oops: say("Oops!"),
  sorry: say("Sorry!"),
  thanks: say("Thank you!"),
  moment: say("One moment, please."),
  no_hurry: say("No hurry."),
  soon: say("I have to go soon."),
  good_game: say("Good game!"),
  again: say("Another game?"),
});

/** What each of them is called. */
export const reactions = () => ({
  smile: say("a smile"),
  laugh: say("laughter"),
  wow: say("amazed"),
  ouch: say("ouch"),
  heart: say("a heart"),
  bravo: say("bravo"),
});

// ---------------------------------------------------------------- hearing

/** @param {number | null} chair */
export const voiceOf = (chair) => (chair === null ? "watch" : String(chair));
/** @param {Utterance} one */
export const isHeard = (one) => !muted.value.has(voiceOf(one.by));
/** @param {Utterance} one */
const isOwn = (one) => one.by !== null && mine.value.includes(one.by);
/** @param {number | null} chair */
const speaker = (chair) => (chair === null ? say("A spectator") : nameOf(chair));
/** What was said, in words. @param {Utterance} one */
const inWords = (one) =>
  one.text ||
  phrases()[/** @type {Phrase} */ (one.phrase)] ||
  reactions()[/** @type {keyof ReturnType<typeof reactions>} */ (one.reaction)] ||
  "…";

/** The table's page has opened. @param {string} id */
export function useTalk(id) {
  table = id;
  muted.value = new Set(allMuted()[id] ?? []);
}

/** Something was said; after a cut line some of it is known already. @param {import("../protocol.js").Talk} message */
export function hearTalk({ said: those, before }) {
  const last = said.value.at(-1)?.n ?? 0;
  const news = those.filter((one) => one.n > last);
  if (!news.length) return;
  if (open.value || (before && !last)) seen.value = news[news.length - 1].n; // what was said before one came is no news
  said.value = [...said.value, ...news].slice(-KEPT);
  const one = before ? undefined : news.filter((u) => isHeard(u) && !isOwn(u)).at(-1);
  if (!one || open.value) return;
  fresh.value = one;
  setTimeout(() => fresh.value === one && (fresh.value = null), SHOWN);
  announce(say("{name} says: {words}", { name: speaker(one.by), words: inWords(one) }));
}

// ---------------------------------------------------------------- muting

/** @returns {Record<string, string[]>} */
export function allMuted() {
  try {
    const kept = JSON.parse(localStorage.getItem(MUTED) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

// ---------------------------------------------------------------- what is seen

/** What somebody said a moment ago. It lies over the bar on top, which nobody needs to play. */
function Balloon() {
  const one = fresh.value;
  if (!one || open.value || !isHeard(one)) return null;
  return html`<p class="balloon" key=${one.n} aria-hidden="true"><${Words} one=${one} /></p>`;
}

/** Who said what. @param {{one: Utterance}} props */
export const Words = ({ one }) => html`
  ${one.by === null ? html`<span class="mark"></span>` : html`<${Mark} of=${sitter(one.by)} />`}
  <span class="words"><b>${speaker(one.by)}</b> ${one.reaction ? html`<${Reaction} name=${one.reaction} words />` : html`<span dir="auto">${inWords(one)}</span>`}</span>`;

/** In the bar on top, where there is anybody to talk to. */
export function TalkButton() {
  if (!anybody()) return null;
  const news = said.value.filter((one) => one.n > seen.value && isHeard(one)).length;
  return html`<span class="talk-spot"><${Balloon} /><button id="talk-button" class="quiet talk-button" aria-expanded=${open.value} aria-controls="talk" aria-keyshortcuts="t"
    aria-label=${news ? say("Talk: {n} new", { n: news }) : say("Talk")} onClick=${toggleTalk}>
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="M3 4h14v9H9l-4 4v-4H3z" fill="none" /></svg>
    ${news > 0 && html`<span class="news">${news}</span>`}
  </button></span>`;
}

/** Whether there is anybody to talk to, who is not at this device. */
function anybody() {
  const f = now.value;
  if (!f) return said.value.length > 0;
  const others = people.value.some((p) => (p.kind === "person" || p.left) && !mine.value.includes(p.chair));
  return f.may.talk !== "" && (others || f.agreed.watchers_talk === true);
}

/** Open the sheet, or close it. */
export function toggleTalk() {
  if (!open.value && !anybody()) return;
  open.value = !open.value;
  seen.value = said.value.at(-1)?.n ?? 0;
  if (!open.value) document.getElementById("talk-button")?.focus();
}

/** Everything that was said, and what one can say. */
export function TalkSheet() {
  if (!open.value || !anybody()) return null;
  return html`<${Sheet} />`;
}
