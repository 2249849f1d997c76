/** The ways out of a game that goes on: later, by a bot, or by giving up. */

import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Dialog } from "./dialogs.js";
import { command } from "./hand.js";
import { dialog } from "./keys.js";
import { now, theNow } from "./state.js";

function Ways() {
  const { may, over, you } = theNow();
  const [sure, ask] = useState(false);
  const resign = async () => {
    dialog.value = "";
    await command({ do: "resign" });
  };
  const leave = async () => {
    const answer = await command({ do: "leave" });
    if (answer?.ok) location.assign("/");
  };
  return html`<ul class="ways-out">
    <li>
      <a class="button main" href="/">${say("To the games")}</a>
      <p>${over || you === null ? say("This table is found again under “My games”.") : say("The table waits for you: it is found again under “My games”.")}</p>
    </li>
    ${
      may.leave &&
      html`<li>
      <button onClick=${leave}>${say("Let a bot play for me")}</button>
      <p>${say("The others play on at once, and you can take your chair back at any time.")}</p>
    </li>`
    }
    ${
      may.resign &&
      html`<li>
      ${
        sure
          ? html`<span class="line"><button class="main" onClick=${resign}>${say("Yes, I give up")}</button><button onClick=${() => ask(false)}>${say("No")}</button></span>`
          : html`<button onClick=${() => ask(true)}>${say("Give the game up")}</button>`
      }
      <p>${say("The other side has won then.")}</p>
    </li>`
    }
  </ul>`;
}

export const Leave = () =>
  html`<${Dialog} name="leave" title=${say("Leave the table")}>${dialog.value === "leave" && now.value && html`<${Ways} />`}<//>`;
