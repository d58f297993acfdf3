"""Broken variant files: each is refused with the file, the key and the reason."""

from dataclasses import astuple, fields, replace

import pytest
from makachess.core.errors import VariantError
from makachess.core.spec import PieceType, Place
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


def test_a_good_file(tmp_path):
    variant = load_file(write(tmp_path, GOOD))
    assert variant.name == "tiny"
    assert variant.pieces["R"].betza == "R"
    assert load_file(tmp_path / "tiny.toml", rook="short").pieces["R"].betza == "W2"


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


def test_a_patch_may_bring_a_value_of_its_own(tmp_path):
    text = VALUED + "value = 120\n"
    assert load_file(write(tmp_path, text), rook="short").pieces["R"].value == 120


def test_every_weight_of_a_square_can_be_set(tmp_path):
    lines = [f"{field.name} = {number}\n" for number, field in enumerate(fields(Place), 1)]
    text = GOOD.replace("[ending]", f"[place]\n{''.join(lines)}[ending]")
    assert astuple(load_file(write(tmp_path, text)).place) == tuple(range(1, len(lines) + 1))


def test_values_are_those_of_one_game_and_not_inherited(tmp_path):
    assert load_file(write(tmp_path, VALUED)).place.room == 33
    (tmp_path / "mine.toml").write_text('extends = "tiny"', encoding="utf-8")
    variant = load_file(tmp_path / "mine.toml")
    assert variant.pieces["R"] == PieceType("R", "Rook", "R", promotes_to="+R")
    assert variant.place == Place()


