"""What a Python program does with positions of chess, beside python-chess in the same run.

The games are random, the same in every run. Neither library keeps legal moves, so that each work is
done several times at each position in turn, as programs do that follow one game; "cold" is the
first time in a position just made. What programs do that keep trees of positions, or follow two
games in turns, is measured at several plies of a longer game. Without python-chess (the extra
`bench`) only our own times are printed.
"""

import gc
import io
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from makachess.core import COMPILED, Move, Position, Square
from makachess.saves import read_games
from makachess.variants import load

HAS_CHESS = find_spec("chess") is not None
if HAS_CHESS:
    import chess.pgn

PLIES, TIMES, ROUNDS = 400, 10, 9
KEPT = 100_000  # positions in memory at once
TREE_PLIES, TREE_TIMES, TREE_KEPT = (
    (0, 80, 400),
    50,
    3000,
)  # python-chess keeps 40 kB for each at ply 400
VARIANT = load("chess")


class Step(NamedTuple):
    """A position of a game, and the move made there: as SAN and in coordinates."""

    fen: str
    san: str
    text: str


Played = list[list[Step]]


class Ours:
    """Our names for what both libraries can do."""

    SQUARES = tuple(Square(file, rank) for rank in range(8) for file in range(8))
    WHITE = "white"
    legal_moves = staticmethod(Position.legal_moves)
    parse_san = parse_text = staticmethod(Position.parse)
    parse_move = staticmethod(Move.parse)
    copy = staticmethod(Position.copy)
    attackers = staticmethod(Position.attackers)
    attacks = staticmethod(Position.attacks)

    @staticmethod
    def position(fen: str | None = None) -> Position:
        return Position(VARIANT, fen)

    @staticmethod
    def read(pgn: str) -> int:
        return sum(len(game.moves) for game in read_games(pgn.splitlines()))


class Theirs:
    """The names of python-chess; what it makes late is read out."""

    SQUARES = tuple(range(64))
    WHITE = True

    @staticmethod
    def attackers(position: Any, color: bool, square: int) -> Any:
        return list(position.attackers(color, square))

    @staticmethod
    def attacks(position: Any, square: int) -> Any:
        return list(position.attacks(square))

    @staticmethod
    def legal_moves(position: Any) -> Any:
        return list(position.legal_moves)

    @staticmethod
    def parse_san(position: Any, san: str) -> Any:
        return position.parse_san(san)

    @staticmethod
    def parse_text(position: Any, text: str) -> Any:
        return position.parse_uci(text)

    @staticmethod
    def parse_move(text: str) -> Any:
        return chess.Move.from_uci(text)

    @staticmethod
    def copy(position: Any) -> Any:
        return position.copy()

    @staticmethod
    def position(fen: str | None = None) -> Any:
        return chess.Board(fen) if fen else chess.Board()

    @staticmethod
    def read(pgn: str) -> int:
        text, plies = io.StringIO(pgn), 0
        while game := chess.pgn.read_game(text):
            plies += game.end().ply()
        return plies


def games() -> Played:
    """Random games, without promotions, which the two libraries write differently."""
    dice = random.Random(1)
    found: Played = []
    while sum(map(len, found)) < PLIES:
        position = Position(VARIANT)
        found.append([])
        while position.outcome() is None and position.ply < 80:
            moves = [move for move in position.legal_moves() if not move.promotion]
            move = dice.choice(moves)
            found[-1].append(Step(position.fen(), position.san(move), str(move)))
            position.push(move)
    return found


