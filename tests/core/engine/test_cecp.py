"""XBoard's protocol: whole conversations, thinking, pondering, analysis, clocks, the book."""

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.engine import LEVELS, BestMove, Engine, Info, Limits, Score, choose
from makachess.core.engine.book import NO_BOOK
from makachess.core.engine.timing import ClockLimits, EngineClock, parse_level
from makachess.core.errors import MakachessError
from makachess.core.protocols.cecp import CecpProtocol
from makachess.core.protocols.protocol import (
    MOST_LINES,
    Action,
    Purpose,
    Quit,
    Say,
    Stop,
    Think,
)
from makachess.variants import load, names
from opening_books import book_of
from uci_talks import found, said

DATA = Path(__file__).parent.parent.parent / "data" / "cecp.toml"
TRANSCRIPTS = {row["name"]: row["lines"] for row in tomllib.loads(DATA.read_text())["transcript"]}
CHESS, DEVINGT = load("chess"), load("devingt")
BOOKS = {
    CHESS: book_of(CHESS, "e4 e5 Nf3 Nc6", "d4 d5", weights=(3, 1)),
    DEVINGT: book_of(DEVINGT, "b3,e4"),
}


def talking(*lines: str, books=None) -> CecpProtocol:
    """A protocol after some lines."""
    books = books or {}
    protocol = CecpProtocol(
        load, names(), lambda: 0.0, "test", lambda variant: books.get(variant, NO_BOOK)
    )
    for line in lines:
        protocol.receive(line)
    return protocol


def test_xboard_is_offered_no_game_whose_name_is_a_part_of_another():
    games = ("chess", "dai-shogi", "mighty-lion", "grand", "dai-dai-shogi")
    protocol = CecpProtocol(load, games, lambda: 0.0)
    # `xboard -variant dai` looks for it before there is another list.
    assert any(",dai," in line for line in said(protocol.receive("protover 2")))
    [shown] = said(protocol.receive("accepted highlight"))
    assert shown == 'feature variants="normal,lion,dai,mighty-lion"'
    for name, array in (("lion", "mighty-lion"), ("dai", "dai-shogi")):
        setup, *_ = said(protocol.receive(f"variant {name}"))
        assert setup.endswith(load(array).start_fen)


class Desk:
    """Runs a protocol with an engine that answers before the next line is read."""

    def __init__(self) -> None:
        self.protocol = talking()
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


def thinking() -> tuple[CecpProtocol, Think]:
    """A protocol whose engine thinks about an answer to 1.e4."""
    protocol = talking("new")
    [job] = protocol.receive("usermove e2e4")
    assert isinstance(job, Think)
    assert job.purpose is Purpose.MOVE
    return protocol, job


def test_move_now_stops_the_search_and_plays_what_it_found():
    protocol, job = thinking()
    assert protocol.receive("?") == [Stop()]
    assert said(protocol.finish(found(job, "e7e5"))) == ["move e7e5"]


def test_a_ping_waits_for_the_move():
    protocol, job = thinking()
    assert protocol.receive("ping 5") == []
    assert said(protocol.finish(found(job, "e7e5"))) == ["move e7e5", "pong 5"]


