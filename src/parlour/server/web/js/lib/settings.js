/** What the visitor chose for this device: kept in the browser, and nowhere else. */

import { speed } from "./motion.js";
import { setVolume } from "./sound.js";
import { effect, signal } from "./ui.js";

const KEY = "parlour.settings";

const USUAL = {
  theme: "system", // or "light", "dark"
  speed: 1,
  sound: true,
  confirm: "touch", // or "off", "always"
  shortcuts: true,
  notify: false,
  auto_roll: false,
  auto_forced: false,
  skip_dead: false,
};

/** @returns {typeof USUAL} */
function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const sound = Object.entries(USUAL).filter(([name, usual]) => typeof kept[name] === typeof usual);
    return { ...USUAL, ...Object.fromEntries(sound.map(([name]) => [name, kept[name]])) };
  } catch {
    return { ...USUAL };
  }
}

/** @type {import("../../vendor/signals.js").Signal<typeof USUAL>} */
export const settings = signal(stored());

/** @param {Partial<typeof USUAL>} some */
export function change(some) {
  settings.value = { ...settings.value, ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // storage is switched off: it holds until the page is closed
  }
}

effect(() => {
  const { theme } = settings.value;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});

effect(() => {
  speed.value = settings.value.speed;
  setVolume(settings.value.sound ? 0.5 : 0);
});
