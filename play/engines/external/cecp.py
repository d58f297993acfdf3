"""The interface's side of XBoard's protocol: an engine that speaks CECP as an opponent."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import ClassVar

from makachess.core import Move, Position
from makachess.core.engine import BestMove, Info, Limits, Score
from makachess.core.engine.xboard import ALIASES, STANDARD
from makachess.core.errors import InvalidMoveError
from makachess.core.notation.xboard import format_xboard, parse_xboard
from makachess.core.spec import Variant
from makachess.play.engines.external.engine import (
    GRACE,
    ExternalEngine,
    Timing,
    best_move,
    limit_of,
)
from makachess.play.engines.external.profiles import Profile
from makachess.play.engines.external.program import EngineFaultError, Program
from makachess.play.engines.external.turning import disguise, turn_move, turn_placement
from makachess.play.engines.wire import read_line

PATIENCE = 2.0  # seconds for further features
LONG_PATIENCE = 60.0  # if the engine asks for more with done=0
MEMORY = 64  # MB
MATE = 100_000

_FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_THINKING = re.compile(r"\s*(\d+)[.+&]?\s+(-?\d+)\s+(\d+)\s+(\d+)\s*(.*)")
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2|resign)\b")
_SIZE = re.compile(r"\d+x\d+(\+\d+)?_")
_REJECTED = frozenset({"san", "ics", "pause", "nps", "egt", "exclude", "setscore", "highlight"})


class CecpEngine(ExternalEngine):
    """An engine in force mode, except while it thinks."""

    DEFAULTS: ClassVar = {"ping": "0", "setboard": "0", "usermove": "0", "time": "1", "memory": "0"}

    def __init__(self, program: Program, profile: Profile, variant: Variant) -> None:
        super().__init__(program, profile, variant)
        self.features = dict(self.DEFAULTS)
        self._pings = 0
        self._shown = 0  # positions set up
        self._control = ""  # the time control it has been told last
        self._depth = 0
        self._analyzing = False
        self._by_position = profile.placement_only  # set up each position instead of making moves

    # --- the handshake --------------------------------------------------------------------------

    def hear_feature(self, line: str) -> bool:
        """Take in a `feature` line and answer it; True when the last one has come."""
        pairs = [(name, value.strip('"')) for name, value in _FEATURE.findall(line)]
        self.features.update(pairs)
        known = "rejected" if _REJECTED & dict(pairs).keys() else "accepted"
        self.program.send(*(f"{known} {name}" for name, _ in pairs))
        return self.features.get("done") == "1"

    async def begin(self) -> None:
        """Wait for all features, and see that the variant is among those it plays."""
        loop = asyncio.get_running_loop()
        patient = self.features.get("done") == "0"
        deadline = loop.time() + (LONG_PATIENCE if patient else PATIENCE)
        while self.features.get("done") != "1":
            try:
                line = await self._hear(deadline)
            except TimeoutError:
                break  # an engine of the first version
            if line.startswith("feature "):
                self.hear_feature(line)
        self.name = self.features.get("myname", self.name)
        self._theirs = self._their_name()

    def _their_name(self) -> str:
        """Its name of our variant; raises EngineFaultError if it has none."""
        ours = self.variant.name
        named = [self.profile.variants.get(ours, ours)]
        named += [alias for alias, name in ALIASES.items() if name == ours]
        if "variants" not in self.features:
            return STANDARD if STANDARD in named else named[0]
        listed = [_SIZE.sub("", name.strip()) for name in self.features["variants"].split(",")]
        for name in reversed(named):
            if name in listed:
                return name
        playable = ", ".join(listed)
        raise EngineFaultError("start", f"{self.name} does not play {ours} (it plays {playable})")

    # --- positions ------------------------------------------------------------------------------

    async def _set_up(self, position: Position) -> None:
        """Bring the engine, in force mode, to a position; raises EngineFaultError."""
        if self._busy:
            await self._settle()
        news = self._news(position)
        if news is None:
            self._begin_game(position)
            news = list(position.moves)
        if self._by_position:
            news = []
            self._send_position(position)
        for move in news:
            self._send_move(move)
        refusal = await self._sync()
        if refusal and not self._by_position and self.features["setboard"] == "1":
            self._by_position = True
            self._send_position(position)
            refusal = await self._sync()
        if refusal:
            self._known = None
            raise EngineFaultError("illegal", f"{self.name} refuses a legal move: {refusal!r}")
        self._known = (position.start_fen, position.moves)

    def _begin_game(self, position: Position) -> None:
        self._control, self._depth = "", 0
        self._by_position = self.profile.placement_only
        if self.features["memory"] == "1":
            self.program.send(f"memory {MEMORY}")
        self.program.send("new", *([f"variant {self._theirs}"] if self._theirs != STANDARD else []))
        self.program.send("easy", "post", "force")
        if position.start_fen != self.variant.start_fen and not self._by_position:
            if self.features["setboard"] != "1":
                raise EngineFaultError("start", f"{self.name} cannot be shown a position")
            self.program.send(f"setboard {position.start_fen}")

    def _send_position(self, position: Position) -> None:
        forgetting = self.profile.forgetting
        if forgetting:
            self.program.send(forgetting[self._shown % len(forgetting)])
        self._shown += 1
        self.program.send(f"setboard {self._shown_fen(position)}")

    def _shown_fen(self, position: Position) -> str:
        """A position as the program has to see it."""
        placement, *rest = position.fen().split()
        placement = disguise(placement, self.disguise)
        if self._is_turned(position):
            placement = turn_placement(placement)
        return placement if self.profile.placement_only else " ".join((placement, *rest))

    def _is_turned(self, position: Position) -> bool:
        return self.profile.placement_only and position.turn == "black"

    def _send_move(self, move: Move) -> None:
        text = format_xboard(self.variant, move)
        self.program.send(f"usermove {text}" if self.features["usermove"] == "1" else text)

    async def _sync(self, seconds: float = 10.0) -> str:
        """Wait until all that was sent has been read; the refusal that came, if one did."""
        if self.features["ping"] != "1":
            return ""
        self._pings += 1
        self.program.send(f"ping {self._pings}")
        deadline, refusal = asyncio.get_running_loop().time() + seconds, ""
        while True:
            try:
                line = await self._hear(deadline)
            except TimeoutError:
                raise self._hanging() from None
            if line.startswith("pong") and line.split()[-1] == str(self._pings):
                return refusal
            if line[1:].startswith("llegal move") or line.startswith("tellusererror"):
                refusal = refusal or line

    async def _settle(self) -> None:
        """After a search that was given up: let it end; its move, if one comes, counts nothing."""
        self._known, self._busy = None, False
        self.program.send("exit" if self._analyzing else "?", "force")
        if self.features["ping"] == "1":
            await self._sync()
        elif not self._analyzing:
            await self._skip_move()

    async def _skip_move(self) -> None:
        """Without `ping` the move itself tells that the search has ended."""
        deadline = asyncio.get_running_loop().time() + GRACE
        try:
            while not re.match(r"move [^,]*$", await self._hear(deadline)):
                pass
        except TimeoutError:
            raise self._hanging() from None

    # --- searches -------------------------------------------------------------------------------

    async def search(
        self,
        position: Position,
        limits: Limits,
        timing: Timing | None = None,
        on_info: Callable[[Info], object] | None = None,
    ) -> BestMove:
        """The engine's move; see ExternalEngine."""
        await self._set_up(position)
        if timing is None and limits.seconds is not None:
            timing = Timing.per_move(limits.seconds)
        self.offers_draw = False
        self._analyzing = timing is None and limits.depth is None
        self.program.send(*self._orders(limits, timing))
        self._busy = True
        best = await self._listen(position, limit_of(limits, timing), on_info)
        self._busy = False
        if best.move is not None and not self._analyzing:
            self.program.send("force")
        return best

    def _orders(self, limits: Limits, timing: Timing | None) -> Iterator[str]:
        """How long to think, then the command to do so."""
        if timing is not None:
            if timing.control != self._control:
                self._control = timing.control
                yield timing.control
            if self.features["time"] == "1":
                yield f"time {max(1, round(100 * timing.left))}"
                yield f"otim {max(1, round(100 * timing.other))}"
        if limits.depth is not None and limits.depth != self._depth:
            self._depth = limits.depth
            yield f"sd {limits.depth}"
        yield "analyze" if self._analyzing else "go"

    async def _listen(
        self, position: Position, seconds: float | None, on_info: Callable[[Info], object] | None
    ) -> BestMove:
        """Read until the move; an engine that is late is told once to move now."""
        loop = asyncio.get_running_loop()
        deadline = None if seconds is None else loop.time() + seconds
        info, legs, warned = None, "", False
        while True:
            try:
                line = await self._hear(deadline)
            except TimeoutError:
                if warned:
                    raise self._hanging(f" within {seconds:.1f} s", info) from None
                warned, deadline = True, loop.time() + GRACE
                self.program.send("?")
                continue
            except EngineFaultError as fault:
                fault.best = best_move(None, info)
                raise
            if line.startswith("move "):
                legs += line[5:].strip()
                if not legs.endswith(","):
                    return best_move(self._make(position, legs, self._parser(position)), info)
            elif self._analyzing and line == f"pong {self._pings}":
                return best_move(None, info)
            elif _RESULT.match(line):
                raise self._claim(line, position)
            elif "offer" in line and "draw" in line:
                self.offers_draw = True
            elif match := _THINKING.match(line):
                info = self._read_info(position, match) or info
                if info and on_info is not None:
                    on_info(info)

    def _parser(self, root: Position) -> Callable[[Position, str], Move]:
        """What reads the engine's moves, coordinates or SAN, in a search of `root`."""
        turned = self._is_turned(root)

        def parse(position: Position, text: str) -> Move:
            text = turn_move(self.variant, text) if turned else text
            try:
                return parse_xboard(position, text, forgiving=True)
            except InvalidMoveError:
                return position.parse(text)

        return parse

    def _read_info(self, position: Position, match: re.Match[str]) -> Info | None:
        """A line of thinking output, if its first move can be understood."""
        words = match[5].split("\t")[-1].split()
        pv = read_line(position, words, self._parser(position))
        if not pv:
            return None
        score = int(match[2])
        mate = (1 if score > 0 else -1) * (abs(score) - MATE) if abs(score) > MATE else None
        told = Score(score) if mate is None else Score(None, mate)
        return Info(int(match[1]), told, int(match[4]), int(match[3]) / 100, pv)

    def _claim(self, line: str, position: Position) -> EngineFaultError:
        """What it means that a result comes where a move should."""
        self._known, self._busy = None, False
        has_white = position.turn == "white" or self._is_turned(position)
        lost = "0-1" if has_white else "1-0"
        if line.startswith(("resign", lost)):
            return EngineFaultError("resign", f"{self.name} resigns")
        return EngineFaultError("illegal", f"{self.name} claims {line!r}, and the game is not over")

    def stop(self) -> None:
        """End the search under way."""
        if not self._busy:
            return
        if not self._analyzing:
            self.program.send("?")
            return
        self._pings += 1
        self.program.send("exit", f"ping {self._pings}")
