/** About this table: what was agreed, the record, the dice, links for others, and how the game went. */

import { asError, get } from "../lib/api.js";
import { checkDice } from "../lib/fair.js";
import { html, signal, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { ask, command, faultOf, refuse } from "./hand.js";
import { Review } from "./review.js";
import { game, mine, people, theNow } from "./state.js";
import { address, key } from "./time.js";

/** @typedef {import("../lib/ui.js").Sent} Sent */

/** The promise that the dice made when this page first saw the table: later it must still be the same. */
export const promised = signal(/** @type {string | null} */ (null));

/** @returns {Promise<string>} */
const record = () => get(address("/record"), { token: key() });

async function download() {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await record()], { type: "application/jsonl" }));
    link.download = `${theNow().game}.parlour`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (problem) {
    refuse({ text: asError(problem).message }, null);
  }
}

/** What a check of the dice says, in a sentence. @param {import("../lib/fair.js").Verdict} found */
function verdict(found) {
  const { rolls, told, due, at } = found;
  if (found.kind === "proved") return say("Proved in this browser: all {rolls} rolls are as the promised secret gives them.", { rolls });
  if (found.kind === "unfinished") return say("The secret of the dice is shown when the game is over; then every roll can be checked.");
  if (found.kind === "typed") return say("The dice were real ones, typed in by the players; about them there is nothing to prove.");
  if (found.kind === "seeded") return say("These dice come from a known seed; they are for practice, not for proof.");
  if (found.kind === "nothing") return say("Nothing was rolled.");
  if (found.why === "promise") return say("Not proved: the secret is not the one that was promised.");
  if (found.why === "changed") return say("Not proved: the promise is another one than at the beginning.");
  if (found.why === "tickets") return say("Not proved: the odds of roll {at} do not add up.", { at });
  return say("Not proved: event {at} says {told}, but its dice give {due}.", { at, told, due });
}

function CheckDice() {
  const [said, tell] = useState("");
  const check = async () => {
    tell(say("Checking …"));
    try {
      const [text, odds] = await Promise.all([record(), get(address("/odds"), { token: key() })]);
      tell(verdict(await checkDice(text, odds, promised.value)));
    } catch (problem) {
      tell(asError(problem).message);
    }
  };
  return html`<div>
    <button class="small" onClick=${check}>${say("Check the dice")}</button>
    <p class="said" role="status">${said}</p>
    ${promised.value && html`<p class="soft promise">${say("The promise of the dice:")} <code>${promised.value}</code></p>`}
  </div>`;
}

/** Mix something of one's own into the dice, before the first roll. */
function OwnSecret() {
  if (!theNow().may.add_secret) return null;
  /** @param {Sent} event */
  const send = (event) => {
    event.preventDefault();
    command({ do: "add_secret", text: String(new FormData(event.target).get("secret")) });
  };
  return html`<form class="line" onSubmit=${send}>
    <label for="own-secret">${say("Your own secret for the dice")}</label>
    <input id="own-secret" name="secret" type="text" autocomplete="off" required maxlength="200" />
    <button class="small">${say("Add")}</button>
  </form>`;
}

/** The host can hand out a chair that nobody has taken yet. @param {{chair: import("./state.js").Sitter}} props */
function Invite({ chair }) {
  const [link, show] = useState("");
  const get_ = async () => {
    const answer = await ask({ do: "link", chair: chair.chair });
    if (!answer.ok) refuse(faultOf(answer), null);
    else show(new URL(`/table/${theNow().table}#t=${answer.token}`, location.href).href);
  };
  const name = chair.name || chair.colour;
  return html`<li>
    <button class="small" onClick=${get_}>${say("New link for {name}", { name })}</button>
    ${link && html`<input type="text" readonly aria-label=${say("Link for {name}", { name })} value=${link} onFocus=${(e) => e.target.select()} />`}
  </li>`;
}

/** @returns {Record<string, string>} */
const undoWords = () => ({
  free: say("The last decision may be taken back."),
  agreed: say("Decisions are taken back when all agree."),
  never: say("Nothing is taken back."),
});

/** @returns {Record<string, string>} */
const diceWords = () => ({
  checkable: say("The dice can be checked after the game."),
  typed: say("Real dice: the players say what they show."),
  seeded: say("The dice follow a seed."),
});

function Agreed() {
  const { agreed } = theNow();
  const told = [
    agreed.undo && undoWords()[agreed.undo],
    agreed.dice && diceWords()[agreed.dice],
    agreed.takeover_minutes === null
      ? say("A bot may take a chair that was left, when all others agree.")
      : say("A bot may take a chair that was left after {minutes} minutes.", { minutes: agreed.takeover_minutes }),
  ];
  const known = new Map((game.value?.options ?? []).map((o) => [o.name, o]));
  const changed = Object.entries(agreed.options ?? {}).filter(([name, value]) => known.has(name) && known.get(name)?.default !== value);
  return html`<ul>
    ${told.filter(Boolean).map((text) => html`<li key=${text}>${text}</li>`)}
    ${changed.map(([name, value]) => html`<li key=${name}>${known.get(name)?.words}: ${String(value)}</li>`)}
  </ul>`;
}

function Rename() {
  if (theNow().you === null) return null;
  const own = people.value.find((p) => p.chair === theNow().you);
  /** @param {Sent} event */
  const send = (event) => {
    event.preventDefault();
    command({ do: "name", name: String(new FormData(event.target).get("name")) });
  };
  return html`<form class="line" onSubmit=${send}>
    <label for="own-name">${say("Your name")}</label>
    <input id="own-name" name="name" type="text" maxlength="40" autocomplete="nickname" value=${own?.name ?? ""} />
    <button class="small">${say("Change")}</button>
  </form>`;
}

export function AboutTable() {
  const f = theNow();
  const open = people.value.filter((p) => p.kind === "person" && !p.here && !mine.value.includes(p.chair));
  const position = f.code && `/open?position=${encodeURIComponent(f.code)}`;
  return html`<div class="about">
    <${Review} />
    <h3>${say("What was agreed")}</h3>
    <${Agreed} />
    <${Rename} />
    <${OwnSecret} />
    <h3>${say("Dice and record")}</h3>
    ${f.may.record ? html`<p><button class="small" onClick=${download}>${say("Download the record")}</button></p>` : html`<p class="soft">${say("The record can be downloaded after the game.")}</p>`}
    ${f.may.record && html`<${CheckDice} />`}
    ${position && html`<p><a href=${position}>${say("A link to this position")}</a></p>`}
    ${f.may.host && open.length > 0 && html`<h3>${say("Invite")}</h3><ul class="invites">${open.map((p) => html`<${Invite} key=${p.chair} chair=${p} />`)}</ul>`}
    <p><a href="/">${say("Another game")}</a></p>
  </div>`;
}
