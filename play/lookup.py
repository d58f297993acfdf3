"""Looking pieces up: those of all games by name, id or kanji, and what there is to say of one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from makachess.core.betza import Path, Power, parse_betza
from makachess.core.engine.model import Model
from makachess.core.pieces import array_pieces, never_taken
from makachess.core.promotion import EN_PASSANT, matrix, with_article
from makachess.core.spec import COLORS, CaptureEffect, PieceType, Rule, Variant
from makachess.core.squares import Square
from makachess.core.text import fold
from makachess.variants import Listing, label_variants, list_games
from makachess.variants.digest import Step, steps_of
from makachess.variants.keys import LARGEST_BOARD
from makachess.variants.models import engine_values


class Rules(NamedTuple):
    game: str
    variant: Variant


Found: TypeAlias = "Hit | Rules | Listing"


class Index:
    """All games and their pieces, or those of one `game`; `own` is one as it is being played."""

    def __init__(self, own: Variant | None = None) -> None:
        self._listings = list_games()
        self._games = _games(self._listings, own)
        self._entries: tuple[Entry, ...] = make_entries(self._games)
        self.game = next((g for g, v in self._games.items() if v == own), "")  # or all

    def next_game(self) -> None:
        games = ["", *self._games]
        self.game = games[(games.index(self.game) + 1) % len(games)]

    def hit(self, variant: Variant | None, kind: str) -> Hit:
        """A piece of the own game; without one, the first of all pieces."""
        if variant is None or not kind:
            return search(self._entries, "", self.game or next(iter(self._games)))[0]
        piece = GamePiece(self.game, variant, kind)
        return next(Hit(piece, entry) for entry in self._entries if piece in entry.pieces)

    def find(self, text: str) -> list[tuple[str, Found]]:
        """What a text may mean, each under its label; without a text the rules come first.

        Behind what is called so comes what has the words of the text in a sentence of its rules.
        """
        wanted = fold(text.strip())
        pieces = search(self._entries, text, self.game)
        rules = [rules for rules in self._rules() if wanted in fold(rules.game)]
        broken = list(self._generate_broken(wanted))
        named: list[Found] = [*pieces, *rules, *broken] if wanted else [*rules, *pieces, *broken]
        found = [*named, *self._generate_telling(text, named)]
        return list(zip(_labels(found), found, strict=True))

    def _rules(self) -> list[Rules]:
        games = self._games.items()
        return [Rules(game, variant) for game, variant in games if self.game in ("", game)]

    def _generate_broken(self, wanted: str) -> Iterator[Listing]:
        for listing in self._listings:
            if listing.variant is None and not self.game and wanted in fold(listing.name):
                yield listing

    def _generate_telling(self, text: str, named: list[Found]) -> Iterator[Found]:
        """The rules and pieces besides those named of which a sentence has the words of a text."""
        words = _words(text)
        if max(map(len, words), default=0) < LEAST_WORD:
            return
        for rules in self._rules():
            if rules not in named and _tell(_rules_sentences(rules.variant), words):
                yield rules
        known = {found.entry for found in named if isinstance(found, Hit)}
        for entry in self._entries:
            pieces = (piece for piece in entry.pieces if self.game in ("", piece.game))
            telling = (p for p in pieces if _tell(_piece_sentences(p.variant, p.kind), words))
            if entry not in known and (piece := next(telling, None)):
                yield Hit(piece, entry)


def _games(listings: tuple[Listing, ...], own: Variant | None) -> dict[str, Variant]:
    """The games by title, one of them perhaps as it is being played, with its options."""
    found = [listing.variant for listing in listings if listing.variant is not None]
    if own is not None:
        names = [variant.name for variant in found]
        if own.name in names:
            found[names.index(own.name)] = own
        else:
            found.append(own)
    return label_variants(found)


def _labels(found: list[Found]) -> list[str]:
    """What each is called; pieces with the game's title where several are called alike.

    Of the title its first word will do, unless another game begins with it as well.
    """
    hits = [each for each in found if isinstance(each, Hit)]
    count = Counter(hit.name for hit in hits)
    words = Counter(game.split()[0] for game in {hit.piece.game for hit in hits})

    def label(each: Found) -> str:
        if isinstance(each, Rules):
            return each.game
        if isinstance(each, Listing):
            return f"{each.name} (broken)"
        if count[each.name] == 1:
            return each.name
        title = each.piece.game
        word = title.split()[0]
        game = word if words[word] == 1 else title.replace(" (", ", ").removesuffix(")")
        return f"{each.name} ({game})"

    return [label(each) for each in found]


# --- search ---------------------------------------------------------------------------------------

_NOWHERE = 9  # a rank for what does not match


@dataclass(frozen=True, slots=True)
class Hit:
    """A piece found, under the name that was looked for, and what else it is called."""

    piece: GamePiece
    entry: Entry

    @property
    def name(self) -> str:
        return self.piece.type.name

    @property
    def also(self) -> tuple[str, ...]:
        return self.entry.other_names(self.name)


def search(entries: Iterable[Entry], text: str = "", game: str = "") -> list[Hit]:
    """The pieces that a text means, the most likely first; all of them for an empty text.

    Each entry is found once, as the piece that fits best. `game` is the title of the only game to
    look in, if one is given.
    """
    wanted = text.strip()
    found = []
    for entry in entries:
        pieces = [piece for piece in entry.pieces if game in ("", piece.game)]
        usual = entry.name
        ranked = [(rank_of(m.type, wanted), m.type.name != usual, n) for n, m in enumerate(pieces)]
        if ranked and (best := min(ranked))[0] < _NOWHERE:
            hit = Hit(pieces[best[2]], entry)
            found.append((best[0], fold(hit.name), hit))
    found.sort(key=lambda item: item[:2])
    return [hit for _, _, hit in found]


def rank_of(piece: PieceType, text: str) -> int:
    """How well a piece fits a text, 0 best."""
    if not text or piece.id == text:
        return 0
    wanted, name = fold(text), fold(piece.name)
    readings = fold(piece.reading).replace(",", " ").split()
    tests = (
        text in (piece.kanji, *piece.kanji_name.split("/")),
        piece.id.lower() == text.lower(),
        name.startswith(wanted),
        any(word.startswith(wanted) for word in (*name.replace("-", " ").split(), *readings)),
        text in piece.kanji_name,
        wanted in name,
    )
    return next((rank for rank, fits in enumerate(tests, 1) if fits), _NOWHERE)


LEAST_WORD = 3  # letters of a word that may be the beginning of a longer one


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", fold(text))


def _tell(sentences: Iterable[str], words: list[str]) -> bool:
    """Whether one of the sentences has all words, or longer ones that begin so."""
    wanted = [f" {word}" if len(word) >= LEAST_WORD else f" {word} " for word in words]
    return any(all(word in sentence for word in wanted) for sentence in sentences)


def rules_in_words(variant: Variant) -> Iterator[str]:
    """The help text line by line, then what is played otherwise than it says."""
    yield from variant.help.strip().split("\n")
    for option in variant.options:
        value = variant.chosen[option.name]
        if value != option.default:
            yield ""
            yield f"Played here with {option.name} = {value}: {option.help}"


@lru_cache(maxsize=64)
def _rules_sentences(variant: Variant) -> tuple[str, ...]:
    return _searchable([variant.summary, variant.help])


@lru_cache(maxsize=2048)
def _piece_sentences(variant: Variant, kind: str) -> tuple[str, ...]:
    return _searchable(
        [
            variant.pieces[kind].description,
            *change_sentences(variant, kind),
        ]
    )


def _searchable(texts: Iterable[str]) -> tuple[str, ...]:
    """The sentences of texts, as words between blanks."""
    sentences = (sentence for text in texts for sentence in re.split(r"(?<=[.:])\s", text))
    return tuple(f" {' '.join(_words(sentence))} " for sentence in sentences)


# --- entries --------------------------------------------------------------------------------------
#
# The pieces of all games, those that move alike taken together.

MovementKey = tuple[frozenset[Step], frozenset[Power], frozenset[Path], bool]


@dataclass(frozen=True, slots=True)
class GamePiece:
    """A type of piece in one game; `game` is the game's title as lists show it."""

    game: str
    variant: Variant
    kind: str

    @property
    def type(self) -> PieceType:
        return self.variant.pieces[self.kind]


