/** House rules: switches and choices in plain language, each with the clause it changes. */

import { ClauseLink } from "../lib/page.js";
import { html, useId } from "../lib/ui.js";
import { say } from "../lib/words.js";

/** @typedef {import("../protocol.js").GameOption} Option */

/**
 * @param {{game: import("../protocol.js").GameCard, players: number, options: Record<string, unknown>, onChange: (options: Record<string, unknown>) => void}} props
 */
export function HouseRules({ game, players, options, onChange }) {
  const teams = new Set(game.teams.filter((t) => t.players === players).map((t) => t.option));
  const first = game.options.filter((o) => teams.has(o.name));
  const rest = game.options.filter((o) => !teams.has(o.name));
  /** @param {Option} option @param {string | number} value */
  const set = (option, value) => {
    /** @type {Record<string, unknown>} */
    const next = { ...options, [option.name]: value };
    if (value === option.default) delete next[option.name];
    onChange(next);
  };
  const changed = Object.keys(options).length;
  const rules = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const lab = `/lab?${new URLSearchParams({ game: game.id, players: String(players) })}&set=&set=${encodeURIComponent(rules.join(","))}`;
  /** @param {Option} option */
  const row = (option) =>
    html`<${House} key=${option.name} game=${game} players=${players} option=${option} value=${options[option.name] ?? option.default} onChange=${(v) => set(option, v)} />`;
  return html`
    ${first.length > 0 && html`<section class="panel" aria-labelledby="teams"><h2 id="teams">${say("Teams")}</h2><ul class="rules">${first.map(row)}</ul></section>`}
    ${
      rest.length > 0 &&
      html`
      <details class="panel">
        <summary><h2>${say("House rules")}</h2> <span class="soft">${changed === 0 ? say("as printed") : changed === 1 ? say("one changed") : say("{n} changed", { n: changed })}</span></summary>
        <p class="soft">${say("Everything here is set to the printed rules. The link beside each rule leads to the clause it changes.")}</p>
        ${changed > 0 && html`<button type="button" class="small" onClick=${() => onChange({})}>${say("Back to the printed rules")}</button>`}
        ${changed > 1 && html`<p class="soft">${say("What these do together has not been measured here.")} <a href=${lab} target="_blank" rel="noopener">${say("Ask the lab")}</a></p>`}
        <ul class="rules">${rest.map(row)}</ul>
      </details>`
    }`;
}

/** @param {{game: import("../protocol.js").GameCard, players: number, option: Option, value: any, onChange: (value: string | number) => void}} props */
export function House({ game, players, option, value, onChange }) {
  const id = useId();
  const clause = html`<${ClauseLink} game=${game.id} id=${option.clause} />`;
  const mark = value === option.default ? "" : "changed";
  const effect = value === option.default ? "" : (option.effects[String(value)] ?? say("What this does has not been measured here."));
  const does = effect && html`<p class="soft effect">${effect}</p>`;
  if (option.switch) {
    const on = value === "yes";
    return html`
      <li class=${mark}>
        <label class="row switch"><input type="checkbox" role="switch" checked=${on} onChange=${(e) => onChange(e.target.checked ? "yes" : "no")} /><span>${option.words}</span></label>
        ${clause}
        ${does}
      </li>`;
  }
  if (!option.choices.length) {
    return html`
      <li class=${mark}>
        <label class="field" for=${id}>${option.words}</label>
        <input id=${id} type="number" inputmode="numeric" min="0" max=${option.most} value=${value} onChange=${(e) => onChange(Math.max(0, Math.min(option.most, Math.round(Number(e.target.value) || 0))))} />
        ${clause}
        ${does}
      </li>`;
  }
  /** @param {string} choice */
  const fits = (choice) => !option.needs[choice] || option.needs[choice].includes(players);
  return html`
    <li class=${mark}>
      <label class="field" for=${id}>${option.words}</label>
      <select id=${id} value=${value} onChange=${(e) => onChange(e.target.value)}>
        ${option.choices.map((c, i) => fits(c) && html`<option key=${c} value=${c}>${i === 0 ? say("{choice} (printed)", { choice: option.choice_words[i] }) : option.choice_words[i]}</option>`)}
      </select>
      ${clause}
      ${does}
    </li>`;
}
