// A game of next to nothing: whoever is on turn marks a space. What is left is what boardgame.io itself costs.
module.exports = {
  name: "marks",
  setup: () => ({ spaces: Array(64).fill(null), marked: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, ctx }) => {
      G.spaces[G.marked % 64] = ctx.currentPlayer;
      G.marked += 1;
    },
  },
};
