"""The rules behind the promotion matrix: several victims, options, and their wording."""

from pathlib import Path

import pytest
from makachess.core.errors import VariantError
from makachess.core.promotion import EN_PASSANT, combine, explain, matrix
from makachess.core.spec import Rule
from makachess.variants import load, load_file

SMALL_MAKA = Path(__file__).parents[1] / "data" / "variants" / "small-maka.toml"


def outcome(capturer, victims, **options):
    cells = matrix(load_file(SMALL_MAKA, **options))
    return combine(capturer, [cells[capturer, victim] for victim in victims.split()])


# The promotion examples E25-E40 of the Maka sheet: victims in the order of their capture.
@pytest.mark.parametrize(
    ("capturer", "victims", "historic", "modern"),
    [
        pytest.param("R", "P", "?+R", "!+R", id="E25"),
        pytest.param("R", "+P", "!+R", "!+R", id="E26"),
        pytest.param("Q", "+P", "=", "=", id="E27"),
        pytest.param("+R", "+P", "=", "=", id="E28"),
        pytest.param("+P", "I'", "!+I'", "=", id="E29"),
        pytest.param("D", "I'", "!+I'", "=", id="E30"),
        pytest.param("I'", "J'", "!+J'", "!+I'", id="E31"),
        pytest.param("+I'", "+J'", "!+J'", "!+J'", id="E32"),
        pytest.param("+I'", "I'", "=", "=", id="E33-teaching-king"),
        pytest.param("+J'", "I'", "!+I'", "=", id="E33-buddhist-spirit"),
        pytest.param("K", "I'", "?+K", "!+K", id="E34-deva"),
        pytest.param("K", "+I'", "!+K", "!+K", id="E34-teaching-king"),
        pytest.param("E", "+J'", "!+E", "!+E", id="E35"),
        pytest.param("L!", "+I' +J'", "!+J'", "!+J'", id="E36"),
        pytest.param("L!", "+I' P", "!+I'", "!+I'", id="E37"),
        pytest.param("W!", "+I' J'", "!+J'", "!+I'", id="E38"),
        pytest.param("W!", "P", "?+W!", "!+W!", id="E39-pawn"),
        pytest.param("W!", "+P", "!+W!", "!+W!", id="E39-gold"),
        pytest.param("O", "P", "?+O", "!+O", id="E40"),
        pytest.param("L!", "P +P", "!+L!", "!+L!", id="promoted-piece-last"),
        pytest.param("L!", "+P P", "!+L!", "!+L!", id="promoted-piece-first"),
        pytest.param("+K", "+I'", "=", "=", id="emperor-is-immune"),
        pytest.param("R", "+K", "!+R", "!+R", id="an-emperor-is-promoted"),
        pytest.param("R", "K", "?+R", "!+R", id="a-king-is-not"),
    ],
)
def test_maka_promotion(capturer, victims, historic, modern):
    assert outcome(capturer, victims).cell(capturer) == historic
    assert outcome(capturer, victims, rules="modern").cell(capturer) == modern


@pytest.mark.parametrize(
    ("capturer", "victim", "options", "cell"),
    [
        ("K", "I'", {"royal_contagion": "forced"}, "!+K"),
        ("E", "J'", {"royal_contagion": "forced"}, "!+E"),
        ("K", "P", {"royal_contagion": "forced"}, "?+K"),
        ("+E", "I'", {"royal_contagion": "forced"}, "="),
        ("K", "I'", {"royal_contagion": "forced", "contagion": "off"}, "?+K"),
        ("R", "+I'", {"contagion": "off"}, "!+R"),
        ("R", "I'", {"contagion": "off"}, "?+R"),
        ("Q", "+I'", {"contagion": "off"}, "="),
        ("R", "I'", {"deva_contagion": "off"}, "?+R"),
        ("R", "P", {"promotion": "mandatory"}, "!+R"),
    ],
)
def test_maka_options(capturer, victim, options, cell):
    assert outcome(capturer, victim, **options).cell(capturer) == cell


def test_no_victim_changes_nothing():
    assert combine("L!", []).rule is Rule.STAY
    assert combine("L!", []).target == "L!"


def test_one_victim_is_itself():
    change = matrix(load("veteran"))["N", "V"]
    assert combine("N", [change]) is change


def test_the_rule_of_contagion_is_kept_where_nothing_changes():
    change = matrix(load("veteran"))["Q", "L"]
    assert change.rule is Rule.CONTAGION
    assert change.cell("Q") == "="


def test_only_pieces_that_take_en_passant_have_such_a_cell():
    for name in ("chess", "veteran", "decimaka", "decimaka-revised"):
        takers = [piece for piece, victim in matrix(load(name)) if victim == EN_PASSANT]
        assert takers == ["P"]


def test_a_matrix_is_computed_once():
    assert matrix(load("veteran")) is matrix(load("veteran"))


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "capturer", "victim", "sentence"),
    [
        (
            "veteran",
            "N",
            "V",
            "A Knight that takes a Veteran must become a Mounted Veteran "
            "(captured a promoted piece).",
        ),
        (
            "veteran",
            "B",
            "L",
            "A Bishop that takes a Lady must become a Queen (the Lady is contagious).",
        ),
        (
            "veteran",
            "P",
            "P",
            "A Pawn that takes a Pawn stays a Pawn (a Pawn that takes a Pawn does not promote).",
        ),
        ("veteran", "K", "Q", "A King that takes a Queen stays a King (the King is immune)."),
        (
            "veteran",
            "K",
            "V",
            "A King that takes a Veteran stays a King (the King has no promotion of its own).",
        ),
        (
            "veteran",
            "M",
            "V",
            "A Mounted Veteran that takes a Veteran stays a Mounted Veteran "
            "(the Mounted Veteran is already promoted).",
        ),
        (
            "veteran",
            "Q",
            "Q",
            "A Queen that takes a Queen stays a Queen (the Queen is contagious).",
        ),
        ("veteran", "R", "N", "A Rook that takes a Knight may become a Veteran (free choice)."),
        ("veteran", "R", "e.p.", "A Rook does not capture en passant."),
        (
            "decimaka",
            "O",
            "O",
            "An Omni that takes an Omni stays an Omni (the Omni is already promoted).",
        ),
        (
            "decimaka",
            "P",
            "e.p.",
            "A Pawn that captures en passant may become an Omni (free choice).",
        ),
        (
            "chess",
            "P",
            "N",
            "A Pawn that takes a Knight stays a Pawn (captures do not promote in this game).",
        ),
    ],
)
def test_explanation(variant, capturer, victim, sentence):
    assert explain(load(variant), capturer, victim) == sentence


@pytest.mark.parametrize(
    ("options", "capturer", "victim", "reason"),
    [
        ({"rules": "modern"}, "R", "P", "every capture promotes"),
        (
            {"royal_contagion": "forced"},
            "K",
            "I'",
            "the Deva is contagious, and the King takes its own promotion",
        ),
    ],
)
def test_reason(options, capturer, victim, reason):
    assert outcome(capturer, victim, **options).reason == reason


@pytest.mark.parametrize(
    ("capturer", "victim"), [("Z", "P"), ("P", "Z"), ("e.p.", "P"), ("n", "P")]
)
def test_an_unknown_id_is_named(capturer, victim):
    wrong = victim if capturer == "P" else capturer
    with pytest.raises(
        VariantError, match=f"there is no piece {wrong!r} in veteran .its pieces: K Q R"
    ):
        explain(load("veteran"), capturer, victim)
