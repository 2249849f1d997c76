/** A question for the lab, and the link that carries it. */

import { wishesOf, wishesText } from "./wishes.js";

/** @typedef {import("../protocol.js").GameCard} GameCard */
/** @typedef {{options: Record<string, unknown>, board: string}} RuleSet */
/** @typedef {{game: string, players: number, bots: string, games: number, watched: string, seed: string, sets: RuleSet[], wishes: import("./wishes.js").Wish[], bites: number, vary: string}} Question */

export const MOST_SETS = 4;
export const RANDOM = "random";

/** How many games are played unless one says otherwise. @param {string} bots */
export const usualGames = (bots) => (bots === RANDOM ? 20000 : 1000);

/** And in a search, for the figures of those that are left. @param {string} bots */
export const freshGames = (bots) => (bots === RANDOM ? 4000 : 500);

/** @param {RuleSet} set */
function textOf(set) {
  const options = Object.entries(set.options).map(([name, value]) => `${name}=${value}`);
  return [...options, ...(set.board ? [`board=${set.board}`] : [])].join(",");
}

/** @param {Question} question */
export function linkOf(question) {
  const query = new URLSearchParams({
    game: question.game,
    players: String(question.players),
    bots: question.bots,
    games: String(question.games),
    seed: question.seed,
  });
  if (question.bites) {
    query.set("bites", String(question.bites));
    query.append("set", textOf(question.sets[0]));
    return `/lab?${query}`;
  }
  if (question.wishes.length) {
    query.set("want", wishesText(question.wishes));
    if (question.vary) query.set("vary", question.vary);
    if (question.watched) query.set("watched", question.watched);
    query.append("set", textOf(question.sets[0]));
    return `/lab?${query}`;
  }
  if (question.watched) query.set("watched", question.watched);
  for (const text of new Set(question.sets.map(textOf))) query.append("set", text); // the same twice says nothing
  return `/lab?${query}`;
}

/** @param {string} text @returns {RuleSet} */
function setOf(text) {
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const part of text.split(",").filter(Boolean)) {
    const [name, value] = part.split("=");
    options[name] = value ?? "";
  }
  const { board = "", ...rest } = options;
  return { options: rest, board: String(board) };
}

/** A new question about a game: its printed rules. @param {GameCard} game @returns {Question} */
export function usual(game) {
  const players = game.seats[game.seats.length - 1];
  return {
    game: game.id,
    players,
    bots: RANDOM,
    games: usualGames(RANDOM),
    watched: "",
    seed: "0",
    sets: [setOf(""), setOf("")],
    wishes: [],
    bites: 0,
    vary: "",
  };
}

/** What the address asks; where it says nothing, the first game. @param {string} search @param {GameCard[]} games @returns {Question} */
export function fromAddress(search, games) {
  const query = new URLSearchParams(search);
  const game = games.find((g) => g.id === query.get("game")) ?? games[0];
  const plain = usual(game);
  const bots = query.get("bots") || RANDOM;
  const wishes = wishesOf(query.get("want") ?? "");
  const sets = query.getAll("set").slice(0, MOST_SETS).map(setOf);
  return {
    ...plain,
    players: Number(query.get("players")) || plain.players,
    bots,
    games: Number(query.get("games")) || (wishes.length ? freshGames : usualGames)(bots),
    watched: query.get("watched") ?? "",
    seed: query.get("seed") || "0",
    sets: sets.length ? sets : plain.sets,
    wishes,
    vary: query.get("vary") ?? "",
    bites: Number(query.get("bites")) || 0,
  };
}
