"""Playing, taking back, ending and walking through a game."""

import pytest
from makachess.core import IllegalMoveError, MakachessError, Outcome
from makachess.saves import Game, read_game
from makachess.variants import load

FOOLS_MATE = ("f3", "e5", "g4", "Qh4#")


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(game.position.parse(move))
    return game


@pytest.mark.parametrize(
    ("name", "options", "rules"),
    [
        ("chess", {}, ()),
        ("chess", {"move_limit": "0"}, ("RulesOptions",)),
        ("veteran", {}, ("Variant", "RulesVersion")),
        ("veteran", {"move_limit": "0"}, ("Variant", "RulesVersion", "RulesOptions")),
    ],
)
def test_a_new_game_has_the_seven_tags_and_its_rules(
    name: str, options: dict[str, str], rules: tuple[str, ...]
) -> None:
    roster = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
    assert tuple(Game(load(name, **options)).tags) == roster + rules


def test_undo_and_redo(chess: Game) -> None:
    play(chess, "e4", "e5")
    after = chess.position.fen()
    assert str(chess.undo()) == "e7e5"
    assert chess.sans == ("e4",)
    assert [str(move) for move in chess.future] == ["e7e5"]
    assert str(chess.redo()) == "e7e5"
    assert chess.position.fen() == after
    assert chess.redo() is None


def test_redo_outlives_the_same_move_but_no_other(chess: Game) -> None:
    play(chess, "e4", "e5", "Nf3")
    chess.undo(), chess.undo()
    play(chess, "e5")
    assert str(chess.redo()) == "g1f3"
    chess.undo(), chess.undo()
    play(chess, "c5")
    assert chess.future == ()
    assert chess.sans == ("e4", "c5")
    assert [node.san for node in chess.root.children] == ["e4"]


def test_undo_takes_a_result_back_and_redo_brings_mate_again(chess: Game) -> None:
    play(chess, *FOOLS_MATE)
    chess.undo()
    assert (chess.outcome, chess.result, chess.tags["Result"]) == (None, "*", "*")
    assert "Termination" not in chess.tags
    chess.redo()
    assert chess.outcome == Outcome("black", "checkmate")


def test_resignation(chess: Game) -> None:
    play(chess, "e4")
    chess.finish("white", "resignation")
    assert chess.outcome == Outcome("white", "resignation")
    assert (chess.result, chess.tags["Termination"]) == ("1-0", "resignation")
    with pytest.raises(IllegalMoveError, match=r"'e7e5': the game is over \(resignation\)"):
        play(chess, "e5")
    with pytest.raises(MakachessError, match="over already"):
        chess.finish("draw", "agreement")


def test_looking_at_a_game_does_not_change_it(chess: Game) -> None:
    play(chess, *FOOLS_MATE)
    chess.seek(1)
    assert chess.sans == ("f3",)
    assert len(chess.future) == 3
    assert (chess.outcome, chess.result) == (None, "0-1")
    chess.seek(99)
    assert chess.outcome == Outcome("black", "checkmate")
    chess.seek(-1)
    assert chess.position.fen() == chess.start_fen


def test_playing_on_from_the_middle_replaces_the_rest(chess: Game) -> None:
    play(chess, *FOOLS_MATE)
    chess.seek(2)
    play(chess, "e4")
    assert chess.sans == ("f3", "e5", "e4")
    assert (chess.result, chess.end.san) == ("*", "e4")


def test_variations_hang_beside_the_main_line(chess: Game) -> None:
    play(chess, "e4", "e5")
    first, last = chess.line
    chess.goto(first)
    chess.add(chess.position.parse("c5"))
    side = chess.add(chess.position.parse("Nf3"))
    assert not side.is_main_line
    assert chess.sans == ("e4", "c5", "Nf3")
    assert chess.end is last
    chess.goto(last)
    assert chess.sans == ("e4", "e5")
    chess.goto(side)
    with pytest.raises(MakachessError, match="variation"):
        chess.finish("white", "resignation")


def test_the_ways_from_a_move_go_round() -> None:
    game, _ = read_game(["1. e4 e5 (1... c5) (1... e6) 2. Nf3 Nc6 (2... d6) 3. Bb5 *"])
    e4, e5, nf3, nc6, bb5 = game.line
    _, c5, e6 = e4.children
    ways = {e4: c5, e5: c5, c5: e6, e6: e5, nf3: nf3.children[1], nc6: nf3.children[1]}
    assert [node.next_way() for node in ways] == list(ways.values())
    assert (game.root.next_way(), bb5.next_way()) == (None, None)


def test_playing_in_a_variation_does_not_end_the_main_line(chess: Game) -> None:
    play(chess, "f3", "e5", "g4")
    last = chess.node
    chess.seek(1)
    chess.add(chess.position.parse("e6"))
    play(chess, "g4", "Qh4#")
    assert (chess.end, chess.result) == (last, "*")
    chess.undo()
    assert chess.end is last


def test_a_variation_that_is_played_becomes_the_main_line(chess: Game) -> None:
    play(chess, "e4", "e5")
    chess.seek(1)
    chess.add(chess.position.parse("c5"))
    chess.seek(1)
    play(chess, "c5")
    assert [node.san for node in chess.line[0].children] == ["c5"]
    assert chess.end.san == "c5"


def test_a_node_of_another_game_is_no_place_to_go(chess: Game) -> None:
    other = play(Game(load("chess")), "e4")
    with pytest.raises(ValueError, match="another game"):
        chess.goto(other.node)