def works(library: Any) -> dict[str, Callable[[Any, Any, Step], object]]:
    """What is done at each position, the move there being given."""

    squares, white = library.SQUARES, library.WHITE

    def make_and_take_back(position: Any, move: Any, step: Step) -> None:
        position.push(move)
        position.pop()

    def ask_pieces(position: Any, move: Any, step: Step) -> None:
        for square in squares:
            position.piece_at(square)

    def ask_attackers(position: Any, move: Any, step: Step) -> None:
        for square in squares:
            library.attackers(position, white, square)

    def ask_attacks(position: Any, move: Any, step: Step) -> None:
        for square in squares:
            library.attacks(position, square)

    def ask_pins(position: Any, move: Any, step: Step) -> None:
        for square in squares:
            position.pin(white, square)

    return {
        "legal moves": lambda position, move, step: library.legal_moves(position),
        "push and pop": make_and_take_back,
        "SAN read": lambda position, move, step: library.parse_san(position, step.san),
        "SAN written": lambda position, move, step: position.san(move),
        "coordinates read": lambda position, move, step: library.parse_text(position, step.text),
        "coordinates written": lambda position, move, step: str(move),
        "Move.parse": lambda position, move, step: library.parse_move(step.text),
        "FEN read": lambda position, move, step: library.position(step.fen),
        "FEN written": lambda position, move, step: position.fen(),
        "copy": lambda position, move, step: library.copy(position),
        "mirror": lambda position, move, step: position.mirror(),
        "is_legal": lambda position, move, step: position.is_legal(move),
        "gives_check": lambda position, move, step: position.gives_check(move),
        "piece_at, 64 squares": ask_pieces,
        "attackers, 64 squares": ask_attackers,
        "attacks, 64 squares": ask_attacks,
        "pin, 64 squares": ask_pins,
    }


def time_work(library: Any, name: str, played: Played) -> float:
    """The microseconds of processor time that a work takes at a position with its history."""
    work, spent, count = works(library)[name], 0.0, 0
    for game in played:
        position = library.position()
        for step in game:
            move = library.parse_san(position, step.san)
            start = time.process_time()
            for _ in range(TIMES):
                work(position, move, step)
            spent += time.process_time() - start
            count += TIMES
            position.push(move)
    return spent / count * 1e6


def time_cold(library: Any, _: str, played: Played) -> float:
    """The microseconds of the first list of legal moves in positions made from FENs."""
    positions = [library.position(step.fen) for game in played for step in game]
    start = time.process_time()
    for position in positions:
        library.legal_moves(position)
    return (time.process_time() - start) / len(positions) * 1e6


def time_games(library: Any, _: str, played: Played) -> float:
    """The microseconds a ply to follow whole games: read each move, write it, and make it."""
    start = time.process_time()
    for game in played:
        position = library.position()
        for step in game:
            move = library.parse_san(position, step.san)
            position.san(move)
            position.push(move)
    return (time.process_time() - start) / sum(map(len, played)) * 1e6


def time_files(library: Any, _: str, played: Played) -> float:
    """The microseconds a ply to read the games as a file holds them."""
    texts = [
        " ".join(
            f"{i // 2 + 1}. {step.san}" if i % 2 == 0 else step.san for i, step in enumerate(g)
        )
        for g in played
    ]
    pgn = "\n".join(f'[Event "Game"]\n\n{text} *\n' for text in texts)
    start = time.process_time()
    plies = library.read(pgn)
    assert plies == sum(map(len, played))
    return (time.process_time() - start) / plies * 1e6


def time_playouts(library: Any, name: str, played: Played) -> float:
    """The microseconds a ply of random games, which end by their outcome or with the moves."""
    dice, plies, asks = random.Random(2), 0, name.endswith("outcome")
    start = time.process_time()
    for _ in played:
        position = library.position()
        for _ply in range(80):
            if asks and position.outcome() is not None:
                break
            moves = library.legal_moves(position)
            if not moves:
                break
            position.push(dice.choice(moves))
            plies += 1
    return (time.process_time() - start) / plies * 1e6


@lru_cache
def long_game(plies: int) -> list[str]:
    """The moves of a random game of that many plies, which takes little."""
    dice = random.Random(plies)
    while True:
        position = Position(VARIANT)
        while position.ply < plies:
            moves = [move for move in position.legal_moves() if not move.promotion]
            calm = [move for move in moves if not move.is_capture or dice.random() < 0.1]
            if not calm:
                break
            position.push(dice.choice(calm))
        if position.ply == plies and len(position.legal_moves()) > 10:
            return [str(move) for move in position.moves]


def follow(library: Any, texts: list[str]) -> Any:
    position = library.position()
    for text in texts:
        position.push(library.parse_text(position, text))
    return position


def tree_works(library: Any, texts: list[str]) -> dict[str, tuple[Callable[[], object], int]]:
    """What is done with positions of a tree, and how many times each does it."""
    position, other = follow(library, texts), follow(library, texts)
    again = library.position(position.fen())
    moves = [move for move in library.legal_moves(position) if not move.promotion][:10]

    def copy_and_push() -> None:
        for move in moves:
            library.copy(position).push(move)

    def make_in_turns() -> None:
        for move in moves:
            position.push(move)
            other.push(move)
            position.pop()
            other.pop()

    def list_in_turns() -> None:
        library.legal_moves(position)
        library.legal_moves(other)

    return {
        "copy and push": (copy_and_push, len(moves)),
        "bare copy": (lambda: position.copy(stack=False), 1),
        "==": (lambda: position == again, 1),
        "two in turns: push and pop": (make_in_turns, 2 * len(moves)),
        "two in turns: legal moves": (list_in_turns, 2),
    }


