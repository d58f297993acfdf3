"""The players of a match: the built-in engine, as strong as a text says, or a program."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path

from makachess.core import MakachessError, Move, Position
from makachess.core.cores import MOST_CORES
from makachess.core.engine import LEVELS, BestMove, ClockLimits, Limits, level_limits
from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.play.engines import (
    AsyncEngine,
    BuiltInEngine,
    EngineFaultError,
    FaultKind,
    ProgramEngine,
)
from makachess.play.engines.program import USUAL, Patience
from makachess.variants.books import BookFile, choose_book, open_book
from makachess.variants.models import choose_model_file, open_model, unpack_model

CORES = range(1, MOST_CORES + 1)
_STRENGTH = re.compile(
    r"(level|depth|nodes|time):([0-9]{1,12}(?:\.[0-9]{1,6})?)"
    r"(?:,cores=([0-9]{1,2}))?(?:,model=(.+?))?(?:,book=(.+))?"
)
_LIMITED = re.compile(r"nodes:([1-9][0-9]{0,11}) +(?=\S)")


@dataclass(frozen=True, slots=True)
class Strength:
    """How the built-in engine plays: at a level, or to some plies, nodes or seconds a move."""

    kind: str
    value: float  # a whole number, unless these are seconds
    model: str = ""  # a file, `none`, or empty for the usual one
    book: str = ""  # a file, `usual`, or empty for none
    cores: int | None = None  # that search together, where nodes are not counted; None: one

    @property
    def name(self) -> str:
        """How a match calls it; never by a path."""
        return replace(self, model=Path(self.model).stem, book=Path(self.book).stem).specification

    @property
    def specification(self) -> str:
        """What `parse_strength` reads back."""
        cores = f",cores={self.cores}" if self.cores is not None else ""
        model = f",model={self.model}" if self.model else ""
        book = f",book={self.book}" if self.book else ""
        return f"{self.kind}:{self.value}{cores}{model}{book}"

    @property
    def identity(self) -> str:
        """What tells it from others wherever its files are, which stand there by their checksums.

        Raises ModelError and BookError.
        """
        model, book = self.model, self.book
        if model not in ("", "none"):
            model = open_model(model).header["checksum"]
        if book not in ("", "none", "usual"):
            book = open_book(book).header["checksum"]
        return replace(self, model=model, book=book).specification

    def load(self, variant: Variant) -> tuple[Model, OpeningBook]:
        """What it knows of a game; raises ModelError and BookError."""
        return _load(self.model, self.book, variant)

    def limits(self, seconds: float | None, seed: int | None) -> Limits:
        whole = int(self.value)
        if self.kind == "level":
            return level_limits(whole, seconds=seconds, seed=seed)
        if self.kind == "depth":
            return Limits(depth=whole, seconds=seconds)
        if self.kind == "nodes":
            return Limits(nodes=whole, seconds=seconds)
        return Limits(seconds=self.value)


@lru_cache(maxsize=4)
def _load(model: str, book: str, variant: Variant) -> tuple[Model, OpeningBook]:
    """A model (a file, `none` or empty for the usual one) and a book (the same, or `usual`)."""
    if book == "usual":
        found = BookFile.usual(variant)
        opens_by = found[1] if found else NO_BOOK
    else:
        opens_by = choose_book(book, variant) or NO_BOOK
    return unpack_model(choose_model_file(model, variant), variant), opens_by


def parse_strength(text: str) -> Strength | None:
    """`level:5`, `depth:4`, `nodes:10000` or `time:0.1`; None for a command line.

    Cores may follow: `time:0.1,cores=2`; then a model, `model=FILE`, or `model=none` for none;
    then an opening book, `book=FILE`, or `book=usual` for the one that games are played by; without
    none is used. Raises MakachessError.
    """
    if _LIMITED.match(text):
        return None
    match = _STRENGTH.fullmatch(text)
    if match is None:
        if re.match(r"(level|depth|nodes|time)\b", text) or not text.strip():
            raise MakachessError(
                f"{text!r} is not an engine "
                "(level:1 to level:10, depth:N, nodes:N, time:SECONDS, or a command)"
            )
        return None
    kind, number, cores, model, book = match.groups()
    strength = Strength(
        kind, _value(text, kind, number), model or "", book or "", int(cores) if cores else None
    )
    if strength.cores is not None and strength.cores not in CORES:
        raise MakachessError(f"{text!r}: from 1 to {max(CORES)} cores")
    return strength


def read_command(text: str) -> tuple[str, int | None]:
    """A program's command line, and how many nodes it may search where these stand before it.

    As in `nodes:3000 fairy-stockfish`.
    """
    match = _LIMITED.match(text)
    return (text[match.end() :], int(match[1])) if match else (text, None)


def _value(text: str, kind: str, number: str) -> float:
    if kind == "time":
        if not 0.01 <= float(number) <= 3600:
            raise MakachessError(f"{text!r}: from 0.01 to 3600 seconds a move")
        return float(number)
    if "." in number or int(number) < 1 or (kind == "level" and int(number) not in LEVELS):
        known = f"from 1 to {max(LEVELS)}" if kind == "level" else "from 1 on"
        raise MakachessError(f"{text!r}: a {kind} is a whole number {known}")
    return int(number)


SESSION = 40  # moves for which a program's clock is set
HANG, LATE = "hang", "late move"
MARGIN = 0.5  # seconds by which a program's move may be late
LONGEST = 300.0  # seconds of a move that is limited by nodes
FAULTS = {
    "illegal move": "illegal moves",
    "crash": "crashes",
    HANG: "hangs",
    LATE: "late moves",
}
"""What loses a game, unless it is forgiven: one, and several."""
_NAMED = {FaultKind.ILLEGAL: "illegal move", FaultKind.HANG: HANG}  # the others are crashes


@dataclass(frozen=True, slots=True)
class PlayerStats:
    moves: int = 0
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: PlayerStats) -> PlayerStats:
        sums = (getattr(self, f.name) + getattr(other, f.name) for f in fields(PlayerStats))
        return PlayerStats(*sums)


@dataclass(slots=True)
class SessionClock:
    """A program's clock: a time for each 40 moves, and what is left over is kept."""

    per_move: float
    left: float = 0.0
    moves: int = 0

    def limits(self) -> ClockLimits:
        made = self.moves % SESSION
        if not made:
            self.left += SESSION * self.per_move
        return ClockLimits(self.left, self.left, moves_to_go=SESSION - made)

    def spend(self, seconds: float) -> None:
        self.left = max(self.left - seconds, self.per_move)
        self.moves += 1


