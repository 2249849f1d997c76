/**
 * Runs before everything else on a table's page: while the scripts are still on their way, the line to the table is
 * opened and the server is greeted, as the session would (table/session.js). The session takes over the line and what
 * was heard on it, if it would have said the same: whose seats these are, and in which language.
 */

{
  /** @param {string} key */
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // switched off
    }
  };
  const address = new URL(`/api/tables/${location.pathname.split("/").at(-1)}/socket`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const given = (new URLSearchParams(location.hash.slice(1)).get("t") ?? "").split(",").filter(Boolean);
  const asked = new URLSearchParams(location.search).get("language");
  const wishes = [asked, kept("parlour.language"), ...navigator.languages.map((l) => l.slice(0, 2))];
  /** @type {Record<string, string>} */
  let changed = {};
  try {
    changed = JSON.parse(kept("parlour.keys") ?? "{}") ?? {};
  } catch {
    // nothing that can be read: the tokens are those of the link
  }
  const hello = JSON.stringify({
    do: "hello",
    tokens: given.map((token) => changed[token] ?? token),
    after: 0,
    language: wishes.find((l) => l && ["en", "de", "es", "fr"].includes(l)) ?? "en",
  });
  /** @type {MessageEvent[]} */
  const heard = [];
  const socket = new WebSocket(address);
  socket.onopen = () => socket.send(hello);
  socket.onmessage = (message) => heard.push(message);
  /** @type {any} */ (globalThis).early = { socket, hello, heard };
}
