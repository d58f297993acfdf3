"""Pictures are sent once, follow what is drawn, and leave nothing behind."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.play.settings import change_settings
from makachess.tui.colors import question
from makachess.tui.pictures import QUESTION, Part, Picture, Pictures, can_be_asked, shows_part
from makachess.tui.terminal.pacing import is_far
from makachess.tui.terminal.painter import Painter
from pty_harness import ATTRIBUTES, PICTURES, Terminal, environment
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.strip import Strip
from tui_harness import game, opened

WHITE, BLACK = ("#ffffff", "#a58d76", "#000000"), ("#000000", "#76675b", "#000000")
PAWN, KING, MARE = Picture("Pawn", *WHITE), Picture("King", *WHITE), Picture("Knight", *BLACK)
SQUARE = Style(bgcolor="#b28b5f")
COMMAND = re.compile(r"(?:\x1b\[(\d+);(\d+)H)?\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\")


class Board:
    """Squares of 4x2 cells in a row, and what the terminal is sent to show them."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Picture, int, int]] = []
        self.pictures = Pictures(self._draw, lambda: (10, 20))

    def _draw(self, picture: Picture, width: int, height: int) -> bytes:
        self.drawn.append((picture, width, height))
        return picture.figure.encode() * 1000

    def show(self, **pieces: Picture | None) -> tuple[str, str]:
        """Show pieces on squares `a` and so on."""
        for name, picture in pieces.items():
            at = "abcdef".index(name)
            for y in range(2):
                self.pictures.note(4 * at, y, 4, [strip(picture, y)])
        return self.pictures.change()


def strip(picture: Picture | None, row: int) -> Strip:
    if picture is None:
        return Strip([Segment("    ", SQUARE)])
    parts = (Part(picture, 4, 2, column, row) for column in range(4))
    return Strip([Segment(" ", shows_part(SQUARE, part)) for part in parts])


def commands(text: str) -> list[dict[str, str]]:
    """The keys of all commands, with `at` where the cursor is put before one."""
    assert not COMMAND.sub("", text)
    return [
        dict(key.split("=") for key in keys.split(",")) | ({"at": f"{x},{y}"} if x else {})
        for y, x, keys, _ in COMMAND.findall(text)
    ]


def test_an_image_is_sent_once_in_pieces_that_terminals_take():
    board = Board()
    away, shown = board.show(a=PAWN, b=PAWN, c=KING)
    sent = [(keys, data) for _, _, keys, data in COMMAND.findall(shown) if data]
    assert not away
    assert [keys for keys, _ in sent] == [
        *("a=t,f=100,i=1,q=2,m=1", "m=0"),
        *("a=t,f=100,i=2,q=2,m=1", "m=0"),
    ]
    assert all(len(data) <= 4096 for _, data in sent)
    whole = [b64decode(one + other) for (_, one), (_, other) in (sent[:2], sent[2:])]
    assert whole == [b"King" * 1000, b"Pawn" * 1000]
    assert board.drawn == [(KING, 40, 40), (PAWN, 40, 40)]
    assert "a=t" not in "".join(board.show(a=None, d=PAWN, e=KING, f=PAWN))


def test_what_is_taken_goes_away_before_its_captor_comes():
    board = Board()
    board.show(a=PAWN, b=MARE)
    away, shown = board.show(a=None, b=PAWN)
    (taken,), (moved,) = commands(away), commands(shown)
    assert (taken["a"], taken["d"]) == ("d", "i")
    assert taken["i"] != moved["i"]
    assert moved["at"] == "5,1"


class Shown:
    """What a terminal shows after what it has been sent: of which image which part, by cell."""

    def __init__(self) -> None:
        self.placed: dict[tuple[str, str], dict[tuple[int, int], tuple[str, int, int]]] = {}

    def take(self, text: str) -> None:
        for command in commands(text):
            if command.get("a") == "d":
                del self.placed[command["i"], command["p"]]
            elif command.get("a") == "p":
                self.placed[command["i"], command["p"]] = dict(self._cells(command))

    def _cells(self, command: dict[str, str]):
        x, y = map(int, command["at"].split(","))
        left, top = int(command.get("x", 0)) // 10, int(command.get("y", 0)) // 20
        for column in range(int(command["c"])):
            for row in range(int(command["r"])):
                part = command["i"], left + column, top + row
                yield (x - 1 + column, y - 1 + row), part

    @property
    def cells(self) -> dict[tuple[int, int], tuple[str, int, int]]:
        found = {at: part for cells in self.placed.values() for at, part in cells.items()}
        assert len(found) == sum(map(len, self.placed.values()))
        return found


PUT = st.tuples(st.integers(0, 5), st.sampled_from([PAWN, KING, MARE, None]))
COVER = st.tuples(st.integers(0, 23), st.integers(0, 1), st.integers(1, 9))


@given(st.lists(st.lists(PUT | COVER, max_size=6), max_size=8))
def test_whatever_happens_the_terminal_shows_what_the_cells_do(frames):
    board, terminal, seen = Board(), Shown(), {}
    for frame in frames:
        for x, *rest in frame:
            if len(rest) == 1:
                changed = [(4 * x, y, strip(rest[0], y)) for y in range(2)]
            else:
                width = min(rest[1], 24 - x)
                changed = [(x, rest[0], Strip([Segment("|" * width)]))]
            for left, y, line in changed:
                board.pictures.note(left, y, line.cell_length, [line])
                for column in range(line.cell_length):
                    seen.pop((left + column, y), None)
                if len(rest) == 1 and rest[0] is not None:
                    seen |= {(left + c, y): (rest[0], c, y) for c in range(4)}
        away, shown = board.pictures.change()
        terminal.take(away)
        terminal.take(shown)
        numbers = {image.picture: str(at) for image, at in board.pictures._numbers.items()}
        assert terminal.cells == {
            at: (numbers[picture], column, row) for at, (picture, column, row) in seen.items()
        }


