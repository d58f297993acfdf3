"""Programs as engines: the handshake, positions, moves, and everything that can go wrong."""

import asyncio
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.core import Position
from makachess.core.engine import BestMove, ClockLimits, Info, Limits, Score, StopToken
from makachess.play.engines import EngineFaultError, FaultKind, ProgramEngine, make_player
from makachess.play.engines.external import opening
from makachess.play.engines.external.cecp import CecpEngine
from makachess.play.engines.external.opening import open_engine
from makachess.play.engines.external.patience import USUAL, Patience
from makachess.play.engines.external.profiles import Profile
from makachess.play.engines.external.program import Program
from makachess.play.engines.external.rotation import turn_move, turn_placement
from makachess.play.engines.external.uci import UciEngine, read_info
from makachess.play.session.seats import EngineSeat, PersonSeat
from makachess.play.session.session import Change, Session
from makachess.saves import Game
from makachess.variants import load

FAKE = Path(__file__).parent.parent / "fake_engine.py"
LIMITS = Limits(seconds=30)


def fake(protocol: str, habit: str = "none", *flag: object) -> str:
    return shlex.join([sys.executable, str(FAKE), protocol, habit, *map(str, flag)])


# For programs that will not answer however long one waits.
HURRIED = Patience(silence=0.1, answer=0.2, grace=0.1, farewell=0.1)


async def ask(
    command: str,
    *moves: str,
    variant: str = "chess",
    fen: str | None = None,
    patience: Patience = USUAL,
):
    """What a program plays after some moves."""
    position = Position(load(variant), fen)
    for move in moves:
        position.push(position.parse(move))
    found = await open_engine(command, position.variant, patience)
    try:
        return await found.search(position, LIMITS, None, StopToken())
    finally:
        await found.close()


# --- what goes well -----------------------------------------------------------------------------


async def test_cecp_engine_is_found_and_named():
    found = await open_engine(fake("cecp"), load("chess"))
    assert found.name == "Fake 1.0"
    await found.close()


