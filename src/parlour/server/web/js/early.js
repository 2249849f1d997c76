/**
 * Runs before everything else on a table's page: the line to the table is opened while the scripts are still on their way.
 * The session takes it over (table/session.js), unless it is gone by then.
 */

{
  const address = new URL(`/api/tables/${location.pathname.split("/").at(-1)}/socket`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  /** @type {any} */ (globalThis).earlySocket = new WebSocket(address);
}
