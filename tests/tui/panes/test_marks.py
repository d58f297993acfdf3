"""Every mark that can stand on a board, and beside it, is explained in a legend."""

from __future__ import annotations

from dataclasses import replace

import pytest
from makachess.core.engine.review import Verdict
from makachess.core.spec import Rule
from makachess.play.entry import Target
from makachess.saves.signs import GLYPHS
from makachess.tui.board import PIECE_SETS
from makachess.tui.board.square import Look, draw
from makachess.tui.panes.marks import ATTACKS, CHANCES, MOVES, SQUARES, mark_lines
from makachess.tui.panes.review import SIGNS
from makachess.tui.themes import TINTS
from rendering import show_in
from squares import board_style
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
                "can be won",
            ),
        ),
        (
            "",
            (
                "• *  it may go there",
                "x x  it may take there",
                "!M   must become this",
                "- -  can be won",
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
