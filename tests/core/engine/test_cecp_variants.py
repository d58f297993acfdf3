"""Games that XBoard knows by name are described to it so that a second program hears the name."""

from pathlib import Path

import pytest
from makachess.core.protocols.xboard_board import setup_lines
from makachess.variants import load

DATA = Path(__file__).parents[2] / "data"


def setup_of(path: Path | str) -> str:
    return next(setup_lines(load(str(path))))


@pytest.mark.parametrize(
    ("path", "table", "size"),
    [
        ("variants/shatranj", "PN.R.FE...Kpn.r.fe...k", "8x8+0_shatranj"),
        ("variants/capablanca", "PNBRQ..CMKpnbrq..cmk", "10x8+0_capablanca"),
        ("inventors/capablanca", "PNBRQ..ACKpnbrq..ack", "10x8+0_capablanca"),
        ("inventors/knightmate", "P.BRQ.....K.........N.", "8x8+0_knightmate"),
    ],
)
def test_a_game_that_xboard_knows_keeps_its_name_and_its_types(path, table, size):
    setup = setup_of(DATA / f"{path}.toml")
    assert setup.startswith(f"setup ({table}")
    assert f") {size} " in setup


def test_elven_chess_is_told_to_a_second_program_by_its_name():
    assert setup_of("elven").startswith(
        "setup (PNBRQ.....D..EG......WKpnbrq.....d..eg......wk) 10x10+0_elven r3k4r/"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rnekfenr/", "rnefkenr/"),  # another array
        ('betza = "A"', 'betza = "FA"'),  # other moves
        ("[ending]", '[pieces.T]\nname = "Tower"\nbetza = "W"\n[ending]'),  # a piece more
        ("8/8/8/8", "8/8/8/8/8"),  # another board
    ],
)
def test_another_game_of_a_name_that_xboard_knows_is_not_taken_for_it(old, new, tmp_path):
    text = (DATA / "variants/shatranj.toml").read_text()
    assert old in text
    text = text.replace(old, new).replace("title", f"ranks = {8 + ('8/8/8/8/8' in new)}\ntitle", 1)
    path = tmp_path / "shatranj.toml"
    path.write_text(text)
    assert "x8+0_fairy " in setup_of(path).replace("x9+", "x8+")
