"""Where makachess keeps what belongs to its user: the data folder and the config folder."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path, user_data_path

HOME_VARIABLE = "MAKACHESS_HOME"  # names one folder that takes the place of both


def data_folder() -> Path:
    """Where makachess keeps what it writes: $MAKACHESS_HOME, or the user's data folder."""
    return _home() or user_data_path("makachess", appauthor=False)


def config_folder() -> Path:
    """Where settings and the user's own variants are: $MAKACHESS_HOME, or the config folder."""
    return _home() or user_config_path("makachess", appauthor=False)


def _home() -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser() if home else None
