"""XBoard's protocol: whole conversations, and what happens while the engine thinks."""

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.engine import LEVELS, BestMove, Engine, Info, Limits, Score, choose
from makachess.core.engine.timing import EngineClock, parse_level
from makachess.core.errors import MakachessError
from makachess.core.protocols.cecp import CecpProtocol
from makachess.core.protocols.protocol import Action, Purpose, Quit, Say, Stop, Think
from makachess.variants import load, names

DATA = Path(__file__).parent.parent.parent / "data" / "cecp.toml"
TRANSCRIPTS = {row["name"]: row["lines"] for row in tomllib.loads(DATA.read_text())["transcript"]}


def make_protocol(clock=lambda: 0.0) -> CecpProtocol:
    return CecpProtocol(load, names(), clock, "test")


class Desk:
    """Runs a protocol with an engine that answers before the next line is read."""

    def __init__(self) -> None:
        self.protocol = make_protocol()
        self.said: list[str] = []

    def type(self, line: str) -> list[str]:
        """What is said to one line."""
        self.said = []
        self._perform(self.protocol.receive(line))
        return self.said

    def _perform(self, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Say):
                self.said.append(action.line)
            elif isinstance(action, Think) and action.purpose is not Purpose.ANALYSIS:
                self._search(action)

    def _search(self, job: Think) -> None:
        engine = Engine(job.position.variant, hash_mb=1)
        if job.level < max(LEVELS):
            best = choose(engine, job.position, job.level, seed=1)
        else:
            limits = Limits(depth=job.limits.depth, nodes=job.limits.nodes and 50)
            best = engine.search(job.position, limits, self._report)
        self._perform(self.protocol.finish(best))

    def _report(self, info: Info) -> None:
        self._perform(self.protocol.report(info))


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcript(name):
    desk, heard, expected = Desk(), [], []
    for line in [*TRANSCRIPTS[name].strip().splitlines(), ">"]:
        sign, text = line[:1], line[2:]
        if sign == "<":
            expected.append(text)
            continue
        if expected[-1:] == ["..."]:
            expected[-1:] = heard[len(expected) - 1 :]
        assert len(heard) == len(expected), (heard, expected)
        for answer, pattern in zip(heard, expected, strict=True):
            assert fnmatchcase(answer, pattern.replace("[", "[[]")), (heard, expected)
        heard, expected = desk.type(text), []


def said(actions: list[Action]) -> list[str]:
    return [action.line for action in actions if isinstance(action, Say)]


def thinking(*lines: str) -> CecpProtocol:
    """A protocol whose engine thinks about an answer to 1.e4."""
    protocol = make_protocol()
    for line in ("new", *lines):
        protocol.receive(line)
    [job] = protocol.receive("usermove e2e4")
    assert isinstance(job, Think)
    assert job.purpose is Purpose.MOVE
    return protocol


def found(protocol: CecpProtocol, text: str = "e7e5") -> list[Action]:
    position = Position(load("chess"))
    position.push(position.parse("e2e4"))
    move = position.parse(text)
    return protocol.finish(BestMove(move, (Info(5, Score(10), 900, 0.1, (move,)),)))


def test_move_now_stops_the_search_and_plays_what_it_found():
    protocol = thinking()
    assert protocol.receive("?") == [Stop()]
    assert said(found(protocol)) == ["move e7e5"]


def test_a_ping_waits_for_the_move():
    protocol = thinking()
    assert protocol.receive("ping 5") == []
    assert said(found(protocol)) == ["move e7e5", "pong 5"]


