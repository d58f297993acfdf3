"""The fourth field of a FEN: what the last move has passed, or that it has taken a Lion."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from makachess.core.betza import Movement, parse_betza
from makachess.core.codes import codes_of
from makachess.core.errors import InvalidFenError
from makachess.core.men import Man, array_men
from makachess.core.promotion import matrix
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square, cell_of

_EP_SQUARE = re.compile(r"[a-s][1-9][0-9]?")
_EP_SQUARES = re.compile(f"(?:{_EP_SQUARE.pattern})+")


def read_passed(
    variant: Variant, men: Mapping[int, int], mover: int, text: str
) -> tuple[int, int, int]:
    """What a FEN says of the last move, which `mover` has made: the cells of `Setup.passed`.

    `men` are the codes by cell. Raises InvalidFenError.
    """
    for code, goal, crossed in _multi_steps(variant).get((mover, text), ()):
        if _has_just_gone(men, code, goal, crossed):
            passed = crossed[1:]
            return passed[0], passed[1] if len(passed) > 1 else 0, goal
    if variant.trading.lions and _EP_SQUARE.fullmatch(text):
        return 0, 0, _read_struck(variant, men, mover, text)
    if not _EP_SQUARES.fullmatch(text):
        raise InvalidFenError(f"{text!r} is not a list of e.p. squares (such as e3, e3e4, or -)")
    raise InvalidFenError(f"no {COLORS[mover]} pawn can just have passed the e.p. squares {text!r}")


def _read_struck(variant: Variant, men: Mapping[int, int], mover: int, text: str) -> int:
    cell = cell_of(Square.parse(text))
    code = men.get(cell, -1)
    if code not in _strikers(variant) or code & 1 != mover:
        raise InvalidFenError(
            f"no {COLORS[mover]} man on {text!r} can just have taken a Lion, nor a pawn passed it"
        )
    return cell


@lru_cache(maxsize=32)
def _strikers(variant: Variant) -> frozenset[int]:
    """The codes of all men but Lions that nothing becomes: they cannot have been anything else."""
    arrivals = {kind for kinds in variant.promotion.arrival.values() for kind in kinds}
    made = {effect.target for (kind, _), effect in matrix(variant).items() if effect.target != kind}
    always = set(variant.trading.lions) - arrivals - made
    return frozenset(
        code for (kind, _), code in codes_of(variant).by_man.items() if kind not in always
    )


@lru_cache(maxsize=32)
def _multi_steps(variant: Variant) -> dict[tuple[int, str], list[tuple[int, int, tuple[int, ...]]]]:
    """Side and squares passed, as FEN has them -> code, goal, home and cells passed of each move.

    None in games without a man that could take it there.
    """
    movements = {kind: parse_betza(piece.betza) for kind, piece in variant.pieces.items()}
    if not any(map(_takes_in_passing, movements.values())):
        return {}
    codes = codes_of(variant).by_man
    steps: dict[tuple[int, str], list[tuple[int, int, tuple[int, ...]]]] = {}
    for home, man in array_men(variant).items():
        for path in _initial_paths(movements[man[0]], home, man[1]):
            passed = COLORS.index(man[1]), "".join(map(str, path[:-1]))
            crossed = tuple(map(cell_of, (home, *path[:-1])))
            steps.setdefault(passed, []).append((codes[man], cell_of(path[-1]), crossed))
    return steps


def find_passed(variant: Variant, pieces: Mapping[Square, Man], turn: str) -> list[str]:
    """What the e.p. squares of a FEN can be with these men and this side to move, except none."""
    codes, mover = codes_of(variant).by_man, 1 - COLORS.index(turn)
    men = {cell_of(square): codes[man] for square, man in pieces.items()}
    return sorted(
        passed
        for (side, passed), steps in _multi_steps(variant).items()
        if side == mover and any(_has_just_gone(men, *step) for step in steps)
    )


def is_noted(variant: Variant, pieces: Mapping[Square, Man], turn: str, ep: str) -> bool:
    """Whether a FEN with these men and this side to move can have an e.p. field."""
    codes = codes_of(variant).by_man
    men = {cell_of(square): codes[man] for square, man in pieces.items()}
    try:
        read_passed(variant, men, 1 - COLORS.index(turn), ep)
    except InvalidFenError:
        return False
    return True


def _has_just_gone(men: Mapping[int, int], code: int, goal: int, crossed: tuple[int, ...]) -> bool:
    """Whether a man can just have gone to a cell, across others."""
    return men.get(goal) == code and not any(cell in men for cell in crossed)


def _takes_in_passing(movement: Movement) -> bool:
    return any(leg.en_passant for leg in movement.legs)


def _initial_paths(movement: Movement, home: Square, color: str) -> Iterator[tuple[Square, ...]]:
    """The squares after `home` of every first move of several steps, the last one included."""
    forward = 1 if color == "white" else -1
    for leg in movement.legs:
        if leg.initial and leg.moves:
            for length in range(max(2, leg.first), leg.last + 1):
                yield tuple(
                    Square(home.file + i * leg.dx * forward, home.rank + i * leg.dy * forward)
                    for i in range(1, length + 1)
                )
