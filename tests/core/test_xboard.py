"""Moves in XBoard's spelling: what is written is read back, whatever the variant."""

import random
from collections import Counter
from pathlib import Path

import pytest
from makachess.core import AmbiguousMoveError, MoveKind, Position
from makachess.core.notation.xboard import format_xboard, is_xboard_move, parse_xboard
from makachess.variants import load, load_file, names
from strewn import game, rich_position, waiting_position

# Every option that changes how pieces move or what they become, beside every variant as it is.
GAMES = [(name, {}) for name in names()] + [
    ("maka", {"rules": "modern"}),
    ("maka", {"rules": "tsa"}),
    ("macadamia", {"rules": "modern"}),
    ("macadamia", {"wolf": "page-betza", "berserker": "liondog"}),
    ("macadamia", {"wolf": "applet"}),
    ("devingt", {"promotion-only-to-absent-type": "true"}),
]
PLIES = 6


def read_back(position, moves):
    """Read the moves' texts; a pass may come back as that of another piece."""
    for move in moves:
        text = format_xboard(position.variant, move)
        assert is_xboard_move(text)
        found = parse_xboard(position, text)
        same = found.kind is move.kind is MoveKind.PASS or found == move
        assert same, f"{move} is written as {text} and read as {found} in {position.fen()}"


def walk(start, rng):
    for position in game(start, rng, PLIES):
        moves = position.legal_moves()
        texts = Counter(format_xboard(position.variant, move) for move in moves)
        del texts["@@@@"]
        assert max(texts.values(), default=1) == 1, position.fen()
        promotions = [move for move in moves if move.promotion]
        read_back(position, rng.sample(moves, min(6, len(moves))))
        read_back(position, rng.sample(promotions, min(6, len(promotions))))


def starts(variant, rng):
    """The array, a board full of all sorts of pieces, and Pawns that wait where there are such."""
    yield Position(variant)
    yield rich_position(variant, rng)
    if variant.promotion.reserve:
        yield waiting_position(variant, rng)


@pytest.mark.parametrize(
    ("name", "options"), GAMES, ids=["-".join([name, *options.values()]) for name, options in GAMES]
)
def test_moves_are_read_back_in_walks_through_every_variant(name, options):
    rng = random.Random(f"{name} {options}")
    for start in starts(load(name, **options), rng):
        walk(start, rng)


def test_promotions_to_pieces_with_a_mark_and_to_several_with_a_plus(tmp_path: Path):
    path = tmp_path / "own.toml"
    path.write_text(
        """extends = "chess"
[pieces."L!"]
name = "Lion"
betza = "KNADcaKmabK"
[pieces."+B"]
name = "Great Bishop"
betza = "BW"
promoted = true
[pieces."+R"]
name = "Great Rook"
betza = "RF"
promoted = true
[promotion.arrival]
P = ["L!", "+B", "+R"]
""",
        encoding="utf-8",
    )
    position = Position(load_file(path), "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    moves = [move for move in position.legal_moves() if move.promotion]
    texts = [format_xboard(position.variant, move) for move in moves]
    assert sorted(texts) == ["a7a8=+b", "a7a8=+r", "a7a8l!"]
    read_back(position, moves)
    assert parse_xboard(position, "a7a8l").promotion == "L!"  # XBoard has one letter for it
    with pytest.raises(AmbiguousMoveError, match="'a7a8' does not say what it promotes to"):
        parse_xboard(position, "a7a8")
