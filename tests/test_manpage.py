"""The manual page says what the command line declares, and is installed where `man` finds it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import makachess
import pytest
from cli_calls import every_command
from processes import script

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "makachess.1"


def declared() -> dict[str, list[str]]:
    """The options of every command, as they are typed."""
    return {
        name: [text for option in command.params for text in option.opts if text[0] == "-"]
        for name, command in every_command().items()
    }


@pytest.mark.parametrize("name", declared())
def test_every_command_is_in_the_manual_with_all_its_options(name):
    text = PAGE.read_text().replace("\\-", "-")
    section = re.search(rf"^\.SS makachess {name}( [^a-z].*)?\n((?!\.S[SH]).*\n)*", text, re.M)[0]
    assert section
    assert [option for option in declared()[name] if option not in section] == []


def test_the_manual_is_up_to_date():
    assert PAGE.read_text() == script("manpage").manual(), "run `make generated`"


def test_every_option_is_explained():
    lines = PAGE.read_text().split("\n")
    tagged = [at + 2 for at, line in enumerate(lines) if line == ".TP"]
    assert all(lines[at] and not lines[at].startswith(".") for at in tagged)


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_groff_finds_no_fault_with_it():
    command = ["groff", "-man", "-ww", "-Tutf8", PAGE]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert shown.stderr == ""
    text = re.sub(".\b", "", shown.stdout)  # printers strike bold letters twice
    assert "makachess play VARIANT" in text
    assert "--side white|black|both|none" in text


@pytest.mark.skipif(
    not Path(makachess.__file__).is_relative_to(sys.prefix),
    reason="an editable install brings no page along",
)
def test_it_is_installed():
    assert (Path(sys.prefix) / "share/man/man1/makachess.1").read_text() == PAGE.read_text()