@dataclass(frozen=True, slots=True)
class Entry:
    """Pieces that move alike, whatever they are called, in the order of the games."""

    pieces: tuple[GamePiece, ...]

    @property
    def name(self) -> str:
        """What they are called in most games; what a piece promotes to counts little."""
        named = {(piece.game, piece.type.name, piece.type.promoted) for piece in self.pieces}
        count = Counter[str]()
        for piece in self.pieces:
            if (key := (piece.game, piece.type.name, piece.type.promoted)) in named:
                named.remove(key)
                count[piece.type.name] += 1 if piece.type.promoted else 100
        return count.most_common(1)[0][0]

    def named(self, name: str) -> tuple[GamePiece, ...]:
        return tuple(piece for piece in self.pieces if piece.type.name == name)

    def other_names(self, name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(m.type.name for m in self.pieces if m.type.name != name))


def make_entries(games: Mapping[str, Variant]) -> tuple[Entry, ...]:
    """The pieces of games, which are given by their titles; in alphabetical order of names."""
    groups: dict[MovementKey, list[GamePiece]] = {}
    for game, variant in games.items():
        for kind, piece in variant.pieces.items():
            key = *_movement(piece.betza), piece.royal
            groups.setdefault(key, []).append(GamePiece(game, variant, kind))
    return tuple(sorted((Entry(tuple(pieces)) for pieces in groups.values()), key=lambda e: e.name))


