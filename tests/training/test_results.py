"""Files that runs add to: only of one kind of results."""

import json
import os
from pathlib import Path

import pytest
from makachess.core import MakachessError
from makachess.training.results import append_bytes, open_settings, read_settings

SETTINGS = {"makachess": "games 3", "model": "none", "nodes": 400}


def test_a_file_has_its_settings_or_is_not_there(tmp_path, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    path = tmp_path / "new" / "x"
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", killed)  # as late as can be
        with pytest.raises(KeyboardInterrupt):
            open_settings(path, SETTINGS)
    assert not path.exists()
    assert not open_settings(path, SETTINGS)
    assert read_settings(path) == SETTINGS
    assert open_settings(path, SETTINGS)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_full_disk_is_named():
    with pytest.raises(MakachessError, match=r"^/dev/full: No space left on device$"):
        append_bytes(Path("/dev/full"), b"1")


@pytest.mark.parametrize("name", SETTINGS)
def test_results_of_another_kind_are_not_mixed_in(tmp_path, name):
    open_settings(tmp_path / "x", SETTINGS)
    with pytest.raises(MakachessError, match=rf"other settings \({name} {SETTINGS[name]}, not 5\)"):
        open_settings(tmp_path / "x", SETTINGS | {name: 5})


@pytest.mark.parametrize("data", ["", "makachess games 1\n", json.dumps([1])])
def test_what_is_no_file_of_results_is_refused(tmp_path, data):
    path = tmp_path / "x"
    path.write_text(data)
    with pytest.raises(MakachessError, match="no file of results"):
        open_settings(path, SETTINGS)
    with pytest.raises(MakachessError, match="No such file"):
        read_settings(tmp_path / "none")
