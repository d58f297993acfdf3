"""Skips a module of tests where the extra `training` is missing; `training` comes after it."""

import pytest

np = pytest.importorskip("numpy", reason="make test-training installs it")
pytest.importorskip("scipy", reason="make test-training installs it")
