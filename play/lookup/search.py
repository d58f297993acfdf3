"""Finding pieces as somebody types: by name, id, kanji, or the reading of those."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import combining, normalize

from makachess.core.spec import PieceType
from makachess.play.lookup.entries import Entry, Man

_NOWHERE = 9  # a rank for what does not match


@dataclass(frozen=True, slots=True)
class Hit:
    """A piece found, under the name that was looked for, and what else it is called."""

    man: Man
    entry: Entry

    @property
    def name(self) -> str:
        """The name it was found by."""
        return self.man.piece.name

    @property
    def also(self) -> tuple[str, ...]:
        """Its other names, in this game or others."""
        return self.entry.other_names(self.name)


def search(entries: Iterable[Entry], text: str = "", game: str = "") -> list[Hit]:
    """The pieces that a text means, the most likely first; all of them for an empty text.

    Each entry is found once, as the piece that fits best. `game` is the title of the only game to
    look in, if one is given.
    """
    wanted = text.strip()
    found = []
    for entry in entries:
        men = [man for man in entry.men if game in ("", man.game)]
        usual = entry.name
        ranked = [(rank_of(m.piece, wanted), m.piece.name != usual, n) for n, m in enumerate(men)]
        if ranked and (best := min(ranked))[0] < _NOWHERE:
            hit = Hit(men[best[2]], entry)
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


def fold(text: str) -> str:
    """A text without capitals, accents and apostrophes, since few keyboards have them all."""
    if not text.isascii():
        text = "".join(char for char in normalize("NFKD", text) if not combining(char))
    return text.casefold().replace("'", "")
