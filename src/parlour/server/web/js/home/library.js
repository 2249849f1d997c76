/** Boards and rules for the time without a server: the service worker is told what is worth keeping. */

import { boardAddress, publicAddress } from "../lib/api.js";
import { drawing } from "../lib/looks.js";
import { lasting } from "../lib/server.js";

/** The address of a small picture of a board. @param {import("../protocol.js").GameCard} game @param {{name: string, usual: boolean}} board */
export const smallBoard = (game, board) =>
  drawing(`/api/games/${game.id}/board.svg`, { small: "", ...(board.usual ? {} : { board: board.name }) });

/** @param {import("../protocol.js").GameCard[]} games @param {string} language */
export async function keepLibrary(games, language) {
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  if (!navigator.serviceWorker || connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  const keep = [publicAddress("/api/games"), ...(language === "en" ? [] : [lasting(`/api/words/${language}`)])];
  for (const game of games) {
    const { id, boards } = game;
    keep.push(drawing(`/api/games/${id}/cover.svg`), publicAddress(`/api/games/${id}/rules`), publicAddress(boardAddress(id)));
    keep.push(drawing(`/api/games/${id}/board.svg`), ...(boards.length > 1 ? boards.map((b) => smallBoard(game, b)) : []));
  }
  active?.postMessage({ keep, pictures: drawing("pictures/NUMBER.svg") });
}
