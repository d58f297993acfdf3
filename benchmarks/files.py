"""Reading and saving games: moves beside python-chess, and a long game. Processor time.

Beside python-chess both read the same games in turns, and the ratio is that of their best runs.
Large files and those made to hurt are measured by `tests/faults/test_bounded_opening.py`.
"""

import io
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess.pgn
from makachess.core import COMPILED
from makachess.saves import (
    Game,
    Library,
    generate_readings,
    load_game,
)
from makachess.variants import load

RUNS = 5


def seconds(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start


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


def main() -> None:
    print("compiled" if COMPILED else "uncompiled")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        show_moves()
        show_long_game(Path(name))


if __name__ == "__main__":
    main()
