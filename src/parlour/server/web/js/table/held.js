/** Cards and chips of the one who looks. A card that can be played is played by touching it. */

import { Sign } from "../lib/signs.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Chip } from "./chip.js";
import { act, looking, sending } from "./hand.js";
import { moves, theFrame } from "./state.js";

/** @typedef {import("../protocol.js").Held} Held */

/** @param {{card: Held}} props */
function Card({ card }) {
  const move = card.name ? moves.value.find((m) => m.fields?.card === card.name) : null;
  const face = html`
    <span class="face" aria-hidden="true">${card.icon && html`<${Sign} icon=${card.icon} />`}${card.short && html`<b>${card.short}</b>`}</span>
    <span>${card.text}${(card.count ?? 1) > 1 ? ` ×${card.count}` : ""}</span>`;
  if (!move) return html`<span class="held-card">${face}</span>`;
  const show = () => (looking.value = { moves: [move] });
  const hide = () => (looking.value = null);
  return html`<button
    class="held-card can-play"
    aria-label=${move.offer}
    aria-disabled=${sending.value}
    onClick=${() => act(move, "list")}
    onMouseEnter=${show}
    onMouseLeave=${hide}
    onFocus=${show}
    onBlur=${hide}
  >${face}</button>`;
}

export function Held() {
  const { held } = theFrame();
  if (!held.length) return null;
  const cards = held.filter((h) => h.kind === "card");
  const chips = held.filter((h) => h.kind === "chip");
  return html`<section class="held" aria-label=${say("In your hand")}>
    <span class="held-cards">${cards.map((card, i) => html`<${Card} key=${i} card=${card} />`)}</span>
    <span class="held-chips">
      ${chips.map((c) => html`<span class="held-chip" key=${c.colour}><${Chip} colour=${c.colour} worth=${c.worth} /><span>${c.count ?? 1} <span class="visually-hidden">${c.text}</span></span></span>`)}
    </span>
  </section>`;
}