@lru_cache(maxsize=512)
def _movement(betza: str) -> tuple[frozenset[Step], frozenset[Power], frozenset[Path]]:
    """How a piece moves, however that is written; castling, which depends on the game, left out."""
    movement = parse_betza(betza)
    steps = frozenset(steps_of(movement, LARGEST_BOARD - 1))
    return steps, movement.powers, frozenset(movement.paths)


# --- sentences ------------------------------------------------------------------------------------
#
# What there is to say of a piece in a game: promotion, worth, the array. The sentences on captures
# are the piece's row and column of the promotion matrix, in names.

FEW = 3  # names that are listed one by one, and exceptions that a class may have
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def change_sentences(variant: Variant, kind: str) -> Iterator[str]:
    yield from capture_sentences(variant, kind)
    yield from captor_sentences(variant, kind)
    yield from becoming_sentences(variant, kind)


# --- the row of the matrix: what its captures make of it ----------------------------------------


def capture_sentences(variant: Variant, kind: str) -> Iterator[str]:
    """What a piece may or must become by what it takes, or on its last rank."""
    groups = _by_change(variant, kind)
    for (rule, target), victims in sorted(groups.items(), key=partial(_order, variant, kind)):
        name, what = with_article(_name(variant, target)), _victims(variant, victims)
        if rule is Rule.STAY:
            yield f"It stays {name} when it takes {what}."
        elif rule is Rule.MAY:
            yield f"It may become {name} by taking {what}."
        else:
            yield f"It must become {name} when it takes {what}."
    if groups:
        if is_immune(variant, kind):
            yield "It is immune to contagion."
    elif kind not in variant.promotion.arrival and _has_changes(variant):
        yield _why_never(variant, kind)
    yield from _arrival(variant, kind)


def capture_changes(variant: Variant, kind: str) -> list[tuple[Rule, str, list[str]]]:
    """What a piece may or must become, and by taking what; the victims in the game's order."""
    groups = sorted(_by_change(variant, kind).items(), key=partial(_order, variant, kind))
    return [(rule, target, ids) for (rule, target), ids in groups if rule is not Rule.STAY]


def _order(
    variant: Variant, kind: str, group: tuple[tuple[Rule, str], list[str]]
) -> tuple[bool, Rule]:
    """What a piece does of itself before contagion, and free choices before what it must."""
    (rule, target), _ = group
    return target not in (kind, variant.pieces[kind].promotes_to), rule


def _by_change(variant: Variant, kind: str) -> dict[tuple[Rule, str], list[str]]:
    """The victims by what taking them does, without those that change nothing and never could."""
    groups: dict[tuple[Rule, str], list[str]] = {}
    cells, spared = matrix(variant), never_taken(variant)
    for victim in (*variant.pieces, EN_PASSANT):
        if victim in spared or (kind, victim) not in cells:
            continue
        change = cells[kind, victim]
        rule, target = _seen(variant, kind, change)
        if rule is not Rule.STAY or (variant.promotion.by_capture and _may_promote(variant, kind)):
            groups.setdefault((rule, target), []).append(victim)
    return groups


def _seen(variant: Variant, kind: str, change: CaptureEffect) -> tuple[Rule, str]:
    """A change as players know it: contagion is a must, and becoming what one is, is to stay."""
    if change.rule is Rule.STAY or change.target == kind:
        return Rule.STAY, kind
    return min(change.rule, Rule.MUST), change.target


def _may_promote(variant: Variant, kind: str) -> bool:
    return bool(variant.pieces[kind].promotes_to)


def is_immune(variant: Variant, kind: str) -> bool:
    """Whether there are contagious pieces in a game, and none of them infects this one."""
    cells, rules = matrix(variant), variant.promotion
    carriers = [piece.id for piece in variant.pieces.values() if rules.contagion and piece.infects]
    return bool(carriers) and all(
        cells[kind, carrier].rule is not Rule.CONTAGION for carrier in carriers
    )


