/**
 * Sentences in the language that was chosen.
 *
 * Every sentence is `say("English template {x}", { x })`, with a literal in double quotes, so that tests can hold the
 * catalogues against the sources. The catalogue is a signal: a component that says something is drawn again when the
 * language changes. What is counted says its forms with the number: `say("{n:seat|seats}", { n })`.
 */

import { lasting } from "./server.js";
import { keep, kept } from "./storage.js";
import { signal } from "./ui.js";

const KEY = "parlour.language";

/** The language of this page, such as "en". */
export const language = signal("en");

/** From English template to translation; empty for English. */
const catalogue = signal(/** @type {Record<string, string>} */ ({}));

/** Every language that has a catalogue, by its own name; a test holds the list against the folder of catalogues. */
export const LANGUAGES = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
  { code: "es", name: "Español" },
  { code: "fr", name: "Français" },
];

/** What this visitor would like to read: chosen here before, else what the browser prefers. */
function wanted() {
  const asked = new URLSearchParams(location.search).get("language");
  const known = LANGUAGES.map((l) => l.code);
  const wishes = [asked, kept(KEY), ...navigator.languages.map((l) => l.slice(0, 2))];
  return wishes.find((l) => l && known.includes(l)) ?? "en";
}

/**
 * Read a language's catalogue and use it from now on. A language without one leaves the page in English.
 * @param {string} code
 */
export async function chooseLanguage(code) {
  const words = code === "en" ? {} : await whole(code);
  speak(words ? code : "en", words ?? {});
}

/** A whole catalogue, if the server has it. @param {string} code @returns {Promise<Record<string, string> | null>} */
async function whole(code) {
  const answer = await fetch(lasting(`/api/words/${encodeURIComponent(code)}`)).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** @param {string} code @param {Record<string, string>} words */
function speak(code, words) {
  catalogue.value = words;
  language.value = code;
  document.documentElement.lang = code;
}

/** In which language is a part of the words all there is yet? */
let part = "";
/** @type {Promise<Record<string, string> | null> | null} */
let rest = null;

/** The words that a page did not bring along for its first picture. While there is no answer, they are in English. */
export async function otherWords() {
  const code = part;
  if (!code || code !== language.peek()) return;
  const words = await (rest ??= whole(code));
  rest = null;
  if (!words || code !== language.peek()) return;
  part = "";
  catalogue.value = words;
}

/** The same, for a visitor who asked for it: the choice is kept for the next visit. @param {string} code */
export async function keepLanguage(code) {
  await chooseLanguage(code);
  keep(KEY, language.value);
}

/** To be awaited before anything is drawn. A page that was opened by a link may bring along what it says at first. */
export async function wordsReady() {
  const code = wanted();
  const brought = document.querySelector(`script[data-words="${code}"]`);
  if (!brought) return chooseLanguage(code);
  part = code;
  speak(code, JSON.parse(brought.textContent ?? "{}"));
}

const NAMED = /\{(\w+)(?::([^{}]*\|[^{}]*))?\}/g;
const CATEGORIES = /** @type {const} */ (["zero", "one", "two", "few", "many", "other"]);

/**
 * A value as it is said: a number with the form that goes with it in this language.
 * @param {unknown} value
 * @param {string | undefined} forms such as "game|games"
 */
function told(value, forms) {
  if (forms === undefined) return value;
  const rules = new Intl.PluralRules(language.value);
  const known = rules.resolvedOptions().pluralCategories;
  const at = CATEGORIES.filter((one) => known.includes(one)).indexOf(rules.select(Number(value)));
  const number = typeof value === "number" ? value.toLocaleString(language.value) : value;
  return `${number} ${forms.split("|").at(Math.min(at, forms.split("|").length - 1))}`;
}

/**
 * A sentence, as text.
 * @param {string} template
 * @param {Record<string, unknown>} [values]
 */
export function say(template, values = {}) {
  const known = catalogue.value[template] ?? template;
  return known.replace(NAMED, (whole, name, forms) => (name in values ? String(told(values[name], forms)) : whole));
}

/**
 * The same with markup among its values, such as a link inside a sentence: a list of children for `html`.
 * @param {string} template
 * @param {Record<string, unknown>} values
 * @returns {unknown[]}
 */
export function sayParts(template, values) {
  const known = catalogue.value[template] ?? template;
  const parts = known.split(NAMED); // words, a name and its forms by turns
  return parts.flatMap((part, i) => (i % 3 === 0 ? [part] : i % 3 === 1 ? [told(values[part], parts[i + 1])] : []));
}