def test_all_is_sent_again_to_a_terminal_of_which_nothing_is_known():
    board = Board()
    board.pictures = Pictures(board._draw, lambda: (20, 80))
    first = board.show(a=PAWN)
    removed = commands(board.pictures.forget())
    assert removed == [{"a": "d", "d": "I", "i": "1"}]
    assert board.show(a=PAWN) == first
    assert board.drawn[0] == (PAWN, 48, 96)  # which the terminal enlarges


CONSOLE = Console(color_system="truecolor", force_terminal=True, _environ={"TERM": "xterm-kitty"})


def full(*rows: Strip) -> LayoutUpdate:
    return LayoutUpdate([[row] for row in rows], Region(0, 0, 8, len(rows)))


def test_pictures_follow_the_cells_of_their_frame():
    painter = Painter()
    blank = Strip([Segment("        ")])
    rows = [Strip.join([strip(PAWN, y), strip(None, y)]) for y in range(2)]
    text = painter.difference(full(*rows), CONSOLE)
    assert text.index("\x1b[2J") < text.index("a=t") < text.index("a=p")
    assert painter.difference(full(*rows), CONSOLE) == ""
    chops = [{0: strip(None, y), 4: strip(PAWN, y)} for y in range(2)]
    moved = painter.difference(ChopsUpdate(chops, [(0, 0, 8), (1, 0, 8)], [[0, 8]] * 2), CONSOLE)
    assert "\x1b[1;5H\x1b_Ga=p,i=1,p=1," in moved
    over = painter.difference(full(blank, blank), CONSOLE)
    assert over.startswith("\x1b_Ga=d,d=i,i=1,p=1\x1b\\")
    painter.forget()
    assert painter.difference(full(*rows), CONSOLE).startswith(
        "\x1b_Ga=d,d=I,i=1\x1b\\\x1b[m\x1b[2J"
    )


@pytest.mark.parametrize(
    ("environ", "asked"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "221202"}, True),
        ({"TERM": "xterm-kitty", "SSH_TTY": "/dev/pts/3"}, True),  # for those who want them there
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM": "tmux-256color"}, False),
        ({"TERM": "xterm-256color", "TMUX": "/tmp/tmux"}, False),
        ({"TERM": "xterm-256color", "STY": "1.pts"}, False),
        ({"TERM": "rxvt-unicode-256color"}, False),
    ],
)
def test_only_terminals_that_can_take_it_are_asked(environ, asked):
    assert can_be_asked(environ) is asked
    assert (QUESTION in question(environ)) is asked
    assert question(environ).endswith(b"\x1b[c")


@pytest.mark.parametrize(
    ("chosen", "far", "shows"),
    [
        ("auto", False, True),
        ("auto", True, False),
        ("on", True, True),
        ("off", False, False),
    ],
)
async def test_the_setting_decides_where_the_terminal_shows_any(monkeypatch, chosen, far, shows):
    change_settings(pictures=chosen)
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    if far:
        monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    async with opened(game) as hands:
        app = hands.pilot.app
        assert not app.shows_pictures
        app.terminal.answers.has_pictures = True
        assert app.shows_pictures is shows


async def test_a_board_shows_them_in_its_figures_place_and_below_a_box(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-kitty")
    change_settings(pictures="on")
    async with opened(game) as hands:
        app = hands.pilot.app

        def figures() -> set[str]:
            found = (segment.style.meta for row in rows(app) for segment in row if segment.style)
            return {meta["picture"][0][0] for meta in found if "picture" in meta}

        app.terminal.answers.has_pictures = True
        await hands.press("f9 k enter")
        assert not figures()
        await hands.press("escape escape")
        assert {"King", "Pawn"} <= figures()
        await hands.press(":")
        assert {"King", "Pawn"} <= figures()
        await hands.press("escape")
        hands.screen.preferences.remember(pieces="letters")
        hands.screen.adopt_settings()
        await hands.pilot.pause()
        assert not figures()  # letters


def rows(app):
    """The strips of the screen and of what shows through it."""
    with app._context():
        visible_screen_stack.set(app._background_screens)
        return app.screen._compositor.render_strips()


ARGUMENTS = ("play", "veteran", "--side", "both")
READY = "Type a move"


@pytest.fixture
def env(tmp_path: Path):
    return environment(MAKACHESS_HOME=str(tmp_path), COLORTERM="truecolor")


@pytest.mark.slow
def test_a_terminal_that_shows_pictures_gets_them_and_is_left_without(env):
    assert not is_far(env)
    with Terminal(*ARGUMENTS, env=env, answer=PICTURES + ATTRIBUTES) as terminal:
        terminal.wait_for(READY)
        terminal.wait_until(lambda: terminal.output.count(b"a=p,") == 40, "all pieces")
        sent = re.findall(rb"\x1b_Ga=t,f=100,i=(\d+),q=2", terminal.output)
        assert len(sent) == len(set(sent)) == 12
        before = terminal.received
        terminal.press("e3", "enter")
        terminal.wait_for("Black to move")
        terminal.wait_until(lambda: terminal.output.count(b"a=p,") == 41, "the moved piece")
        assert b"a=t," not in terminal.output[before:]
        terminal.press("ctrl+q")
        terminal.wait_exit()
        end = terminal.output[before:]
        for number in sent:
            assert end.index(b"\x1b_Ga=d,d=I,i=%b\x1b\\" % number) < end.index(b"\x1b[?1049l")
