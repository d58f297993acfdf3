"""What can be looked up: the rules of games, their pieces, and variant files that are broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from makachess.core.spec import Variant
from makachess.play.lookup.entries import Entry, Man, make_entries
from makachess.play.lookup.search import Hit, fold, search
from makachess.variants import Listing, label_variants, list_games


class Rules(NamedTuple):
    """The rules of a game, by its title."""

    game: str
    variant: Variant


Found: TypeAlias = Hit | Rules | Listing


class Index:
    """All games and their pieces, or those of one `game`; `own` is one as it is being played."""

    def __init__(self, own: Variant | None = None) -> None:
        self._listings = list_games()
        self._games = _games(self._listings, own)
        self._entries: tuple[Entry, ...] = make_entries(self._games)
        self.game = next((g for g, v in self._games.items() if v == own), "")  # or all

    def next_game(self) -> None:
        """Go on to the next game only, or after the last to all of them."""
        games = ["", *self._games]
        self.game = games[(games.index(self.game) + 1) % len(games)]

    def hit(self, variant: Variant | None, kind: str) -> Hit:
        """A piece of the own game; without one, the first of all pieces."""
        if variant is None or not kind:
            return search(self._entries, "", self.game or next(iter(self._games)))[0]
        man = Man(self.game, variant, kind)
        return next(Hit(man, entry) for entry in self._entries if man in entry.men)

    def find(self, text: str) -> list[tuple[str, Found]]:
        """What a text may mean, each under its label; without a text the rules come first."""
        hits = search(self._entries, text, self.game)
        pieces = list(zip(_labels(hits), hits, strict=True))
        wanted = fold(text.strip())
        rules = list(self._generate_rules(wanted))
        broken = list(self._generate_broken(wanted))
        return [*pieces, *rules, *broken] if wanted else [*rules, *pieces, *broken]

    def _generate_rules(self, wanted: str) -> Iterator[tuple[str, Rules]]:
        for game, variant in self._games.items():
            if self.game in ("", game) and wanted in fold(game):
                yield game, Rules(game, variant)

    def _generate_broken(self, wanted: str) -> Iterator[tuple[str, Listing]]:
        for listing in self._listings:
            if listing.variant is None and not self.game and wanted in fold(listing.name):
                yield f"{listing.name} (broken)", listing


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


def _labels(hits: list[Hit]) -> list[str]:
    """The names of pieces, with the game's name where several are called alike."""
    count = Counter(hit.name for hit in hits)
    return [h.name if count[h.name] == 1 else f"{h.name} ({h.man.variant.name})" for h in hits]
