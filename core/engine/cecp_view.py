"""How a game is shown to an XBoard that tests moves by itself, as it does by default.

Such an XBoard knows one promotion by capture: `+`, to the one partner that a type has in the table
of `setup`. A letter behind a capture makes the move illegal to it. So each type that a capture may
change gets a partner, which stands for whatever the man has become, and may move as any of these
can. Since it would see checks that are none, the King is no King to it, and castles in two legs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType

from makachess.core.engine.cecp_variants import TYPES, betza_of
from makachess.core.move import Move, MoveKind
from makachess.core.notation.xboard import format_xboard
from makachess.core.position import Position
from makachess.core.promotion import matrix
from makachess.core.spec import Variant
from makachess.core.squares import Square

PARENT = "chu"  # has passes and moves of several legs, and takes `+` from any type
PROMOTES = "=+"

_PAWN, _QUEEN, _MAN = 0, 4, 10
# A Pawn on the last rank becomes what stands for the Queen: here itself. The Lance would promote
# there as well, Lions may not always be retaken, and a Crown Prince can be in check.
_AVOIDED = frozenset({_PAWN, _QUEEN, _MAN, 18, 21, 50})
_IMAGES = MappingProxyType({"N": 1, "B": 2, "R": 3, "A": 7, "M": 8, "C": 16, "V": 38})
_LADY = 51  # looks like a Queen, too
_ANYWHERE = "mpampaQ"  # three lines, which may turn on men: nearly every square


def is_disguised(variant: Variant) -> bool:
    """Whether the variant must be shown so: its men change by capture, and by that alone."""
    return bool(partners(variant)) and not variant.promotion.arrival


@lru_cache(maxsize=16)
def partners(variant: Variant) -> frozenset[str]:
    """The types that have a partner: those that no man becomes, and that may become others."""
    targets = _targets(variant)
    reached = frozenset[str]().union(*targets.values())
    return frozenset(kind for kind, found in targets.items() if found and kind not in reached)


def disguised_setup(variant: Variant) -> Iterator[str]:
    """The `setup` and `piece` commands."""
    table = "".join(_slots(variant)) + "."
    size = f"{variant.files}x{variant.ranks}+0_{PARENT}"
    yield f"setup ({table}{table.lower()}) {size} {variant.start_fen}"
    for kind in variant.pieces:
        if not kind.startswith("+"):
            yield f"piece {kind}& {_moves(variant, {kind})}"
    for kind in sorted(partners(variant)):
        yield f"piece +{kind}& {_moves(variant, _become(variant, kind))}"


def disguised_move(position: Position, move: Move) -> str:
    """The text of a move about to be made, all its legs in one."""
    variant = position.variant
    text = format_xboard(variant, move.replace(promotion=""))
    if move.kind is MoveKind.CASTLING:
        rook, goal = castling_legs(variant, move)
        second = Move(rook, goal)
        return f"{text},{format_xboard(variant, second)}"
    man = position.piece_at(move.origin) or ""
    return text + (PROMOTES if move.promotion and kind_of(man) in partners(variant) else "")


def castling_legs(variant: Variant, move: Move) -> tuple[Square, Square]:
    """Where the Rook stands that castles with the King, and where it goes."""
    origin, goal = move.origin, move.destination
    side = 1 if goal.file > origin.file else -1
    corner = variant.files - 1 if side > 0 else 0
    return Square(corner, origin.rank), Square(goal.file - side, goal.rank)


def kind_of(man: str) -> str:
    """The id of the type of a man as FEN writes it."""
    return man.upper()


def real_placement(variant: Variant, fen: str) -> str:
    """A position as XBoard writes it, without partners that the game does not have.

    XBoard has lost the right to castle, which is there in the array.
    """
    placement, _, rest = fen.partition(" ")
    if placement == variant.array:
        return variant.start_fen
    for kind in partners(variant):
        if f"+{kind}" not in variant.pieces:
            become = variant.pieces[kind].promotes_to or kind
            for old, new in ((f"+{kind}", become), (f"+{kind.lower()}", become.lower())):
                placement = placement.replace(old, new)
    return f"{placement} {rest}".strip()


# --- the table ----------------------------------------------------------------------------------


def _slots(variant: Variant) -> list[str]:
    """An entry for each of XBoard's types but the King, the promoted ones marked."""
    slots = ["."] * (TYPES - 1)
    kinds = [kind for kind in variant.pieces if not kind.startswith("+")]
    pawn = variant.pawn or "P"
    if pawn in kinds:
        slots[_PAWN] = slots[_QUEEN] = pawn
        kinds.remove(pawn)
    if "K" in kinds:
        slots[_MAN] = "K"
        kinds.remove("K")
    for kind in [kind for kind in kinds if kind in _IMAGES]:
        slots[_IMAGES[kind]] = kind
        kinds.remove(kind)
    entries = kinds + [f"^{kind}" for kind in sorted(partners(variant))]
    queens = [f"^{kind}" for kind, man in variant.pieces.items() if man.promotes_to == "Q"]
    for entry in [entry for entry in queens if entry in entries][:1]:
        slots[_LADY] = entry
        entries.remove(entry)
    free = (i for i, slot in enumerate(slots) if slot == "." and i not in _AVOIDED)
    for entry, i in zip(entries, free, strict=False):
        slots[i] = entry
    return slots


# --- moves --------------------------------------------------------------------------------------


def _moves(variant: Variant, kinds: set[str]) -> str:
    """What men of any of these types can do, chains of legs last.

    En passant becomes a step, after which XBoard still takes the Pawn passed, and believes a `+`.
    """
    found = [betza_of(variant.pieces[kind]) or _ANYWHERE for kind in sorted(kinds)]
    found = [text.replace("ceF", "F") for text in found]
    return "".join(sorted(found, key=lambda text: "a" in text))


@lru_cache(maxsize=16)
def _targets(variant: Variant) -> MappingProxyType[str, frozenset[str]]:
    """What each type may become by one capture."""
    found: dict[str, set[str]] = {kind: set() for kind in variant.pieces}
    for (capturer, _victim), change in matrix(variant).items():
        if change.rule and change.target != capturer:
            found[capturer].add(change.target)
    return MappingProxyType({kind: frozenset(targets) for kind, targets in found.items()})


def _become(variant: Variant, kind: str) -> set[str]:
    """What a man of a type may be after any number of captures, but for that type."""
    targets = _targets(variant)
    known, new = set[str](), set(targets[kind])
    while new:
        known |= new
        new = set[str]().union(*(targets[found] for found in new)) - known
    return known
