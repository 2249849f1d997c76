/** The moment of winning: the winners' tokens rain over the board, once. Nothing of it is told by it alone. */

import { animate, moves } from "../lib/motion.js";
import { svg, token } from "../lib/svg.js";

const COUNT = 42;

/** @param {Element} over  what they fall over @param {{paint: string, shape: string}[]} looks */
export async function flourish(over, looks) {
  if (!moves() || !looks.length) return;
  const sky = svg("svg", { class: "flourish parlour", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  over.append(sky);
  const { width, height } = sky.getBoundingClientRect();
  sky.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const falls = Array.from({ length: COUNT }, (_, i) => {
    const look = looks[i % looks.length];
    const size = 12 + Math.random() * 14;
    const bit = svg("g", { class: `piece ${look.paint}` }, svg("g", { class: "token" }, token(look.shape, size)));
    sky.append(bit);
    const x = Math.random() * width;
    const drift = (Math.random() - 0.5) * 160;
    const turn = (Math.random() - 0.5) * 900;
    const frames = [
      { transform: `translate(${x}px, ${-size}px) rotate(0deg)`, opacity: 1 },
      { transform: `translate(${x + drift * 0.7}px, ${height * 0.75}px) rotate(${turn * 0.75}deg)`, opacity: 1, offset: 0.8 },
      { transform: `translate(${x + drift}px, ${height + size}px) rotate(${turn}deg)`, opacity: 0 },
    ];
    return animate(bit, frames, {
      duration: 1300 + Math.random() * 900,
      delay: Math.random() * 500,
      easing: "cubic-bezier(.3, .1, .7, 1)",
      fill: "both",
    });
  });
  await Promise.all(falls);
  sky.remove();
}
