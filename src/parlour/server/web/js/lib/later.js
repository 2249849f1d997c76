/**
 * Parts of a page that nobody needs for the first picture: their modules come afterwards, so that a slow line does not
 * wait for them. Until one is there, and the words it says, nothing is drawn in its place.
 */

import { html, signal } from "./ui.js";
import { otherWords } from "./words.js";

/** @type {(() => unknown)[]} */
const waiting = [];

/**
 * A component from a module that comes later.
 * @param {() => Promise<(props: any) => unknown>} load @param {() => boolean} [wanted]  is it to be seen already?
 */
export function later(load, wanted = () => true) {
  const known = signal(/** @type {((props: any) => unknown) | null} */ (null));
  /** @type {Promise<unknown> | null} */
  let asked = null;
  const come = () => {
    asked ??= Promise.all([load(), otherWords()]).then(
      ([component]) => (known.value = component),
      () => (asked = null), // the line was cut: once more when it is wanted again
    );
  };
  waiting.push(come);
  return function Later(/** @type {Record<string, unknown>} */ props) {
    const component = known.value;
    if (!component && wanted()) come();
    return component ? html`<${component} ...${props} />` : null;
  };
}

/** Fetch all of them, when the page has nothing else to do. */
export function fetchLater() {
  const all = () => waiting.splice(0).forEach((come) => come());
  setTimeout(() => ("requestIdleCallback" in globalThis ? requestIdleCallback(all) : all()), 1500);
}
