/** The links of a table: one for every friend, and one for spectators. */

import { post } from "../lib/api.js";
import { knownTables } from "../lib/known.js";
import { html, useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { ReachNote, useReach } from "./reach.js";
import { Sign } from "./sign.js";

/** @param {{table: string, games: import("../protocol.js").GameCard[]}} props */
export function Invite({ table, games }) {
  const known = knownTables().find((k) => k.table === table);
  const reach = useReach();
  const origin = reach?.origin ?? location.origin;
  const game = games.find((g) => g.id === known?.game);
  if (!known?.invites || !game)
    return html`<p class="warning" role="alert">${say("This browser knows no links of that table. Who opened it can make new ones.")} <a href="#/">${say("All games")}</a></p>`;
  const { seats, watch, alone } = known.invites;
  return html`
    <section class="invite" aria-labelledby="invite">
      <h1 id="invite">${say("Invite to {game}", { game: game.title })}</h1>
      <p>${say("Send each friend one link. Whoever opens it first has that chair from then on: their browser knows the way back, and nobody else gets in. Keep your own links to yourself: a link is a seat.")}</p>
      <${ReachNote} reach=${reach} />
      <ul class="links">
        ${seats.map((s) => html`<${Link} key=${s.chair} look=${game.looks[s.chair]} title=${s.name ? say("{name} ({colour})", { name: s.name, colour: game.colours[s.chair] }) : game.colours[s.chair]} link=${origin + s.link} game=${game} />`)}
        <${Link} title=${say("Spectators")} link=${origin + watch} game=${game} />
      </ul>
      <p class="finish"><a class="button main large" href=${known.link}>${alone ? say("Watch the table") : say("To the table")}</a></p>
    </section>`;
}

/** @param {{look?: import("../protocol.js").Look, title: string, link: string, game: import("../protocol.js").GameCard}} props */
function Link({ look, title, link, game }) {
  const [told, tell] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      tell(say("Copied."));
    } catch {
      tell(say("Copying is not allowed here: mark the link and copy it yourself."));
    }
    setTimeout(() => tell(""), 4000);
  };
  const share = () => navigator.share({ title: say("Parlour: {game}", { game: game.title }), url: link }).catch(() => {});
  return html`
    <li class="panel link">
      <h2>${look && html`<${Sign} look=${look} />`} ${title}</h2>
      <${Code} link=${link} title=${title} />
      <div class="ways">
        <input type="text" readonly value=${link} aria-label=${say("Link for {title}", { title })} onFocus=${(e) => e.target.select()} />
        <div class="buttons">
          <button type="button" onClick=${copy} aria-label=${say("Copy the link for {title}", { title })}>${say("Copy")}</button>
          ${"share" in navigator && html`<button type="button" onClick=${share} aria-label=${say("Share the link for {title}", { title })}>${say("Share…")}</button>`}
          <span role="status" class="soft">${told}</span>
        </div>
      </div>
    </li>`;
}

/** The link for a phone's camera. @param {{link: string, title: string}} props */
function Code({ link, title }) {
  const [source, show] = useState("");
  useEffect(() => {
    let address = "";
    let gone = false;
    post("/api/code", { link })
      .then((/** @type {string} */ svg) => {
        if (gone) return;
        address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        show(address);
      })
      .catch(() => show(""));
    return () => {
      gone = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [link]);
  return source
    ? html`<img class="code" src=${source} alt=${say("The link for {title} as a QR code", { title })} width="148" height="148" />`
    : html`<span class="code"></span>`;
}
