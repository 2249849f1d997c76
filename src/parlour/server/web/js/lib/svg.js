/** Making SVG elements, and the outlines that tell seats apart without colour. */

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGGraphicsElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = /** @type {SVGGraphicsElement} */ (document.createElementNS(SPACE, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The inside of an SVG as nodes. It comes from our own server and holds shapes and words only. @param {string} text */
export function parseInside(text) {
  const whole = new DOMParser().parseFromString(`<svg xmlns="${SPACE}">${text}</svg>`, "image/svg+xml");
  return [...document.importNode(whole.documentElement, true).childNodes];
}

/**
 * Within a circle of diameter 1, of about the same area; the same as on printed boards.
 * @type {Record<string, number[][]>}
 */
// prettier-ignore
const CORNERS = {
  square: [[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]],
  triangle: [[0, -0.52], [0.5, 0.36], [-0.5, 0.36]],
  diamond: [[0, -0.54], [0.54, 0], [0, 0.54], [-0.54, 0]],
};

/** Corners of a shape of this diameter round a point; null for a circle. @param {string} shape @param {number} size @param {number} [x] @param {number} [y] @returns {number[][] | null} */
export function corners(shape, size, x = 0, y = 0) {
  return shape in CORNERS ? CORNERS[shape].map(([u, v]) => [x + u * size, y + v * size]) : null;
}

/** @param {number[][]} points */
export const joined = (points) => points.map((p) => p.map((n) => Math.round(n * 100) / 100).join(",")).join(" ");

/** A seat's outline, as an element. @param {string} shape @param {number} size @param {number} [x] @param {number} [y] */
export function token(shape, size, x = 0, y = 0) {
  const points = corners(shape, size, x, y);
  return points ? svg("polygon", { points: joined(points) }) : svg("circle", { cx: x, cy: y, r: size * 0.46 });
}
