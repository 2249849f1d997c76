/** The host decides who may talk, also later on. */

import { talkChoices } from "../lib/talkwords.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { command } from "./hand.js";
import { theNow } from "./state.js";

export function TalkRules() {
  const { agreed, may } = theNow();
  if (!may.host || agreed.closed) return null;
  return html`<h3>${say("Talk")}</h3>
    <label class="row" for="talk-how"><span class="grow">${say("How people talk")}</span>
      <select id="talk-how" value=${agreed.talk} onChange=${(e) => command({ do: "table", settings: { talk: e.target.value } })}>
        ${Object.entries(talkChoices()).map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}
      </select>
    </label>
    <label class="row"><input type="checkbox" checked=${agreed.watchers_talk} onChange=${(e) => command({ do: "table", settings: { watchers_talk: e.target.checked } })} />
      <span>${say("Spectators hear what is said, and may react")}</span></label>`;
}
