"""`makachess engine`: through real pipes, while it thinks, and with nonsense."""

import subprocess
from collections.abc import Iterator

import pytest
from engine_program import COMMAND, EngineInside


@pytest.fixture
def engine() -> Iterator[EngineInside]:
    engine = EngineInside()
    yield engine
    engine.end()


def think(engine: EngineInside) -> None:
    """Let it think without end, and see that it does."""
    engine.send("new", "post", "st 100000", "go")
    engine.read_until("2 ")


@pytest.mark.parametrize("line", ["new", "force", "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])
def test_what_changes_the_game_ends_the_thinking_without_a_move(engine, line):
    think(engine)
    engine.send(line, "ping 2")
    assert not any(said.startswith("move") for said in engine.read_until("pong 2"))


def test_a_stop_right_behind_go_is_not_missed(engine):
    engine.send("st 100000")
    for number in range(20):
        engine.send("new", "go", "?", f"ping {number}")
        assert engine.read_until(f"pong {number}")[-2].startswith("move ")


def test_nonsense_is_answered_and_ends_nothing(engine):
    engine.send(
        b"\xff\xfe\x00",
        b"x" * 100_000,
        "usermove " + "e2e4," * 5000,
        "setboard",
        "level",
        "variant",
    )
    engine.send("usermove e2e4 e7e5", "option", "memory -5", "st nan", "\t", "ping 9")
    lines = engine.read_until("pong 9")
    assert any(line.startswith("Error (unknown command)") for line in lines)


CLOSED = {"input": "<&-", "output": ">&-", "both": "<&- >&-", "all": "<&- >&- 2>&-"}


@pytest.mark.slow
@pytest.mark.parametrize("redirections", CLOSED.values(), ids=CLOSED)
def test_without_input_or_output_it_ends_quietly(redirections):
    words = ["sh", "-c", f'"$@" {redirections}', "sh", *COMMAND]
    done = subprocess.run(words, input=b"ping 1\n", capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_line_without_end_is_cut_and_answered(engine):
    engine.send(b"y" * (1 << 20) + b"\nping 1")
    lines = engine.read_until("pong 1")
    assert [line[:40] for line in lines[:-1]] == ["Error (unknown command): " + 15 * "y"]
    assert len(lines[0]) < 300


def test_a_table_too_large_for_the_memory_is_no_end(engine, monkeypatch):
    def refuse(variant, hash_mb, model):
        raise MemoryError

    monkeypatch.setattr("makachess.core.engine.Engine", refuse)
    engine.send("new", "ping 1", "go", "ping 2")
    assert engine.read_until("pong 2") == ["pong 1", "tellusererror MemoryError()", "pong 2"]
