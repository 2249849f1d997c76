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

/** Does a space have this point inside, not on its edge? @param {import("./board.js").Space} space @param {number[]} point */
function holds(space, [x, y]) {
  const { points, middle, reach } = space;
  if (!points) return Math.hypot(x - middle[0], y - middle[1]) < reach;
  let inside = false;
  points.forEach(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length];
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) inside = !inside;
  });
  return inside;
}

/** The space that has a point inside. @param {Board} board @param {number[]} point */
const around = (board, point) => [...board.spaces.values()].find((space) => holds(space, point)) ?? null;

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
  const [u, v] = middleOf(block);
  for (const { words } of block)
    words.setAttribute("transform", `translate(${u} ${v}) rotate(${-turned}) scale(${scale}) translate(${-u} ${-v})`);
}

/**
 * Words in as many lines as make them largest, and the size of their letters: as the server breaks them for a board that
 * is not turned. @param {string[]} words @param {number} wide @param {number} high @param {number} most @returns {{lines: string[], size: number}}
 */
function inLines(words, wide, high, most) {
  /** @type {{lines: string[], size: number}} */
  let best = { lines: [], size: 0 };
  for (let breaks = 0; breaks < 2 ** (words.length - 1); breaks++) {
    const lines = words.reduce((text, word, i) => text + (i ? (breaks & (2 ** (i - 1)) ? "\n" : " ") : "") + word, "").split("\n");
    const size = Math.min(wide / (0.86 * Math.max(...lines.map((line) => line.length))), high / (1.22 * lines.length), most);
    if (size > best.size) best = { lines, size };
  }
  return best;
}

/** Break the words of a space anew, for a board on which it lies across. @param {import("./board.js").Space} space @param {Printed[]} block @param {number} turned @param {number} most */
function fitted(space, block, turned, most) {
  const middle = middleOf(block);
  const [left, top, right, bottom] = frameOf(space);
  const [x, y] = middle;
  const [wide, high] = [Math.min(y - top, bottom - y) * 1.84, Math.min(x - left, right - x) * 1.84]; // as they are seen
  const words = block.flatMap(({ words: line }) => (line.textContent ?? "").split(" "));
  const level = inLines(words, wide, high, most);
  const edge = inLines(words, high, wide, most);
  const { lines, size, angle } = level.size * 1.4 >= edge.size ? { ...level, angle: 0 } : { ...edge, angle: -90 };
  const down = ((angle + 90 - turned) * Math.PI) / 180;
  for (const { words: line } of block) line.setAttribute("display", "none");
  lines.forEach((text, i) => {
    const line = /** @type {SVGTextElement} */ (block[0].words.cloneNode());
    const below = (i - (lines.length - 1) / 2) * size * 1.22;
    const [u, v] = [x + below * Math.cos(down), y + below * Math.sin(down)];
    const how = { x: u, y: v + size * 0.35, "font-size": size, transform: `rotate(${angle - turned} ${u} ${v})` };
    for (const [name, value] of Object.entries(how)) line.setAttribute(name, String(value));
    line.removeAttribute("display");
    line.dataset.fitted = "";
    line.textContent = text;
    block[0].words.after(line);
  });
}

/** @param {Printed[]} block */
const middleOf = (block) => [0, 1].map((i) => block.reduce((sum, one) => sum + one.at[i], 0) / block.length);

/** Round the middle of a space that is as wide as high: what stood at its lower end does so still. @param {import("./board.js").Space} space @param {Printed} one @param {number} turned */
function about({ middle: [x, y] }, { words }, turned) {
  words.setAttribute("transform", `rotate(${-turned} ${x} ${y})`);
}

/** Make words readable on a board that is turned. @param {Board} board @param {Element} within */
export function rightWords(board, within) {
  const turned = board.quarters * 90;
  const lies = board.quarters % 2 === 1;
  within.querySelectorAll("[data-fitted]").forEach((words) => words.remove());
  for (const emblem of within.querySelectorAll(".emblem"))
    emblem.setAttribute("transform", `rotate(${-turned} ${/** @type {HTMLElement} */ (emblem).dataset.at})`);
  const all = [...within.querySelectorAll("text:not(.emblem *)")].map((words) => printed(/** @type {SVGTextElement} */ (words)));
  const orders = all.filter(({ words }) => words.classList.contains("order"));
  const most = Math.max(...orders.map(({ words }) => Number(words.getAttribute("font-size"))));
  /** @type {Map<import("./board.js").Space, Printed[]>} */
  const blocks = new Map();
  for (const one of all) {
    const space = around(board, one.at);
    one.words.removeAttribute("display");
    if (!turned) one.words.setAttribute("transform", one.how);
    else if (space && (orders.includes(one) || !one.angle)) blocks.set(space, [...(blocks.get(space) ?? []), one]);
    else if (one.angle) along(one, turned);
    else upright([one], turned, 1);
  }
  for (const [space, block] of blocks) {
    const [one] = block;
    const whole = block.every((each) => orders.includes(each));
    if (whole && lies) fitted(space, block, turned, most);
    else if (whole) for (const { words, how } of block) words.setAttribute("transform", `rotate(180 ${middleOf(block).join(" ")}) ${how}`);
    else if (block.length === 1 && across(space) > 0.98) about(space, one, turned);
    else upright(block, turned, lies && (block.length > 1 || (one.words.textContent ?? "").length > 3) ? across(space) : 1);
  }
}
