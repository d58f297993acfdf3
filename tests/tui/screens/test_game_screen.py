"""Moves entered on the game screen in every way there is, and what is seen meanwhile."""

from __future__ import annotations

import pytest
from makachess.core import Position
from makachess.play.narration import invitation
from makachess.play.session.setup import new_setup
from makachess.saves.autosave import NOT_KEPT
from makachess.variants import load, names
from sampling import sampled
from tui_harness import Scripted, playing, two_people

VETERAN = "r3k2r/pp1m1ppp/2n1pn2/1lbp4/3PV3/2N1LN2/PPP2PPP/R3K2R w KQkq - 0 10"


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


@pytest.mark.parametrize(("keys", "files"), [('"e4" enter', 0), ('"e4" enter ctrl+r y', 1)])
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


@pytest.mark.parametrize(
    ("variant", "fen", "square"),
    [
        *(("veteran", None, "e2"), ("macadamia", None, "g4"), ("maka", None, "j6")),
        ("chess", "4k3/4p3/8/4q3/8/8/4P3/4K3 b - - 0 1", "e5"),
        ("chess", "4k3/8/8/8/4p3/4P3/8/R3K3 w - - 0 1", "e1"),  # the Pawn cannot move
    ],
)
async def test_the_cursor_begins_on_a_piece_that_can_move(variant, fen, square):
    async with playing(two_people(fen, variant)) as hands:
        assert str(hands.screen.board.cursor) == square


async def test_the_cursor_of_black_begins_on_a_black_piece():
    async with playing(new_setup(load("veteran"), "black"), Scripted("e4")) as hands:
        assert str(hands.screen.board.cursor) == "e7"


async def test_a_card_stays_until_the_cursor_is_on_another_piece():
    async with playing(two_people(variant="chess")) as hands:
        await hands.press("left right")
        await hands.sees("─ Pawn ─")
        await hands.press('"e4" enter')  # and leaves the cursor on an empty square
        await hands.has_played("e4")
        await hands.press('"e5" enter')
        await hands.has_played("e4", "e5")
        assert hands.screen.info.kind == "P"
        await hands.press('"Qe2" enter')
        await hands.sees("─ Queen ─")


async def test_nothing_scolds_and_the_cursor_stays_where_a_step_is_refused():
    async with playing(two_people()) as hands:
        screen = hands.screen
        await hands.press('"a1" enter')
        await hands.sees("own Rook stands on a1", "prompt")
        await hands.pick("e5")
        await hands.sees_no("Rook", "prompt")
        assert not hands.part("prompt").strip()
        await hands.pick("d7")
        await hands.sees("Captures one step")
        await hands.pick("g1", "g4")
        await hands.sees("The Knight on g1 cannot go to g4", "prompt")
        assert str(screen.board.cursor) == "g4"
        assert {part.role for line in screen.prompt.lines for part in line} <= {""}


async def test_what_is_told_goes_with_the_next_step():
    async with playing(two_people()) as hands:
        await hands.press('"9" enter')
        await hands.sees("no move 9", "prompt")
        await hands.press("up")
        await hands.until(lambda: not hands.part("prompt").strip(), "nothing told")


@pytest.mark.slow
async def test_a_choice_is_made_by_its_letter_or_number_or_in_writing():
    async with playing(two_people(VETERAN)) as hands:
        for keys, san in (
            *(("m", "Nxd5=M"), ("n", "Nxd5"), ("2", "Nxd5=M")),
            *(("M", "Nxd5=M"), ('"=M" enter', "Nxd5=M"), ("right enter", "Nxd5=M")),
            *(("down enter", "Nxd5=M"), ("down up enter", "Nxd5")),
            *(('"c3d5=M" enter', "Nxd5=M"), ('"c3d5=" enter', "Nxd5")),
        ):
            await hands.pick("c3", "d5")
            await hands.press(keys)
            await hands.has_played(san)
            await hands.press("ctrl+z")
            await hands.has_played()


