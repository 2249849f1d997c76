/** How everything sounds that a board of each look is made of: made here and now, no file is loaded. */

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

/**
 * A short noise round a pitch: the narrower its band, the harder what is struck.
 * @param {AudioContext} context @param {number} pitch @param {number} after @param {number} loud @param {number} narrow @param {number} length
 */
function knock(context, pitch, after, loud, narrow, length) {
  const start = context.currentTime + after;
  const samples = Math.floor(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) wave[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 4;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: narrow });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: loud * volume * 2 }))
    .connect(context.destination);
  source.start(start);
}

/** @typedef {{tap: (on: AudioContext, pitch: number, after: number, loud: number) => void, form: OscillatorType, octave: number}} Voice */

/** What a board of each look is made of: how something set down on it sounds, and its chimes. @type {Record<string, Voice>} */
const VOICES = {
  // card on card
  paper: { tap: (on, pitch, after, loud) => knock(on, pitch * 0.8, after, loud * 0.9, 1, 0.035), form: "triangle", octave: 1 },
  // wood on wood, with the hollow of the box below
  wood: {
    tap: (on, pitch, after, loud) => {
      knock(on, pitch, after, loud, 4, 0.06);
      knock(on, 190, after, loud * 0.7, 6, 0.11);
    },
    form: "triangle",
    octave: 0.75,
  },
  // glass, far away
  night: { tap: (on, pitch, after, loud) => tone(on, pitch * 1.2, after, 0.16, "sine", loud * 0.22), form: "sine", octave: 1.5 },
};
let voice = VOICES.paper;
let volume = 0.5;

/** @param {AudioContext} on @param {number[]} pitches @param {number} apart @param {number} length @param {number} loud */
const chime = (on, pitches, apart, length, loud) =>
  pitches.forEach((pitch, i) => tone(on, pitch * voice.octave, i * apart, length, voice.form, loud));

/** @satisfies {Record<string, (on: AudioContext) => void>} */
const SOUNDS = {
  roll: (on) => [0, 0.07, 0.12, 0.2, 0.26, 0.38].forEach((after, i) => voice.tap(on, 1700 + ((i * 577) % 900), after, 0.5)),
  step: (on) => voice.tap(on, 900, 0, 0.35),
  land: (on) => voice.tap(on, 520, 0, 0.6),
  taken: (on) => chime(on, [520, 390, 260], 0.09, 0.2, 0.2),
  turn: (on) => chime(on, [660, 880], 0.12, 0.3, 0.2),
  refused: (on) => tone(on, 170, 0, 0.18, "triangle", 0.3),
  won: (on) => chime(on, [523, 659, 784, 1047], 0.13, 0.5, 0.22),
};

/** @typedef {keyof typeof SOUNDS} Name */

/** @param {AudioContext} on @param {Name} name @param {string} look @param {number} loud */
export function play(on, name, look, loud) {
  voice = VOICES[look] ?? VOICES.paper;
  volume = loud;
  SOUNDS[name](on);
}
