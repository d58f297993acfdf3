"""All faults of a variant file at once, each where it stands."""

import re
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.errors import VariantError
from makachess.core.spec import Variant
from makachess.variants import check_file, load, load_file, names
from sampling import mostly_slow

ROOT = Path(__file__).parents[2]


def write(folder, text, name="tiny"):
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def check(folder, text, name="tiny"):
    found = check_file(write(folder, text, name))
    return [fault.located.removeprefix(f"{folder}/") for fault in found]


BROKEN = """\
title = "Broken"
files = 5
ranks = 4
start = "2kx/4/5/RK3 x KQ z9 many 1"
colour = "red"

[pieces.K]
name = "King"
betza = "Ky"
royal = 1

[pieces.R]
name = "Rook"
infects = "Z"

[pieces."R?"]
name = "Odd"

[promotion]
exceptions = [["R", "Q"]]

[ending]
repetition = "never"

[options.rook]
help = "Rooks."
values.slow.pieces.R.betza = "W2q"
values.slow.ending.dead = 3
values.fast.pieces.R = { value = -5 }

[options.move-limit]
help = 3
sets = "ending.move-limit"
"""


def test_every_fault_of_the_form_is_told(tmp_path):
    told = check(tmp_path, BROKEN)
    found = [line.partition(":")[2].split(": ", 2)[:2] for line in told]
    assert found == [
        ["5:1", "colour"],
        ["9:1", "pieces.K.betza"],
        ["10:1", "pieces.K.royal"],
        ["12:1", "pieces.R.betza"],
        ["14:1", "pieces.R.infects"],
        ["16:1", "pieces.R?"],
        ["20:1", "promotion.exceptions"],
        ["23:1", "ending.repetition"],
        ["27:1", "options.rook.values.slow.pieces.R.betza"],
        ["28:1", "options.rook.values.slow.ending.dead"],
        ["29:1", "options.rook.values.fast.pieces.R.value"],
        ["32:1", "options.move-limit.help"],  # and not that it has none
    ]


def test_a_fault_of_the_file_that_is_extended_is_told_in_that_file(tmp_path):
    assert check(tmp_path, 'extends = "chess"\n\ncolour = 1\n', "base")
    told = check(tmp_path, 'title = "Mine"\nextends = "base"\n')
    assert [line.partition(" ")[0] for line in told] == ["base.toml:3:1:"]


@pytest.mark.parametrize(
    ("faults", "follow"),
    [(1, r".* options\)"), (2, r".*; 1 more fault"), (3, r".*; 2 more faults")],
)
def test_load_names_the_first_fault_and_how_many_follow(tmp_path, faults, follow):
    text = "".join(["a = 1\n", "b = 2\n", "c = 3\n"][:faults])
    assert len(check(tmp_path, f'extends = "chess"\n{text}')) == faults
    with pytest.raises(VariantError, match=rf"^tiny\.toml: a: unknown key{follow}$"):
        load_file(tmp_path / "tiny.toml")


def test_what_follows_from_a_fault_alone_is_not_told(tmp_path):
    text = """\
title = "Broken"
files = 3
ranks = 2
start = "k1r/K1R w"
pieces.R = 3
[pieces.K]
name = "King"
betza = "K"
royal = true
"""
    assert check(tmp_path, text) == ["tiny.toml:5:1: pieces.R: 3 is not a table"]


@pytest.mark.parametrize("name", mostly_slow(names(), [n for n in names() if n != "maka"]))
def test_our_own_files_have_no_faults(name):
    assert check_file(ROOT / "variants" / f"{name}.toml") == []


def test_the_example_of_the_documentation_is_a_game(tmp_path):
    page = (ROOT / "docs" / "invent.md").read_text()
    [text] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert check(tmp_path, text, "vampire") == []
    variant = load_file(tmp_path / "vampire.toml")
    assert variant.pieces["V"].infects == "V"
    position = Position(variant)
    position.push(position.parse("Vc3"))
    assert len(position.legal_moves()) > 5


