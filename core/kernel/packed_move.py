"""How a move is packed into 64 bits; `packed_move.pxd` is the same for the compiled kernel.

Four cells of ten bits each: origin, destination and two further ones (victims in passing, the
Rook's squares in castling, the origins of further pawns in a compound first move). Then eight bits
for the new type, counted from 1, four for the kind of move, and the rest for the choice of delayed
promotion that precedes it, counted from 1; 0 means none.
"""

from collections.abc import Iterator

from makachess.core.kernel.packed import COMPOUND, PASS_TURN, ROW


def pack(origin: int, destination: int) -> int:
    """A plain move, to which the other parts can be added with `|`."""
    return origin | destination << 10


def pack_further(first: int, second: int) -> int:
    """The part of a move that holds its two further cells."""
    return first << 20 | second << 30


def pack_promotion(number: int) -> int:
    """The part that holds the number of the new type."""
    return number << 40


def pack_kind(kind: int) -> int:
    """The part that holds the kind of move."""
    return kind << 48


def pack_choice(choice: int) -> int:
    """The part that holds the choice among delayed promotions."""
    return choice << 52


def pack_taken(place: int) -> int:
    """The part of the word of a LightMove that tells which victim stood on the destination."""
    return place << 40


def origin_of(move: int) -> int:
    """The cell a move starts from."""
    return move & 1023


def destination_of(move: int) -> int:
    """The cell a move ends on."""
    return (move >> 10) & 1023


def first_of(move: int) -> int:
    """The first further cell."""
    return (move >> 20) & 1023


def second_of(move: int) -> int:
    """The second further cell."""
    return (move >> 30) & 1023


def promotion_of(move: int) -> int:
    """The number of the new type; 0 if the man stays what it is."""
    return (move >> 40) & 255


def kind_of(move: int) -> int:
    """One of the kinds of move."""
    return (move >> 48) & 15


def choice_of(move: int) -> int:
    """Which of the results of a delayed promotion comes before a move; 0 if none does."""
    return move >> 52


def is_plain(move: int) -> bool:
    """Whether there is nothing to a move but origin and destination."""
    return not move >> 20


def is_special(move: int) -> bool:
    """Whether a move is of another kind than NORMAL, or follows a choice."""
    return move >> 48 != 0


def has_further(move: int) -> bool:
    """Whether a move has further cells."""
    return (move >> 20) & 0xFFFFF != 0


def without_further(move: int) -> int:
    """A move without its further cells."""
    return move ^ ((move >> 20) & 0xFFFFF) << 20


def without_promotion(move: int) -> int:
    """A move without the number of the new type."""
    return move ^ ((move >> 40) & 255) << 40


def without_choice(move: int) -> int:
    """A move without the choice that precedes it."""
    return move ^ (move >> 52) << 52


def taken_of(word: int) -> int:
    """Which victim stood on the destination, counted from 1, by the word of a LightMove; or 0."""
    return (word >> 40) & 3


# --- for those who read moves above the kernel --------------------------------------------------


def is_pass(move: int) -> bool:
    """Whether a move does nothing."""
    return kind_of(move) == PASS_TURN


def further_steps(move: int) -> Iterator[tuple[int, int]]:
    """Origin and destination of the pawns that a compound first move takes along."""
    if kind_of(move) != COMPOUND:
        return
    first, second = first_of(move), second_of(move)
    step = destination_of(move) - origin_of(move)
    forward = ROW if step > 0 else -ROW
    if second:
        yield first, first + forward
        yield second, second + forward
    else:
        yield first, first + 3 * forward - step
