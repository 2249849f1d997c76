/**
 * What components are made of: Preact, htm and signals, from one place.
 *
 * `html` is JSX without a build: html`<p class=${c}>${text}</p>`.
 */

import htm from "../../vendor/htm.js";
import { h } from "../../vendor/preact.js";

export { Fragment, createRef, render } from "../../vendor/preact.js";
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/hooks.js";
export { batch, computed, effect, signal, untracked, useComputed, useSignal } from "../../vendor/signals.js";

export const html = htm.bind(h);

/** @typedef {Event & {target: HTMLInputElement}} Changed  an input, or what else has a value */
/** @typedef {Event & {target: HTMLFormElement}} Sent */
