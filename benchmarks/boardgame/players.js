// node players.js PORT TABLES EVERY: four of boardgame.io's own clients at each table, who move when it is their
// turn, once in EVERY seconds. Every second it prints how many moves were made, and how long the last ones took
// until all four had heard of them, in milliseconds.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");

const [port, tables, every] = process.argv.slice(2).map(Number);
const game = require("./game");
let moves = 0;
let seen = [];

function open(table) {
  const heard = new Map();
  for (let seat = 0; seat < 4; seat++) {
    const client = Client({
      game,
      numPlayers: 4,
      matchID: `table-${table}`,
      playerID: String(seat),
      multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }),
      debug: false,
    });
    let asked = -1;
    client.subscribe((state) => {
      if (!state || !state.isConnected) return;
      const { marked } = state.G;
      const one = heard.get(marked);
      if (one && !one.who.has(seat)) {
        one.who.add(seat);
        if (one.who.size === 4) {
          seen.push(performance.now() - one.sent);
          moves += 1;
          heard.delete(marked);
        }
      }
      if (state.ctx.currentPlayer !== String(seat) || asked === state.ctx.turn) return;
      asked = state.ctx.turn; // its own move is shown to it before the server has heard of it
      setTimeout(() => {
        heard.set(marked + 1, { sent: performance.now(), who: new Set() });
        client.moves.mark();
      }, 1000 * every * (0.7 + 0.6 * Math.random()));
    });
    client.start();
  }
}

for (let table = 0; table < tables; table++) setTimeout(() => open(table), 20 * table);
setInterval(() => {
  console.log(JSON.stringify({ moves, seen: seen.map((ms) => Math.round(10 * ms) / 10) }));
  seen = [];
}, 1000);
