/** The links of a table: one for every friend, and one for spectators. */

import { get, post } from "../lib/api.js";
import { knownTables } from "../lib/known.js";
import { html, useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Sign } from "./sign.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** @param {{table: string, games: import("../protocol.js").GameCard[]}} props */
export function Invite({ table, games }) {
  const known = knownTables().find((k) => k.table === table);
  const [base, find] = useState({ origin: location.origin, alone: false });
  useEffect(() => {
    reachable().then(find);
  }, []);
  const game = games.find((g) => g.id === known?.game);
  if (!known?.invites || !game)
    return html`<p class="warning" role="alert">${say("This browser knows no links of that table. Who opened it can make new ones.")} <a href="#/">${say("All games")}</a></p>`;
  const { seats, watch, alone } = known.invites;
  return html`
    <section class="invite" aria-labelledby="invite">
      <h1 id="invite">${say("Invite to {game}", { game: game.title })}</h1>
      <p>${say("Send each friend one link. Whoever opens it sits on that chair, on any device, today or tomorrow. Keep your own links to yourself: a link is a seat.")}</p>
      ${base.alone && html`<p class="warning">${say("This server listens to this computer only, so nobody else can open these links. Start it with --lan to play with others in your network.")}</p>`}
      <ul class="links">
        ${seats.map((s) => html`<${Link} key=${s.chair} look=${game.looks[s.chair]} title=${s.name ? say("{name} ({colour})", { name: s.name, colour: game.colours[s.chair] }) : game.colours[s.chair]} link=${base.origin + s.link} game=${game} />`)}
        <${Link} title=${say("Spectators")} link=${base.origin + watch} game=${game} />
      </ul>
      <p class="finish"><a class="button main large" href=${known.link}>${alone ? say("Watch the table") : say("To the table")}</a></p>
    </section>`;
}

/** Under which address friends reach this server: the page's own, unless it was opened by a name only this computer knows. */
async function reachable() {
  if (!LOCAL.includes(location.hostname)) return { origin: location.origin, alone: false };
  /** @type {import("../protocol.js").Here} */
  const { hosts } = await get("/api/here").catch(() => ({ hosts: [] }));
  if (!hosts.length) return { origin: location.origin, alone: true };
  return { origin: `${location.protocol}//${hosts[0]}${location.port ? `:${location.port}` : ""}`, alone: false };
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
