// Plays seeded games with the npm package take6-engine and prints their states, one a line.
//
//   npm install take6-engine@0.5.1      (in any folder)
//   NODE_PATH=that/folder/node_modules node tests/tools/take6_games.js 50 1 > games.jsonl
//
// Arguments: how many games, the first seed, and if wanted the points that end a game. Game k has
// 2 + k mod 9 players and the seed "retally-k"; every choice comes from it too, so that the same
// call prints the same bytes.

const engine = require("take6-engine/dist/wrapper");
const seedrandom = require("seedrandom");

const [games, first, points] = process.argv.slice(2).map(Number);

function oneOf(choices, random) {
  return choices[Math.floor(random() * choices.length)];
}

function nextMove(state, random) {
  const ready = state.players.map((player, seat) => [player, seat]).filter(([player]) => player.availableMoves);
  const [player, seat] = oneOf(ready, random);
  const name = player.availableMoves.placeCard ? "placeCard" : "chooseCard";
  return [{ name, data: oneOf(player.availableMoves[name], random) }, seat];
}

async function play(number) {
  const seed = `retally-${number}`;
  const random = seedrandom(`moves of ${seed}`);
  let state = await engine.init(2 + (number % 9), [], points ? { points } : {}, seed);
  while (!engine.ended(state)) {
    const [move, seat] = nextMove(state, random);
    // The wrapper plays forced moves by itself, with the package's own dice where there is no
    // choice; so the outcome hangs on the seed alone.
    state = await engine.move(state, move, seat);
  }
  return state;
}

(async () => {
  for (let number = first; number < first + games; number++) {
    process.stdout.write(JSON.stringify(await play(number)) + "\n");
  }
})();
