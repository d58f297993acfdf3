"""A game on its screen from the first move to the end: the opponent, draws, clocks, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.play.session.session import Session
from makachess.play.session.setup import new_setup
from makachess.variants import load
from tui_harness import SINGLE_KEYS, Scripted, playing, two_people

# --- the game as a whole ------------------------------------------------------------------------


async def test_a_persons_move_is_on_disk_before_the_opponent_thinks_and_seen_while_it_does(home):
    on_disk = []

    class Watching(Scripted):
        async def _think(self, position, clock):
            on_disk.append(saved(home))
            return await super()._think(position, clock)

    opponent = Watching("e5")
    async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await hands.until(lambda: len(on_disk) == 1, "the thought")
        assert "1. e4 *" in on_disk[0]
        await hands.sees("1 e4")
        await hands.sees("Black to move", row=0)
        opponent.go_on.set()
        await hands.has_played("e4", "e5")


async def test_taking_back_while_the_opponent_thinks():
    opponent = Scripted("e5")
    async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await hands.sees("thinking", row=0)
        await hands.press("ctrl+z")
        await hands.has_played()
        assert opponent.stops == 1
        await hands.press("ctrl+y")
        await hands.has_played("e4")
        await hands.until(lambda: opponent.thoughts == 2, "a new thought")


async def test_black_sees_the_board_from_its_side_and_waits():
    opponent = Scripted("e4")
    async with playing(new_setup(load("veteran"), "black"), opponent) as hands:
        await hands.until(lambda: hands.board[0][0] == "1", "White above")
        await hands.press('"e5" enter')
        await hands.sees("Your opponent is to move", row=-2)
        opponent.go_on.set()
        await hands.has_played("e4")
        await hands.press('"e5" enter')
        await hands.has_played("e4", "e5")


async def test_resigning_asks_first():
    async with playing(two_people(), waits=SINGLE_KEYS) as hands:
        await hands.press("ctrl+r enter")
        assert hands.screen.session.over is False
        await hands.press("ctrl+r y")
        await hands.sees("White resigned: Black wins", row=0)


async def test_a_draw_between_people():
    async with playing(two_people(), waits=SINGLE_KEYS) as hands:
        await hands.press("ctrl+d")
        await hands.sees("Offer a draw?", row=-2)
        await hands.press("y")
        await hands.sees("White offers a draw", row=-2)
        await hands.press("n")
        await hands.sees("declined", row=-2)
        await hands.press("ctrl+d y")
        await hands.sees("White has offered a draw already", row=-2)
        await hands.press('"e4" enter')
        await hands.press("ctrl+d y")
        await hands.sees("Black offers a draw", row=-2)
        await hands.press("y")
        await hands.sees("Draw by agreement", row=0)


@pytest.mark.parametrize(("draws", "words"), [(True, "Draw by agreement"), (False, "declined")])
async def test_a_draw_is_offered_to_the_engine_once_confirmed(draws, words):
    setup = new_setup(load("veteran"), "white")
    async with playing(setup, Scripted(draws=draws), waits=SINGLE_KEYS) as hands:
        await hands.press("ctrl+d ctrl+d ctrl+d")
        await hands.sees("Offer a draw?", row=-2)
        await hands.press("enter")
        await hands.sees_no("Offer a draw?")
        assert hands.screen.session.over is False
        await hands.press("ctrl+d")
        await hands.sees("Offer a draw?", row=-2)
        await hands.press("y")
        await hands.sees(words)


async def test_a_question_leaves_what_is_being_typed():
    opponent = Scripted("e5", draws=True)
    async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await hands.press('"Nf"')
        opponent.go_on.set()
        await hands.has_played("e4", "e5")
        await hands.sees("Move: Nf", row=-2)  # Black's offer waits
        await hands.press("ctrl+r")
        await hands.sees("Resign?", row=-2)
        await hands.press("escape")
        await hands.sees("Move: Nf", row=-2)
        await hands.press("escape")
        await hands.sees("Black offers a draw", row=-2)
        await hands.press('"Nf3" enter')  # a move is an answer, too
        await hands.until(lambda: hands.sans[:3] == ("e4", "e5", "Nf3"), "Nf3")


async def test_the_opponent_offers_a_draw():
    opponent = Scripted("e5", draws=True)
    opponent.go_on.set()
    async with playing(new_setup(load("veteran"), "white"), opponent, waits=SINGLE_KEYS) as hands:
        await hands.press('"e4" enter')
        await hands.sees("Black offers a draw", row=-2)
        await hands.press("y")
        await hands.sees("Draw by agreement", row=0)


async def test_the_board_turns_for_two_people_if_they_like():
    async with playing(two_people()) as hands:
        await hands.press('ctrl+t "e4" enter')
        await hands.until(lambda: hands.board[0][0] == "1", "White above")
        await hands.press('"e5" enter')
        await hands.until(lambda: hands.board[0][0] == "8", "Black above")
        await hands.press('ctrl+t "d4" enter')
        await hands.until(lambda: hands.board[0][0] == "8", "Black above")


async def test_another_game_once_this_one_is_over():
    async with playing(two_people()) as hands:
        await hands.press("ctrl+n")
        words = "The game is still going on: resign with ^R, or leave with ^Q"
        await hands.sees(words, row=-2)
        await hands.press('"e4" enter ctrl+r y ctrl+n')
        await hands.has_played()
        await hands.sees("White to move", row=0)


async def test_words_are_commands_too():
    async with playing(two_people(), waits=SINGLE_KEYS) as hands:
        await hands.press('"e4" enter "undo" enter')
        await hands.has_played()
        await hands.press('"resign" enter y')
        await hands.sees("resigned", row=0)


async def test_hints_can_be_clicked():
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter')
        await hands.pilot.click(hands.screen.hints, offset=(hands.rows[-1].index("undo"), 0))
        await hands.has_played()


async def test_a_move_in_the_list_stands_beside_its_number():
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter "e5" enter "Nf3" enter ctrl+z')
        await hands.sees("1 e4          e5")
        await hands.sees("2 Nf3")


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still for sessions, however long the test takes."""
    monkeypatch.setitem(Session.__init__.__kwdefaults__, "now", lambda: 1000.0)


