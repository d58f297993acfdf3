"""What a variant is: frozen data from which every table and help text is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import cached_property
from typing import Any, Literal, TypeAlias
from weakref import WeakValueDictionary

from makachess.core.frozen import FrozenMapping, freeze_fields


class Color(str):
    """A side, "white" or "black": a text in every respect, with what is often asked of a side.

    It equals, hashes, prints and is written to JSON as the plain text does, and any function that
    takes a side takes the plain text as well. Raises ValueError for any other text.

    >>> Color("white").opponent
    'black'
    >>> Color("black") == "black", Color("black").is_white
    (True, False)
    """

    __slots__ = ()

    def __new__(cls, name: str) -> Color:
        """The one object that stands for a side."""
        color = _SIDES.get(name)
        if color is None:
            raise ValueError(f"{name!r} is not a side: there are 'white' and 'black'")
        return color

    @property
    def opponent(self) -> Color:
        """The other side."""
        return BLACK if self is WHITE else WHITE

    @property
    def is_white(self) -> bool:
        """Whether it is White, who moves first."""
        return self is WHITE

    def __reduce__(self) -> tuple[type[Color], tuple[str]]:
        return Color, (str(self),)

    def __copy__(self) -> Color:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Color:
        return self


_SIDES = {name: str.__new__(Color, name) for name in ("white", "black")}
WHITE, BLACK = _SIDES.values()
COLORS = (WHITE, BLACK)


def opponent(color: str) -> Color:
    """The other side; raises ValueError for a text that is none."""
    return Color(color).opponent


Becoming: TypeAlias = "str | tuple[str, ...]"
"""What a piece must become: a type's id, several to choose from, `=` for staying; `X?` is `= X`."""


