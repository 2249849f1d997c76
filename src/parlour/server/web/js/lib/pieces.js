/**
 * The pieces on a board: drawn one by one, so that each can glide along its way.
 *
 * The server says where pieces stand, not which is which. What moved is worked out here: first by the gestures
 * of what happened, then whoever stands where nobody stood before came from where somebody is missing.
 */

import { animate } from "./motion.js";
import { burst } from "./burst.js";
import { corners, joined, svg, token } from "./svg.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../protocol.js").Piece} Piece */
/** @typedef {import("../protocol.js").Tile} Tile */
/** @typedef {import("../protocol.js").Gesture} Gesture */
/** @typedef {{piece: Piece, element: SVGGraphicsElement, space: string, way: {x: number, y: number}[]}} Stood */

const STEP = 105; // milliseconds from one space to the next
const SLIDE = 420; // for a place beside, when others come or go
const FLIGHT = 640; // across the board, through the air
const FAR = 3; // times its own size: what goes farther flies
const LONGEST = 1500;
const UNIT = 40; // tokens are drawn at this size and scaled

export class Pieces {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Stood[]} */
    this.stood = [];
  }

  /** Put the pieces down where they are, without any movement. @param {Piece[]} pieces */
  put(pieces) {
    this.#settle(this.#match(pieces, []));
  }

  /**
   * The same, gliding there. Resolves when everything stands still.
   * @param {Piece[]} pieces @param {Gesture[]} gestures  in the order in which they happened
   * @param {{step?: () => void, land?: () => void}} [on]  for sounds
   */
  async move(pieces, gestures, on = {}) {
    const matched = this.#match(pieces, gestures);
    const travels = [];
    for (const { from, to } of matched) {
      if (!from || !to) continue;
      const way = from.way.length > 1 ? from.way : null;
      const moved = Math.hypot(from.piece.x - to.x, from.piece.y - to.y) > 0.5 || from.piece.size !== to.size;
      if (way || moved) travels.push({ from, to, way });
    }
    const movers = travels.filter((t) => t.way);
    const rest = travels.filter((t) => !t.way);
    for (const { from } of travels) this.board.pieces.append(from.element); // on top of those that stand
    await Promise.all(movers.map((t) => this.#glide(t.from, t.to, t.way, on.step)));
    if (movers.length) on.land?.();
    for (const { from, to } of rest) if (movers.length && flies(from.piece, to)) burst(this.board, from.piece, "hit");
    for (const { to } of movers) if (this.board.spaces.get(to.space)?.kind === "home") burst(this.board, to, "home");
    const gone = matched.flatMap(({ from, to }) => (from && !to ? [from.element] : []));
    await Promise.all([...rest.map((t) => this.#glide(t.from, t.to, null)), ...gone.map(vanish)]);
    this.#settle(matched);
    const come = new Set(matched.flatMap(({ from, to }) => (to && !from ? [to] : [])));
    await Promise.all(this.stood.filter((one) => come.has(one.piece)).map(appear));
  }

  /**
   * Which piece of before is which of now.
   * @param {Piece[]} pieces @param {Gesture[]} gestures
   */
  #match(pieces, gestures) {
    for (const one of this.stood) [one.space, one.way] = [one.piece.space, []];
    for (const gesture of gestures.flatMap((g) => [g, ...(g.also ?? [])])) this.#follow(gesture);
    const left = new Set(this.stood);
    /** @type {{from: Stood | null, to: Piece | null}[]} */
    const pairs = [];
    /** @param {Piece} piece @param {(one: Stood) => boolean} fits */
    const take = (piece, fits) => {
      for (const one of left) {
        if (one.piece.seat === piece.seat && one.piece.letter === piece.letter && !one.piece.tile === !piece.tile && fits(one)) {
          left.delete(one);
          pairs.push({ from: one, to: piece });
          return true;
        }
      }
      return false;
    };
    /** @param {Piece} a @param {Piece} b */
    const same = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 0.5;
    let open = pieces.filter((p) => !take(p, (one) => one.way.length > 0 && one.space === p.space));
    open = open.filter((p) => !take(p, (one) => !one.way.length && one.space === p.space && same(one.piece, p)));
    open = open.filter((p) => !take(p, (one) => one.space === p.space));
    open = open.filter((p) => !take(p, () => true));
    for (const one of left) pairs.push({ from: one, to: null });
    for (const piece of open) pairs.push({ from: null, to: piece });
    return pairs;
  }

  /** Remember the way of the piece that a gesture moves. @param {Gesture} gesture */
  #follow(gesture) {
    if (!gesture.path?.length) return;
    const here = this.stood.filter((one) => one.space === gesture.pick && one.piece.seat === gesture.seat);
    const one = here.at(-1);
    if (!one) return;
    const passed = gesture.path
      .slice(1)
      .map((id) => this.board.spaces.get(id))
      .filter((space) => space !== undefined);
    if (!one.way.length) one.way.push({ x: one.piece.x, y: one.piece.y });
    one.way.push(...passed);
    one.space = gesture.drop;
  }

  /** @param {Stood} from @param {Piece} to @param {{x: number, y: number}[] | null} way @param {() => void} [step] */
  async #glide(from, to, way, step) {
    const air = !way && flies(from.piece, to);
    const stops = way ? [...way.slice(0, -1), to] : air ? [from.piece, this.#above(from.piece, to), to] : [from.piece, to];
    const [a, b] = [from.piece.size / UNIT, to.size / UNIT];
    const turn = from.piece.tile ? 0 : this.board.upright;
    const lift = air ? 1.6 : 1.12;
    /** @param {number} share */
    const scale = (share) => (from.piece.tile ? 1 : a + (b - a) * share);
    const frames = stops.map(({ x, y }, i) => ({
      transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale(i / (stops.length - 1)) * (i && i < stops.length - 1 ? lift : 1)})`,
      easing: way && stops.length > 2 ? "ease-in-out" : air ? (i ? "ease-in" : "ease-out") : "cubic-bezier(.3, .1, .2, 1)",
    }));
    const hops = stops.length - 1;
    const duration = air ? FLIGHT : hops > 1 ? Math.min(LONGEST, hops * STEP + 120) : SLIDE;
    step?.();
    await animate(from.element, frames, { duration, fill: "forwards" });
  }

  /** The highest point of a flight, as whoever looks sees it. @param {Piece} from @param {Piece} to */
  #above(from, to) {
    const angle = ((this.board.upright - 90) * Math.PI) / 180;
    const high = Math.hypot(from.x - to.x, from.y - to.y) * 0.22;
    return { x: (from.x + to.x) / 2 + high * Math.cos(angle), y: (from.y + to.y) / 2 + high * Math.sin(angle) };
  }

  /** @param {{from: Stood | null, to: Piece | null}[]} pairs */
  #settle(pairs) {
    this.stood = [];
    for (const { from, to } of pairs) {
      if (!to) {
        from?.element.remove();
        continue;
      }
      const keeps = from && !to.tile && from.piece.colour === to.colour && from.piece.letter === to.letter;
      const element = keeps ? from.element : this.draw(to);
      if (from && !keeps) from.element.remove();
      element.getAnimations?.().forEach((a) => a.cancel());
      element.dataset.space = to.space;
      this.stand(element, to);
      element.querySelector("title")?.replaceChildren(to.label);
      this.stood.push({ piece: to, element, space: to.space, way: [] });
    }
    // Those further down on the board lie over those further up; a finished track over all tiles.
    this.stood.sort((p, q) => Number(p.piece.tile?.bright ?? 0) - Number(q.piece.tile?.bright ?? 0) || p.piece.y - q.piece.y);
    this.board.pieces.append(...this.stood.map((one) => one.element));
  }

  /** @param {Piece} piece */
  draw(piece) {
    return piece.tile ? this.#tile(piece, piece.tile) : this.#token(piece);
  }

  /** @param {Piece} piece */
  #token(piece) {
    const drop = piece.shape === "triangle" ? 0.06 : 0;
    const [top, side] = [UNIT * -0.05, UNIT * 0.08];
    return svg(
      "g",
      { class: `piece ${piece.colour}` },
      svg("title", {}, piece.label),
      ...["halo edge", "halo"].map((halo) =>
        svg("g", { class: halo }, token(piece.shape, UNIT, 0, top), token(piece.shape, UNIT, 0, side)),
      ),
      svg("g", { class: "shade" }, token(piece.shape, UNIT, UNIT * 0.05, UNIT * 0.18)),
      svg("g", { class: "side" }, token(piece.shape, UNIT, 0, side)),
      svg("g", { class: "shade deep" }, token(piece.shape, UNIT, 0, side)),
      svg("g", { class: "token" }, token(piece.shape, UNIT, 0, top)),
      svg("g", { class: "rim" }, token(piece.shape, UNIT * 0.8, 0, top)),
      svg("text", { x: 0, y: top + UNIT * (0.155 + drop), "font-size": UNIT * 0.44 }, piece.letter),
    );
  }

  /** A tile in its space, or lying by; its stripe is told by colour, by grain and by its letter. @param {Piece} piece @param {Tile} tile */
  #tile(piece, { ends, plain, bright, live }) {
    const space = this.board.spaces.get(piece.space);
    const laid = plain && space?.points ? space : null;
    const outline = laid?.points?.map(([x, y]) => [x - laid.x, y - laid.y]) ?? corners("triangle", piece.size) ?? [];
    const centre = laid ? [0, 0] : [0, piece.size * 0.06];
    const [near, far] = ends.map((i) => between(outline[i], outline[(i + 1) % outline.length]));
    const bend = between(between(near, centre), between(centre, far));
    const wide = Math.hypot(outline[0][0] - outline[1][0], outline[0][1] - outline[1][1]) * (laid ? 0.19 : 0.3);
    const d = `M${near}Q${centre} ${far}`;
    const beside = [centre[0] * 3.5 - bend[0] * 2.5, centre[1] * 3.5 - bend[1] * 2.5];
    const shrink = 1 - (wide * 0.1) / (Math.hypot(...outline[0]) / 2 || 1);
    const lines = [bright ? ["glow", 1.5] : ["glow live", live ? 1.36 : 0], ["hem", 1.16], ["stripe", 1], ["grain", 0.1]].filter(
      ([, share]) => share,
    );
    /** @param {number[]} at @param {number} size @param {string} text @param {string} name */
    const words = (at, size, text, name) => svg("text", { x: at[0], y: at[1] + size * 0.35, "font-size": size, class: name }, text);
    return svg(
      "g",
      { class: `piece tile ${piece.colour}` },
      svg("title", {}, piece.label),
      svg("polygon", { class: "face", points: joined(outline.map(([x, y]) => [x * shrink, y * shrink])) }),
      ...lines.map(([name, share]) => svg("path", { class: name, d, "stroke-width": wide * Number(share) })),
      svg("polygon", { class: "halo outline edge", points: joined(outline.map(([x, y]) => [x * shrink, y * shrink])) }),
      svg("polygon", { class: "halo outline", points: joined(outline.map(([x, y]) => [x * shrink, y * shrink])) }),
      ...(laid ? [words(beside, wide * 0.53, laid.id, "coordinate")] : []),
      svg("circle", { class: "knot", cx: bend[0], cy: bend[1], r: wide * 0.42 }),
      words(bend, wide * 0.8, piece.letter, "letter"),
    );
  }

  /** A piece of which a hand only thinks: how it would lie. @param {Gesture} gesture @param {{letter: string, colour: string, shape: string}} look */
  ghost(gesture, look) {
    const space = this.board.spaces.get(gesture.drop);
    if (!space) return null;
    const size = this.stood.find((one) => one.space === gesture.pick)?.piece.size ?? UNIT;
    const piece = {
      ...look,
      key: "",
      seat: gesture.seat,
      space: gesture.drop,
      x: space.x,
      y: space.y,
      size,
      label: "",
      tile: gesture.tile,
    };
    const element = this.draw(piece);
    element.classList.add("ghost");
    this.stand(element, piece);
    return element;
  }

  /** Put an element where its piece stands. @param {SVGGraphicsElement} element @param {Piece} piece */
  stand(element, piece) {
    const how = piece.tile ? "" : `rotate(${this.board.upright}deg) scale(${piece.size / UNIT})`;
    element.style.transform = `translate(${piece.x}px, ${piece.y}px) ${how}`;
  }

  /** The piece a hand would take from a space. @param {string} space @param {number} seat */
  topOf(space, seat) {
    const here = this.stood.filter((one) => one.piece.space === space);
    return here.findLast((one) => one.piece.seat === seat) ?? here.at(-1) ?? null;
  }
}

/** Does it go through the air: one that was captured, not one that makes room? @param {Piece} from @param {Piece} to */
const flies = (from, to) => from.space !== to.space && Math.hypot(from.x - to.x, from.y - to.y) > FAR * from.size;

/** A piece that comes from nowhere drops onto the board. @param {Stood} one */
const appear = ({ element }) =>
  animate(
    element,
    [
      { transform: `${element.style.transform} scale(1.7)`, opacity: 0 },
      { transform: element.style.transform, opacity: 1 },
    ],
    { duration: 240, easing: "ease-in" },
  );

/** @param {Element} element */
const vanish = (element) => animate(element, [{ opacity: 1 }, { opacity: 0 }], { duration: 240 });

/** @param {number[]} a @param {number[]} b */
const between = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
