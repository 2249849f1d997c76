/**
 * What the page notices about the server behind it: whether it answers, and whether it is still the one this page
 * came from. The service worker keeps pages, boards and rules for the time when it does not.
 */

import { signal } from "./ui.js";

/** Did the last answer come from what the browser keeps, because the server gave none? */
export const away = signal(false);
/** Has the server another version by now? Everything open goes on, until the visitor loads the page again. */
export const renewed = signal(false);

const own = document.querySelector("meta[name=version]")?.getAttribute("content");

/** The address of something that is the same as long as the server is: a browser that has it does not ask again. @param {string} address */
export const lasting = (address) => `${address}${address.includes("?") ? "&" : "?"}v=${own}`;

/** @param {string} address */
export const isLasting = (address) => address.endsWith(`v=${own}`);

/** Every answer is looked at. @param {Response} answer */
export function notice(answer) {
  away.value = answer.headers.has("Parlour-Kept");
  const version = answer.headers.get("Parlour-Version");
  if (own && version && version !== own && !away.value) renewed.value = true;
}

/** No answer at all. */
export const noticeSilence = () => {
  away.value = true;
};

/** Ask the server for a sign, after a line was cut. */
export const greet = () => fetch("/api/languages").then(notice, noticeSilence);

const PATIENCE = 3000; // milliseconds: whoever has just come wants to play first, on a slow line too

/** Let the browser keep the pages, where browsers do that: by HTTPS, or from a server on this computer. */
function settleIn() {
  // A private window may forbid it: then Parlour needs the line, and that is all.
  if ("serviceWorker" in navigator) setTimeout(() => navigator.serviceWorker.register("/worker.js").catch(() => {}), PATIENCE);
}

// This page may come from what the browser keeps: then it must be seen whether there is a server behind it.
if (navigator.serviceWorker?.controller) greet();

if (document.readyState === "complete") settleIn();
else addEventListener("load", settleIn, { once: true });
