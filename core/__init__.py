"""What a game is and how it is searched: no files, no processes, no screen.

`Position` is where to begin: a position of a game, its moves, and the moves that led to it. `Move`,
`Square`, `Color` and `Outcome` are values that it hands out. Games come from `makachess.variants`,
files of games from `makachess.saves`, and the engine is `makachess.core.engine`. The guide is
docs/program.md.

>>> from makachess.core import Position
>>> from makachess.variants import load
>>> position = Position(load("chess"))
>>> position.push_san("e4").is_capture
False
>>> len(position.legal_moves()), position.turn, position.outcome()
(20, 'black', None)

Whatever is wrong with what is handed in raises a subclass of `MakachessError` that quotes it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from makachess.core.errors import (
        AmbiguousMoveError,
        BookError,
        IllegalMoveError,
        InvalidFenError,
        InvalidMoveError,
        InvalidSquareError,
        MakachessError,
        ModelError,
        VariantError,
    )
    from makachess.core.kernel.board import COMPILED
    from makachess.core.move import Move, MoveKind
    from makachess.core.outcome import Outcome
    from makachess.core.position import Position
    from makachess.core.spec import BLACK, WHITE, Color, Option, PieceType, Variant
    from makachess.core.squares import Square

__all__ = [
    "BLACK",
    "COMPILED",
    "WHITE",
    "AmbiguousMoveError",
    "BookError",
    "Color",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "InvalidSquareError",
    "MakachessError",
    "ModelError",
    "Move",
    "MoveKind",
    "Option",
    "Outcome",
    "PieceType",
    "Position",
    "Square",
    "Variant",
    "VariantError",
]


_HOMES = {
    "kernel.board": ("COMPILED",),
    "move": ("Move", "MoveKind"),
    "outcome": ("Outcome",),
    "position": ("Position",),
    "spec": ("BLACK", "WHITE", "Color", "Option", "PieceType", "Variant"),
    "squares": ("Square",),
}
_HOME_OF = dict.fromkeys(__all__, "errors") | {
    name: home for home, names in _HOMES.items() for name in names
}


def __getattr__(name: str) -> object:
    """A name of `__all__`, imported when it is first asked for: a part loads no more than it needs.

    The version, `__version__`, too, since looking that up takes a while.
    """
    if name == "__version__":
        from importlib.metadata import version

        return version("makachess")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
