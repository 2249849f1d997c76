/**
 * What leads to a space, drawn small on it: a die by its pips, a card or a bonus by a few letters.
 *
 * They are large enough for a finger however fine the board is, so they make room for each other: one that finds its
 * place taken stands aside, with a line to where it belongs.
 */

import { PIPS } from "./dice.js";
import { svg } from "./svg.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../protocol.js").Badge} Badge */
/** @typedef {{space: string, signs: {badge: Badge | null, code: number | null}[], taken: boolean}} Wish  code: the one move it stands for */

const [LEAST, MOST] = [26, 36]; // pixels on the screen
const AIR = 1.06; // between two of them

/** What tells badges apart. @param {Badge | null | undefined} badge */
export const badgeKey = (badge) => (badge ? `${badge.dice?.join("-") ?? ""}/${badge.text ?? ""}` : "");

/** A die within a square of this size. @param {number} value @param {number} size */
function die(value, size) {
  const pips = PIPS[value]?.map(([x, y]) => svg("circle", { cx: x * size * 0.25, cy: y * size * 0.25, r: size * 0.095 }));
  return svg(
    "g",
    { class: "sign-die" },
    svg("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.22 }),
    ...(pips ?? [svg("text", { y: size * 0.2, "font-size": size * 0.56 }, String(value))]),
  );
}

/** How many squares wide it is. @param {Badge | null} badge */
function breadth(badge) {
  if (badge?.dice?.length) return badge.dice.length;
  return badge?.text ? Math.max(1, 0.45 + badge.text.length * 0.36) : 1;
}

/** One badge, middle at 0,0. @param {Badge | null} badge @param {number} size */
function sign(badge, size) {
  const dice = badge?.dice ?? [];
  if (dice.length) {
    const each = dice.length > 1 ? size * 0.9 : size;
    return dice.map((value, i) => {
      const one = die(value, each);
      one.setAttribute("transform", `translate(${(i - (dice.length - 1) / 2) * size}, 0)`);
      return one;
    });
  }
  if (!badge?.text) return [svg("circle", { class: "dot", r: size * 0.3 })];
  const wide = breadth(badge) * size;
  return [
    svg("rect", { class: "tag", x: -wide / 2, y: -size * 0.45, width: wide, height: size * 0.9, rx: size * 0.45 }),
    svg("text", { y: size * 0.19, "font-size": size * 0.54 }, badge.text),
  ];
}

/**
 * Where a box of this size finds room, near the middle it belongs to: over no other, and over no piece if that can be.
 * @param {number[]} middle @param {number[]} size @param {boolean} aside @param {number[][]} placed @param {number[][]} pieces @param {number[]} within
 */
function room([x, y], [wide, high], aside, placed, pieces, within) {
  const away = [];
  if (!aside) away.push([0, 0]);
  for (const far of aside ? [1.15, 1.6, 2.2, 3] : [0.9, 1.15, 1.6, 2.2, 3]) {
    for (const [dx, dy] of [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
      [0.75, -0.75],
      [0.75, 0.75],
      [-0.75, 0.75],
      [-0.75, -0.75],
    ])
      // prettier-ignore
      away.push([dx * far * ((wide + high) / 2), dy * far * high]);
  }
  /** @param {number} cx @param {number} cy @param {number[][]} taken */
  const free = (cx, cy, taken) =>
    cx - wide / 2 >= within[0] &&
    cy - high / 2 >= within[1] &&
    cx + wide / 2 <= within[0] + within[2] &&
    cy + high / 2 <= within[1] + within[3] &&
    taken.every(([px, py, w, h]) => Math.abs(cx - px) * 2 >= (wide + w) * AIR || Math.abs(cy - py) * 2 >= (high + h) * AIR);
  const all = [...placed, ...pieces];
  const [dx, dy] = away.find(([ax, ay]) => free(x + ax, y + ay, all)) ?? away.find(([ax, ay]) => free(x + ax, y + ay, placed)) ?? [0, 0];
  return [x + dx, y + dy];
}

/**
 * Badges for these spaces, as elements; each can be touched like its space, or stands for one move.
 * @param {Board} board @param {Wish[]} wishes @param {{x: number, y: number, size: number}[]} pieces  which they should not cover
 */
export function badges(board, wishes, pieces) {
  if (!wishes.length) return [];
  const scale = board.scale();
  /** @type {number[][]} */
  const placed = [];
  const drawn = [];
  const standing = pieces.map(({ x, y, size }) => [x, y, size * 0.8, size * 0.8]);
  const inOrder = [...wishes.filter((wish) => !wish.taken), ...wishes.filter((wish) => wish.taken)];
  for (const { space: id, signs, taken } of inOrder) {
    const space = board.spaces.get(id);
    if (!space) continue;
    if (signs.every(({ badge }) => !badgeKey(badge)) && space.reach * 2 * scale >= LEAST) continue; // its light says enough
    const size = Math.max(LEAST, Math.min(MOST, space.reach * 1.8 * scale)) / scale;
    const wide = signs.reduce((sum, s) => sum + breadth(s.badge) * size, 0) + (signs.length - 1) * size * 0.15;
    const [x, y] = room([space.x, space.y], [wide, size], taken, placed, standing, board.view());
    placed.push([x, y, wide, size]);
    const group = svg("g", { class: "badge", "data-space": id });
    if (Math.hypot(x - space.x, y - space.y) > size * 0.5)
      group.append(svg("line", { class: "leash", x1: space.x, y1: space.y, x2: x, y2: y }));
    let at = x - wide / 2;
    for (const { badge, code } of signs) {
      const broad = breadth(badge) * size;
      const part = svg("g", { transform: `translate(${at + broad / 2}, ${y}) rotate(${board.upright})` }, ...sign(badge, size * 0.94));
      part.append(svg("rect", { class: "reach", x: -broad / 2, y: -size / 2, width: broad, height: size }));
      if (code !== null) part.setAttribute("data-move", String(code));
      group.append(part);
      at += broad + size * 0.15;
    }
    drawn.push(group);
  }
  return drawn;
}
