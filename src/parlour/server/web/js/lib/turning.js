/**
 * A board turned to somebody's side, by quarters. What is printed on it stays readable: words in a space keep their place
 * in it and stand upright, words along an edge are never upside down.
 */

/** @typedef {import("./board.js").Board} Board */

/** Left, top, right and bottom of a space. @param {import("./board.js").Space} space */
function frameOf({ points, middle: [x, y], reach }) {
  if (!points) return [x - reach, y - reach, x + reach, y + reach];
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The space that has a point inside; where frames overlap, the one whose middle is nearest. @param {Board} board @param {number[]} point */
function around(board, [x, y]) {
  const here = [...board.spaces.values()].filter((space) => {
    const [left, top, right, bottom] = frameOf(space);
    return x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1;
  });
  /** @param {import("./board.js").Space} space */
  const far = ({ middle }) => Math.hypot(middle[0] - x, middle[1] - y);
  return here.sort((a, b) => far(a) - far(b))[0] ?? null;
}

/** How much words must shrink that were made for a space which now lies across. @param {import("./board.js").Space} space */
function across(space) {
  const [left, top, right, bottom] = frameOf(space);
  return Math.min(right - left, bottom - top) / Math.max(right - left, bottom - top);
}

/** Where words are printed, and at which angle. @param {SVGTextElement} words */
function printed(words) {
  const how = (words.dataset.printed ??= words.getAttribute("transform") ?? "");
  const angle = Number(/rotate\(([-\d.]+)/.exec(how)?.[1] ?? 0);
  const size = Number(words.getAttribute("font-size"));
  return { words, how, angle, at: [Number(words.getAttribute("x")), Number(words.getAttribute("y")) - size * 0.35] };
}

/** @typedef {ReturnType<typeof printed>} Printed */

/** Along an edge: as printed, but never upside down. @param {Printed} one @param {number} turned */
function along({ words, angle, at }, turned) {
  const seen = (((angle + turned) % 360) + 360) % 360;
  words.setAttribute("transform", `rotate(${angle + (seen > 90.5 && seen < 270.5 ? 180 : 0)} ${at.join(" ")})`);
}

/** Together in a space, or by themselves: upright about their common middle. @param {Printed[]} block @param {number} turned @param {number} scale */
function upright(block, turned, scale) {
  const [u, v] = [0, 1].map((i) => block.reduce((sum, one) => sum + one.at[i], 0) / block.length);
  for (const { words } of block)
    words.setAttribute("transform", `translate(${u} ${v}) rotate(${-turned}) scale(${scale}) translate(${-u} ${-v})`);
}

/** Make words readable on a board that is turned. @param {Board} board @param {Element} within */
export function rightWords(board, within) {
  const turned = board.quarters * 90;
  const lies = board.quarters % 2 === 1;
  const all = [...within.querySelectorAll("text")].map((words) => printed(/** @type {SVGTextElement} */ (words)));
  /** @type {Map<import("./board.js").Space, Printed[]>} */
  const blocks = new Map();
  for (const one of all) {
    const space = around(board, one.at);
    if (!turned) one.words.setAttribute("transform", one.how);
    else if (one.angle) along(one, turned);
    else if (space) blocks.set(space, [...(blocks.get(space) ?? []), one]);
    else upright([one], turned, 1);
  }
  for (const [space, block] of blocks) {
    const [one] = block;
    const aside = Math.hypot(one.at[0] - space.middle[0], one.at[1] - space.middle[1]) > space.reach;
    if (lies && aside && block.length === 1) along(one, turned);
    else upright(block, turned, lies ? across(space) : 1);
  }
}
