"""What engines say, as a target of the fuzzer: bytes of a program's output in both protocols."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache

from makachess.core import Position
from makachess.core.engine import Limits, StopToken
from makachess.play.engines import EngineFaultError, FaultKind
from makachess.play.engines.cecp import CecpEngine
from makachess.play.engines.program import LONGEST_LINE, LONGEST_NAME, Lines, Patience, Program
from makachess.play.engines.program_engine import agree
from makachess.play.engines.uci import UciEngine
from makachess.variants import load

GAMES = ("chess", "veteran", "macadamia", "devingt")
LIMITS = (Limits(), Limits(seconds=0.001), Limits(depth=3, multipv=2))
LONGEST_MESSAGE = 600
NEVER = Patience(0, 0, 0, 0, 0, 0, 0, 0, 0)


class Reciter(Program):
    """A program that says lines whatever it is told, and then ends."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.name = "reciter"
        self.patience = NEVER
        self._lines = list(lines)

    def send(self, *lines: str) -> None:
        for line in lines:
            assert "\n" not in line.encode().decode()

    async def receive(self, seconds: float | None = None) -> str:
        if not self._lines:
            raise EngineFaultError(FaultKind.CRASH, "it has ended")
        return self._lines.pop(0)

    def complaint(self) -> str:
        return ""

    async def close(self) -> None:
        pass


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def call_engine_output(data: bytes) -> str:
    """A handshake and a search; the first byte says in which game and how it is read."""
    first = data[0] if data else 0
    return _loop().run_until_complete(_converse(data[1:], first // 4))


async def _converse(data: bytes, choice: int) -> str:
    stream = asyncio.StreamReader(limit=LONGEST_LINE)
    stream.feed_data(data)
    stream.feed_eof()
    lines = Lines(stream)
    said: list[str] = []
    while line := await lines.next():
        said.append(line)
    program = Reciter(said)
    variant, limits = load(GAMES[choice % len(GAMES)]), LIMITS[choice // 4 % len(LIMITS)]
    kind = (None, CecpEngine, UciEngine)[choice // 12 % 3]
    position = Position(variant)
    try:
        if kind is None:
            engine = await agree(program, variant)
        else:
            engine = kind(program, variant)
            await engine.begin()
        best = await engine.search(position, limits, None, StopToken())
    except EngineFaultError as fault:
        message = str(fault)
        assert len(message) < LONGEST_MESSAGE
        assert message.isprintable()
        return f"{fault.kind} {fault.best is not None}"
    assert engine.name.isprintable()
    assert len(engine.name) <= LONGEST_NAME
    assert best.move is None or best.move in position.legal_moves()
    return f"{type(engine).__name__} {best.move is not None} {best.resigns} {best.offers_draw}"


def engine_output_samples() -> list[bytes]:
    """Conversations as they should be, and some that end otherwise."""
    return [
        b'\0feature ping=1 setboard=1 usermove=1 done=0 myname="Fake 1.0"\n'
        b'feature san=1 variants="normal,8x8+0_veteran,macadamia-shogi"\nfeature done=1\npong 1\n'
        b"3 17 7 99 e2e4 e7e5\n4. 100005 7 99\te2e4 e7e5\n# talk\noffer draw\nmove e2e4\n",
        b"\x30id name Fake\noption name MultiPV type spin default 1 min 1 max 9\nuciok\nreadyok\n"
        b"info depth 4 seldepth 5 multipv 1 score cp 13 nodes 77 time 30 pv e2e4 e7e5\n"
        b"info string hello\ninfo depth 4 score mate 2 pv e2e4\nbestmove e2e4 ponder e7e5\n",
        b'\4feature setboard=1 variants="normal,veteran" done=1\n1 2 3 4 Nf3\nmove Nf3\nresign\n',
        b"\x34feature done=1\n1-0 {White mates}\nIllegal move: e2e4\ntellusererror x\n",
        b'\x38feature variants="macadamia-shogi" done=1\nmove a4a5,\nmove a5a6\nmove @@@@\n',
        b"\0id name x\nuciok\nreadyok\nbestmove (none)\nbestmove 0000\nbestmove a7a8q\n",
    ]


def engine_output_words() -> list[bytes]:
    """Words of both protocols, and numbers beyond belief."""
    words = (
        b"feature ping myname variants done move bestmove info score cp mate pv depth nodes time"
    )
    more = b"multipv string pong readyok uciok id name option resign 0-1 1/2-1/2 offer draw Illegal"
    odd = [b"\n", b'="', b"9" * 5000, b"-1", b"\x1b[2J", b"e2e4 " * 200]
    return [*words.split(), *more.split(), *odd]
