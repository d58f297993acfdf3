"""All moves of a position of pieces alone, by the naive rules, whatever the King risks."""

from makachess.training.naive import Mover, become


def naive_moves(variant, pieces, turn):
    """All moves as (origin, victims in order, destination, type afterwards)."""
    return {
        (origin, victims, goal, after)
        for origin, (kind, color) in pieces.items()
        if color == turn
        for victims, goal in Mover(variant, pieces, origin).moves()
        for after in become(variant, kind, [pieces[victim][0] for victim in victims])
    }
