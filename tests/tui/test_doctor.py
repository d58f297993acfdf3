"""`makachess doctor` tells what there is, and what is wrong with it."""

from click.testing import CliRunner
from makachess.core.kernel.board import COMPILED
from makachess.tui.cli import cli


def told(**environ: str) -> dict[str, str]:
    """What is told, by its title; lines without a title belong to the one before."""
    done = CliRunner().invoke(cli, ["doctor"], env=environ)
    assert done.exit_code == 0, done.output
    rows: dict[str, str] = {}
    last = ""
    for line in done.output.splitlines():
        title, found = line[:13].strip(), line[13:]
        last = title or last
        rows[last] = f"{rows[last]}\n{found}" if last in rows else found
    return rows


def test_what_is_there(home):
    rows = told(TERM="xterm-256color", TMUX="/tmp/tmux,1,0")
    assert rows["makachess"].endswith("kernel compiled" if COMPILED else "kernel uncompiled")
    assert rows["terminal"].startswith("xterm-256color")
    assert ", in tmux" in rows["terminal"]
    assert rows["colours"].startswith("256")
    assert "not there yet" in rows["games"]
    assert "none yet" in rows["settings"]
    assert "engine" not in rows


def test_what_is_wrong(home):
    home.mkdir()
    settings = home / "settings.toml"
    settings.write_text('level = 11\n[engines]\nGone = "gone --uci"\nShell = "sh -c true"\n')
    rows = told(NO_COLOR="1", TERM="xterm")
    assert rows["colours"].startswith("none (NO_COLOR)")
    assert "level" in rows["settings"]
    assert rows["engine"] == "Gone: gone --uci ('gone' is not found)\nShell: sh -c true (found)"
