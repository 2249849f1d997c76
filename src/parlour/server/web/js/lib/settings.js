/** What the visitor chose for this device: kept in the browser, and nowhere else. */

import { speed } from "./motion.js";
import { setVoice, setVolume } from "./sound.js";
import { keepValue, keptValue } from "./storage.js";
import { effect, signal } from "./ui.js";

const KEY = "parlour.settings";

const USUAL = {
  theme: "system", // or "light", "dark"
  look: "paper", // or "wood", "night": of boards and pieces
  speed: 1,
  sound: true,
  confirm: "careful", // when touched, unless it can be undone; or "off", "touch", "always"
  turn: true, // does the board lie with the own side before whoever looks?
  flat: false, // does a tablet lie between its players, and turn to whoever plays?
  list: false, // are the moves listed that can be made on the board?
  shortcuts: true,
  coordinates: false, // are the names of spaces shown on the board?
  notify: false,
  auto_roll: false,
  auto_forced: false,
  skip_dead: false,
};

/** @returns {typeof USUAL} */
function stored() {
  const kept = keptValue(KEY, /** @type {Record<string, unknown>} */ ({}));
  const sound = Object.entries(USUAL).filter(([name, usual]) => typeof kept[name] === typeof usual);
  return { ...USUAL, ...Object.fromEntries(sound.map(([name]) => [name, kept[name]])) };
}

/** @type {import("../../vendor/signals.js").Signal<typeof USUAL>} */
export const settings = signal(stored());

/** @param {Partial<typeof USUAL>} some */
export function change(some) {
  settings.value = { ...settings.value, ...some };
  keepValue(KEY, settings.value);
}

effect(() => {
  const { theme } = settings.value;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});

effect(() => {
  document.documentElement.dataset.look = settings.value.look;
  document.documentElement.toggleAttribute("data-coordinates", settings.value.coordinates);
});

effect(() => {
  speed.value = settings.value.speed;
  setVolume(settings.value.sound ? 0.5 : 0);
  setVoice(settings.value.look);
});
