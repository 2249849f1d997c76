/** Chips, as they lie in hands, fists and forms. */

import { html, signal } from "../lib/ui.js";

/** The chips on one's palm before the fist closes: what a form is set to. */
export const palm = signal(/** @type {{colour: string, worth: number, count: number}[]} */ ([]));

/** A chip: its colour, its value, and a number of notches that differs from colour to colour (table.css). @param {{colour: string, worth?: number}} props */
export const Chip = ({
  colour,
  worth,
}) => html`<svg class=${`chip parlour-chip ${colour}`} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
  <circle cx="20" cy="20" r="18" />
  <circle class="edge" cx="20" cy="20" r="15" pathLength="1" />
  <text x="20" y="25">${worth ?? ""}</text>
</svg>`;
