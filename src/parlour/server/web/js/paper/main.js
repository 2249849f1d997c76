/** Help for a game that lies on a real table: set its pieces up here, then ask, roll and count with us. */

import { openTable } from "../home/opening.js";
import { asError, boardAddress, get, post, read } from "../lib/api.js";
import { nameTab, Page, Problem } from "../lib/page.js";
import { html, render, signal, useEffect, useState } from "../lib/ui.js";
import { language, say, wordsReady } from "../lib/words.js";
import { Picture } from "./picture.js";

const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const asked = new URLSearchParams(location.search);
const variant = asked.get("board") ?? "";
const options = Object.fromEntries((asked.get("options") ?? "").split(",").flatMap((o) => (o.includes("=") ? [o.split("=", 2)] : [])));

const card = signal(/** @type {import("../protocol.js").GameCard | null} */ (null));
const board = signal(/** @type {import("../protocol.js").Board | null} */ (null));
const placed = signal(/** @type {import("../protocol.js").Placed | null} */ (null));
const held = signal(/** @type {{seat: number, space: string} | null} */ (null)); // the piece in the hand
const problem = signal(/** @type {Error | null} */ (null));

/** @param {Record<string, unknown>} wish */
async function place(wish) {
  try {
    const now = placed.value;
    const same = now ? { position: now.position, board: variant } : { board: variant, options };
    placed.value = await post(`/api/games/${encodeURIComponent(game)}/place`, { ...same, ...wish });
    problem.value = null;
  } catch (error) {
    problem.value = asError(error);
  }
  held.value = null;
}

/** @param {number} players */
const begin = (players) => {
  placed.value = null;
  return place({ players });
};

async function fetchAll() {
  try {
    const cards = /** @type {import("../protocol.js").GameCard[]} */ (await read("/api/games"));
    card.value = cards.find((c) => c.id === game) ?? null;
    board.value = await get(boardAddress(game, variant));
    if (!placed.value && card.value) await begin(Number(asked.get("players")) || card.value.seats[0]);
  } catch (error) {
    problem.value = asError(error);
  }
}

/** A touch on a piece takes it, the next one sets it down. @param {string} space @param {number | null} seat  whose piece was touched */
function touch(space, seat) {
  const hand = held.value;
  if (hand) place({ seat: hand.seat, pick: hand.space, drop: space });
  else if (seat !== null) held.value = { seat, space };
}

function Help() {
  useEffect(() => {
    fetchAll();
  }, [language.value]);
  const about = card.value;
  useEffect(() => {
    if (about) nameTab(say("{game} on paper", { game: about.title }));
  }, [about]);
  if (!about || !placed.value || !board.value) {
    return html`<${Page}><${Problem} problem=${problem.value} />${!problem.value && html`<p role="status" class="soft">${say("One moment…")}</p>`}<//>`;
  }
  const hand = held.value;
  return html`
    <${Page}>
      <div class="paper">
        <h1>${say("{game} on paper", { game: about.title })}</h1>
        <p class="soft">${say("Set the pieces as they stand on your table: touch one, then where it goes. Go on from there: the table keeps the score, rolls dice where a game has any and says with its clause why something is not allowed.")} <a href=${`/rules/${game}`}>${say("Rules")}</a></p>
        <${Picture} text=${placed.value.picture} looks=${board.value.looks} held=${hand} onTouch=${touch} />
        <${Beside} />
        <p role="status" class="asks">${hand ? say("In your hand: {piece}. Touch where it goes.", { piece: nameOf(hand) }) : placed.value.asks}</p>
        <${Problem} problem=${problem.value} />
        <${ByName} />
        <${AsText} />
        <${GoOn} about=${about} />
      </div>
    <//>`;
}

/** What lies beside the board: pieces to be taken from there, and where one in the hand can go. */
function Beside() {
  const now = placed.value;
  if (!now?.supply.length) return null;
  const hand = held.value;
  /** @param {number} seat */
  const take = (seat) => {
    held.value = { seat, space: "" };
  };
  return html`
    <p class="beside">
      ${now.supply.map((seat) => html`<button key=${seat} type="button" class="small" aria-pressed=${hand?.seat === seat && !hand.space} onClick=${() => take(seat)}>${say("{seat}: beside the board", { seat: board.value?.looks[seat]?.name ?? "" })}</button> `)}
      ${hand?.space && html`<button type="button" class="small" onClick=${() => touch("", null)}>${say("Take it off the board")}</button>`}
    </p>`;
}

/** @param {{seat: number, space: string}} piece */
const nameOf = (piece) =>
  placed.value?.pieces.find((p) => p.seat === piece.seat && p.space === piece.space)?.label ?? board.value?.looks[piece.seat]?.name ?? "";