# (what is replaced, by what, the message after "tiny.toml: ")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Tiny"', "title = Tiny", "not TOML: Invalid value (at line 2, column 9)"),
        ('title = "Tiny"', 'titel = "Tiny"', "titel: unknown key (there are: extends, without, "),
        ('title = "Tiny"', 'titel = "Tiny"', "; did you mean 'title'?"),
        ('title = "Tiny"', "", "title: is missing"),
        ('title = "Tiny"', "title = 3", "title: 3 is not a text in quotes"),
        ("files = 4", "files = 20", "files: 20 is not a whole number from 1 to 19"),
        ("files = 4", 'files = "4"', "files: '4' is not a whole number from 1 to 19"),
        ("files = 4", "files = true", "files: True is not a whole number from 1 to 19"),
        ("files = 4", "files = 5", "instead of 5"),
        ("ranks = 4", "ranks = 5", "instead of 5"),
        ("ranks = 4", "", "ranks: is missing"),
        ("2kr/4/4", "2kx/4/4", "'x' in rank 4"),
        ("2kr/4/4", "2rr/4/4", "start: "),
        ("w - - 0 1", "x", "start: "),
        ("[pieces.K]", "[pieces.KK]", "pieces.KK: 'KK' is not a piece id: a capital"),
        ("[pieces.K]", "[pieces.k]", "pieces.k: 'k' is not a piece id: a capital"),
        ("[pieces.K]", '[pieces."K?"]', "pieces.K?: 'K?' is not a piece id: a capital"),
        ('name = "King"', "", "pieces.K.name: is missing"),
        ('name = "King"', 'nmae = "King"', "pieces.K.nmae: unknown key"),
        ('name = "King"', 'name = ""', "pieces.K.name: is missing"),
        ('betza = "K"', "", "pieces.K.betza: is missing"),
        ('betza = "K"', 'betza = "Kx"', "pieces.K.betza: 'Kx': 'x' at character 2: expected"),
        ('betza = "K"', 'betza = "KnD"', "pieces.K.betza: 'KnD': what is blockable ('n') or"),
        ('betza = "K"', 'betza = "KiD"', "or starts at home ('i') cannot capture; add 'm'"),
        ('betza = "K"', 'betza = "KADcaK"', "pieces.K.betza: 'KADcaK': 'caK' goes with 'NAD'"),
        ('betza = "K"', 'betza = "NADcaK"', "must be able to stop there, too: add 'K'"),
        ('betza = "K"', 'betza = "ADcavK"', "must be able to stop there, too: add 'K'"),
        ('betza = "K"', 'betza = "QcavK"', "captures of several steps on a line go with 'AD'"),
        ('betza = "K"', 'betza = "KmasR"', "pieces.K.betza: 'KmasR': 'masR' goes with 'R'"),
        ('betza = "K"', 'betza = "RmBmasB"', "pieces.K.betza: 'RmBmasB': 'masB' goes with 'B'"),
        ('betza = "K"', 'betza = "KpafK"', "'pafK' goes with 'AD', or with slides all round"),
        ('betza = "K"', 'betza = "RmasRBmasB"', "turns corners as a Rook or as a Bishop, not both"),
        ("royal = true", "royal = 1", "pieces.K.royal: 1 is not true or false"),
        ("royal = true", "", "pieces: no piece is royal"),
        ("royal = true", "value = -1", "pieces.K.value: -1 is not centipawns, a whole number fr"),
        ("royal = true", "value = 20001", "pieces.K.value: 20001 is not centipawns, a whole num"),
        ('promotes-to = "+R"', 'promotes-to = "+Q"', "pieces.R.promotes-to: unknown piece '+Q'"),
        ('promotes-to = "+R"', 'promotes-to = "+Q"', "(there are: K, R, +R)"),
        ('promotes-to = "+R"', 'promotes-to = "x"', "pieces.R.promotes-to: 'x' is not a piece id"),
        ('promotes-to = "+R"', 'promotes-to = "K"', "pieces.R.promotes-to: K is not marked"),
        ('promotes-to = "+R"', 'promotes_to = "+R"', "; did you mean 'promotes-to'?"),
        ("promoted = true", 'promoted = true\nlike = "Q"', "pieces.+R.like: unknown piece 'Q'"),
        (
            "[ending]",
            '[pieces.Q]\nlike = "B"\n[pieces.B]\nlike = "K"\n[ending]',
            "pieces.Q.like: B is itself like K; name that",
        ),
        ('promotes-to = "+R"', 'infects = "N"', "pieces.R.infects: unknown piece 'N'"),
        ("promoted = true", "promoted = false", "pieces.R.promotes-to: +R is not marked promoted"),
        (
            "promoted = true",
            'promoted = true\npromotes-to = "+R"',
            "pieces.+R.promotes-to: +R is promoted, and a promoted piece does not promote again",
        ),
        ("[ending]", 'pawn = "P"\n[ending]', "pieces.+R.pawn: unknown key"),
        ('title = "Tiny"', 'title = "Tiny"\npawn = "P"', "pawn: unknown piece 'P'"),
        ("[ending]", "ending = 3\n[ignored]", "pieces.+R.ending: unknown key"),
        ("[ending]", '[ending]\ndead = "no"', "ending.dead: 'no' is not true or false"),
        ("[ending]", '[ending]\ndead-alone = "N"', "ending.dead-alone: 'N' is not a list of piece"),
        ("[ending]", '[ending]\ndead-alone = ["Z"]', "ending.dead-alone: unknown piece 'Z'"),
        ("[ending]", "[endings]", "endings: unknown key"),
        ("[ending]", "[promotion]\nexceptions = [['R']]\n[ending]", "promotion.exceptions: "),
        (
            "[ending]",
            "[promotion]\nexceptions = [['R', 'P']]\n[ending]",
            "promotion.exceptions: unknown piece 'P'",
        ),
        (
            "[ending]",
            "[promotion.arrival]\nR = ['P']\n[ending]",
            "promotion.arrival.R: unknown piece 'P'",
        ),
        (
            "[ending]",
            "[promotion.arrival]\nR = '+R'\n[ending]",
            "promotion.arrival.R: '+R' is not a list of piece ids",
        ),
        ("[ending]", "[promotion.arrival]\nRR = []\n[ending]", "'RR' is not a piece id"),
        (
            "[ending]",
            "[promotion]\nreserve = true\n[ending]",
            "promotion.reserve: needs exactly one type in promotion.arrival",
        ),
        (
            "[ending]",
            "[promotion]\nreserve = true\narrival = {R = ['K'], K = ['R']}\n[ending]",
            "promotion.reserve: needs exactly one type in promotion.arrival",
        ),
        (
            "[ending]",
            "[promotion]\nreserve = true\narrival = {R = []}\n[ending]",
            "promotion.arrival.R: a reserve has from 1 to 7 types, not 0",
        ),
        ('help = "Plies."', "", "options.move-limit: needs 'help'"),
        ('sets = "ending.move-limit"', "", "options.move-limit: needs 'help', and 'sets'"),
        ('sets = "ending.move-limit"', 'sets = "ending.limit"', "options.move-limit.sets: "),
        (
            'sets = "ending.move-limit"',
            'sets = "title"',
            "is not a number among the rules of this variant",
        ),
        ("[options.rook]", '[options.rook]\ndefault = "no"', "options.rook.default: no value 'no'"),
        ("[options.rook]", "[options.Rook]", "options.Rook: 'Rook' is not a name in lower case"),
        (
            "[options.rook.values.short.pieces.R]",
            "[options.rook.values.short.piece.R]",
            "options.rook.values.short.piece: unknown key",
        ),
        (
            'betza = "W2"',
            "betza = 2",
            "options.rook.values.short.pieces.R.betza: 2 is not a text in quotes",
        ),
        (
            "[options.rook.values.long]",
            '[options.rook.values.long.presets]\nno = "1"',
            "options.rook.values.long.presets.no: unknown option 'no'",
        ),
        (
            "[options.rook.values.long]",
            '[options.rook.values.long.presets]\nmove-limit = "x"',
            "options.rook.values.long.presets.move-limit: option 'move-limit' is 'x'",
        ),
        ("files = 4", 'files = 4\nextends = "ches"', "extends: unknown variant 'ches'"),
        ("files = 4", 'files = 4\nextends = "ches"', "; did you mean 'chess'?"),
        (
            "files = 4",
            'files = 4\nwithout = ["pieces.Q"]',
            "without: 'pieces.Q' is not in what it extends",
        ),
        ("files = 4", 'files = 4\nwithout = "pieces.Q"', "without: 'pieces.Q' is not a list"),
    ],
)
def test_the_fault_is_named(tmp_path, old, new, message):
    assert old in GOOD
    found = refusal(tmp_path, GOOD.replace(old, new, 1))
    assert found.startswith("tiny.toml: ")
    assert message in found


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "tiny.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(VariantError, match=r"tiny\.toml: not UTF-8 text .byte 9."):
        load_file(tmp_path / "tiny.toml")


def test_a_fault_in_a_patch_is_named_where_it_stands(tmp_path):
    text = GOOD.replace('betza = "W2"', 'betza = "W2z"')
    found = refusal(tmp_path, text, rook="short")
    assert found.startswith("tiny.toml: options.rook.values.short.pieces.R.betza: 'W2z': 'z' at")


def test_an_id_with_plus_is_promoted_unless_something_else_is_said(tmp_path):
    (tmp_path / "tiny.toml").write_text(GOOD.replace("promoted = true", ""))
    pieces = load_file(tmp_path / "tiny.toml").pieces
    assert [kind for kind, piece in pieces.items() if piece.promoted] == ["+R"]


def test_an_inherited_fault_is_named_in_the_file_that_causes_it(tmp_path):
    found = refusal(tmp_path, 'extends = "chess"\nfiles = 10')
    assert found.startswith("chess.toml: start: ")


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
