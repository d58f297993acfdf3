"""Variant files that nobody wrote in good faith: each is refused with a sentence, none crashes."""

import random
import string

import pytest
from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.core.errors import VariantError
from makachess.variants import check_file, load_file
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
    [
        ("files = 4", "files = 0", "files: 0 is not a whole number from 1 to 19"),
        ("files = 4", "files = 20", "files: 20 is not a whole number from 1 to 19"),
        ("2kr/4/4/RK2", "/".join(["4"] * 2000), "start: "),
        ("2kr/4/4/RK2", "2kr/4/4/RK" + "9" * 50, "start: "),
        ("move-limit = 50", "move-limit = 9999999999", "move-limit: 9999999999 is not a whole"),
        ('betza = "R"', 'betza = "' + "W" * 101 + '"', "is not a text in quotes of one line"),
        ("[ending]", "[place]\nroom = 1001\n[ending]", "place.room: 1001 is not centipawns"),
        ('betza = "R"', 'betza = "R"\nkanji = "王王"', "kanji: '王王' is not a single kanji"),
        ('betza = "R"', 'betza = "R"\nsymbol = "RR"', "symbol: 'RR' is not one of ♔♕♖♗♘♙"),
        ('name = "Rook"', 'name = "king"', None),  # their ids tell them apart
        ('name = "Rook"', 'name = "k"', "pieces.R.name: 'k' is the id of another piece"),
        (
            "immune = true",
            'promotes-to = "+R"',
            "pieces.K: K becomes +R by taking R, but in a game won by checkmate a King stays one",
        ),
        ('promotes-to = "+R"', 'infects = "+R"', None),
        ("immune = true", 'infects = "+R"', None),
        (
            'promotes-to = "+R"',
            'infects = "K"',
            "pieces.R: R becomes K by taking R, but in a game won",
        ),
        (
            "[ending]",
            '[promotion.arrival]\nR = ["K"]\n[ending]',
            "R becomes K by arriving, but in a game won by checkmate nothing may become a",
        ),
        (
            "[ending]",
            '[promotion.arrival]\nR = ["+R", "+R"]\n[ending]',
            "promotion.arrival.R: '+R' is given twice",
        ),
        (
            "[ending]",
            '[promotion.arrival]\nR = ["R"]\n[ending]',
            "promotion.arrival.R: 'R' would become what it is already",
        ),
        (
            "[ending]",
            '[promotion]\nreserve = true\narrival.R = ["+R"]\n[ending]\ncheckmate = false',
            "promotion.reserve: needs ending.checkmate = true",
        ),
        ("files = 4", 'files = 4\ncompound-first-move = "both"', "is made by pawns; say which"),
        ("2kr/4/4/RK2 w", "1kr1/4/4/1R1K b", None),
        ("2kr/4/4/RK2 w", "1k2/4/4/1R1K w", "black is in check and not to move"),
        ('betza = "R"', 'betza = "WWfceFifmnDlimW2"', "a first move goes straight ahead"),
        ('betza = "R"', 'betza = "WfceFifmW4"', "a first move goes straight ahead, and at most 3"),
        ('betza = "R"', 'betza = "WfceFifmW99999999999"', "a first move goes straight ahead"),
        ('betza = "R"', 'betza = "W99999999999999999999"', None),
        ('betza = "K"\n', 'betza = "KisO99999999999999"\n', None),
    ],
)
def test_rules_that_cannot_be_played(tmp_path, old, new, message):
    text = changed((old, new))
    if message is None:
        variant = load_file(put(tmp_path, text))
        assert Position(variant).legal_moves()
    else:
        assert message in refusal(tmp_path, text)


def test_an_option_that_leaves_the_bounds(tmp_path):
    path = put(tmp_path, changed(("ending.move-limit", "files")))
    with pytest.raises(VariantError, match=r"option 'limit' cannot be '20' \(files is a whole num"):
        load_file(path, limit=20)
    with pytest.raises(VariantError, match="has 4 files instead of 5"):
        load_file(path, limit=5)


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


def test_two_kings_with_one_right_to_castle(tmp_path):
    text = changed(
        ("2kr/4/4/RK2", "2kr/4/K2R/K2R"),
        ('betza = "K"', 'betza = "KisO2"'),
        ("[ending]", "[ending]\ncheckmate = false"),
    )
    found = refusal(tmp_path, text)
    assert "castling right 'K' would belong to two Kings, on a2 and a1" in found


