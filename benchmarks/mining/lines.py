"""Finds how the puzzles of a game go on after the key move, and writes it behind the key.

python benchmarks/mining/lines.py VARIANT...

A line is the opponent's reply, the next right move, and so on. In a forced end the replies are
those that hold out longest, and up to the last move, where any end will do, one move alone is
right: tests/prover.py says so. Where a gain is not yet all won, the reply is the engine's, and a
move is right if the engine and the prover find no other that wins nearly as much. A puzzle that
goes on in several ways keeps its key alone. The engine has no learned model, whoever runs this.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

# The prover lives with the tests, which use it too.
sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))

from makachess.core import Move, Position
from makachess.core.engine import Engine, Limits
from makachess.core.spec import Variant
from makachess.variants import load
from prover import Prover, TooHard

DATA = Path(__file__).resolve().parents[2] / "play" / "puzzles"
REPLY = Limits(nodes=200_000)
NEXT = Limits(nodes=300_000, multipv=2)
CLEARLY = 200  # centipawns by which a move is better than all others
FURTHER = 3  # moves after the key of a gain, at most
DEEP = 120_000  # positions, for each proof of a gain

Row = Mapping[str, Any]
Line = tuple[str, ...]


def line_of(variant: Variant, values: Mapping[str, int], row: Row) -> Line:
    """Replies and right moves after the key of a puzzle; empty if it ends with the key."""
    if row["kind"] == "gain":
        return _gain_line(variant, values, row)
    return _end_line([_after(variant, row["fen"], key) for key in row["moves"]], row["n"] - 1)


def _after(variant: Variant, fen: str, *moves: str) -> Position:
    position = Position(variant, fen)
    for text in moves:
        position.push(position.parse(text))
    return position


# --- forced ends ----------------------------------------------------------------------------------


def _end_line(positions: Sequence[Position], n: int) -> Line:
    """The rest of a forced end in n moves, the same in all positions; the loser is to move."""
    if not n:
        return ()
    found = []
    for reply in sorted(map(str, positions[0].legal_moves())):
        if (answers := _answers(positions, reply, n)) and (n == 1 or len(answers) == 1):
            takes = positions[0].parse(reply).is_capture
            found.append((len(answers), not takes, reply, answers[0]))
    for _, _, reply, move in sorted(found):
        rest = _end_line([_moved(position, reply, move) for position in positions], n - 1)
        if len(rest) == 2 * (n - 1):
            return (reply, move, *rest)
    return ()


def _answers(positions: Sequence[Position], reply: str, n: int) -> list[str]:
    """What wins in n moves after a reply in all positions; nothing if that can be done sooner."""
    common: set[str] | None = None
    for position in positions:
        if reply not in map(str, position.legal_moves()):
            return []
        prover = Prover(_moved(position, reply))
        if n > 1 and prover.winning_moves(n - 1):
            return []
        won = {str(move) for move in prover.winning_moves(n)}
        if n > 1 and common is not None and common != won:
            return []
        common = won if common is None else common & won
    return sorted(common or ())


def _moved(position: Position, *moves: str) -> Position:
    position = position.copy()
    for text in moves:
        position.push(position.parse(text))
    return position


# --- gains ----------------------------------------------------------------------------------------


def _gain_line(variant: Variant, values: Mapping[str, int], row: Row) -> Line:
    """Replies and moves until all is won that the key wins, as far as one move is clearly right."""
    if len(row["moves"]) > 1:
        return ()
    position = Position(variant, row["fen"])
    prover = Prover(position, values)
    key = position.parse(row["moves"][0])
    won = prover.gain([key], row["depth"], row["margin"])
    goal = prover.balance() + won
    position.push(key)
    line: Line = ()
    for _ in range(FURTHER):
        reply = Engine(variant, hash_mb=2, model=None).search(position, REPLY).move
        position.push(reply)
        if position.outcome() or Prover(position, values).balance() >= goal:
            break
        move = _clearly_best(variant, values, position)
        if move is None:
            break
        line += (str(reply), str(move))
        position.push(move)
    return line


def _clearly_best(variant: Variant, values: Mapping[str, int], position: Position) -> Move | None:
    """The move that engine and prover alike find better than all others."""
    lines = Engine(variant, hash_mb=2, model=None).search(position, NEXT).lines
    if len(lines) < 2 or lines[0].score.mate is not None:
        return None
    if lines[0].score.value - lines[1].score.value < CLEARLY:
        return None
    best, depth = lines[0].pv[0], 2 if variant.files > 10 else 3
    try:
        won = Prover(position, values, DEEP).gain([best], depth, CLEARLY)
    except TooHard:
        return None
    return None if won is None else best


# --- the files ------------------------------------------------------------------------------------


def extend(name: str) -> str:
    """Write the lines of a variant's puzzles into its file; how many puzzles have one."""
    path, variant = DATA / f"{name}.toml", load(name)
    text = path.read_text(encoding="utf-8")
    suite = tomllib.loads(text)
    head, *blocks = text.rstrip("\n").split("\n\n[[position]]\n")
    count = 0
    for at, row in enumerate(suite["position"]):
        line = line_of(variant, suite["values"], row)
        count += bool(line)
        blocks[at] = _with_line(blocks[at], line)
        print(f"{name}: {at + 1} of {len(blocks)}, {count} go on", end="\r", flush=True)
    path.write_text("\n\n[[position]]\n".join([head, *blocks]) + "\n", encoding="utf-8")
    return f"{name}: {count} of {len(blocks)} puzzles go on after the key"


def _with_line(block: str, line: Line) -> str:
    """A row of a file with its line behind the key."""
    rows = [row for row in block.splitlines() if not row.startswith("line = ")]
    if line:
        at = next(at for at, row in enumerate(rows) if row.startswith("moves = "))
        rows.insert(at + 1, f"line = {json.dumps(line)}")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="+", metavar="VARIANT")
    for name in parser.parse_args().variants:
        print(extend(name))


if __name__ == "__main__":
    main()
