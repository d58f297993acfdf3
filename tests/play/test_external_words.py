"""The clock as programs are told of it, and how what they print is read."""

import shutil

import pytest
from makachess.core import Position
from makachess.core.engine import ClockLimits, Info, Limits, Score
from makachess.core.notation.xboard import parse_xboard
from makachess.play.engines import ProgramEngine
from makachess.play.engines.cecp import CecpEngine
from makachess.play.engines.external import time_allowed
from makachess.play.engines.program import USUAL, Program, enumerated
from makachess.play.engines.uci import UciEngine, read_info
from makachess.variants import load


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
    found = kind(Silent(), load("chess"))
    return [list(found._orders(each, "black")) for each in limits]


def test_names_in_a_message_are_whole():
    assert enumerated(["normal", "veteran"]) == "normal, veteran"
    many = enumerated([f"variant-{n}" for n in range(100)])
    assert many.endswith("variant-24 and 75 more")
    assert len(many) < 330


HOUR = ClockLimits(3600, 1800, 2, 2.5)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (ClockLimits(60, 90), 18.6),
        (ClockLimits(0.5, 9), 3.03),
        (ClockLimits(20, 20, moves_to_go=40), 6.8),
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
