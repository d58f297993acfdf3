"""A position as the FEN has it, but for the counter of quiet moves: read, and written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from makachess.core.naive.men import Man, Men, Square
from makachess.core.spec import Variant

_TOKEN = re.compile(r"([0-9]+)|(\+?[A-Za-z]['!]?)")
_NAME = re.compile(r"[a-z][0-9]+")


@dataclass(frozen=True, slots=True)
class State:
    """Men, side to move, rights, and the squares that the last move has passed."""

    variant: Variant
    men: Men
    turn: str
    castling: frozenset[str] = frozenset()
    passed: tuple[Square, ...] = ()
    passed_man: Square | None = None
    number: int = 1
    won: bool = False  # by a delayed promotion that mates
    struck: Square | None = None  # where the man stands that has just taken a Lion and was none
    seen: frozenset[str] = field(default=frozenset(), compare=False)  # where repeats are forbidden

    @property
    def enemy(self) -> str:
        """The side that is not to move."""
        return "black" if self.turn == "white" else "white"

    @property
    def forward(self) -> int:
        """Towards the last rank of the side to move."""
        return 1 if self.turn == "white" else -1

    @property
    def last_rank(self) -> int:
        """The last rank of the side to move."""
        return self.variant.ranks - 1 if self.turn == "white" else 0

    def fen(self) -> str:
        """The first four fields of the FEN."""
        ranks = range(self.variant.ranks - 1, -1, -1)
        rights = "".join(right for right in "KQkq" if right in self.castling) or "-"
        noted = self.passed or ((self.struck,) if self.struck else ())
        passed = "".join(map(name, noted)) or "-"
        return f"{'/'.join(map(self._row, ranks))} {self.turn[0]} {rights} {passed}"

    def _row(self, y: int) -> str:
        row, gap = "", 0
        for x in range(self.variant.files):
            man = self.men.get((x, y))
            if man is None:
                gap += 1
            else:
                row += (str(gap) if gap else "") + (man[0] if man[1] == "white" else man[0].lower())
                gap = 0
        return row + (str(gap) if gap else "")


def read_state(variant: Variant, fen: str) -> State:
    """The state of a FEN that is known to be a sound one."""
    fields = [*fen.split(), *("w", "-", "-", "0", "1")[len(fen.split()) - 1 :]]
    men: dict[Square, Man] = {}
    for y, row in zip(range(variant.ranks - 1, -1, -1), fields[0].split("/"), strict=True):
        x = 0
        for gap, token in _TOKEN.findall(row):
            if gap:
                x += int(gap)
            else:
                men[x, y] = (token.upper(), "black" if token == token.lower() else "white")
                x += 1
    state = State(
        variant,
        men,
        "white" if fields[1] == "w" else "black",
        castling=frozenset(fields[2]) - {"-"},
        passed=tuple(map(parse, _NAME.findall(fields[3]))),
        number=int(fields[5]),
    )
    if state.passed and state.passed[0] in men:
        state = replace(state, passed=(), struck=state.passed[0])
    elif state.passed:
        x, y = state.passed[-1]
        state = replace(state, passed_man=(x, y - state.forward))
    return replace(state, seen=frozenset({state.fen()}))


def parse(text: str) -> Square:
    """The square of a name such as `e4`."""
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def name(square: Square) -> str:
    """The name of a square."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"
