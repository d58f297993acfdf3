"""The folders that belong to the user, and the variable that replaces both."""

from pathlib import Path

import pytest
from makachess.core.errors import MakachessError
from makachess.variants.sources import config_folder, data_folder
from platformdirs import user_config_path, user_data_path


def test_the_platform_says_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAKACHESS_HOME", raising=False)
    assert data_folder() == user_data_path("makachess", appauthor=False)
    assert config_folder() == user_config_path("makachess", appauthor=False)


def test_one_variable_replaces_both(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    assert data_folder() == config_folder() == tmp_path


def test_its_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKACHESS_HOME", "~/chess")
    assert config_folder() == Path.home() / "chess"


def test_the_home_folder_of_nobody_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKACHESS_HOME", "~nobody-at-all/chess")
    with pytest.raises(MakachessError, match="MAKACHESS_HOME is '~nobody-at-all/chess'"):
        config_folder()
