"""The prompt row: messages page by page, questions in narrow windows, typed text and its end."""

from __future__ import annotations

import pytest
from makachess.play.questions import Answer, Question
from makachess.tui.prompt import question_rows, typing_parts, typing_rows
from makachess.tui.text import MARK, cut_front, pages
from rich.cells import cell_len
from textual.events import Paste
from tui_harness import playing, two_people

LONG = (
    "'e9e5' is not possible: White is in check, and the Knight on g1 cannot go to f3 "
    "(only to a1 b2 c3 d4 e5 f6 g7 h8 and so on); write Nxe5=M or Nxe5"
)


def text_of(parts) -> str:
    return "".join(part.text for part in parts)


@pytest.mark.parametrize("width", [20, 40, 80, 300])
def test_the_pages_of_a_message_lose_no_word(width):
    found = pages(LONG, width, width - 6)
    assert all(len(page) <= width for page in found)
    assert all(page.endswith(MARK) for page in found[:-1])
    assert not found[-1].endswith(MARK)
    assert " ".join(page.removesuffix(MARK).strip() for page in found) == LONG


def test_a_word_longer_than_a_page_goes_on_on_the_next():
    found = pages("/home/" + 50 * "x", 20, 15)
    assert "".join(page.removesuffix(MARK).strip() for page in found) == "/home/" + 50 * "x"


def test_the_end_of_typed_text_stays_in_sight():
    assert cut_front("/home/someone/games/x.pgn", 8) == "…s/x.pgn"
    parts = typing_parts("Save as: ", "/home/someone/games/x.pgn", 25, 20)
    assert len(text_of(parts)) <= 20
    assert text_of(parts).endswith("x.pgn ")


@pytest.mark.parametrize("at", range(9))
@pytest.mark.parametrize("width", [40, 80])
def test_the_marked_answer_is_in_sight_however_many_there_are(at, width):
    keys = [f"b10={a},d10={b}" for a in "BNR" for b in "BNR"]
    asked = Question("A waiting Pawn becomes:", [Answer(key, "Bishop, Knight") for key in keys])
    asked.step(at)
    (parts,) = question_rows(asked, width, 1)
    (marked,) = (part.text for part in parts if part.role == "current")
    assert marked.startswith("▌")
    assert keys[at] in marked
    assert len(text_of(parts)) <= width
    hidden = [key for key in keys if key not in text_of(parts)]
    assert hidden
    assert MARK in text_of(parts)


@pytest.mark.parametrize("key", ["n", "escape"])
async def test_an_answer_does_not_bring_back_what_was_said_before_the_question(key):
    async with playing(two_people()) as hands:
        await hands.press('"zz" enter')
        await hands.sees("'zz' is not a move of Veteran Chess", "prompt")
        await hands.press("ctrl+r")
        await hands.sees("Resign?", "prompt")
        await hands.press(f"{key} enter" if key == "n" else key)
        await hands.sees_no("Resign?", "prompt")
        assert "'zz'" not in hands.text


@pytest.mark.parametrize("width", [50, 40])
async def test_a_message_that_is_too_long_is_read_on_with_its_key(width):
    async with playing(two_people(), size=(width, 20)) as hands:
        hands.screen.prompt.say(LONG, alert=True)
        await hands.sees("… PgDn", "prompt")
        seen = hands.part("prompt").partition(MARK)[0].strip()
        for _ in range(9):
            if LONG.endswith(seen):
                break
            before = hands.part("prompt")
            await hands.press("pagedown")
            await hands.until(lambda b=before: hands.part("prompt") != b, "the next page")
            seen += " " + hands.part("prompt").partition(MARK)[0].strip()
        assert seen == LONG
        await hands.press("pagedown")
        await hands.sees("'e9e5' is not", "prompt")
        await hands.press("pagedown")
        await hands.sees_no("'e9e5' is not", "prompt")
        hands.screen.prompt.say(LONG)  # another one begins with its first page
        await hands.sees("'e9e5' is not", "prompt")
        await hands.press('"e4" enter')
        await hands.has_played("e4")


