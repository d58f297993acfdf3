"""Broken variant files: each is refused with the file, the key and the reason."""

from dataclasses import replace

import pytest
from cases import cases
from makachess.core.errors import VariantError
from makachess.variants import load_file
from own_variants import TINY

GOOD = f"""{TINY}
[options.move-limit]
help = "Plies."
sets = "ending.move-limit"

[options.rook]
help = "How a Rook moves."

[options.rook.values.long]

[options.rook.values.short.pieces.R]
betza = "W2"
"""


def write(folder, text):
    path = folder / "tiny.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(folder, text, **options):
    with pytest.raises(VariantError) as caught:
        load_file(write(folder, text), **options)
    return str(caught.value)


def test_a_piece_like_another_one(tmp_path):
    text = GOOD + '[pieces.M]\nlike = "R"\nname = "Marshal"\n'
    pieces = load_file(write(tmp_path, text), rook="short").pieces
    assert pieces["M"] == replace(pieces["R"], id="M", name="Marshal")
    assert pieces["M"].betza == "W2"


VALUED = GOOD.replace('promotes-to = "+R"', 'promotes-to = "+R"\nvalue = 500').replace(
    "[ending]", "[place]\nroom = 33\n[ending]"
)


def test_a_value_is_that_of_the_movement_it_stands_by(tmp_path):
    text = VALUED + '[pieces.M]\nlike = "R"\nname = "Marshal"\n'
    text += '[pieces.N]\nlike = "R"\nname = "Knight"\nbetza = "N"\n'
    pieces = load_file(write(tmp_path, text)).pieces
    assert [pieces[kind].value for kind in "RMN"] == [500, 500, 0]
    pieces = load_file(tmp_path / "tiny.toml", rook="short").pieces
    assert [pieces[kind].value for kind in "RMN"] == [0, 0, 0]


# (what is replaced, by what, the message after "tiny.toml: ")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    cases("variant-faults"),
)
def test_the_fault_is_named(tmp_path, old, new, message):
    assert old in GOOD
    found = refusal(tmp_path, GOOD.replace(old, new, 1))
    assert found.startswith("tiny.toml: ")
    assert message in found


def test_an_id_with_plus_is_promoted_unless_something_else_is_said(tmp_path):
    (tmp_path / "tiny.toml").write_text(GOOD.replace("promoted = true", ""))
    pieces = load_file(tmp_path / "tiny.toml").pieces
    assert [kind for kind, piece in pieces.items() if piece.promoted] == ["+R"]


def write_all(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")


def test_files_that_extend_each_other(tmp_path):
    write_all(tmp_path, mine='extends = "two"', two='extends = "one"', one='extends = "two"')
    with pytest.raises(
        VariantError, match=r"^one\.toml: extends: two -> one -> two goes in a circ"
    ):
        load_file(tmp_path / "mine.toml")
    write_all(tmp_path, mine='extends = "mine"')
    with pytest.raises(VariantError, match=r"^mine\.toml: extends: mine -> mine goes in a circle"):
        load_file(tmp_path / "mine.toml")


def test_more_files_than_anybody_extends(tmp_path):
    write_all(tmp_path, **{f"v{n}": f'extends = "v{n + 1}"' for n in range(500)})
    with pytest.raises(VariantError, match=r"^v15\.toml: extends: more than 16 files extend each"):
        load_file(tmp_path / "v0.toml")


def test_what_a_file_leaves_out_can_be_put_in_anew(tmp_path):
    text = 'extends = "chess"\nwithout = ["pieces.N", "promotion.arrival"]\n'
    text += '[pieces.N]\nname = "Horse"\nbetza = "fN"'
    assert "pieces.N.betza" in refusal(tmp_path, text)
    variant = load_file(write(tmp_path, text.replace("fN", "ffN")))
    assert variant.pieces["N"].symbol == ""
    assert list(variant.pieces) == ["K", "Q", "R", "B", "P", "N"]