@pytest.mark.usefixtures("still")
async def test_a_clock_runs_for_the_side_to_move():
    setup = new_setup(load("veteran"), "both", clock="5+3")
    async with playing(setup) as hands:
        await hands.sees("White 5:00 Player")
        await hands.press('"e4" enter')
        await hands.sees("White 5:03 Player")
        hands.screen.session.clock.since -= 400
        hands.screen._tick()
        await hands.sees("Black ran out of time: White wins", row=0)


@pytest.mark.usefixtures("still")
async def test_periods_of_byo_yomi_are_shown_behind_the_time():
    setup = new_setup(load("veteran"), "both", clock="1+3x30")
    async with playing(setup) as hands:
        await hands.sees(" x3 Player")
        hands.screen.session.clock.since -= 95
        hands.screen._tick()
        await hands.sees(" x2 Player")


async def test_nobody_plays_and_enter_stops_and_continues():
    opponent = Scripted("e4", "e5", "d4", "d5")
    opponent.go_on.set()
    async with playing(new_setup(load("veteran"), "none"), opponent) as hands:
        await hands.sees("Enter stop", row=-1)
        await hands.press("enter")
        await hands.sees("stopped", row=0)
        await hands.sees("Enter go on", row=-1)
        assert not hands.screen.session.thinking
        await hands.press("ctrl+n")
        await hands.sees("The game is still going on: leave with ^Q", row=-2)
        await hands.press("enter")
        await hands.until(lambda: hands.sans[:1] == ("e4",), "the first move")
        await hands.press("ctrl+r")
        await hands.sees_no("Resign", row=-2)


# --- files --------------------------------------------------------------------------------------


async def test_every_move_is_saved(home):
    async with playing(two_people(), waits=SINGLE_KEYS) as hands:
        await hands.press('"e4" enter')
        await hands.until(lambda: "1. e4 *" in saved(home), "the first move on disk")
        await hands.press('"e5" enter ctrl+r y')
        await hands.until(lambda: "1. e4 e5 0-1" in saved(home), "the result on disk")


def saved(home: Path) -> str:
    """The text of all saved games."""
    return "".join(file.read_text() for file in (home / "games").glob("*.pgn"))


async def test_a_home_that_cannot_be_written_is_told_and_the_game_goes_on(home):
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where the folder should be")
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter')
        await hands.sees("n play on", row=-2)
        await hands.press("n enter")
        await hands.sees("Playing on unsaved", row=-2)
        await hands.press('"e5" enter')
        await hands.has_played("e4", "e5")


async def test_a_fault_in_the_background_ends_the_app_instead_of_leaving_it_waiting(
    monkeypatch, home
):
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("in the reply")

    async def play() -> None:
        opponent = Scripted("e5")
        async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
            await hands.press('"e4" enter')
            monkeypatch.setattr(hands.screen.session, "_make", fail)
            opponent.go_on.set()
            await hands.until(lambda: not hands.pilot.app.is_running, "the end")

    with pytest.raises(ZeroDivisionError, match="in the reply"):
        await play()
    assert "1. e4 *" in saved(home)


async def test_moves_are_typed_and_refused_with_the_squares_of_the_labels(home):
    home.mkdir()
    (home / "settings.toml").write_text('coordinates = "shogi"\n')
    async with playing(two_people(), size=(120, 24)) as hands:
        await hands.press('"4g4e" enter')
        await hands.has_played("e4")
        await hands.press('"P-5e" enter')
        await hands.sees("'P-5e'", row=-2)
        await hands.press('"4g" enter')
        await hands.sees("'4g' is not possible: a Pawn cannot go to 4g", row=-2)
        await hands.press('"e7e5" enter')
        await hands.has_played("e4", "e5")
