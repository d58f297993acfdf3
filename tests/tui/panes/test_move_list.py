"""The list of moves: variations below the moves they replace in any width, clicks, scrolling."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.play.book import Book
from makachess.saves import Game, read_game
from makachess.tui.panes import moves
from makachess.tui.panes.moves import MoveRows
from makachess.tui.screens.replay import ReplayScreen
from tui_harness import opened

TREE = (
    "1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3 d5 (2... e6 3. d4) 3. e5) 2... d6 3. d4) (1... e6) "
    "2. Nf3 $2 Nc6 $14 {[%eval 0.10]} (2... d6 $1 3. d4 $6 $18) 3. Bb5 (3. Bc4 {quiet}) 3... a6 *"
)


def game(text: str = TREE) -> Game:
    return read_game([text])[0]


def listed(rows: MoveRows) -> list[str]:
    """The rows as they are shown."""
    return [
        (row.head + "".join(f"{c.text}{c.sign}{c.tail}".ljust(c.width) for c in row.cells)).rstrip()
        for row in rows.rows
    ]


WIDE = """\
1 e4          e5
  (1...c5" 2.Nf3
   (2.c3 d5
    (2...e6 3.d4)
    3.e5)
   2...d6 3.d4)
  (1...e6)
2 Nf3?        Nc6 +=
  (2...d6! 3.d4?! +-)
3 Bb5
  (3.Bc4")
3 ...         a6
"""
NARROW = """\
1 e4      e5
  (1...c5" 2.Nf3
   (2.c3 d5
    (2...e6 3.d4)
    3.e5)
   2...d6 3.d4)
  (1...e6)
2 Nf3?    Nc6 +=
  (2...d6!
   3.d4?! +-)
3 Bb5
  (3.Bc4")
3 ...     a6
"""


@pytest.mark.parametrize(("width", "text"), [(44, WIDE), (30, WIDE), (18, NARROW)])
def test_variations_stand_below_the_moves_they_replace(width, text):
    rows = listed(MoveRows(game(), width))
    assert "\n".join(rows) + "\n" == text
    assert max(map(len, rows)) <= width


def test_what_a_review_has_added_is_marked():
    """Its lines by brackets, its notes by `*`; those of people stand beside them, marked `"`."""
    reviewed = game(
        "1. e4 {[%by engine 1] Bad} (1. d4 {[%line engine]} 1... d5 2. c4 {[%line own]} "
        "(2. a3 a6)) (1. c4 c5 {[%line engine]} 2. g3) "
        "1... e5 {Good} {[%by engine 1] Bad} (1... c5 {[%by engine 1] Bad} {[%eval 0.10]}) 2. f4 *"
    )
    assert "\n".join(listed(MoveRows(reviewed, 30))) == (
        "1 e4*\n"
        """  [1.d4 d5 "2.c4\n"""
        "   [2.a3 a6]]\n"
        "  (1.c4 *c5 2.g3)\n"
        """1 ...         e5"*\n"""
        "  (1...c5*)\n"
        "2 f4"
    )


def test_every_move_stands_where_it_is_found():
    tree = game()
    rows = MoveRows(tree, 30)
    nodes = [*rows.places]
    assert len(nodes) == 19
    for node in nodes:
        row = rows.rows[rows.places[node]]
        at = len(row.head)
        for cell in row.cells:
            if cell.node is node:
                assert row.cell_at(at) is cell
                assert row.cell_at(at + cell.width - 1) is cell
            at += cell.width
    assert rows.rows[0].cell_at(0).node is tree.root.children[0]
    assert rows.rows[0].cell_at(99).node.san == "e5"


def test_a_file_with_endless_variations_is_listed_in_part(monkeypatch):
    most = 2_000  # more than functions may call one another
    monkeypatch.setattr(moves, "MOST", most)
    count = most + 50
    tree = game("1. e4 " + "(1. d4 " * count + ")" * count + " e5 *")
    rows = listed(MoveRows(tree, 30))
    assert len(rows) == most + 2
    assert rows[-1].split() == ["1", "...", "e5"]


def replay(tmp_path: Path):
    path = tmp_path / "game.pgn"
    path.write_text(TREE)
    return opened(lambda: ReplayScreen(Book(game())))


async def test_a_variation_is_entered_by_a_click_and_the_list_scrolls(tmp_path):
    async with replay(tmp_path) as hands:
        await hands.sees("(2...e6 3.d4)")
        row = next(y for y, line in enumerate(hands.rows) if "(2...e6 3.d4)" in line)
        await hands.pilot.click(offset=(hands.rows[row].index("3.d4"), row))
        await hands.has_played("e4", "c5", "c3", "e6", "d4")
        await hands.sees_no("a6")
        await hands.press(") end")
        await hands.sees("3 ...         a6")
        await hands.press("alt+up alt+up alt+up")
        await hands.sees_no("3 ...         a6")
        await hands.sees("1 e4          e5")
        await hands.press("left")
        await hands.sees_no("1 e4          e5")
        await hands.sees("3 ...         a6")
