/** Moves that are set rather than picked from a list: amounts, by themselves or of several parts, such as chips. */

import { html, useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Chip, palm } from "./chip.js";
import { act, ask, play, sending } from "./hand.js";
import { moveWith, rangeOf } from "./lists.js";

/** @typedef {import("./lists.js").Form} Form */
/** @typedef {import("../protocol.js").Amount} Told  what the game calls it */
/** @typedef {import("../protocol.js").AmountPart} Part */

/** − value + ; the value itself can be typed. @param {{label: string, value: number, least: number, most: number, step?: number, set: (value: number) => void, look?: any}} props */
function Stepper({ label, value, least, most, step = 1, set, look }) {
  /** @param {number} n */
  const to = (n) => set(Math.max(least, Math.min(most, n)));
  return html`<div class="stepper" role="group" aria-label=${label}>
    ${look}
    <button type="button" class="small" aria-label=${say("Fewer: {what}", { what: label })} disabled=${value <= least} onClick=${() => to(value - step)}>−</button>
    <input type="number" aria-label=${label} value=${value} min=${least} max=${most} step=${step} onChange=${(e) => to(Number(e.target.value) || least)} />
    <button type="button" class="small" aria-label=${say("More: {what}", { what: label })} disabled=${value >= most} onClick=${() => to(value + step)}>+</button>
  </div>`;
}

/** Why this cannot be set so; asked only when somebody stays on it. @param {Form} form @param {unknown} value @param {boolean} legal */
function useWhy(form, value, legal) {
  const [why, tell] = useState("");
  useEffect(() => {
    tell("");
    if (legal) return undefined;
    const later = setTimeout(async () => {
      const answer = await ask({ do: "why", action: { ...form.base, [form.field]: value } });
      tell((answer.why ?? answer.error)?.text ?? "");
    }, 250);
    return () => clearTimeout(later);
  }, [JSON.stringify(value), legal]);
  return why;
}

/**
 * Of the many moves of a form those that a person thinks of first, to be had by one touch; a form that takes much room is
 * folded away then, where there is little.
 * @param {{form: Form, amount?: Told, worth: (value: any) => number, drawn?: (value: any) => any, folds?: boolean, children?: any}} props
 */
function Sums({ form, amount, worth, drawn, folds = true, children }) {
  /** @param {import("./state.js").Move} m */
  const worthOf = (m) => worth(m.fields?.[form.field]);
  const few = form.moves.filter((m) => m.sensible).sort((a, b) => worthOf(a) - worthOf(b));
  if (!few.length) return children;
  const sums = few.map((m) => amount?.total.replace("{total}", String(worthOf(m))) || m.offer);
  const alike = new Set(sums).size < sums.length; // told apart only by what they are made up of
  return html`<div class="sums" role="group" aria-label=${say("Sums that come to mind")}>
      ${few.map((m, i) => html`<button type="button" key=${m.code} aria-label=${m.offer} aria-disabled=${sending.value} onClick=${() => act(m, "list")}>${alike ? drawn?.(m.fields?.[form.field]) || m.offer : sums[i]}</button>`)}
    </div>
    ${!folds ? children : html`<details class="exact" open=${matchMedia("(min-width: 880px) and (min-height: 1000px)").matches}><summary>${say("Another sum")}</summary>${children}</details>`}`;
}

/**
 * Numbers of several parts, such as chips of several colours.
 * @param {{form: Form, amount?: Told, held: import("../protocol.js").Held[], open: boolean}} props  open: not all moves were sent, so others may be legal too
 */
