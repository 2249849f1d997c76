/** The rules beside the board, clause by clause; a refusal leads to the clause that it rests on. */

import { get } from "../lib/api.js";
import { html, signal, useEffect, useRef } from "../lib/ui.js";
import { language, say } from "../lib/words.js";
import { clause } from "./panels.js";
import { theFrame } from "./state.js";

/** @typedef {import("../protocol.js").Rulebook} Rulebook */

const book = signal(/** @type {Rulebook | null} */ (null));
const problem = signal("");
let asked = "";

/** @param {string} game */
function load(game) {
  if (asked === game) return;
  asked = game;
  get(`/api/games/${encodeURIComponent(game)}/rules`).then(
    (/** @type {Rulebook} */ rules) => (book.value = rules),
    (error) => (problem.value = error.message),
  );
}

/** Words between stars are meant to stand out. @param {string} text */
const marked = (text) => text.split(/\*\*?([^*]+)\*\*?/).map((part, i) => (i % 2 ? html`<em>${part}</em>` : part));

export function Rules() {
  const top = useRef(/** @type {HTMLElement | null} */ (null));
  const game = theFrame().game;
  useEffect(() => load(game), [game]);
  const rules = book.value;
  useEffect(() => {
    const at = clause.value && top.current?.querySelector(`[data-clause="${CSS.escape(clause.value)}"]`);
    if (!at) return;
    at.closest("details")?.setAttribute("open", "");
    at.scrollIntoView({ block: "center" });
    /** @type {HTMLElement} */ (at).focus({ preventScroll: true });
  }, [clause.value, rules]);
  if (!rules) return html`<p class="soft">${problem.value || say("The rules are being fetched …")}</p>`;
  return html`<div class="rules" ref=${top} tabindex="0" role="region" aria-label=${say("The rules of {game}", { game: rules.title })}>
    <p><a href=${`/rules/${rules.id}`} target="_blank" rel="noopener">${say("All the rules, with pictures")}</a></p>
    ${rules.sections.map(
      (section, i) => html`<details key=${section.title} open=${i === 0}>
      <summary>${section.title}</summary>
      <dl>
        ${section.clauses.map(
          (c) => html`<div key=${c.id} data-clause=${c.id} tabindex="-1" class=${clause.value === c.id ? "asked" : ""}>
          <dt>${c.id}</dt>
          <dd>${marked(c.text)}${c.ruling && html` <span class="ruling">${marked(c.ruling)}</span>`}</dd>
          ${c.pictures.map((p) => html`<dd key=${p.number}><img src=${`/api/games/${rules.id}/pictures/${p.number}.svg?language=${language.value}`} alt=${p.title} title=${p.title} loading="lazy" /></dd>`)}
        </div>`,
        )}
      </dl>
    </details>`,
    )}
  </div>`;
}
