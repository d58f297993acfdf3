"""Reserves of many types, of spare pieces, and with choices by rank."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.core import Position
from makachess.play.sentences import capture_sentences
from makachess.variants import load_file
from makachess.variants.keys import VariantFileError
from naive import compare

DATA = Path(__file__).parents[1] / "data"
GROSS = load_file(DATA / "inventors" / "gross.toml")
OPULENT = load_file(DATA / "fairy-stockfish" / "opulent.toml")


@pytest.mark.parametrize(
    ("rank", "choices"), [(8, ""), (9, "BNVW"), (10, "BCNRSVW"), (11, "ABCMNQRSVW")]
)
def test_each_rank_offers_what_the_file_says(rank, choices):
    rows = ["12"] * 12
    rows[12 - rank] = "P11"
    rows[0] = "11k" if rank < 12 else rows[0]
    rows[11] = "11K"
    position = Position(GROSS, "/".join(rows) + " w - - 0 1")
    text = f"a{rank}a{rank + 1}"
    found = {m.promotion for m in position.legal_moves() if str(m).split("=")[0] == text}
    assert "".join(sorted(found)) == choices
    assert ("" in found) == (rank < 11)
    compare(position, 1)


def test_spare_pieces_are_in_the_reserve_from_the_beginning():
    position = Position(GROSS)
    for color in ("white", "black"):
        assert position.reserve(color) == {"Q": 2, "R": 4, "B": 4, "N": 4}


def test_waiting_pawns_choose_among_eight_types():
    position = Position(OPULENT, "P9/10/10/5k4/10/10/10/10/10/K9 w - - 0 1")
    first = {move.prefix[0][1] for move in position.legal_moves() if move.prefix}
    assert first == {"Q", "C", "A", "R", "B", "N", "L", "W"}
    compare(position, 1)


def test_words_tell_what_is_chosen_where():
    assert list(capture_sentences(GROSS, "P"))[1:] == [
        "In its reserve are 2 Queens, 4 Rooks, 4 Bishops and 4 Knights from the beginning.",
        "It can become a Rook, a Cannon or a Champion only on the last 2 ranks.",
        "It can become a Queen, a Marshall or an Archbishop only on the last rank.",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("spare = { K = 1 }", "promotion.spare.K: no Pawn can become that"),
        ("choice-zone = { K = 1 }", "promotion.choice-zone.K: nothing becomes that by arriving"),
        ("reserve = false", "promotion.spare.Q: goes with reserve = true"),
        ("spare = { J = 1 }", "unknown piece 'J'"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path, text, told):
    (tmp_path / "gross.toml").write_bytes((DATA / "inventors" / "gross.toml").read_bytes())
    path = tmp_path / "bad.toml"
    path.write_text(f'extends = "gross"\ntitle = "Bad"\n[promotion]\n{text}\n')
    with pytest.raises(VariantFileError, match=told):
        load_file(path)


def test_a_wide_board_has_room_for_fewer_types(tmp_path):
    path = tmp_path / "wide.toml"
    rows = ["r17k", *["19"] * 6, "R17K"]
    kinds = "".join(f'[pieces.{kind}]\nname = "{kind}1"\nbetza = "W"\n' for kind in "ACDEFG")
    path.write_text(
        'extends = "chess"\nfiles = 19\ntitle = "Wide"\n'
        f'start = "{"/".join(rows)}"\n{kinds}[promotion]\nreserve = true\n'
        '[promotion.arrival]\nP = ["Q", "R", "A", "C", "D", "E", "F", "G"]\n'
    )
    with pytest.raises(VariantFileError, match="from 1 to 7 types on a board of 19 files, not 8"):
        load_file(path)
