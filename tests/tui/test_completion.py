"""What shells offer on Tab."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.shell_completion import BashComplete, ZshComplete
from makachess.tui.cli import cli
from makachess.variants import names, relative_names
from pty_harness import COMMAND

COMPLETIONS = Path(__file__).parents[2] / "packaging/completions"


def offered(*words: str, shell=BashComplete) -> list[str]:
    """What is offered for the last word."""
    complete = shell(cli, {}, "makachess", "_MAKACHESS_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("pe",), ["perft"]),
        (("play", "ma"), ["macadamia", "maka"]),
        (("bench", ""), sorted((*names(), *relative_names()))),
        (("play", "maka", "--option", "rules="), ["rules=historic", "rules=modern", "rules=tsa"]),
        (("play", "--side", "white", "maka", "--option", "rules=m"), ["rules=modern"]),
        (("play", "maka", "--side", "b"), ["black", "both"]),
        (("play", "--option", ""), []),
        (("match", "level:1"), ["level:1", "level:10"]),
        (("train", "ve"), ["verify", "veteran"]),
        (("train", "play", "ma"), ["macadamia", "maka"]),
    ],
)
def test_what_is_offered(words, first):
    assert sorted(offered(*words)) == sorted(first)


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
def test_the_file_for_bash_completes(tmp_path):
    path = COMPLETIONS / "makachess"
    (tmp_path / "makachess").symlink_to(COMMAND)
    script = f"""PATH={tmp_path}:$PATH; source {path}; COMP_WORDS=(makachess pe) COMP_CWORD=1
        _makachess_completion makachess; echo "${{COMPREPLY[@]}}"; complete -p makachess"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("perft\ncomplete ")


@pytest.mark.parametrize(
    "words",
    [("check", "a"), ("replay", "a"), ("recover", "a"), ("play", "./a"), ("match", "/usr/bin/x")],
)
def test_files_are_left_to_the_shell(words):
    complete = BashComplete(cli, {}, "makachess", "_MAKACHESS_COMPLETE")
    (item,) = complete.get_completions(list(words[:-1]), words[-1])
    assert item.type == "file"


def test_own_variants_are_offered_too(tmp_path, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "mine.toml").write_text("")
    assert offered("play", "min") == ["mine"]
    assert offered("play", "mine", "--option", "") == []


def test_shells_that_show_it_are_told_what_a_rule_means():
    complete = ZshComplete(cli, {}, "makachess", "_MAKACHESS_COMPLETE")
    items = complete.get_completions(["play", "maka", "--option"], "rules=modern")
    assert [bool(item.help) for item in items] == [True]
