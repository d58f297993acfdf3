"""Arguments, names and streams nobody would think of: one line and a status, never a fault."""

from __future__ import annotations

import json
import subprocess

import pytest
from click.testing import CliRunner
from makachess.tui.cli import cli
from pty_harness import COMMAND

LONG = 200_000
SIGNS = "\x1b]0;owned\x07\x9b2J\u202e\u200b\x7f"  # what terminals obey
EVIL = {
    "nul": "\0",
    "half a character": "\udcff",
    "surrogate": "\ud800",
    "bignum": "9" * 5000,
    "huge": "9" * 30,
    "negative": "-" + "9" * 30,
    "infinite": "inf",
    "no number": "nan",
    "superscript": "²",
    "long": "a" * LONG,
    "empty": "",
    "folder": "/",
    "signs": SIGNS,
}
PLACES = (
    ("{}",),
    ("moves", "{}"),
    ("moves", "chess", "--{}"),
    ("moves", "chess", "--fen", "{}"),
    ("moves", "chess", "--batch", "{}"),
    ("moves", "chess", "--option", "move-limit={}"),
    ("apply", "chess", "{}"),
    ("perft", "chess", "{}"),
    ("pieces", "chess", "{}"),
    ("check", "{}", "{}.toml"),
    ("play", "chess", "--engine", "{}"),
    ("play", "chess", "--time", "{}"),
    ("match", "level:{}", "nodes:{}"),
    ("match", "level:1", "level:1", "--sprt", "0,{}"),
    ("match", "level:1", "level:1", "--time", "{}", "--openings", "no.pgn"),
)


@pytest.mark.parametrize("place", PLACES, ids=" ".join)
def test_no_argument_is_a_fault_of_ours(place, home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for evil in EVIL.values():
        result = CliRunner().invoke(cli, [part.replace("{}", evil) for part in place])
        assert result.exit_code in (0, 2), (place, evil[:40], result.output[:500])
        assert result.output.replace("\n", "").isprintable()
        if result.exit_code == 2 and place[0] != "check":
            assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "status", "stream"),
    [
        ("", 2, "0<&- 1>&- 2>&-"),
        ("engine", 0, "0<&-"),
        ("engine", 0, "1>&-"),
        ("apply chess e4", 0, "2>&-"),
    ],
)
def test_a_closed_stream_is_an_empty_one(command, status, stream, home):
    run = f'exec "$0" {command} {stream}'
    done = subprocess.run(["sh", "-c", run, COMMAND], input=b"", capture_output=True, check=False)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr + done.stdout
    assert done.stderr.count(b"\n") <= 1


@pytest.mark.parametrize(("length", "said"), [(LONG, "200,000"), (3_000_000, "1,048,576")])
def test_a_line_of_a_batch_that_is_too_long_is_refused_and_the_next_answered(length, said):
    fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    result = CliRunner().invoke(
        cli, ["moves", "chess", "--batch", "-"], input=f"{'8' * length}\n{fen}\n"
    )
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["error"] == f"That has {said} characters, and at most 65,536 can be taken here"
    assert len(second["moves"]) == 5


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_batch_comes_in_any_encoding_and_with_any_line_ends(encoding, end):
    fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    typed = fen.replace(" - - ", "\xa0–\u2003– ")
    text = end.join((fen, typed, "Zoë\x85\x0b", ""))
    result = CliRunner().invoke(
        cli, ["moves", "chess", "--batch", "-"], input=text.encode(encoding) + b"\x1a"
    )
    first, second, third = map(json.loads, result.stdout.splitlines())
    assert first["moves"] == second["moves"]
    assert [answer["fen"] for answer in (first, second, third)] == [fen, typed, "Zoë\x85\x0b"]


HOSTILE_VARIANT = rf"""
extends = "veteran"
title = "Mini {SIGNS}"
summary = "{SIGNS}"
help = "{SIGNS}"
[pieces.N]
name = "Knight {SIGNS}"
description = "Leaps {SIGNS}."
kanji = "馬{SIGNS}"
[options.odd]
help = "Odd {SIGNS}."
values.yes = {{}}
values.no = {{}}
""".translate({ord(char): f"\\u{ord(char):04x}" for char in SIGNS if not char.isprintable()})


@pytest.fixture
def strange_files(tmp_path, home, monkeypatch):
    """A variant whose every text is hostile, beside files with hostile names."""
    monkeypatch.chdir(tmp_path)
    folder = home / "variants"
    folder.mkdir(parents=True)
    (folder / "mini.toml").write_text(HOSTILE_VARIANT)
    (folder / f"bad{SIGNS}.toml").write_text("files = 'many'")
    (tmp_path / f"{SIGNS}.toml").write_text("titel = 'x'\nfiles = 'many'")
    game = f'[Variant "mini"]\n[White "{SIGNS}"]\n\n1. {SIGNS} xx {{{SIGNS}}} 1-0\n'
    (tmp_path / f"{SIGNS}.pgn").write_text(game)


@pytest.mark.usefixtures("strange_files")
@pytest.mark.parametrize(
    "args",
    [
        ("variants", "--verbose"),
        ("pieces", "mini"),
        ("pieces", "mini", SIGNS),
        ("moves", f"./{SIGNS}.toml"),
        ("apply", "mini", "Ne4"),
        ("check", f"{SIGNS}.pgn", f"{SIGNS}.toml", f"no{SIGNS}.pgn"),
        ("replay", f"{SIGNS}.pgn"),
    ],
    ids=lambda args: " ".join(args).encode("ascii", "replace").decode().replace("\0", ""),
)
def test_no_command_passes_control_characters_on(args):
    result = CliRunner().invoke(cli, args)
    assert result.exit_code in (0, 2)
    assert result.output
    assert result.output.replace("\n", "").isprintable()
