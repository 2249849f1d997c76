/**
 * The focus is never lost: when what had it goes away, because a move was played or a question answered, whoever plays
 * by keyboard or listens goes on from the moves, or from the board if the hand was there.
 */

/** @type {HTMLElement | null} */
let last = null;
let refuge = "#moves";

export function keepFocus() {
  addEventListener("focusin", ({ target }) => {
    last = /** @type {HTMLElement} */ (target);
    refuge = last.closest(".stage-wrap") ? ".stage" : "#moves";
  });
  const look = () => {
    const active = document.activeElement;
    if (!last || last.isConnected || (active && active !== document.body)) return;
    /** @type {HTMLElement | null} */ (document.querySelector(refuge))?.focus({ preventScroll: true });
  };
  new MutationObserver(look).observe(/** @type {HTMLElement} */ (document.getElementById("page")), { childList: true, subtree: true });
}