@pytest.mark.parametrize("typed", ["e1e2", "h7", "M1"])
async def test_a_prompt_does_not_take_a_typed_move_for_an_answer(typed):
    async with playing(two_people("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "chess")) as hands:
        await hands.press('"b7b8" enter')
        await hands.sees("Promote to:", "prompt")
        await hands.press(f'"{typed}" enter')
        await hands.sees("choose first", "prompt")
        await hands.has_played()
        await hands.sees("Q becomes Queen", "prompt")
        await hands.press("Q")
        await hands.has_played("b8=Q+")


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
        await hands.sees("new game")


@pytest.mark.parametrize("name", names())
def test_the_first_move_is_invited_with_one_of_the_game(name):
    position = Position(load(name))
    said = invitation(position)
    assert position.parse(said.removeprefix("Type a move, such as ").partition(", or use")[0])


async def test_escape_answers_a_question_before_it_closes_the_help():
    async with playing(two_people(VETERAN)) as hands:
        await hands.pick("c3", "d5")
        await hands.press("f1 escape")
        await hands.sees_no("Promote?", "prompt")
        await hands.sees_no("> White")
        await hands.press("escape")
        await hands.sees("> White")
        await hands.sees("•")


@pytest.mark.parametrize("size", [(39, 24), (80, 10)])
async def test_a_window_too_small_says_what_it_needs(size):
    async with playing(two_people(), size=size) as hands:
        await hands.sees(f"This window is {size[0]}x{size[1]}")
        await hands.sees("40x12")
        await hands.pilot.resize_terminal(80, 24)
        await hands.sees("White to move")


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
        await hands.press('"l" enter')  # or else +L!
        await hands.has_played("L!xj10xj11")
        await hands.sees("1 L!xj10xj11")


PRINCE = "2r3k6/13/13/5+e7/13/13/13/13/13/2K10/13/13/13 w"
FREED_ROOK = "1P8/9k/10/5b4/10/7R2/10/10/10/RKQ1NNBBSS b - - 0 30"
FREED_MATE = "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 30"
ONE_KNIGHT_TWO_PAWNS = "1P1P6/9k/10/5b4/10/7N2/10/10/10/RKQRN1BBSS b - - 0 30"


async def test_royals_in_danger_and_two_royals_are_told():
    async with playing(two_people(PRINCE, "macadamia")) as hands:
        await hands.sees("White's King is in danger")
        await hands.sees("Prince, King")
        await hands.pick("c4", "d4")
        await hands.sees("Black has two royals: Prince, King")
        assert "danger" not in hands.rows[0]


@pytest.mark.slow
async def test_a_first_move_of_three_pawns():
    async with playing(two_people(variant="devingt")) as hands:
        await hands.pick("g2", "g3")
        await hands.sees("Pick g3 again to end the move, or another Pawn to step")
        await hands.pick("b2", "b3")
        await hands.sees("Now pick another Pawn to step")
        await hands.pick("e2", "e3")
        await hands.has_played("b3,e3,g3")


@pytest.mark.slow
async def test_a_delayed_promotion_is_chosen_before_the_move():
    async with playing(two_people(ONE_KNIGHT_TWO_PAWNS, "devingt")) as hands:
        await hands.pick("f7", "h5")
        await hands.sees("Enter asks what the waiting Pawn becomes", "prompt")
        await hands.press("enter")
        await hands.sees("A waiting Pawn becomes:")
        await hands.sees("b10=N")
        await hands.press('"d" enter')
        await hands.sees("d10=N: now make your move")
        await hands.press("escape")  # and asked again
        await hands.sees("A waiting Pawn becomes:")
        await hands.press("right enter")
        await hands.sees("d10=N: now make your move")
        await hands.pick("e1", "d3")
        await hands.sees("Black to move")
        assert hands.sans[1].startswith("d10=N,N")


@pytest.mark.parametrize(
    ("fen", "bishop", "told"),
    [
        (FREED_ROOK, "f7", "The Pawn on b10 becomes a Rook: a Rook has been captured"),
        (FREED_MATE, "i6", "The Pawn on b10 becomes a Rook, which is mate"),
    ],
)
async def test_a_promotion_that_happens_of_itself_is_told_in_words(fen, bishop, told):
    async with playing(two_people(fen, "devingt")) as hands:
        await hands.pick(bishop, "h5")
        await hands.sees(told)


MOVES = '"e4" enter "e5" enter "Nf3" enter "Nc6" enter'


async def test_one_looks_back_by_keys_clicks_and_numbers_and_returns():
    async with playing(two_people()) as hands:
        game = hands.screen.session.game
        await hands.press(MOVES)
        board = hands.board
        await hands.press("<")
        await hands.sees("LOOKING BACK at 2. Nf3", "status")
        await hands.sees("< earlier  > later", "keys")
        assert not hands.part("prompt")
        assert hands.board != board
        row = next(y for y, line in enumerate(hands.rows) if "1 e4" in line)
        await hands.pilot.click(offset=(hands.rows[row].index("e5"), row))
        await hands.sees("LOOKING BACK at 1... e5", "status")
        await hands.press('"2..." enter')
        await hands.sees_no("LOOKING BACK")
        await hands.press('"1" enter')
        await hands.sees("LOOKING BACK at 1. e4", "status")
        await hands.press("home")
        await hands.sees("LOOKING BACK at the start", "status")
        await hands.press("end")
        await hands.sees_no("LOOKING BACK")
        assert hands.board == board
        assert len(game.moves) == 4
        assert game.node is game.end


@pytest.mark.parametrize("leave", sampled(["end", "escape", "> > > >"], ["escape"]))
async def test_no_move_can_be_made_there_and_the_attempt_says_so(leave):
    async with playing(two_people()) as hands:
        await hands.press(MOVES + " < < <")
        for attempt in ('"d4" enter', "enter"):
            await hands.press(attempt)
            await hands.sees("You are looking back at 1. e4: End returns", "prompt")
        await hands.click("e7")
        await hands.sees("You are looking back at 1. e4: End returns", "prompt")
        await hands.press(leave)
        await hands.sees_no("LOOKING BACK")
        await hands.press('"d4" enter')
        await hands.sees("3 d4")


async def test_the_opponents_move_is_told_while_one_looks_back():
    opponent = Scripted("e5")
    setup = new_setup(load("veteran"), "white", clock="5+3")
    async with playing(setup, opponent) as hands:
        await hands.press('"e4" enter < ')
        await hands.sees("LOOKING BACK at the start", "status")
        assert hands.screen.session.clock.running == "black"
        opponent.go_on.set()
        await hands.sees("1... e5 was played; You are looking back at the start: End", "prompt")
        await hands.sees("LOOKING BACK at the start", "status")
        assert hands.screen.session.clock.running == "white"
        await hands.press("ctrl+z")
        await hands.sees_no("LOOKING BACK")
        await hands.sees("Taken back", "prompt")
