"""A UCI engine that was not made for our games: python foreign_engine.py [HABIT].

It answers as Fairy-Stockfish does: its letters are others, it shows its position for `d`, and it
ignores the moves behind one that it cannot read. It plays the first legal move in the order of its
texts. HABIT is one of those below.
"""

import sys
from pathlib import Path

from makachess.core import Position
from makachess.variants import load

FILES = Path(__file__).parent / "data" / "variants"
HABITS = {
    "none": "none of those below",
    "mirrored": "its array is another, with the Kings where our Queens are",
    "secretive": "it has no command `d`",
    "forgetful": "it makes only the first two moves of those that it is told",
    "illegal": "its first move is illegal",
    "illegal-later": "all its other moves are illegal",
}
# Our games, and the letters of ours that it calls otherwise: as Fairy-Stockfish does.
GAMES = {
    "chess": ("chess", "", ""),
    "grand": ("grand", "MC", "CA"),
    "capablanca": (FILES / "capablanca.toml", "MC", "CA"),
    "shatranj": (FILES / "shatranj.toml", "FE", "QB"),
    "makruk": (FILES / "makruk.toml", "TF", "MM"),
    "courier": (FILES / "courier.toml", "ADGS", "EFMW"),
}


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


class Engine:
    def __init__(self, habit: str) -> None:
        self.habit = habit
        self.choose("chess")

    def choose(self, name: str) -> None:
        file, ours, theirs = GAMES[name]
        self.letters = str.maketrans(ours + ours.lower(), theirs + theirs.lower())
        self.ours = str.maketrans(theirs + theirs.lower(), ours + ours.lower())
        self.position = Position(load(str(file)))

    def obey(self, name: str, rest: str) -> None:
        if name == "uci":
            games = " ".join(f"var {game}" for game in GAMES)
            say("id name Foreign 1.0", f"option name UCI_Variant type combo default chess {games}")
            say("uciok")
        elif name == "isready":
            say("readyok")
        elif name == "setoption":
            self.choose(rest.split()[-1])
        elif name == "position":
            self.set_up(*rest.split())
        elif name == "d" and self.habit != "secretive":
            say(" +---+", f"Fen: {self.fen()}", f"Sfen: {self.fen()}", "Key: 2F4974B691192DFD")
        elif name == "go":
            say(f"info depth 3 score cp 20 nodes 9 time 1 pv {min(self.legal())}")
            say(f"bestmove {self.play()}")
        elif name == "quit":
            sys.exit()
        elif name != "ucinewgame":
            say(f"Unknown command: '{name} {rest}'. Type help for more information.")

    def set_up(self, kind: str, *words: str) -> None:
        fen, moves = list(words), []
        if "moves" in words:
            at = words.index("moves")
            fen, moves = list(words[:at]), words[at + 1 :]
        if kind == "startpos":
            self.position = Position(self.position.variant)
        else:
            fen[0] = fen[0].translate(self.ours)
            self.position = Position(self.position.variant, " ".join(fen))
        for text in moves[:2] if self.habit == "forgetful" else moves:
            move = self.legal().get(text)
            if move is None:
                return
            self.position.push(move)

    def fen(self) -> str:
        placement, rest = self.position.fen().split(maxsplit=1)
        placement = placement.translate(self.letters)
        if self.habit == "mirrored":
            placement = "/".join(row[::-1] for row in placement.split("/"))
        return f"{placement} {rest}"

    def legal(self) -> dict:
        """The legal moves by their texts, which are UCI's."""
        return {
            "".join((text, kind.translate(self.letters).lower())): move
            for move in self.position.legal_moves()
            for text, _, kind in [str(move).partition("=")]
        }

    def play(self) -> str:
        first = len(self.position.moves) < 2
        if self.habit == ("illegal" if first else "illegal-later"):
            return "a1a1"
        return min(self.legal())


def main() -> None:
    engine = Engine(*(sys.argv[1:] or ["none"]))
    for line in sys.stdin:
        engine.obey(*line.strip().partition(" ")[::2])


if __name__ == "__main__":
    main()