def test_a_king_does_not_castle_into_the_corner(tmp_path):
    text = changed(("2kr/4/4/RK2 w -", "2kr/4/4/1K1R w K"), ('"K"', '"KisO2"'))
    assert "castling right 'K', but tiny has no castling" in refusal(tmp_path, text)


def test_as_many_pieces_as_there_are_ids_can_be_played(tmp_path):
    ids = [p + c + s for p in ("", "+") for c in string.ascii_uppercase for s in ("", "'", "!")]
    ids.remove("K")
    lines = ['title = "All"', "files = 19", "ranks = 19"]
    rows = ["".join(kind.lower() for kind in ids[n * 19 : n * 19 + 19]) for n in range(9)]
    rows = [row + "19"[: 2 * (not row)] for row in rows]
    count = [len(ids[n * 19 : n * 19 + 19]) for n in range(9)]
    rows = [row if n == 19 else f"{row}{19 - n}" for row, n in zip(rows, count, strict=True)]
    rows = [*rows, "9k9", *["19"] * 8, "9K9"]
    lines.append(f'start = "{"/".join(rows)} w"')
    lines.append('[pieces.K]\nname = "King"\nbetza = "K"\nroyal = true\nimmune = true')
    for kind in ids:
        lines.append(f'[pieces."{kind}"]\nname = "Piece {kind}"\nbetza = "QN"')
        lines.append("promoted = true" if kind.startswith("+") else "")
    lines.append("[ending]\ncheckmate = false")
    variant = load_file(put(tmp_path, "\n".join(lines)))
    assert len(variant.pieces) == 156
    position = Position(variant)
    for move in position.legal_moves():
        position.push(move)
        assert position.legal_moves()
        position.pop()


@pytest.mark.compiled
def test_a_search_ends_though_the_captures_do_not(tmp_path):
    """Each capture made another royal here, and the first depth had no end."""
    path = put(
        tmp_path,
        '''
title = "Endless"
files = 12
ranks = 7
start = """
1I'Mi'1i'1i'Mi'2/1Dl!m1dmMi'i'DI'/1d1dd4mMM/1D1i'2m1D2M/2I'2I'1MmI'MM/1mm2D1D1M1L!/di'2M5I'1 b"""
[pieces."L!"]
name = "King"
betza = "QpafK"
royal = true
immune = true
[pieces.M]
name = "Piece"
betza = "KCC"
[pieces."I'"]
name = "Infector"
betza = "RHHW2"
infects = "L!"
[pieces.D]
name = "Dwarf"
betza = "W"
[ending]
checkmate = false
''',
    )
    variant = load_file(path)
    engine = Engine(variant, hash_mb=1)
    assert engine.search(Position(variant), Limits(nodes=100)).move is not None


@pytest.mark.parametrize("files", [1, 2])
def test_the_smallest_boards(tmp_path, files):
    ranks = 4
    start = f"k{'' if files == 1 else 1}/{files}/{files}/K{'' if files == 1 else 1}"
    text = changed(("files = 4", f"files = {files}"), ("2kr/4/4/RK2", start))
    variant = load_file(put(tmp_path, text))
    position = Position(variant)
    assert position.legal_moves()
    assert Engine(variant, hash_mb=1).search(position, Limits(nodes=50)).move is not None
    assert variant.ranks == ranks


# --- noise --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_damaged_files_are_refused_or_played(tmp_path, seed):
    """Whatever a hand or a disk does to a good file: check and load agree, and nothing crashes."""
    chance = random.Random(seed)
    for _ in range(10):
        text = GOOD
        for _ in range(chance.randint(1, 4)):
            at, length = chance.randrange(len(text)), chance.choice([1, 1, 1, 8, 40])
            noise = "".join(chance.choices(string.printable + GOOD, k=chance.randint(0, 4)))
            text = text[:at] + noise + text[at + length :]
        path = put(tmp_path, text)
        try:
            variant = load_file(path)
        except VariantError:
            assert check_file(path)
        else:
            assert Position(variant).fen() == Position(variant, variant.start_fen).fen()
            assert not [f for f in check_file(path) if f.key[:1] != ("options",)]
