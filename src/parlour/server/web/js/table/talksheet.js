/** The sheet on which people talk: what was said, what one can say, and whom one does not want to hear. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { ask, faultOf } from "./hand.js";
import { Reaction } from "./reactions.js";
import { mine, nameOf, now, people } from "./state.js";
import { MUTED, Words, allMuted, isHeard, muted, phrases, reactions, said, talkingAt, toggleTalk, voiceOf } from "./talk.js";

/** @typedef {import("../protocol.js").Speak} Speak */
/** @typedef {import("./talk.js").Phrase} Phrase */

const LONGEST = 200;
const MOST_MUTED = 40; // tables whose mutes are remembered

/** @param {string} voice */
function toggleMute(voice) {
  const next = new Set(muted.value);
  if (!next.delete(voice)) next.add(voice);
  muted.value = next;
  const { [talkingAt()]: _, ...rest } = allMuted();
  const kept = [...Object.entries(rest).slice(1 - MOST_MUTED), ...(next.size ? [[talkingAt(), [...next]]] : [])];
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
      return html`<button key=${voice} class="small" aria-label=${say("Mute {name}", { name })} aria-pressed=${on} onClick=${() => toggleMute(voice)}>
        ${on && html`<span aria-hidden="true">✕ </span>`}${name}</button>`;
    })}
  </div>`;
}

export function Sheet() {
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
