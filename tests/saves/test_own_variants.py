"""Games of the player's own variants: saved with a name and a digest, read again, or refused."""

import pytest
from makachess.core import VariantError
from makachess.saves import Game, GameFileError, format_game, load_games, read_games
from makachess.saves.rules import variant_of
from makachess.variants import load, rules_digest
from own_variants import MINI


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    folder = tmp_path / "variants"
    folder.mkdir()
    (folder / "mini.toml").write_text(MINI)
    return folder


def played(**options):
    game = Game(load("mini", **options))
    for text in ("b3", "b4", "Nc3"):
        game.play(game.position.parse(text))
    return format_game(game)


def refusal(text):
    with pytest.raises(GameFileError) as caught:
        list(read_games(text.splitlines()))
    return caught.value


def test_a_game_is_read_again(folder):
    text = played(move_limit=60)
    digest = rules_digest(load("mini", move_limit=60))
    assert '[Variant "mini"]\n' in text
    assert f'[RulesOptions "move-limit=60"]\n[RulesDigest "{digest}"]\n' in text
    [game] = read_games(text.splitlines())
    assert game.variant is load("mini", move_limit=60)
    assert game.sans == ("b3", "b4", "Nc3")
    assert format_game(game) == text


def test_games_of_built_in_variants_need_no_digest():
    assert "RulesDigest" not in format_game(Game(load("veteran")))


def test_a_file_with_other_texts_and_values_is_the_same_game(folder):
    text = played()
    (folder / "mini.toml").write_text(MINI.replace("Mini Veteran", "M") + "[pieces.N]\nvalue = 1")
    [game] = read_games(text.splitlines())
    assert game.variant.title == "M"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ('[pieces.N]\nbetza = "NW"\n', "the movement (pieces, array or promotion) differs"),
        ("[ending]\nno-move-loses = true\n", "the ending differs"),
        (
            '[pieces.N]\nbetza = "NW"\n[ending]\nno-move-loses = true\n',
            "the movement (pieces, array or promotion) and the ending differ",
        ),
    ],
)
def test_a_game_of_other_rules_is_refused_with_what_differs(folder, change, what):
    text = played()
    (folder / "mini.toml").write_text(MINI + change)
    error = refusal(text)
    assert error.message == f"the game was played by other rules of 'mini': {what}"
    assert text.splitlines()[error.line - 1].startswith("[RulesDigest ")


def test_a_game_is_read_again_when_the_default_of_an_option_has_changed(folder):
    option = """[options.stuck]
help = "Whether a side that cannot move has lost."
default = "draws"
values.draws.ending.no-move-loses = false
values.loses.ending.no-move-loses = true
"""
    (folder / "mini.toml").write_text(MINI + option)
    text = played(move_limit=60)
    (folder / "mini.toml").write_text(MINI + option.replace('"draws"', '"loses"'))
    [game] = read_games(text.splitlines())
    assert game.variant is load("mini", move_limit=60, stuck="draws")
    assert game.tags["RulesOptions"] == "move-limit=60; stuck=draws"
    assert game.tags["RulesDigest"] in text


def test_a_digest_that_is_none_is_refused(folder):
    text = played().replace("[RulesDigest ", '[RulesDigest "old"]\n[RulesVersion ')
    assert refusal(text).message == "'old' is not a digest of rules"


def test_a_variant_that_is_gone_is_asked_for(folder):
    text = played()
    (folder / "mini.toml").unlink()
    error = refusal(text)
    wanted = f"'mini' is not among your variants (put mini.toml into {str(folder)!r})"
    assert error.message == wanted
    assert text.splitlines()[error.line - 1] == '[Variant "mini"]'


def test_a_variant_that_is_broken_is_told_with_its_reason(folder):
    text = played()
    (folder / "mini.toml").write_text(MINI + "[ending]\nlimit = 3\n")
    assert refusal(text).message.startswith("mini.toml: ending.limit: unknown key")


@pytest.mark.parametrize(
    "name",
    [
        "{path}",
        "mini.toml",
        "./mini",
        "../variants/mini",
        "variants/mini",
        "..\\\\mini",
        "MINI.TOML",
        "{folder}/mini",
    ],
)
def test_a_game_file_cannot_name_a_path(folder, tmp_path, monkeypatch, name):
    """What it names could be read well: it is not even opened."""
    path = tmp_path / "elsewhere.toml"
    path.write_text(MINI)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("os.open", lambda *args: pytest.fail(f"opened {args[0]}"))
    text = f'[Variant "{name.format(path=path, folder=folder)}"]\n\n1. b3 *\n'
    assert "game files do not name it by a path" in refusal(text).message


def test_no_file_outside_the_folder_is_opened(folder, monkeypatch):
    (folder.parent / "mini2.toml").write_text(MINI)
    monkeypatch.chdir(folder.parent)
    with pytest.raises(VariantError, match="unknown variant 'mini2'"):
        variant_of({"Variant": "mini2"})


def test_other_names_of_chess(folder):
    for name in ("", "Standard", "normal", "CHESS", "From Position"):
        assert variant_of({"Variant": name}) is load("chess")


def test_a_saved_file_names_the_fault_by_its_line(folder, tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(played())
    assert load_games(path)[0].variant.name == "mini"
    (folder / "mini.toml").unlink()
    with pytest.raises(GameFileError, match=r"game\.pgn:8:1: 'mini' is not among your variants"):
        load_games(path)
