"""Dead positions: what the sheets and orthodox chess call too little to mate with, and no more.

The orthodox rows are compared with python-chess elsewhere as well, those of Devingt Chess beside
its other endings.
"""

import chess
import pytest
from makachess.core import Outcome, Position
from makachess.variants import load, load_file

DEAD = Outcome("draw", "dead position")


def outcome(variant, placement):
    return Position(variant, f"{placement} w - - 0 50").outcome()


EIGHT = {  # on the board of eight: what is dead in Veteran Chess, and in orthodox chess
    "7k/8/8/8/8/8/8/K7": (True, True),
    "7k/8/8/8/8/8/8/KN6": (False, True),
    "7k/8/8/8/8/8/8/KB6": (False, True),
    "5b1k/8/8/8/8/8/8/K1B5": (False, True),
    "6bk/8/8/8/8/8/8/K1B5": (False, False),
    "b6k/8/8/8/8/8/8/KB6": (False, True),
    "BBBBBBBk/8/8/8/8/8/8/K7": (False, False),
    "P6k/8/8/8/8/8/8/K7": (True, False),
    "P6k/8/8/8/8/8/8/K6p": (True, False),
    "p6k/8/8/8/8/8/8/K7": (False, False),  # a black Pawn that goes all the way
    "7k/P7/8/8/8/8/8/K7": (False, False),
    "PPPPPPPP/8/k7/8/8/7K/8/pppppppp": (True, False),  # 18 pieces
    "PPPPPPPP/8/k7/8/8/7K/7P/pppppppp": (False, False),
    "b1b1b1b1/1b1b1b1b/b1b1b1b1/8/k7/8/8/1K6": (False, True),
    "b1b1b1b1/1b1b1b1b/b1b1b1b1/1b1b1b1b/b1b1b1b1/k7/8/1K6": (False, True),  # 22 pieces
    "b1b1b1b1/1b1b1b1b/b1b1b1b1/1b1b1b1b/bb2b1b1/k7/8/1K6": (False, False),
}


@pytest.mark.parametrize("placement", EIGHT)
def test_on_the_board_of_eight(placement):
    veteran, orthodox = EIGHT[placement]
    assert (outcome(load("veteran"), placement) == DEAD) is veteran
    assert (outcome(load("chess"), placement) == DEAD) is orthodox
    assert chess.Board(f"{placement} w - - 0 50").is_insufficient_material() is orthodox


@pytest.mark.parametrize("name", ["decimaka", "decimaka-revised"])
@pytest.mark.parametrize(
    ("placement", "dead"),
    [
        ("9k/10/10/10/10/10/10/10/10/K9", True),
        ("9k/10/10/10/10/10/10/10/10/KO8", False),
        ("9k/10/10/10/10/10/10/10/10/KN8", False),
        ("P8k/10/10/10/10/10/10/10/10/K8p", True),
        ("PPPPPPPPPP/10/k9/10/10/10/10/9K/10/pppppppppp", True),  # 22 pieces
        ("PPPPPPPPPP/O9/k9/10/10/10/10/9K/10/pppppppppp", False),
    ],
)
def test_in_both_decimakas(name, placement, dead):
    assert outcome(load(name), placement) == (DEAD if dead else None)


def variant_of(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return load_file(path)


CHANCELLOR = 'extends = "chess"\n[pieces.C]\nname = "Chancellor"\nbetza = "RN"\n'


def test_a_variant_says_what_is_dead_material(tmp_path):
    text = CHANCELLOR + '[pieces.G]\nname = "Guard"\nbetza = "F"\n[ending]\n'
    text += 'dead-alone = ["N", "G"]\ndead-on-one-color = ["B", "G"]\n'
    variant = variant_of(tmp_path, text)
    assert outcome(variant, "7k/8/8/8/8/8/8/KG6") == DEAD
    assert outcome(variant, "b6k/8/8/8/8/8/8/KG1G4") == DEAD
    assert outcome(variant, "7k/8/8/8/8/8/8/KGG5") is None
    assert outcome(variant_of(tmp_path, text + "dead = false\n"), "7k/8/8/8/8/8/8/K7") is None


def test_a_pawn_that_can_step_back_from_the_last_rank_is_not_dead(tmp_path):
    text = 'extends = "veteran"\n[pieces.P]\nbetza = "fmWfceFifmnDbmW"\n'
    assert outcome(load("veteran"), "P6k/8/8/8/8/8/8/K7") == DEAD
    assert outcome(variant_of(tmp_path, text), "P6k/8/8/8/8/8/8/K7") is None


def test_nothing_is_dead_while_one_side_has_more_royals(tmp_path):
    text = 'extends = "chess"\n[pieces.C]\nname = "Prince"\nbetza = "K"\nroyal = true\n'
    variant = variant_of(tmp_path, text + "[ending]\ncheckmate = false\n")
    assert outcome(variant, "7k/8/8/8/8/8/8/KC6") is None
    assert outcome(variant, "7c/8/8/8/8/8/8/K7") == DEAD


@pytest.mark.parametrize(
    ("placement", "dead"),
    [
        ("4k3/8/8/8/8/8/8/4K3", True),
        ("4k3/8/8/8/8/8/8/3R!4", False),
        ("n!7/8/2K5/8/8/8/8/8", False),
        ("n!7/8/2N!5/8/8/8/8/8", False),
        ("p!7/8/8/8/8/8/8/7P!", False),  # which go on to become Queens
        ("4k3/8/8/8/8/8/8/3NK3", False),
    ],
)
def test_royals_that_can_mate_each_other_are_not_dead(placement, dead):
    assert outcome(load("cannibal"), placement) == (DEAD if dead else None)
