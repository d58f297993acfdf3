"""Built-in variants and the player's own: who is found under which name."""

import os
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.errors import VariantError
from makachess.variants import (
    list_variants,
    load,
    load_by_name,
    names,
)
from makachess.variants.catalogue import why_not_again
from own_variants import MINI


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The player's folder of variants, empty."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "variants"
    folder.mkdir(parents=True)
    return folder


def put(folder, name, text=MINI):
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(name, **options):
    with pytest.raises(VariantError) as caught:
        load(name, **options)
    return str(caught.value)


def test_a_file_in_the_folder_is_a_variant_by_its_name(folder):
    put(folder, "mini")
    variant = load("mini", move_limit=7)
    assert (variant.name, variant.title, variant.ending.move_limit) == ("mini", "Mini Veteran", 7)
    assert variant.rules_options == "move-limit=7"
    assert len(Position(variant).legal_moves()) == 14
    assert load_by_name("mini") == load("mini")


@pytest.mark.parametrize("name", ["../mini", "variants/mini", "mini.toml", "", ".", "MINI", "m\0"])
def test_a_bare_name_leads_to_no_other_folder(folder, name):
    put(folder, "mini")
    put(folder.parent, "mini")
    with pytest.raises(VariantError, match="unknown variant"):
        load_by_name(name)


def test_the_same_request_gives_the_same_object_until_the_file_changes(folder):
    base, path = put(folder, "base"), put(folder, "mini", 'extends = "base"\ntitle = "A"')
    first = load("mini")
    assert load("mini") is first
    assert load(str(path)) is first
    assert load("mini", move_limit=5) is load("mini", **{"move-limit": "5"})
    put(folder, "mini", 'extends = "base"\ntitle = "B"')
    assert load("mini").title == "B"
    base.write_text(MINI.replace("files = 6", "summary = 'New.'\nfiles = 6"), encoding="utf-8")
    assert load("mini").summary == "New."
    path.unlink()
    assert "unknown variant 'mini'" in refusal("mini")


def test_an_edit_that_changes_neither_size_nor_time_is_seen(folder):
    path = put(folder, "mini")
    status = path.stat()
    assert load("mini").title == "Mini Veteran"
    put(folder, "mini", MINI.replace("Mini Veteran", "Veteran Mini"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert load("mini").title == "Veteran Mini"


@pytest.mark.parametrize("name", ["chess", "veteran", "normal", "standard"])
def test_nobody_takes_a_built_in_name(folder, tmp_path, name):
    put(folder, name)
    [*_, listing] = list_variants()
    assert listing.variant is None
    assert f"{name!r} is the name of a built-in variant; give the file another" in listing.reason
    assert listing.reason in refusal(str(put(tmp_path, name)))
    assert load("chess").files == 8


@pytest.mark.parametrize(
    ("name", "proper"),
    [("Mini Game", "mini-game"), ("mini_game", "mini-game"), ("é", "mini"), ("-a-", "a")],
)
def test_what_a_name_is_made_of(folder, tmp_path, name, proper):
    put(folder, name)
    [*_, listing] = list_variants()
    assert listing.reason == (
        f"'{name}.toml': a variant's name is of lower-case letters, digits and hyphens, "
        f"at most 40, such as '{proper}.toml'"
    )
    assert refusal(str(put(tmp_path, name))) == listing.reason


def test_a_broken_file_does_not_hurt_the_others(folder):
    put(folder, "broken", "title = 3")
    put(folder, "mini")
    put(folder, ".hidden", "no")
    (folder / "notes.txt").write_text("no")
    (folder / "folder.toml").mkdir()
    broken, directory, mini = list_variants()[len(names()) :]
    assert broken.reason.startswith("broken.toml: title: 3 is not a text in quotes")
    assert "cannot be read: Is a directory" in directory.reason
    assert (mini.name, mini.variant, mini.reason) == ("mini", load("mini"), "")


def test_an_unknown_name_is_told_with_all_that_there_are(folder):
    put(folder, "mini")
    assert "veteran, mini, " in refusal("minni")
    assert refusal("minni").endswith("werewolf); did you mean 'mini'?")


def test_whether_saved_games_will_be_found_again(folder, tmp_path):
    variant = load(str(put(tmp_path, "mini")))
    assert why_not_again(variant) == (
        f"'mini' is not among your variants (put mini.toml into {str(folder)!r})"
    )
    put(folder, "mini")
    assert why_not_again(variant) == ""
    assert why_not_again(load("veteran", move_limit=3)) == ""
    put(folder, "mini", MINI.replace("rnlkbr/", "rblknr/"))
    assert "another variant of the name 'mini'" in why_not_again(variant)


def test_a_path_is_loaded_as_a_path_and_a_name_as_a_name(folder):
    path = put(folder, "mini")
    assert load(path) is load(str(path))
    assert load(Path("chess")) is load("chess")
    with pytest.raises(VariantError, match="no-such"):
        load(Path("no-such.toml"))
