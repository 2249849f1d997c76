/** Whose turn it is and what is asked, who sits here, what fell, and what else one can do. */

import { Dice } from "../lib/dice.js";
import { corners, joined } from "../lib/svg.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Chip } from "./forms.js";
import { command, sending, undo, undoer } from "./hand.js";
import { rolled } from "./stage.js";
import { called, game, mine, nameOf, past, people, sitter, theFrame, theNow } from "./state.js";
import { toNow } from "./time.js";

/** A seat's mark: shape, letter and colour. @param {{of: import("./state.js").Sitter | null | undefined}} props */
export function Mark({ of }) {
  if (!of) return null;
  const points = corners(of.shape, 36, 20, 20);
  return html`<svg class="mark parlour" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <g class=${`piece ${of.paint}`}>
      <g class="token">${points ? html`<polygon points=${joined(points)} />` : html`<circle cx="20" cy="20" r="16.5" />`}</g>
      <text x="20" y=${of.shape === "triangle" ? 28 : 26} font-size="16">${of.letter}</text>
    </g>
  </svg>`;
}

/** One line that always says what is going on. */
export function Banner() {
  const f = theFrame();
  const own = called.value;
  const who = f.over || f.turn === null ? null : sitter(own ? f.you : f.turn);
  if (past.value) {
    return html`<div class="banner looking-back">
      <p class="asks">${say("Looking back: moment {ply} of {last}.", { ply: f.ply, last: theNow().ply })}</p>
      <button class="main small" onClick=${toNow}>${say("Back to now")}</button>
    </div>`;
  }
  const shared = own && mine.value.length > 1 && who?.name;
  return html`<div class=${`banner ${own ? "own" : ""} ${f.over ? "over" : ""}`}>
    <${Mark} of=${who} />
    <p class="asks">
      ${own && html`<strong>${shared ? say("{name}, it is your turn.", { name: nameOf(f.you) }) : say("Your turn.")}</strong> `}
      ${f.over ? ending(f) : f.asks}
    </p>
  </div>`;
}

/** How it ended. @param {import("./state.js").Frame} f */
export function ending(f) {
  const names = f.winners.map(nameOf);
  if (!names.length || names.length === people.value.length) return say("The game is a draw.");
  if (f.you !== null && f.winners.includes(f.you)) {
    return names.length > 1
      ? say("You have won, together with {names}!", { names: names.filter((n) => n !== nameOf(f.you)).join(", ") })
      : say("You have won!");
  }
  return names.length > 1 ? say("{names} have won.", { names: names.join(", ") }) : say("{names} has won.", { names: names[0] });
}

export function People() {
  const f = theNow();
  const acting = new Set(f.over ? f.winners : f.actors.length ? f.actors : [f.turn]);
  return html`<section class="people" aria-label=${say("Who plays")}>
    <ul>
      ${people.value.map(
        (
          p,
        ) => html`<li key=${p.chair} class=${`${acting.has(p.chair) ? "acting" : ""} ${p.here ? "" : "away"}`} aria-current=${acting.has(p.chair) ? "true" : undefined}>
        <${Mark} of=${p} />
        <span class="who"><span class="name">${nameOf(p.chair)}</span><span class="kind">${about(p, f)}</span></span>
      </li>`,
      )}
    </ul>
    ${people.value.map((p) => html`<${Gone} key=${p.chair} of=${p} />`)}
  </section>`;
}

/** @param {import("./state.js").Sitter} p @param {import("./state.js").Frame} f */
function about(p, f) {
  const said = [];
  if (f.over && f.winners.includes(p.chair)) said.push(say("winner"));
  if (mine.value.includes(p.chair)) said.push(mine.value.length > 1 ? say("here") : say("you"));
  if (p.left) said.push(say("a bot plays"));
  else if (p.kind === "bot") said.push(botName(p.level));
  else if (!p.here) said.push(say("away"));
  if (p.name) said.push(p.colour);
  return said.join(" · ");
}

