"""Where makachess keeps what belongs to its user: the data folder and the config folder."""

from __future__ import annotations

import os
from pathlib import Path

from makachess.core.errors import MakachessError

HOME_VARIABLE = "MAKACHESS_HOME"  # names one folder that takes the place of both


def data_folder() -> Path:
    """Where makachess keeps what it writes: $MAKACHESS_HOME, or the user's data folder."""
    return _home() or _platform_folder("user_data_path")


def config_folder() -> Path:
    """Where settings and the user's own variants are: $MAKACHESS_HOME, or the config folder."""
    return _home() or _platform_folder("user_config_path")


def _home() -> Path | None:
    """What the variable says, if it is set; raises MakachessError for a home that nobody has."""
    home = os.environ.get(HOME_VARIABLE)
    try:
        return Path(home).expanduser() if home else None
    except RuntimeError:
        raise MakachessError(f"{HOME_VARIABLE} is {home!r}, and there is no such user") from None


def _platform_folder(which: str) -> Path:
    import platformdirs  # imported late: the library and many commands do not need it

    folder: Path = getattr(platformdirs, which)("makachess", appauthor=False)
    return folder
