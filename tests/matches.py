"""A short match between two engines, and a single game of it, for the tests of matches."""

import external_programs
from makachess.training.match import Match, play_game
from makachess.training.openings import FileOpenings, Opening, RandomOpenings
from makachess.variants import load

MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"  # White mates at once


def fake(habit: str, protocol: str = "cecp") -> str:
    return external_programs.fake(protocol, habit)


def match(tmp_path, **more: object) -> Match:
    variant = load("chess")
    given = {
        "engines": ("depth:1", "nodes:100"),
        "variant": variant,
        "games": 4,
        "opening": RandomOpenings(variant, 2, 0),
        "max_plies": 6,
        "save": tmp_path / "games.pgn",
        **more,
    }
    return Match(**given)


async def play(white: str, black: str, fen=None, opening=(), **more: object):
    openings = FileOpenings((Opening(fen, opening),))
    return await play_game(Match((white, black), load("chess"), 1, openings, **more), 0)
