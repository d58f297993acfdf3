"""That the kernel is not compiled is said once, and only to people."""

import io
from contextlib import redirect_stderr

import pytest
from makachess.core.kernel import board
from makachess.tui.cli import SAID, cli


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch):
    monkeypatch.setattr(board, "COMPILED", False)


def said(stream: io.StringIO, *arguments: str) -> str:
    """What a command writes to standard error."""
    with redirect_stderr(stream), pytest.raises(SystemExit):
        cli(arguments)
    return stream.getvalue()


def test_it_is_said_once():
    assert said(Screen(), "perft", "chess", "1") == f"{SAID}\n"
    assert said(Screen(), "perft", "chess", "1") == ""


def test_nothing_is_said_of_a_compiled_kernel_nor_to_programs_that_read_along(monkeypatch):
    assert said(io.StringIO(), "perft", "chess", "1") == ""
    monkeypatch.setattr(board, "COMPILED", True)
    assert said(Screen(), "perft", "chess", "1") == ""


def test_where_it_cannot_be_remembered_it_is_not_said(home):
    home.touch()  # a file, in which there can be none
    assert said(Screen(), "perft", "chess", "1") == ""
