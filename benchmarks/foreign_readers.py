"""Whether other programs read what we export: 100 random games of orthodox chess, move for move.

The readers are python-chess, and three in JavaScript, which need node and, in a folder,

    npm install chess.js kokopu cm-pgn

    python benchmarks/foreign_readers.py FOLDER

What is not there is left out, and said to be. `foreign_readers.mjs` is the part in JavaScript.
"""

import io
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import chess.pgn
from makachess.saves import Game, TimeLeft, format_game, mark_time
from makachess.variants import load

COUNT = 100
SCRIPT = Path(__file__).with_suffix(".mjs")
PACKAGES = ("chess.js", "kokopu", "cm-pgn")

STARTS = (
    *(None,) * 5,
    "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31",
    "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 4 12",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 60",
)
NAMES = (
    "Anna",
    'Anna "the Lion" Berg',
    "Zoë O'Neil",
    "将棋 🦁",
    "C:\\users\\x",
    "[x] {y} ; z",
    "?",
    "",
)
WORDS = (
    *("good", "a } brace", "{ and }", ";", "% at the start", "1. e4 e5 1-0", '[Event "x"]', "$5"),
    *(
        "Überraschung, 将棋",
        "long " * 60,
        "(",
        ")",
        "e.p.",
        "--",
        "\\",
        "*",
        "\n\n",
        "[%eval 0.35]",
    ),
)
ENDINGS = (
    *(("white", reason) for reason in ("resignation", "time", "abandoned")),
    *(("black", reason) for reason in ("resignation", "time", "adjudication")),
    *(("draw", reason) for reason in ("agreement", "time", 'a "draw"')),
)


def games(count: int = COUNT) -> Iterator[Game]:
    """Random games with variations, remarks, clocks, odd names, and endings of every kind."""
    return map(random_game, range(count))


def random_game(seed: int) -> Game:
    dice = random.Random(seed)
    tags = {side: dice.choice(NAMES) for side in ("White", "Black")} | {"Event": dice.choice(NAMES)}
    game = Game(load("chess"), dice.choice(STARTS), tags)
    remark(game, dice)
    for _ in range(dice.choice((0, 1, 40, 160))):
        if game.outcome is not None:
            break
        game.play(dice.choice(game.position.legal_moves()))
        remark(game, dice)
        mark_time(game.node, TimeLeft(dice.randrange(90_000) / 10))
    for node in dice.sample((game.root, *game.line), min(len(game.line), 4)):
        game.goto(node)
        branch(game, dice, 3)
    game.goto(game.end)
    if game.outcome is None and seed % 4:
        game.finish(*dice.choice(ENDINGS))
    return game


def branch(game: Game, dice: random.Random, depth: int) -> None:
    """Add variations where the game stands, and to some of their moves."""
    start = game.node
    for _ in range(dice.choice((1, 2))):
        game.goto(start)
        for at in range(dice.randrange(1, 5)):
            moves = game.position.legal_moves()
            if not moves:
                break
            node = game.add(dice.choice(moves))
            remark(game, dice)
            if not at and not node.is_first and dice.random() < 0.5:
                node.opening_comments = [dice.choice(WORDS)]
            if depth and dice.random() < 0.3:
                branch(game, dice, depth - 1)
                game.goto(node)


def remark(game: Game, dice: random.Random) -> None:
    node = game.node
    if game.line:  # a game without moves that has a comment is none for cm-pgn
        node.comments = dice.choices(WORDS, k=dice.choice((0, 0, 1, 2, 3)))
    if node.move is not None:
        node.nags = dice.choices(range(1, 140), k=dice.choice((0, 0, 1, 2)))


def texts() -> dict[str, tuple[str, list[str]]]:
    """What is exported of each game, and the moves of its main line."""
    exported = (format_game(game, for_others=True) for game in games())
    moves = ([node.san for node in game.root.descendants()] for game in games())
    return {f"{n:03}": found for n, found in enumerate(zip(exported, moves, strict=True))}


Read = dict[str, list[str] | str]
"""What a reader makes of the games: their moves, or why it refuses one."""


def read_by_python_chess(games: dict[str, tuple[str, list[str]]]) -> Read:
    found: Read = {}
    for name, (text, _) in games.items():
        game = chess.pgn.read_game(io.StringIO(text))
        faults = game.errors if game else ["no game"]
        found[name] = str(faults[0]) if faults else [node.san() for node in game.mainline()]
    return found


def read_by_javascript(
    package: str, folder: Path
) -> Callable[[dict[str, tuple[str, list[str]]]], Read]:
    def read(games: dict[str, tuple[str, list[str]]]) -> Read:
        with tempfile.TemporaryDirectory() as made:
            for name, (text, _) in games.items():
                (Path(made) / name).write_text(text, encoding="utf-8")
            command = ["node", str(SCRIPT), package, str(folder.resolve()), made]
            return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    return read


def readers(folder: Path | None) -> Iterator[tuple[str, Callable[..., Read]]]:
    """The readers that are there; says which are not."""
    yield "python-chess", read_by_python_chess
    for package in PACKAGES:
        if shutil.which("node") is None:
            print(f"{package}: left out, there is no node")
        elif folder is None or not (folder / "node_modules" / package).is_dir():
            print(f"{package}: left out; npm install {package} in a folder, and name the folder")
        else:
            yield package, read_by_javascript(package, folder)


def main() -> None:
    exported = texts()
    for name, read in readers(Path(sys.argv[1]) if len(sys.argv) > 1 else None):
        found = read(exported)
        refused = {at: found[at] for at, (_, moves) in exported.items() if found[at] != moves}
        print(f"{name}: {len(exported) - len(refused)} of {len(exported)} games (all)")
        for at, why in list(refused.items())[:5]:
            print(f"  game {at}: {why}")


if __name__ == "__main__":
    main()
