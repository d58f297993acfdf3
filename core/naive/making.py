"""Moves as texts in coordinates, each with the state it leaves; whose King is safe is not asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TypeAlias

from makachess.core.betza import parse_betza
from makachess.core.naive.changes import after
from makachess.core.naive.men import Man, Men, Mover, Square, is_attacked
from makachess.core.naive.state import State, name, read_state
from makachess.core.naive.trading import is_unlawful_trade, struck
from makachess.core.spec import Variant

Made: TypeAlias = tuple[str, State]
Step: TypeAlias = tuple[Square, Square]


def all_made(state: State) -> Iterator[Made]:
    """Every move of the side to move."""
    for origin, (_, color) in state.men.items():
        if color == state.turn:
            yield from of_man(state, origin)
            yield from in_passing(state, origin)
    yield from castlings(state)
    yield from compounds(state)


def of_man(state: State, origin: Square) -> Iterator[Made]:
    """The moves of one man along its legs and by its powers."""
    kind = state.men[origin][0]
    mover = Mover(state.variant, state.men, origin)
    at_home = array_of(state.variant).get(origin) == state.men[origin]
    first = mover.first_moves() if at_home else {}
    for victims, goal in mover.moves() | first.keys():
        passed = first.get((victims, goal), ()) if has_passing(state.variant) else ()
        for new in after(state, kind, [state.men[at][0] for at in victims], origin, goal):
            text = written(origin, victims, goal) + ("" if new == kind else f"={new}")
            left = moved(state, [(origin, goal)], victims, {goal: new}, passed)
            if not is_unlawful_trade(state, left, origin, victims, goal):
                yield text, struck(state, left, kind, victims, goal)


def written(origin: Square, victims: tuple[Square, ...], goal: Square) -> str:
    """The squares that a hand would touch, step by step."""
    last = () if victims and victims[-1] == goal else (goal,)
    return ",".join(name(a) + name(b) for a, b in pairwise((origin, *victims, *last)))


def moved(
    state: State,
    steps: list[Step],
    victims: tuple[Square, ...] = (),
    changes: dict[Square, str] | None = None,
    passed: tuple[Square, ...] = (),
) -> State:
    """The state after steps of own men, some of which change; the opponent is to move."""
    men: dict[Square, Man] = {at: man for at, man in state.men.items() if at not in victims}
    lifted = [(goal, men.pop(origin)) for origin, goal in steps]
    for goal, (kind, color) in lifted:
        men[goal] = ((changes or {}).get(goal, kind), color)
    touched = {square for step in steps for square in step}.union(victims)
    lost = {way[0] for way in _ways_to_castle(state.variant) if touched & {way[1], way[3]}}
    return replace(
        state,
        men=men,
        turn=state.enemy,
        castling=state.castling - lost,
        passed=passed,
        struck=None,
        passed_man=steps[0][1] if passed else None,
        number=state.number + (state.turn == "black"),
    )


@lru_cache(maxsize=16)
def array_of(variant: Variant) -> Men:
    """The men of the start position."""
    return read_state(variant, variant.start_fen).men


# --- en passant ---------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def has_passing(variant: Variant) -> bool:
    """Whether any man takes in passing, without which nobody notes what is passed."""
    movements = [parse_betza(piece.betza) for piece in variant.pieces.values()]
    return any(leg.en_passant for movement in movements for leg in movement.legs)


def in_passing(state: State, origin: Square) -> Iterator[Made]:
    """Captures of the man that has passed a square; it counts as one of the captor's type."""
    mover = Mover(state.variant, state.men, origin)
    steps = {mover.step(leg) for leg in mover.movement.legs if leg.en_passant}
    for goal in {mover.along(step, 1) for step in steps} & set(state.passed):
        if state.passed_man is None or goal in state.men:
            continue
        for new in after(state, mover.kind, [mover.kind], origin, goal):
            text = name(origin) + name(goal) + ("" if new == mover.kind else f"={new}")
            yield text, moved(state, [(origin, goal)], (state.passed_man,), {goal: new})


# --- moves of several men -----------------------------------------------------------------------

Castling: TypeAlias = tuple[str, Square, Square, Square, Square]
"""The right, and King and Rook, from where and where to."""


@lru_cache(maxsize=16)
def _ways_to_castle(variant: Variant) -> tuple[Castling, ...]:
    """Every King that castles, with the man in either corner of its rank in the array."""
    found = []
    array = array_of(variant)
    for (x, y), (kind, color) in array.items():
        lengths = parse_betza(variant.pieces[kind].betza).castles
        for side, corner, right in ((1, variant.files - 1, "K"), (-1, 0, "Q")):
            if not variant.pieces[kind].royal or array.get((corner, y), ("", ""))[1] != color:
                continue
            own = right if color == "white" else right.lower()
            for n in set(lengths):
                if n < abs(corner - x):
                    goal = (x + side * n, y)
                    found.append((own, (x, y), goal, (corner, y), (goal[0] - side, y)))
    return tuple(found)


def castlings(state: State) -> Iterator[Made]:
    """The King goes some squares towards a Rook, which lands on his far side."""
    for right, king, goal, rook, beside in _ways_to_castle(state.variant):
        if right not in state.castling or right.isupper() != (state.turn == "white"):
            continue
        y, side = king[1], 1 if goal[0] > king[0] else -1
        between = {(x, y) for x in range(king[0] + side, rook[0], side)} | {goal, beside}
        if (between - {king, rook}) & set(state.men):
            continue
        way = [(x, y) for x in range(king[0], goal[0] + side, side)]
        if not any(is_attacked(state.variant, state.men, square, state.enemy) for square in way):
            yield name(king) + name(goal), moved(state, [(king, goal), (rook, beside)])


def compounds(state: State) -> Iterator[Made]:
    """A first move of three single steps by two or three pawns (Devingt sheet)."""
    variant = state.variant
    if variant.compound_first_move not in ("both", state.turn) or state.number != 1:
        return
    array = {at: man for at, man in array_of(variant).items() if man[1] == state.turn}
    if array != {at: man for at, man in state.men.items() if man[1] == state.turn}:
        return
    pawns = sorted(at for at, man in array.items() if man[0] == variant.pawn)
    for lengths in ((1, 2), (2, 1), (1, 1, 1)):
        for chosen in combinations(pawns, len(lengths)):
            ways = [
                [(x, y + state.forward * n) for n in range(length + 1)]
                for (x, y), length in zip(chosen, lengths, strict=True)
            ]
            if not any(square in state.men for way in ways for square in way[1:]):
                steps = [(way[0], way[-1]) for way in ways]
                yield ",".join(name(a) + name(b) for a, b in steps), moved(state, steps)
