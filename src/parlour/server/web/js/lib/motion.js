/** How fast things move: the visitor's choice, and the system's wish for less of it. */

import { signal } from "./ui.js";

/** 0 is off, 1 as usual, 3 quick. */
export const speed = signal(1);

const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Does anything move at all? */
export const moves = () => speed.value > 0 && !calm?.matches && document.visibilityState === "visible";

/** @param {number} ms at usual speed */
export const lasting = (ms) => (moves() ? ms / speed.value : 0);

/** @param {number} ms at usual speed */
export const pause = (ms) => new Promise((done) => setTimeout(done, lasting(ms)));

/** For what must be read, also where nothing moves; nothing for those who switched all of it off. @param {number} ms at usual speed */
export const reading = (ms) => (speed.value > 0 && document.visibilityState === "visible" ? ms / speed.value : 0);

/**
 * Run an animation to its end; at once when nothing moves.
 * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options duration at usual speed
 */
export async function animate(element, frames, options) {
  if (!moves() || !element.isConnected) return;
  const duration = Number(options.duration) / speed.value;
  const delay = Number(options.delay ?? 0) / speed.value;
  try {
    await element.animate(frames, { ...options, duration, delay }).finished;
  } catch {
    // cancelled because something newer happened
  }
}
