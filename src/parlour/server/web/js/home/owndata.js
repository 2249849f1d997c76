/** Everything that this browser keeps for Parlour: to be taken along, or deleted. */

import { save } from "../lib/saving.js";
import { allKept, dropAll } from "../lib/storage.js";
import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";

const everything = () => Object.fromEntries(Object.entries(allKept()).map(([key, text]) => [key, readable(text)]));

/** @param {string} text */
function readable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {{gone: () => void}} props */
export function OwnData({ gone }) {
  const [sure, ask] = useState(false);
  const [said, tell] = useState("");
  const take = () => save(new Blob([JSON.stringify(everything(), null, 1)], { type: "application/json" }), "parlour-my-games.json");
  const erase = () => {
    dropAll();
    ask(false);
    tell(say("Deleted. This browser knows nothing of your games any more."));
    gone();
  };
  return html`<section aria-labelledby="own-data">
    <h2 id="own-data">${say("What this browser keeps")}</h2>
    <p>${say("Your tables with their links, results, your name and your settings: here, and nowhere else. Whoever has a link has the seat, so keep the file to yourself.")}</p>
    <div class="line">
      <button type="button" onClick=${take}>${say("Save it as a file")}</button>
      ${
        sure
          ? html`<button type="button" class="main" onClick=${erase}>${say("Yes, delete everything")}</button><button type="button" onClick=${() => ask(false)}>${say("No")}</button>`
          : html`<button type="button" onClick=${() => ask(true)}>${say("Delete everything")}</button>`
      }
    </div>
    ${sure && html`<p class="warning">${say("Tables that go on can then be found only by a link that you kept elsewhere.")}</p>`}
    <p role="status">${said}</p>
  </section>`;
}
