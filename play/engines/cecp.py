"""The interface's side of XBoard's protocol (CECP)."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from makachess.core import Move, Position
from makachess.core.engine import BestMove, ClockLimits, Info, Limits
from makachess.core.errors import InvalidMoveError
from makachess.core.notation.xboard import format_xboard, parse_xboard
from makachess.core.protocols.xboard_board import ALIASES, STANDARD
from makachess.core.spec import Variant
from makachess.play.engines.external import (
    ExternalEngine,
    best_move,
    read_line,
    read_number,
    read_score,
)
from makachess.play.engines.interface import EngineFaultError, FaultKind, InfoHandler
from makachess.play.engines.program import Program, enumerated, quoted

DEFAULTS: Mapping[str, str] = {
    "ping": "0",
    "setboard": "0",
    "usermove": "0",
    "time": "1",
    "memory": "0",
}
_FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_SIZE = re.compile(r"\d+x\d+(\+\d+)?_")
# Names of our games that other authors have given them.
_ALIASES = {**ALIASES, "dai": "dai-shogi"}
_REJECTED = frozenset({"san", "ics", "pause", "nps", "egt", "exclude", "setscore", "highlight"})


class Features(dict[str, str]):
    """The features of an engine, those of the protocol until it names its own."""

    def __init__(self) -> None:
        super().__init__(DEFAULTS)

    def hear(self, line: str) -> list[str]:
        """Take in a `feature` line; the answers to it."""
        pairs = [(name, value.strip('"')) for name, value in _FEATURE.findall(line)]
        self.update(pairs)
        known = "rejected" if _REJECTED & dict(pairs).keys() else "accepted"
        return [f"{known} {name}" for name, _ in pairs]

    @property
    def are_complete(self) -> bool:
        return self.get("done") == "1"

    @property
    def has_ping(self) -> bool:
        """Whether the engine confirms that it has read everything sent."""
        return self["ping"] == "1"

    def name_of(self, variant: str, engine: str) -> str:
        """The engine's name of a variant; raises EngineFaultError if it has none."""
        named = [variant, *(alias for alias, name in _ALIASES.items() if name == variant)]
        if "variants" not in self:
            return STANDARD if STANDARD in named else named[0]
        listed = [_SIZE.sub("", name.strip()) for name in self["variants"].split(",")]
        for name in reversed(named):
            if name in listed:
                return name
        raise EngineFaultError(
            FaultKind.START, f"{engine} does not play {variant} (it plays {enumerated(listed)})"
        )


MEMORY = 64  # MB
MATE = 100_000

_THINKING = re.compile(r"\s*(\d+)[.+&]?\s+(-?\d+)\s+(\d+)\s+(\d+)\s*(.*)")
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2|resign)\b")


