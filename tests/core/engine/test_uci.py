"""UCI: how a conversation begins, positions, limits of a search and its end, options, bad input."""

import pytest
from makachess.core import Position
from makachess.core.engine import LEVELS, BestMove, ClockLimits, Info, Limits, Score
from makachess.core.protocols.protocol import Quit, Say, Stop, Think
from makachess.core.protocols.uci import LONGEST_LINE, info_line
from makachess.variants import load, names
from uci_talks import CHESS, fen_after, found, said, searched, talking, thought


def test_it_introduces_itself_with_its_options():
    lines = said(talking().receive("uci"))
    assert lines[:2] == ["id name test", "id author the makachess authors"]
    assert lines[-1] == "uciok"
    assert [line.split(" type ")[0] for line in lines[2:-1]] == [
        f"option name {name}"
        for name in (
            *("UCI_Variant", "Rules", "Hash", "Clear Hash", "Threads", "MultiPV", "Ponder"),
            *("Skill Level", "OwnBook", "Move Overhead"),
        )
    ]
    variants = " ".join(f"var {name}" for name in names())
    assert f"option name UCI_Variant type combo default chess {variants}" in lines
    assert "option name Threads type spin default 2 min 1 max 16" in lines
    assert not any("Chess960" in line for line in lines)


def test_nothing_is_said_to_blank_lines_and_to_what_needs_no_answer():
    protocol = talking()
    for line in ("", "  \t ", "debug on", "register later", "ucinewgame", "stop", "ponderhit"):
        assert protocol.receive(line) == []


def test_a_game_is_told_move_by_move_and_taken_back():
    protocol = talking()
    for moves in ("e2e4", "e2e4 e7e5 g1f3", "e2e4 c7c5", "", "e2e4 c7c5 g1f3 d7d6"):
        position = Position(CHESS)
        for text in moves.split():
            position.push(position.parse(text))
        assert protocol.receive(f"position startpos moves {moves}") == []
        assert fen_after(protocol) == position.fen()


def test_castling_and_promotion_have_the_standard_spelling_in_chess():
    fen = "r3k3/6P1/8/8/8/8/8/4K2R w Kq - 0 1"
    protocol = talking(f"position fen {fen} moves e1g1 e8c8 g7g8n")
    job = thought(protocol, "go nodes 5")
    assert [str(move) for move in job.position.moves] == ["e1g1", "e8c8", "g7g8=N"]
    protocol.finish(found(job, "d8g8"))
    assert protocol.receive(f"position fen {fen}") == []
    job = thought(protocol, "go depth 3")
    [*_, line] = said(protocol.finish(found(job, "g7g8=Q", "e8e7")))
    assert line == "bestmove g7g8q ponder e8e7"


@pytest.mark.parametrize(
    "line",
    [
        "position",
        "position fen",
        "position endpos",
        "position startpos e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8 w KQkq - 0 1",
        "position startpos moves e2e5",
        "position startpos moves d2d4 d7d5 c1f4 e8e5",
        "position startpos moves f2f3 e7e5 d2d4 d8h4 0000",
        "position startpos moves e2e4 \0",
        f"position fen {'1' * 5000}",
    ],
)
def test_after_a_position_that_is_refused_there_is_none(line: str):
    protocol = talking("position startpos moves d2d4 d7d5")
    before = thought(protocol, "go depth 1")
    protocol.finish(found(before, "c2c4"))
    [answer] = said(protocol.receive(line))
    assert answer.startswith("info string position: ")
    assert len(answer) < 400
    reason = answer.removeprefix("info string position: ")
    refused = f"info string go: the position was refused: {reason}"
    for go in ("go", "go depth 1", "go movetime 10 searchmoves e2e4"):
        assert said(protocol.receive(go)) == [refused, "bestmove 0000"]
    assert said(protocol.receive("go infinite")) == [refused]
    assert said(protocol.receive("stop")) == ["bestmove 0000"]
    assert protocol.receive("position startpos moves d2d4 d7d5 c2c4") == []
    assert [str(move) for move in thought(protocol, "go").position.moves] == [
        "d2d4",
        "d7d5",
        "c2c4",
    ]


def test_null_moves_lead_to_a_position():
    protocol = talking("position startpos moves e2e4 0000 d2d4")
    job = thought(protocol, "go")
    assert job.position.fen().endswith(" b KQkq d3 0 2")
    assert job.position.moves[1].is_null
    protocol.finish(found(job, "e7e5"))
    assert protocol.receive("position startpos moves e2e4 0000 0000 e7e5") == []
    assert fen_after(protocol).endswith(" w KQkq e6 0 3")


def test_rights_without_king_and_rook_are_dropped_with_a_note():
    protocol = talking()
    line = "position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"
    [note] = said(protocol.receive(line))
    assert note == ("info string position: castling right 'Q' without white R on a1: it is dropped")
    assert protocol.receive(f"{line} moves e1g1") == []
    assert fen_after(protocol) == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


def test_it_is_ready_while_it_thinks():
    protocol = talking()
    thought(protocol, "go movetime 5000")
    assert said(protocol.receive("isready")) == ["readyok"]


