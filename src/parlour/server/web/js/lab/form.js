/** The question: a game, who plays, and up to four sets of house rules. */

import { html, useId } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { House } from "../home/houserules.js";
import { freshGames, MOST_SETS, RANDOM, usual, usualGames } from "./question.js";
import { usualWishes, Wishes } from "./wishes.js";

const USUAL_BITES = 100; // games in which every house rule is tried

/** @typedef {import("../protocol.js").GameCard} GameCard */
/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./question.js").RuleSet} RuleSet */

/**
 * @param {{games: GameCard[], question: Question, onChange: (q: Question) => void, onGo: () => void, asking: boolean, onStop: () => void}} props
 */
export function Form({ games, question, onChange, onGo, asking, onStop }) {
  const id = useId();
  const game = games.find((g) => g.id === question.game) ?? games[0];
  /** @param {Partial<Question>} some */
  const set = (some) => onChange({ ...question, ...some });
  /** @param {number} i @param {RuleSet | null} rules */
  const replace = (i, rules) => set({ sets: question.sets.flatMap((one, at) => (at === i ? (rules ? [rules] : []) : [one])) });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    onGo();
  };
  const [seeks, bites] = [question.wishes.length > 0, question.bites > 0];
  const most = seeks ? freshGames : usualGames;
  const sets = seeks || bites ? question.sets.slice(0, 1) : question.sets;
  return html`
    <form class="lab-form" onSubmit=${send}>
      <fieldset class="lab-kind">
        <legend class="visually-hidden">${say("What shall the lab do?")}</legend>
        <label class="row"><input type="radio" name=${`${id}k`} checked=${!seeks && !bites} onChange=${() => set({ wishes: [], bites: 0, games: usualGames(question.bots) })} /><span>${say("Compare sets of rules")}</span></label>
        <label class="row"><input type="radio" name=${`${id}k`} checked=${seeks} onChange=${() => set({ wishes: usualWishes(game), bites: 0, games: freshGames(question.bots) })} /><span>${say("Search for a better set of rules")}</span></label>
        <label class="row"><input type="radio" name=${`${id}k`} checked=${bites} onChange=${() => set({ wishes: [], bites: USUAL_BITES })} /><span>${say("See which house rules matter")}</span></label>
      </fieldset>
      <div class="lab-basics">
        <label class="field" for=${`${id}g`}>${say("Game")}
          <select id=${`${id}g`} value=${game.id} onChange=${(e) => onChange(usual(games.find((g) => g.id === e.target.value) ?? games[0]))}>
            ${games.map((g) => html`<option key=${g.id} value=${g.id} selected=${g.id === game.id}>${g.title}</option>`)}
          </select>
        </label>
        <label class="field" for=${`${id}p`}>${say("Players")}
          <select id=${`${id}p`} value=${String(question.players)} onChange=${(e) => set({ players: Number(e.target.value) })}>
            ${game.seats.map((n) => html`<option key=${n} value=${String(n)} selected=${n === question.players}>${n}</option>`)}
          </select>
        </label>
        <label class="field" for=${`${id}b`}>${say("Who plays")}
          <select id=${`${id}b`} value=${question.bots} onChange=${(e) => set({ bots: e.target.value, games: most(e.target.value) })}>
            ${players(game).map(([value, words]) => html`<option key=${value} value=${value} selected=${value === question.bots}>${words}</option>`)}
          </select>
        </label>
        ${
          !bites &&
          html`<label class="field" for=${`${id}n`}>${seeks ? say("Games by each of the best sets") : say("Games by each set")}
          <input id=${`${id}n`} type="number" inputmode="numeric" min="8" max="200000" value=${question.games} onChange=${(e) => set({ games: Number(e.target.value) || most(question.bots) })} />
        </label>`
        }
      </div>
      ${seeks && html`<${Wishes} wishes=${question.wishes} onChange=${(/** @type {import("./wishes.js").Wish[]} */ wishes) => set({ wishes })} />`}
      ${seeks && html`<p class="soft">${question.vary ? say("The search begins with these rules, and may change only {rules}.", { rules: question.vary.split(",").join(", ") }) : say("The search begins with these rules, and may change any other.")}</p>`}
      <div class="lab-sets">
        ${sets.map((one, i) => html`<${Rules} key=${i} number=${i + 1} game=${game} players=${question.players} rules=${one} onChange=${(r) => replace(i, r)} only=${sets.length === 1} />`)}
      </div>
      <div class="lab-go">
        <button type="submit" class="main large">${seeks ? say("Search") : bites ? say("Try them all") : say("Play and compare")}</button>
        ${asking && html`<button type="button" onClick=${onStop}>${say("Stop")}</button>`}
        ${!seeks && !bites && question.sets.length < MOST_SETS && html`<button type="button" onClick=${() => set({ sets: [...question.sets, { options: {}, board: "" }] })}>${say("Another set of rules")}</button>`}
      </div>
    </form>`;
}

