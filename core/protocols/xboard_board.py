"""How XBoard is told a game: its name for it, the types and their letters, and what it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from makachess.core.betza import Movement, parse_betza
from makachess.core.move import Move, MoveKind
from makachess.core.notation.coordinates import kind_at
from makachess.core.notation.xboard import format_xboard, parse_square
from makachess.core.pieces import format_placement
from makachess.core.position import Position
from makachess.core.promotion import matrix
from makachess.core.spec import PieceType, Variant
from makachess.core.squares import Square

STANDARD = "normal"
ALIASES: Mapping[str, str] = MappingProxyType(
    {STANDARD: "chess", "macadamia-shogi": "macadamia", "maka-dai-dai-shogi": "maka"}
)
"""Customary names -> ours. XBoard keeps a bare `maka` for an edition of its own."""

LARGEST = 15  # files or ranks
TYPES = 66  # of pieces, of each side, the King last

_LETTERS = (
    "PNBRQFEACWMOHIJGDVLSU"  # the types XBoard has images for, in its order, without the King
)
_RIDER = re.compile(r"([WFDANHCGZ])\1(?![0-9])")
_PIECE_TEXT = re.compile(r"\+?[A-Za-z]['!]?")


class _Game(NamedTuple):
    """A game that XBoard knows by name, with the rules that it tests moves by."""

    size: str
    table: str  # XBoard's letters for its types
    array: str  # in these letters
    pieces: Mapping[str, str]  # the moves of each


_CHESS = MappingProxyType({"R": "R", "N": "N", "B": "B", "Q": "Q", "P": "fmWfceFifmnD"})
_OLD = MappingProxyType({"K": "K", "R": "R", "N": "N", "P": "fmWfcF"})
_GAMES: Mapping[str, _Game] = MappingProxyType(
    {
        "shatranj": _Game(
            "8x8+0",
            "PN.R.QB...Kpn.r.qb...k",
            "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR",
            {**_OLD, "Q": "F", "B": "A"},
        ),
        "makruk": _Game(
            "8x8+0",
            "PN.R.M....SKpn.r.m....sk",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
            {**_OLD, "M": "F", "S": "FfW"},
        ),
        "courier": _Game(
            "12x8+0",
            "PNBR.FE..WMKpnbr.fe..wmk",
            "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR",
            {**_OLD, "B": "B", "E": "A", "F": "F", "W": "W", "M": "K"},
        ),
        "knightmate": _Game(
            "8x8+0",
            "P.BRQ.....M.........K.p.brq.....m.........k.",
            "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR",
            {**{kind: _CHESS[kind] for kind in "RBQP"}, "M": "K", "K": "NisO2"},
        ),
        "capablanca": _Game(
            "10x8+0",
            "PNBRQ..ACKpnbrq..ack",
            "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
            {**_CHESS, "A": "BN", "C": "RN", "K": "KisO3"},
        ),
        "elven": _Game(
            "10x10+0",
            "PNBRQ.....M..EG......LKpnbrq.....m..eg......lk",
            "r3k4r/mnbgqlebnm/pppppppppp/10/10/10/10/PPPPPPPPPP/MNBELQGBNM/R4K3R",
            {**_CHESS, "K": "KisO3", "L": "KNADcaKmabK", "E": "BW", "G": "RF", "M": "K"},
        ),
    }
)


def variant_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """All names by which variants can be selected, the orthodox game first."""
    known = (alias for alias, name in ALIASES.items() if name in names)
    return tuple(dict.fromkeys((*known, *names)))


def can_show(variant: Variant) -> bool:
    """Whether XBoard has room for the board and the pieces, and can make every move on it."""
    pawns_wait = variant.promotion.reserve or variant.compound_first_move != "none"
    fits = variant.files <= LARGEST and variant.ranks <= LARGEST
    return fits and len(variant.pieces) < TYPES and not pawns_wait


def setup_lines(variant: Variant) -> Iterator[str]:
    """The `setup` and `piece` commands that describe a variant; none for the orthodox game."""
    if variant.name == ALIASES[STANDARD]:
        return
    table, size = _as_known(variant) or (
        _letter_table(variant),
        f"{variant.files}x{variant.ranks}+0_{_parent(variant)}",
    )
    yield f"setup ({table}) {size} {variant.start_fen}"
    for piece in variant.pieces.values():
        betza = betza_of(piece)
        if betza:
            yield f"piece {piece.id}& {betza}"


def _as_known(variant: Variant) -> tuple[str, str] | None:
    """XBoard's table with our letters, and size and name, of the game that it knows so named.

    None where it knows none, or another. That name has to stay the parent's: XBoard tells it to a
    second program, which would not know which game another stands for.
    """
    game = _GAMES.get(variant.name)
    letters = game and _letters(game, variant)
    if game is None or letters is None:
        return None
    table = _PIECE_TEXT.sub(lambda match: _translated(match[0], letters), game.table)
    return table, f"{game.size}_{variant.name}"


def _letters(game: _Game, variant: Variant) -> Mapping[str, str] | None:
    """Our ids by XBoard's letters, if just the same pieces stand on the same squares."""
    theirs, ours = _PIECE_TEXT.findall(game.array), _PIECE_TEXT.findall(variant.array)
    letters = {a.upper(): b.upper() for a, b in zip(theirs, ours, strict=False)}
    is_same = (
        _PIECE_TEXT.sub(lambda match: _translated(match[0], letters), game.array) == variant.array
    )
    if not is_same or sorted(letters.values()) != sorted(variant.pieces):
        return None
    moves = (
        _movement(game.pieces[theirs]) == _movement(variant.pieces[ours].betza)
        for theirs, ours in letters.items()
    )
    return letters if all(moves) else None


