/** What is asked at the board itself: which of several moves is meant, shall it be played; and why something is not possible. */

import { Icon } from "../lib/icons.js";
import { html, useEffect, useRef } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { letGo, looking, play, question, refusal } from "./hand.js";
import { openRule } from "./panels.js";
import { ghost, ready, stage } from "./stage.js";

/** Where a bubble goes that belongs to a space: beside it, within the board. @param {HTMLElement | null} element @param {string | null} space */
function placed(element, space) {
  const wrap = element?.parentElement;
  const board = ready.value ? stage?.board : null;
  const at = space && board?.spaces.get(space);
  if (!element || !wrap) return;
  const box = wrap.getBoundingClientRect();
  const point = board && at ? board.toScreen(at.x, at.y) : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const { offsetWidth: wide, offsetHeight: high } = element;
  const left = Math.max(4, Math.min(point.x - box.left - wide / 2, box.width - wide - 4));
  const gap = 26;
  const below = point.y - box.top + gap;
  const top = below + high > box.height ? Math.max(4, point.y - box.top - high - gap) : below;
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/** A small picture of how a tile would lie. @param {{move: import("./state.js").Move}} props */
function Tile({ move }) {
  const picture = useRef(/** @type {SVGElement | null} */ (null));
  const points = stage?.board.spaces.get(move.gesture?.drop ?? "")?.points;
  useEffect(() => {
    const drawn = ghost(move);
    if (drawn) picture.current?.replaceChildren(drawn);
  }, [move.code]);
  if (!move.gesture?.tile || !points) return null;
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  return html`<svg class="tile-sign parlour" viewBox=${box.join(" ")} aria-hidden="true" focusable="false" ref=${picture}></svg>`;
}

export function Choice() {
  const bubble = useRef(/** @type {HTMLElement | null} */ (null));
  const asked = question.value;
  useEffect(() => {
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
              (m) => html`<button key=${m.code} onClick=${() => play(m.code)} ...${show(m)}><${Tile} move=${m} />${m.offer}</button>`,
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
