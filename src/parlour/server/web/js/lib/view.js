/** How close one looks at the board: the whole of it, or a part, enlarged about a point and pushed along. */

import { signal } from "./ui.js";

const MOST = 4; // times
const STEP = 1.6; // by a button

/** @typedef {{times: number, x: number, y: number}} Seen  how much enlarged, and the upper left corner in units of the picture */

export class View {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.glancing = false;
    this.seen = signal(/** @type {Seen} */ ({ times: 1, x: board.box[0], y: board.box[1] }));
  }

  get isZoomed() {
    return this.seen.value.times > 1.01;
  }

  get canZoom() {
    return this.seen.value.times < MOST - 0.01;
  }

  /** Closer for this one move: afterwards the whole board comes back. @param {number} clientX @param {number} clientY @param {number} factor */
  glance(clientX, clientY, factor) {
    this.glancing = true;
    this.zoom(clientX, clientY, factor);
  }

  /** A glance is over. */
  endGlance() {
    if (this.glancing) this.whole();
  }

  /** The whole board. */
  whole() {
    this.glancing = false;
    this.#show(1, this.board.box[0], this.board.box[1]);
  }

  /** Closer or farther by one step, about the middle of what is seen. @param {1 | -1} way */
  step(way) {
    const box = this.board.picture.getBoundingClientRect();
    this.zoom(box.left + box.width / 2, box.top + box.height / 2, STEP ** way);
  }

  /** Closer by a factor; what is at this point of the screen stays there. @param {number} clientX @param {number} clientY @param {number} factor */
  zoom(clientX, clientY, factor) {
    const { times, x, y } = this.seen.peek();
    const next = Math.max(1, Math.min(MOST, times * factor));
    const at = this.board.toBox(clientX, clientY);
    const kept = times / next; // the same point, nearer to the corner
    this.#show(next, at.x - (at.x - x) * kept, at.y - (at.y - y) * kept);
  }

  /** Push the board along by pixels of the screen. @param {number} dx @param {number} dy */
  push(dx, dy) {
    const { times, x, y } = this.seen.peek();
    const [from, to] = [this.board.toBox(0, 0), this.board.toBox(dx, dy)];
    this.#show(times, x - to.x + from.x, y - to.y + from.y);
  }

  /** @param {number} times @param {number} x @param {number} y */
  #show(times, x, y) {
    const [left, top, width, height] = this.board.box;
    const [wide, high] = [width / times, height / times];
    const at = {
      times,
      x: Math.max(left, Math.min(left + width - wide, x)),
      y: Math.max(top, Math.min(top + height - high, y)),
    };
    this.board.picture.setAttribute("viewBox", [at.x, at.y, wide, high].map((n) => n.toFixed(2)).join(" "));
    this.seen.value = at;
  }
}
