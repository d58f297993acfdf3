"""Files of results: resumed where a line was torn, and only of one kind of results."""

import json
import os
from pathlib import Path

import pytest
from makachess.core import MakachessError
from makachess.training.results import append_result, open_results, read_settings

SETTINGS = {"makachess": "games 3", "model": "none", "nodes": 400}


def pair(said):
    name, number = said
    return str(name), int(number)


@pytest.fixture
def path(tmp_path):
    """A file of two results in a folder that is new."""
    found = tmp_path / "new" / "games.jsonl"
    assert open_results(found, SETTINGS, pair) == []
    for said in (("b", 2), ("a", 1)):
        append_result(found, said)
    return found


def test_results_come_back(path):
    assert open_results(path, SETTINGS, pair) == [("b", 2), ("a", 1)]
    assert read_settings(path) == SETTINGS


@pytest.mark.parametrize("torn", [b'["', b'["c",3]', b"\xff\n", b"7\n", b'["c","d"]\n', bytes(500)])
def test_what_was_torn_is_cut_off(path, torn):
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert open_results(path, SETTINGS, pair) == [("b", 2), ("a", 1)]
    assert path.read_bytes() == whole


def test_a_line_changed_in_the_middle_costs_none_of_those_below(path):
    path.write_bytes(path.read_bytes().replace(b'["b"', b'{"b"'))
    changed = path.read_bytes()
    with pytest.raises(MakachessError, match=r"games\.jsonl:2: this line is damaged"):
        open_results(path, SETTINGS, pair)
    assert path.read_bytes() == changed


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_full_disk_is_named():
    with pytest.raises(MakachessError, match=r"^/dev/full: No space left on device$"):
        append_result(Path("/dev/full"), 1)


def test_a_file_has_its_settings_or_is_not_there(tmp_path, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)  # as late as can be
    with pytest.raises(KeyboardInterrupt):
        open_results(tmp_path / "x", SETTINGS, pair)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("name", SETTINGS)
def test_results_of_another_kind_are_not_mixed_in(path, name):
    with pytest.raises(MakachessError, match=rf"other settings \({name} {SETTINGS[name]}, not 5\)"):
        open_results(path, SETTINGS | {name: 5}, pair)


@pytest.mark.parametrize("data", ["", "makachess games 1\n", json.dumps([1])])
def test_what_is_no_file_of_results_is_refused(tmp_path, data):
    path = tmp_path / "x"
    path.write_text(data)
    with pytest.raises(MakachessError, match="no file of results"):
        open_results(path, SETTINGS, pair)
    with pytest.raises(MakachessError, match="No such file"):
        read_settings(tmp_path / "none")
