"""Looking pieces up: those of all games by name, id or kanji, and what there is to say of one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from makachess.core.betza import Path, Power, parse_betza
from makachess.core.spec import PieceType, Variant
from makachess.core.text import fold
from makachess.play.sentences import change_sentences, rules_text
from makachess.variants import Listing, label_variants, list_games
from makachess.variants.digest import Step, steps_of
from makachess.variants.keys import LARGEST_BOARD


class Rules(NamedTuple):
    game: str
    variant: Variant


Found: TypeAlias = "Hit | Rules | Listing"


class Index:
    """All games and their pieces, or those of one `game`; `own` is one as it is being played."""

    def __init__(self, own: Variant | None = None) -> None:
        self._listings = list_games()
        found = [listing.variant for listing in self._listings if listing.variant is not None]
        if own is not None:
            found = [own if variant.name == own.name else variant for variant in found]
            found += [] if own in found else [own]
        self._games = label_variants(found)
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
        broken = [
            listing
            for listing in self._listings
            if listing.variant is None and not self.game and wanted in fold(listing.name)
        ]
        named: list[Found] = [*pieces, *rules, *broken] if wanted else [*rules, *pieces, *broken]
        found = [*named, *self._generate_telling(text, named)]
        return list(zip(_labels(found), found, strict=True))

    def _rules(self) -> list[Rules]:
        games = self._games.items()
        return [Rules(game, variant) for game, variant in games if self.game in ("", game)]

    def _generate_telling(self, text: str, named: list[Found]) -> Iterator[Found]:
        """The rules and pieces besides those named of which a sentence has the words of a text."""
        words = _words(text)
        if max(map(len, words), default=0) < LEAST_WORD:
            return
        for rules in self._rules():
            texts = rules.variant.summary, rules.variant.help
            if rules not in named and _tell(_searchable(texts), words):
                yield rules
        known = {found.entry for found in named if isinstance(found, Hit)}
        for entry in self._entries:
            pieces = (piece for piece in entry.pieces if self.game in ("", piece.game))
            telling = (p for p in pieces if _tell(_searchable(_texts(p.variant, p.kind)), words))
            if entry not in known and (piece := next(telling, None)):
                yield Hit(piece, entry)


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


_NOWHERE = 9  # a rank for what does not match


@dataclass(frozen=True, slots=True)
class Hit:
    """A piece found, under the name that was looked for."""

    piece: GamePiece
    entry: Entry

    @property
    def name(self) -> str:
        return self.piece.type.name


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
    """What is played otherwise than the help text says, then that text, line by line.

    A game that has none is told of by its keys.
    """
    chosen = [(option, variant.chosen[option.name]) for option in variant.options]
    if changed := [(option, value) for option, value in chosen if value != option.default]:
        yield "Played otherwise than told below:"
        for option, value in changed:
            yield f"{option.label}: {option.meaning(value)}"
        yield ""
    yield from (variant.help.strip() or rules_text(variant)).split("\n")


@lru_cache(maxsize=2048)
def _texts(variant: Variant, kind: str) -> tuple[str, ...]:
    return variant.pieces[kind].description, *change_sentences(variant, kind)


@lru_cache(maxsize=2048)
def _searchable(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences of texts, as words between blanks."""
    sentences = (sentence for text in texts for sentence in re.split(r"(?<=[.:])\s", text))
    return tuple(f" {' '.join(_words(sentence))} " for sentence in sentences)


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
        count = Counter[str]()
        for _, name, promoted in dict.fromkeys(
            (piece.game, piece.type.name, piece.type.promoted) for piece in self.pieces
        ):
            count[name] += 1 if promoted else 100
        return count.most_common(1)[0][0]


def make_entries(games: Mapping[str, Variant]) -> tuple[Entry, ...]:
    """The pieces of games, which are given by their titles; in alphabetical order of names."""
    groups: dict[Hashable, list[GamePiece]] = {}
    for game, variant in games.items():
        for kind, piece in variant.pieces.items():
            key = *_movement(piece.betza), piece.royal, piece.initial, piece.initial_to
            groups.setdefault(key, []).append(GamePiece(game, variant, kind))
    return tuple(sorted((Entry(tuple(pieces)) for pieces in groups.values()), key=lambda e: e.name))


@lru_cache(maxsize=512)
def _movement(betza: str) -> tuple[frozenset[Step], frozenset[Power], frozenset[Path]]:
    """How a piece moves, however that is written; castling, which depends on the game, left out."""
    movement = parse_betza(betza)
    steps = frozenset(steps_of(movement, LARGEST_BOARD - 1))
    return steps, movement.powers, frozenset(movement.paths)
