/**
 * The board: our own SVG, taken apart so that a page can light spaces up and move pieces over it.
 *
 * Nothing here knows a game. A space is known by its id, which moves and pieces use too.
 */

import { boardAddress, read } from "./api.js";
import { joined, parseInside, svg } from "./svg.js";
import { rightWords } from "./turning.js";

/**
 * @typedef {object} Space
 * @property {string} id
 * @property {string} label  what a person calls it
 * @property {string} kind   what it is painted as, such as "hand"
 * @property {number} x      where pieces stand
 * @property {number} y
 * @property {number[]} middle  of its outline, which may lie elsewhere
 * @property {number} reach  half its smaller extent
 * @property {number[][] | null} points  its corners; null for a circle
 * @property {SVGGraphicsElement} element
 */

/** @typedef {import("../protocol.js").Board} Told */

/** @type {Map<string, Told>} boards that are known already: they never change */
const fetched = new Map();
const NEAR = 22; // pixels: a finger that misses a space by less means it
const SEEN = 0.72; // pixels for a unit: where there are fewer, the numbers of hints are drawn larger

export class Board {
  /** @param {SVGSVGElement} picture @param {Told["spaces"]} known @param {number[]} sides */
  constructor(picture, known, sides) {
    this.picture = picture;
    this.sides = sides;
    /** How many quarters it is turned, clockwise. */
    this.quarters = 0;
    /** All of it, which can be turned to somebody's side. */
    this.sheet = svg("g", { class: "turned" }, ...picture.childNodes);
    picture.append(this.sheet);
    /** @type {Map<string, Space>} */
    this.spaces = new Map();
    for (const element of picture.querySelectorAll(".space")) this.#know(/** @type {SVGGraphicsElement} */ (element), known);
    this.low = this.sheet.appendChild(svg("g", { class: "low" }));
    this.lights = this.sheet.appendChild(svg("g", { class: "lights" }));
    this.pieces = this.sheet.appendChild(svg("g", { class: "pieces" }));
    this.extras = this.sheet.appendChild(svg("g", { class: "extras" }));
    /** @type {string | undefined} */
    this.shownExtras = undefined;
    /** All of it that a page shows: left, top, width, height. */
    this.box = [0, 0, 1, 1];
    this.ghosts = this.sheet.appendChild(svg("g", { class: "ghosts" }));
    this.hints = this.sheet.appendChild(svg("g", { class: "hints" }));
    this.badges = this.sheet.appendChild(svg("g", { class: "badges" }));
  }

