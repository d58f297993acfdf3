// node foreign_readers.mjs PACKAGE FOLDER GAMES: what a package, installed in a folder, reads in the
// files of another: a JSON object of their names, with the moves of the main line or an error.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [name, folder, games] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(folder, "package.json")));
const found = await import(pathToFileURL(require.resolve(name)));

const readers = {
  "chess.js": (text) => {
    const game = new found.Chess();
    game.loadPgn(text);
    return game.history();
  },
  kokopu: (text) => found.pgnRead(text, 0).mainVariation().nodes().map((node) => node.notation()),
  "cm-pgn": (text) => new found.Pgn(text).history.moves.map((move) => move.san),
};

const read = (file) => {
  try {
    return readers[name](readFileSync(join(games, file), "utf8"));
  } catch (error) {
    return String(error.message ?? error);
  }
};

console.log(JSON.stringify(Object.fromEntries(readdirSync(games).map((file) => [file, read(file)]))));
