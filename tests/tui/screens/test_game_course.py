"""A game on its screen from the first move to the end: the opponent, draws, clocks, files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from makachess.core import Square
from makachess.play.session.session import Session
from makachess.play.session.setup import new_setup
from makachess.tui.app import MakachessApp
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from textual import events
from textual.geometry import Offset, Spacing
from tui_harness import Hands, Scripted, playing, two_people


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
        await hands.sees("Black to move", "status")
        opponent.go_on.set()
        await hands.has_played("e4", "e5")


async def test_taking_back_while_the_opponent_thinks():
    opponent = Scripted("e5")
    async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await hands.sees("thinking", "status")
        await hands.press("ctrl+z")
        await hands.has_played()
        assert opponent.stops == 1
        await hands.press("ctrl+y")
        await hands.has_played("e4")
        await hands.until(lambda: opponent.thoughts == 2, "a new thought")


async def test_black_sees_the_board_from_its_side_and_waits():
    opponent = Scripted("e4")
    async with playing(new_setup(load("veteran"), "black"), opponent) as hands:
        await hands.until(lambda: hands.first_label == "1", "White above")
        await hands.press("ctrl+g")
        await hands.sees("Your opponent is to move", "prompt")
        opponent.go_on.set()
        await hands.has_played("e4")
        await hands.press('"e5" enter')
        await hands.has_played("e4", "e5")


async def typed(hands: Hands, move: str) -> None:
    await hands.press(f'"{move}" enter')


async def clicked(hands: Hands, move: str) -> None:
    for square in (move[:2], move[2:]):
        await hands.click(square)


async def picked(hands: Hands, move: str) -> None:
    await hands.pick(move[:2], move[2:])


PREMOVED = [(typed, "Nf3"), (clicked, "g1f3"), (picked, "g1f3")]


@pytest.mark.parametrize(("enter", "move"), PREMOVED)
async def test_a_move_made_while_the_opponent_thinks_is_kept_and_made_when_its_turn_comes(
    enter, move
):
    opponent = Scripted("e5", "Nc6")
    async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await enter(hands, move)
        await hands.sees(": Esc takes it back", "prompt")
        await hands.sees("Esc back", "keys")
        look = hands.screen.board._look
        assert {str(at) for at in hands.screen.premove.squares if look(at).premove} >= {"f3"}
        await hands.has_played("e4")
        opponent.go_on.set()
        await hands.has_played("e4", "e5", "Nf3", "Nc6")
        assert not any(look(at).premove for at in map(Square.parse, ("g1", "f3")))
        assert hands.screen.session.persons_turn


@pytest.mark.parametrize(
    ("enter", "move", "keys", "told"),
    [
        (typed, "Nf3", "escape", ""),
        pytest.param(clicked, "g1f3", "escape", "", marks=pytest.mark.slow),
        (clicked, "g1f3", "< >", ""),  # a look back
        (typed, "Nd5", "", "Your premove is dropped: 'Nd5'"),
        (clicked, "g1g4", "", "Your premove is dropped: The Knight on g1 cannot go to g4"),
    ],
)
async def test_a_premove_taken_back_or_not_legal_is_not_made(enter, move, keys, told):
    opponent = Scripted("e5")
    async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await enter(hands, move)
        await hands.press(keys)
        opponent.go_on.set()
        await hands.has_played("e4", "e5")
        await hands.sees(told, "prompt")
        assert not hands.screen.premove
        await hands.press('"Nf3" enter')
        await hands.until(lambda: hands.sans[:3] == ("e4", "e5", "Nf3"), "Nf3")


async def test_a_premove_that_promotes_asks_what_the_piece_becomes():
    opponent = Scripted("Kd7", "Kc7")
    setup = new_setup(load("chess"), "white", fen="4k3/P7/8/8/8/8/8/4K3 b - - 0 1")
    async with playing(setup, opponent) as hands:
        await clicked(hands, "a7a8")
        opponent.go_on.set()
        await hands.sees("Promote to:", "prompt")
        await hands.press("right enter")
        await hands.has_played("Kd7", "a8=R", "Kc7")


@pytest.mark.parametrize("text", ["1. e4 e5 *", "e2e4 e7e5", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"])
async def test_a_pasted_game_or_position_is_no_move(text):
    async with playing(new_setup(load("veteran"), "white"), Scripted("e5")) as hands:
        hands.screen.post_message(events.Paste(text))
        await hands.sees("Games and positions are pasted on the home screen", "prompt")
        hands.screen.post_message(events.Paste("e2e4\n"))
        await hands.sees("Move: e2e4", "prompt")


async def test_resigning_asks_first():
    async with playing(two_people()) as hands:
        await hands.press("ctrl+r enter")
        assert hands.screen.session.over is False
        await hands.press("ctrl+r y")
        await hands.sees("White resigned: Black wins", "status")


async def test_a_draw_between_people():
    async with playing(two_people()) as hands:
        await hands.press("ctrl+d")
        await hands.sees("Offer a draw?", "prompt")
        await hands.press("y")
        await hands.sees("White has offered a draw: ^D answers", "prompt")
        await hands.press("ctrl+d n")
        await hands.sees("declined", "prompt")
        await hands.press("ctrl+d y")
        await hands.sees("White has offered a draw already", "prompt")
        await hands.press('"e4" enter')
        await hands.press("ctrl+d y ctrl+d")
        await hands.sees("Black offers a draw", "prompt")
        await hands.press("y")
        await hands.sees("Draw by agreement", "status")


@pytest.mark.parametrize(("draws", "words"), [(True, "Draw by agreement"), (False, "declined")])
async def test_a_draw_is_offered_to_the_engine_once_confirmed(draws, words):
    setup = new_setup(load("veteran"), "white")
    async with playing(setup, Scripted(draws=draws)) as hands:
        await hands.press("ctrl+d ctrl+d ctrl+d")
        await hands.sees("Offer a draw?", "prompt")
        await hands.press("enter")
        await hands.sees_no("Offer a draw?")
        assert hands.screen.session.over is False
        await hands.press("ctrl+d")
        await hands.sees("Offer a draw?", "prompt")
        await hands.press("y")
        await hands.sees(words)


async def test_a_question_leaves_what_is_being_typed():
    opponent = Scripted("e5", draws=True)
    async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await hands.press('"Nf"')
        opponent.go_on.set()
        await hands.has_played("e4", "e5")
        await hands.sees("Move: Nf", "prompt")
        await hands.sees("Black has offered a draw: ^D answers", "status")
        await hands.press("ctrl+r")
        await hands.sees("Resign?", "prompt")
        await hands.press("escape")
        await hands.sees("Move: Nf", "prompt")
        await hands.press("ctrl+d")
        await hands.sees("Black offers a draw", "prompt")
        await hands.press("escape")
        await hands.press('"3" enter')  # a move is an answer, too
        await hands.until(lambda: hands.sans[:3] == ("e4", "e5", "Nf3"), "Nf3")


async def test_the_board_turns_for_two_people_if_they_like():
    async with playing(replace(two_people(), auto_flip=True)) as hands:
        await hands.press('"e4" enter')
        await hands.until(lambda: hands.first_label == "1", "White above")
        await hands.press('"e5" enter')
        await hands.until(lambda: hands.first_label == "8", "Black above")


@pytest.mark.parametrize(
    ("side", "title", "size"),
    [
        ("both", "Black won", (40, 12)),
        ("white", "You lost", (80, 24)),
        ("black", "You lost", (120, 40)),
        ("both", "Black won", (200, 60)),
    ],
)
async def test_the_end_is_told_in_a_box_whose_choices_are_keys(side, title, size):
    setup = new_setup(load("veteran"), side)
    async with playing(setup, Scripted("e4"), size) as hands:
        box = hands.screen.result
        await hands.press("ctrl+r y")
        await hands.until(lambda: box.display and box.region.height > 0, "the box")
        inside = box.region.shrink(Spacing.all(1))
        words = ((title, "resignation"), ("Veteran Chess, 0 moves",), ("^O", "review the game"))
        words += ("Alt+N", "rematch"), ("^N", "new game"), ("^Q", "leave")
        rows = iter(row[inside.x : inside.right] for row in hands.rows[inside.y : inside.bottom])
        for row in words:
            assert any(all(word in text for word in row) for text in rows), row
        assert hands.screen.board.region.overlaps(box.region) == (size != (80, 24))
        assert not hands.part("prompt").strip()  # nothing is said twice
        await hands.press("escape")
        await hands.until(lambda: not box.display, "the board alone")
        await hands.sees("The game is over", "prompt")
        await hands.press("enter")
        await hands.until(lambda: box.display and box.region.height > 0, "the box again")
        row = next(at for at, text in enumerate(hands.rows) if "rematch" in text)
        beside = Offset(inside.right - 2, row) - box.region.offset  # what is marked by its bar
        await hands.pilot.click(box, offset=beside)
        await hands.until(lambda: not hands.screen.session.over, "another game")


async def test_the_box_of_the_end_gives_way_to_earlier_moves_and_opens_the_review():
    async with playing(two_people()) as hands:
        game = hands.screen
        await hands.press('"e4" enter ctrl+f ctrl+r y')
        await hands.until(lambda: game.result.display, "the box")
        await hands.press("<")
        await hands.until(lambda: not game.result.display, "the start")
        await hands.press("escape")
        await hands.until(lambda: game.result.display, "the box again")
        await hands.press("enter")
        await hands.until(lambda: isinstance(hands.screen, ReplayScreen), "the review")
        assert hands.first_label == "1"  # seen from the same side


async def test_a_rematch_changes_the_colours():
    setup = new_setup(load("veteran"), "white")
    async with playing(setup, Scripted("e4")) as hands:
        await hands.press("alt+n")
        await hands.sees("The game is still going on", "prompt")
        await hands.press("ctrl+r y")
        await hands.click_words("rematch")
        await hands.sees_no("You lost")
        assert hands.screen.session.people == {"black"}
        assert hands.first_label == "1"


async def test_who_wins_is_told_so_and_a_draw_is_a_draw():
    mate = new_setup(load("chess"), "white", fen="k7/8/1K6/8/8/8/8/7R w - - 0 30")
    async with playing(mate, Scripted()) as hands:
        await hands.press('"Rh8" enter')
        await hands.sees("You won")
        await hands.sees("Checkmate: White wins")
        await hands.sees("Chess, 1 move")
    draw = new_setup(load("veteran"), "white")
    async with playing(draw, Scripted(draws=True)) as hands:
        await hands.press("ctrl+d y")
        await hands.sees("Draw  ")
        await hands.sees("Draw by agreement")


async def test_title_and_bell_call_a_player_whose_turn_it_is(home, monkeypatch):
    home.mkdir()
    (home / "settings.toml").write_text("bell = true\n")
    titles, rung = [], []
    monkeypatch.setattr(MakachessApp, "show_title", lambda app, text: titles.append(text))
    monkeypatch.setattr(MakachessApp, "bell", lambda app: rung.append(list(titles)))
    opponent = Scripted("e5")
    async with playing(new_setup(load("veteran"), "white"), opponent) as hands:
        await hands.until(lambda: titles == ["Your move"], "the title")
        assert not rung  # who has just begun a game knows
        await hands.press('"e4" enter')
        await hands.until(lambda: titles == ["Your move", ""], "no title")
        opponent.go_on.set()
        await hands.has_played("e4", "e5")
        await hands.until(lambda: titles == ["Your move", "", "Your move"], "the title again")
        await hands.press("ctrl+r y")
        await hands.until(lambda: titles[-1] == "", "no title")
        assert rung == [["Your move", "", "Your move"]]
    assert titles[-1] == ""


async def test_words_are_commands_too():
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter "undo" enter')
        await hands.has_played()
        await hands.press('"resign" enter y')
        await hands.sees("resigned", "status")


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still for sessions, however long the test takes."""
    monkeypatch.setitem(Session.__init__.__kwdefaults__, "now", lambda: 1000.0)


