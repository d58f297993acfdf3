"""The interface's side of UCI: chess, and whatever other games an engine names in UCI_Variant."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from makachess.core import Position
from makachess.core.engine import BestMove, Info, Limits, Score
from makachess.core.notation.coordinates import STANDARD
from makachess.core.protocols.uci import RULES_OPTION, VARIANT_OPTION
from makachess.core.spec import Variant
from makachess.play.engines.dialects import Dialect, ForeignDialect
from makachess.play.engines.external import (
    ExternalEngine,
    Parse,
    best_move,
    read_line,
    read_number,
    read_score,
)
from makachess.play.engines.interface import EngineFaultError, FaultKind, InfoHandler
from makachess.play.engines.program import Program, enumerated

MOST_LINES = 500
USED_OPTIONS = frozenset({"MultiPV", VARIANT_OPTION, RULES_OPTION})

# The words of `info` that begin a new item; what stands behind them goes on up to the next one.
_ITEMS = frozenset(
    {
        *("depth", "seldepth", "time", "nodes", "pv", "multipv", "score", "currmove", "string"),
        *("currmovenumber", "hashfull", "nps", "tbhits", "sbhits", "cpuload", "refutation"),
        *("currline", "wdl"),
    }
)


class UciEngine(ExternalEngine):
    """An engine that is told the whole game before each search."""

    counts_nodes = True
    _options: frozenset[str] = frozenset()
    _variants: tuple[str, ...] = (STANDARD,)
    _lines = 1
    _ready = False

    def __init__(self, program: Program, variant: Variant) -> None:
        super().__init__(program, variant)
        self._dialect = Dialect(variant)

    def hear_option(self, line: str) -> bool:
        """Take in a line of the handshake; False if it is none of UCI."""
        words = line.split()
        if words[:2] == ["id", "name"]:
            self.be_called(" ".join(words[2:]))
        elif words[:2] == ["option", "name"] and "type" in words:
            name = " ".join(words[2 : words.index("type")])
            self._options |= {name} & USED_OPTIONS
            if name == VARIANT_OPTION:
                self._variants = tuple(b for a, b in pairwise(words) if a == "var")
        self._ready = self._ready or words[:1] == ["uciok"]
        return words[:1] in (["id"], ["option"], ["uciok"])

    async def begin(self) -> None:
        """Read what it is and can be set to, up to `uciok`, and choose the variant."""
        if not self._ready:
            await self._read_until("uciok", self.patience.ready, self.hear_option)
        name, rules = self.variant.name, self.variant.rules_options
        if name not in self._variants and name != STANDARD:
            playable = enumerated(self._variants)
            raise EngineFaultError(
                FaultKind.START, f"{self.name} does not play {name} (it plays {playable})"
            )
        if VARIANT_OPTION in self._options and name in self._variants:
            self.program.send(f"setoption name {VARIANT_OPTION} value {name}")
        if RULES_OPTION in self._options and rules:
            self.program.send(f"setoption name {RULES_OPTION} value {rules}")
        if name != STANDARD and RULES_OPTION not in self._options:
            self._dialect = await self._learn()

    async def _learn(self) -> ForeignDialect:
        """The spelling of an engine that was not made for our games; raises EngineFaultError."""
        self.program.send("position startpos")
        array = await self._ask_fen()
        if array is None:
            raise EngineFaultError(
                FaultKind.MISMATCH,
                f"{self.name} does not say what it means by {self.variant.name}: it has neither "
                f"the command 'd', which shows the position, nor our option {RULES_OPTION!r}",
            )
        return ForeignDialect(self.variant, self.name, array)

    async def _ask_fen(self) -> str | None:
        """The position that it has, if it can show that."""
        found: list[str] = []

        def hear(line: str) -> None:
            if line.startswith("Fen:"):
                found.append(line.removeprefix("Fen:").strip())

        self.program.send("d", "isready")
        await self._read_until("readyok", self.patience.ready, hear)
        return found[-1] if found else None

    async def _read_until(
        self, last: str, seconds: float, hear: Callable[[str], object] | None = None
    ) -> None:
        """Read up to a line that begins with a word; `hear` gets those before it."""
        deadline = asyncio.get_running_loop().time() + seconds
        while True:
            try:
                line = await self._hear(deadline)
            except TimeoutError:
                raise self._hanging(f" with {last!r}") from None
            if line.split()[:1] == [last]:
                return
            if hear is not None:
                hear(line)

    def _orders(self, limits: Limits, turn: str) -> list[str]:
        moves = " ".join(map(self._dialect.write_move, limits.root_moves))
        return ["go" + "".join(_bounds(limits)) + (f" searchmoves {moves}" if moves else "")]

    async def _set_up(self, position: Position, limits: Limits) -> None:
        if self._busy:
            self.program.send("stop")
            await self._read_until("bestmove", self.patience.grace)
            self._busy = False
        if self._news(position) is None:
            self.program.send("ucinewgame")
        if limits.multipv != self._lines and "MultiPV" in self._options:
            self._lines = limits.multipv
            self.program.send(f"setoption name MultiPV value {limits.multipv}")
        self.program.send("isready")
        await self._read_until("readyok", self.patience.ready)
        start = self._dialect.write_start(position.start_fen)
        moves = " ".join(map(self._dialect.write_move, position.moves))
        self.program.send(f"position {start} moves {moves}".removesuffix(" moves "))
        if isinstance(self._dialect, ForeignDialect):
            self._dialect.check(position, await self._ask_fen() or "")
        self._known = (position.start_fen, position.moves)

    async def _listen(self, position: Position, on_info: InfoHandler | None) -> BestMove:
        while True:
            words = (await self.program.receive()).split()
            if words[:1] == ["bestmove"]:
                self._busy = False
                move = self._make(position, " ".join(words[1:2]), self._dialect.read_move)
                return best_move(move, self._best)
            if words[:1] == ["info"]:
                self._note(read_info(position, words[1:], self._dialect.read_move), on_info)

    def _halt(self) -> None:
        self.program.send("stop")


def _bounds(limits: Limits) -> Iterator[str]:
    clock = limits.clock
    if limits.seconds is not None:
        yield f" movetime {_milliseconds(limits.seconds)}"
    elif clock is not None:
        yield f" wtime {_milliseconds(clock.white)} btime {_milliseconds(clock.black)}"
        if clock.white_increment or clock.black_increment:
            white, black = clock.white_increment, clock.black_increment
            yield f" winc {_milliseconds(white)} binc {_milliseconds(black)}"
        yield f" movestogo {clock.moves_to_go}" if clock.moves_to_go else ""
    if limits.depth is not None:
        yield f" depth {limits.depth}"
    if limits.nodes is not None:
        yield f" nodes {limits.nodes}"
    if limits.mate is not None:
        yield f" mate {limits.mate}"
    elif not limits.has_time and limits.depth is None and limits.nodes is None:
        yield " infinite"


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds)) if seconds else 0


def read_info(position: Position, words: Sequence[str], parse: Parse) -> Info | None:
    """What a line of `info` says behind that word, in any order; None without score and moves."""
    items = _items(words)
    try:
        score = _read_score(items["score"])
        depth, nodes, time, rank = (
            read_number(items[name][0]) if name in items else default
            for name, default in (("depth", 0), ("nodes", 0), ("time", 0), ("multipv", 1))
        )
    except (KeyError, IndexError, ValueError):
        return None
    if min(depth, nodes, time) < 0 or not 0 < rank <= MOST_LINES:
        return None
    pv = read_line(position, items.get("pv", ()), parse)
    return Info(depth, score, nodes, time / 1000, pv, rank) if pv else None


def _items(words: Sequence[str]) -> dict[str, list[str]]:
    """The values of each item; `string` takes the rest of the line for people."""
    items: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words:
        if word == "string":
            break
        if word in _ITEMS:
            values = items[word] = []
        else:
            values.append(word)
    return items


def _read_score(words: Sequence[str]) -> Score:
    """`cp N` or `mate N`; raises ValueError or IndexError."""
    if words[0] not in ("cp", "mate"):
        raise ValueError(f"{words[0]!r} is not a score")
    return read_score(read_number(words[1]), mate=words[0] == "mate")
