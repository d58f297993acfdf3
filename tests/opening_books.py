"""Opening books made up for tests."""

from functools import lru_cache

from makachess.core import Position
from makachess.core.engine.book import BookMove, OpeningBook, position_key
from makachess.variants import load


def book_of(variant, *lines, weights=()):
    """The book of lines in SAN, each with its weight or 1; a move of several weighs their sum."""
    entries = {}
    for number, line in enumerate(lines):
        position, weight = Position(variant), (*weights[number : number + 1], 1)[0]
        for san in line.split():
            move = position.parse(san)
            known = entries.setdefault(position_key(position), {})
            known[str(move)] = known.get(str(move), 0) + weight
            position.push(move)
    return OpeningBook(
        {
            key: tuple(BookMove(text, weight) for text, weight in known.items())
            for key, known in entries.items()
        }
    )


@lru_cache(maxsize=8)
def first_moves(name):
    """A book of a game that knows each side's first moves, and nothing else: the first six."""
    position = Position(load(name))
    lines = []
    for move in position.legal_moves()[:6]:
        san = position.san(move)
        position.push(move)
        lines += [f"{san} {position.san(reply)}" for reply in position.legal_moves()[:6]]
        position.pop()
    return book_of(position.variant, *lines)
