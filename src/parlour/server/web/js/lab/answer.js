/** The answer: how far it is, all figures with how sure they are, and what differs. */

import { html, useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";

/** @typedef {import("../protocol.js").LabAnswer} LabAnswer */
/** @typedef {import("../protocol.js").LabResult} LabResult */
/** @typedef {import("../protocol.js").LabRow} LabRow */

/** @param {{told: LabAnswer, wanted: number}} props */
export function Answer({ told, wanted }) {
  const found = told.answer;
  return html`
    <section class="lab-answer" aria-labelledby="answer">
      <h2 id="answer">${found ? found.heading : say("The answer")}</h2>
      <${State} told=${told} wanted=${wanted} />
      ${found?.faults.map((fault) => html`<p key=${fault} class="warning">${fault}</p>`)}
      ${found && html`<${Figures} found=${found} />`}
      ${found?.method.map((text) => html`<p key=${text} class="soft">${text}</p>`)}
      ${told.state === "finished" && found && html`<${Keep} told=${told} found=${found} />`}
    </section>`;
}

/** @param {{told: LabAnswer, wanted: number}} props */
export function State({ told, wanted }) {
  const games = told.answer?.games ?? 0;
  /** @type {Record<string, string>} */
  const words = {
    waiting:
      told.ahead === 1
        ? say("One question comes before this one.")
        : told.ahead > 1
          ? say("{n} questions come before this one.", { n: told.ahead })
          : say("It begins in a moment."),
    playing:
      told.answer?.compiled === false
        ? say("The rules are being compiled, once; until then games are slow.")
        : say("Playing: the figures get sharper."),
    stopped: say("Put aside. Press the button to go on from here."),
    finished: say("Finished."),
    failed: told.error,
  };
  return html`
    <p class="lab-state">
      <span role="status">${words[told.state]}</span><br />
      ${wanted > 0 && html`<progress value=${games} max=${Math.max(wanted, games, 1)} aria-label=${say("Games played")}></progress> <span class="soft">${games.toLocaleString()}</span>`}
    </p>`;
}

/** @param {{found: LabResult}} props */
function Figures({ found }) {
  const heads = found.sets.map((name, i) => (found.sets.length > 1 ? `${i + 1}: ${name}` : name));
  /** @param {LabRow} row @param {number} i */
  const cell = (row, i) => {
    const apart = row.differences[i];
    const seen = apart?.seen ?? false;
    return html`<td key=${i} data-head=${heads[i]}>
      ${row.figures[i].text}
      ${apart && html`<span class=${seen ? "soft seen" : "soft"}>${seen ? apart.text : apart.verdict}</span>`}
    </td>`;
  };
  return html`
    <div class="wide" tabindex="0" role="region" aria-label=${say("All figures")}>
      <table>
        <thead><tr><th scope="col">${say("measure")}</th>${heads.map((h, i) => html`<th key=${i} scope="col">${h}</th>`)}<th scope="col">${say("games")}</th></tr></thead>
        <tbody>
          ${found.rows.map((row) => html`<tr key=${row.name}><th scope="row" title=${row.meaning}>${row.words}</th>${found.sets.map((_, i) => cell(row, i))}<td data-head=${say("games")}>${row.games.toLocaleString()}</td></tr>`)}
        </tbody>
      </table>
    </div>`;
}

/** What one may take along, and the boards. @param {{told: LabAnswer, found: LabResult}} props */
function Keep({ told, found }) {
  return html`
    <${Files} told=${told} />
    ${found.boards.length > 0 && html`<h3>${say("Where pieces stand")}</h3><div class="lab-boards">${found.boards.map((svg, i) => html`<${Board} key=${i} svg=${svg} about=${say("The board, with the mean number of pieces on each space: {rules}", { rules: found.sets[i] })} name=${found.sets[i]} />`)}</div>`}
    ${found.captures.length > 0 && html`<h3>${say("Where pieces are captured")}</h3><div class="lab-boards">${found.captures.map((svg, i) => html`<${Board} key=${i} svg=${svg} about=${say("The board, with the captures a game on each space: {rules}", { rules: found.sets[i] })} name=${found.sets[i]} />`)}</div>`}`;
}

/** @param {{told: LabAnswer}} props */
export function Files({ told }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(new URL(told.link, location.href).href);
    setCopied(true);
  };
  return html`
    <div class="lab-keep">
      <a class="button" href=${`/api/lab/${told.id}/report.html`} download>${say("Report with plots (HTML)")}</a>
      <a class="button" href=${`/api/lab/${told.id}/data.json`} download="parlour-lab.json">${say("All data (JSON)")}</a>
      <button type="button" onClick=${copy}>${say("Copy a link to this question")}</button>
      <span role="status">${copied ? say("Copied.") : ""}</span>
    </div>`;
}

/** A drawing, as a picture of its own: its styles stay inside. @param {{svg: string, name: string, about: string}} props */
function Board({ svg, name, about }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return html`
    <figure>
      ${address && html`<img src=${address} alt=${about} />`}
      <figcaption class="soft">${name}</figcaption>
    </figure>`;
}
