/** The home page: choose a game, set it up, invite people, or go on where one left off. */

import { asError, read } from "../lib/api.js";
import { MY_GAMES, nameTab, Page, Problem } from "../lib/page.js";
import { html, render, signal, useEffect } from "../lib/ui.js";
import { language, say, wordsReady } from "../lib/words.js";
import { Continue } from "./continue.js";
import { Games } from "./games.js";
import { Invite } from "./invite.js";
import { keepLibrary } from "./library.js";
import { MyGames } from "./mygames.js";
import { Setup } from "./setup.js";

const games = signal(/** @type {import("../protocol.js").GameCard[] | null} */ (null));
const problem = signal(/** @type {Error | null} */ (null));
const place = signal(location.hash);

addEventListener("hashchange", () => {
  if (location.hash && !location.hash.startsWith("#/")) return; // a place on the page, such as where the skip link leads
  place.value = location.hash;
  scrollTo(0, 0);
  document.querySelector("main")?.focus();
});

async function fetchGames() {
  try {
    /** @type {import("../protocol.js").GameCard[]} */
    const found = await read("/api/games");
    games.value = found;
    problem.value = null;
    requestAnimationFrame(() => setTimeout(fetchTable)); // once the games are to be seen
    keepLibrary(found, language.peek());
  } catch (error) {
    problem.value = asError(error);
  }
}

/** What the table's page needs is fetched before anybody goes there. */
function fetchTable() {
  // Fetched rather than marked "prefetch", which Firefox weighs by a rule of the page's policy that allows nothing.
  for (const link of document.querySelectorAll("link[rel=later]:not([data-script])"))
    fetch(link.getAttribute("href") ?? "", { priority: "low" }).catch(() => {});
}

function Home() {
  useEffect(() => {
    fetchGames();
  }, [language.value]);
  const [, what, which] = /^#\/([a-z-]+)\/([\w-]+)$/.exec(place.value) ?? [];
  const game = (what === "set-up" || what === "friends") && games.value?.find((g) => g.id === which);
  const there = what === "invite" ? "invite" : what === "my" ? "my" : game ? "set-up" : "games";
  useEffect(() => {
    nameTab(game ? say("Set up {game}", { game: game.title }) : there === "invite" ? say("Invite") : there === "my" ? say("My games") : "");
  }, [there, game, language.value]);
  return html`
    <${Page} where=${there === "games" ? "/" : there === "my" ? MY_GAMES : ""}>
      <${Problem} problem=${problem.value} />
      ${!games.value && !problem.value && html`<p class="soft" role="status">${say("One moment…")}</p>`}
      ${games.value && there === "games" && html`<${Welcome} /><${Continue} games=${games.value} /><${Games} games=${games.value} />`}
      ${game && html`<${Setup} game=${game} friends=${what === "friends"} key=${place.value} />`}
      ${there === "my" && games.value && html`<${MyGames} games=${games.value} />`}
      ${there === "invite" && games.value && html`<${Invite} table=${which} games=${games.value} key=${which} />`}
    <//>`;
}

const Welcome = () => html`
  <div class="welcome">
    <h1>${say("Out of print, back on the table")}</h1>
    <p>${say("Five board games by rules you can look up: against the computer, with friends by a link, or all round one screen. Nothing to sign up for.")}</p>
  </div>`;

await wordsReady();
render(html`<${Home} />`, document.getElementById("app"));
