"""What a Python program does with positions of chess, beside python-chess in the same run.

The games are random, the same in every run. Neither library keeps legal moves, so that each work is
done several times at each position in turn, as programs do that follow one game. Without
python-chess (the extra `bench`) only our own times are printed.
"""

import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from makachess.core import COMPILED, Position
from makachess.variants import load

HAS_CHESS = find_spec("chess") is not None
if HAS_CHESS:
    import chess

PLIES, TIMES, ROUNDS = 400, 10, 9
VARIANT = load("chess")


class Ours:
    """Our names for what both libraries can do."""

    legal_moves = staticmethod(Position.legal_moves)
    parse = staticmethod(Position.parse)

    @staticmethod
    def position(fen: str | None = None) -> Position:
        return Position(VARIANT, fen)


class Theirs:
    """The names of python-chess."""

    @staticmethod
    def legal_moves(position: Any) -> Any:
        return list(position.legal_moves)

    @staticmethod
    def parse(position: Any, san: str) -> Any:
        return position.parse_san(san)

    @staticmethod
    def position(fen: str | None = None) -> Any:
        return chess.Board(fen) if fen else chess.Board()


def games() -> list[list[tuple[str, str]]]:
    """Random games, each as the FEN before each move and the move in SAN."""
    dice = random.Random(1)
    found: list[list[tuple[str, str]]] = []
    while sum(map(len, found)) < PLIES:
        position = Position(VARIANT)
        found.append([])
        while position.outcome() is None and position.ply < 80:
            move = dice.choice(position.legal_moves())
            found[-1].append((position.fen(), position.san(move)))
            position.push(move)
    return found


def works(library: Any) -> dict[str, Callable[[Any, Any, str, str], object]]:
    """What is done at each position: given are the position, a move, its SAN, and the FEN."""

    def make_and_take_back(position: Any, move: Any, san: str, fen: str) -> None:
        position.push(move)
        position.pop()

    return {
        "legal moves": lambda position, move, san, fen: library.legal_moves(position),
        "push and pop": make_and_take_back,
        "SAN read": lambda position, move, san, fen: library.parse(position, san),
        "SAN written": lambda position, move, san, fen: position.san(move),
        "FEN read": lambda position, move, san, fen: library.position(fen),
        "FEN written": lambda position, move, san, fen: position.fen(),
    }


def time_work(library: Any, name: str, played: list[list[tuple[str, str]]]) -> float:
    """The microseconds of processor time that a work takes at a position."""
    work, spent, count = works(library)[name], 0.0, 0
    for fen, san in (step for game in played for step in game):
        position = library.position(fen)
        move = library.parse(position, san)
        start = time.process_time()
        for _ in range(TIMES):
            work(position, move, san, fen)
        spent += time.process_time() - start
        count += TIMES
    return spent / count * 1e6


def time_games(library: Any, _: str, played: list[list[tuple[str, str]]]) -> float:
    """The microseconds a ply to follow whole games: read each move, write it, and make it."""
    start = time.process_time()
    for game in played:
        position = library.position()
        for _fen, san in game:
            move = library.parse(position, san)
            position.san(move)
            position.push(move)
    return (time.process_time() - start) / sum(map(len, played)) * 1e6


def main() -> None:
    played = games()
    kernel = "compiled" if COMPILED else "uncompiled"
    print(f"{sum(map(len, played))} positions of {len(played)} random games of chess, {kernel}:")
    if not HAS_CHESS:
        print("python-chess is not installed (the extra `bench`): our own times alone")
    measures = dict.fromkeys(works(Ours), time_work) | {"a ply of a game": time_games}
    for name, measure in measures.items():
        libraries = (Ours, Theirs) if HAS_CHESS else (Ours,)
        best = [float("inf")] * len(libraries)
        for _ in range(ROUNDS):
            for i, library in enumerate(libraries):
                best[i] = min(best[i], measure(library, name, played))
        line = f"{name:16} {best[0]:7.2f} us"
        if HAS_CHESS:
            line += f"   python-chess {best[1]:7.2f} us: {best[1] / best[0]:.1f} times as fast"
        print(line, flush=True)


if __name__ == "__main__":
    main()
