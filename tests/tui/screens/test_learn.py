"""Rules and pieces: found by typing, shown on a board that answers, and left without a trace."""

import re
from pathlib import Path

import pytest
from makachess.core import Square
from makachess.play.sentences import move_changes
from makachess.tui.panes.marks import GOES, MAY, TAKES
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.learn import LearnScreen
from makachess.variants import load, load_file
from rendering import show_in
from rich.cells import cell_len
from sampling import sampled
from tui_harness import SIZES, opened, playing, two_people


def facts(hands) -> str:
    """What is said of a piece beside its board, as far as it is in view."""
    x, y, width, height = hands.screen.piece.facts.region
    by_column = ("".join(char.ljust(cell_len(char), "\0") for char in row) for row in hands.rows)
    rows = [row[x : x + width].replace("\0", "") for row in by_column][y : y + height]
    return " ".join(" ".join(rows).split())


async def look_up(hands, text: str, name: str) -> None:
    """Type what to look for, and wait for its page."""
    await hands.press(f'"{text}"')
    await hands.sees(f"▌ {name}")
    await hands.until(lambda: hands.screen.piece.hit.name == name, f"the page of the {name}")
    await hands.pilot.pause()  # until it is laid out, and can be clicked


WINDOWS = [(40, 12), (60, 20), *SIZES, (300, 100)]


@pytest.mark.slow
@pytest.mark.parametrize("size", sampled(WINDOWS, SIZES[:1], slow=[(40, 12)]))
async def test_a_piece_is_found_and_read_in_every_window(size):
    async with opened(HomeScreen, size) as hands:
        await hands.press("r enter")
        await hands.sees("Rules and pieces of every", "status")
        await look_up(hands, "狛", "Lion Dog")
        await hands.press("tab")
        await hands.sees("up to three")
        await hands.sees("W!")
        text = hands.screen.piece.facts
        while text.more_below:
            await hands.press("ctrl+d")
        await hands.sees("start")
        await hands.press("tab")
        await hands.sees("▌ Lion Dog")
        await hands.press("escape")  # ends the search
        await hands.sees("Veteran Chess")
        await hands.press("escape")
        await hands.sees("▌ Rules and pieces")


@pytest.mark.slow
async def test_the_piece_moves_by_the_rules_and_others_can_be_moved_about():
    async with opened(LearnScreen) as hands:
        await look_up(hands, "mounted", "Mounted Veteran")
        await hands.press("tab")
        piece = hands.screen.piece
        piece.diagram.pieces = {piece.diagram.home: "M", Square.parse("d4"): "l"}
        piece.update()
        assert piece.board.cursor == piece.diagram.home
        await hands.press("up right")
        await hands.sees("takes Lady on d4, must become Queen: the Lady is contagious", "prompt")
        await hands.press("up space")  # a pawn on d5, and the cursor on it
        await hands.sees("Black's Pawn on d5", "prompt")
        await hands.press("space space space")
        await hands.until(lambda: Square.parse("d5") not in piece.diagram.pieces, "an empty square")
        await hands.press("left left left enter")  # a5 is none of its squares
        await hands.sees("does not go there", "prompt")
        await hands.click("d4")
        await hands.sees("Mxd4=Q", "prompt")
        assert (piece.diagram.kind, piece.diagram.pieces) == ("Q", {Square.parse("d4"): "Q"})
        await hands.press("ctrl+r")
        assert piece.diagram.kind == "M"


@pytest.mark.slow
async def test_a_piece_that_may_move_on_says_how_its_move_ends():
    async with opened(lambda: LearnScreen(load("maka"), "L!"), (120, 40)) as hands:
        await hands.until(lambda: hands.screen.on_board, "the keys of the board")
        piece = hands.screen.piece
        home = piece.diagram.home
        victim = Square(home.file, home.rank + 1)
        piece.diagram.pieces = {home: "L!", victim: "p"}
        piece.update()
        await hands.click(str(victim))
        await hands.sees("Pick the same square again to end the move here, or go on", "prompt")
        await hands.click(str(home))
        await hands.press("enter")  # the Lion stays one
        await hands.until(lambda: piece.diagram.pieces == {home: "L!"}, "a capture without a step")


