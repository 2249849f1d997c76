/**
 * Talking to the server: JSON in, JSON out, and errors as sentences.
 */

import { isLasting, lasting, notice, noticeSilence } from "./server.js";
import { language, say } from "./words.js";

/** What the server refused, in words for the person at the page. */
export class ApiError extends Error {
  /**
   * @param {string} text
   * @param {{kind?: string, status?: number, clause?: string, reasons?: string[]}} [more]
   */
  constructor(text, { kind = "error", status = 0, clause, reasons } = {}) {
    super(text);
    this.kind = kind;
    this.status = status;
    this.clause = clause;
    this.reasons = reasons ?? [];
  }
}

/**
 * @template T  what is answered, as the caller says it
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, token?: string, signal?: AbortSignal}} [more]
 * @returns {Promise<T>}
 */
async function call(method, path, { body, token, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = isLasting(path) ? {} : { Accept: "application/json", "Accept-Language": language.peek() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    if (!isLasting(path)) notice(answer); // the others may come from the browser itself
  } catch (problem) {
    if (signal?.aborted) throw problem;
    noticeSilence();
    throw new ApiError(say("The server does not answer. Is it still running?"), { kind: "unreachable" });
  }
  const type = answer.headers.get("Content-Type") ?? "";
  const told = /\bjson\b/.test(type)
    ? await answer.json()
    : /^(image\/gif|application\/pdf)/.test(type)
      ? await answer.blob()
      : await answer.text();
  if (answer.ok) return told;
  const error = told?.error ?? {};
  throw new ApiError(error.text ?? say("The server answered with an error ({status}).", { status: answer.status }), {
    ...error,
    status: answer.status,
  });
}

/** @template T @param {string} path @param {{token?: string, signal?: AbortSignal}} [more] @returns {Promise<T>} */
export const get = (path, more) => call("GET", path, more);

/** @param {string} game @param {string} [variant]  another board that comes with the game */
export function boardAddress(game, variant = "") {
  const query = variant ? `?board=${encodeURIComponent(variant)}` : "";
  return `/api/games/${encodeURIComponent(game)}/board${query}`;
}

/** The whole address of something that everybody may read and that does not change while the server runs. @param {string} path */
export const publicAddress = (path) => lasting(`${path}${path.includes("?") ? "&" : "?"}language=${language.peek()}`);

/** What is found there; a page may bring it along. @template T @param {string} path @returns {Promise<T>} */
export async function read(path) {
  const address = publicAddress(path);
  const brought = document.querySelector(`script[data-address="${CSS.escape(address)}"]`);
  return brought ? JSON.parse(brought.textContent) : call("GET", address);
}

/** @template T @param {string} path @param {unknown} body @param {{token?: string, signal?: AbortSignal}} [more] @returns {Promise<T>} */
export const post = (path, body, more) => call("POST", path, { ...more, body });

/** What was thrown, as an error that can be shown. @param {unknown} thrown @returns {Error & {reasons?: string[]}} */
export const asError = (thrown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
