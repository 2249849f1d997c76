/** Sounds, made here and now: no file is loaded, and nothing is heard before the visitor does something. */

/** @type {AudioContext | null} */
let context = null;
let volume = 0.5;

/** @param {number} level 0 (silent) to 1 */
export const setVolume = (level) => {
  volume = level;
};

/** Browsers let a page be heard only after a click or a key. */
export function wakeSound() {
  if (volume > 0 && !context && "AudioContext" in globalThis) context = new AudioContext();
  if (context?.state === "suspended") context.resume();
}

/** @param {AudioContext} context @param {number} pitch @param {number} after @param {number} length @param {OscillatorType} form @param {number} loud */
function tone(context, pitch, after, length, form = "sine", loud = 0.25) {
  const start = context.currentTime + after;
  const voice = new OscillatorNode(context, { type: form, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(loud * volume, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(context.destination);
  voice.start(start);
  voice.stop(start + length + 0.05);
}

/** Wood on wood. @param {AudioContext} context @param {number} after @param {number} pitch */
function knock(context, after, pitch, loud = 0.5) {
  const start = context.currentTime + after;
  const length = Math.floor(context.sampleRate * 0.05);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) wave[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 3 });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: loud * volume * 2 }))
    .connect(context.destination);
  source.start(start);
}

/** @satisfies {Record<string, (on: AudioContext) => void>} */
const SOUNDS = {
  roll: (on) => [0, 0.07, 0.12, 0.2, 0.26, 0.38].forEach((after, i) => knock(on, after, 1700 + ((i * 577) % 900), 0.5)),
  step: (on) => knock(on, 0, 900, 0.35),
  land: (on) => knock(on, 0, 520, 0.6),
  taken: (on) => [520, 390, 260].forEach((pitch, i) => tone(on, pitch, i * 0.09, 0.2, "triangle", 0.2)),
  turn: (on) => [660, 880].forEach((pitch, i) => tone(on, pitch, i * 0.12, 0.3)),
  refused: (on) => tone(on, 170, 0, 0.18, "triangle", 0.3),
  won: (on) => [523, 659, 784, 1047].forEach((pitch, i) => tone(on, pitch, i * 0.13, 0.5, "triangle", 0.22)),
};

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (volume > 0 && context?.state === "running") SOUNDS[name](context);
}
