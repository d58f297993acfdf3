"""Reading piece by piece: what visitors are told, in which order, and what they may decline."""

from pathlib import Path

import pytest
from makachess.saves import (
    GameFileError,
    GameIndex,
    Token,
    Visitor,
    format_game,
    generate_headers,
    load_readings,
    visit_games,
)

TEXT = """{by hand}
[Event "x"]
[White "An\\"na"]

1. e4! {best
 by test} (1. d4 $13 d5) 1... e5 ; so there
2. Nf3 e.p. ] *
"""


class Recorder(Visitor[list[tuple[object, ...]]]):
    """Writes down every call; the moves of games whose numbers are in `declined` are not wanted."""

    def __init__(self, *declined: int) -> None:
        self.declined = declined
        self.count = 0

    def begin_game(self, token: Token) -> None:
        self.count += 1
        self.seen: list[tuple[object, ...]] = [("game", token.line, token.column)]

    def tag(self, token: Token) -> None:
        self.seen.append(("tag", token.name, token.text, token.line, token.column))

    def begin_moves(self) -> bool:
        self.seen.append(("moves",))
        return self.count not in self.declined

    def note(self, token: Token) -> None:
        self.seen.append((token.kind.name, token.text, token.line, token.column))

    number = move = nag = comment = begin_variation = end_variation = result = note

    def problem(self, token: Token, message: str, *, harmless: bool = False) -> None:
        self.seen.append(("problem", message, token.line, token.column, harmless))

    def end_game(self) -> list[tuple[object, ...]]:
        return self.seen


def test_a_visitor_is_told_everything_in_order() -> None:
    [seen] = visit_games(TEXT.splitlines(keepends=True), Recorder())
    assert seen == [
        ("game", 1, 1),
        ("COMMENT", "by hand", 1, 1),
        ("tag", "Event", "x", 2, 1),
        ("tag", "White", 'An"na', 3, 1),
        ("moves",),
        ("NUMBER", "1", 5, 1),
        ("MOVE", "e4!", 5, 4),
        ("COMMENT", "best by test", 5, 8),
        ("OPEN", "(", 6, 11),
        ("NUMBER", "1", 6, 12),
        ("MOVE", "d4", 6, 15),
        ("NAG", "13", 6, 18),
        ("MOVE", "d5", 6, 22),
        ("CLOSE", ")", 6, 24),
        ("NUMBER", "1", 6, 26),
        ("MOVE", "e5", 6, 31),
        ("COMMENT", "so there", 6, 34),
        ("NUMBER", "2", 7, 1),
        ("MOVE", "Nf3", 7, 4),
        ("problem", "']' is not expected here, and is left out", 7, 13, True),
        ("RESULT", "*", 7, 15),
    ]


def test_a_visitor_is_told_nothing_of_moves_it_declines() -> None:
    first, second = visit_games([*TEXT.splitlines(keepends=True), "1. d4 1/2"], Recorder(1))
    assert first[-2:] == [("moves",), ("RESULT", "*", 7, 15)]
    assert second[:4] == [("game", 8, 1), ("moves",), ("NUMBER", "1", 8, 1), ("MOVE", "d4", 8, 4)]
    assert second[-1] == ("RESULT", "1/2-1/2", 8, 7)


# What closes a game, and what only looks like it; the second game is `1. d4`.
ENDS = [
    "1. e4 * 1. d4",
    "1. e4 (1. f4 * e5 0-1) {1-0} e5 1-0 1. d4",
    "1. e4 {a\n1-0\n*} ; 0-1\n* 1. d4",
    "1. e4 ($1-0 e5 (*) *)) e5*x x* 1/2x 1-0\n1. d4",
    "1. e4\n% *\n1.* 1. d4",
    "1. e4 $1* 1. d4",
    "1. e4 $12.½-½ 1. d4",
    "1. e4 {} (1. c4 [nonsense * (] 1-0 )*(1. d4",
    '1. e4 (1. c4 {\n[Event "no"]} ; [Event "no"]\n[Event "yes"]\n\n1. d4',
    '[Event "x"]\n[Event "y"]\n1. d4',
    "* 1. d4",
    "(1. e4 (*) ) * 1. d4",
]


@pytest.mark.parametrize("text", ENDS)
def test_games_end_where_they_end_whether_their_moves_are_wanted_or_not(text: str) -> None:
    for lines in (text.splitlines(), text.encode().splitlines(keepends=True)):
        wanted = list(visit_games(lines, Recorder()))
        assert len(wanted) == 2
        assert list(visit_games(lines, Recorder(1)))[1] == wanted[1]
        declined = list(visit_games(lines, Recorder(1, 2)))
        assert [seen[0] for seen in declined] == [seen[0] for seen in wanted]
        assert ("MOVE", "d4") in [call[:2] for call in wanted[1]]


@pytest.mark.parametrize(
    "text", [*ENDS, "", "{just a comment}", "\n\n{one\ntwo} 1. e4 * {three\n} *"]
)
def test_the_index_reads_each_game_as_if_all_were_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    for data in (
        text.encode(),
        b"\xef\xbb\xbf" + text.encode(),
        b"{\xff} " + text.encode("cp1252"),
    ):
        path.write_bytes(data + b"\n % {\n [x")
        expected = load_readings(path)
        index = GameIndex(path)
        assert len(index) == len(expected)
        for number, reading in enumerate(expected, 1):
            found = index.read(number)
            assert [*map(str, found.problems)] == [*map(str, reading.problems)]
            assert (found.game is None) == (reading.game is None)
            if found.game is not None and reading.game is not None:
                assert format_game(found.game) == format_game(reading.game)
        with open(path, "rb") as lines:
            assert [index.header(n + 1) for n in range(len(index))] == [*generate_headers(lines)]


def test_the_index_notices_that_the_file_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 *\n1. d4 *\n")
    index = GameIndex(path)
    with pytest.raises(GameFileError, match="no game 3, only 2"):
        index.read(3)
    path.write_text("1. e4 e5 *\n1. d4 *\n")
    with pytest.raises(GameFileError, match="the file has changed"):
        index.read(2)
