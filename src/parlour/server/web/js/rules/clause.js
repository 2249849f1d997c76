/** One clause of a rulebook: the rule, the ruling, the house rule that changes it, and its pictures. */

import { drawing } from "../lib/looks.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";

const MARKED = /(`[^`]+`|\b[A-Z]{3}-[A-Z0-9]+-\d+[a-z]?\b)/;

/** The text with other clauses as links. @param {string} text @param {Set<string>} ids @param {string} own */
const linked = (text, ids, own) =>
  text.split(MARKED).map((part) => {
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    return ids.has(part) && part !== own ? html`<a href=${`#${part}`}>${part}</a>` : part;
  });

/** @param {{game: string, clause: import("../protocol.js").Clause, ids: Set<string>}} props */
export function Clause({ game, clause, ids }) {
  const { id, text, ruling, options, pictures } = clause;
  return html`
    <article class="rule" id=${id} aria-labelledby=${`${id}-name`}>
      <a class="name" id=${`${id}-name`} href=${`#${id}`}>${id}</a>
      <div class="words">
        <p>${linked(text, ids, id)}</p>
        ${ruling && html`<p><strong>${say("Ruling:")}</strong> ${linked(ruling, ids, id)}</p>`}
        ${options.map((o) => html`<${HouseRule} key=${o.name} option=${o} />`)}
        ${pictures.map(
          (p) => html`
          <figure key=${p.number}>
            <img src=${drawing(`/api/games/${game}/pictures/${p.number}.svg`)} alt=${p.title} loading="lazy" />
            <figcaption>${p.title}</figcaption>
          </figure>`,
        )}
      </div>
    </article>`;
}

/** @param {{option: import("../protocol.js").HouseRule}} props */
function HouseRule({ option }) {
  const { words, switch: yesOrNo, choices } = option;
  return html`
    <p class="house">
      <strong>${say("House rule:")}</strong> ${words}${!yesOrNo && choices.length > 0 && html`: ${choices.map((c, i) => html`<span key=${c} class="pick">${i === 0 ? say("{choice} (printed)", { choice: c }) : c}</span>`)}`}
    </p>`;
}
