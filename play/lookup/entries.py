"""The pieces of all games, those that move alike taken together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from makachess.core.betza import Power, parse_betza
from makachess.core.chains import Path
from makachess.core.spec import PieceType, Variant
from makachess.variants.digest import Step, steps_of
from makachess.variants.shape import LARGEST_BOARD

MovementKey = tuple[frozenset[Step], frozenset[Power], frozenset[Path], bool]


@dataclass(frozen=True, slots=True)
class Man:
    """A type of piece in one game; `game` is the game's title as lists show it."""

    game: str
    variant: Variant
    kind: str

    @property
    def piece(self) -> PieceType:
        """The type itself."""
        return self.variant.pieces[self.kind]


@dataclass(frozen=True, slots=True)
class Entry:
    """Pieces that move alike, whatever they are called, in the order of the games."""

    men: tuple[Man, ...]

    @property
    def name(self) -> str:
        """What they are called in most games; what a piece promotes to counts little."""
        named = {(man.game, man.piece.name, man.piece.promoted) for man in self.men}
        count = Counter[str]()
        for man in self.men:
            if (key := (man.game, man.piece.name, man.piece.promoted)) in named:
                named.remove(key)
                count[man.piece.name] += 1 if man.piece.promoted else 100
        return count.most_common(1)[0][0]

    def named(self, name: str) -> tuple[Man, ...]:
        """Those with a name."""
        return tuple(man for man in self.men if man.piece.name == name)

    def other_names(self, name: str) -> tuple[str, ...]:
        """What else they are called."""
        return tuple(dict.fromkeys(m.piece.name for m in self.men if m.piece.name != name))


def make_entries(games: Mapping[str, Variant]) -> tuple[Entry, ...]:
    """The pieces of games, which are given by their titles; in alphabetical order of names."""
    groups: dict[MovementKey, list[Man]] = {}
    for game, variant in games.items():
        for kind, piece in variant.pieces.items():
            key = *_movement(piece.betza), piece.royal
            groups.setdefault(key, []).append(Man(game, variant, kind))
    return tuple(sorted((Entry(tuple(men)) for men in groups.values()), key=lambda e: e.name))


@lru_cache(maxsize=512)
def _movement(betza: str) -> tuple[frozenset[Step], frozenset[Power], frozenset[Path]]:
    """How a piece moves, however that is written; castling, which depends on the game, left out."""
    movement = parse_betza(betza)
    steps = frozenset(steps_of(movement, LARGEST_BOARD - 1))
    return steps, movement.powers, frozenset(movement.paths)