@pytest.mark.parametrize(
    "line", ["force", "new", "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "exit"]
)
def test_what_changes_the_game_stops_the_search_and_drops_its_result(line):
    protocol = thinking()
    assert protocol.receive(line) == [Stop()]
    assert protocol.receive("ping 5") == []
    assert said(found(protocol)) == ["pong 5"]


def test_quit_is_not_kept_waiting():
    protocol = thinking()
    protocol.receive("ping 1")
    assert protocol.receive("quit") == [Stop(), Quit()]


@pytest.mark.parametrize(
    "line",
    ["post", "time 100", "easy", "draw", "level 40 5 0", "sd 3", "hint", "memory 8", "cores 2"],
)
def test_settings_do_not_disturb_the_search(line):
    protocol = thinking()
    assert protocol.receive(line) == []
    assert said(found(protocol))[-1] == "move e7e5"


@pytest.mark.parametrize(
    ("line", "answer"),
    [("bk", [" not in the book", ""]), ("egtpath x", ["Error (unknown command): egtpath x"])],
)
def test_what_changes_nothing_is_answered_while_the_search_goes_on(line, answer):
    protocol = thinking()
    assert said(protocol.receive(line)) == answer
    assert protocol.receive("") == []
    protocol.receive("ping 5")
    assert protocol.receive(line) == []
    assert said(found(protocol)) == ["move e7e5", "pong 5", *answer]


def test_a_move_sent_too_early_is_made_after_ours():
    protocol = thinking()
    assert protocol.receive("usermove g1f3") == []
    move, job = found(protocol)
    assert said([move]) == ["move e7e5"]
    assert isinstance(job, Think)
    assert [str(move) for move in job.position.moves] == ["e2e4", "e7e5", "g1f3"]


def test_several_legs_are_several_moves_with_commas():
    protocol = make_protocol()
    protocol.receive("variant macadamia")
    fen = "6k6/13/13/13/13/13/4p8/3p9/2L!10/13/13/13/6K6 w - - 0 1"
    protocol.receive(f"setboard {fen}")
    [job] = protocol.receive("go")
    assert isinstance(job, Think)
    double = next(m for m in job.position.legal_moves() if len(m.victims) == 2 and not m.promotion)
    assert said(protocol.finish(BestMove(double))) == ["move c5d6,", "move d6e7"]


def test_null_moves_lead_to_a_position_but_are_not_played():
    protocol = make_protocol()
    for line in ("force", "usermove e2e4", "usermove @@@@", "usermove d2d4"):
        assert said(protocol.receive(line)) == []
    [job] = protocol.receive("go")
    assert job.position.fen().endswith(" b KQkq d3 0 2")
    protocol = make_protocol()
    protocol.receive("new")
    assert said(protocol.receive("usermove @@@@"))[-1] == "Illegal move: @@@@"


def test_after_a_position_that_is_refused_nothing_is_played():
    protocol = make_protocol()
    assert said(protocol.receive("setboard 8/8/8/8/8/8/8/8 w - - 0 1"))[-1] == (
        "tellusererror Illegal position"
    )
    for command in ("go", "playother"):
        assert said(protocol.receive(command)) == [f"Error (illegal position): {command}"]
    assert said(protocol.receive("usermove e2e4"))[-1] == "Illegal move: e2e4"
    for command in ("analyze", "hint", "?", "exit"):
        assert said(protocol.receive(command)) == []


def analyzing() -> CecpProtocol:
    protocol = make_protocol()
    protocol.receive("post")
    [job] = protocol.receive("analyze")
    assert isinstance(job, Think)
    assert (job.purpose, job.limits) == (Purpose.ANALYSIS, Limits())
    return protocol


def test_analysis_follows_the_moves_and_makes_none():
    protocol = analyzing()
    assert protocol.receive("usermove e2e4") == [Stop()]
    [job] = protocol.finish(BestMove(Position(load("chess")).parse("d2d4")))
    assert isinstance(job, Think)
    assert job.position.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3")
    assert protocol.receive("undo") == [Stop()]
    [job] = protocol.finish(BestMove(None))
    assert isinstance(job, Think)
    assert job.position.ply == 0


def test_analysis_answers_at_once_and_goes_on():
    protocol = analyzing()
    move = Position(load("chess")).parse("e2e4")
    info = Info(7, Score(None, 3), 1234, 0.5, (move,))
    assert said(protocol.report(info)) == ["7 100003 50 1234 e2e4"]
    assert said(protocol.receive(".")) == ["stat01: 0 1234 7 20 20"]
    assert said(protocol.receive("hint")) == ["Hint: e2e4"]
    assert said(protocol.receive("ping 1")) == ["pong 1"]


def test_exit_ends_analysis():
    protocol = analyzing()
    assert protocol.receive("exit") == [Stop()]
    assert protocol.finish(BestMove(None)) == []


@pytest.mark.parametrize(
    ("line", "cores"),
    [("cores 3", 3), ("cores 0", 1), ("cores 999", 16), ("cores x", 2), ("cores", 2)],
)
def test_so_many_cores_search_as_the_interface_says(line: str, cores: int) -> None:
    protocol = CecpProtocol(load, names(), lambda: 0.0, cores=2)
    [*said, job] = protocol.receive(line) + protocol.receive("analyze")
    assert isinstance(job, Think)
    assert job.limits.cores == cores
    assert bool(said) is (cores == 2)  # what was refused changes nothing


def test_one_core_searches_where_nodes_are_counted() -> None:
    protocol = CecpProtocol(load, names(), lambda: 0.0, cores=4)
    protocol.receive("force")
    [hint] = protocol.receive("hint")
    assert isinstance(hint, Think)
    assert (hint.limits.cores, hint.purpose) == (1, Purpose.HINT)


@pytest.mark.parametrize(
    ("text", "moves", "base", "increment"),
    [
        ("40 5 0", 40, 300, 0),
        ("40 0:30 0", 40, 30, 0),
        ("0 2 12", 0, 120, 12),
        ("40 25+5 0", 40, 1500, 0),
        ("0 1:05 0.5 and more", 0, 65, 0.5),
    ],
)
def test_level(text, moves, base, increment):
    control = parse_level(text)
    assert (control.moves, control.base, control.increment) == (moves, base, increment)
    assert control.left == (base or None)


@pytest.mark.parametrize(
    "text", [f"{10**400} 5 0", "", "40", "40 5", "a b c", "40 x 0", "-1 5 0", "1 nan 0", "1 -5 0"]
)
def test_no_level(text):
    with pytest.raises(MakachessError):
        parse_level(text)


def test_time_for_a_move_is_kept_with_a_margin():
    assert EngineClock(per_move=10.0).budget(0) == pytest.approx(9.95)
    assert EngineClock(per_move=0.1).budget(0) == pytest.approx(0.09)
    assert EngineClock(per_move=1.0, left=0.5).budget(0) == pytest.approx(0.45)


def test_a_session_is_shared_among_its_moves():
    control = parse_level("40 1 0")
    assert control.budget(0) == pytest.approx(60 / 41 - 0.05)
    assert control.budget(39) == pytest.approx(30 - 0.05)
    control.spend(10.0, 39)
    assert control.left == 50
    control.spend(10.0, 40)
    assert control.left == 100
