"""makachess convert and recover: what they print, what they write, what they refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_calls import call
from makachess.saves import load_games
from makachess.saves.export import describe_game
from makachess.tui.output import deliver

GAMES = '[White "Zoë"]\n\n1. e4 {one\x1b[31m} e5 *\n\n1. d4 *\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def test_convert_prints_every_form(file: Path) -> None:
    fens = call("convert", file, "--to", "fen")
    assert (fens.exit_code, fens.stderr, fens.stdout.count("\n")) == (0, "", 2)
    assert call("convert", file, "--to", "pgn").stdout.count("[Event ") == 2
    assert "8  r n b q k b n r\n" in call("convert", file, "--to", "text").stdout
    assert len(json.loads(call("convert", file, "--to", "json").stdout)["games"]) == 2


def test_convert_writes_a_new_file_and_no_other(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert call("convert", file, "--to", "pgn", "-o", out).output == ""
    written = out.read_bytes()
    assert written == call("convert", file, "--to", "pgn").stdout_bytes
    assert b"one\x1b[31m" in written
    for existing in (out, file):
        result = call("convert", file, "--to", "fen", "-o", existing)
        assert (result.exit_code, "exists already" in result.stderr) == (2, True)
    assert (out.read_bytes(), file.read_text(encoding="utf-8")) == (written, GAMES)


def test_convert_leaves_damaged_games_out_and_goes_on(tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.pgn", tmp_path / "out.json"
    bad.write_text("1. e4 *\n1. Ke4 *\n1. d4 (1. Ke4) *\n1. c4 *\n")
    result = call("convert", bad, "--to", "json", "-o", out)
    assert result.exit_code == 2
    first, second, count = result.stderr.splitlines()
    assert first.startswith(f"{bad}:2:4: 'Ke4'")
    assert second.startswith(f"{bad}:3:11: 'Ke4'")
    assert (
        count
        == f"{bad}: 2 games are damaged and left out; makachess recover saves what can be read"
    )
    games = json.loads(out.read_text())["games"]
    assert [move["san"] for game in games for move in game["moves"]] == ["e4", "c4"]


def test_games_of_other_variants_are_counted(tmp_path: Path) -> None:
    game = '[Event "x"]\n[Variant "{}"]\n\n1. e4 *\n\n'
    path = tmp_path / "all.pgn"
    path.write_text("".join(map(game.format, ("Atomic", "Standard", "Horde", "atomic"))))
    told = f"{path}: 3 games are left out: they are not played here (Atomic 2, Horde 1)\n"
    checked = call("check", path)
    assert (checked.exit_code, checked.stdout, checked.stderr) == (0, "", told)
    converted = call("convert", path, "--to", "pgn")
    assert (converted.exit_code, converted.stderr) == (0, told)
    assert converted.stdout.count("1. e4") == 1


def test_recover_saves_what_it_can_and_says_what_it_cannot(tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.pgn", tmp_path / "out.pgn"
    bad.write_text('1. e4 Ke4 *\n[Variant "go"]\n[RulesVersion "1"]\n*\n1. d4 *')
    result = call("recover", bad, "-o", out)
    assert (result.exit_code, result.stdout) == (0, "")
    lost, left_out, count = result.stderr.splitlines()
    assert lost.startswith(f"{bad}:1:7: 'Ke4'")
    assert left_out.startswith(f"{bad}:2:1: unknown variant 'go'")
    assert count == f"{bad}: 2 of 3 games saved"
    assert call("check", out).output == ""
    assert call("recover", bad).stdout_bytes == out.read_bytes()
    assert call("recover", bad, "-o", bad).exit_code == 2
    assert bad.read_text().startswith("1. e4 Ke4")


# What a terminal obeys, hides or turns round, in every part of a game that somebody else writes.
EVIL = "\x1b]52;c;AAAA\x07 \x9b2J \x7f \u202e \u2028 \u200b \x08 \ud83d\udc80"
PARTS = [
    '[White "{}"]\n\n1. e4 *\n',
    '[Event "{}"]\n[Site "{}"]\n[Annotator "{}"]\n\n1. e4 *\n',
    "1. e4 {{{}}} e5 ({{{}}} 1... d5 {{{}}}) *\n",
]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("form", ["text", "json", "fen"])
def test_what_people_read_commands_no_terminal_wherever_it_is_written(part, form, tmp_path):
    file, out = tmp_path / "a.pgn", tmp_path / "out"
    evil = EVIL.encode("utf-16", "surrogatepass").decode("utf-16")
    file.write_text(part.replace("{}", evil).replace("{{", "{").replace("}}", "}"))
    written = call("convert", file, "--to", form).stdout
    assert written
    assert all(line.isprintable() for line in written.split("\n"))
    assert call("convert", file, "--to", form, "-o", out).exit_code == 0
    assert out.read_text(encoding="utf-8") == written
    if form == "json":  # of which nothing is lost
        told = json.dumps(describe_game(load_games(file)[0]))
        assert json.loads(written)["games"] == [json.loads(told)]


def test_a_file_that_has_come_meanwhile_is_kept(tmp_path: Path):
    path = tmp_path / "out"

    def pieces() -> Iterator[str]:
        path.write_text("mine")
        yield "theirs"

    with pytest.raises(Exception, match=r"exists already$"):
        deliver(pieces(), path)
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]
