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
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from makachess.core import COMPILED, Move, Position, Square
from makachess.saves import read_games
from makachess.variants import load

PLIES, TIMES, ROUNDS = 400, 10, 9
KEPT = 100_000  # positions in memory at once
TREE_PLIES, TREE_TIMES, TREE_KEPT = (0, 80, 400), 50, 3000  # chess.Board: 40 kB each at ply 400
VARIANT = load("chess")


class Step(NamedTuple):
    """A position of a game, and the move made there: as SAN and in coordinates."""

    fen: str
    san: str
    text: str


Played = list[list[Step]]

# The same names for what each library can do; what python-chess makes late is read out.
OURS = SimpleNamespace(
    position=lambda fen=None: Position(VARIANT, fen),
    legal_moves=Position.legal_moves,
    parse_san=Position.parse,
    parse_text=Position.parse,
    parse_move=Move.parse,
    attackers=Position.attackers,
    attacks=Position.attacks,
    plies=lambda pgn: sum(len(game.moves) for game in read_games(pgn.splitlines())),
    squares=[Square(file, rank) for rank in range(8) for file in range(8)],
    white="white",
)
LIBRARIES = {"ours": OURS}
if find_spec("chess") is not None:
    import chess.pgn

    LIBRARIES["python-chess"] = SimpleNamespace(
        position=lambda fen=None: chess.Board(fen or chess.STARTING_FEN),
        legal_moves=lambda board: list(board.legal_moves),
        parse_san=chess.Board.parse_san,
        parse_text=chess.Board.parse_uci,
        parse_move=chess.Move.from_uci,
        attackers=lambda board, color, square: list(board.attackers(color, square)),
        attacks=lambda board, square: list(board.attacks(square)),
        plies=lambda pgn: sum(
            game.end().ply() for game in iter(partial(chess.pgn.read_game, io.StringIO(pgn)), None)
        ),
        squares=range(64),
        white=True,
    )


def random_games() -> Played:
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


def follow(library: Any, texts: Iterable[str]) -> Any:
    position = library.position()
    for text in texts:
        position.push(library.parse_text(position, text))
    return position


def seconds(acts: Iterable[object]) -> float:
    """The processor time that things take, none of which is kept: what memory is free counts."""
    start = time.process_time()
    for _ in acts:
        pass
    return time.process_time() - start


WORKS: dict[str, Callable[[Any, Any, Any, Step], object]] = {
    "legal moves": lambda of, position, move, step: of.legal_moves(position),
    "push and pop": lambda of, position, move, step: (position.push(move), position.pop()),
    "SAN read": lambda of, position, move, step: of.parse_san(position, step.san),
    "SAN written": lambda of, position, move, step: position.san(move),
    "coordinates read": lambda of, position, move, step: of.parse_text(position, step.text),
    "coordinates written": lambda of, position, move, step: str(move),
    "Move.parse": lambda of, position, move, step: of.parse_move(step.text),
    "FEN read": lambda of, position, move, step: of.position(step.fen),
    "FEN written": lambda of, position, move, step: position.fen(),
    "copy": lambda of, position, move, step: position.copy(),
    "mirror": lambda of, position, move, step: position.mirror(),
    "is_legal": lambda of, position, move, step: position.is_legal(move),
    "gives_check": lambda of, position, move, step: position.gives_check(move),
    "piece_at, 64 squares": lambda of, position, move, step: [
        position.piece_at(square) for square in of.squares
    ],
    "attackers, 64 squares": lambda of, position, move, step: [
        of.attackers(position, of.white, square) for square in of.squares
    ],
    "attacks, 64 squares": lambda of, position, move, step: [
        of.attacks(position, square) for square in of.squares
    ],
    "pin, 64 squares": lambda of, position, move, step: [
        position.pin(of.white, square) for square in of.squares
    ],
}
"""What is done at each position, the move there being given."""


def time_work(library: Any, played: Played, name: str) -> float:
    """The seconds that a work takes at a position with its history."""
    work, spent = WORKS[name], 0.0
    for game in played:
        position = library.position()
        for step in game:
            move = library.parse_san(position, step.san)
            start = time.process_time()
            for _ in range(TIMES):
                work(library, position, move, step)
            spent += time.process_time() - start
            position.push(move)
    return spent / (TIMES * sum(map(len, played)))


def time_cold(library: Any, played: Played) -> float:
    """The first list of legal moves in positions made from FENs."""
    positions = [library.position(step.fen) for game in played for step in game]
    return seconds(map(library.legal_moves, positions)) / len(positions)


def time_games(library: Any, played: Played) -> float:
    """A ply of whole games: read each move, write it, and make it."""

    def plies() -> Iterator[None]:
        for game in played:
            position = library.position()
            for step in game:
                move = library.parse_san(position, step.san)
                position.san(move)
                yield position.push(move)

    return seconds(plies()) / sum(map(len, played))


def time_files(library: Any, played: Played) -> float:
    """A ply of the games as a file holds them."""
    texts = (" ".join(step.san for step in game) for game in played)
    pgn = "\n".join(f'[Event "Game"]\n\n{text} *\n' for text in texts)
    plies = sum(map(len, played))
    assert library.plies(pgn) == plies
    return seconds(map(library.plies, [pgn])) / plies