/** The same without a pointer: a piece and a place from lists. */
function ByName() {
  const now = placed.value;
  const [from, pick] = useState("");
  const [to, drop] = useState("");
  if (!now || !board.value) return null;
  /** @type {Map<string, string>} */
  const pieces = new Map(now.pieces.map((p) => [`${p.seat} ${p.space}`, p.label]));
  for (const chair of now.supply) pieces.set(`${chair} `, say("{seat}: beside the board", { seat: board.value.looks[chair]?.name ?? "" }));
  const chosen = pieces.has(from) ? from : ([...pieces.keys()][0] ?? "");
  const spaces = Object.entries(board.value.spaces);
  /** @param {Event} event */
  const put = (event) => {
    event.preventDefault();
    const [seat, space] = [chosen.slice(0, chosen.indexOf(" ")), chosen.slice(chosen.indexOf(" ") + 1)];
    place({ seat: Number(seat), pick: space, drop: to });
  };
  return html`
    <details class="panel">
      <summary><h2>${say("By name")}</h2></summary>
      <form onSubmit=${put}>
        <label class="field">${say("Piece")}
          <select value=${chosen} onChange=${(e) => pick(e.target.value)}>${[...pieces].map(([key, label]) => html`<option key=${key} value=${key}>${label}</option>`)}</select>
        </label>
        <label class="field">${say("Goes to")}
          <select value=${to} onChange=${(e) => drop(e.target.value)}>
            <option value="">${say("beside the board")}</option>
            ${spaces.map(([id, s]) => html`<option key=${id} value=${id}>${placeName(s)}</option>`)}
          </select>
        </label>
        <p><button>${say("Set it down")}</button></p>
      </form>
    </details>`;
}

/** What no piece shows, such as points, chips, cards and a throw: the whole position in its own words. */
function AsText() {
  const now = placed.value;
  const [text, write] = useState(/** @type {string | null} */ (null));
  const [wrong, tell] = useState(/** @type {Error | null} */ (null));
  useEffect(() => write(null), [now]);
  if (!now) return null;
  /** @param {Event} event */
  const put = async (event) => {
    event.preventDefault();
    tell(null);
    try {
      await place({ position: JSON.parse(text ?? written(now.position)) });
    } catch {
      tell(new Error(say("This cannot be read: a comma, a bracket or a quotation mark is missing or too many.")));
    }
  };
  return html`
    <details class="panel">
      <summary><h2>${say("Points, cards and all else, as text")}</h2></summary>
      <form onSubmit=${put}>
        <label class="field">${say("The position")}
          <textarea rows="14" spellcheck="false" autocomplete="off" value=${text ?? written(now.position)} onInput=${(e) => write(e.target.value)}></textarea>
        </label>
        <${Problem} problem=${wrong} />
        <p><button>${say("Take it over")}</button></p>
      </form>
    </details>`;
}

/** A line for each thing that is said. @param {Record<string, unknown>} position */
const written = (position) =>
  `{\n${Object.entries(position)
    .map(([key, value]) => ` ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(",\n")}\n}`;

/** @param {import("../protocol.js").BoardSpace} space */
const placeName = (space) => [space.label, [...new Set(space.called.filter(Boolean))].join("/")].filter(Boolean).join(" · ");

/** @param {{about: import("../protocol.js").GameCard}} props */
function GoOn({ about }) {
  const now = placed.value;
  const [dice, choose] = useState("typed");
  const [trouble, tell] = useState(/** @type {Error | null} */ (null));
  if (!now) return null;
  /** @param {Event} event */
  const open = async (event) => {
    event.preventDefault();
    tell(null);
    try {
      const seats = now.chairs.map(() => /** @type {import("../home/opening.js").Wish} */ ({ kind: "device" }));
      const opened = await openTable(null, { start: now.code, seats, ...(about.dice ? { dice } : {}) });
      location.assign(opened.link);
    } catch (error) {
      tell(asError(error));
    }
  };
  return html`
    <form class="panel goon" onSubmit=${open}>
      ${
        about.seats.length > 1 &&
        html`<label class="field">${say("Players")}
        <select value=${String(now.chairs.length)} onChange=${(e) => begin(Number(e.target.value))}>${about.seats.map((n) => html`<option key=${n} value=${n} selected=${n === now.chairs.length}>${n}</option>`)}</select>
      </label>`
      }
      <label class="field">${say("Whose turn it is")}
        <select value=${String(now.turn)} onChange=${(e) => place({ turn: Number(e.target.value) })}>${now.chairs.map((c) => html`<option key=${c} value=${c} selected=${c === now.turn}>${board.value?.looks[c]?.name}</option>`)}</select>
      </label>
      ${
        about.dice &&
        html`<label class="field">${say("Dice")}
        <select value=${dice} onChange=${(e) => choose(e.target.value)}>
          <option value="typed">${say("Real dice, typed in")}</option>
          <option value="checkable">${say("The table rolls")}</option>
        </select>
      </label>`
      }
      <${Problem} problem=${trouble} />
      <p><button class="main" disabled=${now.over}>${say("Go on from here")}</button></p>
    </form>`;
}

await wordsReady();
render(html`<${Help} />`, document.getElementById("app"));
