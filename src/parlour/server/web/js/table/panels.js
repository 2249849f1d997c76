/** The panels beside the board: the log, the rules, and the table itself. */

import { later } from "../lib/later.js";
import { html, signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Log } from "./log.js";

const Rules = later(() => import("./rules.js").then((m) => m.Rules));
const AboutTable = later(() => import("./about.js").then((m) => m.AboutTable));

const tab = signal("log");
/** The clause that somebody asked for. */
export const clause = signal(/** @type {string | null} */ (null));

/** @param {"log" | "rules" | "table"} id */
export const openTab = (id) => {
  tab.value = id;
};

/** Show a clause of the rules. @param {string} id */
export function openRule(id) {
  tab.value = "rules";
  clause.value = null;
  clause.value = id;
}

// Named when they are drawn and not before: these modules and this one need each other.
const TABS = [
  { id: "log", title: () => say("Log"), panel: () => html`<${Log} />` },
  { id: "rules", title: () => say("Rules"), panel: () => html`<${Rules} />` },
  { id: "table", title: () => say("Table"), panel: () => html`<${AboutTable} />` },
];

/** @param {KeyboardEvent} event */
function onKey(event) {
  const at = TABS.findIndex((t) => t.id === tab.value);
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  const next = TABS[(at + by + TABS.length) % TABS.length];
  tab.value = next.id;
  document.getElementById(`tab-${next.id}`)?.focus();
}

export function Panels() {
  return html`<section class="panel panels" aria-label=${say("Log, rules and table")}>
    <div class="tabs" role="tablist" aria-label=${say("Beside the board")} onKeyDown=${onKey}>
      ${TABS.map(
        ({ id, title }) => html`<button
        key=${id}
        id=${`tab-${id}`}
        role="tab"
        class="quiet"
        aria-selected=${tab.value === id}
        aria-controls=${`panel-${id}`}
        tabindex=${tab.value === id ? 0 : -1}
        onClick=${() => (tab.value = id)}
      >${title()}</button>`,
      )}
    </div>
    ${TABS.map(
      ({
        id,
        panel: Panel,
      }) => html`<div key=${id} id=${`panel-${id}`} class="tab-panel" role="tabpanel" aria-labelledby=${`tab-${id}`} hidden=${tab.value !== id}>
      ${(id === "log" || tab.value === id) && html`<${Panel} />`}
    </div>`,
    )}
  </section>`;
}
