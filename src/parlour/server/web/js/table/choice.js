/** What is asked at the board itself: which of several moves is meant, shall it be played; and why something is not possible. */

import { Die } from "../lib/dice.js";
import { Icon } from "../lib/icons.js";
import { html, useEffect, useLayoutEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { onPage } from "./flat.js";
import { letGo, looking, play, question, refusal } from "./hand.js";
import { openRule } from "./panels.js";
import { ready, staged } from "./stage.js";

/** Where a bubble goes that belongs to a space: beside it, within the board. @param {HTMLElement | null} element @param {string | null} space */
function placed(element, space) {
  const wrap = element?.parentElement;
  const board = ready.value ? staged()?.board : null;
  const at = space && board?.spaces.get(space);
  if (!element || !wrap) return;
  const box = wrap.getBoundingClientRect();
  const [wide, high, room, depth] = [element.offsetWidth, element.offsetHeight, wrap.offsetWidth, wrap.offsetHeight];
  const centre = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const point = board && at ? board.toScreen(at.x, at.y) : centre;
  const [dx, dy] = onPage(point.x - centre.x, point.y - centre.y);
  const [x, y] = [room / 2 + dx, depth / 2 + dy];
  const left = Math.max(4, Math.min(x - wide / 2, room - wide - 4));
  const gap = 26;
  const top = y + gap + high > depth ? Math.max(4, y - high - gap) : y + gap;
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/** What leads there, before the words. @param {{badge?: import("../protocol.js").Badge}} props */
export function Sign({ badge }) {
  if (badge?.dice?.length) return html`<span class="sign">${badge.dice.map((value, i) => html`<${Die} key=${i} value=${value} />`)}</span>`;
  return badge?.text ? html`<span class="sign tag" aria-hidden="true">${badge.text}</span>` : null;
}

export function Choice() {
  const bubble = useRef(/** @type {HTMLElement | null} */ (null));
  const asked = question.value;
  useLayoutEffect(() => {
    if (!asked) return;
    placed(bubble.current, asked.space);
    bubble.current?.querySelector("button")?.focus();
  }, [asked]);
  if (!asked) return null;
  const { moves, confirm } = asked;
  /** @param {import("./state.js").Move} move */
  const show = (move) => ({
    onMouseEnter: () => (looking.value = { moves: [move] }),
    onFocus: () => (looking.value = { moves: [move] }),
  });
  const close = () => {
    letGo();
    /** @type {HTMLElement | null} */ (document.querySelector(".stage"))?.focus({ preventScroll: true });
  };
  return html`<div
    class="bubble choice"
    role="dialog"
    aria-label=${confirm ? say("Play this?") : say("Which move?")}
    ref=${bubble}
    onKeyDown=${(e) => e.key === "Escape" && (e.stopPropagation(), close())}
  >
    <p class="bubble-title">${confirm ? moves[0].offer : say("Which move?")}</p>
    <div class="bubble-buttons">
      ${
        confirm
          ? html`<button class="main" onClick=${() => play(moves[0].code)} ...${show(moves[0])}>${say("Play")}</button>`
          : moves.map(
              (m) =>
                html`<button key=${m.code} onClick=${() => play(m.code)} ...${show(m)}><${Sign} badge=${m.badge} />${m.offer}</button>`,
            )
      }
      <button class="quiet" onClick=${close}>${say("Cancel")}</button>
    </div>
  </div>`;
}

export function Refusal() {
  const bubble = useRef(/** @type {HTMLElement | null} */ (null));
  const why = refusal.value;
  useEffect(() => {
    if (!why) return undefined;
    placed(bubble.current, why.space);
    const fade = setTimeout(() => {
      if (refusal.value === why && !bubble.current?.contains(document.activeElement)) refusal.value = null;
    }, 8000);
    return () => clearTimeout(fade);
  }, [why]);
  if (!why) return null;
  const { clause } = why;
  return html`<div class="bubble refusal" ref=${bubble}>
    <p>${why.text}</p>
    <div class="bubble-buttons">
      ${clause && html`<button class="small" onClick=${() => openRule(clause)}>${say("Rule {clause}", { clause })}</button>`}
      <button class="small quiet" aria-label=${say("Close")} onClick=${() => (refusal.value = null)}><${Icon} name="close" /></button>
    </div>
  </div>`;
}