def _translated(letter: str, letters: Mapping[str, str]) -> str:
    """Our id of a piece of XBoard's, of the same side."""
    ours = letters.get(letter.upper(), letter)
    return ours if letter.isupper() else ours.lower()


def _movement(betza: str) -> Movement:
    """What a piece can do, with its legs in one order."""
    movement = parse_betza(betza)
    return replace(movement, legs=tuple(sorted(movement.legs, key=astuple)))


def _parent(variant: Variant) -> str:
    """The parent variant with the nearest other rules of promotion and check."""
    return "fairy" if variant.ending.checkmate else "chu"


def betza_of(piece: PieceType) -> str:
    """The moves in XBoard's dialect; empty where it cannot express them."""
    if "U" in piece.betza:
        return ""
    return _RIDER.sub(r"\g<1>0", piece.betza)


def _letter_table(variant: Variant) -> str:
    """The ids of XBoard's types, by position: White's, White's King, Black's, Black's King."""
    table = "".join(_slots(variant))
    return f"{table}K{table.lower()}k"


def _slots(variant: Variant) -> list[str]:
    """One entry a type: an id, `^` and an id for what that one promotes to, a dot for none.

    A piece whose letter XBoard knows gets the matching image, the others get what is left.
    """
    ids = [kind for kind in variant.pieces if kind != "K"]
    slots = [letter if letter in ids else "." for letter in _LETTERS]
    for kind in ids:
        entry = "^" + kind[1:] if kind.startswith("+") else kind
        if entry not in slots:
            free = slots.index(".") if "." in slots else len(slots)
            slots[free : free + 1] = [entry]
    return slots


# --- disguise -------------------------------------------------------------------------------------
#
# How a game is shown to an XBoard that tests moves by itself, as it does by default.
#
# Such an XBoard knows one promotion by capture: `+`, to the one partner that a type has in the
# table of `setup`. A letter behind a capture makes the move illegal to it. So each type that a
# capture may change gets a partner, which stands for whatever the piece has become, and may move as
# any of these can. Since it would see checks that are none, the King is no King to it, and castles
# in two legs.

PARENT = "chu"  # has passes and moves of several legs, and takes `+` from any type
PROMOTES = "=+"

_PAWN, _QUEEN, _PIECE = 0, 4, 10
# A Pawn on the last rank becomes what stands for the Queen: here itself. The Lance would promote
# there as well, Lions may not always be retaken, and a Crown Prince can be in check.
_AVOIDED = frozenset({_PAWN, _QUEEN, _PIECE, 18, 21, 50})
_IMAGES = MappingProxyType({"N": 1, "B": 2, "R": 3, "A": 7, "M": 8, "C": 16, "V": 38})
_LADY = 51  # looks like a Queen, too
_ANYWHERE = "mpampaQ"  # three lines, which may turn on pieces: nearly every square


def is_disguised(variant: Variant) -> bool:
    """Whether the variant must be shown so: its pieces change by capture, and by that alone."""
    return bool(partners(variant)) and not variant.promotion.arrival


@lru_cache(maxsize=16)
def partners(variant: Variant) -> frozenset[str]:
    """The types that have a partner: those that no piece becomes, and that may become others."""
    targets = _targets(variant)
    reached = frozenset[str]().union(*targets.values())
    return frozenset(kind for kind, found in targets.items() if found and kind not in reached)


def disguised_setup(variant: Variant) -> Iterator[str]:
    """The `setup` and `piece` commands."""
    table = "".join(_partner_slots(variant)) + "."
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
    piece = kind_at(position, move.origin)
    return text + (PROMOTES if move.promotion and piece in partners(variant) else "")


def castling_legs(variant: Variant, move: Move) -> tuple[Square, Square]:
    """Where the Rook stands that castles with the King, and where it goes."""
    origin, goal = move.origin, move.destination
    side = 1 if goal.file > origin.file else -1
    corner = variant.files - 1 if side > 0 else 0
    return Square(corner, origin.rank), Square(goal.file - side, goal.rank)


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