def check_movement(tmp_path, piece, betza, told):
    """Whether chess with such a piece is refused, and why, or not if nothing is told."""
    text = f"""\
extends = "chess"
[pieces.{piece}]
betza = "{betza}"
description = "A piece."
"""
    lines = check(tmp_path, text)
    assert len(lines) == (told is not None)
    for line in lines:
        assert line.startswith(f"tiny.toml:3:1: pieces.{piece}.betza: '{betza}': {told}")


@pytest.mark.parametrize(
    ("betza", "reason"),
    [
        ("fmWfceFfmnD", "its moves of several squares from anywhere are not answered"),  # Torpedo
        ("fmWfceFfmnDifmnH", "its moves of several squares from anywhere are not answered"),
        ("fmW2fceF", "its moves of several squares from anywhere are not answered"),  # Metamachy
        ("fmWfceF", "there is nothing to take in passing"),
        ("fmWfcF", None),
        ("fmWfceFifmW3", None),
        ("fmRcFifmnD", None),  # who takes nothing in passing may go as far as it likes
    ],
)
def test_en_passant_is_refused_where_it_never_happens(tmp_path, betza, reason):
    check_movement(tmp_path, "P", betza, reason)


def test_en_passant_is_refused_in_a_game_without_double_steps_of_anybody(tmp_path):
    text = """\
extends = "chess"
[pieces.P]
betza = "fmWfceF"
description = "One step straight ahead."
[pieces.%s"
description = "Slides, and goes up to three squares ahead at first."
"""
    assert len(check(tmp_path, text % 'B]\nbetza = "B')) == 1
    assert len(check(tmp_path, text % 'R]\nbetza = "RifmW3')) == 1  # which is no first move
    assert check(tmp_path, text % 'B]\nbetza = "BifmW3') == []


@pytest.mark.parametrize(
    ("piece", "line"),
    [
        ('[pieces.P]\nbetza = "fmWfcF"\n', 3),
        ('[pieces.P]\nbetza = "fmWifmnDfceF"\n', None),  # the same move, spelt otherwise
        ('[pieces.P]\nbetza = "fmWfcF"\ndescription = "One step straight ahead."\n', None),
        ('[pieces.P]\nname = "Peasant"\n', None),
        ('[pieces.C]\nlike = "R"\nname = "Chancellor"\nbetza = "RN"\n', 5),
        ('[pieces.C]\nlike = "R"\nname = "Tower"\nbetza = "WW"\n', None),
        ('[options.slow]\nhelp = "Rooks."\nvalues.a = {}\nvalues.b.pieces.R.betza = "W2"\n', 5),
    ],
)
def test_an_inherited_description_of_another_move_is_told(tmp_path, piece, line):
    told = check(tmp_path, 'extends = "chess"\n' + piece)
    assert len(told) == (line is not None)
    for fault in told:
        assert fault.startswith(f"tiny.toml:{line}:1: ")
        assert "moves otherwise than the description says that it inherits" in fault


def test_what_is_inherited_from_a_game_of_ours_and_does_not_fit_is_told_of_the_own_file(tmp_path):
    told = check(tmp_path, 'title = "Mine"\nextends = "chess"\nwithout = ["pieces.N"]\n')
    [fault] = told
    assert fault.startswith("tiny.toml:3:1: start: ")
    assert fault.endswith("; inherited from chess: say 'start' in your own file")


def test_what_a_file_leaves_out_is_told_of_that_file_and_not_of_the_one_it_extends(tmp_path):
    base = 'extends = "chess"\ntitle = "Base"\n[promotion.arrival]\nP = ["Q"]\n'
    assert check(tmp_path, base, "base") == []
    array = 'start = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"\n'
    told = check(tmp_path, f'extends = "base"\ntitle = "Own"\n{array}without = ["pieces.Q"]\n')
    assert told == [
        "tiny.toml:4:1: promotion.arrival.P: unknown piece 'Q' (there are: K, R, B, N, P); "
        "inherited from base: say 'promotion.arrival.P' in your own file"
    ]


