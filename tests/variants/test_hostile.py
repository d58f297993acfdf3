"""Variant files that nobody wrote in good faith: each is refused with a sentence, none crashes."""

import pytest
from cases import cases
from makachess.core import Position
from makachess.core.errors import VariantError
from makachess.variants import load_file
from own_variants import TINY

GOOD = f"""{TINY}
[options.limit]
help = "Plies."
sets = "ending.move-limit"
"""


def put(folder, text):
    path = folder / "tiny.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refusal(folder, text):
    path = put(folder, text)
    with pytest.raises(VariantError) as caught:
        load_file(path)
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)
    return str(caught.value)


def changed(*changes):
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


DEEP = "[" * 5000 + "]" * 5000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "title: is missing"),
        (b"\xff\xfe", "not UTF-8 text (byte 0)"),
        (b"\x00" * 9, "not TOML"),
        ("\0", "not TOML"),
        (b"\x89PNG\r\n\x1a\n", "not UTF-8"),
        ("x = " + DEEP, "not TOML: nested too deeply"),
        ("x = " + "9" * 5000, "not TOML: a number is too large"),
        ("files = 0x" + "f" * 5000, "files: a number of more than 64 bits is not a whole number"),
        ("files = -1", "files: -1 is not a whole number from 1 to 19"),
        ("files = 1.5", "files: 1.5 is not a whole number"),
        ("files = nan", "files: nan is not a whole number"),
        ("files = 1979-05-27", "files: datetime.date(1979, 5, 27) is not a whole number"),
        (".".join("a" * 900) + " = 1", "a: unknown key"),
        (
            "title." + ".".join("a" * 900) + " = 1",
            "title: {'a': {'a': {'a': {...}}}} is not a text",
        ),
        ('title = "' + "x" * 100000 + '"', "is not a text in quotes of one line, at most 40"),
        ('title = "\\u001b[31mred"', "title: '\\x1b[31mred' is not a text in quotes of one line"),
        ('help = "\\u0007"', "help: '\\x07' is not a text in quotes, at most 20000 printable"),
        ("pieces = 3", "pieces: 3 is not a table"),
        ("[[pieces]]", "pieces: [{}] is not a table"),
        ("#" * (1 << 18) + "\n", "is not a variant file: it is larger than 262144 bytes"),
        ("\n".join(f"[options.o{n}]" for n in range(41)), "options: has 41 entries, and there are"),
        ('extends = "../chess"', "extends: '../chess' is not a name in lower case"),
        ('extends = "/etc/passwd"', "extends: '/etc/passwd' is not a name in lower case"),
        ('extends = "nosuch"', "extends: unknown variant 'nosuch'"),
    ],
)
def test_a_text_that_is_no_game(tmp_path, text, message):
    assert message in refusal(tmp_path, text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    cases("unplayable-rules"),
)
def test_rules_that_cannot_be_played(tmp_path, old, new, message):
    text = changed((old, new))
    if not message:
        variant = load_file(put(tmp_path, text))
        assert Position(variant).legal_moves()
    else:
        assert message in refusal(tmp_path, text)


def test_more_than_the_scores_can_hold(tmp_path):
    row = "R" * 19
    text = changed(
        ("files = 4", "files = 19"),
        ("ranks = 4", "ranks = 19"),
        ("2kr/4/4/RK2", "/".join(["k18", *["19"] * 8, *[row] * 9, "K" + row[1:]])),
        ('betza = "R"', 'betza = "bW"\nvalue = 20000'),
    )
    assert "pieces.R.value: 20000 is too much for 190 pieces a side: at most" in refusal(
        tmp_path, text
    )