def test_commands_wait_for_the_answer_in_their_order():
    protocol = talking()
    first = thought(protocol, "go infinite")
    assert protocol.receive("stop") == [Stop()]
    for line in ("position startpos moves e2e4", "setoption name MultiPV value 2", "go infinite"):
        assert protocol.receive(line) == []
    assert protocol.receive("stop") == []  # of the second search
    last, second, stop = protocol.finish(found(first, "d2d4"))[-3:]
    assert last == Say("bestmove d2d4")
    assert isinstance(second, Think)
    assert [str(move) for move in second.position.moves] == ["e2e4"]
    assert second.limits.multipv == 2
    assert stop == Stop()
    assert said(protocol.finish(found(second, "e7e5")))[-1] == "bestmove e7e5"


def test_a_flood_of_commands_that_wait_ends_the_search():
    protocol = talking()
    thought(protocol, "go infinite")
    answers = [protocol.receive("ucinewgame") for _ in range(1500)]
    assert answers.count([Stop()]) == 1


def test_quit_is_not_kept_waiting():
    protocol = talking()
    thought(protocol, "go infinite")
    assert protocol.receive("quit") == [Stop(), Quit()]
    assert talking().receive("quit") == [Quit()]


def test_a_line_that_may_have_been_cut_is_not_read():
    protocol = talking()
    line = "position startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * (LONGEST_LINE // 20)
    [answer] = said(protocol.receive(line))
    assert "is not read" in answer
    assert said(protocol.receive("go")) == [
        f"info string go: the position was refused: {answer.partition('position: ')[2]}",
        "bestmove 0000",
    ]
    assert protocol.receive(line[:60_000].rsplit(" ", 1)[0]) == []


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


def test_a_variant_is_chosen_with_its_rules_in_any_order():
    rules, maka = "Rules value maka:rules=modern; macadamia:wolf=applet", "UCI_Variant value maka"
    for order in ((rules, maka), (maka, rules)):
        protocol = talking(*(f"setoption name {option}" for option in order))
        job = thought(protocol, "go infinite")
        assert job.position.variant == load("maka", rules="modern")
    protocol = talking(f"setoption name {maka}", "setoption name Rules value rules=tsa")
    assert thought(protocol, "go infinite").position.variant == load("maka", rules="tsa")


def test_the_position_is_kept_where_the_variant_stays():
    protocol = talking("position startpos moves e2e4", "setoption name uci_variant value CHESS")
    assert "4P3" in fen_after(protocol)
    assert protocol.receive("setoption name UCI_Variant value veteran") == []
    assert fen_after(protocol) == load("veteran").start_fen
    assert protocol.receive("position startpos moves d2d4 e7e5 d4e5") == []


def test_settings_reach_the_search():
    protocol = talking(
        "setoption name Hash value 3",
        "setoption name threads value 5",
        "setoption name MULTIPV value 4",
        "setoption name Move Overhead value 1050",
    )
    job = thought(protocol, "go wtime 10000")
    assert job.engine.hash_mb == 3
    assert job.limits == Limits(clock=ClockLimits(10, 0.001, overhead=1.05), multipv=4, cores=5)


@pytest.mark.parametrize("line", ["ucinewgame", "setoption name Clear Hash"])
def test_the_hash_table_is_cleared(line: str):
    protocol = talking()
    before = thought(protocol, "go infinite")
    protocol.receive("stop")
    protocol.finish(BestMove(None))
    assert protocol.receive(line) == []
    assert thought(protocol, "go infinite").engine.game == before.engine.game + 1


@pytest.mark.parametrize(
    "option",
    [
        *("", "name", "Hash value 3", "name Hsah value 3", "name Hash value", "name Hash"),
        *("name Hash value -1", "name Hash value 0", "name Hash value 1e3", "name Hash value ٣"),
        *("name MultiPV value 65", "name Ponder value 1", "name Skill Level value 11"),
        *("name UCI_Variant value crazyhouse", "name UCI_Variant value ../x", "name Rules value x"),
        *("name Rules value wolf=applet", "name Rules value maka:wolf=x", "name Rules value x:y=z"),
        f"name Hash value {'9' * 5000}",
    ],
)
def test_an_option_that_is_refused_changes_nothing(option: str):
    protocol = talking()
    [line] = said(protocol.receive(f"setoption {option}"))
    assert line.startswith("info string setoption: ")
    assert said(protocol.receive("uci")) == said(talking().receive("uci"))
    assert thought(protocol, "go infinite").position.variant == CHESS


def test_a_skill_level_is_one_of_ours_and_analysis_has_none():
    protocol = talking("setoption name Skill Level value 3")
    lines = searched(protocol, "go movetime 60000")
    assert [line.split()[0] for line in lines] == ["info", "bestmove"]
    job = thought(protocol, "go nodes 100 depth 2")
    assert job.level == 3
    assert (job.limits.nodes, job.limits.depth, job.limits.cores) == (100, 2, 1)
    protocol.finish(BestMove(None))
    job = thought(protocol, "go infinite")
    assert (job.level, job.limits.skill) == (max(LEVELS), None)


def test_its_book_is_played_from_only_if_asked_to():
    assert isinstance(talking().receive("go depth 1")[0], Think)
    for protocol in (talking("setoption name OwnBook value true"), talking(own_book=True)):
        lines = said(protocol.receive("go wtime 1000"))
        assert lines == ["info string from the book", "bestmove e2e4"]
        for line in ("go infinite", "go ponder", "go searchmoves d2d4"):
            thought(protocol, line)
            protocol.receive("stop")
            protocol.finish(BestMove(None))
