"""Where the keys of a TOML text stand."""

import tomllib
from importlib import resources

import pytest
from makachess.variants import names
from makachess.variants.schema import key_places


@pytest.mark.parametrize("name", names())
def test_every_table_of_our_own_files_is_found(name):
    text = (resources.files("makachess.variants") / f"{name}.toml").read_text(encoding="utf-8")
    lines = text.splitlines()
    places = key_places(text)
    document = tomllib.loads(text)
    assert {("pieces", kind) for kind in document["pieces"]} <= set(places)
    for path, (line, column) in places.items():
        assert lines[line - 1][column - 1 :].lstrip("[\"'").startswith((path[0], path[-1]))
        found = document
        for key in path:
            found = found[key]


def test_texts_arrays_and_inline_tables_are_read_over():
    text = '''a = [1, {b = "x]"}, """y"""] # """
"q.r" = { s.t = 1, u = [ ] , v = {}} # c [x]
  [t."z z"]  # hi
m = """one "quote" \\
[no]
o = 1
two""""
n.o = 1
l = [
    ["P", "P"],
]
'''
    assert key_places(text) == {
        ("a",): (1, 1),
        ("q.r",): (2, 1),
        ("t",): (3, 3),
        ("t", "z z"): (3, 3),
        ("t", "z z", "m"): (4, 1),
        ("t", "z z", "n"): (8, 1),
        ("t", "z z", "n", "o"): (8, 1),
        ("t", "z z", "l"): (9, 1),
    }


@pytest.mark.parametrize("text", ["", "\ufeff", "]", "= 1", "a", "a = {", "[[", '"""', "\x00=\x00"])
def test_what_is_no_toml_does_no_harm(text):
    assert key_places(text) is not None
