"""The clock as programs are told of it, and how what they print is read."""

import asyncio
import shutil

import pytest
from external_programs import ask, fake
from hypothesis import example, given
from hypothesis import strategies as st
from makachess.core import Position
from makachess.core.engine import BestMove, ClockLimits, Info, Limits, Score
from makachess.core.notation.xboard import parse_xboard
from makachess.play.engines import EngineFaultError, FaultKind, ProgramEngine
from makachess.play.engines.cecp import CecpEngine
from makachess.play.engines.external import time_allowed
from makachess.play.engines.profiles import Profile
from makachess.play.engines.program import USUAL, Program
from makachess.play.engines.uci import UciEngine, read_info
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import PersonSeat, engine_seat
from makachess.play.session.session import GameUpdate, Session, at_once
from makachess.saves import Game
from makachess.variants import load

# --- clocks -------------------------------------------------------------------------------------


class Silent:
    """A program that writes down what it is sent."""

    name = "silent"
    patience = USUAL

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send(self, *lines: str) -> None:
        self.sent += lines


def orders(kind, *limits: Limits) -> list[list[str]]:
    """What an engine is told before each of some searches of Black."""
    found = kind(Silent(), Profile(), load("chess"))
    return [list(found._orders(each, "black")) for each in limits]


HOUR = ClockLimits(3600, 1800, 2, 2.5)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (ClockLimits(60, 90), 18.6),
        (ClockLimits(0.5, 9), 3.14),
        (ClockLimits(20, 20, moves_to_go=40), 6.5),
        (ClockLimits(5400, 5400, 30, 30), 1675),
    ],
)
def test_an_engine_is_told_to_move_before_its_flag_falls(clock, seconds):
    allowed = time_allowed(Limits(clock=clock), "white", 3.0)
    assert allowed == pytest.approx(seconds, rel=0.02)


def test_time_a_move_is_told_in_whole_seconds_and_on_the_clock():
    short, long = orders(CecpEngine, Limits(seconds=0.25), Limits(seconds=2.5))
    assert short == ["st 1", "time 25", "otim 25", "go"]
    assert long == ["st 3", "time 250", "otim 250", "go"]


def test_a_clock_is_told_to_xboards_engines_once_and_then_what_is_left():
    first, then = orders(
        CecpEngine, Limits(clock=HOUR), Limits(clock=ClockLimits(3000, 1700.5, 2, 2.5))
    )
    assert first == ["level 0 30:00 2.5", "time 180000", "otim 360000", "go"]
    assert then == ["time 170050", "otim 300000", "go"]


def test_a_session_of_moves_is_told_once():
    first, then = orders(
        CecpEngine,
        Limits(clock=ClockLimits(20, 20, moves_to_go=40)),
        Limits(clock=ClockLimits(19, 19, moves_to_go=39)),
    )
    assert first == ["level 40 0:20 0", "time 2000", "otim 2000", "go"]
    assert then == ["time 1900", "otim 1900", "go"]


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(clock=HOUR), "go wtime 3600000 btime 1800000 winc 2000 binc 2500"),
        (Limits(clock=ClockLimits(9, 8, moves_to_go=7)), "go wtime 9000 btime 8000 movestogo 7"),
        (Limits(seconds=0.5, depth=3), "go movetime 500 depth 3"),
        (Limits(nodes=7), "go nodes 7"),
        (Limits(multipv=3), "go infinite"),
    ],
)
def test_uci_engines_hear_both_clocks(limits, words):
    assert orders(UciEngine, limits) == [[words]]


# --- what engines say ---------------------------------------------------------------------------


def said(text: str) -> Info | None:
    return read_info(Position(load("chess")), text.split(), parse_xboard)


@pytest.mark.parametrize(
    "text",
    [
        "depth 4 score cp 31 nodes 77 time 30 pv e2e4 e7e5",
        "depth 4 nodes 77 time 30 pv e2e4 e7e5 score cp 31",
        "pv e2e4 e7e5 score cp 31 lowerbound depth 4 time 30 nodes 77",
        "score cp 31 wdl 1 2 3 pv e2e4 e7e5 hashfull 9 time 30 nodes 77 depth 4 string score cp 9",
    ],
)
def test_info_is_understood_in_any_order(text):
    info = said(text)
    assert (info.depth, info.score, info.nodes, info.seconds) == (4, Score(31), 77, 0.03)
    assert [str(move) for move in info.pv] == ["e2e4", "e7e5"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pv",
        "score",
        "score pv e2e4",
        "score cp pv e2e4",
        "score mate x pv e2e4",
        "score cp 1 pv",
        "score cp 1 pv nonsense",
        "depth score cp 1 pv e2e4",
        "score cp 1 multipv 0 pv e2e4",
        "score cp 1 nodes -5 pv e2e4",
        "score cp 1 nodes " + 5000 * "9" + " pv e2e4",
        "score cp " + 5000 * "9" + " pv e2e4",
        "score cp \u00b2 pv e2e4",
    ],
)
def test_info_that_makes_no_sense_is_passed_over(text):
    assert said(text) is None