async def test_uci_engine_is_found_and_named():
    found = await open_engine(fake("uci"), load("chess"))
    assert found.name == "Fake UCI"
    await found.close()


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_moves_are_told_and_answered(protocol):
    best = await ask(fake(protocol), "e2e4", "e7e5", "Nf3")
    assert str(best.move) == "a7a5"


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_positions_are_told(protocol):
    best = await ask(fake(protocol), "e1e2", fen="4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert str(best.move) == "e8d7"


async def test_thinking_is_understood():
    best = await ask(fake("cecp"))
    assert best.info is not None
    assert (best.info.depth, best.info.score, best.info.nodes) == (3, Score(None, 5), 99)
    assert [str(move) for move in best.info.pv] == ["a2a3", "e7e5"]


async def test_uci_thinking_is_understood():
    best = await ask(fake("uci"))
    assert best.info is not None
    assert (best.info.depth, best.info.score, best.info.seconds) == (4, Score(None, 2), 0.03)


async def test_a_game_goes_on_and_is_taken_back():
    position = Position(load("veteran"))
    found = await open_engine(fake("cecp"), position.variant)
    for _ in range(4):
        best = await found.search(position, LIMITS, None, StopToken())
        assert best.move in position.legal_moves()
        position.push(best.move)
    first = position.pop(), position.pop()
    again = await found.search(position, LIMITS, None, StopToken())
    assert again.move == first[1]
    await found.close()


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
@pytest.mark.parametrize(("habit", "limits"), [("none", Limits()), ("slow", LIMITS)])
async def test_analysis_and_a_move_end_when_they_are_stopped(protocol, habit, limits):
    found = await open_engine(fake(protocol, habit), load("chess"))
    stop = StopToken()
    best = await found.search(Position(load("chess")), limits, lambda _: stop.stop(), stop)
    assert str(best.move) == "a2a3"
    await found.close()


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_a_search_that_was_given_up_does_not_disturb_the_next_one(protocol):
    found = await open_engine(fake(protocol, "slow"), load("chess"))
    position, seen = Position(load("chess")), asyncio.Event()
    task = asyncio.create_task(found.search(position, LIMITS, lambda _: seen.set(), StopToken()))
    await seen.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    position.push(position.parse("e2e4"))
    stop = StopToken()
    again = await found.search(position, LIMITS, lambda _: stop.stop(), stop)
    assert str(again.move) == "a7a5"
    await found.close()


async def test_an_analysis_without_ping_ends_with_what_has_been_told():
    found = await open_engine(fake("cecp", "pingless"), load("chess"))
    stop = StopToken()
    best = await found.search(Position(load("chess")), Limits(), lambda _: stop.stop(), stop)
    assert str(best.move) == "a2a3"
    await found.close()


async def test_an_engine_that_refuses_moves_is_shown_positions():
    best = await ask(fake("cecp", "refuse"), "e2e4")
    assert str(best.move) == "a7a5"


# --- what goes wrong ----------------------------------------------------------------------------


async def fault(
    command: str, variant: str = "chess", patience: Patience = USUAL
) -> EngineFaultError:
    with pytest.raises(EngineFaultError) as caught:
        await ask(command, variant=variant, patience=patience)
    return caught.value


async def test_no_such_program():
    found = await fault("no-such-engine-anywhere --fast")
    assert (found.kind, str(found)) == (
        FaultKind.START,
        "'no-such-engine-anywhere': no such program",
    )


@pytest.mark.parametrize("command", ["", "'unclosed"])
async def test_no_command(command):
    assert (await fault(command)).kind is FaultKind.START


async def test_a_program_that_dies_says_why():
    found = await fault(fake("cecp", "dies"))
    assert found.kind is FaultKind.CRASH
    assert "has ended (exit status 1): no licence found" in str(found)


async def test_a_program_that_is_no_engine():
    found = await fault("cat", patience=HURRIED)
    assert found.kind is FaultKind.START
    assert "neither XBoard's protocol nor UCI" in str(found)


async def test_a_variant_the_engine_does_not_play():
    found = await fault(fake("cecp"), "decimaka")
    assert found.kind is FaultKind.START
    assert str(found) == (
        "Fake 1.0 does not play decimaka (it plays normal, veteran, macadamia-shogi)"
    )
    assert "only chess" in str(await fault(fake("uci"), "veteran"))


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_crash(protocol):
    found = await fault(fake(protocol, "crash"))
    assert found.kind is FaultKind.CRASH
    assert str(found).endswith("has ended (exit status 1): out of cheese")


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_illegal_move(protocol):
    found = await fault(fake(protocol, "illegal"))
    assert found.kind is FaultKind.ILLEGAL
    assert "plays 'a1a1'" in str(found)


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_hanging(protocol):
    position = Position(load("chess"))
    found = await open_engine(fake(protocol, "hang"), position.variant, Patience(grace=0.1))
    with pytest.raises(EngineFaultError) as caught:
        await found.search(position, Limits(seconds=0.1), None, StopToken())
    assert caught.value.kind is FaultKind.HANG
    await found.close()


async def test_resigning_is_an_answer_and_no_fault():
    program = ProgramEngine(load("chess"), fake("cecp", "resign"))
    best = await program.search(Position(load("chess")), LIMITS)
    assert best == BestMove(None, resigns=True)
    assert (program.faults, program.notice) == ([], "")
    await program.close()


# --- the watchdog -------------------------------------------------------------------------------


async def test_a_crashed_engine_is_started_again(tmp_path):
    position = Position(load("chess"))
    program = ProgramEngine(position.variant, fake("cecp", "crash", tmp_path / "flag"))
    # The first two processes find no flag file: it is made by the first one.
    best = await program.search(position, LIMITS)
    assert str(best.move) == "a2a3"
    assert [found.kind for found in program.faults] == [FaultKind.CRASH]
    await program.close()


async def test_what_an_engine_told_before_it_crashed_is_its_move():
    program = ProgramEngine(load("chess"), fake("cecp", "tells"))
    best = await program.search(Position(load("chess")), LIMITS)
    assert str(best.move) == "a2a3"
    assert [found.kind for found in program.faults] == [FaultKind.CRASH]
    await program.close()


async def test_an_engine_that_goes_on_crashing_is_given_up():
    program = ProgramEngine(load("chess"), fake("cecp", "illegal"))
    with pytest.raises(EngineFaultError):
        await program.search(Position(load("chess")), LIMITS)
    assert [found.kind for found in program.faults] == [FaultKind.ILLEGAL, FaultKind.ILLEGAL]
    await program.close()


# --- peculiarities ------------------------------------------------------------------------------


async def test_a_program_that_only_knows_white_is_shown_the_board_from_blacks_side(monkeypatch):
    """The fake engine gets what HaChu needs, and must answer for Black all the same."""
    profile = Profile("cecp", placement_only=True, forgetting=("memory 1", "memory 2"))
    monkeypatch.setattr(opening, "profile_of", lambda name: profile)
    best = await ask(fake("cecp"), "a4a5", variant="macadamia")
    assert best.move is not None
    assert str(best.move) in {str(move) for move in _after("a4a5").legal_moves()}


def _after(move: str) -> Position:
    position = Position(load("macadamia"))
    position.push(position.parse(move))
    return position


class Shy(ProgramEngine):
    """A watchdog whose engine crashes at the sight of Queens, as its profile knows."""

    def __init__(self, *disguises: dict[str, str]) -> None:
        super().__init__(load("chess"), fake("cecp", "shy"))
        self.profile = Profile("cecp", placement_only=True, disguises=disguises)


async def test_men_are_disguised_where_an_engine_cannot_bear_their_sight(monkeypatch):
    program = Shy({"R": "N"}, {"Q": "B"})
    monkeypatch.setattr(opening, "profile_of", lambda name: program.profile)
    best = await program.search(Position(load("chess")), LIMITS)
    assert str(best.move) == "a2a3"
    assert [found.kind for found in program.faults] == [FaultKind.CRASH, FaultKind.CRASH]
    await program.close()


async def test_a_move_that_only_a_disguise_makes_illegal_is_not_the_engines_fault(monkeypatch):
    program = Shy({"Q": "R", "P": "N"}, {"Q": "R"})
    monkeypatch.setattr(opening, "profile_of", lambda name: program.profile)
    position = Position(load("chess"), "4k3/8/8/8/8/8/P7/Q3K3 w - - 0 1")
    best = await program.search(position, LIMITS)
    assert best.move in position.legal_moves()
    assert [found.kind for found in program.faults] == [FaultKind.CRASH]
    await program.close()


def test_turning_the_array_gives_the_array():
    array = load("macadamia").array
    assert turn_placement(array) == array


def test_turning_twice_changes_nothing():
    text = "+p'12/10r!2/13"
    assert turn_placement(turn_placement(text)) == text
    assert turn_placement(text) == "13/2R!10/12+P'"


def test_moves_are_turned_square_by_square():
    assert turn_move(load("macadamia"), "a1m13,m13c2+") == "m13a1,a1k12+"
    assert turn_move(load("decimaka"), "a0b9") == "j9i0"


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
    return read_info(Position(load("chess")), text.split())


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
    read_info(Position(load("chess")), words)


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
def test_whatever_an_engine_says_ends_in_a_move_or_a_fault(kind, lines):
    async def listen() -> BestMove | None:
        found = kind(Talker(lines), Profile(), load("chess"))
        try:
            return await found._listen(Position(load("chess")), None)
        except EngineFaultError:
            return None

    best = asyncio.run(listen())
    assert best is None or best.move in Position(load("chess")).legal_moves()


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_an_engine_that_talks_rubbish_makes_its_move(protocol):
    best = await ask(fake(protocol, "rubbish"))
    assert str(best.move) == "a2a3"
    assert best.info.score == Score(17)


@pytest.mark.skipif(
    shutil.which("hachu", path="/usr/games:/usr/bin:/bin") is None, reason="needs HaChu"
)
async def test_hachu_moves_for_both_colours():
    position = Position(load("macadamia"))
    program = ProgramEngine(position.variant, "hachu")
    for _ in range(4):
        best = await program.search(position, Limits(seconds=0.1))
        assert best.move in position.legal_moves()
        position.push(best.move)
    await program.close()


async def test_what_the_opponent_has_to_say_is_shown_with_its_move():
    told: list[Change] = []
    game = Game(load("chess"))
    player = make_player(game.variant, 1, 1, fake("cecp", "dies"))
    seats = {"white": EngineSeat(player, "fake"), "black": PersonSeat()}
    session = Session(game, seats, save=lambda: None, tell=told.append)
    session.begin()
    while not game.moves:
        await asyncio.sleep(0.01)
    assert "no licence found" in told[-1].note
    await session.close()
