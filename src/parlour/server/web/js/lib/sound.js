/** Sounds: nothing is heard before the visitor does something, and what makes them comes with that (voices.js). */

/** @type {AudioContext | null} */
let context = null;
/** @type {typeof import("./voices.js") | null} */
let voices = null;
let volume = 0.5;
let look = "paper";

/** @param {number} level 0 (silent) to 1 */
export const setVolume = (level) => {
  volume = level;
};

/** Browsers let a page be heard only after a click or a key. */
export function wakeSound() {
  if (volume > 0 && !context && "AudioContext" in globalThis) {
    context = new AudioContext();
    import("./voices.js").then((m) => (voices = m)).catch(() => {}); // a line that was cut is no reason for noise
  }
  if (context?.state === "suspended") context.resume();
}

/** What a board is made of. @param {string} name */
export const setVoice = (name) => {
  look = name;
};

/** @param {import("./voices.js").Name} name */
export function sound(name) {
  if (volume > 0 && context?.state === "running") voices?.play(context, name, look, volume);
}
