"""Files in the manner of other programs are read in full, and written again with all they said."""

import re
from collections import Counter

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
from makachess.saves.reader import read_numbered_games
from makachess.saves.recovery import recover
from makachess.saves.remarks import node_score

XBOARD = """[Event "Computer Chess Game"]
[Site "nimzo"]
[Date "2026.03.01"]
[Round "-"]
[White "Fairy-Max 5.0b"]
[Black "GNU Chess 6.2.9"]
[Result "1-0"]
[TimeControl "40/300"]
[Annotator "1. +0.02   1... -0.11"]

1. e4 {+0.02/9 7} e5 {-0.11/10} 2. Qh5 {+0.31/9 6.2} Nc6 {-0.25/10 8} 3.
Bc4 {+0.30/8 5} Nf6 {-0.3/9} 4. Qxf7# {+M1/28}
{White mates} 1-0

[Event "Edited game"]
[Site "nimzo"]
[Date "2026.03.01"]
[Round "-"]
[White "berta"]
[Black "-"]
[Result "*"]
[FEN "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"]
[SetUp "1"]

{--------------
. . . . k . . r
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . K . . .
black to play
--------------}
1... O-O 2. Ke2
*
"""

XBOARD_SHOGI = """[Event "Computer Chess Game"]
[Variant "macadamia-shogi"]
[White "HaChu 0.23"]
[Result "*"]

1. g4g5 g10g9 2. Pf5
{a remark} *
"""

LICHESS = """[Event "Rated blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2026.02.03"]
[White "anna_b"]
[Black "zoë"]
[Result "0-1"]
[GameId "abcdefgh"]
[UTCDate "2026.02.03"]
[UTCTime "19:20:21"]
[WhiteElo "1700"]
[BlackElo "1712"]
[WhiteRatingDiff "-6"]
[BlackRatingDiff "+6"]
[Variant "Standard"]
[TimeControl "180+2"]
[ECO "A00"]
[Opening "Barnes Opening: Fool's Mate"]
[Termination "Normal"]
[Annotator "lichess.org"]

1. f3?! { (0.16 \u2192 -0.57) Inaccuracy. e4 was best. } { [%eval -0.57] [%clk 0:03:00] }\
 (1. e4 c5 2. Nf3) 1... e5 { [%eval -0.4] [%clk 0:03:00] }\
 2. g4?? { (-0.40 \u2192 Mate in 1) Checkmate is now unavoidable. Nc3 was best. }\
 { [%eval #-1] [%clk 0:02:58] } (2. Nc3 Nf6) 2... Qh4# { [%clk 0:02:59] }\
 { Black wins by checkmate. } 0-1


[Event "From Position casual correspondence game"]
[Variant "From Position"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]
[TimeControl "-"]
[Result "1-0"]
[Termination "Time forfeit"]

1. e4 { [%clk 23:59:59] } 1-0
"""


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


def test_games_of_xboard_with_other_games():
    [game] = read(XBOARD_SHOGI)
    assert game.variant.name == "macadamia"
    assert [str(move) for move in game.moves] == ["g4g5", "g10g9", "f4f5"]


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


# --- whole exports of lichess ---------------------------------------------------------------------


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


def test_a_file_of_other_variants_alone_has_no_game(tmp_path):
    path = tmp_path / "atomic.pgn"
    path.write_text(export(["Atomic", "horde"]))
    with pytest.raises(GameFileError, match="all games of this file are of variants that are not"):
        list(read_games(path))


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
