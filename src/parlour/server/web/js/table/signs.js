/** What is known of a seat beside the board, as signs on its card. */

import { Sign } from "../lib/signs.js";
import { html } from "../lib/ui.js";
import { theFrame } from "./state.js";

/** @param {{of: number}} props */
export function Signs({ of }) {
  const signs = theFrame().signs[of] ?? [];
  if (!signs.length) return null;
  return html`<ul class="signs">
    ${signs.map(
      ({ icon, text, short, colour }) => html`<li key=${text} title=${text}>
      <${Sign} icon=${icon} short=${short} colour=${colour} />
      ${!colour && html`<span aria-hidden="true">${short}</span>`}
      <span class="visually-hidden">${text}</span>
    </li>`,
    )}
  </ul>`;
}
