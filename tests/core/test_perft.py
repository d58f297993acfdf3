"""Perft against published numbers and those of the rule sheets, a case for each depth."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.variants import load

DATA = Path(__file__).parents[1] / "data" / "perft"
COMPILED_FROM = 50_000  # nodes: from here on only with the compiled kernel
LONG_FROM = 1_000_000  # nodes: from here on only in the long run


def rows():
    for path in sorted(DATA.glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["position"]:
            yield path.stem, row


def cases():
    for variant, row in rows():
        for depth, nodes in enumerate(row["nodes"], 1):
            marks = [pytest.mark.compiled] if nodes > COMPILED_FROM else []
            marks += [pytest.mark.long] if nodes > LONG_FROM else []
            name = f"{variant}-{row['name'].replace(' ', '-')}-{depth}"
            game = load(variant, **row.get("options", {}))
            yield pytest.param(game, row["fen"], depth, nodes, id=name, marks=marks)


def divide(position, depth):
    """The nodes below each legal move, as a table of lines."""
    counts = {}
    for move in position.legal_moves():
        position.push(move)
        counts[str(move)] = position.perft(depth - 1)
        position.pop()
    return "\n".join(f"{move} {count}" for move, count in sorted(counts.items()))


@pytest.mark.parametrize(("variant", "fen", "depth", "nodes"), list(cases()))
def test_perft(variant, fen, depth, nodes):
    position = Position(variant, fen)
    found = position.perft(depth)
    if found != nodes:
        pytest.fail(f"{found} nodes instead of {nodes} from {fen}\n{divide(position, depth)}")


def rows_by_type():
    for variant, row in rows():
        if "by-type" in row:
            yield pytest.param(variant, row["fen"], row["by-type"], id=variant)


@pytest.mark.parametrize(("variant", "fen", "by_type"), list(rows_by_type()))
def test_first_ply_by_type(variant, fen, by_type):
    position = Position(load(variant), fen)
    found = Counter(position.piece_at(move.origin) for move in position.legal_moves())
    assert found == Counter(by_type)


def test_perft_of_depth_zero_counts_the_position_itself():
    assert Position(load("chess")).perft(0) == 1
