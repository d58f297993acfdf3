"""What is said of moves: what a capture will do, why a piece has changed, what has come of it."""

import pytest
from makachess.core import Position, Square
from makachess.play.entry import MoveEntry
from makachess.play.narration import forced_note, preview, settled_note
from makachess.variants import load, load_file
from own_variants import VAMPIRE

LADY = "4k3/8/8/2l5/8/3N4/8/4K3 w - - 0 1"
WEREWOLF = "3w3k/4P3/8/8/8/8/8/K7 w - - 0 1"
ON_THE_LAST_RANK = "3v3k/4P3/8/8/8/8/8/K7 w - - 0 1"


@pytest.fixture
def vampires(tmp_path):
    path = tmp_path / "vampire.toml"
    path.write_text(VAMPIRE, encoding="utf-8")
    return Position(load_file(path), ON_THE_LAST_RANK)


def preview_of(position, origin, goal):
    entry = MoveEntry(position)
    entry.pick(Square.parse(origin))
    square = Square.parse(goal)
    return preview(position, entry.state, square, entry.state.targets[square])


@pytest.mark.parametrize(
    ("name", "fen", "squares", "said"),
    [
        (
            *("veteran", LADY, "d3 c5"),
            "Knight takes Lady on c5, must become Queen: the Lady is contagious",
        ),
        (
            *("werewolf", WEREWOLF, "e7 d8"),
            "Pawn takes Werewolf on d8, must become Werewolf: the Werewolf is contagious",
        ),
    ],
)
def test_a_preview_says_what_a_capture_makes_of_a_piece(name, fen, squares, said):
    assert preview_of(Position(load(name), fen), *squares.split()) == said


def test_a_preview_gives_no_reason_where_arrival_decides(vampires):
    said = "Pawn takes Vampire on d8, must become Bishop or Knight or Rook or Vampire"
    assert preview_of(vampires, "e7", "d8") == said


def test_a_piece_had_to_change_only_without_a_choice(vampires):
    veteran = Position(load("veteran"), LADY)
    note = "Knight had to become Queen: the Lady is contagious"
    assert forced_note(veteran, veteran.parse("Nxc5=Q")) == note
    assert forced_note(veteran, veteran.parse("Nf4")) == ""
    assert [forced_note(vampires, vampires.parse(f"exd8={kind}")) for kind in "VR"] == ["", ""]


def test_pawns_that_mate_together_are_said_to_mate_once():
    position = Position(load("devingt"), "6PP1k/9p/10/10/8p1/7R2/10/10/10/RKQ1N1BBSS b - - 0 1")
    position.push(position.parse("i6h5"))
    assert settled_note(position) == (
        "The Pawn on g10 becomes a Knight; The Pawn on h10 becomes a Rook, which is mate"
    )
