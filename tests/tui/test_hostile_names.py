"""No name, title or argument reaches the terminal as a command, whichever subcommand writes it."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from makachess.tui.cli import cli

EVIL = "\x1b]0;owned\x07\x9b2J\u202e\u200b\x7f"
HOSTILE_VARIANT = rf"""
extends = "veteran"
title = "Mini {EVIL}"
summary = "{EVIL}"
help = "{EVIL}"
[pieces.N]
name = "Knight {EVIL}"
description = "Leaps {EVIL}."
kanji = "馬{EVIL}"
[options.odd]
help = "Odd {EVIL}."
values.yes = {{}}
values.no = {{}}
""".translate({ord(char): f"\\u{ord(char):04x}" for char in EVIL if not char.isprintable()})


@pytest.fixture(autouse=True)
def strange_files(tmp_path, home, monkeypatch):
    """A variant whose every text is hostile, beside files with hostile names."""
    monkeypatch.chdir(tmp_path)
    folder = home / "variants"
    folder.mkdir(parents=True)
    (folder / "mini.toml").write_text(HOSTILE_VARIANT)
    (folder / f"bad{EVIL}.toml").write_text("files = 'many'")
    (tmp_path / f"{EVIL}.toml").write_text("titel = 'x'\nfiles = 'many'")
    game = f'[Variant "mini"]\n[White "{EVIL}"]\n\n1. {EVIL} xx {{{EVIL}}} 1-0\n'
    (tmp_path / f"{EVIL}.pgn").write_text(game)


@pytest.mark.parametrize(
    "args",
    [
        (EVIL,),
        (f"--{EVIL}",),
        ("variants", "--verbose"),
        ("pieces", "mini"),
        ("pieces", "mini", EVIL),
        ("pieces", EVIL),
        ("moves", "chess", "--fen", EVIL),
        ("moves", "chess", "--batch", EVIL),
        ("moves", "chess", "--option", EVIL),
        ("moves", "chess", f"--{EVIL}"),
        ("moves", f"./{EVIL}.toml"),
        ("apply", "chess", EVIL),
        ("apply", "mini", "Ne4"),
        ("apply", "chess", "e4", "--fen", f"8/8 w - - 0 {EVIL}"),
        ("perft", "chess", EVIL),
        ("check", f"{EVIL}.pgn", f"{EVIL}.toml", f"no{EVIL}.pgn"),
        ("replay", f"{EVIL}.pgn"),
        ("replay", f"no{EVIL}.pgn"),
        ("play", "chess", "--time", EVIL),
        ("play", "chess", "--engine", EVIL),
        ("play", "chess", "--side", EVIL),
        ("match", EVIL, "level:1"),
        ("match", "level:1", "level:1", "--openings", EVIL),
        ("match", "level:1", "level:1", "--sprt", EVIL),
        ("bench", EVIL),
    ],
    ids=lambda args: " ".join(args).encode("ascii", "replace").decode().replace("\0", ""),
)
def test_no_command_passes_control_characters_on(args):
    result = CliRunner().invoke(cli, args)
    assert result.exit_code in (0, 2)
    assert result.output
    assert result.output.replace("\n", "").isprintable()
