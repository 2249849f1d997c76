/** Rays that fly from a place on the board for a moment: something was hit there, or has come home. */

import { animate, moves } from "./motion.js";
import { svg } from "./svg.js";

const RAYS = 10;

/** @param {import("./board.js").Board} board @param {{x: number, y: number, size: number}} at @param {"hit" | "home"} kind */
export function burst(board, { x, y, size }, kind) {
  if (!moves()) return;
  const rays = Array.from({ length: RAYS }, (_, i) =>
    svg("line", { x1: 0, x2: 0, y1: -size * 0.55, y2: -size * 0.85, transform: `rotate(${(i * 360) / RAYS})` }),
  );
  const inner = svg("g", {}, svg("circle", { r: size * 0.55 }), ...rays);
  const all = board.sheet.appendChild(svg("g", { class: `burst ${kind}`, transform: `translate(${x} ${y})` }, inner));
  const frames = [
    { transform: "scale(.5)", opacity: 1 },
    { transform: "scale(1.5)", opacity: 0.9, offset: 0.6 },
    { transform: "scale(1.9)", opacity: 0 },
  ];
  animate(inner, frames, { duration: kind === "home" ? 900 : 520, easing: "ease-out" }).then(() => all.remove());
}
