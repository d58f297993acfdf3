"""Reading and saving games: moves beside python-chess, long games, large files, files made to hurt.

Processor time, and the most memory of a process of its own. Beside python-chess both read the same
games in turns, and the ratio is that of their best runs.
"""

import io
import os
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import chess.pgn
from makachess.core import COMPILED
from makachess.saves import (
    Game,
    GameIndex,
    Library,
    examine,
    generate_headers,
    generate_readings,
    load_game,
)
from makachess.variants import load

MEGABYTE = 1_000_000
LARGE = {"50 MB": (80, 50), "200,000 games": (6, 22)}  # plies of each game, and megabytes
RUNS = 5
MANY, JUNK = 100_000, 4 * MEGABYTE
HOSTILE = {
    "nested variations": "1. e4 " + "(1. d4 " * MANY + ")" * MANY + " *",
    "variations": "1. e4 " + "(1. d4)" * MANY + " *",
    "bad variations": "1. e4 " + "(1. d9)" * MANY + " *",
    "bad tags": '[a " x ]' * MANY,
    "other tags": "".join(f'[T{number} "y"]\n' for number in range(JUNK // 14)),
    "a comment": "1. e4 {" + "x " * MEGABYTE + "} *",
} | {
    f"4 MB of {unit!r}": unit * (JUNK // len(unit))
    for unit in ("\n", '[X "y"]\n', "%\n", ";\n", "*\n", "1. e4 (", "1. e4 *\n", *"[(){$!1x")
}


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
    while node.ply() < plies and not board.is_game_over():
        node = node.add_variation(dice.choice(list(board.legal_moves)))
        node.set_clock(300 - node.ply())
        board.push(node.move)
    game.headers["Result"] = board.result()
    return game


def show_moves() -> None:
    games = [random_game(seed, 80) for seed in range(100)]
    plies = sum(game.end().ply() for game in games)
    bare = chess.pgn.StringExporter(comments=False)
    for name, texts in (
        ("chess", [game.accept(bare) for game in games]),
        ("chess with clocks", map(str, games)),
    ):
        text = "\n\n".join(texts)
        reads = partial(read_ours, text), partial(read_theirs, text)
        runs = [[seconds(read) for read in reads] for _ in range(RUNS)]
        ours, theirs = map(min, zip(*runs, strict=True))
        print(
            f"{name}: {1e6 * ours / plies:.1f} us a ply, python-chess {1e6 * theirs / plies:.1f}; "
            f"{theirs / ours:.2f} times as fast (>= 1, goal 3)"
        )


def read_ours(text: str) -> None:
    for reading in generate_readings(text.splitlines()):
        assert reading.game is not None
        assert not reading.problems


def read_theirs(text: str) -> None:
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors


def show_long_game(folder: Path) -> None:
    """A game of Maka Dai Dai Shogi; without captures it does not end early."""
    dice = random.Random(1)
    game = Game(load("maka", move_limit=0))
    while len(game.moves) < 2000 and game.outcome is None:
        moves = game.position.legal_moves()
        game.play(dice.choice([move for move in moves if not move.is_capture] or moves))
    autosave, times = Library(folder).autosave(game), []
    for number in range(30):
        game.tags["Round"] = str(number)  # something to be saved
        start = time.perf_counter()
        path = autosave.save()
        times.append(1000 * (time.perf_counter() - start))
    took = min(seconds(lambda: load_game(path)[0].sans) for _ in range(RUNS))
    print(
        f"maka, {len(game.moves)} plies: open {took:.2f} s (<= 0.7 s), "
        f"save {statistics.median(times):.1f} ms, at worst {max(times):.1f} ms"
    )


def show_hostile_files(folder: Path) -> None:
    path = folder / "hostile.pgn"
    for name, text in HOSTILE.items():
        path.write_text(text)
        listed, _ = apart(lambda: GameIndex(path))
        took, most = apart(lambda: examine(path))
        print(f"{name}: list {listed:.2f} s, check {took:.2f} s (<= 2 s), {most:.0f} MB")


def show_large_files(folder: Path) -> None:
    path = folder / "large.pgn"
    for name, (plies, size) in LARGE.items():
        text = "".join(str(random_game(seed, plies)) + "\n\n" for seed in range(50))
        path.write_text(text * (size * MEGABYTE // len(text)))
        took, most = apart(lambda: list(headers(path)))
        speed = path.stat().st_size / MEGABYTE / took
        print(
            f"{name}: list {took:.2f} s (<= 5 s), {speed:.0f} MB/s (>= 10), {most:.0f} MB of "
            f"memory (<= 150 MB)"
        )
        took, most = apart(lambda: GameIndex(path))
        print(f"{name}: index {took:.2f} s, {most:.0f} MB of memory")


def headers(path: Path) -> Iterator[str]:
    with open(path, "rb") as lines:
        for header in generate_headers(lines):
            yield f"{header.number} {header.tags.get('White')} - {header.tags.get('Black')}"


def main() -> None:
    print("compiled" if COMPILED else "uncompiled")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        show_moves()
        show_long_game(Path(name))
        show_hostile_files(Path(name))
        show_large_files(Path(name))


if __name__ == "__main__":
    main()