@pytest.mark.usefixtures("still")
async def test_a_clock_runs_for_the_side_to_move():
    setup = new_setup(load("veteran"), "both", clock="5+3")
    async with playing(setup) as hands:
        await hands.sees("White 5:00", "players")
        await hands.press('"e4" enter')
        await hands.sees("White 5:03", "players")
        hands.screen.session.clock.since -= 400
        hands.screen._tick()
        await hands.sees("Black ran out of time: White wins", "status")


async def test_nobody_plays_and_enter_stops_and_continues():
    opponent = Scripted("e4", "e5", "d4", "d5")
    opponent.go_on.set()
    async with playing(new_setup(load("veteran"), "none"), opponent) as hands:
        await hands.sees("Enter stop", "keys")
        await hands.press("enter")
        await hands.sees("stopped", "status")
        await hands.sees("Enter go on", "keys")
        assert not hands.screen.session.thinking
        await hands.press("ctrl+n")
        await hands.sees("The game is still going on: leave with ^Q", "prompt")
        await hands.press("enter")
        await hands.until(lambda: hands.sans[:1] == ("e4",), "the first move")
        await hands.press("ctrl+r")
        await hands.sees_no("Resign", "prompt")


def saved(home: Path) -> str:
    """The text of all saved games."""
    return "".join(file.read_text() for file in (home / "games").glob("*.pgn"))


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
