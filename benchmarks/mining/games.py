"""Games between weak players without learned models, where somebody has just gone wrong."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from makachess.core import InvalidFenError, Move, Position
from makachess.core.engine import Engine, Limits
from makachess.core.notation.fen import format_fen, parse_fen
from makachess.core.spec import Variant

NODES = (150, 400, 1000)  # a move: what the three weakest levels look at
SECONDS = 0.5  # at most, whatever the nodes
SLIP = 0.25  # how often a move is not the best one seen
RANDOM_PLIES = 4
MEN = (14, 20, 26)  # a side at the beginning, about; large armies make proofs endless
MOST_PLIES = 300


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game: its FEN, and how many plies later the game was decided, if ever."""

    game: int
    fen: str
    to_end: int | None
    altered: bool = False  # one man is not what it was in the game


def play(variant: Variant, number: int, seed: int) -> Iterator[Moment]:
    """One game, with a different beginning for each number and seed; its last moments first."""
    dice = random.Random(f"{variant.name} {seed} {number}")
    engine = Engine(variant, hash_mb=2, model=None)
    position = _beginning(variant, dice)
    while position.outcome() is None and position.ply < MOST_PLIES:
        position.push(_choose(engine, position, dice))
    outcome = position.outcome()
    decided = outcome is not None and outcome.winner != "draw"
    for distance in range(1, position.ply - RANDOM_PLIES + 1):
        position.pop()
        yield Moment(number, position.fen(), distance if decided else None)


def alter(variant: Variant, moment: Moment, dice: random.Random) -> Moment | None:
    """The moment with another man in a captor's or victim's place; None if that cannot be."""
    position = Position(variant, moment.fen)
    captures = [move for move in position.legal_moves() if move.is_capture]
    if not captures:
        return None
    move = dice.choice(captures)
    square = dice.choice((move.origin, *move.victims))
    state = parse_fen(variant, moment.fen)
    kind, color = state.pieces.get(square, ("", ""))
    kinds = [man.id for man in variant.pieces.values() if man.promotes_to or man.infects]
    if not kind or variant.pieces[kind].royal:
        return None
    men = {**state.pieces, square: (dice.choice(kinds), color)}
    fen = format_fen(variant, replace(state, pieces=men, castling="", ep=()))
    try:
        decided = Position(variant, fen).outcome()
    except InvalidFenError:
        return None
    return None if decided else Moment(moment.game, fen, None, altered=True)


def _beginning(variant: Variant, dice: random.Random) -> Position:
    """The array, or so much of it as makes a small army, after some plies at random."""
    army = len(Position(variant).men()) // 2
    share = max(0.0, 1 - dice.choice(MEN) / army)
    while True:
        try:
            position = Position(variant, _thinned(variant, share, dice))
            for _ in range(RANDOM_PLIES):
                position.push(dice.choice(position.legal_moves()))
        except (InvalidFenError, IndexError):
            continue
        return position


def _thinned(variant: Variant, share: float, dice: random.Random) -> str:
    """The array without a share of its men; royals and contagious men stay."""
    state = parse_fen(variant, variant.start_fen)
    if not share:
        return variant.start_fen
    left = {
        square: (kind, color)
        for square, (kind, color) in state.pieces.items()
        if kind in variant.royals or variant.pieces[kind].infects or dice.random() >= share
    }
    return format_fen(variant, replace(state, pieces=left, castling="", fullmove=2))


def _choose(engine: Engine, position: Position, dice: random.Random) -> Move:
    found = engine.search(position, Limits(nodes=dice.choice(NODES), seconds=SECONDS, multipv=3))
    assert found.move is not None
    if found.lines and dice.random() < SLIP:
        return dice.choice(found.lines).pv[0]
    return found.move
