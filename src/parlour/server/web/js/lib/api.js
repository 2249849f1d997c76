/**
 * Talking to the server: JSON in, JSON out, and errors as sentences.
 */

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
  const headers = { Accept: "application/json", "Accept-Language": language.peek() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (problem) {
    if (signal?.aborted) throw problem;
    throw new ApiError(say("The server does not answer. Is it still running?"), { kind: "unreachable" });
  }
  const type = answer.headers.get("Content-Type") ?? "";
  const told = /\bjson\b/.test(type) ? await answer.json() : await answer.text();
  if (answer.ok) return told;
  const error = told?.error ?? {};
  throw new ApiError(error.text ?? say("The server answered with an error ({status}).", { status: answer.status }), {
    ...error,
    status: answer.status,
  });
}

/** @template T @param {string} path @param {{token?: string, signal?: AbortSignal}} [more] @returns {Promise<T>} */
export const get = (path, more) => call("GET", path, more);

/** @template T @param {string} path @param {unknown} body @param {{token?: string, signal?: AbortSignal}} [more] @returns {Promise<T>} */
export const post = (path, body, more) => call("POST", path, { ...more, body });

/** What was thrown, as an error that can be shown. @param {unknown} thrown @returns {Error & {reasons?: string[]}} */
export const asError = (thrown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