async def test_a_paste_is_typed_whole_or_refused_with_both_numbers():
    async with playing(two_people()) as hands:
        hands.screen.post_message(Paste("\n  e2e4 \r\n"))
        await hands.sees("Move: e2e4", "prompt")
        for length in (5000, 5_000_000):
            hands.screen.post_message(Paste("5" * length))
            await hands.sees(f"That has {length + 4:,} characters, and at most 200", "prompt")
        await hands.press('"x"')
        await hands.sees("Move: e2e4x", "prompt")
        await hands.press("ctrl+u")
        hands.screen.post_message(Paste("5" * 200))
        await hands.press('"6"')
        await hands.sees("That has 201 characters, and at most 200", "prompt")
        await hands.press("enter")
        await hands.sees("'5555", "prompt")
        assert len(hands.screen.prompt.message) < 400
        hands.screen.post_message(Paste("5" * 201))
        await hands.sees("That has 201 characters, and at most 200", "prompt")
        assert not hands.screen.prompt.busy


async def test_several_pasted_lines_are_typed_in_one_where_a_text_is_asked_for():
    async with playing(two_people()) as hands:
        typed: list[str] = []
        hands.screen.prompt.edit("Name: ", "", typed.append)
        hands.screen.post_message(Paste("\n  Anna \r\nvan\rBeek\n"))
        await hands.sees("Name: Anna van Beek", "prompt")
        await hands.press("enter")
        assert typed == ["Anna van Beek"]


CORRECTED = {
    'left "3" backspace': "Move: Nf3 Bg5",
    "left backspace": "Move: Nf3 B5",
    "home delete": "Move: f3 Bg5",
    'home "x" end "+"': "Move: xNf3 Bg5+",
    "ctrl+w": "Move: Nf3",
    "ctrl+left ctrl+u": "Move: Bg5",
    "ctrl+left left ctrl+k": "Move: Nf3",
    "home ctrl+right backspace": "Move: Nf3Bg5",
}


async def test_typed_text_can_be_corrected_anywhere():
    async with playing(two_people()) as hands:
        for keys, shown in CORRECTED.items():
            hands.screen.post_message(Paste("Nf3 Bg5"))
            await hands.press(keys)
            assert hands.part("prompt").strip() == shown, keys
            await hands.press("escape")
            assert not hands.screen.prompt.typing


@pytest.mark.parametrize("at", [0, 1, 13, 24, 25])
def test_the_cursor_in_typed_text_is_in_sight(at):
    typed = "/home/someone/games/x.pgn"
    parts = typing_parts("Save as: ", typed, at, 20)
    assert len(text_of(parts)) <= 20
    (marked,) = (part.text for part in parts if part.role == "chosen")
    assert marked == (typed + " ")[at]


@pytest.mark.parametrize("at", [0, 40, 59, 60, 5000, 10_000])
@pytest.mark.parametrize("char", ["x", "将"])
def test_typed_text_goes_on_in_further_rows_around_the_cursor(at, char):
    typed = char * at + "|" + char * (10_000 - at)
    rows = typing_rows("Comment: ", typed, at, 24, 3)
    assert [part.text for row in rows for part in row if part.role == "chosen"] == ["|"]
    assert len(rows) == 3
    assert all(23 <= cell_len(text_of(row)) <= 24 for row in rows[:-1])


async def test_what_is_typed_in_a_panel_has_its_whole_width_in_several_rows():
    async with playing(two_people()) as hands:
        prompt = hands.screen.prompt
        text = "".join(map(str, range(30)))
        prompt.edit("Comment: ", text, lambda text: None)
        await hands.until(lambda: prompt.size.height == len(prompt.lines) == 3, "three rows")
        assert hands.part("prompt") == f" Comment: {text} "
        shown = "".join(row[52:] for row in hands.rows[-5:])
        assert f"Comment: {text}" in shown
        width = prompt.size.width
        await hands.pilot.click(prompt, offset=(0, 1))
        await hands.press('"x"')
        at = width - len(" Comment: ")
        assert hands.part("prompt") == f" Comment: {text[:at]}x{text[at:]} "


async def test_the_row_of_keys_says_what_enter_does_to_a_text_or_an_answer():
    async with playing(two_people(), size=(100, 30)) as hands:
        await hands.sees("Enter pick  ^R resign", "keys")
        await hands.press('"e4"')
        await hands.sees("Enter play  ^R resign", "keys")
        await hands.press("enter")
        await hands.sees("Enter pick", "keys")
        await hands.press("<")
        await hands.sees("< earlier  > later  ^Q leave", "keys")
        await hands.press('"e5"')
        await hands.sees("Enter play  < earlier", "keys")
        await hands.press("escape ctrl+r")
        await hands.sees("Enter choose  Esc back", "keys")
        await hands.press("escape ctrl+s ctrl+s")
        await hands.sees("Save as:", "prompt")
        await hands.sees("Enter accept", "keys")
