"""Every key of a variant file with the kind of its value, and the faults that are found in one.

Keys are the fields of the records in `core.spec`, with hyphens for underscores. The same shape
holds for whole files and for the patches of options, so a key is checked where it is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints
from unicodedata import east_asian_width

from makachess.core.errors import VariantError
from makachess.core.promotion import ANY, AS, CAPTURE, QUIET
from makachess.core.spec import Ending, PieceType, Place, Promotion, Trading, Variant
from makachess.core.squares import SQUARE
from makachess.core.text import how_many
from makachess.variants.schema import (
    SWITCH,
    Each,
    KeyPath,
    Kind,
    Shape,
    is_list_of,
    key_places,
    one_of,
    whole,
    word,
)
from makachess.variants.sources import LONGEST_NAME, Source, is_name

LARGEST_BOARD = 19
LARGEST_VALUE = 20000  # centipawns
LARGEST_WEIGHT = 1000  # centipawns a unit
MOST_OPTIONS = 40  # and as many values of each
LONGEST_PROSE = 20000
MOVES = (QUIET, CAPTURE, ANY)
FIGURINES = "♔♕♖♗♘♙"


def _line(longest: int) -> Kind:
    """A text of one line, without control characters."""
    return Kind(
        lambda value: (
            isinstance(value, str) and len(value) <= longest and value.strip().isprintable()
        ),
        f"a text in quotes of one line, at most {longest} characters",
    )


def _is_prose(value: Any) -> bool:
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_PROSE
        and all(line.isprintable() for line in value.split("\n"))
    )


def _is_figurine(value: Any) -> bool:
    return isinstance(value, str) and value in ("", *FIGURINES)


def _is_kanji(value: Any) -> bool:
    return isinstance(value, str) and "".join(map(east_asian_width, value)) in ("", "W")


TEXT = _line(100)
TITLE = _line(40)
SUMMARY = _line(200)
START = _line(1500)
PROSE = Kind(_is_prose, f"a text in quotes, at most {LONGEST_PROSE} printable characters")
FIGURINE = Kind(_is_figurine, f"one of {FIGURINES}, or an empty text")
KANJI = Kind(_is_kanji, "a single kanji, or an empty text")
COUNT = whole(0, 999_999_999)
_CENTIPAWNS = "centipawns, a whole number"
VALUE = whole(0, LARGEST_VALUE, _CENTIPAWNS)
WEIGHT = whole(0, LARGEST_WEIGHT, _CENTIPAWNS)
SIDE = whole(1, LARGEST_BOARD)
_ID = r"\+?[A-Z]['!]?"
PIECE_ID = word(_ID, "a piece id: a capital, ' or ! after it or not, + before it if promoted")
REFERENCE = word(f"({_ID})?", "a piece id, or an empty text")
NAME = Kind(
    lambda value: isinstance(value, str) and is_name(value),
    f"a name in lower case with hyphens, at most {LONGEST_NAME} characters",
)
VALUE_NAME = word(r"[A-Za-z0-9-]+", "a value of letters, digits and hyphens")
_BECOMING = word(rf"=|{_ID}\??", "")
_CHOICE = word(rf"=|{_ID}", "")
BECOMING = Kind(
    lambda value: _BECOMING.accepts(value) or (is_list_of(_CHOICE.accepts)(value) and bool(value)),
    'a piece id, one with ? behind it for a choice, "=", or a list such as ["=", "B", "N"]',
)
BY_WHAT = Kind(
    lambda value: PIECE_ID.accepts(value) or value in MOVES or value.startswith(AS),
    f'the id of a victim, {", ".join(MOVES)}, or "as" and a movement, such as "as cB"',
)
PIECE_IDS = Kind(is_list_of(PIECE_ID.accepts), 'a list of piece ids, such as ["Q", "R"]')
PAIRS = Kind(
    is_list_of(is_list_of(PIECE_ID.accepts, 2)),
    'a list of pairs of piece ids, capturer and victim, such as [["P", "P"]]',
)
RIGHT = word("[A-Za-z]", "a letter for the FEN, in lower case for Black")
_WAY = word(rf"{SQUARE}{SQUARE},{SQUARE}{SQUARE}", "")
WAYS = Kind(
    is_list_of(_WAY.accepts),
    'a list of the moves of King and partner, such as ["e1g1,h1f1"]',
)
KEYS = Kind(is_list_of(TEXT.accepts), 'a list of keys, such as ["promotion.arrival"]')

_PLAIN: Mapping[Any, Kind] = {str: TEXT, bool: SWITCH, int: COUNT}
_OF_FIELD: Mapping[tuple[type, str], Shape] = {
    (PieceType, "name"): TITLE,
    (PieceType, "description"): PROSE,
    (PieceType, "kanji"): KANJI,
    (PieceType, "kanji_name"): TITLE,
    (PieceType, "reading"): TITLE,
    (PieceType, "symbol"): FIGURINE,
    (PieceType, "value"): VALUE,
    (PieceType, "promotes_to"): REFERENCE,
    (PieceType, "infects"): REFERENCE,
    (PieceType, "initial_to"): whole(0, LARGEST_BOARD),
    (Variant, "title"): TITLE,
    (Variant, "summary"): SUMMARY,
    (Variant, "help"): PROSE,
    (Variant, "pawn"): REFERENCE,
    (Variant, "castling"): Each(RIGHT, WAYS),
    (Variant, "files"): SIDE,
    (Variant, "ranks"): SIDE,
    (Ending, "dead_alone"): PIECE_IDS,
    (Ending, "dead_on_one_color"): PIECE_IDS,
    (Ending, "bare_slight"): PIECE_IDS,
    (Trading, "lions"): PIECE_IDS,
    (Trading, "no_bridge"): PIECE_IDS,
    (Promotion, "exceptions"): PAIRS,
    (Promotion, "last_chance"): PIECE_IDS,
    (Promotion, "zone"): SIDE,
    (Promotion, "choice_zone"): Each(PIECE_ID, SIDE),
    (Promotion, "spare"): Each(PIECE_ID, whole(1, LARGEST_BOARD)),
    (Promotion, "arrival"): Each(PIECE_ID, PIECE_IDS),
    (Promotion, "becomes"): Each(PIECE_ID, Each(BY_WHAT, BECOMING)),
}


def _record(record: type, *omit: str) -> dict[str, Shape]:
    """The shape of a dataclass, from its annotations."""
    hints = get_type_hints(record)
    names = [field.name for field in fields(record) if field.name not in omit]
    return {key_of(name): _OF_FIELD.get((record, name)) or _kind(hints[name]) for name in names}


def _kind(hint: Any) -> Kind:
    if get_origin(hint) is Literal:
        return one_of(*get_args(hint))
    return _PLAIN[hint]


def key_of(field: str) -> str:
    """The key in a file that stands for a field of a record."""
    return field.replace("_", "-")


_WRITTEN_OTHERWISE = (
    "model_source",
    "name",
    "start_fen",
    "pieces",
    "promotion",
    "ending",
    "place",
    "trading",
    "options",
    "chosen",
)
RULES: Mapping[str, Shape] = {
    "start": START,
    **_record(Variant, *_WRITTEN_OTHERWISE),
    "pieces": Each(PIECE_ID, {"like": PIECE_ID, **_record(PieceType, "id")}),
    "promotion": _record(Promotion),
    "ending": _record(Ending),
    "place": dict.fromkeys(_record(Place), WEIGHT),
    "trading": _record(Trading),
}
OPTION: Mapping[str, Shape] = {
    "help": SUMMARY,
    "title": TITLE,
    "group": TITLE,
    "default": TEXT,
    "sets": TEXT,
    "values": Each(VALUE_NAME, {**RULES, "presets": Each(NAME, TEXT), "words": TEXT}, MOST_OPTIONS),
}
FILE: Mapping[str, Shape] = {
    "extends": NAME,
    "without": KEYS,
    **RULES,
    "options": Each(NAME, OPTION, MOST_OPTIONS),
}


UNSAID: Mapping[str, tuple[str, ...]] = {
    "pieces that are dropped onto the board": ("drops", "drop", "hand", "hands", "pocket"),
    "squares that some pieces may not enter or leave (palaces, rivers)": (
        "zones", "palace", "river", "mobility"
    ),
    "wins by reaching a square (a King on the hill, a race)": ("hill", "goal", "flag", "race"),
    "wins by a number of checks": ("checks", "check-counting"),
    "wins by losing all pieces": ("losing", "antichess", "giveaway"),
    "captures that a side must make": ("must-capture", "forced-capture"),
    "pieces that enter as others first move": ("gating", "gates", "seirawan"),
    "changes of pieces that depend on the turn, or on an attack": (
        "by-turn", "odd-turns", "even-turns", "odd", "even", "when-attacked", "attacked"
    ),
    "captures that burn the neighbours": ("explosions", "explode", "atomic", "burns", "blast"),
    "squares that are missing, or that nothing may stand on": ("holes", "walls", "blocked"),
    "boards whose edges are joined": ("cylinder", "toroidal", "torus", "wrap"),
    "several moves in a turn": ("moves-per-turn", "double-move", "progressive"),
}  # fmt: skip
"""What no key says, in the words of the page, with the keys by which it may be tried."""


def why_unsaid(key: str) -> str | None:
    """What a key that does not exist has been meant for, if that is something unsaid."""
    tried = key.replace("_", "-").lower()
    return next((what for what, keys in UNSAID.items() if tried in keys), None)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a key of a variant file; line and column count from 1."""

    source: Source
    key: KeyPath
    reason: str
    line: int
    column: int

    def __str__(self) -> str:
        """File, key and reason, as an error message has them."""
        return ": ".join((self.source.file, self.message))

    @property
    def message(self) -> str:
        return ": ".join(filter(None, (".".join(self.key), self.reason)))

    @property
    def located(self) -> str:
        """`FILE:LINE:COL: message`, the file as it was named."""
        return f"{self.source.path or self.source.file}:{self.line}:{self.column}: {self.message}"


class VariantFileError(VariantError):
    """A variant file that cannot be played, with all its faults; the message is the first one."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        more = len(faults) - 1
        note = f"; {how_many(more, 'more fault')}" if more else ""
        super().__init__(f"{faults[0]}{note}")
        self.faults = tuple(faults)


def fault_at(source: Source, key: KeyPath, reason: str) -> Fault:
    """A fault where its key stands, or else the nearest table round it."""
    places = key_places(source.text)
    known = (key[:length] for length in range(len(key), 0, -1))
    line, column = next((places[path] for path in known if path in places), (1, 1))
    return Fault(source, key, reason, line, column)
