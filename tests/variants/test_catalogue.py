"""Built-in variants and the player's own: who is found under which name."""

import os

import pytest
from makachess.core import Position
from makachess.core.errors import VariantError
from makachess.variants import (
    catalogue,
    list_variants,
    load,
    load_by_name,
    load_file,
    names,
    playable_names,
    relative_names,
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


def test_without_a_folder_there_are_the_built_in_ones(tmp_path, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "nowhere"))
    assert [listing.name for listing in list_variants()] == list(names())
    assert load("veteran").name == "veteran"


def test_a_path_is_a_variant_too(folder, tmp_path, monkeypatch):
    path = put(tmp_path, "other")
    assert load(str(path)).name == "other"
    monkeypatch.chdir(tmp_path)
    assert load("other.toml") == load("./other.toml") == load(str(path))
    assert "unknown variant 'other'" in refusal("other")


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


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda path: path.unlink(), "No such file|unknown variant 'base'"),
        (lambda path: path.write_bytes(b"\xff"), "not UTF-8 text"),
        (lambda path: (path.unlink(), path.mkdir()), "Is a directory"),
    ],
)
@pytest.mark.parametrize("spoilt", ["mini", "base"])
def test_a_file_that_can_no_longer_be_read_has_changed(folder, spoilt, spoil, told):
    put(folder, "base")
    path = put(folder, "mini", 'extends = "base"')
    load_file(path)
    spoil(folder / f"{spoilt}.toml")
    with pytest.raises(VariantError, match=told):
        load_file(path)


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


def test_the_file_of_a_built_in_variant_is_that_variant(tmp_path):
    from importlib import resources

    text = (resources.files("makachess.variants") / "veteran.toml").read_text(encoding="utf-8")
    assert load(str(put(tmp_path, "veteran", text))) == load("veteran")


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


def test_a_folder_that_cannot_be_read_is_told(folder):
    folder.rmdir()
    folder.write_text("a file")
    [*builtin, listing] = list_variants()
    assert [listing.name for listing in builtin] == list(names())
    assert "cannot be read: Not a directory" in listing.reason
    assert "unknown variant 'mini'" in refusal("mini")


def test_an_unknown_name_is_told_with_all_that_there_are(folder):
    put(folder, "mini")
    assert "veteran, mini, " in refusal("minni")
    assert refusal("minni").endswith("werewolf); did you mean 'mini'?")


@pytest.mark.parametrize("path", ["nowhere.toml", "a\0b.toml", "x" * 5000 + ".toml"])
def test_a_file_that_cannot_be_opened(path):
    assert "cannot be read: " in refusal(path)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    assert "cannot be read: it is a pipe, not an ordinary file" in refusal(
        str(tmp_path / "pipe.toml")
    )


def test_a_device_is_not_even_opened(tmp_path, monkeypatch):
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    open_file, opened = os.open, []

    def noting(path, *how, **more):
        opened.append(path)
        return open_file(path, *how, **more)

    monkeypatch.setattr(os, "open", noting)
    path = str(tmp_path / "device.toml")
    assert "it is a device, not an ordinary file" in refusal(path)
    assert path not in opened


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


def test_who_asks_for_names_waits_for_no_built_in_variant_to_load(folder, monkeypatch):
    put(folder, "good")
    put(folder, "faulty", "nonsense")
    listed = tuple(one.name for one in list_variants() if one.variant is not None)
    monkeypatch.setattr(catalogue, "load", None)
    monkeypatch.setattr(catalogue, "load_by_name", None)
    assert playable_names() == (*names(), *relative_names(), "good")
    assert listed == (*names(), "good")
