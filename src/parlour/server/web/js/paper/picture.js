/** The board as the server draws it, to be touched: pieces and spaces answer. */

import { html, useEffect, useRef } from "../lib/ui.js";

/**
 * @param {{text: string, looks: import("../protocol.js").NamedLook[], held: {seat: number, space: string} | null,
 *   onTouch: (space: string, seat: number | null) => void}} props
 */
export function Picture({ text, looks, held, onTouch }) {
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement; // ours: shapes and words only
    frame.current?.replaceChildren(document.importNode(drawn, true));
  }, [text]);
  useEffect(() => {
    for (const piece of frame.current?.querySelectorAll(".piece") ?? []) {
      piece.classList.toggle(
        "in-hand",
        held !== null && piece.getAttribute("data-space") === held.space && seatOf(piece, looks) === held.seat,
      );
    }
  }, [held, text]);
  /** @param {MouseEvent} event */
  const touch = (event) => {
    const at = /** @type {Element} */ (event.target);
    const piece = at.closest(".piece");
    if (piece) return onTouch(piece.getAttribute("data-space") ?? "", seatOf(piece, looks));
    const space = at.closest(".space");
    if (space) onTouch(space.id, null);
  };
  return html`<div class="stage" ref=${frame} onClick=${touch}></div>`;
}

/** @param {Element} piece @param {import("../protocol.js").NamedLook[]} looks */
function seatOf(piece, looks) {
  const seat = looks.findIndex((look) => piece.classList.contains(look.colour));
  return seat < 0 ? null : seat;
}
