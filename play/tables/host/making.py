"""The game of a table that is opened, made as its opener wishes it."""

from __future__ import annotations

from makachess.play.session.draft import why_unplayable
from makachess.play.tables.messages.errors import RefusedError
from makachess.play.tables.messages.requests import OpenTable
from makachess.saves import Game
from makachess.saves.tags import parse_options
from makachess.variants import load_by_name, names, relative_names, rules_digest


def make_game(wish: OpenTable) -> Game:
    """The game at its start; raises MakachessError.

    The rules of a large game take a tenth of a second to be read: that is for a thread.
    """
    if wish.variant not in (*names(), *relative_names()):
        raise RefusedError(f"{wish.variant!r} is not a game that comes with makachess")
    variant = load_by_name(wish.variant, **parse_options(wish.options))
    if wish.fen and (reason := why_unplayable(variant, wish.fen)):
        raise RefusedError(f"{wish.fen!r}: {reason}")
    rules_digest(variant)  # kept, for all who will watch
    return Game(variant, wish.fen or None)