/** How strong a bot is, by the name its level has. @param {string} level */
function botName(level) {
  const known = (game.value?.levels ?? []).find((l) => String(l.level) === String(level));
  return known || level ? say("bot: {level}", { level: known?.name ?? level }) : say("bot");
}

/** Somebody left, or came back to a chair that a bot holds. @param {{of: import("./state.js").Sitter}} props */
function Gone({ of }) {
  const own = mine.value.includes(of.chair);
  if (own && theNow().may.come_back && theNow().you === of.chair) {
    return html`<div class="note gone">
      <p>${say("A bot plays for you.")}</p>
      <button class="main small" onClick=${() => command({ do: "come_back" })}>${say("Take my chair back")}</button>
    </div>`;
  }
  if (own || of.here || of.kind === "bot" || !of.may_be_replaced || theNow().you === null) return null;
  return html`<div class="note gone">
    <p>${say("{name} has left.", { name: nameOf(of.chair) })}</p>
    <button class="small" onClick=${() => command({ do: "take_over", chair: of.chair })}>${say("Let a bot play")}</button>
  </div>`;
}

/** The dice seen last. */
export function DiceBox() {
  const shown = rolled.value;
  if (!shown?.faces?.length) return null;
  const who = shown.by === null ? null : sitter(shown.by);
  return html`<div class="dice-box">
    <${Dice} faces=${shown.faces} seq=${shown.seq} still=${Boolean(past.value)} />
    <p class="dice-text"><${Mark} of=${who} /><span>${shown.text}</span></p>
  </div>`;
}

/** Cards and chips of the one who looks. */
export function Held() {
  const { held } = theFrame();
  if (!held.length) return null;
  const cards = held.filter((h) => h.kind === "card");
  const chips = held.filter((h) => h.kind === "chip");
  return html`<section class="held" aria-label=${say("In your hand")}>
    ${cards.map((c, i) => html`<span class="held-card" key=${i}>${c.text}${(c.count ?? 1) > 1 ? ` ×${c.count}` : ""}</span>`)}
    <span class="held-chips">
      ${chips.map((c) => html`<span class="held-chip" key=${c.colour}><${Chip} colour=${c.colour} worth=${c.worth} /><span>${c.count ?? 1} <span class="visually-hidden">${c.text}</span></span></span>`)}
    </span>
  </section>`;
}

/** How things stand. */
export function Standing() {
  const { status } = theFrame();
  if (!status.length) return null;
  return html`<section class="standing" aria-label=${say("How things stand")}>
    <ul>${status.map((text) => html`<li key=${text}>${text}</li>`)}</ul>
  </section>`;
}

/** What the table is asked to agree to. */
function Pending() {
  const asked = theNow().pending;
  if (!asked) return null;
  const { answer } = theNow().may;
  return html`<div class="note pending" role="status">
    <p>${asked.text}</p>
    ${
      answer
        ? html`<div class="line">
          <button class="main small" onClick=${() => command({ do: "answer", yes: true })}>${say("Yes")}</button>
          <button class="small" onClick=${() => command({ do: "answer", yes: false })}>${say("No")}</button>
        </div>`
        : asked.waits_for.length > 0 &&
          html`<p class="soft">${say("Waiting for {names}.", { names: asked.waits_for.map(nameOf).join(", ") })}</p>`
    }
  </div>`;
}

/** Buttons for what is not a move. */
export function Actions() {
  const { may } = theNow();
  if (past.value) return null;
  const back = undoer();
  return html`<div class="actions">
    <${Pending} />
    ${
      (back || may.draw) &&
      html`<div class="line">
      ${back && html`<button class="small" aria-keyshortcuts="u" aria-disabled=${sending.value} onClick=${undo}>${back.how === "ask" ? say("Ask to undo") : say("Undo")}</button>`}
      ${may.draw && html`<button class="small" onClick=${() => command({ do: "draw" })}>${say("Offer a draw")}</button>`}
    </div>`
    }
  </div>`;
}
