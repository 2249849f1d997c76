/** Can friends reach this server, and under which address? To be known before anybody is invited. */

import { get } from "../lib/api.js";
import { html, useEffect, useState } from "../lib/ui.js";
import { say, sayParts } from "../lib/words.js";

/** @typedef {{origin: string, alone: boolean}} Reach */

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** The page's own address, unless it was opened by a name that only this computer knows. @returns {Promise<Reach>} */
async function findOut() {
  if (!LOCAL.includes(location.hostname)) return { origin: location.origin, alone: false };
  /** @type {import("../protocol.js").Here} */
  const { hosts } = await get("/api/here").catch(() => ({ hosts: [] }));
  if (!hosts.length) return { origin: location.origin, alone: true };
  return { origin: `${location.protocol}//${hosts[0]}${location.port ? `:${location.port}` : ""}`, alone: false };
}

/** Null until it is known. @returns {Reach | null} */
export function useReach() {
  const [reach, know] = useState(/** @type {Reach | null} */ (null));
  useEffect(() => {
    findOut().then(know);
  }, []);
  return reach;
}

/** @param {{reach: Reach | null}} props */
export function ReachNote({ reach }) {
  if (!reach) return null;
  if (!reach.alone)
    return html`<p class="soft reach">${sayParts("Friends reach this table at {address}, on the same network or wherever that address leads.", { address: html`<strong>${reach.origin}</strong>` })}</p>`;
  return html`
    <div class="warning reach">
      <p>${say("Only this computer can open this server, so links would not work for anybody else.")}</p>
      <p>${sayParts("To play with others in your network, stop it (Ctrl-C) and start it with {command}. Tables that are open go on.", { command: html`<code>parlour serve --lan</code>` })}</p>
    </div>`;
}
