/** The lab: what house rules do to a game. A question above, its answer below, sharper while one looks. */

import { asError, read } from "../lib/api.js";
import { nameTab, Page, Problem } from "../lib/page.js";
import { html, render, signal, useEffect } from "../lib/ui.js";
import { language, say, wordsReady } from "../lib/words.js";
import { Answer } from "./answer.js";
import { asking, ask, problem, stop, stopLooking, told } from "./asking.js";
import { Bites } from "./bites.js";
import { Form } from "./form.js";
import { Found } from "./front.js";
import { fromAddress, linkOf } from "./question.js";

/** @typedef {import("../protocol.js").GameCard} GameCard */
/** @typedef {import("./question.js").Question} Question */

const games = signal(/** @type {GameCard[]} */ ([]));
const question = signal(/** @type {Question | null} */ (null));

/** A changed question is not the one that was answered. @param {Question} next */
function change(next) {
  question.value = next;
}

function go() {
  if (!question.value) return;
  const link = linkOf(question.value);
  history.replaceState(null, "", link);
  ask(link);
}

/** A link that somebody was given is asked as it is, whatever the form makes of it. */
function goAsWritten() {
  const query = new URLSearchParams(location.search);
  if (!query.has("players")) query.set("players", String(question.value?.players));
  ask(`/lab?${query}`);
}

function Lab() {
  useEffect(() => {
    nameTab(say("Lab"));
    read("/api/games").then(
      (/** @type {GameCard[]} */ found) => {
        games.value = found;
        const first = question.value === null;
        question.value = question.value ?? fromAddress(location.search, found);
        if (first && new URLSearchParams(location.search).has("game")) goAsWritten();
        else if (told.value) ask(told.value.link);
      },
      (error) => {
        problem.value = asError(error);
      },
    );
    return stopLooking;
  }, [language.value]);
  const asked = question.value;
  return html`
    <${Page} where="/lab">
      <h1>${say("What does a house rule do?")}</h1>
      <p>${say("The same games are played by every set of rules, with the same dice, and everything is counted. Every figure says how sure it is.")}</p>
      ${asked && html`<${Form} games=${games.value} question=${asked} onChange=${change} onGo=${go} asking=${asking.value} onStop=${stop} />`}
      <${Problem} problem=${problem.value} />
      ${told.value && asked && html`<${Told} told=${told.value} asked=${asked} />`}
    <//>`;
}

/** Each kind of question has its own kind of answer. @param {{told: import("../protocol.js").LabAnswer, asked: Question}} props */
function Told({ told: heard, asked }) {
  const query = new URLSearchParams(heard.link.split("?")[1]);
  if (query.has("bites")) return html`<${Bites} told=${heard} game=${query.get("game") ?? ""} />`;
  if (query.has("want")) return html`<${Found} told=${heard} />`;
  return html`<${Answer} told=${heard} wanted=${asked.games} />`;
}

await wordsReady();
render(html`<${Lab} />`, document.getElementById("app"));