class Rule(IntEnum):
    STAY = 0
    MAY = 1
    MUST = 2
    CONTAGION = 3


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move makes of its piece: the rule, and the id of the type that it becomes.

    `others` are further types among which it may choose.
    """

    rule: Rule
    target: str
    reason: str
    others: tuple[str, ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """All types that it may choose to become; its own where it stays."""
        return (self.target, *self.others)

    def cell(self, mover: str) -> str:
        """The cell as the rule sheets print it: `=` stays, `?X` may and `!X` must become X."""
        if self.rule is Rule.STAY or self.targets == (mover,):
            return "="
        return ("?" if self.rule is Rule.MAY else "!") + "/".join(self.targets)


@dataclass(frozen=True, slots=True)
class PieceType:
    """One kind of piece: how it moves (Betza), what it turns into, and what it infects."""

    id: str
    name: str
    betza: str
    promotes_to: str = ""
    infects: str = ""  # the id its captor becomes; empty when not contagious
    promoted: bool = False
    royal: bool = False
    immune: bool = False  # contagion does not touch it
    # Which of its moves over several squares straight ahead can be answered en passant.
    passed: Literal["first-moves", "always", "never"] = "first-moves"
    # What its first moves ask for: a square on which the array has its type, that it has never
    # moved, or besides that it is not attacked. With `initial_to` they start anywhere, and end no
    # farther than on that rank, counted from its own side.
    initial: Literal["home", "unmoved", "unmoved-unattacked"] = "home"
    initial_to: int = 0
    description: str = ""
    kanji: str = ""
    kanji_name: str = ""  # the full Japanese name, of which `kanji` is the sign on the board
    reading: str = ""  # of that name, in Latin letters
    symbol: str = ""  # chess figurine of the white piece, where one is customary
    value: int = 0  # centipawns; 0 = estimated from the movement


@dataclass(frozen=True, slots=True)
class Promotion:
    """How pieces change: by capture (optional or mandatory) and by arriving on the last rank.

    `exceptions` are (capturer, victim) pairs that never promote; `arrival` maps a type to the ids
    it must choose from on its last rank, and may on the others of the last `zone` ranks, unless
    `zone_rule` says otherwise: that it must there, too; that it never must and only may by entering
    the zone or by a capture that begins or ends in it, and those of `last_chance` on their last
    rank in any case; or that it may by any move that begins or ends in the zone, and must only
    where it could never move again. With `reserve` only captured pieces can be chosen, and where
    there is none a piece waits on its last rank, or may not go there. `becomes` goes before all
    else: for a type the ids of what it must become by its moves (core.promotion says which).
    """

    by_capture: bool = True
    mandatory: bool = False
    exceptions: frozenset[tuple[str, str]] = frozenset()
    royal_contagion: bool = False  # an immune royal must promote when it takes a contagious piece
    contagion: bool = True
    arrival: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMapping)
    reserve: bool = False
    reserve_absent_only: bool = False
    spare: Mapping[str, int] = field(default_factory=FrozenMapping)  # in it beside those captured
    zone: int = 1
    # On how many of the last ranks a type can be chosen, if not in all of the zone.
    choice_zone: Mapping[str, int] = field(default_factory=FrozenMapping)
    zone_rule: Literal["may", "must", "enter-or-capture", "begin-or-end"] = "may"
    last_chance: tuple[str, ...] = ()
    arrival_needs_choice: bool = False  # with a reserve: no move to the last rank without one
    becomes: Mapping[str, Mapping[str, Becoming]] = field(default_factory=FrozenMapping)
    contagion_first: bool = False  # what infects a piece that arrives goes before its choice

    def __post_init__(self) -> None:
        freeze_fields(self, "arrival", "becomes", "spare", "choice_zone")


@dataclass(frozen=True, slots=True)
class Trading:
    """What keeps the Lions of a game, pieces of the types `lions`, from being traded.

    A Lion may take another one only where no enemy could retake it, unless it takes one next to it
    (`adjacent`), or on its way a piece that is not one of `no_bridge` (`bridge`). After another
    piece has taken a Lion, the other side may not take a Lion at once (`counterstrike`), but the
    piece that has done so, should it be one now.
    """

    lions: tuple[str, ...] = ()
    adjacent: bool = True
    bridge: bool = True
    no_bridge: tuple[str, ...] = ()
    royals_guard: bool = True  # whether royals count among those that could retake
    counterstrike: Literal["allowed", "by-lions", "forbidden"] = "by-lions"


@dataclass(frozen=True, slots=True)
class Ending:
    """When and how a game ends on the board."""

    checkmate: bool = True  # False: the last royal captured decides and there is no check
    no_move_loses: bool = False  # False: stalemate is a draw
    bare: Literal["plays-on", "loses"] = "plays-on"  # who has one royal and nothing else
    bare_slight: tuple[str, ...] = ()  # types to which a bare royal does not lose
    move_limit: int = 100  # plies on the counter; 0 = no limit
    pawn_resets: bool = True  # pawn moves reset the counter
    dead: bool = True  # positions with too little left to mate are drawn: bare Kings at least
    dead_alone: tuple[str, ...] = ()  # types of which a single piece, and no other, cannot mate
    dead_on_one_color: tuple[str, ...] = ()  # types of which any number on one colour cannot mate
    dead_pawns: bool = True  # pawns on their last rank that can move no more do not count
    repetition: Literal["draw3", "draw4", "adjudicate4", "forbidden"] = "draw3"
    pass_repetition: Literal["draw", "first-loses"] = "draw"


@dataclass(frozen=True, slots=True)
class Place:
    """How much the square under a piece counts for the engine, in centipawns a unit."""

    room: int = 40  # for ten more reachable squares than the piece's average
    centre: int = 12  # from the edge to the middle files, more so in the enemy's half
    advance: int = 8  # from the first rank to the last
    arrival: int = 90  # the same, rising steeply, for pieces that promote on the last rank
    prospect: int = 0  # the same, for each 100 centipawns that a piece can hope to win by captures
    shelter: int = 60  # what a royal loses on the last rank
    corner: int = 0  # what a royal loses on the middle files


@dataclass(frozen=True, slots=True)
class Option:
    """A rule a player may choose: its values, the default first, and one line of help.

    `presets` maps a value to what it makes of other options, unless those are chosen as well, and
    `words` to its meaning. `group` is what options are listed under.
    """

    name: str
    values: tuple[str, ...]  # empty with `number`
    default: str
    help: str
    number: bool = False
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=FrozenMapping)
    title: str = ""
    group: str = ""
    words: Mapping[str, str] = field(default_factory=FrozenMapping)

    def __post_init__(self) -> None:
        freeze_fields(self, "presets", "words")

    @property
    def label(self) -> str:
        """What it is called: its title, or else its name as English."""
        return self.title or self.name.replace("-", " ").capitalize()

    def meaning(self, value: str) -> str:
        """A value in words, as far as the variant has any for it."""
        return self.words.get(value) or {"true": "yes", "false": "no"}.get(value, value)


@dataclass(frozen=True, repr=False)
class Variant:
    """A complete game: board, pieces, array and rules, with all options already applied.

    A value: two with the same contents are equal and hash the same, however they were made, so what
    is computed from a variant can be cached on it. Copies are the variant itself, and unpickling
    gives the equal one that is already known, if there is one. Threads may share it.

    >>> from makachess.variants import load
    >>> load("maka", rules="modern", move_limit=0)
    Variant('maka', rules='modern', move_limit='0')
    """

    name: str
    title: str
    files: int
    ranks: int
    start_fen: str
    pieces: Mapping[str, PieceType]
    promotion: Promotion
    ending: Ending
    place: Place = field(default_factory=Place)
    trading: Trading = field(default_factory=Trading)
    rules_version: str = "1"
    pawn: str = ""  # the id written as nothing in SAN; empty in the shogi games
    castling_san: bool = False  # O-O and O-O-O; otherwise castling is the king's move
    # Right -> the ways to castle by it, as the moves of King and partner ("e1g1,h1f1"); Black's are
    # White's from the other side unless there are any. None: what the King's move text says.
    castling: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMapping)
    compound_first_move: Literal["none", "white", "both"] = "none"
    options: tuple[Option, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=FrozenMapping)
    summary: str = ""
    help: str = ""
    # Gives an engine that asks its learned model, a `Model` or None; no part of what the game is.
    model_source: Callable[[Variant], Any] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        freeze_fields(self, "pieces", "chosen", "castling")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(_values(self)))

    def __copy__(self) -> Variant:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Variant:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (*_values(self), self.model_source)

    def __repr__(self) -> str:
        options = "".join(f", {k.replace('-', '_')}={v!r}" for k, v in self.named_options.items())
        return f"Variant({self.name!r}{options})"

    @cached_property
    def array(self) -> str:
        """The placement field of the start position."""
        return self.start_fen.split()[0]

    @cached_property
    def royals(self) -> frozenset[str]:
        """Ids of the royal types."""
        return frozenset(p.id for p in self.pieces.values() if p.royal)

    @cached_property
    def named_options(self) -> Mapping[str, str]:
        """The options a player must name to get this game: those that are not implied."""
        implied = {option.name: option.default for option in self.options}
        for option in self.options:
            implied.update(option.presets.get(self.chosen[option.name], {}))
        return FrozenMapping({k: v for k, v in self.chosen.items() if v != implied.get(k)})

    @property
    def rules_options(self) -> str:
        """The options of `named_options` as a game file writes them, `name=value; ...`."""
        return "; ".join(f"{name}={value}" for name, value in self.named_options.items())


_KNOWN: WeakValueDictionary[int, Variant] = WeakValueDictionary()


def interned(variant: Variant) -> Variant:
    """The one object that stands for all equal variants as long as it is in use.

    Caches keyed by variants are faster for it, since an object need not be compared with itself.
    """
    known = _KNOWN.get(hash(variant))
    if known == variant and known.model_source == variant.model_source:
        return known
    _KNOWN[hash(variant)] = variant
    return variant


def _values(variant: Variant) -> list[Any]:
    """The fields that make the game, in their order, without what is computed from them."""
    return [getattr(variant, field.name) for field in fields(variant) if field.compare]


def _unpickle(*values: Any) -> Variant:
    return interned(Variant(*values))
