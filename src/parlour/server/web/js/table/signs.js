/** What is known of a seat beside the board, as signs on its card. */

import { Sign } from "../lib/signs.js";
import { html } from "../lib/ui.js";
import { sitter, theFrame } from "./state.js";

/** @param {{of: number}} props */
export function Signs({ of }) {
  const signs = theFrame().signs[of] ?? [];
  if (!signs.length) return null;
  const share = signs.find((one) => one.share !== undefined)?.share;
  return html`<ul class="signs">
    ${signs.map(
      ({ icon, text, short, colour }) => html`<li key=${text} title=${text}>
      <${Sign} icon=${icon} short=${short} colour=${colour} />
      ${!colour && html`<span aria-hidden="true">${short}</span>`}
      <span class="visually-hidden">${text}</span>
    </li>`,
    )}
  </ul>
  ${share !== undefined && html`<${Share} percent=${share} paint=${sitter(of)?.paint ?? ""} />`}`;
}

/** How much of the way is gone, along the lower edge of the card; the sign says it in words. @param {{percent: number, paint: string}} props */
const Share = ({
  percent,
  paint,
}) => html`<svg class="share parlour" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
  <g class=${`plate ${paint}`}><rect width=${percent} height="1" /></g>
</svg>`;
