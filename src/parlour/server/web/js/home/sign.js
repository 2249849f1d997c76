/** A chair's own sign: its colour, its outline and its letter, as its pieces have them. */

import { corners, joined } from "../lib/svg.js";
import { html } from "../lib/ui.js";

/** @param {{look: {letter: string, colour: string, shape: string}, size?: number}} props */
export function Sign({ look, size = 34 }) {
  const points = corners(look.shape, 34, 20, 20);
  const drop = look.shape === "triangle" ? 2 : 0;
  return html`
    <svg class="sign parlour" viewBox="0 0 40 40" width=${size} height=${size} aria-hidden="true" focusable="false">
      <g class=${`piece ${look.colour}`}>
        <g class="token">${points ? html`<polygon points=${joined(points)} />` : html`<circle cx="20" cy="20" r="15.6" />`}</g>
        <text x="20" y=${25.5 + drop} font-size="16">${look.letter}</text>
      </g>
    </svg>`;
}
