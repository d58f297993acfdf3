"""Setting up a position: what it says as FEN, and why it cannot be played yet."""

import pytest
from makachess.core import MakachessError, Position, Square
from makachess.play.session.draft import Draft
from makachess.variants import load, names

CHESS = load("chess")


def draft(fen: str | None = None, name: str = "chess") -> Draft:
    return Draft(load(name), fen)


def put(board: Draft, *texts: str) -> Draft:
    """Put pieces as one would type them: `Ne4`."""
    for text in texts:
        piece, square = board.read(text)
        assert square is not None
        board.place(square, piece)
    return board


@pytest.mark.parametrize("name", names())
def test_it_begins_with_the_array_and_goes_back_to_it(name: str) -> None:
    board = draft(name=name)
    assert (board.fen, board.reason, board.is_array) == (load(name).start_fen, "", True)
    board.clear()
    assert (board.pieces, board.reason, board.is_array) == ({}, "neither side has a royal", False)
    board.load(load(name).start_fen)
    assert board.is_array
    assert board.pieces == Position(load(name)).pieces()


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ((), "neither side has a royal"),
        (("Ke1",), "black has 0 kings instead of one"),
        (("Ke1", "ke8", "kd8"), "black has 2 kings instead of one"),
        (("Ke1", "ke8", "Re7"), "black is in check and not to move"),
        (("Ke1", "ke8"), "Draw: neither side has enough left to win"),
        (("Ke1", "ke8", "Ph7"), ""),
    ],
)
def test_the_reason_says_what_is_missing(texts: tuple[str, ...], reason: str) -> None:
    board = draft()
    board.clear()
    assert put(board, *texts).reason == reason


def test_castling_lasts_as_long_as_king_and_rook_are_at_home() -> None:
    board = draft("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    board.toggle_right("Q")
    assert (board.castling, board.possible_rights) == ("Kkq", "KQkq")
    board.empty(Square.parse("h8"))
    assert (board.castling, board.possible_rights) == ("Kq", "KQq")
    put(board, "rh8")
    assert board.castling == "Kkq"
    board.empty(Square.parse("e1"))
    with pytest.raises(MakachessError, match="'K' needs King on e1 and Rook on h1"):
        board.toggle_right("K")
    with pytest.raises(MakachessError, match="no such castling in Maka"):
        draft(name="maka").toggle_right("K")


def test_only_a_pawn_that_can_just_have_come_there_can_be_taken_in_passing() -> None:
    board = draft("4k3/8/8/3pP1p1/8/8/8/4K3 w - - 0 1")
    seen = []
    for _ in range(3):
        board.next_passed()
        seen.append(board.passed)
    assert seen == ["d6", "g6", "-"]
    board.next_passed()
    assert Position(CHESS, board.fen).parse("exd6").is_capture
    put(board, "Bd7")
    assert board.passed == "-"
    board.pass_turn()
    assert board.possible_passed == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [("N", ("N", None)), ("n", ("n", None)), ("e4", ("", "e4")), ("bb4", ("b", "b4"))],
)
def test_what_is_typed_names_a_piece_a_square_or_both(
    text: str, meant: tuple[str, str | None]
) -> None:
    piece, square = draft().read(text)
    assert (piece, square and str(square)) == meant


@pytest.mark.parametrize("text", ["", "X", "Ne9", "k4", "hello", "+N", "Né4"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(MakachessError, match=r"is no piece|is not a piece|is not on the board"):
        draft().read(text)


def test_a_fen_with_a_fault_gives_its_pieces_and_says_what_is_wrong() -> None:
    board = draft()
    assert board.load("4k3/8/8/8/8/8/8/4K2R b KQ - 3 40") == (
        "castling right 'Q' without white R on a1"
    )
    assert board.fen == "4k3/8/8/8/8/8/8/4K2R b - - 0 1"
    assert board.load("FEN: 4k3/8/8/8/8/8/8/4K2R w K - 3 40") == ""
    assert board.fen == "4k3/8/8/8/8/8/8/4K2R w K - 3 40"


def test_changes_are_undone_and_made_again() -> None:
    draft = Draft(load("chess"))
    start = draft.fen
    draft.empty(Square.parse("a1"))
    draft.empty(Square.parse("a1"))  # which changes nothing
    without_rook = draft.fen
    draft.pass_turn()
    draft.clear()
    assert (draft.undo(), draft.undo(), draft.fen) == (True, True, without_rook)
    assert (draft.undo(), draft.undo(), draft.fen) == (True, False, start)
    assert not draft.reason
    assert (draft.redo(), draft.fen) == (True, without_rook)
    draft.place(Square.parse("a1"), "R")
    assert draft.fen.startswith(start.split()[0])
    assert draft.castling == "KQkq"
    assert not draft.redo()
