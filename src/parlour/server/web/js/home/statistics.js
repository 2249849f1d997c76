/** What came of the games of this browser, by game: wins by level, luck, and what one gets wrong again and again. */

import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { levelName } from "./standing.js";

/** @typedef {import("../lib/known.js").Known} Known */
/** @typedef {import("../protocol.js").GameCard} GameCard */

const TYPICAL = 3; // kinds of mistakes that are named

/** How a game ended for this browser. @param {Known} of @returns {{kind: "won" | "lost" | "drawn" | "watched", text: string}} */
export function resultOf(of) {
  const [mine, winners] = [of.mine ?? [], of.winners ?? []];
  if (!winners.length) return { kind: "drawn", text: say("a draw") };
  if (!mine.length || mine.length === of.people?.length) {
    const names = (of.people ?? []).filter((p) => winners.includes(p.chair)).map((p) => p.name || p.colour);
    return { kind: "watched", text: names.length ? say("won by {names}", { names: names.join(", ") }) : say("finished") };
  }
  return winners.some((c) => mine.includes(c)) ? { kind: "won", text: say("won") } : { kind: "lost", text: say("lost") };
}

/** Against whom: the strongest bot, or people. @param {Known} of */
function against(of) {
  const others = (of.people ?? []).filter((p) => !(of.mine ?? []).includes(p.chair));
  if (others.some((p) => p.kind === "person")) return "people";
  const levels = others.map((p) => p.level).sort((a, b) => Number(b) - Number(a) || a.localeCompare(b));
  return levels[0] ?? "";
}

/** @param {Known[]} some */
const shareWon = (some) => `${some.filter((t) => resultOf(t).kind === "won").length} / ${some.length}`;

/** @param {number[]} some */
const mean = (some) => Math.round((100 * some.reduce((sum, n) => sum + n, 0)) / some.length);

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : String(n));

/** What a bot would rather have done, most costly in all first. @param {Known[]} some */
function typical(some) {
  /** @type {Map<string, {count: number, cost: number, example: string}>} */
  const kinds = new Map();
  for (const { reason, cost, text, better } of some.flatMap((t) => t.account?.mistakes ?? [])) {
    const known = kinds.get(reason) ?? { count: 0, cost: 0, example: say("“{move}” where better was: {better}", { move: text, better }) };
    kinds.set(reason, { ...known, count: known.count + 1, cost: known.cost + cost });
  }
  return [...kinds].sort(([, a], [, b]) => b.cost - a.cost).slice(0, TYPICAL);
}

/** @param {{game: GameCard | undefined, title: string, played: Known[]}} props */
function OfGame({ game, title, played }) {
  const kinds = new Map();
  for (const t of played) kinds.set(against(t), [...(kinds.get(against(t)) ?? []), t]);
  /** @param {string} kind */
  const called = (kind) => (kind === "people" ? say("people") : levelName(game, kind));
  const judged = played.flatMap((t) => (t.account ? [t.account] : []));
  const wrong = typical(played);
  return html`<article class="panel">
    <h3>${title}</h3>
    <table>
      <thead><tr><th scope="col">${say("Against")}</th><th scope="col">${say("Won")}</th></tr></thead>
      <tbody>
        ${[...kinds].map(([kind, some]) => html`<tr key=${kind}><th scope="row">${called(kind)}</th><td>${shareWon(some)}</td></tr>`)}
        <tr class="sum"><th scope="row">${say("All")}</th><td>${shareWon(played)}</td></tr>
      </tbody>
    </table>
    ${
      judged.length > 0 &&
      html`<p>${say("On average luck {luck} and skill {skill} a game, in hundredths of a win.", {
        luck: signed(mean(judged.map((a) => a.luck))),
        skill: signed(mean(judged.map((a) => a.skill))),
      })}</p>`
    }
    ${
      wrong.length > 0 &&
      html`<h4>${say("What you overlook most")}</h4>
      <ul>${wrong.map(([reason, { count, cost, example }]) => html`<li key=${reason}>${count > 1 ? say("{count} times, {cost:hundredth|hundredths}:", { count, cost: Math.round(cost * 100) }) : say("{cost:hundredth|hundredths}:", { cost: Math.round(cost * 100) })} ${reason} <span class="soft">${example}</span></li>`)}</ul>`
    }
  </article>`;
}

/** @param {{tables: Known[], games: GameCard[]}} props */
export function Statistics({ tables, games }) {
  const own = tables.filter((t) => ["won", "lost", "drawn"].includes(resultOf(t).kind) && t.mine?.length);
  if (!own.length) return null;
  const ids = [...new Set(own.map((t) => t.game))];
  return html`<section aria-labelledby="statistics">
    <h2 id="statistics">${say("How I play")}</h2>
    <div class="statistics">
      ${ids.map((id) => {
        const game = games.find((g) => g.id === id);
        return html`<${OfGame} key=${id} game=${game} title=${game?.title ?? id} played=${own.filter((t) => t.game === id)} />`;
      })}
    </div>
  </section>`;
}
