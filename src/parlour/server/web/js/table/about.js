/** About this table: what was agreed, the record, the dice, links for others, and how the game went. */

import { asError, get } from "../lib/api.js";
import { clockRules } from "../lib/clockwords.js";
import { checkDice } from "../lib/fair.js";
import { save } from "../lib/saving.js";
import { talkRules } from "../lib/talkwords.js";
import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { ask, command, faultOf, refuse } from "./hand.js";
import { dialog } from "./keys.js";
import { usePosition } from "./position.js";
import { Review } from "./reviewed.js";
import { changeKey, keys } from "./seatkey.js";
import { game, kept, log, mine, people, promised, theNow } from "./state.js";
import { TalkRules } from "./talkrules.js";
import { address, key, linkTo } from "./time.js";

/** @typedef {import("../lib/ui.js").Sent} Sent */

/** @returns {Promise<string>} */
const record = () => get(address("/record"), { token: key() });

async function download() {
  try {
    save(new Blob([await record()], { type: "application/jsonl" }), `${theNow().game}.parlour`);
  } catch (problem) {
    refuse({ text: asError(problem).message }, null);
  }
}

/** Is anything left to chance here: by the game itself, or because a house rule lets lots be drawn? */
const rolls = () => game.value?.dice || log.value.some((event) => event.kind === "roll");

/** What a check of the dice says, in a sentence. @param {import("../lib/fair.js").Verdict} found */
function verdict(found) {
  const { rolls, told, due, at } = found;
  if (found.kind === "proved") return say("Proved in this browser: {rolls:roll|rolls}, all as the promised secret gives them.", { rolls });
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

/** The link of the own seat, for another device; and another one, should somebody else have it. */
function OwnLink() {
  const session = keys();
  const { you } = theNow();
  const [said, tell] = useState("");
  if (!session || you === null || mine.value.length !== 1 || session.tokens.length !== 1) return null;
  const change = async () => {
    const answer = await changeKey(session, you);
    tell(answer.ok ? say("The old link opens nothing any more.") : faultOf(answer).text);
  };
  const link = new URL(linkTo(theNow().table), location.href).href;
  return html`<div class="line own-link">
    <label for="own-link">${say("Your seat on another device")}</label>
    <input id="own-link" type="text" readonly value=${link} onFocus=${(/** @type {Sent} */ e) => e.target.select()} />
    <button class="small" onClick=${change}>${say("Change my link")}</button>
    <p class="said" role="status">${said}</p>
  </div>`;
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
    agreed.chosen && say("The game began from a chosen position."),
    agreed.undo && undoWords()[agreed.undo],
    agreed.dice && rolls() && diceWords()[agreed.dice],
    agreed.takeover_minutes === null
      ? say("A bot may take a chair that was left, when all others agree.")
      : say("A bot may take a chair that was left after {minutes:minute|minutes}.", { minutes: agreed.takeover_minutes }),
  ];
  const known = new Map((game.value?.options ?? []).map((o) => [o.name, o]));
  const changed = Object.entries(agreed.options ?? {}).filter(([name, value]) => known.has(name) && known.get(name)?.default !== value);
  return html`<ul>
    ${told.filter(Boolean).map((text) => html`<li key=${text}>${text}</li>`)}
    ${talkRules(agreed.talk, agreed.watchers_talk).map((text) => html`<li key=${text}>${text}</li>`)}
    ${clockRules(theNow().clock).map((text) => html`<li key=${text}>${text}</li>`)}
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

/** How long this table is here; told before it goes. */
function KeptFor() {
  const f = theNow();
  const days = f.over || f.agreed.closed ? kept.value.finished : kept.value.unfinished;
  if (!days) return null;
  const when =
    days === 1
      ? say("This table is deleted a day after somebody last opened it.")
      : say("This table is deleted {days} days after somebody last opened it.", { days });
  return html`<p class="soft">${when} ${say("A record that you have downloaded is yours for ever.")}</p>`;
}

export function AboutTable() {
  const f = theNow();
  const open = people.value.filter((p) => p.kind === "person" && !p.here && !mine.value.includes(p.chair));
  const position = usePosition();
  return html`<div class="about">
    <${Review} />
    <h3>${say("What was agreed")}</h3>
    <${Agreed} />
    <${TalkRules} />
    <${Rename} />
    <${OwnLink} />
    <${OwnSecret} />
    <h3>${rolls() ? say("Dice and record") : say("Record")}</h3>
    ${f.may.record ? html`<p><button class="small" onClick=${download}>${say("Download the record")}</button></p>` : html`<p class="soft">${say("The record can be downloaded after the game.")}</p>`}
    <${KeptFor} />
    ${f.may.record && rolls() && html`<${CheckDice} />`}
    ${position && html`<p><a href=${position}>${say("This position by itself")}</a></p>`}
    <p><button class="small" onClick=${() => (dialog.value = "share")}>${say("Share")}</button></p>
    ${f.may.host && open.length > 0 && html`<h3>${say("Invite")}</h3><ul class="invites">${open.map((p) => html`<${Invite} key=${p.chair} chair=${p} />`)}</ul>`}
    <p><a href="/">${say("Another game")}</a></p>
  </div>`;
}