class CecpEngine(ExternalEngine):
    """An engine in force mode, except while it thinks."""

    has_sessions = True

    def __init__(self, program: Program, variant: Variant) -> None:
        super().__init__(program, variant)
        self.features = Features()
        self._pings = 0
        self._control = ""  # the time control last sent
        self._depth = 0
        self._analyzing = False
        self._leaving = False  # the analysis has been asked to end
        self._offers_draw = False  # with the move to come

    def hear_feature(self, line: str) -> bool:
        """Take in a `feature` line and answer it; True when the last one has come."""
        if answers := self.features.hear(line):
            self.program.send(*answers)
        return self.features.are_complete

    async def begin(self) -> None:
        """Wait for all features, and check that the engine plays the variant."""
        loop = asyncio.get_running_loop()
        begun, patience = loop.time(), self.patience
        while not self.features.are_complete:
            is_late = self.features.get("done") == "0"
            seconds = patience.late_features if is_late else patience.features
            try:
                line = await self._hear(begun + seconds)
            except TimeoutError:
                break  # an engine of the first version
            if line.startswith("feature "):
                self.hear_feature(line)
        self.be_called(self.features.get("myname", ""))
        self._theirs = self.features.name_of(self.variant.name, self.name)

    async def _set_up(self, position: Position, limits: Limits) -> None:
        """Bring the engine, in force mode, to a position; raises EngineFaultError."""
        if self._busy:
            await self._settle()
        news = self._news(position)
        if news is None:
            self._begin_game(position)
            news = list(position.moves)
        self._known = None  # until all has been read: a search may be given up before that
        for move in news:
            self._send_move(move)
        if refusal := await self._sync():
            raise EngineFaultError(
                FaultKind.ILLEGAL, f"{self.name} refuses a legal move: {quoted(refusal)}"
            )
        self._known = (position.start_fen, position.moves)
        self._analyzing = not limits.has_time and limits.depth is None
        if self._analyzing and self.features.get("analyze") == "0":
            raise self._no_analyst()
        self._leaving = self._offers_draw = False

    def _begin_game(self, position: Position) -> None:
        from_array = position.start_fen == self.variant.start_fen
        self._control, self._depth = "", 0
        if self.features["memory"] == "1":
            self.program.send(f"memory {MEMORY}")
        self.program.send("new", *([f"variant {self._theirs}"] if self._theirs != STANDARD else []))
        self.program.send("easy", "post", "force")
        if not from_array:
            if self.features["setboard"] != "1":
                raise EngineFaultError(
                    FaultKind.MISMATCH, f"{self.name} cannot be shown a position"
                )
            self.program.send(f"setboard {position.start_fen}")

    def _send_move(self, move: Move) -> None:
        text = format_xboard(self.variant, move)
        self.program.send(f"usermove {text}" if self.features["usermove"] == "1" else text)

    async def _sync(self) -> str:
        """Wait until everything sent has been read; returns a refusal, if one came."""
        if not self.features.has_ping:
            return ""
        self._pings += 1
        self.program.send(f"ping {self._pings}")
        deadline, refusal = asyncio.get_running_loop().time() + self.patience.echo, ""
        while True:
            try:
                line = await self._hear(deadline)
            except TimeoutError:
                raise self._hanging() from None
            if line.split() == ["pong", str(self._pings)]:
                return refusal
            if line[1:].startswith("llegal move") or line.startswith("tellusererror"):
                refusal = refusal or line

    async def _settle(self) -> None:
        """Let an abandoned search end; its move, if one comes, is ignored."""
        self._known = None
        self.program.send("exit" if self._analyzing else "?", "force")
        if self.features.has_ping:
            await self._sync()
        elif not self._analyzing:
            await self._skip_move()
        self._busy = False

    async def _skip_move(self) -> None:
        """Without `ping`, the move itself shows that the search has ended."""
        deadline = asyncio.get_running_loop().time() + self.patience.grace
        try:
            while not re.match(r"move [^,]*$", await self._hear(deadline)):
                pass
        except TimeoutError:
            raise self._hanging() from None

    def _orders(self, limits: Limits, turn: str) -> Iterator[str]:
        if limits.seconds is not None:
            # `st` knows whole seconds only, the clock tells the rest.
            yield from self._on_clock(
                f"st {max(1, math.ceil(limits.seconds))}", limits.seconds, limits.seconds
            )
        elif limits.clock is not None:
            yield from self._on_clock(*_control(limits.clock, turn))
        if limits.depth is not None and limits.depth != self._depth:
            self._depth = limits.depth
            yield f"sd {limits.depth}"
        yield "analyze" if self._analyzing else "go"

    def _on_clock(self, control: str, left: float, other: float) -> Iterator[str]:
        """The time control if it has changed, and what both sides have left."""
        kind, *numbers = control.split()
        # The engine counts moves and refills its clock itself, so `level` is sent only once.
        lasting = f"{kind} {numbers[-1]}"
        if lasting != self._control:
            self._control = lasting
            yield control
        if self.features["time"] == "1":
            yield f"time {max(1, round(100 * left))}"
            yield f"otim {max(1, round(100 * other))}"

    async def _listen(self, position: Position, on_info: InfoHandler | None) -> BestMove:
        legs = ""
        while True:
            line = await self.program.receive()
            if line.startswith("move ") and not self._analyzing:
                legs += line[5:].strip()
                if not legs.endswith(","):
                    return self._take_move(position, legs)
            elif self._leaving and line.split() == ["pong", str(self._pings)]:
                self._busy = False
                return best_move(None, self._best)
            elif _RESULT.match(line) and not self._analyzing:
                return self._take_result(line, position)
            elif self._analyzing and line.startswith("Error") and line.endswith("analyze"):
                raise self._no_analyst()
            elif "offer" in line and "draw" in line:
                self._offers_draw = True
            elif match := _THINKING.match(line):
                self._note(self._read_info(position, match), on_info)

    def _no_analyst(self) -> EngineFaultError:
        return EngineFaultError(FaultKind.START, f"{self.name} cannot analyse")

    def _take_move(self, position: Position, text: str) -> BestMove:
        """The move it has made; from now on it makes none by itself."""
        self._busy = False
        move = self._make(position, text, _parse)
        self.program.send("force")
        return replace(best_move(move, self._best), offers_draw=self._offers_draw)

    @property
    def _tells_end(self) -> bool:
        return not self._analyzing or self.features.has_ping

    def _halt(self) -> None:
        """Tell it to move now, or to leave the analysis and confirm that."""
        if not self._analyzing:
            self.program.send("?")
        elif self._leaving:
            self.program.send("exit")
        else:
            self._leaving = True
            self._pings += 1
            self.program.send("exit", f"ping {self._pings}")

    def _read_info(self, position: Position, match: re.Match[str]) -> Info | None:
        """A line of thinking output, if its numbers and its first move can be understood."""
        try:
            depth, score, time, nodes = (read_number(match[i]) for i in (1, 2, 3, 4))
        except ValueError:
            return None
        pv = read_line(position, match[5].split("\t")[-1].split(), _parse)
        if not pv:
            return None
        if abs(score) > MATE:
            told = read_score((1 if score > 0 else -1) * (abs(score) - MATE), mate=True)
        else:
            told = read_score(score, mate=False)
        return Info(depth, told, nodes, time / 100, pv)

    def _take_result(self, line: str, position: Position) -> BestMove:
        """A result instead of a move: it resigns, or raises EngineFaultError for a false claim."""
        self._known, self._busy = None, False
        lost = "0-1" if position.turn == "white" else "1-0"
        if line.startswith(("resign", lost)):
            return BestMove(None, resigns=True)
        raise EngineFaultError(
            FaultKind.ILLEGAL, f"{self.name} claims {quoted(line)}, and the game is not over"
        )


def _parse(position: Position, text: str) -> Move:
    """The move that an engine's text means, coordinates or SAN; raises MakachessError."""
    try:
        return parse_xboard(position, text, forgiving=True)
    except InvalidMoveError:
        return position.parse(text)


def _control(clock: ClockLimits, turn: str) -> tuple[str, float, float]:
    """A clock as a `level` command, and what the side to move and its opponent have left."""
    other = "black" if turn == "white" else "white"
    left = clock.left(turn)
    minutes, seconds = divmod(max(1, round(left)), 60)
    control = f"level {clock.moves_to_go} {minutes}:{seconds:02} {clock.increment(turn):g}"
    return control, left, clock.left(other)
