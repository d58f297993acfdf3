"""Chess variants in which a capture changes the captor: rules, files of games, an engine, an app.

What programs import from, each importing only those above it:

* `makachess.core`: positions, moves, squares, outcomes; the errors
* `makachess.core.engine`: the built-in engine, its limits, levels and lines
* `makachess.variants`: the games, and the loader of your own
* `makachess.saves`: games with variations and comments, and their files
* `makachess.play`: games in progress: sessions, clocks, other programs, reviews
* `makachess.training`: matches of engines, reports on how fair a game is, and training
* `makachess.tui`: the app, and the commands of `makachess`; not for other programs

>>> from makachess.core import Position
>>> from makachess.variants import load
>>> position = Position(load("veteran"))
>>> str(position.push_san("e4")), len(position.legal_moves())
('e2e4', 20)

`makachess.__version__` is the version, and `makachess.core.COMPILED` says whether the kernel is
compiled. `help(makachess.core)` goes on from here; the guide is docs/program.md.
"""


def __getattr__(name: str) -> str:
    """The version, `__version__`, looked up when it is asked for, since that takes a while."""
    if name == "__version__":
        from importlib.metadata import version

        return version("makachess")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
