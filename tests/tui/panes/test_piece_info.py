"""The piece panel: it follows a cursor that rests, not one that passes."""

import pytest
from makachess.core import Square
from makachess.play.diagrams import LINES, piece_diagram
from makachess.tui.board import CellSize
from makachess.tui.board.pieces import PIECE_SETS
from makachess.tui.panes.piece import capture_lines, piece_lines
from makachess.tui.screens.game import GameScreen
from makachess.variants import load
from tui_harness import opened, playing, two_people


async def test_a_piece_that_is_passed_over_is_not_shown(monkeypatch):
    async with opened(lambda: GameScreen(two_people())) as hands:
        panel, shown = hands.screen.info, []
        panel.follow("")
        monkeypatch.setattr(panel, "show_kind", shown.append)
        for piece in ("R", "b", "q"):
            panel.follow(piece)
        await hands.until(lambda: "Q" in shown, "the last one")
        assert shown == ["Q"]
        panel.follow("r")
        panel.follow("")
        panel.follow("b")
        await hands.until(lambda: "B" in shown, "the last one")
        assert shown == ["Q", "B"]


async def test_the_piece_picked_up_is_shown_until_it_is_put_back():
    async with opened(lambda: GameScreen(two_people())) as hands:
        await hands.pick("b1")
        await hands.press("up up")
        assert hands.screen.board.cursor == Square.parse("b3")
        await hands.until(lambda: hands.screen.info.kind == "N", "the Knight")
        await hands.press("escape")
        await hands.until(lambda: not hands.screen.info.kind, "an empty square's card")


@pytest.mark.parametrize(
    ("name", "options", "kind", "said"),
    [
        ("veteran", {}, "K", ["no promotion", "immune"]),
        ("veteran", {}, "B", ["Taking", "Q L must Q"]),
        ("veteran", {}, "Q", ["no promotion", "contagious: to Q"]),
        ("chess", {}, "K", ["no promotion"]),
        ("maka", {}, "+K", ["no promotion", "immune"]),
        ("maka", {"contagion": "off"}, "+K", ["no promotion"]),
        ("maka", {"contagion": "off"}, "+I'", ["no promotion"]),
    ],
)
def test_the_card_tells_who_is_contagious_and_who_immune(name, options, kind, said):
    lines = capture_lines(load(name, **options), kind)
    assert ["".join(part.text for part in line) for line in lines] == said


def test_steps_slides_jumps_and_takes_in_passing_look_different_on_small_boards():
    looks: dict[str, set[object]] = {}
    for name in ("veteran", "macadamia"):
        variant = load(name)
        for kind in variant.pieces:
            diagram = piece_diagram(variant, kind)
            grid = piece_lines(variant, kind, 20, CellSize(2, 1))
            size = next(y for y, line in enumerate(grid) if not line or len(line) < 3)
            inset = diagram.radius - size // 2
            for (dx, dy), mark in diagram.marks.items():
                row, column = diagram.radius - dy - inset, diagram.radius + dx - inset
                if (dx or dy) and 0 <= row < size and 0 <= column < size:
                    text, role, _ = grid[row][column]
                    ground = role.removeprefix("square ")[1:]
                    named = "slide" if mark in LINES else mark.name
                    looks.setdefault(named, set()).add((text, ground))
    told = ("STEP", "JUMP", "slide", "PASSING")
    assert all(len(looks[name]) == 1 for name in told), looks
    assert len(set.union(*(looks[name] for name in told))) == len(told)
    fills = {"█", "▐", "▌"}
    assert not any(fills & {*text} for found in looks.values() for text, _ in found), "bars"


@pytest.mark.slow
async def test_new_pieces_are_named_until_they_have_been_moved():
    names = {"Lion", "Hook Mover", "Snake"}
    async with playing(two_people(variant="macadamia")) as hands:
        info = hands.screen.info
        await hands.sees("─ Pieces ─")
        assert all(name in info.text for name in names)
        assert "Bishop" not in info.text, "chess has it"
        await hands.press("right")
        await hands.sees("─ Pawn ─")
        await hands.press("up")
        await hands.sees("─ Pieces ─")
        await hands.press('"P\'d6" enter "P\'d8" enter')
        await hands.has_played("P'd6", "P'd8")
        await hands.sees("─ Pieces ─")
        assert "Snake" in info.text, "little moves during a game"
    async with playing(two_people(variant="macadamia")) as hands:
        await hands.sees("─ Pieces ─")
        assert {name for name in names if name in hands.screen.info.text} == names - {"Snake"}
    async with playing(two_people(variant="chess")) as hands:
        assert hands.screen.info.is_empty


@pytest.mark.slow
async def test_in_a_large_window_all_pieces_stand_beside_their_names_in_the_script_of_the_board():
    async with playing(two_people(variant="macadamia"), size=(200, 60)) as hands:
        info, variant = hands.screen.info, hands.screen.variant
        await hands.sees("─ Pieces ─")
        for kind in {
            piece.upper() for piece in hands.screen.game_shown().position.pieces().values()
        }:
            piece = variant.pieces[kind]
            assert all(word in info.text for word in (piece.kanji, piece.name, kind)), kind
        info.show_kind("L!")
        await hands.sees("獅 L! ─")
        assert "+L!" in info.text, "letters are on the tiles as well"
    async with playing(two_people(variant="macadamia"), size=(120, 40)) as hands:
        hands.screen.preferences.remember(shogi_pieces="kanji")
        hands.screen.info.show_kind("L!")
        await hands.sees("獅 L! ─")
        assert "may +迅" in hands.screen.info.text


@pytest.mark.parametrize("pieces", PIECE_SETS, ids=lambda pieces: pieces.name)
def test_what_is_taken_in_passing_is_written_by_every_set_of_pieces(pieces):
    variant = load("decimaka")
    assert [*capture_lines(variant, "P", lambda kind: pieces.text(kind, variant, color=True))]
