"""A whole match: playing the missing games and reporting the standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.play.engines.external.patience import USUAL, Patience
from makachess.play.match.game import Conditions, Pairing, Slot, play_slot
from makachess.play.match.ledger import Ledger, different, digest_of, identity_of
from makachess.play.match.openings import Openings
from makachess.play.match.players import collect_knowledge
from makachess.play.match.standings import (
    Row,
    Standings,
    first_is_white,
    is_decided,
    row_of,
)
from makachess.play.match.strength import parse_strength
from makachess.play.tasks import open_runner


@dataclass(frozen=True, slots=True)
class Match:
    """Two engines, a variant, and how many games they play under which conditions."""

    engines: tuple[str, str]
    variant: Variant
    games: int
    opening: Openings  # by the number of the pair
    seconds: float | None = None
    seed: int = 0
    concurrency: int = 1
    save: Path | None = None
    sprt: tuple[float, float] | None = None
    stand_in: str | None = None
    max_plies: int = 0
    lead: float = 0.0  # average men, with which a side has won if both say so; 0: played out
    patience: Patience = USUAL  # with programs
    cluster: str = ""  # the address of its scheduler; empty: processes here

    @property
    def names(self) -> tuple[str, str]:
        """The engines' names: their specifications, made distinct where equal."""
        return different(*self.engines)

    def ledger(self) -> Ledger | None:
        """The file of the games, if one is kept."""
        if self.save is None:
            return None
        return Ledger(self.save, self.engines, self.variant, self.seconds, self.options)

    @property
    def options(self) -> Mapping[str, str]:
        """What else decides how its games go, as options of `makachess match`.

        Only a digest of the stand-in, which may be a command: no file of games tells those.
        """
        stand_in = {"stand-in": digest_of(identity_of(self.stand_in))} if self.stand_in else {}
        return {
            "seed": str(self.seed),
            **self.opening.options,
            **stand_in,
            "max-plies": str(self.max_plies),
            "lead": f"{self.lead:g}",
        }

    def pairing(self, number: int) -> Pairing:
        """One game; both of a pair begin in the same way."""
        white, black = self.engines if first_is_white(number) else self.engines[::-1]
        opening = self.opening(number // 2)
        return Pairing(
            number=number,
            variant=self.variant,
            white=white,
            black=black,
            fen=opening.fen,
            opening=opening.moves,
            seconds=self.seconds,
            seed=self.seed * 1_000_003 + number,
            stand_in=self.stand_in,
            max_plies=self.max_plies,
            lead=self.lead,
            patience=self.patience,
        )

    def conditions(self) -> Conditions:
        """What is the same for all games; raises MakachessError."""
        named = filter(None, (*self.engines, self.stand_in))
        return Conditions(self.pairing(0), collect_knowledge(named, self.variant))


def check_engines(match: Match) -> None:
    """Refuse what is not an engine before anything is played; raises MakachessError."""
    for text in filter(None, (*match.engines, match.stand_in)):
        if parse_strength(text) is None and match.cluster:
            raise MakachessError(
                f"{text!r} is a program, which the workers of a cluster may not have: only "
                "level:N, depth:N and nodes:N play there"
            )
    match.conditions()


def known_games(match: Match, *, resume: bool) -> Standings:
    """The games already in the file; raises MakachessError if there must not be any."""
    standings, ledger = Standings(), match.ledger()
    if ledger is None:
        if resume:
            raise MakachessError("there is nothing to resume without a file of games (--save)")
        return standings
    if not resume and ledger.path.exists():
        raise MakachessError(f"{ledger.path} exists already (--resume adds games to it)")
    standings.add(ledger.rows())
    return standings


async def play_match(match: Match, standings: Standings, tell: Callable[[Row], object]) -> None:
    """Play the games that are missing; `tell` hears of each. Raises MakachessError."""
    ledger = match.ledger()
    pairings: dict[int, Pairing] = {}

    def missing() -> Iterator[Slot]:
        for number in range(match.games):
            if number in standings.rows:
                continue
            if match.sprt and is_decided(standings.counts, match.sprt):
                return
            pairings[number] = match.pairing(number)
            yield Slot.of(pairings[number])

    async with open_runner(match.cluster, match.concurrency) as runner:
        count = match.games - len(standings.rows)
        games = runner.run(play_slot, match.conditions(), missing(), max(0, count))
        async with aclosing(games):
            async for played in games:
                pairing = pairings.pop(played.number)
                if ledger is not None:
                    ledger.add(pairing, played)
                row = row_of(played)
                standings.add([row])
                tell(row)
