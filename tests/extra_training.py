"""Skips a module of tests where the extra `training` is missing; sorts before what needs it."""

import pytest

np = pytest.importorskip("numpy", reason="make test-training installs it")
pytest.importorskip("scipy", reason="make test-training installs it")