def time_playouts(library: Any, played: Played, asks: bool) -> float:
    """A ply of random games, which end by their outcome or with the moves."""
    dice, made = random.Random(2), [0] * len(played)

    def play_out(number: int) -> None:
        position = library.position()
        while made[number] < 80 and not (asks and position.outcome() is not None):
            if not (moves := library.legal_moves(position)):
                break
            position.push(dice.choice(moves))
            made[number] += 1

    return seconds(map(play_out, range(len(played)))) / sum(made)


TREES = ("copy and push", "bare copy", "==", "two in turns: push and pop", "two: legal moves")


def time_tree(library: Any, played: Played, ply: int, name: str) -> float:
    """What is done with positions of a tree, so many plies from its root."""
    position, other = (follow(library, long_game(ply)) for _ in range(2))
    again = library.position(position.fen())
    moves = [move for move in library.legal_moves(position) if not move.promotion][:10]

    def make_in_turns() -> None:
        for move in moves:
            position.push(move)
            other.push(move)
            position.pop()
            other.pop()

    works = (
        (lambda: [position.copy().push(move) for move in moves], len(moves)),
        (lambda: position.copy(stack=False), 1),
        (lambda: position == again, 1),
        (make_in_turns, 2 * len(moves)),
        (lambda: [library.legal_moves(one) for one in (position, other)], 2),
    )
    work, count = dict(zip(TREES, works, strict=True))[name]
    work()
    return seconds(work() for _ in range(TREE_TIMES)) / (TREE_TIMES * count)


MEASURES: dict[str, Callable[[Any, Played], float]] = {
    **{name: partial(time_work, name=name) for name in WORKS},
    "legal moves, cold": time_cold,
    "a ply of a game": time_games,
    "a ply of a file": time_files,
    "a ply of a playout": partial(time_playouts, asks=False),
    "the same, with outcome": partial(time_playouts, asks=True),
    **{
        f"{name}, ply {ply}": partial(time_tree, ply=ply, name=name)
        for ply in TREE_PLIES
        for name in TREES
    },
}


def keep(library: Any, played: Played, of_fens: bool) -> tuple[float, float]:
    """The seconds and the bytes of memory of a position, where many are kept."""
    fens = [step.fen for game in played for step in game]
    positions = [library.position(fen) for fen in fens]
    for position in positions:
        library.legal_moves(position)
    return weighed(
        KEPT,
        lambda at: (
            library.position(fens[at % len(fens)])
            if of_fens
            else positions[at % len(fens)].copy(stack=False)
        ),
    )


def keep_tree(library: Any, played: Played, ply: int) -> tuple[float, float]:
    """The same for what comes after a position, each asked for moves, SAN and outcome."""
    position = follow(library, long_game(ply))
    moves = library.legal_moves(position)

    def grow(at: int) -> Any:
        node = position.copy()
        node.push(moves[at % len(moves)])
        if answers := library.legal_moves(node):
            node.san(answers[0])
        node.outcome()
        return node

    return weighed(TREE_KEPT, grow)


def weighed(count: int, make: Callable[[int], Any]) -> tuple[float, float]:
    gc.collect()
    before, kept = resident(), []
    spent = seconds(kept.append(make(at)) for at in range(count))
    return spent / count, (resident() - before) / count


def resident() -> int:
    """Bytes of memory of this process (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


KEEPING = {
    "FEN read, kept": partial(keep, of_fens=True),
    "bare copy, kept": partial(keep, of_fens=False),
    **{f"asked, and kept, ply {ply}": partial(keep_tree, ply=ply) for ply in TREE_PLIES},
}


def kept(name: str, library: str, played: Played) -> tuple[float, float]:
    """In a process of its own, since freed memory is used again."""
    return KEEPING[name](LIBRARIES[library], played)


def tell(name: str, figures: list[tuple[float, str]]) -> None:
    """A row: the seconds of each library, and what else is said of them."""
    (ours, more), *others = figures
    line = f"{name:34} {1e6 * ours:7.2f} us{more}"
    for theirs, said in others:
        line += f"   python-chess {1e6 * theirs:7.2f} us{said}: {theirs / ours:.1f} times as fast"
    print(line, flush=True)


def main() -> None:
    played = random_games()
    kernel = "compiled" if COMPILED else "uncompiled"
    print(f"{sum(map(len, played))} positions of {len(played)} random games of chess, {kernel}:")
    if len(LIBRARIES) == 1:
        print("python-chess is not installed (the extra `bench`): our own times alone")
    for name, measure in MEASURES.items():
        rounds = [[measure(one, played) for one in LIBRARIES.values()] for _ in range(ROUNDS)]
        tell(name, [(min(times), "") for times in zip(*rounds, strict=True)])
    for name in KEEPING:
        with multiprocessing.Pool(1, maxtasksperchild=1) as pool:
            found = pool.starmap(kept, [(name, one, played) for one in LIBRARIES], chunksize=1)
        tell(name, [(spent, f" {size:5.0f} B") for spent, size in found])


if __name__ == "__main__":
    main()