  /** @param {SVGGraphicsElement} element @param {Told["spaces"]} known */
  #know(element, known) {
    const id = element.id;
    element.removeAttribute("id"); // a page has ids of its own
    element.dataset.space = id;
    const shape = element.querySelector("polygon, circle");
    if (!shape || !known[id]) return;
    const { x, y, label, kind } = known[id];
    /** @type {number[][] | null} */
    let points = null;
    let reach = Number(shape.getAttribute("r"));
    let middle = [Number(shape.getAttribute("cx")), Number(shape.getAttribute("cy"))];
    if (shape.tagName !== "circle") {
      const corners = (shape.getAttribute("points") ?? "").split(" ").map((p) => p.split(",").map(Number));
      /** @param {number} i */
      const ends = (i) => [Math.min(...corners.map((p) => p[i])), Math.max(...corners.map((p) => p[i]))];
      const [[left, right], [top, bottom]] = [ends(0), ends(1)];
      points = corners;
      reach = Math.min(right - left, bottom - top) / 2;
      middle = [(left + right) / 2, (top + bottom) / 2];
    }
    this.spaces.set(id, { id, label, kind, x, y, middle, reach, points, element });
  }

  /** Cut away what a page says elsewhere; to be called once the picture is on the page. */
  crop() {
    const parts = [...this.sheet.querySelectorAll(":scope > .ground, :scope > .spaces, :scope > .print")];
    const boxes = parts.map((part) => /** @type {SVGGraphicsElement} */ (part).getBBox());
    const [left, top] = [Math.min(...boxes.map((b) => b.x)), Math.min(...boxes.map((b) => b.y))];
    const right = Math.max(...boxes.map((b) => b.x + b.width));
    const bottom = Math.max(...boxes.map((b) => b.y + b.height));
    const edge = this.sheet.querySelector(".sheet") ? 17 : 4; // half the width of a wooden frame
    this.box = [left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge];
    if (this.box[2] > 0) this.picture.setAttribute("viewBox", this.box.map((n) => n.toFixed(1)).join(" "));
  }

  /** Turn it by so many quarters, clockwise, from how it is printed. @param {number} quarters */
  turn(quarters) {
    const [left, top, wide, high] = this.box;
    const [x, y] = [left + wide / 2, top + high / 2];
    const before = this.quarters;
    this.quarters = quarters;
    this.sheet.setAttribute("transform", `rotate(${this.quarters * 90} ${x} ${y})`);
    if ((this.quarters - before) % 2) this.box = [x - high / 2, y - wide / 2, high, wide];
    for (const printed of this.sheet.querySelectorAll(":scope > .print, :scope > .low, :scope > .extras")) rightWords(this, printed);
  }

  /** What lies on the board besides pieces, under and over them, as the server drew it. @param {{low: string, extras: string}} drawn */
  showExtras({ low, extras }) {
    if (low + extras === this.shownExtras) return;
    this.shownExtras = low + extras;
    this.low.replaceChildren(...parseInside(low));
    this.extras.replaceChildren(...parseInside(extras));
    rightWords(this, this.low);
    rightWords(this, this.extras);
  }

  /**
   * Light spaces up. Every kind has a form of its own, not only a colour: see table.css.
   * @param {Record<string, Iterable<string>>} kinds  class name -> space ids
   */
  light(kinds) {
    const marks = [];
    for (const [kind, ids] of Object.entries(kinds)) {
      for (const id of ids) {
        const space = this.spaces.get(id);
        if (space) marks.push(this.#mark(kind, space));
      }
    }
    this.lights.replaceChildren(...marks);
  }

  /** @param {string} kind @param {Space} space */
  #mark(kind, space) {
    return space.points
      ? svg("polygon", { class: `light ${kind}`, points: joined(space.points) })
      : svg("circle", { class: `light ${kind}`, cx: space.middle[0], cy: space.middle[1], r: space.reach });
  }

  /** Draw the ways that pieces would take. @param {Iterable<string[]>} paths */
  showPaths(paths) {
    this.lights.querySelectorAll(".way").forEach((way) => way.remove());
    for (const path of paths) {
      const points = path
        .map((id) => this.spaces.get(id))
        .filter((s) => s !== undefined)
        .map((s) => [s.x, s.y]);
      if (points.length < 2) continue;
      this.lights.append(
        svg("polyline", { class: "way under", points: joined(points) }),
        svg("polyline", { class: "way", points: joined(points) }),
      );
    }
  }

  /**
   * Who sits where: their names in the place of their colours', and the place of whoever is to act is lit.
   * @param {Map<number, string>} names  by seat; those who have one @param {Set<number>} acting
   */
  seat(names, acting) {
    for (const of of /** @type {NodeListOf<SVGGraphicsElement>} */ (this.sheet.querySelectorAll("[data-seat]"))) {
      const seat = Number(of.dataset.seat);
      of.classList.toggle("acts", acting.has(seat));
      if (of instanceof SVGTextElement) rename(of, names.get(seat));
    }
  }

  /** What of the board is to be seen, in its own units: left, top, width, height. */
  view() {
    const frame = this.picture.getBoundingClientRect();
    const [a, b] = [this.toPicture(frame.left, frame.top), this.toPicture(frame.right, frame.bottom)];
    return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  }

  /** Pixels of the screen for one unit of the picture. */
  scale() {
    const matrix = this.picture.getScreenCTM();
    return matrix ? Math.hypot(matrix.a, matrix.b) || 1 : 1;
  }

  /** A way on the board as whoever looks sees it. @param {number} dx @param {number} dy */
  asSeen(dx, dy) {
    let [x, y] = [dx, dy];
    for (let i = 0; i < this.quarters; i++) [x, y] = [-y, x];
    return [x, y];
  }

  /** By how many degrees what stands on the board is turned to be upright for whoever looks. */
  get upright() {
    return -90 * this.quarters;
  }

  /** Is there a badge at this point of the screen? @param {number} clientX @param {number} clientY */
  badgeAt(clientX, clientY) {
    return Boolean(document.elementFromPoint(clientX, clientY)?.closest(".badge"));
  }

  /** The move that a badge at this point of the screen stands for. @param {number} clientX @param {number} clientY */
  moveAt(clientX, clientY) {
    const sign = document.elementFromPoint(clientX, clientY)?.closest("[data-move]");
    return sign && this.picture.contains(sign) ? Number(sign.getAttribute("data-move")) : null;
  }

  /** A point of the screen in units of the picture's own frame. @param {number} clientX @param {number} clientY */
  toBox(clientX, clientY) {
    const matrix = this.picture.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : new DOMPoint(0, 0);
  }

  /**
   * Arrows from space to space, the first the boldest, each with its number.
   * @param {{from: string, to: string, rank: number}[]} ways
   */
  showArrows(ways) {
    const large = Math.max(1, Math.min(2, SEEN / this.scale()));
    const drawn = ways.map(({ from, to, rank }, i) => {
      const [a, b] = [this.spaces.get(from), this.spaces.get(to)];
      if (a && a === b) return spot(a, rank, ways.slice(0, i).filter((other) => other.to === to).length, this.upright, large);
      return a && b ? arrow(a, b, rank, this.upright, large) : null;
    });
    this.hints.replaceChildren(...drawn.filter((one) => one !== null).reverse());
  }

  /** A point of the screen in the picture's own units. @param {number} clientX @param {number} clientY */
  toPicture(clientX, clientY) {
    const matrix = this.sheet.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : new DOMPoint(0, 0);
  }

  /** A point of the picture on the screen. @param {number} x @param {number} y */
  toScreen(x, y) {
    const matrix = this.sheet.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint(0, 0);
  }

  /**
   * The space that is meant by a point of the screen: what is there, or a space that matters close by.
   * @param {number} clientX @param {number} clientY @param {Set<string>} matters
   * @returns {string | null}
   */
  spaceAt(clientX, clientY, matters) {
    const found = document
      .elementsFromPoint(clientX, clientY)
      .map((e) => /** @type {HTMLElement | null} */ (e.closest("[data-space]")))
      .filter((e) => e !== null && this.picture.contains(e))
      .map((e) => e?.dataset.space ?? "");
    const here = found.find((id) => matters.has(id));
    if (here) return here;
    const { x, y } = this.toPicture(clientX, clientY);
    const scale = this.scale();
    let best = null;
    let least = NEAR;
    for (const id of matters) {
      const space = this.spaces.get(id);
      if (!space) continue;
      const far = Math.max(0, Math.hypot(space.x - x, space.y - y) - space.reach) * scale;
      if (far < least) [best, least] = [id, far];
    }
    return best && (least < NEAR / 2 || !found.length) ? best : (found[0] ?? best);
  }
}

