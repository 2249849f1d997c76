/** What surrounds every page but the table: the bar on top with language and light, and the small print below. */

import { LookChoice } from "./looks.js";
import { Away, Notices } from "./notices.js";
import { change, settings } from "./settings.js";
import { html } from "./ui.js";
import { keepLanguage, language, LANGUAGES, say, sayParts } from "./words.js";

/** Where the visitor's own games are listed. */
export const MY_GAMES = "/#/my/games";

const THEMES = ["system", "light", "dark"];

/** @param {{where?: string, kind?: string, children: any}} props  `where` is the link of the bar that leads here */
export function Page({ where = "", kind = "", children }) {
  return html`
    <a class="skip" href="#main">${say("Skip to the content")}</a>
    <${TopBar} where=${where} />
    <${Away} />
    <${Notices} />
    <main id="main" tabindex="-1" class=${kind}>${children}</main>
    <${SmallPrint} />`;
}

/** @param {{where: string}} props */
function TopBar({ where }) {
  /** @param {string} href @param {string} words */
  const link = (href, words) => html`<a class="nav" href=${href} aria-current=${where === href ? "page" : undefined}>${words}</a>`;
  return html`
    <header class="topbar">
      <a class="brand" href="/">Parlour</a>
      <nav aria-label=${say("Pages")}>${link("/", say("Games"))} ${link(MY_GAMES, say("My games"))} ${link("/open", say("Open a game"))} ${link("/lab", say("Lab"))}</nav>
      <span class="grow"></span>
      <${LookChoice} />
      <${LanguageChoice} />
      <${ThemeSwitch} />
    </header>`;
}

function LanguageChoice() {
  return html`
    <label class="choice"><span class="visually-hidden">${say("Language")}</span>
      <select value=${language.value} onChange=${(e) => keepLanguage(e.target.value)}>
        ${LANGUAGES.map((l) => html`<option key=${l.code} value=${l.code} lang=${l.code} selected=${l.code === language.value}>${l.name}</option>`)}
      </select>
    </label>`;
}

/** One button that goes round: as the system, light, dark. */
function ThemeSwitch() {
  const theme = settings.value.theme;
  /** @type {Record<string, string>} */
  const named = { system: say("Colours: as the system"), light: say("Colours: light"), dark: say("Colours: dark") };
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  return html`
    <button class="quiet theme" type="button" title=${named[theme]} aria-label=${named[theme]} onClick=${() => change({ theme: next })}>
      <${ThemeSign} theme=${theme} />
    </button>`;
}

/** @param {{theme: string}} props */
function ThemeSign({ theme }) {
  const rays = [0, 45, 90, 135, 180, 225, 270, 315];
  return html`
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false" class="icon">
      ${theme === "light" && html`<circle cx="12" cy="12" r="4.5" class="full" />${rays.map((a) => html`<path key=${a} d="M12 2.5v3" transform=${`rotate(${a} 12 12)`} />`)}`}
      ${theme === "dark" && html`<path class="full" d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />`}
      ${theme === "system" && html`<circle cx="12" cy="12" r="8.5" /><path class="full" d="M12 3.5a8.5 8.5 0 0 1 0 17Z" />`}
    </svg>`;
}

function SmallPrint() {
  return html`
    <footer class="smallprint">
      <p>${say("Parlour plays by the rules of these games, told in our own words. Their names belong to their owners, who have nothing to do with this project.")}</p>
      <p>
        ${say("Free software under the Apache License 2.0. No account, no advertising: nothing leaves this server.")}
        ${" "}<a href="/api">${say("For programs")}</a>
      </p>
    </footer>`;
}

/** Something went wrong: what, and every reason that is known. @param {{problem: (Error & {reasons?: string[]}) | null}} props */
export function Problem({ problem }) {
  if (!problem) return html`<div role="alert"></div>`;
  const [first, ...rest] = problem.message.split("\n"); // the rest repeats the reasons, for those who have only text
  return html`
    <div role="alert" class="warning">
      <p>${first}</p>
      ${!problem.reasons?.length && rest.map((line) => html`<p key=${line}>${line}</p>`)}
      ${!!problem.reasons?.length && html`<ul>${problem.reasons.map((r) => html`<li key=${r}>${r}</li>`)}</ul>`}
    </div>`;
}

/** A clause of the rules, as a link to it. @param {{game: string, id: string}} props */
export const ClauseLink = ({ game, id }) =>
  html`<a class="clause" href=${`/rules/${game}#${id}`} target="_blank" rel="noopener" aria-label=${say("Rule {id} (new tab)", { id })}>${id}</a>`;

/** The page's title in the browser. @param {string} title */
export function nameTab(title) {
  document.title = title ? say("{title} · Parlour", { title }) : "Parlour";
}

/** A list of numbers as a range: "2–4", "3 or 4". @param {number[]} some */
export function range(some) {
  const [first, last] = [some[0], some[some.length - 1]];
  if (first === last) return String(first);
  return some.length > 2 ? `${first}–${last}` : sayParts("{first} or {last}", { first, last }).join("");
}
