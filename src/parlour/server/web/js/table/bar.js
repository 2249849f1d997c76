/** Whose turn it is and what is asked, who sits here, what fell, and what else one can do. */

import { Icon } from "../lib/icons.js";
import { corners, joined } from "../lib/svg.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { SeatClock } from "./clock.js";
import { command, sending, undo, undoer } from "./hand.js";
import { dialog } from "./keys.js";
import { Signs } from "./signs.js";
import { acting, called, game, mine, nameOf, now, past, people, sitter, theFrame, theNow } from "./state.js";
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

/** Has somebody at this screen won, and somebody else here not? Then nobody is told "you". @param {import("./state.js").Frame} f */
export const parted = (f) => new Set(mine.value.map((chair) => f.winners.includes(chair))).size > 1;

/** How it ended. @param {import("./state.js").Frame} f */
export function ending(f) {
  const names = f.winners.map(nameOf);
  if (!names.length || names.length === people.value.length) return say("The game is a draw.");
  if (f.you !== null && f.winners.includes(f.you) && !parted(f)) {
    return names.length > 1
      ? say("You have won, together with {names}!", { names: names.filter((n) => n !== nameOf(f.you)).join(", ") })
      : say("You have won!");
  }
  return names.length > 1 ? say("{names} have won.", { names: names.join(", ") }) : say("{names} has won.", { names: names[0] });
}

export function People() {
  const f = theNow();
  const acts = acting(f);
  return html`<section class="people" aria-label=${say("Who plays")}>
    <ul>
      ${people.value.map(
        (
          p,
        ) => html`<li key=${p.chair} class=${`${acts.has(p.chair) ? "acting" : ""} ${p.here ? "" : "away"}`} aria-current=${acts.has(p.chair) ? "true" : undefined}>
        <${Mark} of=${p} />
        <span class="who"><span class="name">${nameOf(p.chair)}</span><${Kind} of=${p} f=${f} /></span>
        <${Signs} of=${p.chair} />
        <${SeatClock} of=${p} />
      </li>`,
      )}
    </ul>
    ${people.value.map((p) => html`<${Gone} key=${p.chair} of=${p} awaited=${acts.has(p.chair) && !called.value} />`)}
  </section>`;
}

/** What is to be known of somebody, in a few words; a narrow card says the first of them. @param {{of: import("./state.js").Sitter, f: import("./state.js").Frame}} props */
function Kind({ of: p, f }) {
  const said = [];
  if (f.over && f.winners.includes(p.chair)) said.push(say("winner"));
  if (mine.value.includes(p.chair)) said.push(mine.value.length > 1 ? say("here") : say("you"));
  if (p.left) said.push(say("a bot plays"));
  else if (p.kind === "bot") said.push(botName(p.level));
  else if (!p.here) said.push(say("away"));
  if (p.pages > 1) said.push(say("{pages:page open|pages open}", { pages: p.pages }));
  const first = p.kind === "bot" && !p.left ? say("bot") : said[0];
  if (p.name) said.push(p.colour);
  return html`<span class="kind"><span class="long">${said.join(" · ")}</span><span class="brief">${first}</span><${Partner} of=${p} /></span>`;
}

/** Who plays on the same side, by their marks. @param {{of: import("./state.js").Sitter}} props */
function Partner({ of: p }) {
  const partners = people.value.filter((other) => other.side === p.side && other.chair !== p.chair);
  if (!partners.length) return null;
  const said = say("with {names}", { names: partners.map((other) => nameOf(other.chair)).join(", ") });
  return html`<span class="partner" title=${said}>
    <span aria-hidden="true">+</span>${partners.map((other) => html`<${Mark} key=${other.chair} of=${other} />`)}<span class="visually-hidden">${said}</span>
  </span>`;
}

/** How strong a bot is, by the name its level has. @param {string} level */
function botName(level) {
  const known = (game.value?.levels ?? []).find((l) => String(l.level) === String(level));
  return known || level ? say("bot: {level}", { level: known?.name ?? level }) : say("bot");
}

/** The game waits for somebody who left; or somebody came back to a chair that a bot holds. @param {{of: import("./state.js").Sitter, awaited: boolean}} props */
function Gone({ of, awaited }) {
  const own = mine.value.includes(of.chair);
  if (own && theNow().may.come_back && theNow().you === of.chair) {
    return html`<div class="note gone">
      <p>${say("A bot plays for you.")}</p>
      <button class="main small" onClick=${() => command({ do: "come_back" })}>${say("Take my chair back")}</button>
    </div>`;
  }
  if (own || !awaited || of.here || of.kind === "bot" || !of.may_be_replaced || theNow().you === null) return null;
  const name = nameOf(of.chair);
  const replaces = of.came || theNow().may.host; // a chair that still waits for its guest is the host's to give
  return html`<div class="note gone">
    <p>${of.came ? say("{name} has left.", { name }) : say("{name} has not come yet.", { name })}</p>
    ${replaces && html`<button class="small" onClick=${() => command({ do: "take_over", chair: of.chair })}>${say("Let a bot play")}</button>`}
  </div>`;
}

/** How things stand in sentences, folded away where signs on the seats' cards say it. */
export function Standing() {
  const { status, signs } = theFrame();
  if (!status.length) return null;
  const lines = html`<ul>${status.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`;
  if (Object.keys(signs).length)
    return html`<details class="standing"><summary>${say("How things stand, in words")}</summary>${lines}</details>`;
  return html`<section class="standing" aria-label=${say("How things stand")}>${lines}</section>`;
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
      ${may.draw && html`<button class="small quiet" onClick=${() => command({ do: "draw" })}>${say("Offer a draw")}</button>`}
    </div>`
    }
  </div>`;
}

/** The way to the ways out. */
export const LeaveButton = () =>
  now.value &&
  html`<button class="quiet small leave" aria-label=${now.value.may.resign ? say("Leave or resign") : say("Leave")} onClick=${() => (dialog.value = "leave")}>
    <span class="wide">${now.value.may.resign ? say("Leave or resign") : say("Leave")}</span><span class="narrow"><${Icon} name="exit" /></span>
  </button>`;
