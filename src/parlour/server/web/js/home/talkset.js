/** Who may talk at a table that is being set up. */

import { talkChoices } from "../lib/talkwords.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";

/** @param {{talk: string, watchers: boolean, change: (some: {talk?: string, watchers?: boolean}) => void}} props */
export const TalkChoice = ({ talk, watchers, change }) => html`<fieldset>
  <legend>${say("Talk")}</legend>
  <label class="field">${say("How people talk")}
    <select value=${talk} onChange=${(e) => change({ talk: e.target.value })}>
      ${Object.entries(talkChoices()).map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}
    </select>
  </label>
  ${talk !== "off" && html`<label class="row"><input type="checkbox" checked=${watchers} onChange=${(e) => change({ watchers: e.target.checked })} /><span>${say("Spectators hear what is said, and may react")}</span></label>`}
</fieldset>`;
