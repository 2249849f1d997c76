/** Settings and help, and the screen between two players of one device. */

import { LookChoice } from "../lib/looks.js";
import { change, settings } from "../lib/settings.js";
import { html, useEffect, useLayoutEffect, useRef } from "../lib/ui.js";
import { LANGUAGES, keepLanguage, language, say } from "../lib/words.js";
import { Mark } from "./bar.js";
import { command } from "./hand.js";
import { dialog } from "./keys.js";
import { handedTo, mine, nameOf, now, sitter } from "./state.js";

/** @typedef {"auto_roll" | "auto_forced" | "skip_dead" | "shortcuts" | "coordinates" | "sound" | "notify" | "turn" | "flat"} Switched */

/** @param {{name: string, title: string, children: any}} props */
export function Dialog({ name, title, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const open = dialog.value === name;
  useEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal();
    if (!open && ref.current?.open) ref.current.close();
  }, [open]);
  return html`<dialog ref=${ref} aria-labelledby=${`title-${name}`} onClose=${() => dialog.value === name && (dialog.value = "")}>
    ${
      open &&
      html`<h2 id=${`title-${name}`}>${title}</h2>
      ${children}
      <p class="line end"><button class="main" onClick=${() => (dialog.value = "")}>${say("Close")}</button></p>`
    }
  </dialog>`;
}

/** @param {{name: "confirm" | "theme", label: string, choices: string[][]}} props */
function Choice({ name, label, choices }) {
  return html`<label class="row" for=${`set-${name}`}><span class="grow">${label}</span>
    <select id=${`set-${name}`} value=${settings.value[name]} onChange=${(e) => change({ [name]: e.target.value })}>
      ${choices.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>
  </label>`;
}

/** @param {{name: Switched, label: string, then?: (on: boolean) => void}} props */
function Switch({ name, label, then }) {
  /** @param {import("../lib/ui.js").Changed} event */
  const set = (event) => {
    change({ [name]: event.target.checked });
    then?.(event.target.checked);
  };
  return html`<label class="row"><input type="checkbox" checked=${settings.value[name]} onChange=${set} /><span>${label}</span></label>`;
}

/** What the server does for a seat is told to the server as well. @param {"auto_roll" | "auto_forced" | "skip_dead"} name @returns {(on: boolean) => unknown} */
const tell = (name) => (on) => now.value?.you != null && command({ do: "settings", settings: { [name]: on } });

/** @param {boolean} on */
async function mayNotify(on) {
  if (on && "Notification" in globalThis && (await Notification.requestPermission()) !== "granted") change({ notify: false });
}

/** @param {number} speed */
const speedText = (speed) => (speed === 0 ? say("off") : say("{speed} ×", { speed }));

export function Settings() {
  const { speed } = settings.value;
  return html`<${Dialog} name="settings" title=${say("Settings")}>
    <fieldset>
      <legend>${say("Playing")}</legend>
      <${Choice} name="confirm" label=${say("Ask before a move is played")} choices=${[
        ["off", say("never")],
        ["careful", say("when touched, unless it can be undone")],
        ["touch", say("when touched")],
        ["always", say("always")],
      ]} />
      <${Switch} name="auto_roll" label=${say("Roll the dice for me")} then=${tell("auto_roll")} />
      <${Switch} name="auto_forced" label=${say("Play forced moves for me")} then=${tell("auto_forced")} />
      <${Switch} name="skip_dead" label=${say("Skip turns in which nothing can be done")} then=${tell("skip_dead")} />
      <${Switch} name="turn" label=${say("Turn the board to my side")} />
      ${mine.value.length > 1 && html`<${Switch} name="flat" label=${say("This tablet lies flat: turn to whoever plays")} />`}
      <${Switch} name="shortcuts" label=${say("Single keys as shortcuts")} />
    </fieldset>
    <fieldset>
      <legend>${say("Look and sound")}</legend>
      <${Choice} name="theme" label=${say("Light or dark")} choices=${[
        ["system", say("like the system")],
        ["light", say("light")],
        ["dark", say("dark")],
      ]} />
      <label class="row" for="set-look"><span class="grow">${say("Board and pieces")}</span><${LookChoice} id="set-look" /></label>
      <${Switch} name="coordinates" label=${say("Names of the spaces on the board, where it has any")} />
      <label class="row" for="set-speed"><span class="grow">${say("Speed of movement")}: ${speedText(speed)}</span></label>
      <input id="set-speed" type="range" min="0" max="3" step="0.5" value=${speed} aria-valuetext=${speedText(speed)} onInput=${(e) => change({ speed: Number(e.target.value) })} />
      <${Switch} name="sound" label=${say("Sound")} />
      <${Switch} name="notify" label=${say("Notify me when it is my turn")} then=${mayNotify} />
      <label class="row" for="set-language"><span class="grow">${say("Language")}</span>
        <select id="set-language" value=${language.value} onChange=${(e) => keepLanguage(e.target.value).then(() => location.reload())}>
          ${LANGUAGES.map((l) => html`<option key=${l.code} value=${l.code} lang=${l.code}>${l.name}</option>`)}
        </select>
      </label>
    </fieldset>
  <//>`;
}

export function Help() {
  const keys = [
    ["1 – 9", say("play the move with this number, or open this part of the list")],
    ["r", say("roll the dice")],
    ["u", say("undo, or ask for it")],
    ["[  ]", say("one step back or ahead in time")],
    ["← ↑ → ↓", say("on the board: to the next space that matters")],
    ["Enter", say("on the board: pick up or put down")],
    ["Esc", say("put down, close, back to now")],
    ["t", say("talk to the others")],
    ["m", say("sound on or off")],
    ["?", say("this help")],
  ];
  return html`<${Dialog} name="help" title=${say("How to play at this table")}>
    <p>${say("Click a piece, then where it shall go; or drag it there; or choose from the numbered list. All three do the same. If something is not possible, the table says why and shows the rule.")}</p>
    <dl class="keys">${keys.map(([key, text]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl>
  <//>`;
}

/** Between two players of one device, where one must not see what the other holds. @param {{to: number}} props */
export function HandOver({ to }) {
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => button.current?.focus(), [to]);
  const name = nameOf(to);
  return html`<div class="hand-over panel" role="dialog" aria-modal="true" aria-labelledby="hand-over-title">
    <${Mark} of=${sitter(to)} />
    <h2 id="hand-over-title">${say("Pass the device to {name}.", { name })}</h2>
    <p class="soft">${say("What {name} holds is shown only after this.", { name })}</p>
    <button class="main" ref=${button} onClick=${() => (handedTo.value = to)}>${say("I am {name}", { name })}</button>
  </div>`;
}