/** Who may play: at random, one level, or two levels that meet. @param {GameCard} game @returns {[string, string][]} */
function players(game) {
  /** @type {[string, string][]} */
  const levels = game.levels.map((l) => [l.level.replace("level:", ""), l.name]);
  const [weakest, strongest] = [levels[0], levels[Math.min(3, levels.length - 1)]];
  return [
    [RANDOM, say("random players")],
    ...levels,
    ...(levels.length > 1
      ? [
          /** @type {[string, string]} */ ([
            `${weakest[0]},${strongest[0]}`,
            say("{one} and {other}, mixed", { one: weakest[1], other: strongest[1] }),
          ]),
        ]
      : []),
  ];
}

/**
 * @param {{number: number, game: GameCard, players: number, rules: RuleSet, onChange: (rules: RuleSet | null) => void, only: boolean}} props
 */
function Rules({ number, game, players, rules, onChange, only }) {
  const id = useId();
  const changed = Object.keys(rules.options).length + (rules.board ? 1 : 0);
  /** @param {import("../protocol.js").GameOption} option @param {string | number} value */
  const set = (option, value) => {
    const options = { ...rules.options, [option.name]: value };
    if (value === option.default) delete options[option.name];
    onChange({ ...rules, options });
  };
  return html`
    <section class="panel" aria-labelledby=${id}>
      <h2 id=${id}>
        <span>${say("Set {number}", { number })} <span class="soft">${changed === 0 ? say("printed rules") : changed === 1 ? say("one changed") : say("{n} changed", { n: changed })}</span></span>
        ${!only && html`<button type="button" class="small quiet" aria-label=${say("Remove set {number}", { number })} onClick=${() => onChange(null)}>✕</button>`}
      </h2>
      ${
        game.boards.length > 0 &&
        html`
        <label class="field" for=${`${id}board`}>${say("Board")}
          <select id=${`${id}board`} value=${rules.board} onChange=${(e) => onChange({ ...rules, board: e.target.value })}>
            ${game.boards.map((b) => html`<option key=${b.name} value=${b.usual ? "" : b.name} selected=${rules.board === (b.usual ? "" : b.name)}>${b.title}</option>`)}
          </select>
        </label>`
      }
      ${
        game.options.length > 0 &&
        html`
        <details>
          <summary>${say("House rules")}</summary>
          <ul class="rules" tabindex="0" aria-label=${say("House rules of set {number}", { number })}>
            ${game.options.map((o) => html`<${House} key=${o.name} game=${game} players=${players} option=${o} value=${rules.options[o.name] ?? o.default} onChange=${(v) => set(o, v)} />`)}
          </ul>
        </details>`
      }
      <p class="soft">${Object.entries(rules.options)
        .map(([name, value]) => `${name}=${value}`)
        .join(", ")}</p>
    </section>`;
}