export function PartSet({ form, amount, held, open }) {
  const sets = form.moves.map((m) => /** @type {Record<string, number>} */ (m.fields?.[form.field]));
  const names = Object.keys(sets[0]);
  /** @type {Part[]} */
  const parts = names.map((name) => amount?.parts[name] ?? { name });
  const chips = parts.map((part) => part.colour && held.find((h) => h.kind === "chip" && h.colour === part.colour));
  const most = names.map((name, i) => (open && chips[i] ? (chips[i].count ?? 1) : Math.max(...sets.map((s) => s[name]))));
  /** @param {Record<string, number>} set */
  const sum = (set) => names.reduce((total, name, i) => total + set[name] * (parts[i].worth ?? 0), 0);
  const purse = parts.every((part) => part.colour);
  const cheapest = sets.reduce((a, b) => (sum(b) < sum(a) ? b : a));
  const empty = Object.fromEntries(names.map((name) => [name, 0]));
  const [set, put] = useState(purse && form.moves.some((m) => m.sensible) ? empty : cheapest);
  const move = moveWith(form, set);
  const why = useWhy(form, set, Boolean(move));
  const total = amount?.total.replace("{total}", String(sum(set)));
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (move) act(move, "list");
    else if (open) play({ ...form.base, [form.field]: set });
  };
  const words = move ? move.offer : open ? say("Try it") : say("Not possible");
  useEffect(() => {
    if (purse) palm.value = parts.map((part, i) => ({ colour: part.colour ?? "", worth: part.worth ?? 0, count: set[names[i]] }));
    return () => void (palm.value = []);
  }, [JSON.stringify(set)]);
  /** The parts themselves, such as chips, each with its number. @param {Record<string, number>} those */
  const drawn = (those) =>
    purse &&
    html`<span class="made-of">${names.flatMap((name, i) => (those[name] ? [html`<span key=${name}>${those[name]}<${Chip} colour=${parts[i].colour ?? ""} worth=${parts[i].worth} /></span>`] : []))}</span>`;
  /** A chip that goes into the fist by a touch. @param {string} name @param {number} i */
  const coin = (name, i) =>
    html`<button key=${name} type="button" class="coin quiet" aria-disabled=${set[name] >= most[i]} aria-label=${say("More: {what}", { what: parts[i].name })} onClick=${() => set[name] < most[i] && put({ ...set, [name]: set[name] + 1 })}>
      <${Chip} colour=${parts[i].colour ?? ""} worth=${parts[i].worth} /><span>${most[i] - set[name]}</span>
    </button>`;
  if (purse)
    return html`<${Sums} form=${form} amount=${amount} worth=${sum} drawn=${drawn} folds=${false}>
      <form class="purse" onSubmit=${send}>
        ${names.map(coin)}
        <button type="button" class="quiet clear" aria-disabled=${!sum(set)} aria-label=${say("Clear")} onClick=${() => put(empty)}>↺</button>
        <button class="main" aria-label=${words} aria-disabled=${sending.value || (!move && !open)}><span aria-hidden="true">✓</span> ${total}</button>
        <span class="visually-hidden" aria-live="polite">${total}</span>
        ${why && sum(set) > 0 && html`<p class="soft" role="status">${why}</p>`}
      </form>
    <//>`;
  return html`<${Sums} form=${form} amount=${amount} worth=${sum}>
    <form class="chip-set" onSubmit=${send}>
    <div class="steppers">
      ${names.map(
        (name, i) => html`<${Stepper}
        key=${name}
        label=${parts[i].name}
        value=${set[name]}
        least=${0}
        most=${most[i]}
        set=${(n) => put({ ...set, [name]: n })}
        look=${html`<span>${parts[i].name}</span>`}
      />`,
      )}
    </div>
    <p class="set-total" aria-live="polite">${total && html`<strong>${total}</strong>`} ${why}</p>
    <button class="main" aria-disabled=${sending.value || (!move && !open)}>${words}</button>
  </form><//>`;
}

/** One number out of a range. @param {{form: Form, amount?: Told}} props */
export function Amount({ form, amount }) {
  const { least, most, step } = rangeOf(form);
  const [value, set] = useState(least);
  const move = moveWith(form, value);
  const why = useWhy(form, value, Boolean(move));
  const name = amount?.name ?? say("Amount");
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (move) act(move, "list");
  };
  return html`<${Sums} form=${form} amount=${amount} worth=${Number}>
    <form class="amount" onSubmit=${send}>
    <${Stepper} label=${name} value=${value} least=${least} most=${most} step=${step} set=${set} />
    <input type="range" aria-label=${name} min=${least} max=${most} step=${step} value=${value} onInput=${(e) => set(Number(e.target.value))} />
    ${why && html`<p class="soft">${why}</p>`}
    <button class="main" aria-disabled=${sending.value || !move}>${move ? move.offer : say("Not possible")}</button>
  </form><//>`;
}