@lru_cache(maxsize=64)
def _has_changes(variant: Variant) -> bool:
    changes = matrix(variant).values()
    return bool(variant.promotion.arrival) or any(one.rule is not Rule.STAY for one in changes)


def _why_never(variant: Variant, kind: str) -> str:
    if is_immune(variant, kind):
        return "It never changes: it has no promotion, and it is immune to contagion."
    return f"It does not promote{' again' if variant.pieces[kind].promoted else ''}."


def _where_it_arrives(variant: Variant, kind: str) -> str:
    """The beginning of a sentence about what a type becomes by arriving."""
    rules, ranks = variant.promotion, _zone(variant)
    if rules.zone_rule == "enter-or-capture":
        last = ", or by reaching the last rank" if kind in rules.last_chance else ""
        return f"By entering {ranks}, or by a capture that begins or ends there{last}, it may"
    if rules.zone == 1 or rules.zone_rule == "must":
        return f"On {ranks} it must"
    return f"On {ranks} it may, and on the very last it must"


def _zone(variant: Variant) -> str:
    zone = variant.promotion.zone
    return f"the last {zone} ranks" if zone > 1 else "the last rank"


def _arrival(variant: Variant, kind: str) -> Iterator[str]:
    rules = variant.promotion
    if choices := rules.arrival.get(kind):
        names = either(with_article(_name(variant, choice)) for choice in choices)
        where = _where_it_arrives(variant, kind)
        if not rules.reserve:
            yield f"{where} become {names}{_by_contagion(variant, kind)}."
            return
        meanwhile = "may not go" if rules.arrival_needs_choice else "waits"
        absent = " and of a type it no longer has" if rules.reserve_absent_only else ""
        yield (
            f"{where} become a captured piece of its own side{absent}: {names}. "
            f"While there is none, it {meanwhile} there."
        )


def _by_contagion(variant: Variant, kind: str) -> str:
    """What a piece that arrives becomes if it takes something by which it would change."""
    if not variant.promotion.contagion_first:
        must = variant.promotion.zone == 1 or variant.promotion.zone_rule == "must"
        return ", whatever it takes there" if must and _by_change(variant, kind) else ""
    cells, spared = matrix(variant), never_taken(variant)
    infecting = [one for one in variant.pieces if cells[kind, one].rule is Rule.CONTAGION]
    text = _victims(variant, [one for one in infecting if one not in spared])
    what = "something" if text == "any piece" else text
    return f", unless it takes {what} there" if text else ""


# --- the column: what becomes of its captors -----------------------------------------------


def captor_sentences(variant: Variant, kind: str) -> Iterator[str]:
    taken, cells = variant.pieces[kind], matrix(variant)
    if kind in never_taken(variant):
        yield "It is never taken: checkmate ends the game."
        return
    changes = {captor: cells[captor, kind] for captor in variant.pieces}
    if infected := _infected(variant, kind):
        name = with_article(_name(variant, taken.infects))
        but = _but(variant, infected)
        yield f"It is contagious: whatever takes it must become {name}{but}."
        return
    able = [one for one in changes if variant.promotion.by_capture and _may_promote(variant, one)]
    for rule, verb in ((Rule.MAY, "may"), (Rule.MUST, "must")):
        if any(changes[captor].rule is rule for captor in able):
            yield f"Whatever takes it {verb} promote, if it can."
    if stay := [captor for captor in able if changes[captor].rule is Rule.STAY]:
        yield f"{_capital(_list(variant, stay))} that takes it stays what it is."


def _infected(variant: Variant, kind: str) -> list[str]:
    """The captors that a contagious piece makes what its captors become."""
    cells, infects = matrix(variant), variant.pieces[kind].infects
    return [
        captor
        for captor in variant.pieces
        if variant.promotion.contagion
        and cells[captor, kind].rule is Rule.CONTAGION
        and cells[captor, kind].target == infects
    ]


def _but(variant: Variant, infected: Collection[str]) -> str:
    """The captors that a contagious piece does not infect, or not where they arrive."""
    rules = variant.promotion
    spared = [captor for captor in variant.pieces if captor not in infected]
    risen = [] if rules.contagion_first else [one for one in infected if one in rules.arrival]
    but = f", but not {_list(variant, spared)}" if spared else ""
    if not risen:
        return but
    arriving = f"{_list(variant, risen)} on {_zone(variant)}"
    return f"{but}, nor {arriving}" if but else f", but not {arriving}"


