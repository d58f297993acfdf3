"""Files in the manner of other programs are read in full, and written again with all they said."""

import re
from collections import Counter
from pathlib import Path

import pytest
from makachess.core import Outcome
from makachess.saves import (
    GameFileError,
    examine,
    format_game,
    generate_headers,
    generate_readings,
    load_game,
    parse_time_left,
    read_games,
)
from makachess.saves.damage import recover
from makachess.saves.reader import read_numbered_games
from makachess.saves.remarks import node_score

FOREIGN = Path(__file__).parents[1] / "data" / "foreign"
XBOARD = (FOREIGN / "xboard.pgn").read_text(encoding="utf-8")

XBOARD_SHOGI = (FOREIGN / "xboard-shogi.pgn").read_text(encoding="utf-8")

LICHESS = (FOREIGN / "lichess.pgn").read_text(encoding="utf-8")


def read(text):
    return list(read_games(text.splitlines(keepends=True)))


def test_games_of_xboard():
    mate, edited = read(XBOARD)
    assert mate.sans == ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#")
    assert mate.outcome == Outcome("white", "checkmate")
    assert mate.line[0].comments == ["+0.02/9 7"]
    assert mate.line[-1].comments == ["+M1/28", "White mates"]
    assert edited.sans == ("O-O", "Ke2")
    assert edited.root.comments[0].endswith("black to play --------------")


def test_games_of_lichess():
    game, position = read(LICHESS)
    assert game.sans == ("f3", "e5", "g4", "Qh4#")
    assert game.variant.name == position.variant.name == "chess"
    assert game.outcome == Outcome("black", "checkmate")
    assert [node.nags for node in game.line] == [[6], [], [4], []]
    assert len(game.root.children) == 2
    scores = [node_score(node) for node in game.line]
    assert [score and (score.centipawns, score.mate) for score in scores] == [
        *((-57, None), (-40, None), (None, -1), None)
    ]
    clocks = [next(filter(None, map(parse_time_left, node.comments))) for node in game.line]
    assert [clock.seconds for clock in clocks] == [180, 180, 178, 179]
    assert position.outcome == Outcome("white", "time")


def test_what_they_said_is_written_again():
    for text in (XBOARD, XBOARD_SHOGI, LICHESS):
        for game in read(text):
            written = format_game(game)
            [again] = read(written)
            assert format_game(again) == written
            assert again.tags == {k: " ".join(v.split()) for k, v in game.tags.items()}
            for name in ("ECO", "GameId", "Opening", "WhiteRatingDiff"):
                assert (f'[{name} "' in written) == (name in game.tags)


OTHER_GAMES = (
    *("Antichess", "Atomic", "Chess960", "Crazyhouse", "Horde", "King of the Hill", "Racing Kings"),
    *("Three-check", "Threecheck", "Fischerandom", "Chess 960", "Bughouse", "Embassy", "Xiangqi"),
    *("Anti-chess", "Шатра", "Veteran Chess II", "Atomicc"),
)


def export(variants):
    """Games of these variants, as lichess exports them; other rules allow what chess does not."""
    return "".join(
        f'[Event "rated"]\n[White "a"]\n[Result "*"]\n[Variant "{name}"]\n\n'
        f"1. {'e4' if name in ('Standard', 'Chess') else 'N@f3 { no chess } e9'} *\n\n"
        for name in variants
    )


EXPORT = export(["Crazyhouse", "Standard", "Atomic", *OTHER_GAMES, "Standard", "Crazyhouse"])


def test_games_of_other_variants_are_passed_over_and_counted(tmp_path):
    counted = Counter()
    games = list(read_games(EXPORT.splitlines(), others=counted))
    assert [game.sans for game in games] == [("e4",)] * 2
    assert counted == Counter(OTHER_GAMES) + Counter({"Crazyhouse": 2, "Atomic": 1})
    assert len(read(EXPORT)) == 2
    numbers = [number for number, _ in read_numbered_games(EXPORT.splitlines())]
    assert numbers == [2, 4 + len(OTHER_GAMES)]


def test_a_file_with_them_has_no_fault_and_tells_their_headers(tmp_path):
    path = tmp_path / "lichess.pgn"
    path.write_text(EXPORT)
    report = examine(path)
    assert (report.faults, report.more, report.others.total()) == ((), 0, 3 + len(OTHER_GAMES))
    headers = list(generate_headers(path))
    assert [header.tags["Variant"] for header in headers][:3] == [
        "Crazyhouse",
        "Standard",
        "Atomic",
    ]
    first, second, *_ = generate_readings(path)
    assert (first.game, first.other, first.fault) == (None, "Crazyhouse", "")
    assert (second.game.sans, second.other) == (("e4",), "")
    with pytest.raises(
        GameFileError, match=r"lichess.pgn:4:1: this is a game of Crazyhouse, which"
    ):
        load_game(path)
    assert load_game(path, 2)[0].sans == ("e4",)


@pytest.mark.parametrize(
    ("tags", "fault"),
    [
        ('[Variant "./mini.toml"]', "game files do not name it by a path"),
        (
            '[Variant "mini"]\n[RulesDigest "0123456789abcdef 0123456789abcdef"]',
            "put mini.toml into",
        ),
        ('[Variant "veteran"]\n[RulesDigest "x"]', "'x' is not a digest of rules"),
        ('[Variant "veteran"]\n[RulesOptions "gravity=on"]', "gravity"),
        ('[Variant "vetran"]\n[RulesVersion "1"]', "unknown variant 'vetran'"),
        ('[Variant "vetran"]\n[RulesOptions "move-limit=0"]', "unknown variant 'vetran'"),
    ],
)
def test_games_that_were_played_here_are_no_others(tags, fault):
    with pytest.raises(GameFileError, match=re.escape(fault)):
        read(f"{tags}\n\n*")


def test_recovering_says_which_games_are_left_out(tmp_path):
    path = tmp_path / "lichess.pgn"
    path.write_text(export(["Horde", "Standard"]))
    horde, chess = recover(path)
    assert (horde.text, len(horde.losses)) == ("", 1)
    assert horde.losses[0].endswith(
        "this is a game of Horde, which is not played here; the game is left out"
    )
    assert (chess.losses, "1. e4" in chess.text) == ((), True)
