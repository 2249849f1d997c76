/**
 * Talk between the people at the table: reactions, phrases that every page says in its own language, and words of
 * one's own. It stands beside the game: nothing here reads or changes a frame or the log.
 */

import { html, signal, useEffect, useLayoutEffect, useRef, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Mark } from "./bar.js";
import { ask, faultOf } from "./hand.js";
import { Reaction, reactions } from "./reactions.js";
import { announce, mine, nameOf, now, people, sitter } from "./state.js";

/** @typedef {import("../protocol.js").Utterance} Utterance */
/** @typedef {import("../protocol.js").Speak} Speak */
/** @typedef {NonNullable<Speak["phrase"]>} Phrase */

const KEPT = 200; // things said that the page keeps
const SHOWN = 7_000; // milliseconds for which a balloon shows what was said
const LONGEST = 200;
const MUTED = "parlour.muted";
const MOST_MUTED = 40; // tables whose mutes are remembered

/** Everything heard so far. */
const said = signal(/** @type {Utterance[]} */ ([]));
/** Is the sheet open, and up to which number has everything been seen? */
const open = signal(false);
const seen = signal(0);
/** What was said a moment ago. */
const fresh = signal(/** @type {Utterance | null} */ (null));
/** Whom this browser does not want to hear at this table; "watch" stands for the spectators. */
const muted = signal(/** @type {Set<string>} */ (new Set()));
let table = "";

/** @returns {Record<Phrase, string>} */
const phrases = () => ({
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

// ---------------------------------------------------------------- hearing

/** @param {number | null} chair */
const voiceOf = (chair) => (chair === null ? "watch" : String(chair));
/** @param {Utterance} one */
const isHeard = (one) => !muted.value.has(voiceOf(one.by));
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
function allMuted() {
  try {
    const kept = JSON.parse(localStorage.getItem(MUTED) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** @param {string} voice */
function toggleMute(voice) {
  const next = new Set(muted.value);
  if (!next.delete(voice)) next.add(voice);
  muted.value = next;
  const { [table]: _, ...rest } = allMuted();
  const kept = [...Object.entries(rest).slice(1 - MOST_MUTED), ...(next.size ? [[table, [...next]]] : [])];
  try {
    localStorage.setItem(MUTED, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // storage is switched off or full: it holds until the page is closed
  }
}

/** A mute for each of the others. */
function Mutes() {
  const others = people.value
    .filter((p) => (p.kind === "person" || p.left) && !mine.value.includes(p.chair))
    .map((p) => ({ voice: voiceOf(p.chair), name: nameOf(p.chair) }));
  if (now.value?.agreed.watchers_talk && mine.value.length) others.push({ voice: "watch", name: say("Spectators") });
  if (!others.length) return null;
  return html`<div class="mutes" role="group" aria-label=${say("Whom not to hear")}>
    <span class="soft" aria-hidden="true">${say("Mute:")}</span>
    ${others.map(({ voice, name }) => {
      const on = muted.value.has(voice);
      return html`<button key=${voice} class="small quiet" aria-label=${say("Mute {name}", { name })} aria-pressed=${on} onClick=${() => toggleMute(voice)}>
        ${on && html`<span aria-hidden="true">✕ </span>`}${name}</button>`;
    })}
  </div>`;
}

// ---------------------------------------------------------------- what is seen

/** What somebody said a moment ago. It lies over the bar on top, which nobody needs to play. */
function Balloon() {
  const one = fresh.value;
  if (!one || open.value || !isHeard(one)) return null;
  return html`<p class="balloon" key=${one.n} aria-hidden="true"><${Words} one=${one} /></p>`;
}

/** Who said what. @param {{one: Utterance}} props */
const Words = ({ one }) => html`
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

function Sheet() {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  const [fault, refuse] = useState("");
  const lines = said.value.filter(isHeard);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  useLayoutEffect(() => sheet.current?.focus(), []);
  /** @param {Omit<Speak, "do">} what */
  const speak = async (what) => {
    const answer = await ask({ do: "talk", ...(mine.value.length ? { seat: mine.value[0] } : {}), ...what });
    refuse(answer.ok ? "" : faultOf(answer).text);
    return answer.ok;
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    toggleTalk();
  };
  return html`<section id="talk" class="talk-sheet panel" aria-labelledby="talk-title" ref=${sheet} tabindex="-1" onKeyDown=${onKey}>
    <div class="line talk-head">
      <h2 id="talk-title">${say("Talk")}</h2>
      <button class="small quiet" onClick=${toggleTalk}>${say("Close")}</button>
    </div>
    <div class="talk-lines" ref=${list} role="log" aria-live="polite" aria-label=${say("What was said")} tabindex="0">
      <ol>${lines.map((one) => html`<li key=${one.n} class="spoken"><${Words} one=${one} /></li>`)}</ol>
      ${!lines.length && html`<p class="soft">${say("Nobody has said anything yet.")}</p>`}
    </div>
    <${Ready} speak=${speak} />
    ${now.value?.may.talk === "free" && html`<${OwnWords} speak=${speak} />`}
    <p class="said warn" role="alert">${fault}</p>
    <${Mutes} />
  </section>`;
}

/** What is ready-made: faces, and phrases. @param {{speak: (what: Omit<Speak, "do">) => unknown}} props */
function Ready({ speak }) {
  return html`<div class="ready-made">
    <div class="faces-said" role="group" aria-label=${say("Reactions")}>
      ${Object.entries(reactions()).map(
        ([name, words]) =>
          html`<button key=${name} class="quiet" title=${words} aria-label=${words} onClick=${() => speak({ reaction: /** @type {Speak["reaction"]} */ (name) })}><${Reaction} name=${name} /></button>`,
      )}
    </div>
    <div class="phrases" role="group" aria-label=${say("Phrases")}>
      ${Object.entries(phrases()).map(
        ([name, words]) =>
          html`<button key=${name} class="small" onClick=${() => speak({ phrase: /** @type {Phrase} */ (name) })}>${words}</button>`,
      )}
    </div>
  </div>`;
}

/** @param {{speak: (what: Omit<Speak, "do">) => Promise<boolean>}} props */
function OwnWords({ speak }) {
  const [text, type] = useState("");
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    if (text.trim() && (await speak({ text }))) type("");
  };
  return html`<form class="line" onSubmit=${send}>
    <input type="text" aria-label=${say("In your own words")} placeholder=${say("In your own words")} maxlength=${LONGEST} autocomplete="off"
      enterkeyhint="send" value=${text} onInput=${(e) => type(e.target.value)} />
    <button class="small">${say("Say it")}</button>
  </form>`;
}