async def test_a_game_shows_the_piece_under_the_cursor_and_goes_on_undisturbed():
    async with playing(two_people("8/3k4/4p3/8/3N4/8/8/1K6 w - - 0 1")) as hands:
        game = hands.screen
        await hands.press("home")
        await hands.pick("d4")
        await hands.press("f3")
        await hands.sees("Rules and pieces of Veteran Chess", "status")
        text = hands.screen.piece.facts
        await hands.until(lambda: "It may become a Mounted Veteran" in text.text, "its facts")
        await hands.press("escape")
        await hands.until(lambda: hands.screen is game, "the game")
        assert game.entering.state.path == (Square(3, 3),)


@pytest.mark.parametrize("size", sampled(SIZES[:2], SIZES[:1]))
async def test_the_legend_has_the_marks_that_the_board_draws_at_its_size(size):
    async with playing(two_people("8/3k4/4p3/8/3N4/8/8/1K6 w - - 0 1"), size=size) as hands:
        show_in(hands.pilot.app, "256")
        await hands.press("home")
        await hands.pick("d4")
        await hands.press("f3")
        await hands.until(lambda: hands.screen.on_board, "the board")
        legend, board = [mark.drawing for mark in (GOES, TAKES, MAY)], hands.screen.board
        for now in (size, (40, 10), size):
            await hands.pilot.resize_terminal(*now)
            drawn = now == size
            await hands.until(lambda d=drawn: board.draws_marks is d, f"the squares of {now}")
            text = hands.screen.piece.facts.text
            assert [mark in text for mark in legend] == [drawn] * 3, text


async def test_a_question_is_answered_with_the_page_of_what_it_offers():
    async with playing(two_people("8/3k4/4p3/8/3N4/8/8/1K6 w - - 0 1")) as hands:
        game = hands.screen
        await hands.press('"Nxe6" enter')
        await hands.sees("Promote?", "prompt")
        await hands.press("f3")
        await hands.until(lambda: hands.screen is not game, "the page")
        await hands.until(lambda: hands.screen.piece.hit.name == "Mounted Veteran", "its page")
        await hands.press("escape")
        await hands.sees("Promote?", "prompt")
        await hands.press("right enter")
        await hands.has_played("Nxe6=M+")


@pytest.mark.slow
async def test_a_game_with_options_shows_its_own_rules():
    variant = load("maka", rules="modern")
    async with opened(lambda: LearnScreen(variant, "O"), (120, 40)) as hands:
        words = "It must become a Lion (+O) when it takes any piece"
        await hands.until(lambda: words in facts(hands), "its facts")
        await hands.until(lambda: hands.screen.on_board, "the keys of the board")
        await hands.press('"fiend"')  # letters typed at the board look for something else
        await hands.sees("▌ Furious Fiend")


@pytest.mark.slow
async def test_lines_along_which_a_piece_slides_are_tinted_and_jumps_have_dots():
    def colored(hands):
        show_in(hands.pilot.app, "256", "walnut")
        hands.screen.piece.update()
        return hands.screen.piece.board._view

    async with opened(lambda: LearnScreen(load("decimaka"), "Q")) as hands:
        await hands.until(lambda: hands.screen.on_board, "the board")
        view, home = colored(hands), hands.screen.piece.diagram.home
        lines = {at for at in view.slides if home.file in (at.file,) or home.rank == at.rank}
        assert lines
        assert not set(view.slides) & set(view.entry.targets)
        assert {hands.screen.piece.board._look(at).tint for at in lines} == {"picked"}
        assert all(target.capture for target in view.entry.targets.values())
    async with opened(lambda: LearnScreen(load("veteran"), "N")) as hands:
        await hands.until(lambda: hands.screen.on_board, "the board")
        view = colored(hands)
        assert not view.slides
        assert sum(not target.capture for target in view.entry.targets.values()) >= 4


@pytest.mark.slow
async def test_more_victims_than_there_is_room_for_are_counted():
    async with opened(lambda: LearnScreen(load("maka"), "P"), (120, 40)) as hands:
        longest = max(len(victims) for _, _, victims in move_changes(load("maka"), "P"))
        await hands.sees("What it becomes")
        found = re.search(r" \+(\d+) ", hands.text.partition("What it becomes")[2])
        assert found
        assert 0 < int(found[1]) < longest


async def test_a_piece_that_changes_by_moving_is_drawn_without_victims():
    kyoto = load_file(Path(__file__).parents[2] / "data" / "inventors" / "kyoto.toml")
    async with opened(lambda: LearnScreen(kyoto, "P"), (120, 40)) as hands:
        await hands.sees("What it becomes by moving")
        drawn = hands.text.partition("What it becomes")[2]
        assert "must become" in drawn
        assert "Rook" in drawn
