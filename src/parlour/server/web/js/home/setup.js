/** Setting a game up: who plays, on which board, by which house rules. */

import { asError } from "../lib/api.js";
import { Problem, range } from "../lib/page.js";
import { PrintOut } from "../lib/printout.js";
import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { lastChoice } from "./choices.js";
import { ClockChoice } from "./clockset.js";
import { HouseRules } from "./houserules.js";
import { smallBoard } from "./library.js";
import { chairsOf, keepName, myName, openTable, usualLevel, usualSeats } from "./opening.js";
import { ReachNote, useReach } from "./reach.js";
import { Seats } from "./seats.js";
import { TalkChoice } from "./talkset.js";

/** @typedef {{board: string, dice: string, undo: string, takeover: string, talk: string, watchers: boolean, clock: import("./clockset.js").Clock}} Agreement */

/** @type {Agreement} */
const USUAL = { board: "", dice: "checkable", undo: "free", takeover: "3", talk: "free", watchers: false, clock: null };

/** @param {{game: import("../protocol.js").GameCard, friends: boolean}} props  with `friends`, the other chairs are theirs to begin with */
export function Setup({ game, friends }) {
  /** @typedef {import("./opening.js").Wish} Wish */
  const { players, level } = lastChoice(game);
  const begin = () => usualSeats(game, players, level).map((s, i) => /** @type {Wish} */ (i && friends ? { kind: "person" } : s));
  const [seats, seat] = useState(begin);
  const [options, option] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [table, agree] = useState(/** @type {Agreement} */ ({ ...USUAL }));
  const [problem, trouble] = useState(/** @type {Error | null} */ (null));
  const [busy, wait] = useState(false);
  /** @param {Partial<Agreement>} some */
  const change = (some) => agree({ ...table, ...some });
  const chairs = chairsOf(game, seats.length, options);

  /** @param {number} players */
  const resize = (players) => {
    const fresh = usualSeats(game, players);
    const last = seats[seats.length - 1];
    seat(fresh.map((s, i) => seats[i] ?? (last.kind === "bot" ? s : { ...last, name: "" })));
    option(fitting(game, options, players));
  };

  /** @param {Event} event */
  const open = async (event) => {
    event.preventDefault();
    if (busy) return;
    wait(true);
    trouble(null);
    keepName(seats.find((s) => s.kind === "me")?.name ?? "");
    try {
      const opened = await openTable(game, {
        seats,
        options,
        dice: table.dice,
        undo: table.undo,
        takeover_minutes: table.takeover === "agreed" ? null : Number(table.takeover),
        talk: table.talk,
        watchers_talk: table.watchers,
        clock: table.clock,
        ...(table.board ? { board: table.board } : {}),
      });
      if (opened.invites.seats.length) location.hash = `#/invite/${opened.table}`;
      else location.assign(opened.link);
    } catch (error) {
      trouble(asError(error));
    }
    wait(false);
  };

  const reach = useReach();
  const invites = seats.filter((s) => s.kind === "person").length;
  return html`
    <form class="setup" onSubmit=${open} aria-labelledby="setup">
      <p class="back"><a href="#/">${say("← All games")}</a></p>
      <h1 id="setup">${say("Set up {game}", { game: game.title })}</h1>
      <p class="soft">${game.blurb} <a href=${`/rules/${game.id}`}>${say("Rules")}</a></p>

      <section class="panel" aria-labelledby="who">
        <h2 id="who">${say("Who plays")}</h2>
        <${Presets} game=${game} seats=${seats} onChoose=${seat} />
        ${game.seats.length > 1 && html`<${Count} game=${game} count=${seats.length} onChange=${resize} />`}
        <${Seats} game=${game} seats=${seats} chairs=${chairs} onChange=${seat} teams=${teamsOf(game, seats.length, options)} />
      </section>

      ${game.boards.length > 1 && html`<${Boards} game=${game} board=${table.board} onChange=${(board) => change({ board })} />`}
      <${HouseRules} game=${game} players=${seats.length} options=${options} onChange=${option} />
      <${Agreements} game=${game} table=${table} change=${change} />

      <${Problem} problem=${problem} />
      <div class="finish">
        <button class="main large" type="submit" aria-disabled=${busy}>
          ${busy ? say("Setting up…") : invites ? say("Make the links") : say("Begin")}
        </button>
        ${invites > 0 && html`<p class="soft">${say("Next you get a link for every friend, and one for spectators.")}</p>`}
      </div>
      ${invites > 0 && html`<${ReachNote} reach=${reach} />`}
      ${game.looks[0].shape && html`<${PrintOut} game=${game.id} board=${table.board} players=${seats.length} options=${options} />`}
    </form>`;
}

/** House rules that do not fit another number of players fall back to the printed ones. @param {import("../protocol.js").GameCard} game @param {Record<string, unknown>} options @param {number} players */
function fitting(game, options, players) {
  /** @param {[string, unknown]} entry */
  const fits = ([name, choice]) => {
    const needs = game.options.find((o) => o.name === name)?.needs[String(choice)];
    return !needs || needs.includes(players);
  };
  return Object.fromEntries(Object.entries(options).filter(fits));
}

