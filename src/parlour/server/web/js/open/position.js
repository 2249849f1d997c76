/** A position: its code, a link with one, or JSON written by hand. It is shown, and can be played on from. */

import { openTable, usualLevel } from "../home/opening.js";
import { Seats } from "../home/seats.js";
import { asError, post } from "../lib/api.js";
import { Problem } from "../lib/page.js";
import { html, signal, useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";

/** The position that was found, as the server shows it. */
export const found = signal(/** @type {import("../protocol.js").ShownPosition | null} */ (null));
export const problem = signal(/** @type {Error | null} */ (null));

/** What somebody means who pastes this: JSON, a link with a code in it, or the code itself. @param {string} text */
export function meant(text) {
  const said = text.trim();
  if (said.startsWith("{")) return JSON.parse(said);
  const inside = /[?&#]position=([^&#\s]+)/.exec(said);
  return inside ? decodeURIComponent(inside[1]) : said;
}

/** @param {string} text */
export async function lookUp(text) {
  try {
    found.value = await post("/api/positions", { position: meant(text) });
    problem.value = null;
  } catch (error) {
    found.value = null;
    problem.value = error instanceof SyntaxError ? new Error(say("This is not JSON: {why}", { why: error.message })) : asError(error);
  }
}

/** @param {{games: import("../protocol.js").GameCard[]}} props */
export function FromPosition({ games }) {
  const [text, type] = useState("");
  /** @param {Event} event */
  const look = (event) => {
    event.preventDefault();
    lookUp(text);
  };
  return html`
    <section class="panel" aria-labelledby="position">
      <h2 id="position">${say("A position")}</h2>
      <form onSubmit=${look}>
        <label class="field" for="code">${say("Its code, a link to it, or JSON")}</label>
        <textarea id="code" rows="3" spellcheck="false" autocomplete="off" value=${text} onInput=${(e) => type(e.target.value)}></textarea>
        <button disabled=${!text.trim()}>${say("Show it")}</button>
      </form>
      <div aria-live="polite">${found.value && html`<${Found} position=${found.value} games=${games} key=${found.value.code} />`}</div>
    </section>`;
}

/** The position's picture, and who plays on from it. @param {{position: import("../protocol.js").ShownPosition, games: import("../protocol.js").GameCard[]}} props */
function Found({ position, games }) {
  const { title, game: id, asks, over, chairs, picture, code } = position;
  const game = games.find((g) => g.id === id);
  const [seats, seat] = useState(/** @type {import("../home/opening.js").Wish[]} */ ([]));
  const [trouble, tell] = useState(/** @type {Error | null} */ (null));
  const source = usePicture(picture);
  useEffect(() => {
    if (game) seat(chairs.map((_, i) => (i ? { kind: "bot", level: usualLevel(game) } : { kind: "me" })));
  }, [game]);
  /** @param {Event} event */
  const play = async (event) => {
    event.preventDefault();
    tell(null);
    try {
      const opened = await openTable(null, { start: code, seats });
      location.assign(opened.invites.seats.length ? `/#/invite/${opened.table}` : opened.link);
    } catch (error) {
      tell(asError(error));
    }
  };
  return html`
    <div class="found">
      <figure>
        ${source && html`<img src=${source} alt=${say("The board of {game} in this position", { game: title })} />`}
        <figcaption><strong>${title}</strong> ${asks}</figcaption>
      </figure>
      ${
        !over &&
        game &&
        seats.length > 0 &&
        html`
        <form onSubmit=${play}>
          <h3>${say("Play on from here")}</h3>
          <${Seats} game=${game} seats=${seats} chairs=${chairs} teams=${null} onChange=${seat} />
          <${Problem} problem=${trouble} />
          <button class="main">${say("Begin")}</button>
        </form>`
      }
    </div>`;
}

/** An SVG text as an address that an image can show. @param {string} text */
function usePicture(text) {
  const [source, show] = useState("");
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    show(address);
    return () => URL.revokeObjectURL(address);
  }, [text]);
  return source;
}
