"""Every mark that can stand on a screen is explained: beside it, or in the help of that screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from acting import read_at_once
from every_screen import OPENERS
from makachess.core.engine.review import Verdict
from makachess.core.spec import Rule
from makachess.play.entry import Target
from makachess.saves.signs import GLYPHS
from makachess.tui.board import PIECE_SETS
from makachess.tui.board.square import Look, draw
from makachess.tui.keys import SCREENS
from makachess.tui.panes.marks import ATTACKS, CHANCES, MOVES, SQUARES, mark_lines
from makachess.tui.panes.review import SIGNS
from makachess.tui.themes import TINTS
from rendering import show_in
from squares import board_style
from stages import FILES
from tui_harness import game, opened, playing, two_people

ONE, SEVERAL = ("M",), ("M", "N")
TARGETS = [
    Target(capture=taking, rule=rule, becomes=becomes)
    for taking in (False, True)
    for rule, becomes in (
        *((Rule.STAY, ()), (Rule.MAY, ONE), (Rule.MUST, ONE)),
        *((Rule.MAY, SEVERAL), (Rule.MUST, SEVERAL)),
    )
]
LOOKS = [
    Look(cursor=True),
    Look(premove=True),
    Look(taken=True),
    *(replace(Look(), **{mark: True}) for mark in TINTS),
    *(Look(danger=danger) for danger in ("won", "worth", "bears")),
    *(Look(target=target) for target in TARGETS),
    *(Look(attacks=attacks) for attacks in ((1, 0), (0, 2), (12, 0))),
    Look(dark=True),
]
MANNERS = [
    (system, cell, pieces)
    for system in ("truecolor", "standard", None)
    for cell in ((3, 1), (4, 2), (6, 3), (10, 5))
    for pieces in PIECE_SETS
]
PIXELS = "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█ "


@pytest.mark.parametrize("system", ["truecolor", "standard", None])
def test_every_sign_on_a_square_is_in_the_legend(system):
    for _, cell, pieces in (how for how in MANNERS if how[0] == system):
        how = board_style(cell=cell, pieces=pieces, system=system)
        drawn = how.tinted and not pieces.plain and cell[1] > 1
        lines = mark_lines((*SQUARES, *ATTACKS), tinted=how.tinted, drawn=drawn)
        known = {char for line in lines for part in line for char in part.text}
        for piece in ("", "n"):
            bare = "".join(text for row in draw(Look(piece), how) for text, _ in row)
            for look in LOOKS:
                shown = draw(replace(look, piece=piece), how)
                signs = {char for row in shown for text, _ in row for char in text}
                signs -= {*bare, *PIXELS, *"MN123456789"}
                assert signs <= known | {*"┗┛"}, (look, cell, pieces.name, signs - known)


def test_every_tint_of_squares_is_in_the_legend():
    assert {*TINTS, "won", "worth", "bears"} <= {mark.tint for mark in (*SQUARES, *ATTACKS)}


def test_every_sign_of_moves_reviews_and_clocks_is_in_its_legend():
    assert {glyph.sign for glyph in GLYPHS} <= {mark.sign for mark in MOVES}
    words = {mark.sign: mark.words for mark in CHANCES}
    assert all(verdict.name.lower() in words[SIGNS[verdict]] for verdict in SIGNS)
    assert set(SIGNS) == {verdict for verdict in Verdict if verdict.is_mistake}


SAID = set("""abcdefghijklmnopqrstuvwxyz0123456789 .,:;'"()-/%=_^~""")
DRAWN = set("─│┌┐└┘╭╮╰╯·") | set(PIXELS)  # lines, letters, empty squares, figures


def damage(home: Any) -> None:
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)


@pytest.mark.parametrize("name", SCREENS)
async def test_every_sign_on_a_screen_is_explained_in_its_help(name, home, monkeypatch):
    read_at_once(monkeypatch)
    damage(home)
    async with opened(OPENERS[name], (100, 30)) as hands:
        screen = hands.screen
        await hands.pilot.pause()
        signs = signs_of(hands)
        await hands.press("f1")
        panel: Any = hands.screen.query("HelpPanel, HelpText").last()
        told = set(panel.text)
        assert signs <= told, f"{sorted(signs - told)} on {type(screen).__name__}"


def signs_of(hands: Any) -> set[str]:
    """The characters on the screen, its board left out, that are neither words nor drawings."""
    rows = hands.rows
    for board in hands.screen.query("BoardWidget"):
        x, y, width, height = board.region
        for at in range(y, min(y + height, len(rows))):
            rows[at] = rows[at][:x] + " " * width + rows[at][x + width :]
    text = "".join(rows).lower()
    return {char for char in text if not char.isalnum()} - SAID - DRAWN


@pytest.mark.parametrize("system", ["256", "standard", ""])
async def test_squares_of_one_row_have_a_legend_of_the_attacks_that_they_show(system):
    async with playing(two_people(variant="maka")) as hands:
        show_in(hands.pilot.app, system)
        await hands.press("f4")
        await hands.sees("─ Attack map F4 ─")
        told = hands.screen.legend.text
        assert [mark.words in told for mark in ATTACKS] == [True] * 3 + [False] * 3
        signs = [mark.sign in told for mark in ATTACKS[:3]]
        assert signs == [system != "256"] * 3, "what is tinted has no sign"


@pytest.mark.parametrize(
    ("colors", "marks"),
    [
        (
            "truecolor",
            (
                " ▐▌  it may go there",
                "▘  ▝ it may take there",
                " M!  must become this",
                "it can be won",
            ),
        ),
        (
            "",
            (
                "• *  it may go there",
                "x x  it may take there",
                "!M   must become this",
                "- -  it can be won",
            ),
        ),
    ],
)
async def test_marks_are_explained_as_they_are_drawn(colors, marks, monkeypatch):
    monkeypatch.setenv("COLORTERM", colors)
    async with opened(game, (120, 60)) as hands:
        await hands.press("f1")
        for mark in marks:
            await hands.until(lambda m=mark: any(m in row for row in hands.rows), mark)
