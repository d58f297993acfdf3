"""Moves entered on the game screen in every way there is, and what is seen meanwhile."""

from __future__ import annotations

import re

import pytest
from makachess.saves.autosave import NOT_KEPT
from makachess.tui.app import MakachessApp
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.home import HomeScreen
from makachess.variants import names
from textual.events import Paste
from tui_harness import SINGLE_KEYS, SIZES, opened, playing, two_people

VETERAN = "r3k2r/pp1m1ppp/2n1pn2/1lbp4/3PV3/2N1LN2/PPP2PPP/R3K2R w KQkq - 0 10"


# --- three ways to the same move ----------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_cursor_keys(size):
    async with playing(two_people(), size=size) as hands:
        await hands.pick("e2", "e4", "g8", "f6")
        await hands.has_played("e4", "Nf6")


@pytest.mark.parametrize("size", SIZES)
async def test_mouse(size):
    async with playing(two_people(), size=size) as hands:
        for square in ("e2", "e4", "g8", "f6"):
            await hands.click(square)
        await hands.has_played("e4", "Nf6")


async def test_keys_that_arrive_at_once_do_not_overtake_each_other():
    async with playing(two_people(VETERAN)) as hands:
        keys = ("c3", "enter", "up", "up", "right", "enter", "M", "enter", "Qxd5", "enter")
        await hands.pilot.press(*(key for word in keys for key in split(word)))
        await hands.until(lambda: hands.sans[:1] == ("Nxd5=M",), "the capture")


def split(word: str) -> list[str]:
    """The keys that type a word, or the one that it names."""
    return [word] if word in ("enter", "up", "right") else list(word)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_leaving_does_not_overtake_a_move(key, home):
    async with playing(two_people()) as hands:
        await hands.pilot.press(*"e4", "enter", *"e5", "enter", key)
        await hands.until(lambda: hands.pilot.app._exit, "the end of the app")
    (file,) = (home / "games").glob("*.pgn")
    assert "1. e4 e5" in file.read_text()


@pytest.mark.parametrize(("keys", "files"), [('"e4" enter', 0), ('"e4" enter ctrl+r "y" enter', 1)])
async def test_a_game_left_before_both_sides_have_moved_is_not_kept_unless_it_is_over(
    keys, files, home, capsys
):
    async with playing(two_people()) as hands:
        await hands.press(keys)
        assert len([*(home / "games").glob("*.pgn")]) == 1
        await hands.pilot.press("ctrl+q")
        await hands.until(lambda: hands.pilot.app._exit, "the end of the app")
    assert len([*(home / "games").glob("*.pgn")]) == files
    hands.pilot.app.exit_report.tell()
    told = "" if files else f"makachess: {NOT_KEPT}\n"
    assert capsys.readouterr().err == told


async def test_the_screen_below_says_so_too_and_then_the_end_does_not(home, capsys):
    async with opened(HomeScreen) as hands:
        await hands.pilot.app.push_screen(GameScreen(two_people()))
        await hands.press('"e4" enter ctrl+q')
        await hands.sees(NOT_KEPT, "prompt")
    hands.pilot.app.exit_report.tell()
    assert capsys.readouterr().err == ""


async def test_the_board_turned_round_is_entered_as_it_is_seen():
    async with playing(two_people()) as hands:
        await hands.press("ctrl+f")
        await hands.until(lambda: hands.first_label == "1", "White above")
        await hands.pick("e2", "e4")
        await hands.click("e7")
        await hands.click("e5")
        await hands.has_played("e4", "e5")


# --- what is seen -------------------------------------------------------------------------------


async def test_a_target_under_the_cursor_is_explained():
    async with playing(two_people(VETERAN)) as hands:
        await hands.pick("c3")
        await hands.press("up up left")
        words = "Knight takes Lady on b5, must become Queen: the Lady is contagious"
        await hands.sees(words, "prompt")


@pytest.mark.parametrize(
    ("keys", "san"),
    [
        *(("m", "Nxd5=M"), ("n", "Nxd5"), ("2", "Nxd5=M")),
        *(('"M" enter', "Nxd5=M"), ('"=M" enter', "Nxd5=M"), ("right enter", "Nxd5=M")),
        *(('"c3d5=M" enter', "Nxd5=M"), ('"Nxd5=" enter', "Nxd5")),
    ],
)
async def test_a_choice_is_made_by_its_letter_or_number_or_in_writing(keys, san):
    async with playing(two_people(VETERAN), waits=SINGLE_KEYS) as hands:
        await hands.pick("c3", "d5")
        await hands.press(keys)
        await hands.has_played(san)


