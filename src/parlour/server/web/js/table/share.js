/** To show a game to others: a moment as a picture, the whole as an animation, and a link. */

import { asError, get } from "../lib/api.js";
import { asPng, handOn } from "../lib/saving.js";
import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Dialog } from "./dialogs.js";
import { dialog } from "./keys.js";
import { usePosition } from "./position.js";
import { frame, theFrame, theNow } from "./state.js";
import { address, key } from "./time.js";

const WIDE = 1200; // pixels of a picture

/** @returns {Promise<string>} */
const drawing = () => get(address(`/at/${theFrame().ply}.svg`), { token: key() });
/** @param {string} ending */
const name = (ending) => `${theFrame().game}-${theFrame().ply}.${ending}`;

const ways = {
  png: async () => handOn(await asPng(await drawing(), WIDE), name("png")),
  svg: async () => handOn(new Blob([await drawing()], { type: "image/svg+xml" }), name("svg")),
  gif: async () => handOn(await get(address("/film.gif"), { token: key() }), name("gif")),
};

/** A link with which anybody can look at the game. */
async function link() {
  /** @type {import("../protocol.js").Shared} */
  const { token } = await get(address("/share"), { token: key() });
  return new URL(`/table/${theNow().table}#t=${token}&stay`, location.href).href;
}

/** A link, to be copied. @param {{href: string}} props */
function Copied({ href }) {
  const [said, tell] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(href);
      tell(say("Copied."));
    } catch {
      tell(say("Copying is not allowed here: mark the link and copy it yourself."));
    }
  };
  return html`<div class="line">
    <input type="text" readonly aria-label=${say("Link to this game")} value=${href} onFocus=${(e) => e.target.select()} />
    <button class="small" onClick=${copy}>${say("Copy")}</button>
    <span role="status" class="soft">${said}</span>
  </div>`;
}

function Ways() {
  const f = theFrame();
  const [said, tell] = useState("");
  const [busy, wait] = useState(false);
  const [shown, show] = useState("");
  /** @param {() => Promise<unknown>} make @param {string} meanwhile */
  const go = (make, meanwhile) => async () => {
    if (busy) return;
    wait(true);
    tell(meanwhile);
    try {
      await make();
      tell("");
    } catch (problem) {
      tell(asError(problem).message);
    }
    wait(false);
  };
  const over = theNow().over || theNow().agreed.closed;
  const path = usePosition();
  const position = path && new URL(path, location.href).href;
  return html`
    ${
      f.scene &&
      html`<section>
      <h3>${f.past ? say("A picture of the moment you look at") : say("A picture of the board as it is")}</h3>
      <div class="line">
        <button aria-disabled=${busy} onClick=${go(ways.png, "")}>PNG</button>
        <button aria-disabled=${busy} onClick=${go(ways.svg, "")}>SVG</button>
      </div>
    </section>`
    }
    ${
      f.scene &&
      over &&
      html`<section>
      <h3>${say("The whole game as an animation")}</h3>
      <button aria-disabled=${busy} onClick=${go(ways.gif, say("The pictures are being drawn; this takes a moment …"))}>GIF</button>
    </section>`
    }
    <section>
      <h3>${over ? say("A link to the game") : say("A link to this position")}</h3>
      ${over && !shown && html`<button aria-disabled=${busy} onClick=${go(async () => show(await link()), "")}>${say("Make a link")}</button>`}
      ${over && html`<p class="soft">${say("Whoever opens it can look at this game, and change nothing.")}</p>`}
      ${(shown || (!over && position)) && html`<${Copied} href=${shown || position} />`}
      ${!over && !f.may.branch && html`<p class="soft">${say("Something is hidden here: it can be shared after the game.")}</p>`}
    </section>
    <p class="said" role="status">${said}</p>`;
}

export const Share = () =>
  html`<${Dialog} name="share" title=${say("Share")}>${dialog.value === "share" && frame.value && html`<${Ways} />`}<//>`;
