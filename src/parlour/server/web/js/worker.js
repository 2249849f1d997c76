/**
 * The service worker: what a browser keeps of Parlour, so that it opens without a line to the server.
 *
 * Pages always come from the server where it answers, and what they load is named by its content: so nothing of
 * yesterday is ever mixed with what is new. Only when the server does not answer, the pages of this version are
 * shown as they were kept, whole, and with them the boards and rules that were read before. Playing is not kept:
 * a table is at the server. The server writes down in front of this file what there is to keep, as `MADE`.
 */

const worker = /** @type {any} */ (self);
/** @type {{version: string, shells: Record<string, string>, files: string[]}} */
const made = worker.MADE;
const SHELL = `parlour-shell-${made.version}`;
const LIBRARY = `parlour-library-${made.version}`;
const KEPT = "Parlour-Kept"; // marks an answer that the server did not give just now

/** What anybody may read, and what does not change while the server runs. @param {string} path */
const isPublic = (path) => /^\/api\/(games|words|languages)\b/.test(path) || path === "/manifest.webmanifest";

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting(); // pages that are open have all their scripts already
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([...Object.values(made.shells), ...made.files])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(takeOver());
});

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith("parlour-") && name !== SHELL && name !== LIBRARY);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (made.files.includes(pathname)) event.respondWith(file(request));
  else if (isPublic(pathname)) event.respondWith(reading(request));
});

/** @param {Request} request @param {string} path */
async function page(request, path) {
  try {
    return await fetch(request);
  } catch (problem) {
    const folders = Object.keys(made.shells).filter((folder) => path.startsWith(folder));
    const nearest = folders.sort((a, b) => b.length - a.length)[0];
    const kept = nearest && (await (await caches.open(SHELL)).match(made.shells[nearest]));
    if (!kept) throw problem;
    return kept;
  }
}

/** @param {Request} request */
async function file(request) {
  return (await (await caches.open(SHELL)).match(request, { ignoreVary: true })) ?? fetch(request);
}

/** From the server, and kept; what was kept where it does not answer. @param {Request} request */
async function reading(request) {
  const library = await caches.open(LIBRARY);
  try {
    const answer = await fetch(request);
    // Full storage is no reason to show nothing.
    if (answer.ok) await library.put(request, answer.clone()).catch(() => {});
    return answer;
  } catch (problem) {
    const kept = await library.match(request);
    if (!kept) throw problem;
    const headers = new Headers(kept.headers);
    headers.set(KEPT, "yes");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

/** A page names what is worth keeping: one after the other, so that nobody waits for it. */
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { keep, pictures } = event.data ?? {};
  if (Array.isArray(keep)) event.waitUntil(stock(keep.map(String), String(pictures)));
});

/** @param {string[]} addresses @param {string} pictures  what the pictures of a rulebook are called, beside it */
async function stock(addresses, pictures) {
  const library = await caches.open(LIBRARY);
  for (const address of addresses) {
    const { origin, pathname } = new URL(address, worker.location.href);
    if (origin !== worker.location.origin || !isPublic(pathname)) continue;
    if (!(await library.match(address))) await library.add(address).catch(() => {}); // another time, then
    const book = pathname.endsWith("/rules") && (await library.match(address));
    if (book) await stock(picturesOf(await book.json(), pathname.replace(/rules$/, pictures)), "");
  }
}

/** The pictures beside the clauses. @param {import("./protocol.js").Rulebook} book @param {string} address */
function picturesOf(book, address) {
  const pictures = book.sections.flatMap((section) => section.clauses.flatMap((clause) => clause.pictures));
  return pictures.map(({ number }) => address.replace("NUMBER", String(number)));
}
