"""Programs are found in PATH, or by their path; what lies in the current folder must be named."""

import os
from pathlib import Path

import pytest
from makachess.play.processes import find_program


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """The current folder, with programs in it and below."""
    for name in ("engine", "bin/engine"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", ["", ":", ".", "bin", "./bin:..", "::/nowhere:", None])
def test_a_program_of_the_current_folder_is_not_found_by_its_name(path, folder, monkeypatch):
    monkeypatch.delenv("PATH") if path is None else monkeypatch.setenv("PATH", path)
    assert find_program("engine") is None
    assert find_program("./engine") == "./engine"
    assert find_program("bin/engine") == "bin/engine"
    assert find_program(str(folder / "engine")) == str(folder / "engine")


def test_the_first_folder_of_the_path_that_has_a_program_counts(folder, monkeypatch):
    monkeypatch.setenv("PATH", os.pathsep.join((":bin", str(folder / "bin"), str(folder))))
    assert find_program("engine") == str(folder / "bin" / "engine")