/** Which chairs play together now; null when everybody is alone. @param {import("../protocol.js").GameCard} game @param {number} players @param {Record<string, unknown>} options */
function teamsOf(game, players, options) {
  const fits = game.teams.filter((t) => t.players === players);
  const deciding = fits.find((t) => t.option && t.option in options);
  if (deciding) return fits.find((t) => options[t.option] === t.choice)?.sides ?? null;
  const overruled = game.teams.some((t) => t.option in options);
  return overruled ? null : (fits.find((t) => !t.option)?.sides ?? null);
}

/** @param {{game: import("../protocol.js").GameCard, seats: import("./opening.js").Wish[], onChoose: (seats: import("./opening.js").Wish[]) => void}} props */
function Presets({ game, seats, onChoose }) {
  /** @type {import("./opening.js").Wish} */
  const mine = { kind: "me", name: myName() };
  /** @type {[import("./opening.js").Wish, string][]} */
  const all = [
    [{ kind: "bot", level: usualLevel(game) }, say("Me against bots")],
    [{ kind: "person" }, say("Friends by link")],
    [{ kind: "device" }, say("All round this screen")],
  ];
  const kinds = new Set(seats.filter((s) => s.kind !== "me").map((s) => s.kind));
  return html`
    <div class="presets" role="group" aria-label=${say("In one go")}>
      ${all.map(
        ([one, words]) => html`<button key=${one.kind} type="button" class="small" aria-pressed=${kinds.size === 1 && kinds.has(one.kind)}
          onClick=${() => onChoose([mine, ...seats.slice(1).map(() => ({ ...one }))])}>${words}</button>`,
      )}
    </div>`;
}

/** @param {{game: import("../protocol.js").GameCard, count: number, onChange: (players: number) => void}} props */
const Count = ({ game, count, onChange }) => html`
  <fieldset class="count">
    <legend>${say("How many ({range})", { range: range(game.seats) })}</legend>
    ${game.seats.map(
      (n) => html`
      <label class="row" key=${n}>
        <input type="radio" name="count" value=${n} checked=${n === count} onChange=${() => onChange(n)} /> ${n}
      </label>`,
    )}
  </fieldset>`;

/** @param {{game: import("../protocol.js").GameCard, board: string, onChange: (board: string) => void}} props */
const Boards = ({ game, board, onChange }) => html`
  <section class="panel" aria-labelledby="board">
    <h2 id="board">${say("Board")}</h2>
    <div class="boards">
      ${game.boards.map((b) => {
        const value = b.usual ? "" : b.name;
        return html`
          <label key=${b.name} class="board">
            <input type="radio" name="board" value=${value} checked=${board === value} onChange=${() => onChange(value)} />
            <img src=${smallBoard(game, b)} alt="" width="160" height="150" loading="lazy" />
            <span>${b.usual ? say("{board} (usual)", { board: b.title }) : b.title}</span>
          </label>`;
      })}
    </div>
  </section>`;

/** @param {{game: import("../protocol.js").GameCard, table: Agreement, change: (some: Partial<Agreement>) => void}} props */
function Agreements({ game, table, change }) {
  return html`
    <details class="panel">
      <summary><h2>${game.dice ? say("Dice, undo, clocks and talk") : say("Undo, clocks and talk")}</h2></summary>
      ${
        game.dice &&
        html`
        <fieldset>
          <legend>${say("Dice")}</legend>
          <label class="row"><input type="radio" name="dice" checked=${table.dice === "checkable"} onChange=${() => change({ dice: "checkable" })} />
            <span>${say("The table rolls, and everybody can check afterwards that nothing was loaded")}</span></label>
          <label class="row"><input type="radio" name="dice" checked=${table.dice === "typed"} onChange=${() => change({ dice: "typed" })} />
            <span>${say("We roll real dice and type in what they show")}</span></label>
        </fieldset>`
      }
      <label class="field">${say("Taking a decision back")}
        <select value=${table.undo} onChange=${(e) => change({ undo: e.target.value })}>
          <option value="free">${say("free, until something new was seen")}</option>
          <option value="agreed">${say("when all agree")}</option>
          <option value="never">${say("never")}</option>
        </select>
      </label>
      <label class="field">${say("When somebody leaves, a bot may take the chair")}
        <select value=${table.takeover} onChange=${(e) => change({ takeover: e.target.value })}>
          <option value="1">${say("after one minute")}</option>
          <option value="3">${say("after three minutes")}</option>
          <option value="15">${say("after a quarter of an hour")}</option>
          <option value="1440">${say("after a day")}</option>
          <option value="agreed">${say("when all others agree")}</option>
        </select>
      </label>
      <p class="soft">${say("The bot knows what that chair knew and no more, and the chair can be taken back at any time.")}</p>
      <${ClockChoice} clock=${table.clock} onChange=${(clock) => change({ clock })} />
      <${TalkChoice} talk=${table.talk} watchers=${table.watchers} change=${change} />
    </details>`;
}
