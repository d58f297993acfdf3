"""What is chosen for a new game, without a screen."""

from __future__ import annotations

from makachess.play.session.new_game import (
    AUTO_FLIP,
    CLOCK,
    GAME,
    MORE,
    OPPONENT,
    PERSON,
    SIDE,
    NewGame,
)
from makachess.play.settings import Settings
from makachess.variants import label_variants, list_games, load

GAMES = label_variants(listing.variant for listing in list_games() if listing.variant)
KINGS = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"


def new_game(**usual: object) -> NewGame:
    return NewGame(Settings(**usual), GAMES)


def values(game: NewGame) -> dict[str, str]:
    return {row.name: row.value for row in (*game.rows(), *game.rules())}


def turn(game: NewGame, name: str, value: str) -> str:
    """Go through the values of a row until it has this one."""
    said = ""
    for _ in range(50):
        if values(game)[name] == value:
            return said
        said = game.change(name, 1)
    raise AssertionError(f"{name} is never {value}")


def test_it_begins_with_what_was_chosen_last() -> None:
    game = new_game(
        variant="maka",
        side="random",
        clock="7+2",
        opponent="Fish",
        engines={"Fish": "fish --hungry"},
        options={"maka": "rules=modern; move-limit=0"},
    )
    assert game.variant == load("maka", rules="modern", move_limit=0)
    shown = values(game)
    assert (shown[OPPONENT], shown[SIDE], shown[CLOCK]) == ("Fish", "random", "7+2")
    assert (shown["rules"], shown["move-limit"]) == ("modern", "0")
    assert game.setup().engine == "fish --hungry"
    assert game.settings() == {
        "variant": "maka",
        "side": "random",
        "level": 3,
        "opponent": "Fish",
        "clock": "7+2",
        "auto_flip": False,
    }


def test_a_person_a_level_or_a_program_is_the_opponent() -> None:
    game = new_game(engines={"Fish": "fish"}, side="black")
    turn(game, OPPONENT, "level 7")
    assert (game.setup().level, game.setup().people) == (7, {"black"})
    turn(game, OPPONENT, PERSON)
    assert SIDE not in values(game)
    turn(game, AUTO_FLIP, "yes")
    assert game.setup().people == {"white", "black"}
    assert game.setup().auto_flip
    assert game.settings()["side"] == "both"
    turn(game, OPPONENT, "Fish")
    assert not game.setup().auto_flip
    assert game.settings()["opponent"] == "Fish"


def test_a_program_that_is_gone_and_options_that_are_unknown_are_told() -> None:
    game = new_game(variant="chess", opponent="Fish", level=5, options={"chess": "colour=red"})
    assert values(game)[OPPONENT] == "level 5"
    assert game.variant == load("chess")
    notes = game.take_notes()
    assert notes[0] == "there is no engine 'Fish' any more"
    assert "'colour'" in notes[1]
    assert game.take_notes() == []


def test_every_option_of_every_variant_is_told_in_words_and_can_be_changed() -> None:
    game = new_game()
    for label, variant in GAMES.items():
        turn(game, GAME, label)
        rows = {row.name: row for row in (*game.rows(), *game.rules())}
        for option in variant.options:
            row = rows[option.name]
            assert row.help == option.help
            assert {*option.words} == {*option.values}
            assert row.group or option.presets
            # All of it fits into 80 columns: the label and the value, and the help below them.
            widest = max(map(len, (row.shown, *option.words.values())))
            assert (len(row.label) <= 17, widest <= 46, len(row.help) <= 76) == (True,) * 3, row
        if variant.options:
            game.change(option.name, 1)
            assert values(game)[option.name] != row.value
            game.change(option.name, -1)
        assert game.variant == variant


def more(game: NewGame) -> str:
    """What the form says of the single rules; empty where there are none."""
    return next((row.value for row in game.rows() if row.name == MORE), "")


def test_a_set_of_rules_replaces_single_ones_and_says_so() -> None:
    game = new_game(variant="maka")
    assert [row.name for row in game.rows()][-2:] == ["rules", MORE]
    assert more(game) == "as usual"
    turn(game, "promotion", "mandatory")
    turn(game, "move-limit", "0")
    assert more(game) == "2 changed"
    assert turn(game, "rules", "modern") == "Your choice is replaced: Promotion"
    assert more(game) == "1 changed"
    assert game.variant == load("maka", rules="modern", move_limit=0)
    assert game.change("rules", 1) == ""


def test_single_rules_stand_in_groups_and_can_be_had_as_usual() -> None:
    game = new_game(variant="macadamia", options={"macadamia": "rules=modern; wolf=applet"})
    groups = [row.group for row in game.rules()]
    assert [*dict.fromkeys(groups)] == ["Promotion", "Pieces", "Ending"]
    assert groups == sorted(groups, key=["Promotion", "Pieces", "Ending"].index)
    assert [row.name for row in game.rules() if row.changed] == ["wolf"]
    game.rules_as_usual()
    assert game.variant == load("macadamia", rules="modern")
    assert more(game) == "as usual"
    assert more(new_game(variant="dai-shogi")) == ""


def test_a_position_is_kept_as_long_as_the_rules_allow_it() -> None:
    game = new_game(variant="chess")
    assert game.begin_with("4k3/8/8/8/8/8/8/8 w") == "white has 0 kings instead of one"
    assert game.fen is None
    assert game.begin_with(KINGS) == ""
    assert game.setup().game.position.fen() == KINGS
    assert turn(game, "move-limit", "50") == ""
    assert game.fen == KINGS
    said = ""
    while values(game)[GAME] != load("maka").title:
        said += game.change(GAME, 1)
    assert said.startswith("Back to the usual position: ")
    assert game.fen is None
