/** A record: a file with a whole game, chosen, dropped or pasted. It is opened as a table where one can look and branch off. */

import { openTable } from "../home/opening.js";
import { asError } from "../lib/api.js";
import { Problem } from "../lib/page.js";
import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";

const MOST = 2_000_000; // characters; the server takes no more

export function FromRecord() {
  const [problem, trouble] = useState(/** @type {Error | null} */ (null));
  const [busy, wait] = useState(false);
  const [over, hover] = useState(false);

  /** @param {File | undefined} file */
  const open = async (file) => {
    if (!file) return;
    trouble(null);
    if (file.size > MOST) return trouble(new Error(say("This file is too large to be a record.")));
    wait(true);
    try {
      const opened = await openTable(null, { record: await file.text(), seats: [] });
      location.assign(opened.link);
    } catch (error) {
      trouble(asError(error));
      wait(false);
    }
    return undefined;
  };

  /** @param {DragEvent} event @param {boolean} inside */
  const drag = (event, inside) => {
    event.preventDefault();
    hover(inside);
  };
  return html`
    <section class="panel" aria-labelledby="record">
      <h2 id="record">${say("A saved game")}</h2>
      <p>${say("Look through it move by move, check its dice, or play on from any moment. Parlour saves games in files that end in .parlour.")}</p>
      <div class=${`drop ${over ? "over" : ""}`} onDragOver=${(e) => drag(e, true)} onDragLeave=${(e) => drag(e, false)}
        onDrop=${(e) => {
          drag(e, false);
          open(e.dataTransfer.files[0]);
        }}>
        <label class="button" for="file">${busy ? say("Opening…") : say("Choose a file")}</label>
        <input id="file" class="visually-hidden" type="file" accept=".parlour,.jsonl,.json,.txt" onChange=${(e) => open(e.target.files[0])} />
        <span class="soft">${say("or drop it here")}</span>
      </div>
      <${Problem} problem=${problem} />
    </section>`;
}