@pytest.mark.parametrize(("text", "score"), [("cp 999999", 90_000), ("cp -999999", -90_000)])
def test_scores_are_cut_to_what_they_can_be(text, score):
    assert said(f"score {text} pv e2e4").score == Score(score)
    assert said("score mate 99999 pv e2e4").score == Score(None, 999)


WORDS = st.sampled_from(
    [
        *("info", "depth", "score", "cp", "mate", "pv", "multipv", "nodes", "time", "string"),
        *("e2e4", "e7e5", "Nf3", "O-O", "e8=Q", "move", "offer", "draw", "1-0", "bestmove"),
        *("-1", "0", "1", "99", "1e9", 30 * "9", "\u00b2", "\u0663", "\x00", "@", ",", "=", "["),
    ]
)


@given(st.lists(WORDS | st.text(max_size=9), max_size=20))
def test_whatever_a_uci_engine_says_is_no_exception(words):
    read_info(Position(load("chess")), words, parse_xboard)


class Talker(Program):
    """A program that says lines, and then falls silent for ever."""

    def __init__(self, lines: list[str]) -> None:
        self.name = "talker"
        self.patience = USUAL
        self._lines = asyncio.Queue()
        for line in (*lines, None):
            self._lines.put_nowait(line)

    def send(self, *lines: str) -> None:
        pass

    async def receive(self, seconds: float | None = None) -> str:
        line = await self._lines.get()
        if line is None:
            raise EngineFaultError(FaultKind.CRASH, "silence")
        return line


LINES = st.lists(st.lists(WORDS | st.text(max_size=9), max_size=9).map(" ".join), max_size=6)


@pytest.mark.parametrize("kind", [CecpEngine, UciEngine])
@given(lines=LINES)
@example(lines=["resign"])
def test_whatever_an_engine_says_ends_in_a_move_or_a_fault(kind, lines):
    async def listen() -> BestMove | None:
        found = kind(Talker(lines), Profile(), load("chess"))
        try:
            return await found._listen(Position(load("chess")), None)
        except EngineFaultError:
            return None

    best = asyncio.run(listen())
    assert best is None or best.resigns or best.move in Position(load("chess")).legal_moves()


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_an_engine_that_talks_rubbish_makes_its_move(protocol):
    best = await ask(fake(protocol, "rubbish"))
    assert str(best.move) == "a2a3"
    assert best.info.score == Score(17)


needs_hachu = pytest.mark.skipif(
    shutil.which("hachu", path="/usr/games:/usr/bin:/bin") is None, reason="needs HaChu"
)


@needs_hachu
async def test_hachu_moves_for_both_colours():
    position = Position(load("macadamia"))
    program = ProgramEngine(position.variant, "hachu")
    for _ in range(4):
        best = await program.search(position, Limits(seconds=0.1))
        assert best.move in position.legal_moves()
        position.push(best.move)
    await program.close()


@needs_hachu
async def test_hachu_is_told_the_moves_of_its_home_game(monkeypatch):
    """With a capture on the spot, a double capture and a pass of Lions among them."""
    position = Position(load("chu"))
    for move in (
        *("i5i6", "h9h8", "f3e5", "b10b11", "e5c7", "g10e8", "f4f5", "e8e6", "c7d8,d8c7"),
        *("e6d5,d5e6", "h4h5", "e9e8", "c7c7", "e6f5,f5g4"),
    ):
        position.push(position.parse(move))
    sent: list[str] = []
    send = Program.send
    monkeypatch.setattr(
        Program, "send", lambda self, *lines: sent.extend(lines) or send(self, *lines)
    )
    program = ProgramEngine(position.variant, "hachu")
    best = await program.search(position, Limits(seconds=0.1))
    await program.close()
    assert best.move in position.legal_moves()
    assert "usermove c7d8,d8c7" in sent
    assert not any(line.startswith("setboard") for line in sent)


async def test_what_the_opponent_has_to_say_is_shown_with_its_move():
    told: list[GameUpdate] = []
    game = Game(load("chess"))
    opponent = Opponent(1, fake("cecp", "dies"), "fake", seed=1)
    seats = {"white": engine_seat(game.variant, opponent), "black": PersonSeat()}
    session = Session(game, seats, commits=at_once(lambda: None, told.append))
    session.begin()
    while not game.moves:
        await asyncio.sleep(0.01)
    assert "no licence found" in told[-1].note
    await session.close()
