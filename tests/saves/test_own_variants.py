"""Games of the player's own variants: saved with a name and a digest, read again, or refused."""

import pytest
from makachess.saves import Game, GameFileError, format_game, read_games
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


def test_a_variant_that_is_gone_is_asked_for(folder):
    text = played()
    (folder / "mini.toml").unlink()
    error = refusal(text)
    wanted = f"'mini' is not among your variants (put mini.toml into {str(folder)!r})"
    assert error.message == wanted
    assert text.splitlines()[error.line - 1] == '[Variant "mini"]'


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
