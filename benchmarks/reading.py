"""Reading game files: the list of a large file, one game of it, files made to hurt, and all moves.

CPU time. Where python-chess stands beside it, both read the same games in turns, and the ratio is
that of their best runs.
"""

import io
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess.pgn
from makachess.core import COMPILED
from makachess.saves import (
    Game,
    GameIndex,
    examine,
    format_game,
    generate_headers,
    generate_readings,
    load_game,
)
from makachess.variants import load

MEGABYTE = 1e6
SIZE = 50 * MEGABYTE
GAMES = 200_000
MANY = 100_000
RUNS = 5


def seconds(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start


def apart(act: Callable[[], object]) -> tuple[float, float]:
    """Seconds and the most megabytes that an act takes in a process of its own."""
    read, write = os.pipe()
    if not os.fork():
        took = seconds(act)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        os.write(write, f"{took} {most}".encode())
        os._exit(0)
    os.close(write)
    with open(read) as answer:
        took, most = map(float, answer.read().split())
    os.wait()
    return took, most


def random_game(seed: int, plies: int) -> chess.pgn.Game:
    dice = random.Random(seed)
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    board = game.board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves or board.is_game_over():
            break
        node = node.add_variation(dice.choice(moves))
        board.push(node.move)
    game.headers["Result"] = board.result()
    return game


def annotated(game: chess.pgn.Game) -> chess.pgn.Game:
    """With clocks and evaluations, as a server writes them."""
    for node in game.mainline():
        node.set_clock(300 - node.ply())
        node.set_eval(chess.engine.PovScore(chess.engine.Cp(node.ply()), chess.WHITE))
    return game


# --- large files ----------------------------------------------------------------------------------


def large_files(folder: Path) -> Iterator[tuple[str, Path]]:
    texts = [str(random_game(seed, 80)) + "\n\n" for seed in range(50)]
    long = folder / "long.pgn"
    size = sum(map(len, texts))
    long.write_text("".join(texts) * int(SIZE / size + 1))
    yield f"{long.stat().st_size / MEGABYTE:.0f} MB", long
    short = folder / "many.pgn"
    texts = [str(random_game(seed, 6)) + "\n\n" for seed in range(50)]
    short.write_text("".join(texts) * (GAMES // len(texts)))
    yield f"{GAMES} games, {short.stat().st_size / MEGABYTE:.0f} MB", short


def list_games(path: Path) -> None:
    with open(path, "rb") as lines:
        for header in generate_headers(lines):
            f"{header.number} {header.tags.get('White')} - {header.tags.get('Black')}"


def show_large_files(folder: Path) -> None:
    number = 50_000
    for name, path in large_files(folder):
        size = path.stat().st_size / MEGABYTE
        took, most = apart(lambda path=path: list_games(path))
        print(
            f"{name}: list {took:.2f} s (<= 5 s), {size / took:.0f} MB/s (>= 10), "
            f"{most:.0f} MB of memory (<= 150 MB)"
        )
        took, most = apart(lambda path=path: GameIndex(path))
        print(f"{name}: index {took:.2f} s, {most:.0f} MB of memory")
        took, _ = apart(lambda path=path: load_game(path, number))
        print(f"{name}: game {number} {took:.2f} s")


# --- files made to hurt ---------------------------------------------------------------------------

HOSTILE = {
    "nested variations": "1. e4 " + "(1. d4 " * MANY + ")" * MANY + " *",
    "variations": "1. e4 " + "(1. d4)" * MANY + " *",
    "bad variations": "1. e4 " + "(1. d9)" * MANY + " *",
    "open variations": "1. e4 " + "(" * MANY,
    "open brackets": "[" * MANY,
    "bad tags": '[a " x ]' * MANY,
    "a word of 1 MB": "x" * 1_000_000,
    "a comment of 1 MB": "1. e4 {" + "x " * 500_000 + "} *",
    "open comments of 1 MB": "1. e4 " + "{" * 1_000_000,
    "2,081 stars": "*\n" * 2081,
}


def show_hostile_files(folder: Path) -> None:
    for name, text in HOSTILE.items():
        path = folder / "hostile.pgn"
        path.write_text(text)
        took, most = apart(lambda path=path: examine(path))
        print(f"{name}: check {took:.2f} s (<= 2 s), {most:.0f} MB")


# --- junk -----------------------------------------------------------------------------------------

JUNK = {
    "empty lines": "\n",
    "tags again and again": '[X "y"]\n',
    "parentheses": "(",
    "closing parentheses": ")",
    "braces": "{",
    "dollar signs": "$",
    "exclamation marks": "!",
    "digits": "1",
    "one endless word": "x",
    "lines of %": "%\n",
    "lines of ;": ";\n",
    "nested variations": "1. e4 (",
    "tiny games": "1. e4 *\n",
    "results": "*\n",
}
JUNK_SIZE = 4 * MEGABYTE


def show_junk(folder: Path) -> None:
    """Megabytes a second: junk should cost no more than games do."""
    path = folder / "junk.pgn"
    games = "".join(str(random_game(seed, 80)) + "\n\n" for seed in range(50))
    distinct = "".join(f'[T{number} "y"]\n' for number in range(int(JUNK_SIZE) // 14))
    texts = {"games": games} | JUNK | {"tags of one game": distinct}
    for name, unit in texts.items():
        path.write_text((unit * (int(JUNK_SIZE) // len(unit) + 1))[: int(JUNK_SIZE)])
        listed, _ = apart(lambda: GameIndex(path))
        checked, _ = apart(lambda: examine(path))
        print(f"{name}: list {4 / listed:.1f} MB/s, check {4 / checked:.1f} MB/s")


# --- all moves ------------------------------------------------------------------------------------


def read_ours(text: str) -> None:
    for reading in generate_readings(text.splitlines()):
        assert reading.game is not None
        assert not reading.problems


def read_theirs(text: str) -> None:
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors


def show_moves() -> None:
    games = [random_game(seed, 80) for seed in range(100)]
    plies = sum(game.end().ply() for game in games)
    for name, text in (
        ("chess", "\n\n".join(map(str, games))),
        ("with clocks", "\n\n".join(str(annotated(game)) for game in games)),
    ):
        runs = [
            (
                seconds(lambda text=text: read_ours(text)),
                seconds(lambda text=text: read_theirs(text)),
            )
            for _ in range(RUNS)
        ]
        ours, theirs = map(min, zip(*runs, strict=True))
        print(
            f"{name}: {1e6 * ours / plies:.1f} us a ply, python-chess {1e6 * theirs / plies:.1f}; "
            f"{theirs / ours:.2f} times as fast (>= 1, goal 3)"
        )


def show_long_game(folder: Path) -> None:
    dice = random.Random(1)
    game = Game(load("maka", move_limit=0))
    while len(game.moves) < 2000 and game.outcome is None:
        moves = game.position.legal_moves()
        game.play(dice.choice([move for move in moves if not move.is_capture] or moves))
    path = folder / "maka.pgn"
    path.write_text(format_game(game))
    took = min(seconds(lambda: load_game(path)[0].sans) for _ in range(RUNS))
    print(f"maka, {len(game.moves)} plies: open {took:.2f} s (<= 0.7 s)")


def main() -> None:
    print("compiled" if COMPILED else "uncompiled")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        show_moves()
        show_long_game(folder)
        show_hostile_files(folder)
        show_junk(folder)
        show_large_files(folder)


if __name__ == "__main__":
    main()
