"""What can be won by capturing, counted out for explanations rather than for the search.

Values are those of the evaluation; a captor may end as another type, as everywhere here.
"""

from __future__ import annotations

from makachess.core.engine.evaluation import average_man, piece_values
from makachess.core.errors import InvalidFenError
from makachess.core.move import Move
from makachess.core.position import Position
from makachess.core.promotion import matrix
from makachess.core.spec import Rule, Variant, opponent
from makachess.core.squares import Square

CROWN = 100_000  # of a royal whose loss ends the game
EXCHANGES = 8  # captures considered on one square


def notable(variant: Variant) -> int:
    """The least gain, in centipawns, worth mentioning."""
    return average_man(variant) // 4


def kind_at(position: Position, square: Square) -> str:
    """The id of the man on a square in upper case, empty if there is none."""
    return (position.piece_at(square) or "").upper()


def value_of(position: Position, kind: str, color: str) -> int:
    """Centipawns of a man of a colour; a royal is worth the game if its loss ends the game."""
    if kind in position.variant.royals and position.royal_count(color) == 1:
        return CROWN
    return piece_values(position.variant).get(kind, 0)


def gain_of(position: Position, move: Move) -> int:
    """What a legal move wins at once, the change of its mover included."""
    turn = position.turn
    mover = dict(move.prefix).get(move.origin) or kind_at(position, move.origin)
    taken = sum(value_of(position, kind_at(position, s), opponent(turn)) for s in move.victims)
    if not move.promotion:
        return taken
    return taken + value_of(position, move.promotion, turn) - value_of(position, mover, turn)


def retake_gain(position: Position, square: Square, deep: int = EXCHANGES) -> int:
    """What the side to move wins at best by capturing on a square, the cheapest man first."""
    takers = [m for m in position.legal_moves() if m.destination == square and square in m.victims]
    if not takers or not deep:
        return 0
    turn = position.turn
    best = min(
        takers,
        key=lambda m: (
            value_of(position, kind_at(position, m.origin), turn),
            -gain_of(position, m),
        ),
    )
    gain = gain_of(position, best)
    position.push(best)
    gain -= retake_gain(position, square, deep - 1)
    position.pop()
    return max(gain, 0)


def hanging(position: Position, color: str) -> dict[Square, int]:
    """The men of a colour that the other side could win if it were to move, and how much by each.

    Two plies are counted: the capture, and the loss of the captor if it can be retaken.
    """
    least = notable(position.variant)
    found: dict[Square, int] = {}
    for origin, square in position.threats(opponent(color)):
        gain, stake = _raid(position, origin, square, color)
        so_far = max(least, found.get(square, 0))
        if gain >= so_far and position.protectors(origin, square):  # asked last: it takes longest
            gain -= stake
        if gain >= so_far:
            found[square] = gain
    return found


def _raid(position: Position, origin: Square, square: Square, color: str) -> tuple[int, int]:
    """What a capture wins if it is not answered, and what the captor is worth after it."""
    captor, victim = kind_at(position, origin), kind_at(position, square)
    own = opponent(color)
    change = matrix(position.variant)[captor, victim]
    options = {
        Rule.STAY: (captor,),
        Rule.MAY: (captor, change.target),
    }.get(change.rule, (change.target,))
    after = max(value_of(position, kind, own) for kind in options)
    gain = value_of(position, victim, color) + after - value_of(position, captor, own)
    return gain, after


def passed(position: Position) -> Position | None:
    """The position with the other side to move, None if that is impossible."""
    fields = position.fen().split()
    fields[1] = opponent(position.turn)[0]
    fields[3] = "-"
    try:
        return Position(position.variant, " ".join(fields))
    except InvalidFenError:  # a King would be left in check
        return None


def has_mate_in_one(position: Position) -> bool:
    """Whether the side to move can mate at once."""
    for move in position.legal_moves():
        position.push(move)
        mates = position.is_won or (position.is_check() and not position.has_legal_move())
        position.pop()
        if mates:
            return True
    return False
