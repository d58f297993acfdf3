"""UCI: how a conversation begins, positions, what happens while the engine thinks, bad input."""

import pytest
from makachess.core import Position
from makachess.core.engine import BestMove
from makachess.core.protocols.protocol import Action, Quit, Say, Stop, Think
from makachess.core.protocols.uci import LONGEST_LINE
from makachess.variants import names
from uci_talks import CHESS, fen_after, found, said, talking, thought


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
    job = thought(talking(f"position fen {fen}"), "go depth 3")
    [*_, line] = said(talking_about(job, found(job, "g7g8=Q", "e8e7")))
    assert line == "bestmove g7g8q ponder e8e7"


def talking_about(job: Think, best: BestMove) -> list[Action]:
    """The end of a search in a conversation of its own."""
    protocol = talking(f"setoption name UCI_Variant value {job.position.variant.name}")
    protocol.receive(f"position fen {job.position.fen()}")
    thought(protocol, "go depth 3")
    return protocol.finish(best)


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
