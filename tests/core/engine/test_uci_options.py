"""UCI: setoption, for the variant and its rules, hash, level and book; what is refused."""

import pytest
from makachess.core.engine import LEVELS, BestMove, ClockLimits, Limits
from makachess.core.protocols.protocol import Think
from makachess.variants import load
from uci_talks import CHESS, fen_after, said, searched, talking, thought


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
    assert job.hash_mb == 3
    assert job.limits == Limits(clock=ClockLimits(9, 0.001), multipv=4, cores=5)


@pytest.mark.parametrize("line", ["ucinewgame", "setoption name Clear Hash"])
def test_the_hash_table_is_cleared(line: str):
    protocol = talking()
    before = thought(protocol, "go infinite")
    protocol.receive("stop")
    protocol.finish(BestMove(None))
    assert protocol.receive(line) == []
    assert thought(protocol, "go infinite").game == before.game + 1


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