@pytest.mark.parametrize(
    "line", ["force", "new", "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "exit"]
)
def test_what_changes_the_game_stops_the_search_and_drops_its_result(line):
    protocol, job = thinking()
    assert protocol.receive(line) == [Stop()]
    assert protocol.receive("ping 5") == []
    assert said(protocol.finish(found(job, "e7e5"))) == ["pong 5"]


def test_quit_is_not_kept_waiting():
    protocol, _ = thinking()
    protocol.receive("ping 1")
    assert protocol.receive("quit") == [Stop(), Quit()]


@pytest.mark.parametrize(
    "line",
    ["post", "time 100", "easy", "draw", "level 40 5 0", "sd 3", "hint", "memory 8", "cores 2"],
)
def test_settings_do_not_disturb_the_search(line):
    protocol, job = thinking()
    assert protocol.receive(line) == []
    assert said(protocol.finish(found(job, "e7e5")))[-1] == "move e7e5"


@pytest.mark.parametrize(
    ("line", "answer"),
    [("bk", [" not in the book", ""]), ("egtpath x", ["Error (unknown command): egtpath x"])],
)
def test_what_changes_nothing_is_answered_while_the_search_goes_on(line, answer):
    protocol, job = thinking()
    assert said(protocol.receive(line)) == answer
    assert protocol.receive("") == []
    protocol.receive("ping 5")
    assert protocol.receive(line) == []
    assert said(protocol.finish(found(job, "e7e5"))) == ["move e7e5", "pong 5", *answer]


def test_a_move_sent_too_early_is_made_after_ours():
    protocol, job = thinking()
    assert protocol.receive("usermove g1f3") == []
    move, job = protocol.finish(found(job, "e7e5"))
    assert said([move]) == ["move e7e5"]
    assert isinstance(job, Think)
    assert [str(move) for move in job.position.moves] == ["e2e4", "e7e5", "g1f3"]


def test_several_legs_are_several_moves_with_commas():
    protocol = talking()
    protocol.receive("variant macadamia")
    fen = "6k6/13/13/13/13/13/4p8/3p9/2L!10/13/13/13/6K6 w - - 0 1"
    protocol.receive(f"setboard {fen}")
    [job] = protocol.receive("go")
    assert isinstance(job, Think)
    double = next(m for m in job.position.legal_moves() if len(m.victims) == 2 and not m.promotion)
    assert said(protocol.finish(BestMove(double))) == ["move c5d6,", "move d6e7"]


def test_null_moves_lead_to_a_position_but_are_not_played():
    protocol = talking()
    for line in ("force", "usermove e2e4", "usermove @@@@", "usermove d2d4"):
        assert said(protocol.receive(line)) == []
    [job] = protocol.receive("go")
    assert job.position.fen().endswith(" b KQkq d3 0 2")
    protocol = talking()
    protocol.receive("new")
    assert said(protocol.receive("usermove @@@@"))[-1] == "Illegal move: @@@@"


def test_after_a_position_that_is_refused_nothing_is_played():
    protocol = talking()
    assert said(protocol.receive("setboard 8/8/8/8/8/8/8/8 w - - 0 1"))[-1] == (
        "tellusererror Illegal position"
    )
    for command in ("go", "playother"):
        assert said(protocol.receive(command)) == [f"Error (illegal position): {command}"]
    assert said(protocol.receive("usermove e2e4"))[-1] == "Illegal move: e2e4"
    for command in ("analyze", "hint", "?", "exit"):
        assert said(protocol.receive(command)) == []


def analyzing() -> CecpProtocol:
    protocol = talking()
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
    assert EngineClock(per_move=10.0).seconds() == pytest.approx(9.95)
    assert EngineClock(per_move=0.1).seconds() == pytest.approx(0.09)
    assert EngineClock(per_move=1.0, left=0.5).seconds() == pytest.approx(0.45)


def test_a_session_is_shared_among_its_moves():
    control = parse_level("40 1 0")
    assert control.limits(0) == ClockLimits(60, 60, moves_to_go=40)
    assert control.limits(39) == ClockLimits(60, 60, moves_to_go=1)
    control.spend(10.0, 39)
    assert control.left == 50
    control.spend(10.0, 40)
    assert control.left == 100


def pondering(*lines: str) -> tuple[CecpProtocol, Think]:
    """After 1.e4 e5 it expects 2.Nf3."""
    protocol = talking("new", "hard", *lines)
    [job] = protocol.receive("usermove e2e4")
    assert isinstance(job, Think)
    move, thought = protocol.finish(found(job, "e7e5", "g1f3", "b8c6"))
    assert move == Say("move e7e5")
    assert isinstance(thought, Think)
    return protocol, thought


def test_it_thinks_about_the_reply_that_it_expects():
    _, job = pondering("level 40 5 0")
    assert job.purpose is Purpose.PONDER
    assert [str(move) for move in job.position.moves] == ["e2e4", "e7e5", "g1f3"]
    assert job.limits.clock is not None
    assert job.ponder is not None
    assert not job.ponder.is_hit


def test_when_that_is_played_the_search_goes_on_in_its_own_time():
    protocol, job = pondering("level 40 5 0")
    assert protocol.receive("time 29000") == []
    assert protocol.receive("otim 29000") == []
    assert protocol.receive("usermove g1f3") == []
    assert job.ponder is not None
    assert job.ponder.is_hit
    assert protocol.receive("?") == [Stop()]
    lines = protocol.finish(found(job, "b8c6"))
    assert said(lines) == ["move b8c6"]


def test_what_was_found_before_is_played_at_once():
    protocol, job = pondering()
    assert protocol.finish(found(job, "b8c6", "f1b5")) == []
    assert said(protocol.receive("ping 3")) == ["pong 3"]
    move, again = protocol.receive("g1f3")
    assert move == Say("move b8c6")
    assert isinstance(again, Think)
    assert str(again.position.moves[-1]) == "f1b5"


@pytest.mark.parametrize("ended", [False, True])
def test_another_move_is_thought_about_anew(ended: bool):
    protocol, job = pondering()
    if ended:
        protocol.finish(found(job, "b8c6"))
        [again] = protocol.receive("usermove d2d4")
    else:
        assert protocol.receive("usermove d2d4") == [Stop()]
        [again] = protocol.finish(found(job, "b8c6"))
    assert isinstance(again, Think)
    assert again.purpose is Purpose.MOVE
    assert [str(move) for move in again.position.moves] == ["e2e4", "e7e5", "d2d4"]


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("line", ["easy", "force", "undo", "new", "result 1-0 {x}", "memory 9"])
def test_what_ends_the_pondering_leaves_nothing_of_it(line: str, ended: bool):
    protocol, job = pondering()
    if ended:
        protocol.finish(found(job, "b8c6"))
        assert protocol.receive(line) == []
    else:
        assert protocol.receive(line) == [Stop()]
        assert protocol.finish(found(job, "b8c6")) == []
    assert said(protocol.receive("ping 1")) == ["pong 1"]


def test_an_illegal_move_ends_it_too():
    protocol, job = pondering()
    assert protocol.receive("usermove e1e3") == [Stop()]
    lines = said(protocol.finish(found(job, "b8c6")))
    assert lines[-1] == "Illegal move: e1e3"


@pytest.mark.parametrize("line", ["easy", "option Level=9"])
def test_it_does_not_ponder_where_that_is_not_wanted_or_of_no_use(line: str):
    protocol = talking("new", "hard", line)
    [job] = protocol.receive("usermove e2e4")
    assert isinstance(job, Think)
    assert said(protocol.finish(found(job, "e7e5", "g1f3"))) == ["move e7e5"]


def test_analysis_looks_for_as_many_lines_as_wanted_and_play_for_one():
    protocol = talking("new", "force", "option MultiPV=3")
    [job] = protocol.receive("analyze")
    assert isinstance(job, Think)
    assert job.limits.multipv == 3
    assert protocol.receive("option MultiPV=2") == [Stop()]
    [job] = protocol.finish(BestMove(None))
    assert isinstance(job, Think)
    assert job.limits.multipv == 2
    protocol.receive("exit")
    protocol.finish(BestMove(None))
    [job] = protocol.receive("go")
    assert isinstance(job, Think)
    assert job.limits.multipv == 1


@pytest.mark.parametrize("value", ["0", str(MOST_LINES + 1), "x", ""])
def test_so_many_lines_are_refused(value: str):
    line = f"option MultiPV={value}"
    assert said(talking().receive(line)) == [f"Error (unknown option): {line}"]


def booked(*lines: str) -> CecpProtocol:
    """The same, with books of two games."""
    return talking(*lines, books=BOOKS)


def test_a_move_of_the_book_is_played_without_a_search():
    protocol = booked("new")
    assert said(protocol.receive("usermove e2e4")) == ["move e7e5"]
    assert said(protocol.receive("usermove g1f3")) == ["move b8c6"]
    [job] = protocol.receive("usermove f1b5")
    assert isinstance(job, Think)
    assert len(job.position.moves) == 5


def test_a_compound_first_move_is_several_lines():
    protocol = booked("variant devingt", "post")
    lines = said(protocol.receive("go"))
    assert lines == [
        "0 0 0 0 (book) b1b2,e1e3",
        "move b1b2,",
        "move e1e3",
    ]  # as XBoard counts ranks


def test_what_comes_next_in_the_same_breath_is_answered_after_the_move():
    protocol = booked("new", "force", "usermove e2e4")
    assert said([*protocol.receive("go"), *protocol.receive("ping 1")]) == ["move e7e5", "pong 1"]
    protocol = booked("new", "force", "usermove a2a3")
    [job] = protocol.receive("go")
    assert isinstance(job, Think)
    assert protocol.receive("usermove e2e4") == []  # waits


@pytest.mark.parametrize("line", ["analyze", "hint"])
def test_analysis_and_hints_search(line):
    jobs = [action for action in booked("new", "force").receive(line) if action != Stop()]
    assert [job.purpose for job in jobs] == [Purpose[{"analyze": "ANALYSIS"}.get(line, "HINT")]]


def test_the_book_is_switched_off_and_on():
    protocol = booked("new", "option OwnBook=0")
    [job] = protocol.receive("usermove e2e4")
    assert isinstance(job, Think)
    protocol.receive("?")
    position = Position(CHESS)
    position.push(position.parse("e4"))
    protocol.finish(BestMove(position.parse("e5")))
    protocol.receive("option OwnBook=1")
    assert said(protocol.receive("usermove g1f3")) == ["move b8c6"]


def test_the_moves_of_the_book_are_listed():
    protocol = booked("new", "force")
    assert said(protocol.receive("bk")) == [" e2e4  75 %", " d2d4  25 %", ""]
    protocol.receive("usermove a2a3")
    assert said(protocol.receive("bk")) == [" not in the book", ""]