/**
 * A number where something is to be set or turned: no arrow leads there. Several stand side by side.
 * @param {Space} a @param {number} rank @param {number} before  so many stand there already @param {number} upright @param {number} large
 */
function spot(a, rank, before, upright, large) {
  const aside = 30 * before * large;
  const [x, y] = [a.x + aside * Math.cos((upright * Math.PI) / 180), a.y + aside * Math.sin((upright * Math.PI) / 180)];
  return svg("g", { class: `hint-arrow rank-${rank}` }, ...numbered(x, y, rank, upright, large));
}

/** @param {number} x @param {number} y @param {number} rank @param {number} upright @param {number} large */
const numbered = (x, y, rank, upright, large) => [
  svg("circle", { cx: x, cy: y, r: 15 * large }),
  svg("text", { y: 6.5 * large, "font-size": 19 * large, transform: `translate(${x} ${y}) rotate(${upright})` }, String(rank)),
];

const [MOST_LETTERS, LETTER] = [12, 0.72]; // of a name on the board, and how wide one can be for its size

/** A name in the place of printed words, as large as there is room. @param {SVGTextElement} words @param {string | undefined} name */
function rename(words, name) {
  words.dataset.words ??= `${words.getAttribute("font-size")} ${words.textContent}`;
  const [usual, ...rest] = words.dataset.words.split(" ");
  const said = name && name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name || rest.join(" ");
  const size = name ? Math.min(Number(usual) * 1.3, Number(words.dataset.room) / (LETTER * said.length)) : Number(usual);
  const middle = Number(words.getAttribute("y")) - Number(words.getAttribute("font-size")) * 0.35;
  words.setAttribute("font-size", size.toFixed(2));
  words.setAttribute("y", (middle + size * 0.35).toFixed(2));
  words.textContent = said;
}

/** @param {Space} a @param {Space} b @param {number} rank @param {number} upright @param {number} large */
function arrow(a, b, rank, upright, large) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const far = Math.hypot(dx, dy) || 1;
  const [u, v] = [dx / far, dy / far];
  const wide = (13 - 3 * rank) * large;
  const tip = wide * 2.4;
  /** @param {number} along @param {number} aside */
  const at = (along, aside) => [a.x + u * along - v * aside, a.y + v * along + u * aside];
  const head = [at(far, 0), at(far - tip, tip * 0.62), at(far - tip, -tip * 0.62)];
  const shaft = [at(0, wide / 2), at(far - tip, wide / 2), at(far - tip, -wide / 2), at(0, -wide / 2)];
  // No number lies under another, whether they come from one hand or go along one way.
  const [x, y] = at(Math.min(far * (0.35 + 0.15 * rank), (15 + 45 * rank) * large), [0, 15, -15][rank - 1] * large);
  return svg(
    "g",
    { class: `hint-arrow rank-${rank}` },
    ...(far > 2 ? [svg("polygon", { points: joined([shaft[0], shaft[1], head[1], head[0], head[2], shaft[2], shaft[3]]) })] : []),
    ...numbered(x, y, rank, upright, large),
  );
}

/**
 * Fetch a board and make its picture part of the page.
 * @param {string} game @param {string} [variant]  another board that comes with the game
 */
export async function loadBoard(game, variant = "") {
  const address = boardAddress(game, variant);
  if (!fetched.has(address)) fetched.set(address, await read(address));
  const board = /** @type {Told} */ (fetched.get(address));
  const whole = new DOMParser().parseFromString(board.svg, "image/svg+xml");
  const picture = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(whole.documentElement, true)));
  // The page says the title, and the pieces are told in a list beside it.
  const said = "style, .page, .caption, title, desc"
    .split(", ")
    .map((part) => `:scope > ${part}`)
    .join(", ");
  picture.querySelectorAll(said).forEach((e) => e.remove());
  picture.removeAttribute("aria-labelledby");
  picture.removeAttribute("role");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("focusable", "false");
  return new Board(picture, board.spaces, board.sides);
}