def time_tree(library: Any, name: str, _: Played) -> float:
    """The microseconds that a work of trees takes; its name ends with the ply."""
    named, ply = name.split(", ply ")
    work, count = tree_works(library, long_game(int(ply)))[named]
    work()
    start = time.process_time()
    for _round in range(TREE_TIMES):
        work()
    return (time.process_time() - start) / (TREE_TIMES * count) * 1e6


def keep_tree(library: Any, name: str, _: Played) -> tuple[float, float]:
    """The same as `keep` for what comes after a position, each asked for moves, SAN and outcome."""
    position = follow(library, long_game(int(name.split(", ply ")[1])))
    moves = library.legal_moves(position)
    gc.collect()
    before, start = resident(), time.process_time()
    kept = []
    for i in range(TREE_KEPT):
        node = library.copy(position)
        node.push(moves[i % len(moves)])
        if answers := library.legal_moves(node):
            node.san(answers[0])
        node.outcome()
        kept.append(node)
    spent = time.process_time() - start
    return spent / len(kept) * 1e6, (resident() - before) / len(kept)


def keep(library: Any, name: str, played: Played) -> tuple[float, float]:
    """The microseconds and the bytes of memory of a position, where many are kept."""
    steps = [step for game in played for step in game]
    positions = [library.position(step.fen) for step in steps]
    for position in positions:
        library.legal_moves(position)
    gc.collect()
    before, start = resident(), time.process_time()
    if name == "FEN read, kept":
        kept = [library.position(steps[i % len(steps)].fen) for i in range(KEPT)]
    else:
        kept = [positions[i % len(steps)].copy(stack=False) for i in range(KEPT)]
    spent = time.process_time() - start
    return spent / len(kept) * 1e6, (resident() - before) / len(kept)


def resident() -> int:
    """Bytes of memory of this process (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def print_kept(libraries: Sequence[Any], name: str, played: Played) -> None:
    found = []
    for library in libraries:  # in a process of its own, since freed memory is used again
        with multiprocessing.Pool(1) as pool:
            found.append(pool.apply(KEEPING[name], (library, name, played)))
    line = f"{name:34} {found[0][0]:7.2f} us {found[0][1]:5.0f} B"
    for microseconds, size in found[1:]:
        times = microseconds / found[0][0]
        line += f"   python-chess {microseconds:7.2f} us {size:5.0f} B: {times:.1f} times as fast"
    print(line, flush=True)


MEASURES = dict.fromkeys(works(Ours), time_work) | {
    "legal moves, cold": time_cold,
    "a ply of a game": time_games,
    "a ply of a file": time_files,
    "a ply of a playout": time_playouts,
    "the same, with outcome": time_playouts,
}
MEASURES |= {f"{name}, ply {ply}": time_tree for ply in TREE_PLIES for name in tree_works(Ours, [])}
KEEPING = {"FEN read, kept": keep, "bare copy, kept": keep} | {
    f"asked, and kept, ply {ply}": keep_tree for ply in TREE_PLIES
}


def main() -> None:
    played = games()
    kernel = "compiled" if COMPILED else "uncompiled"
    print(f"{sum(map(len, played))} positions of {len(played)} random games of chess, {kernel}:")
    if not HAS_CHESS:
        print("python-chess is not installed (the extra `bench`): our own times alone")
    libraries = (Ours, Theirs) if HAS_CHESS else (Ours,)
    for name, measure in MEASURES.items():
        best = [float("inf")] * len(libraries)
        for _ in range(ROUNDS):
            for i, library in enumerate(libraries):
                best[i] = min(best[i], measure(library, name, played))
        line = f"{name:34} {best[0]:7.2f} us"
        if HAS_CHESS:
            line += f"   python-chess {best[1]:7.2f} us: {best[1] / best[0]:.1f} times as fast"
        print(line, flush=True)
    for name in KEEPING:
        print_kept(libraries, name, played)


if __name__ == "__main__":
    main()
