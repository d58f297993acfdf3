"""All moves of a position of men alone, by the naive rules: as tuples, whatever the King risks."""

from makachess.training.naive import Mover, become


def naive_moves(variant, men, turn):
    """All moves as (origin, victims in order, destination, type afterwards)."""
    return {
        (origin, victims, goal, after)
        for origin, (kind, color) in men.items()
        if color == turn
        for victims, goal in Mover(variant, men, origin).moves()
        for after in become(variant, kind, [men[victim][0] for victim in victims])
    }
