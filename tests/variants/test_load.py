"""Loading variants by name: what they contain, their options, and what is wrong with a request."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from makachess.core.betza import parse_betza
from makachess.core.errors import VariantError
from makachess.variants import load, load_file, names

SMALL_MAKA = Path(__file__).parents[1] / "data" / "variants" / "small-maka.toml"


def test_names():
    assert {"chess", "veteran", "decimaka", "decimaka-revised", "devingt"} <= set(names())


@pytest.mark.parametrize("name", names())
def test_a_variant_is_complete(name):
    variant = load(name)
    assert variant.name == name
    assert variant.title
    assert variant.summary.endswith(".")
    assert "\n" not in variant.summary
    assert variant.help
    for piece in variant.pieces.values():
        assert piece.description.endswith("."), piece.id
        assert "\n" not in piece.description, piece.id
    assert all(option.help.endswith(".") for option in variant.options)
    assert variant.rules_options == ""


def single_options():
    for name in names():
        for option in load(name).options:
            for value in option.values or ("0", "17"):
                yield pytest.param(name, option.name, value, id=f"{name}-{option.name}={value}")


@pytest.mark.parametrize(("name", "option", "value"), list(single_options()))
def test_every_value_of_every_option_loads(name, option, value):
    variant = load(name, **{option: value})
    assert variant.chosen[option] == value
    default = load(name).chosen[option]
    assert variant.rules_options == ("" if value == default else f"{option}={value}")


def test_the_same_request_gives_the_same_object():
    assert load("veteran") is load("veteran")
    assert load("veteran", move_limit=0) is load("veteran", **{"move-limit": "0"})


def test_nothing_in_a_variant_can_be_changed():
    variant = load("chess")
    with pytest.raises(TypeError):
        variant.pieces["Q"] = variant.pieces["R"]
    with pytest.raises(TypeError):
        variant.chosen["move-limit"] = "0"
    with pytest.raises(AttributeError):
        variant.files = 9


# --- inheritance --------------------------------------------------------------------------------


def test_a_variant_takes_over_what_it_does_not_change():
    first, revised = load("decimaka"), load("decimaka-revised")
    assert revised.start_fen == first.start_fen
    changed = {
        kind
        for kind, piece in first.pieces.items()
        if replace(piece, value=0) != replace(revised.pieces[kind], value=0)
    }
    assert changed == {"F", "L", "Y"}
    assert set(revised.pieces) - set(first.pieces) == {"+L"}


def test_a_variant_leaves_out_what_it_says():
    assert load("chess").promotion.arrival == {"P": ("Q", "R", "B", "N")}
    assert load("veteran").promotion.arrival == {}


def test_devingt():
    variant = load("devingt")
    assert variant.promotion.arrival == {"P": ("Q", "R", "B", "N", "S")}
    assert variant.compound_first_move == "both"
    names = [option.name for option in variant.options]
    assert names == ["move-limit", "compound-first-move", "promotion-only-to-absent-type"]
    assert load("devingt", promotion_only_to_absent_type=True).promotion.reserve_absent_only


# --- options ------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, "0"])
def test_a_number(value):
    assert load("decimaka", move_limit=value).ending.move_limit == 0


def test_the_default_of_a_number_is_that_of_the_rules():
    assert load("chess").chosen["move-limit"] == "100"


@pytest.mark.parametrize("value", [True, "true"])
def test_a_switch(value):
    assert not load("veteran").ending.pawn_resets
    assert load("veteran", fifty_move_reset_by_pawn=value).ending.pawn_resets


def test_the_default_is_the_first_value():
    by_name = {option.name: option for option in load("veteran").options}
    assert by_name["fifty-move-reset-by-pawn"].values == ("false", "true")
    assert by_name["move-limit"].values == ()
    assert by_name["move-limit"].number


def test_a_value_changes_what_its_patch_says():
    plain, patched = load_file(SMALL_MAKA), load_file(SMALL_MAKA, fiend="slide3")
    assert patched.pieces["+L!"].betza == "K3NADcaKmabK"
    assert [k for k in plain.pieces if plain.pieces[k] != patched.pieces[k]] == ["+L!"]


def test_a_preset_sets_other_options():
    variant = load_file(SMALL_MAKA, rules="modern")
    assert variant.promotion.mandatory
    assert variant.pieces["I'"].infects == ""
    assert variant.pieces["+O"].name == "Lion"
    assert variant.chosen["promotion"] == "mandatory"
    assert variant.rules_options == "rules=modern"


def test_an_option_chosen_outright_overrides_a_preset():
    variant = load_file(SMALL_MAKA, rules="modern", promotion="optional")
    assert not variant.promotion.mandatory
    assert variant.pieces["I'"].infects == ""
    assert variant.rules_options == "rules=modern; promotion=optional"


def test_the_options_of_a_game_give_the_game_again():
    variant = load_file(SMALL_MAKA, rules="modern", promotion="optional", move_limit=7)
    given = dict(item.split("=") for item in variant.rules_options.split("; "))
    again = load_file(SMALL_MAKA, **given)
    assert again.chosen == variant.chosen
    assert again.promotion == variant.promotion


# --- requests that cannot be met ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("vetran", {}, f"unknown variant 'vetran' (there are: {', '.join(names())}, "),
        ("vetran", {}, "; did you mean 'veteran'?"),
        ("", {}, "unknown variant ''"),
        ("../chess", {}, "unknown variant '../chess'"),
        ("chess", {"foo": 1}, "chess: unknown option 'foo' (there are: move-limit, "),
        ("chess", {"move_limits": 1}, "; did you mean 'move-limit'?"),
        (
            "chess",
            {"move_limit": "-3"},
            "chess: option 'move-limit' is '-3', but it must be a whole number from 0",
        ),
        ("chess", {"move_limit": "ten"}, "'ten', but it must be a whole number from 0"),
        ("chess", {"move_limit": True}, "'true', but it must be a whole number from 0"),
        (
            "veteran",
            {"fifty_move_reset_by_pawn": "yes"},
            "veteran: option 'fifty-move-reset-by-pawn' has no value 'yes' "
            "(there are: false, true)",
        ),
        ("veteran", {"move-limit": 1, "move_limit": 1}, "option 'move-limit' is given twice"),
    ],
)
def test_the_wrong_part_of_a_request_is_named(name, options, message):
    with pytest.raises(VariantError) as caught:
        load(name, **options)
    assert message in str(caught.value)


# --- sanity of the data -------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_movements_and_texts_are_readable(name):
    variant = load(name)
    for piece in variant.pieces.values():
        assert parse_betza(piece.betza)
        assert piece.symbol in ("", *"♔♕♖♗♘♙")
    json.dumps(variant.help)
    assert not any(ord(c) < 32 and c != "\n" for c in variant.help)
