"""Games of `tests/data/fairy-stockfish`, and Grand Chess, against Fairy-Stockfish.

The comparison itself runs with the long tests, where pyffish is installed (`pip install pyffish`);
the counts of positions that come from it are always tested.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.spec import Ending, Variant
from makachess.variants import load, load_file

DATA = Path(__file__).parents[1] / "data" / "fairy-stockfish"
COUNTS = tomllib.loads((DATA / "counts.toml").read_text(encoding="utf-8"))["nodes"]
NAMES = sorted(COUNTS)
OTHER_LETTERS = {"grand": {"M": "C", "C": "A"}, "spartan": {"S": "K"}}
POSITIONS, LONGEST = 2000, 200
MOST_NODES = 500_000  # of a count: the next one takes a second and finds no more
ALONE = {"cambodian"}  # in which rights depend on more than what has moved: no game is compared
WON = 32000  # what it says of a game that the side to move has won
OWN_DRAWS = {"dead position", "move limit", "repetition"}  # which it asks apart from moves


def game(name: str) -> Variant:
    return load(name) if name == "grand" else load_file(DATA / f"{name}.toml")


def test_every_file_is_counted():
    assert {path.stem for path in DATA.glob("*.toml")} - {"counts"} == {*NAMES} - {"grand"}


@pytest.mark.parametrize("name", NAMES)
def test_counts(name):
    position = Position(game(name))
    nodes = [count for count in COUNTS[name] if count < MOST_NODES]
    assert [position.perft(depth) for depth in range(1, len(nodes) + 1)] == nodes


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_moves_and_outcomes_agree(name):
    pyffish = pytest.importorskip("pyffish", reason="pyffish, Fairy-Stockfish, is not installed")
    start, rng, compared = pyffish.start_fen(name), random.Random(name), 0
    while compared < POSITIONS:
        position, played = Position(game(name)), []
        while position.ply < LONGEST and compared < POSITIONS:
            compared += 1
            if name in ALONE:
                start, played = position.fen(), []
            ours = {spelt(name, str(move)): move for move in position.legal_moves()}
            theirs = pyffish.legal_moves(name, start, played)
            ended, value = pyffish.is_immediate_game_end(name, start, played)
            said = outcome(position)
            if not ended and is_bare(position):  # it lets him make a last move in vain
                replies = [[*played, move] for move in theirs]
                ends = [pyffish.is_immediate_game_end(name, start, reply) for reply in replies]
                assert ends == [(True, WON)] * len(replies), position.fen()
            elif ended:
                assert said == value, position.fen()
            else:
                assert {*ours} == {*theirs}, position.fen()
                lost = None if theirs else pyffish.game_result(name, start, played)
                assert said == lost, position.fen()
            if position.outcome() is not None:
                break
            taking = [text for text, move in ours.items() if move.is_capture]
            often = taking if taking and rng.random() < 0.4 else ours
            played.append(rng.choice(sorted(often)))
            position.push(ours[played[-1]])


INVENTORS = DATA.parent / "inventors"
TURNED = {"R": "+P", "B": "+S", "G": "+N", "T": "+L"}  # its names for the other sides in Kyoto


def shogi_without_drops() -> Variant:
    """Sho Shogi without Drunk Elephants, won by checkmate: as Shogi with empty hands."""
    sho = load_file(INVENTORS / "sho.toml")
    arrival = {kind: into for kind, into in sho.promotion.arrival.items() if kind != "E"}
    return replace(
        sho,
        pieces={kind: piece for kind, piece in sho.pieces.items() if kind not in ("E", "+E")},
        start_fen=sho.start_fen.replace("2e2", "5").replace("2E2", "5"),
        promotion=replace(sho.promotion, arrival=arrival),
        ending=Ending(no_move_loses=True, dead=False),
    )


HANDLESS = {
    "shogi": shogi_without_drops,
    "kyotoshogi": lambda: load_file(INVENTORS / "kyoto.toml"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", HANDLESS)
def test_moves_agree_where_hands_are_empty(name):
    pyffish = pytest.importorskip("pyffish", reason="pyffish, Fairy-Stockfish, is not installed")
    variant, rng, compared = HANDLESS[name](), random.Random(name), 0
    while compared < POSITIONS:
        position = Position(variant)
        while position.ply < LONGEST and compared < POSITIONS:
            compared += 1
            ours = {turning(name, str(move)): move for move in position.legal_moves()}
            assert {*ours} == {*pyffish.legal_moves(name, handless(name, position), [])}
            if position.outcome() is not None:
                break
            taking = [text for text, move in ours.items() if move.is_capture]
            often = taking if taking and rng.random() < 0.3 else ours
            position.push(ours[rng.choice(sorted(often))])


def handless(name: str, position: Position) -> str:
    """The FEN of a position in its letters, with nothing in hand."""
    placement, side, *_ = position.fen().split()
    if name == "kyotoshogi":
        names = TURNED | {kind.lower(): side.lower() for kind, side in TURNED.items()}
        placement = "".join(names.get(letter, letter) for letter in placement)
    return f"{placement}[] {side} - - 0 1"


def turning(name: str, move: str) -> str:
    """A move as UCI has it, a plus or minus for the side that is turned up."""
    squares, _, into = move.partition("=")
    risen = into in TURNED if name == "kyotoshogi" else bool(into)
    return squares + ("+" if risen else "-" if into else "")


def is_bare(position: Position) -> bool:
    """Whether a side has lost since it has nothing but its King."""
    found = position.outcome()
    return found is not None and found.reason == "bare royal"


def spelt(name: str, move: str) -> str:
    """A move as UCI has it, in the letters of the other program."""
    squares, _, into = move.partition("=")
    return squares + OTHER_LETTERS.get(name, {}).get(into, into).lower()


def outcome(position: Position) -> int | None:
    """How the game has ended for the side to move, as the other program says it."""
    found = position.outcome()
    if found is None or found.reason in OWN_DRAWS:
        return None
    if found.winner == "draw":
        return 0
    return WON if found.winner == position.turn else -WON
