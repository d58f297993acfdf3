"""Programs as engines: the handshake, positions, moves, and everything that can go wrong."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from external_programs import HURRIED, LIMITS, PATIENT, ask, fake, open_engine
from makachess.core import Position
from makachess.core.engine import Limits, Score, StopToken
from makachess.play.engines import EngineFaultError, FaultKind, ProgramEngine, make_engine
from makachess.play.engines.program import command_line
from makachess.play.engines.uci import UciEngine
from makachess.variants import load
from pty_harness import COMMAND


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_moves_are_told_and_answered(protocol):
    best = await ask(fake(protocol), "e2e4", "e7e5", "Nf3")
    assert str(best.move) == "a7a5"


@pytest.mark.parametrize(
    ("habit", "patience"), [("none", PATIENT), ("hasty", PATIENT), ("quiet", HURRIED)]
)
async def test_who_does_not_know_uci_is_spoken_to_in_xboards_protocol(habit, patience):
    patience = replace(PATIENT, silence=patience.silence)
    assert str((await ask(fake("cecp", habit), "e2e4", patience=patience)).move) == "a7a5"


@pytest.mark.parametrize("silence", [HURRIED.silence, PATIENT.silence])
async def test_a_slow_program_of_both_protocols_goes_on_in_uci(silence):
    patience = replace(PATIENT, silence=silence)
    assert str((await ask(fake("both"), "e2e4", patience=patience)).move) == "a7a5"


@pytest.mark.compiled
async def test_who_speaks_both_protocols_is_spoken_to_in_uci():
    found = await open_engine(f"{COMMAND} engine", load("chess"))
    assert isinstance(found, UciEngine)
    await found.close()


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_null_moves_are_no_matter_of_programs(protocol):
    """They are told of the position after the last one, and what they play is no null move."""
    chess = load("chess")
    found = await open_engine(fake(protocol), chess)
    for moves, played in (("e2e4 --", "a2a3"), ("Nf3 -- a2a4 -- Nc3 Nc6", "a1a2")):
        position = Position(chess)
        for move in moves.split():
            position.push(position.parse(move))
        best = await found.search(position, LIMITS, None, StopToken())
        assert str(best.move) == played
    await found.close()


async def test_thinking_is_understood():
    best = await ask(fake("cecp"))
    assert best.info is not None
    assert (best.info.depth, best.info.score, best.info.nodes) == (3, Score(None, 5), 99)
    assert [str(move) for move in best.info.pv] == ["a2a3", "e7e5"]


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


async def fault(command: str, variant: str = "chess") -> EngineFaultError:
    with pytest.raises(EngineFaultError) as caught:
        await ask(command, variant=variant)
    return caught.value


async def test_no_such_program():
    found = await fault("no-such-engine-anywhere --fast")
    assert (found.kind, str(found)) == (
        FaultKind.START,
        "'no-such-engine-anywhere': no such program",
    )


async def test_a_program_that_dies_says_why():
    found = await fault(fake("cecp", "dies"))
    assert found.kind is FaultKind.CRASH
    assert "has ended (exit status 1): no licence found" in str(found)


@pytest.mark.parametrize("habit", ["no-analyst", "unable-analyst"])
async def test_a_program_that_cannot_analyse_says_so(habit):
    program = ProgramEngine(load("chess"), fake("cecp", habit), PATIENT)
    with pytest.raises(EngineFaultError, match=r"Fake 1\.0 cannot analyse"):
        await program.search(Position(load("chess")), Limits())
    assert (await program.search(Position(load("chess")), LIMITS)).move is not None
    await program.close()


async def test_a_variant_the_engine_does_not_play():
    found = await fault(fake("cecp"), "decimaka")
    assert found.kind is FaultKind.START
    assert str(found) == (
        "Fake 1.0 does not play decimaka (it plays normal, veteran, macadamia-shogi)"
    )
    assert "does not play veteran (it plays chess)" in str(await fault(fake("uci"), "veteran"))


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_crash(protocol):
    found = await fault(fake(protocol, "crash"))
    assert found.kind is FaultKind.CRASH
    assert str(found).endswith("has ended (exit status 1): out of cheese")


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
@pytest.mark.parametrize(("habit", "played"), [("illegal", "a1a1"), ("null", "@@@@")])
async def test_illegal_move(protocol, habit, played):
    found = await fault(fake(protocol, habit))
    assert found.kind is FaultKind.ILLEGAL
    assert f"plays '{played}'" in str(found)


async def test_a_program_that_speaks_no_protocol_may_need_an_argument():
    with pytest.raises(EngineFaultError, match="such as --uci or --xboard"):
        await open_engine("cat", load("chess"), HURRIED)


@pytest.mark.parametrize(
    ("command", "line", "name"),
    [
        ("fish --hungry", "fish --hungry", "fish"),
        (["/opt/my fish/fish", "--hungry"], "'/opt/my fish/fish' --hungry", "fish"),
        ((Path("fish"), "a b"), "fish 'a b'", "fish"),
        (Path("/opt/my fish/fish"), "'/opt/my fish/fish'", "fish"),
    ],
)
def test_a_command_is_a_text_or_its_words(command, line, name):
    assert command_line(command) == line
    assert ProgramEngine(load("chess"), command).name == name


async def test_a_program_is_started_from_the_words_of_its_command():
    chess = load("chess")
    engine = make_engine(chess, shlex.split(fake("cecp")))
    best = await engine.search(Position(chess), LIMITS, None, StopToken())
    assert str(best.move) == "a2a3"
    await engine.close()
