/**
 * The board: our own SVG, taken apart so that a page can light spaces up and move pieces over it.
 *
 * Nothing here knows a game. A space is known by its id, which moves and pieces use too.
 */

import { get } from "./api.js";
import { joined, parseInside, svg } from "./svg.js";

/**
 * @typedef {object} Space
 * @property {string} id
 * @property {string} label  what a person calls it
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

export class Board {
  /** @param {SVGSVGElement} picture @param {Told["spaces"]} known */
  constructor(picture, known) {
    this.picture = picture;
    /** @type {Map<string, Space>} */
    this.spaces = new Map();
    for (const element of picture.querySelectorAll(".space")) this.#know(/** @type {SVGGraphicsElement} */ (element), known);
    this.lights = picture.appendChild(svg("g", { class: "lights" }));
    this.pieces = picture.appendChild(svg("g", { class: "pieces" }));
    this.extras = picture.appendChild(svg("g", { class: "extras" }));
    /** @type {string | undefined} */
    this.shownExtras = undefined;
    this.ghosts = picture.appendChild(svg("g", { class: "ghosts" }));
  }

  /** @param {SVGGraphicsElement} element @param {Told["spaces"]} known */
  #know(element, known) {
    const id = element.id;
    element.removeAttribute("id"); // a page has ids of its own
    element.dataset.space = id;
    const shape = element.querySelector("polygon, circle");
    if (!shape || !known[id]) return;
    const { x, y, label } = known[id];
    /** @type {number[][] | null} */
    let points = null;
    let reach = Number(shape.getAttribute("r"));
    let middle = [Number(shape.getAttribute("cx")), Number(shape.getAttribute("cy"))];
    if (shape.tagName !== "circle") {
      const corners = (shape.getAttribute("points") ?? "").split(" ").map((p) => p.split(",").map(Number));
      /** @param {number} i */
      const extent = (i) => Math.max(...corners.map((p) => p[i])) - Math.min(...corners.map((p) => p[i]));
      points = corners;
      reach = Math.min(extent(0), extent(1)) / 2;
      middle = [x, y];
    }
    this.spaces.set(id, { id, label, x, y, middle, reach, points, element });
  }

  /** Cut away what a page says elsewhere; to be called once the picture is on the page. */
  crop() {
    const parts = [...this.picture.querySelectorAll(":scope > .ground, :scope > .spaces, :scope > .print")];
    const boxes = parts.map((part) => /** @type {SVGGraphicsElement} */ (part).getBBox());
    const [left, top] = [Math.min(...boxes.map((b) => b.x)), Math.min(...boxes.map((b) => b.y))];
    const right = Math.max(...boxes.map((b) => b.x + b.width));
    const bottom = Math.max(...boxes.map((b) => b.y + b.height));
    const edge = this.picture.querySelector(".sheet") ? 17 : 4; // half the width of a wooden frame
    this.box = [left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge];
    if (this.box[2] > 0) this.picture.setAttribute("viewBox", this.box.map((n) => n.toFixed(1)).join(" "));
  }

  /** What lies on the board besides pieces, as the server drew it. @param {string} text */
  showExtras(text) {
    if (text === this.shownExtras) return;
    this.shownExtras = text;
    this.extras.replaceChildren(...parseInside(text));
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
        if (space) marks.push(...this.#mark(kind, space));
      }
    }
    this.lights.replaceChildren(...marks);
  }

  /** @param {string} kind @param {Space} space */
  #mark(kind, space) {
    const outline = space.points
      ? svg("polygon", { class: `light ${kind}`, points: joined(space.points) })
      : svg("circle", { class: `light ${kind}`, cx: space.middle[0], cy: space.middle[1], r: space.reach });
    if (kind !== "target") return [outline];
    return [outline, svg("circle", { class: "light dot", cx: space.x, cy: space.y, r: Math.min(space.reach * 0.42, 15) })];
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

  /** A point of the screen in the picture's own units. @param {number} clientX @param {number} clientY */
  toPicture(clientX, clientY) {
    const matrix = this.picture.getScreenCTM();
    if (!matrix) return { x: 0, y: 0, scale: 1 };
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x, y, scale: matrix.a };
  }

  /** A point of the picture on the screen. @param {number} x @param {number} y */
  toScreen(x, y) {
    const matrix = this.picture.getScreenCTM();
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
    const { x, y, scale } = this.toPicture(clientX, clientY);
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
 * Fetch a board and make its picture part of the page.
 * @param {string} game @param {string} [variant]  another board that comes with the game
 */
export async function loadBoard(game, variant = "") {
  const query = variant ? `?board=${encodeURIComponent(variant)}` : "";
  const address = `/api/games/${encodeURIComponent(game)}/board${query}`;
  if (!fetched.has(address)) fetched.set(address, await get(address));
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
  return new Board(picture, board.spaces);
}