def _partner_slots(variant: Variant) -> list[str]:
    """An entry for each of XBoard's types but the King, the promoted ones marked."""
    slots = ["."] * (TYPES - 1)
    kinds = [kind for kind in variant.pieces if not kind.startswith("+")]
    pawn = variant.pawn or "P"
    if pawn in kinds:
        slots[_PAWN] = slots[_QUEEN] = pawn
        kinds.remove(pawn)
    if "K" in kinds:
        slots[_PIECE] = "K"
        kinds.remove("K")
    for kind in [kind for kind in kinds if kind in _IMAGES]:
        slots[_IMAGES[kind]] = kind
        kinds.remove(kind)
    entries = kinds + [f"^{kind}" for kind in sorted(partners(variant))]
    queens = [f"^{kind}" for kind, piece in variant.pieces.items() if piece.promotes_to == "Q"]
    for entry in [entry for entry in queens if entry in entries][:1]:
        slots[_LADY] = entry
        entries.remove(entry)
    free = (i for i, slot in enumerate(slots) if slot == "." and i not in _AVOIDED)
    for entry, i in zip(entries, free, strict=False):
        slots[i] = entry
    return slots


# --- moves --------------------------------------------------------------------------------------


def _moves(variant: Variant, kinds: set[str]) -> str:
    """What pieces of any of these types can do, chains of legs last.

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
    """What a piece of a type may be after any number of captures, but for that type."""
    targets = _targets(variant)
    known, new = set[str](), set(targets[kind])
    while new:
        known |= new
        new = set[str]().union(*(targets[found] for found in new)) - known
    return known


# --- a person's hand ------------------------------------------------------------------------------
#
# On the board of an interface: `lift` and `put`, `highlight` and `choice`.
#
# The colours are those of the protocol: red for captures and yellow for other moves, cyan where a
# move of several legs goes on, magenta where the piece may promote and blue where it must.

GOES_ON, TAKES, MOVES, MAY_PROMOTE, MUST_PROMOTE = "C", "R", "Y", "M", "B"


@dataclass(slots=True)
class Hand:
    """The squares that the piece in hand has been put on, the first one its own."""

    path: list[Square] = field(default_factory=list)
    stopped: bool = False  # put down, where the move may go on

    def lift(self, square: Square) -> None:
        """Take up a piece, or the one just put down."""
        if not (self.stopped and self.path and self.path[-1] == square):
            self.path = [square]
        self.stopped = False

    def put(self, square: Square) -> None:
        """Put it down; two reports of the same square are one."""
        if not self.stopped:
            self.path.append(square)
        self.stopped = True


def lift(hand: Hand, position: Position, name: str, *, disguised: bool) -> str:
    """The squares that the piece just lifted may go to, as a `highlight` command."""
    hand.lift(parse_square(position.variant, name))
    marks: dict[Square, str] = {}
    at = len(hand.path)
    for path, moves in _paths(position, hand.path, disguised=disguised).items():
        if len(path) > at + 1:
            marks[path[at]] = GOES_ON
        elif len(path) > at:
            marks.setdefault(path[at], _color(position, moves, disguised=disguised))
    variant = position.variant
    colors = {square: (color, "white") for square, color in marks.items()}
    return f"highlight {format_placement(variant.files, variant.ranks, colors)}"


def put(hand: Hand, position: Position, name: str, *, disguised: bool) -> Iterator[str]:
    """What the piece may become there, as a `choice` command, if that is not clear."""
    hand.put(parse_square(position.variant, name))
    moves = _paths(position, hand.path, disguised=disguised).get(tuple(hand.path), [])
    if disguised or not any(move.promotion for move in moves):
        return
    piece = kind_at(position, moves[0].origin)
    letters = (move.promotion[:1] or piece[:1] for move in sorted(moves, key=_stays))
    yield f"choice {''.join(dict.fromkeys(letters))}"


def _stays(move: Move) -> bool:
    return not move.promotion


def _paths(
    position: Position, begun: Sequence[Square], *, disguised: bool
) -> dict[tuple[Square, ...], list[Move]]:
    """The legal moves that begin so, by the squares they touch."""
    found: dict[tuple[Square, ...], list[Move]] = {}
    for move in position.legal_moves():
        if move.parts or move.prefix or move.kind is MoveKind.PASS:
            continue
        path = move.waypoints
        if disguised and move.kind is MoveKind.CASTLING:
            path = (path[0], castling_legs(position.variant, move)[0], path[-1])
        if list(path[: len(begun)]) == list(begun):
            found.setdefault(path, []).append(move)
    return found


def _color(position: Position, moves: Sequence[Move], *, disguised: bool) -> str:
    """The colour of a square where these moves end."""
    if not any(move.promotion for move in moves):
        return TAKES if moves[0].is_capture else MOVES
    if disguised:
        piece = kind_at(position, moves[0].origin)
        return MAY_PROMOTE if piece in partners(position.variant) else TAKES
    return MAY_PROMOTE if len(moves) > 1 else MUST_PROMOTE
