/**
 * The line to the server: one socket, found again whenever it is lost, and no command lost or played twice.
 *
 * Every command has an id that is never used again, and is sent until it is answered; the server plays it once.
 * Every event has a number; after a cut the page says which it knows and hears the rest.
 */

import { batch, signal } from "../lib/ui.js";
import { language, say } from "../lib/words.js";

const BEAT = 20_000; // a sign of life, more often than proxies give up
const PATIENCE = 6_000; // an answer to it
const FIRST_WAIT = 300;
const LONGEST_WAIT = 15_000;
const FINAL = new Set([4400, 4401, 4404]);

/** @typedef {import("../protocol.js").Answered} Answered */
/** @typedef {import("../protocol.js").Command} Command */
/** @typedef {import("../protocol.js").Fault} Fault */
/** @typedef {import("../protocol.js").Heard} Heard */
/** @typedef {import("../protocol.js").Events | import("../protocol.js").People | import("../protocol.js").Talk} News */

/**
 * The line that was opened before the scripts came (early.js), if it still holds and said this; once.
 * @param {string} hello @returns {{socket: WebSocket, heard: MessageEvent[]} | null}
 */
function takeEarly(hello) {
  const opened = /** @type {any} */ (globalThis);
  const { early } = opened;
  delete opened.early;
  if (!early || early.socket.readyState > WebSocket.OPEN) return null;
  if (early.hello === hello) return early;
  early.socket.close();
  return null;
}

export class Session {
  /**
   * @param {{table: string, tokens: string[], given: string[], hear: (message: News) => void}} about
   */
  constructor({ table, tokens, given, hear }) {
    this.table = table;
    this.tokens = tokens;
    /** What the link says, should the seat's own token have been lost on its way. */
    this.given = given;
    this.hear = hear;
    /** "connecting", "open", "lost" or "closed" (for good) */
    this.line = signal("connecting");
    /** The chairs this page speaks for. */
    this.seats = signal(/** @type {number[]} */ ([]));
    this.host = signal(false);
    /** Those of them whose link whoever opened the table knows as well. */
    this.handed = signal(/** @type {number[]} */ ([]));
    /** For how many days a table is kept that nobody uses any more; 0: for ever. */
    this.kept = signal({ finished: 0, unfinished: 0 });
    /** Why it was closed for good. */
    this.ended = signal(/** @type {Fault | null} */ (null));
    this.seq = 0;
    this.word = crypto.getRandomValues(new Uint32Array(2)).reduce((word, n) => word + n.toString(36), "");
    this.count = 0;
    /** @type {Map<string, {command: Command, done: (answer: Answered) => void}>} */
    this.waiting = new Map();
    this.wait = FIRST_WAIT;
    /** @type {Fault | undefined} */
    this.fault = undefined;
  }

  open() {
    addEventListener("online", () => this.#again(0));
    addEventListener("offline", () => this.#lose());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#look());
    addEventListener("pageshow", (event) => event.persisted && this.#again(0));
    setInterval(() => this.#look(), BEAT);
    this.#connect();
  }

  #connect() {
    clearTimeout(this.soon);
    if (this.line.peek() === "closed") return;
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const hello = JSON.stringify({ do: "hello", tokens: this.tokens, after: this.seq, language: language.peek() });
    const early = takeEarly(hello);
    const socket = early?.socket ?? new WebSocket(address);
    this.socket = socket;
    if (!early) socket.onopen = () => socket.send(hello);
    socket.onmessage = ({ data }) => socket === this.socket && this.#heard(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.#closed(code);
    for (const { data } of early?.heard ?? []) this.#heard(JSON.parse(data));
  }

  /** @param {Heard} message */
  #heard(message) {
    clearTimeout(this.deaf);
    if (message.kind === "welcome") this.#welcome(message);
    else if (message.kind === "answer") {
      const asked = this.waiting.get(String(message.id));
      this.waiting.delete(String(message.id));
      asked?.done(message);
    } else if (message.kind === "error") this.fault = message.error;
    else if (message.kind !== "pong") {
      if (message.kind === "events") this.seq = Math.max(this.seq, message.seq);
      this.hear(message);
    }
  }

  /** @param {import("../protocol.js").Welcome} message */
  #welcome(message) {
    this.wait = FIRST_WAIT;
    batch(() => {
      this.seats.value = message.seats;
      this.host.value = message.host;
      this.handed.value = message.handed;
      this.kept.value = { finished: message.kept_finished, unfinished: message.kept_unfinished };
      this.line.value = "open";
    });
    for (const { command } of this.waiting.values()) this.#tell(command); // whatever was not answered, again
  }

  /** @param {number} code */
  #closed(code) {
    if (code === 4401 && this.given.some((token, i) => token !== this.tokens[i])) {
      this.tokens.splice(0, this.tokens.length, ...this.given); // the exchange never reached the server
      this.fault = undefined;
      return void this.#connect();
    }
    if (FINAL.has(code)) {
      this.ended.value = this.fault ?? { kind: "closed", text: say("The server does not know this table or this link.") };
      this.line.value = "closed";
      return;
    }
    this.#lose();
    this.#again(this.wait * (0.7 + Math.random() * 0.6));
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
  }

  #lose() {
    if (this.line.peek() !== "closed") this.line.value = "lost";
  }

  /** @param {number} after */
  #again(after) {
    if (this.line.peek() === "open" && this.socket?.readyState === WebSocket.OPEN) return this.#look();
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.#connect(), after);
    return undefined;
  }

  /** Is anybody there? After sleep a dead socket still calls itself open. */
  #look() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.#tell({ do: "ping" });
    clearTimeout(this.deaf);
    this.deaf = setTimeout(() => {
      const socket = this.socket;
      this.#lose();
      this.socket = undefined;
      socket?.close();
      this.#connect();
    }, PATIENCE);
  }

  /** @param {import("../protocol.js").Said} message */
  #tell(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Say something to the table. Resolves with the answer, however long the line was cut in between.
   * @param {Command} command @returns {Promise<Answered>}
   */
  send(command) {
    const id = `${this.word}-${++this.count}`;
    const whole = { ...command, id };
    return new Promise((done) => {
      this.waiting.set(id, { command: whole, done });
      if (this.line.peek() === "open") this.#tell(whole);
    });
  }
}