@pytest.mark.parametrize("typed", ["e1e2", "Nf3", "b7b8", "1-0", "M1"])
async def test_a_prompt_does_not_take_a_typed_move_for_an_answer(typed):
    async with playing(two_people("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "chess")) as hands:
        await hands.press('"b7b8" enter')
        await hands.sees("Promote to:", "prompt")
        await hands.press(f'"{typed}" enter')
        await hands.sees("choose first", "prompt")
        await hands.has_played()
        await hands.press("right")
        await hands.sees("Promote to:", "prompt")
        await hands.press('"Q" enter')
        await hands.has_played("b8=Q+")


async def test_a_move_pasted_at_a_question_chooses_nothing():
    async with playing(two_people(VETERAN)) as hands:
        await hands.pick("c3", "d5")
        hands.screen.post_message(Paste("Nd5\n"))
        await hands.sees("Nd5", "prompt")
        await hands.press("escape")
        await hands.sees_no("Nd5", "prompt")
        await hands.sees("Promote?", "prompt")
        await hands.has_played()


async def test_what_is_typed_at_a_yes_or_no_is_told_what_the_answers_are():
    async with playing(two_people()) as hands:
        await hands.press('ctrl+r "e2e4" enter')
        await hands.sees("'e2e4' is not an answer: type n or y, or press Esc", "prompt")
        await hands.press("escape")
        await hands.has_played()
        assert not hands.screen.session.over


async def test_escape_takes_back_one_step_at_a_time():
    async with playing(two_people(VETERAN)) as hands:
        await hands.pick("c3", "d5")
        await hands.press("escape")
        await hands.sees("?M")
        await hands.press("escape")
        await hands.sees_no("?M")
        await hands.has_played()


async def test_a_forced_promotion_says_why():
    async with playing(two_people(VETERAN)) as hands:
        await hands.pick("c3", "b5")
        await hands.has_played("Nxb5=Q")
        await hands.sees("Knight had to become Queen: the Lady is contagious", "prompt")


async def test_check_and_the_result_with_its_reason_stand_in_the_first_row():
    async with playing(two_people("7k/8/6K1/8/8/8/8/R7 w - - 0 1")) as hands:
        await hands.press('"Rh1" enter')
        await hands.sees("check!", "status")
        await hands.press('"Kg8" enter "Rh7" enter "Kf8" enter "Rh8" enter')
        await hands.sees("Black to move - check!", "status")
    async with playing(two_people("k7/8/1K6/8/8/8/8/7R w - - 0 1")) as hands:
        await hands.press('"Rh8" enter')
        await hands.sees("Checkmate: White wins", "status")
        await hands.sees("^N new game")


@pytest.mark.parametrize("name", names())
async def test_the_first_move_is_invited_with_one_of_the_game(name):
    async with playing(two_people(variant=name)) as hands:
        await hands.sees("Type a move, such as ", "prompt")
        example = hands.part("prompt").partition("such as ")[2].partition(", or pick")[0]
        await hands.press(f'"{example}" enter')
        await hands.has_played(example)
        await hands.sees_no("Type a move", "prompt")


async def test_the_keys_below_the_help_scroll_and_close_it():
    async with playing(two_people()) as hands:
        before = hands.part("keys")
        await hands.press("f1")
        await hands.sees("PgUp PgDn scroll  F1 close", "keys")
        await hands.press('"e4" enter')  # which changes the keys of the game
        await hands.sees("PgUp PgDn scroll  F1 close", "keys")
        await hands.press("f1")
        await hands.sees(before, "keys")


async def test_escape_answers_a_question_before_it_closes_the_help():
    async with playing(two_people(VETERAN)) as hands:
        await hands.pick("c3", "d5")
        await hands.press("f1 escape")
        await hands.sees_no("Promote?", "prompt")
        await hands.sees_no("> White")
        await hands.press("escape")
        await hands.sees("> White")
        await hands.sees("•")


async def test_the_pieces_can_be_drawn_in_another_way():
    async with playing(two_people()) as hands:
        assert not re.search("[rnbqk]", "".join(hands.board[:3]))
        await hands.press("ctrl+p")
        await hands.sees("letters", "prompt")
        assert " ".join(re.findall("[a-z]", "".join(hands.board[:3]))) == "r n b l k b n r"
        await hands.press("ctrl+p")
        await hands.sees("ascii", "prompt")
        assert hands.board[0].isascii()


@pytest.mark.parametrize("size", [(30, 10), (39, 24), (80, 10)])
async def test_a_window_too_small_says_what_it_needs(size):
    async with playing(two_people(), size=size) as hands:
        await hands.sees(f"This window is {size[0]}x{size[1]}")
        await hands.sees("40x12")
        await hands.pilot.resize_terminal(80, 24)
        await hands.sees("White to move")


# --- the large shogi games ----------------------------------------------------------------------

LION = "k18/19/19/19/19/19/19/19/9r9/9pp8/8pL!p8/8ggg8/19/19/19/19/19/19/18K w - - 0 1"


async def test_a_move_of_two_steps_shows_its_victims_before_it_is_made():
    async with playing(two_people(LION, "maka")) as hands:
        await hands.pick("j9", "j10")
        await hands.sees("end the move here, or go on", "prompt")
        await hands.press("up")
        await hands.sees("xpx")
        await hands.press("escape")
        await hands.sees_no("xpx")
        await hands.pick("j10", "j11")
        await hands.press('"l" enter')
        await hands.has_played("L!xj10xj11")
        await hands.sees("1 L!xj10xj11")


async def test_on_a_slow_line_letters_are_offered_once(monkeypatch):
    monkeypatch.setattr(MakachessApp, "is_line_slow", True)
    async with playing(two_people()) as hands:
        await hands.sees("Letters take fewer bytes than figures: ^P changes the pieces", "prompt")
        await hands.press("ctrl+p")
        await hands.sees("Pieces: letters", "prompt")
    async with playing(two_people()) as hands:
        await hands.press_until(
            "ctrl+p", lambda: hands.screen.board.piece_set.figures, "figures again"
        )
    async with playing(two_people()) as hands:
        await hands.sees("Type a move", "prompt")