def becoming_sentences(variant: Variant, kind: str) -> Iterator[str]:
    pieces = variant.pieces.values()
    arrival = variant.promotion.arrival
    sources = [p.id for p in pieces if kind == p.promotes_to or (kind,) == arrival.get(p.id)]
    if sources:
        yield f"It is what {_list(variant, sources)} promotes to."
    if risen := [one for one, choices in arrival.items() if kind in choices and len(choices) > 1]:
        yield f"{_capital(_list(variant, risen))} can become one on {_zone(variant)}."
    for carrier in (piece.id for piece in pieces if piece.infects == kind and piece.id != kind):
        if infected := _infected(variant, carrier):
            but = _but(variant, infected)
            yield f"Whatever takes {_list(variant, [carrier])} becomes one{but}."


# --- worth and number ---------------------------------------------------------------------------


def worth_sentence(variant: Variant, kind: str, model: Model | None = None) -> str:
    """What the engine thinks a piece is worth, in Pawns of the game; empty for a royal.

    It uses a model given, or the usual one.
    """
    if variant.pieces[kind].royal:
        return ""
    values = engine_values(variant, model)
    pawn = values.get(variant.pawn or "P")
    if pawn is None or pawn <= 0:
        return f"The engine counts it {values[kind] / 100:.1f}."
    if kind == (variant.pawn or "P"):
        return "It is the unit in which the engine counts the others."
    return f"The engine counts it as {values[kind] / pawn:.1f} Pawns."


def array_sentence(variant: Variant, kind: str) -> str:
    """How many of a piece there are at the start, and where White's stand."""
    pieces = array_pieces(variant)
    homes = [sorted(s for s, piece in pieces.items() if piece == (kind, color)) for color in COLORS]
    white, black = map(len, homes)
    if not white and not black:
        return "None is on the board at the start."
    if white != black:
        return f"White starts with {_number(white)}, Black with {_number(black)}."
    return f"Each side starts with {_number(white)}{_places(homes[0])}."


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _places(squares: Sequence[Square]) -> str:
    if len(squares) > FEW:
        return ""
    return f" (White's on {' and '.join(map(str, squares))})"


# --- words --------------------------------------------------------------------------------------


def _victims(variant: Variant, ids: Collection[str]) -> str:
    """Victims in words; where there are many, whole classes with their exceptions."""
    taken = [piece for piece in variant.pieces.values() if piece.id not in never_taken(variant)]
    text = _classes(variant, taken, set(ids))
    if EN_PASSANT not in ids:
        return text
    return f"{text}, also en passant" if text else "en passant"


_CLASSES: tuple[tuple[str, Callable[[PieceType], bool]], ...] = (
    ("any piece", lambda piece: True),
    ("any unpromoted piece", lambda piece: not piece.promoted),
    ("any promoted piece", lambda piece: piece.promoted),
)


def _classes(variant: Variant, all_pieces: Sequence[PieceType], ids: set[str]) -> str:
    parts = []
    for text, belongs in _CLASSES:
        members = _names(
            variant, (piece.id for piece in all_pieces if belongs(piece) and piece.id in ids)
        )
        missing = _names(
            variant, (piece.id for piece in all_pieces if belongs(piece) and piece.id not in ids)
        )
        if len(members) > FEW >= len(missing):
            but = f" but {either(map(with_article, missing))}" if missing else ""
            parts.append(text + but)
            ids = ids - {piece.id for piece in all_pieces if belongs(piece)}
    rest = _names(variant, (piece.id for piece in all_pieces if piece.id in ids))
    return either([*map(with_article, rest), *parts])


def _list(variant: Variant, ids: Collection[str]) -> str:
    return either(map(with_article, _names(variant, ids)))


def _names(variant: Variant, ids: Collection[str] | Iterator[str]) -> list[str]:
    """The names of types, each once: many a game has a dozen that become the same."""
    return list(dict.fromkeys(_name(variant, kind) for kind in ids))


@lru_cache(maxsize=2048)
def _name(variant: Variant, kind: str) -> str:
    """A type's name, with its id where a type that promotes otherwise has the same name."""
    named = variant.pieces[kind]
    alike = all(
        (other.promoted, other.promotes_to) == (named.promoted, named.promotes_to)
        for other in variant.pieces.values()
        if other.name == named.name
    )
    return named.name if alike else f"{named.name} ({kind})"


def either(names: Collection[str] | Iterator[str]) -> str:
    """Names joined by commas and a last `or`."""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} or {last}" if first else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
