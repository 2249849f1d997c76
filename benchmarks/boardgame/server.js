// node server.js PORT: boardgame.io as its documentation starts it, with tables in memory.
const { Server, Origins } = require("boardgame.io/server");

const port = Number(process.argv[2]);
const server = Server({ games: [require("./game")], origins: [Origins.LOCALHOST] });
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log("ready"));