@dataclass(slots=True)
class Contestant:
    """One side of a game: an engine, its strength unless it is a program, and what it has done.

    The seed of a level without a clock lets its games be repeated.
    """

    engine: AsyncEngine
    strength: Strength | None = None
    seed: int | None = None
    book: OpeningBook = NO_BOOK
    clock: SessionClock | None = None
    nodes: int | None = None  # of a program, a move, instead of a clock
    forgiving: bool = False  # a late move counts, and does not lose
    score: int | None = None  # what it said of its last move, in centipawns
    lost_by: str = ""  # the reason, where it makes no move
    stats: PlayerStats = field(default_factory=PlayerStats)

    async def move(self, position: Position, seconds: float | None) -> Move | None:
        """The move it makes, None if it resigns or has lost by a fault; notes how long that took.

        Raises MakachessError if it is a program that plays another game than this one: whatever
        came of that would say nothing of its strength.
        """
        begun, late = time.perf_counter(), False
        self.score, best = None, BestMove(None)
        try:
            best, late = await self._search(position, seconds)
            self.score = best.info.score.value if best.info else None
        except EngineFaultError as fault:
            if fault not in self.engine.faults:  # it came before the search
                self.engine.faults.append(fault)
            self._refuse_other_game(fault)
        faults = [_NAMED.get(fault.kind, "crash") for fault in self.engine.faults]
        self.engine.faults.clear()
        faults += [LATE] if late else []
        self.stats += PlayerStats(1, time.perf_counter() - begun, Counter(faults))
        self.lost_by = (
            "resignation" if best.resigns else f"{[HANG, *faults][-1]} of {position.turn}"
        )
        return best.move if self.forgiving or not late else None

    def _refuse_other_game(self, fault: EngineFaultError) -> None:
        """Tell a program that plays by other rules from one that fails at ours."""
        if fault.kind is FaultKind.MISMATCH:
            raise MakachessError(f"{fault}; the game does not count")
        if fault.kind is FaultKind.ILLEGAL and not self.stats.moves:
            raise MakachessError(
                f"{fault}, in its first reply: it seems to play another "
                f"{self.engine.variant.name}, so the game does not count"
            )

    async def _search(self, position: Position, seconds: float | None) -> tuple[BestMove, bool]:
        """What it has found, and whether it is late: the built-in engine never counts as that."""
        if isinstance(self.engine, ProgramEngine):
            return await self._ask(self.engine, position, seconds)
        assert self.strength is not None
        seed = self.seed if seconds is None else None
        level = int(self.strength.value) if self.strength.kind == "level" else max(LEVELS)
        known = self.book.choose(position, level, self.seed)
        if known is not None:
            return known, False
        return await self.engine.search(position, self.strength.limits(seconds, seed)), False

    async def _ask(
        self, program: ProgramEngine, position: Position, seconds: float | None
    ) -> tuple[BestMove, bool]:
        """A program's move; on a clock, where its protocol has whole seconds a move alone."""
        usual = seconds or LEVELS[max(LEVELS)].seconds
        limits = Limits(nodes=self.nodes, seconds=usual if self.nodes is None else LONGEST)
        allowed = limits.seconds or 0.0
        if self.nodes is None and seconds and (await program.start()).has_sessions:
            self.clock = self.clock or SessionClock(seconds)
            limits, allowed = Limits(clock=self.clock.limits()), self.clock.left
        best = await program.search(position, limits)
        if self.clock is not None:
            self.clock.spend(program.took)
        return best, program.took > allowed + MARGIN

    async def close(self) -> None:
        await self.engine.close()


async def make_contestant(
    text: str,
    variant: Variant,
    seed: int | None = None,
    patience: Patience = USUAL,
    *,
    forgiving: bool = False,
) -> Contestant:
    """A contestant; raises MakachessError if there is no such engine, or it plays other games.

    One that fails at once otherwise will do so again, and then loses.
    """
    strength = parse_strength(text)
    if strength is not None:
        model, book = strength.load(variant)
        engine = BuiltInEngine(variant, model, strength.cores or 1)
        return Contestant(engine, strength, seed, book=book)
    command, nodes = read_command(text)
    program = ProgramEngine(variant, command, patience, forgiving=forgiving)
    try:
        running = await program.start()
        if nodes is not None and not running.counts_nodes:
            await program.close()
            raise MakachessError(
                f"{text!r}: only programs that speak UCI can be told to count nodes"
            )
    except EngineFaultError as fault:
        await program.close()
        if fault.kind in (FaultKind.START, FaultKind.MISMATCH):
            raise
        program = ProgramEngine(variant, command, patience, forgiving=forgiving)
    return Contestant(program, nodes=nodes, forgiving=forgiving)
