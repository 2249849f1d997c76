/** What one plays for, always in sight of whoever is new, and where it is shown in a minute. */

import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { game } from "./state.js";

export function Goal() {
  const { id, aim, lessons } = game.value ?? {};
  if (!aim) return null;
  return html`<p class="goal"><b>${say("Aim:")}</b> ${aim}${lessons ? html` <a href=${`/learn/${id}`} target="_blank" rel="noopener">${say("How to play, in a minute")}</a>` : ""}</p>`;
}
