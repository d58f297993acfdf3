"""UCI: what a search may be limited to, and how it ends."""

import pytest
from makachess.core import Position
from makachess.core.engine import BestMove, ClockLimits, Info, Limits, Score
from makachess.core.protocols.protocol import Say, Think
from makachess.core.protocols.uci import info_line
from uci_talks import CHESS, found, said, searched, talking, thought


@pytest.mark.parametrize(
    ("line", "limits"),
    [
        ("go depth 7", Limits(depth=7, cores=2)),
        ("go nodes 5000", Limits(nodes=5000)),
        ("go infinite", Limits(cores=2)),
        ("go", Limits(cores=2)),
        ("go mate 2", Limits(depth=8, mate=2, cores=2)),
        ("go mate 2 depth 30", Limits(depth=30, mate=2, cores=2)),
        ("go movetime 2000", Limits(seconds=1.95, cores=2)),
        (
            "go wtime 9000 btime 8000 winc 100 binc 200 movestogo 7",
            Limits(clock=ClockLimits(9, 8, 0.1, 0.2, 7), cores=2),
        ),
        ("go btime 8000", Limits(cores=2)),  # White is to move
        ("go wtime -50", Limits(clock=ClockLimits(0.001, 0.001), cores=2)),
        ("go depth 0 nodes -3", Limits(depth=1, nodes=1)),
        (f"go nodes {5000 * '9'}", Limits(nodes=10**12)),
        ("go depth 007", Limits(depth=7, cores=2)),
    ],
)
def test_limits(line: str, limits: Limits):
    assert thought(talking(), line).limits == limits


def test_only_the_moves_named_are_searched():
    protocol = talking()
    job = thought(protocol, "go searchmoves e2e4 d2d4 depth 3 infinite")
    assert [str(move) for move in job.limits.root_moves] == ["e2e4", "d2d4"]
    protocol.finish(BestMove(None))
    protocol.receive("stop")
    for moves in ("a2a3", "h2h4 b1c3"):
        lines = searched(protocol, f"go depth 3 searchmoves {moves}")
        assert lines[-1].split()[1] in moves.split()


def test_of_moves_that_are_not_legal_none_is_played():
    first, last = said(talking().receive("go depth 3 searchmoves 0000"))
    assert first.startswith("info string go: searchmoves: '0000'")
    assert last == "bestmove 0000"


@pytest.mark.parametrize("words", ["depth", "depth x", "depth 3 x", "nodes ٣", "depth 1.5", "x"])
def test_what_go_does_not_know_is_told_and_left_out(words: str):
    [complaint, job] = talking().receive(f"go {words}")
    assert isinstance(complaint, Say)
    assert complaint.line.startswith("info string go: ")
    assert isinstance(job, Think)


def test_a_search_is_told_line_by_line_and_answered_once():
    lines = searched(talking("position startpos moves e2e4"), "go depth 4")
    depths = [f"info depth {depth}" for depth in range(1, 5)]
    assert [line.partition(" seldepth ")[0] for line in lines[:-1]] == depths
    words = lines[-2].split()
    assert lines[-1].split()[:2] == ["bestmove", words[words.index("pv") + 1]]


def test_the_items_of_a_line_stand_in_the_usual_order():
    move = Position(CHESS).parse("e4")
    info = Info(7, Score(-31), 5000, 0.5, (move,), 2, 12, 345)
    assert info_line(CHESS, info) == (
        "info depth 7 seldepth 12 multipv 2 score cp -31 nodes 5000 nps 10000 time 500"
        " hashfull 345 pv e2e4"
    )
    mated = Info(3, Score(None, -2), 1, 0.0, (move,))
    assert info_line(CHESS, mated) == (
        "info depth 3 seldepth 3 multipv 1 score mate -2 nodes 1 time 0 hashfull 0 pv e2e4"
    )


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ],
)
def test_without_a_legal_move_the_null_move_is_the_answer(fen: str, score: str):
    protocol = talking(f"position fen {fen}")
    assert said(protocol.receive("go depth 3")) == [f"info depth 0 score {score}", "bestmove 0000"]
    assert said(protocol.receive("go infinite")) == [f"info depth 0 score {score}"]
    assert said(protocol.receive("stop")) == ["bestmove 0000"]


def test_a_search_that_fails_is_answered_with_some_legal_move():
    protocol = talking("position startpos moves f2f3 e7e5 g2g4")
    thought(protocol, "go searchmoves d8h4")
    assert said(protocol.fail(MemoryError("no room"))) == [
        "info string error: MemoryError('no room')",
        "bestmove d8h4",
    ]


@pytest.mark.parametrize("line", ["go infinite", "go ponder wtime 1000 btime 1000", "go ponder"])
def test_what_has_ended_by_itself_is_answered_when_it_is_stopped(line: str):
    protocol = talking()
    job = thought(protocol, line)
    assert protocol.finish(found(job, "e2e4", "e7e5")) == []
    assert said(protocol.receive("isready")) == ["readyok"]
    assert said(protocol.receive("stop"))[-1] == "bestmove e2e4 ponder e7e5"
    assert protocol.receive("stop") == []


def test_a_ponderhit_starts_the_clock_and_a_held_answer_is_given():
    protocol = talking("position startpos moves e2e4 e7e5")
    job = thought(protocol, "go ponder wtime 60000 btime 60000")
    assert job.ponder is not None
    assert not job.ponder.is_hit
    assert protocol.receive("ponderhit") == []
    assert job.ponder.is_hit
    assert said(protocol.finish(found(job, "g1f3")))[-1] == "bestmove g1f3"
    job = thought(protocol, "go ponder depth 1")
    assert protocol.finish(found(job, "g1f3")) == []
    assert said(protocol.receive("ponderhit"))[-1] == "bestmove g1f3"


def test_of_an_analysis_a_ponderhit_is_no_end():
    protocol = talking()
    job = thought(protocol, "go ponder infinite")
    protocol.finish(found(job, "e2e4"))
    assert protocol.receive("ponderhit") == []
    assert said(protocol.receive("stop"))[-1] == "bestmove e2e4"
