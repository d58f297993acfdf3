"""Where the keys of a TOML text stand."""

import tomllib
from importlib import resources

import pytest
from makachess.variants import names
from makachess.variants.schema import key_places


def paths(table, path=()):
    for key, value in table.items():
        yield (*path, key)
        if isinstance(value, dict):
            yield from paths(value, (*path, key))


@pytest.mark.parametrize("name", names())
def test_every_key_of_our_own_files_is_found(name):
    text = (resources.files("makachess.variants") / f"{name}.toml").read_text(encoding="utf-8")
    lines = text.splitlines()
    places = key_places(text)
    assert set(places) == set(paths(tomllib.loads(text)))
    for path, (line, column) in places.items():
        assert lines[line - 1][column - 1 :].lstrip("[\"'").startswith((path[0], path[-1]))


def test_texts_arrays_and_inline_tables_are_read_over():
    text = '''a = [1, {b = "x]"}, """y"""]
"q.r" = { s.t = 1, u = [ ] , v = {}} # c [x]
  [t."z z"]  # hi
m = """one "quote" \\
[no]
two""""
n = \'\'\'
o = 1
\'\'\'
p = 1979-05-27 07:32:00
u = { v = """y"""", "w" = 1 }
'''
    places = key_places(text)
    assert places == {
        ("a",): (1, 1),
        ("a", "b"): (1, 10),
        ("q.r",): (2, 1),
        ("q.r", "s"): (2, 11),
        ("q.r", "s", "t"): (2, 11),
        ("q.r", "u"): (2, 20),
        ("q.r", "v"): (2, 30),
        ("t",): (3, 3),
        ("t", "z z"): (3, 3),
        ("t", "z z", "m"): (4, 1),
        ("t", "z z", "n"): (7, 1),
        ("t", "z z", "p"): (10, 1),
        ("t", "z z", "u"): (11, 1),
        ("t", "z z", "u", "v"): (11, 7),
        ("t", "z z", "u", "w"): (11, 21),
    }


@pytest.mark.parametrize("text", ["", "\ufeff", "]", "= 1", "a", "a = {", "[[", '"""', "\x00=\x00"])
def test_what_is_no_toml_does_no_harm(text):
    assert key_places(text) is not None