def test_a_piece_that_is_left_out_is_left_out_of_lists_and_tables_too(tmp_path):
    base = """\
extends = "cannibal"
title = "Base"
promotion.exceptions = [["R", "N"], ["R", "B"]]
promotion.becomes.R = {N = "N?", B = ["N", "B"], quiet = ["=", "N"]}
promotion.becomes.N = {B = "B"}
"""
    assert check(tmp_path, base, "base") == []
    array = 'start = "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1"\n'
    own = f'extends = "base"\ntitle = "Own"\nwithout = ["pieces.N"]\n{array}'
    assert check(tmp_path, own) == []
    variant = load_file(tmp_path / "tiny.toml")
    base = load_file(tmp_path / "base.toml")
    assert variant.promotion.exceptions == {("R", "B")}
    assert variant.promotion.becomes["R"] == {"B": ("B",), "quiet": ("=",)}
    assert [*variant.promotion.becomes] == [k for k in base.promotion.becomes if k != "N"]
    assert variant.promotion.arrival["P"] == ("Q", "R", "B")
    played_on = load_file(tmp_path / "tiny.toml", bare_kings="play-on")
    assert played_on.ending.dead_alone == ()
    again = own + '[pieces.N]\nname = "Horse"\nbetza = "afsW"\n'
    assert "N" in load_file(write(tmp_path, again)).promotion.arrival["P"]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ('title = "Own"', True),
        ('pieces.Q = {name = "Lady", symbol = "♕", value = 900}', True),
        ('pieces.Q.betza = "BN"', False),
        ("files = 8", False),
        ("promotion.arrival.P = ['R']", False),
        ('without = ["ending.dead-alone"]', False),
    ],
)
def test_what_is_said_of_a_game_is_not_inherited_by_one_with_other_rules(tmp_path, said, kept):
    variant = load_file(write(tmp_path, f'extends = "chess"\n{said}\n'))
    told = load("chess") if kept else Variant
    assert (variant.summary, variant.help) == (told.summary, told.help)
    own = load_file(write(tmp_path, f'extends = "chess"\nhelp = "Mine."\n{said}\n'))
    assert own.help == "Mine."


@pytest.mark.parametrize("way", ["fmW", "fcF"])
def test_a_piece_may_change_by_moves_that_take_or_by_those_that_do_not(tmp_path, way):
    text = f'extends = "chess"\ntitle = "Own"\n[promotion.becomes]\nP = {{"as {way}" = "N"}}\n'
    assert [line for line in check(tmp_path, text) if "moves so" in line] == []


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('{"as cB" = "B"}', "promotion.becomes.R.as cB: the Rook ('R') never moves so"),
        ('{"as masR" = "B"}', "not several steps or castling"),
        ('{"as Rx" = "B"}', "'Rx'"),
        ('{quiet = "Z"}', "unknown piece 'Z'"),
        ('{quiet = ["B", "B"]}', "'B' is given twice"),
        ('{quiet = ["B", "R"]}', "'R' would become what it is already"),
        ("{quiet = []}", "is not a piece id"),
        ('{taken = "B"}', "is not the id of a victim, quiet, capture, any, or"),
        ('{attacked = "B"}', "there is none for changes of pieces that depend on the turn, or on"),
        ('{any = "K"}', "R becomes K by taking"),
    ],
)
def test_what_is_said_of_moves_is_checked(tmp_path, row, reason):
    text = f'extends = "chess"\ntitle = "Own"\n[promotion.becomes]\nR = {row}\n'
    told = check(tmp_path, text)
    assert reason in told[0], told
    assert told[0].startswith("tiny.toml:")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("drops = true", "tiny.toml:2:1: drops: there is no key for pieces that are dropped"),
        ("[pieces.Q]\nzones = [1]", "tiny.toml:3:1: pieces.Q.zones: there is no key for squares"),
        ("[ending]\nhill = true", "tiny.toml:3:1: ending.hill: there is no key for wins by reach"),
        ("gating = true", "tiny.toml:2:1: gating: there is no key for pieces that enter"),
        ("explosions = true", "tiny.toml:2:1: explosions: there is no key for captures that burn"),
        ('holes = ["e4"]', "tiny.toml:2:1: holes: there is no key for squares that are missing"),
        ("dops = true", "tiny.toml:2:1: dops: unknown key"),
    ],
)
def test_what_cannot_be_said_is_named(tmp_path, text, told):
    (line,) = check(tmp_path, f'extends = "chess"\n{text}\n')
    assert line.startswith(told)


