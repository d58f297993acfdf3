"""The analysis panel on the screens."""

from __future__ import annotations

import pytest
from makachess.play.session.setup import new_setup
from makachess.saves import Game
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from makachess.variants.books import books_folder, format_book
from opening_books import book_of
from sampling import sampled
from told_engine import Told
from tui_harness import SIZES, Scripted, opened, playing

VETERAN = load("veteran")


def shown(hands) -> list[str]:
    """The rows of the panel."""
    x, y, width, height = hands.screen.analysis.region
    return [row[x : x + width].rstrip() for row in hands.rows[y : y + height]]


def begins(hands) -> list[str]:
    """The first moves of the lines shown."""
    return [row.split()[1] for row in shown(hands)[1:] if row[:1] in ("+", "-", "#")]


async def shows_the_game(hands) -> None:
    """Wait until the lines shown are three legal ones of the position on the board."""
    position, found = hands.screen.game_shown().position, hands.screen.study.findings
    assert found.position.moves == position.moves
    best = [position.san(info.pv[0]) for info in found.lines]
    assert len({position.parse(san) for san in best}) == 3
    await hands.until(lambda: begins(hands) == best, f"{best}")


async def rested(hands) -> None:
    found = hands.screen.study
    await hands.until(lambda: found.findings.lines and not found.findings.thinking, "an end")
    await hands.pilot.pause()


@pytest.mark.parametrize("size", sampled(SIZES, SIZES[:1]))
@pytest.mark.parametrize("variant", ["veteran", pytest.param("maka", marks=pytest.mark.compiled)])
async def test_three_lines_of_legal_moves_and_off_again(variant, size):
    setup = new_setup(load(variant), "both")
    async with playing(setup, size=size) as hands:
        before = hands.rows
        await hands.press("ctrl+e")
        await rested(hands)
        rows = shown(hands)
        is_narrow = (variant, size) == ("maka", (80, 24))
        assert rows[0].startswith("─ depth 2 ─" if is_narrow else "─ Analysis ─")
        assert is_narrow or rows[0].endswith("─ depth 2 ─")
        await shows_the_game(hands)
        await hands.press("ctrl+e")
        assert hands.rows == before
        assert hands.screen.study.findings.position is None


@pytest.mark.slow
async def test_it_follows_the_moves_and_waits_while_the_opponent_thinks():
    opponent = Scripted("e5")
    async with playing(new_setup(VETERAN, "white"), opponent) as hands:
        await hands.press('"analysis" enter')
        await rested(hands)
        await hands.press('"e4" enter')
        await hands.sees("─ waiting ─")
        opponent.go_on.set()
        await hands.has_played("e4", "e5")
        await rested(hands)
        await shows_the_game(hands)


async def test_the_book_is_shown_with_the_analysis_and_not_without(home):
    books_folder().mkdir(parents=True)
    book = format_book(VETERAN, book_of(VETERAN, "Nc3 e5"), {})
    (books_folder() / "veteran.book").write_bytes(book)
    game = Game(VETERAN)
    for san in ("Nc3", "a5"):
        game.play(game.position.parse(san))
    async with opened(lambda: ReplayScreen(game)) as hands:
        await hands.sees("1 Nc3")
        assert "Book" not in hands.text
        await hands.press("ctrl+e")
        await rested(hands)
        await hands.until(lambda: shown(hands)[1].startswith("Book Nc3 "), "the book's moves")
        await hands.press("end")
        await hands.until(
            lambda: (
                [row.strip() for row in shown(hands)[1:3]]
                == ["Book to move 1: then 1...a5", "is new"]
            ),
            "the end",
        )
        await rested(hands)
        await shows_the_game(hands)


async def test_below_another_screen_nothing_is_looked_at():
    game = new_setup(VETERAN, "both", fen="7k/8/5VK1/8/8/8/8/R7 w - - 0 1")
    async with playing(game) as hands:
        await hands.press("ctrl+e")
        await rested(hands)
        following = hands.screen.study
        hands.pilot.app.push_screen(ReplayScreen(Game(VETERAN)))
        await hands.until(lambda: following.findings.position is None, "a rest")
        hands.pilot.app.pop_screen()
        await hands.until(lambda: following.findings.lines, "lines")


TACTICS = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("asked", "size"), [("ctrl+g", SIZES[0]), ('ctrl+e "hint" enter', SIZES[1])]
)
async def test_a_hint_is_said_with_its_reason_and_marked(asked, size):
    async with playing(new_setup(VETERAN, "both", fen=TACTICS), size=size) as hands:
        await hands.press(asked)
        await hands.sees("Hint: Nxd5=M - wins the Pawn; the Knight becomes", "prompt")
        hint = hands.screen.board._view.hint
        assert [str(square) for square in hint] == ["e3", "d5"]
        assert "(" in "".join(hands.board)
        await hands.press('"Nxd5=M" enter')
        await hands.has_played("Nxd5=M")
        await hands.sees_no("Hint")
        assert "(" not in "".join(hands.board)


async def test_a_move_made_meanwhile_ends_the_thought():
    analyst = Told()
    async with playing(new_setup(VETERAN, "both")) as hands:
        hands.screen.study._make = lambda: analyst
        await hands.press("ctrl+g")
        await hands.sees("Looking for a good move")
        await hands.until(lambda: analyst.asked, "a thought")
        await hands.press('"e4" enter')
        await hands.has_played("e4")
        await hands.sees_no("Looking")
        assert analyst.stops == 1
        assert hands.screen.move_hints.move is None


async def test_scores_are_whites():
    fen = "4k3/8/8/8/8/8/8/QR2K3 b - - 0 1"
    async with playing(new_setup(VETERAN, "both", fen=fen)) as hands:
        await hands.press("ctrl+e")
        await rested(hands)
        assert shown(hands)[1].startswith("+")
