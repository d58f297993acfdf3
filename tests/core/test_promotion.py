"""The rules behind the promotion matrix: several victims, options, and their wording."""

from pathlib import Path

import pytest
from cases import cases
from makachess.core.errors import VariantError
from makachess.core.promotion import EN_PASSANT, combine, explain, matrix
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


def test_only_pieces_that_take_en_passant_have_such_a_cell():
    for name in ("chess", "veteran", "decimaka", "decimaka-revised"):
        takers = [piece for piece, victim in matrix(load(name)) if victim == EN_PASSANT]
        assert takers == ["P"]


@pytest.mark.parametrize(
    ("variant", "capturer", "victim", "sentence"),
    cases("explanations"),
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