SPARTAN = """extends = "chess"
start = "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1KNR w - - 0 1"
[pieces.K]
betza = "K"
description = "One step."
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", None),
        ('[promotion.arrival]\nP = ["Q", "K"]', None),
        (
            '[promotion.becomes.P]\nN = "K"',
            "pieces.P: P becomes K by taking N, but in a game won by",
        ),
        (
            '[promotion.becomes.P]\nK = "K"',
            "pieces.P: P becomes K by taking K, but in a game won by",
        ),
        ('[promotion.arrival]\nK = ["Q"]', "pieces.K: K becomes Q by arriving, but in a game"),
        ("[promotion]\nreserve = true", "promotion.reserve: needs one King a side"),
        ("[ending]\ncheckmate = false", None),
    ],
)
def test_several_kings_where_mate_decides(tmp_path, text, told):
    lines = check(tmp_path, f"{SPARTAN}{text}\n")
    assert [line for line in lines if told is None or told not in line] == []
    assert bool(lines) == bool(told)


PASSING = "it also goes where it takes in passing"


@pytest.mark.parametrize(
    ("piece", "betza", "told"),
    [
        ("N", "NfFfceF", PASSING),
        ("N", "NfmceF", PASSING),
        ("N", "NfceFfmB", PASSING),
        ("N", "NfceFmasW", PASSING),
        ("N", "NfceFmpasW", PASSING),
        ("N", "NADcaKKfceF", PASSING),
        ("N", "NfceF", None),
        ("N", "NfcFfceF", None),
        ("N", "NfceFmbF", None),
        ("K", "KsDisO2", None),
        ("K", "KismDisO2", None),
        ("K", "KR2isO2", None),
        ("K", "KlmDisO2", None),
        ("K", "KmafWisO2", None),
        ("K", "KscDisO2", None),
        ("K", "KspafWisO2", None),
        ("K", "KisO2", None),
        ("K", "KisO2isO3", None),
    ],
)
def test_moves_that_would_be_written_alike_are_refused(tmp_path, piece, betza, told):
    check_movement(tmp_path, piece, betza, told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'start = "4k2r/8/8/8/8/8/8/4K3 w - - 0 1"\npieces.K.betza = "KisO4"',
            "pieces.K.betza: 'KisO4' never castles: from e8 it goes towards a piece of its own in",
        ),
        (
            '[pieces.Q]\nbetza = "QisO2"\ndescription = "x"',
            "'QisO2' never castles: it is not royal",
        ),
        ('start = "4k2r/8/8/8/8/8/8/4K2R"', "start: nobody castles without ' w Kk' behind it"),
        ('[castling]\nK = ["e1g1,h1f1"]', "pieces.K.betza: 'KisO2': [castling] says it all"),
        ('castling.K = ["e1c1,a1d1"]\npieces.K.betza = "K"', "K is for castling towards the last"),
        ('castling.A = ["e1h1,h1f1"]\npieces.K.betza = "K"', "and the King not to h1"),
        ('castling.A = ["d1g1,h1f1"]\npieces.K.betza = "K"', "no royal piece of White's on d1"),
        ('pieces.R = {betza = "RifmD", initial = "unmoved"}', None),
        ('pieces.P = {initial = "unmoved", initial-to = 4}', "pieces.P.initial-to: is for moves"),
    ],
)
def test_castling_that_cannot_be_is_told(tmp_path, text, told):
    lines = check(tmp_path, f'extends = "chess"\ntitle = "x"\n{text}\n')
    assert told is None or any(told in line for line in lines), lines
