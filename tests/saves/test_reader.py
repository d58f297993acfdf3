"""What is read, in the many ways people and programs write it, and every way it can be wrong."""

from pathlib import Path

import pytest
from cases import cases
from makachess.saves import (
    Game,
    GameFileError,
    format_game,
    generate_readings,
    load_games,
    read_games,
    validate,
    visit_games,
)
from makachess.saves.reader import MOST_FAULTS, Damage

TAGS = '[Event "?"]\n[Result "*"]\n\n'


def problems(text: str) -> list[str]:
    """All faults of a text as LINE:COL: message."""
    return [
        f"{problem.line}:{problem.column}: {problem.message}"
        for reading in generate_readings(text.splitlines(keepends=True))
        for problem in reading.problems
    ]


def read(text: str | bytes) -> list[Game]:
    return list(read_games(text.splitlines(keepends=True)))


MANNERS = {
    "plain": "1. e4 e5 2. Nf3 *",
    "no spaces": "1.e4 e5 2.Nf3 *",
    "a number for each": "1. e4 1... e5 2. Nf3 *",
    "dots glued": "1.e4 1...e5 2.Nf3 *",
    "one character of dots": "1. e4 1… e5 2. Nf3 *",
    "dots apart": "1. e4 1. ... e5 2. Nf3 *",
    "no dots": "1 e4 e5 2 Nf3 *",
    "no numbers": "e4 e5 Nf3 *",
    "coordinates": "1. e2e4 e7e5 2. g1f3 *",
    "annotations": "1. e4! e5?? 2. Nf3 !? *",
    "numeric annotations": "1. e4 $1 e5$4 2. Nf3 $5 *",
    "comments": "{a} 1. e4 {b\nc} e5 ; d (e\n2. Nf3 ;*\n *",
    "escape lines": "1. e4\n% 1. d4 d5 *\ne5 2. Nf3 *",
    "variations": "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 2. Nf3 *",
    "empty variation": "1. e4 () e5 2. Nf3 *",
    "result in a variation": "1. e4 (1. f3 e5 2. g4 Qh4# 0-1) e5 2. Nf3 *",
    "no result": "1. e4 e5 2. Nf3",
    "carriage returns": "1. e4\r\ne5\r\n2. Nf3 *\r\n",
    "over-long dots": "1..... e4 e5 2. Nf3 *",
}


@pytest.mark.parametrize("tags", ["", TAGS], ids=["bare", "tagged"])
@pytest.mark.parametrize("text", MANNERS.values(), ids=MANNERS)
def test_manners_of_writing_moves(text: str, tags: str) -> None:
    [game] = read(tags + text)
    assert game.sans == ("e4", "e5", "Nf3")
    assert game.variant.name == "chess"


@pytest.mark.parametrize("said", ["bxa3=V", "bxa3 =V", "bxa3 = V", "bxa3 V", "bxa3 (=V)"])
def test_what_a_piece_becomes_may_stand_apart(said: str) -> None:
    [game] = read(f'[Variant "Veteran Chess"]\n\n1. g3 e5 2. a4 Ba3 3. {said} Nf6 *')
    assert game.sans[-2:] == ("bxa3=V", "Nf6")


def test_remarks_are_kept_where_they_belong() -> None:
    [game] = read("{before} 1. e4! {one} {two} (1. d4 {best}) ({opening} 1. c4?!) e5 $6 *")
    e4, e5 = game.line
    _, d4, c4 = game.root.children
    assert game.root.comments == ["before"]
    assert (e4.nags, e4.comments) == ([1], ["one", "two"])
    assert (d4.san, d4.comments) == ("d4", ["best"])
    assert (c4.san, c4.opening_comments, c4.nags) == ("c4", ["opening"], [6])
    assert e5.nags == [6]


def test_comments_before_the_tags_belong_to_the_game() -> None:
    [game] = read('{by hand}\n[Event "x"]\n\n1. e4 *')
    assert game.tags["Event"] == "x"
    assert game.root.comments == ["by hand"]


def test_games_are_read_one_by_one() -> None:
    def lines() -> list[str]:
        yield "1. e4 *\n"
        yield "1. d4 *\n"
        raise AssertionError("read too far")

    games = read_games(lines())
    assert next(games).sans == ("e4",)
    assert next(games).sans == ("d4",)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('[White "a \\"b\\" c"]', 'a "b" c'),
        ('[White "a "b" c"]', 'a "b" c'),
        ('[White "C:\\\\games"]', "C:\\games"),
        ('[White "C:\\games"]', "C:\\games"),
        ('[White "C:\\"]', "C:\\"),
        ('[ White  "x" ]', "x"),
        ('[White "[x]"]', "[x]"),
        ('[White ""]', ""),
        ('[Black "y"] [White "x"]', "x"),
    ],
)
def test_spellings_of_tags(text: str, value: str) -> None:
    [game] = read(text + "\n\n1. e4 *")
    assert game.tags["White"] == value


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Maka Dai Dai Shogi", "maka"),
        ("maka-dai-dai-shogi", "maka"),
        ("Makadaidai Shogi", "maka"),
        ("Veteran Chess", "veteran"),
        ("Decimaka (revised)", "decimaka-revised"),
        ("Macadamia Shogi", "macadamia"),
        ("DEVINGT CHESS", "devingt"),
        *(("From Position", "chess"), ("fromPosition", "chess"), ("Standard Chess", "chess")),
    ],
)
def test_variants_by_their_titles(title: str, name: str) -> None:
    [game] = read(f'[Variant "{title}"]\n\n*')
    assert game.variant.name == name
    assert game.tags["Variant"] == title


def test_a_position_counts_with_and_without_setup() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31"
    for setup in ('[SetUp "1"]\n', ""):
        [game] = read(f'{setup}[FEN "{fen}"]\n\n31... Kd7 32. e4 *')
        assert game.sans == ("Kd7", "e4")
        assert ("SetUp" in game.tags) == bool(setup)
        assert '[SetUp "1"]' in format_game(game, for_others=True)


@pytest.mark.parametrize("name", ["FEN", "Fen", "fen"])
def test_a_position_is_not_overlooked_for_its_capitals(name: str) -> None:
    [game] = read(f'[{name} "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 *')
    assert game.sans == ("e4", "Kd7")
    assert "FEN" in game.tags


@pytest.mark.parametrize("fen", ["", "?", "-"])
def test_a_fen_that_says_nothing_is_none(fen: str) -> None:
    text = f'[SetUp "0"]\n[FEN "{fen}"]\n\n1. e4 *'
    [game] = read(text)
    assert game.sans == ("e4",)
    assert "FEN" not in game.tags
    assert problems(text) == [f"2:1: the tag FEN is {fen!r}, which is no position: it is dropped"]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('[Result "1-0"]\n[Termination "resignation"]\n\n1. e4 1-0', ("white", "resignation")),
        ('[Result "0-1"]\n[Termination "time forfeit"]\n\n1. e4 0-1', ("black", "time")),
        ('[Result "1/2-1/2"]\n[Termination "normal"]\n\n1. e4', ("draw", "reason not recorded")),
        ("1. e4 1/2", ("draw", "reason not recorded")),
        ('[Result "*"]\n\n1. e4 0-1', ("black", "reason not recorded")),
        ("1. f3 e5 2. g4 Qh4# *", ("black", "checkmate")),
        ('[Result "0-1"]\n[Termination "normal"]\n\n1. f3 e5 2. g4 Qh4#', ("black", "checkmate")),
        ('[Result "1-0"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0', ("white",)),
    ],
)
def test_results(text: str, outcome: tuple[str, ...]) -> None:
    [game] = read(text)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason)[: len(outcome)] == outcome
    assert not any("contradicts" in problem for problem in problems(text))


@pytest.mark.parametrize(("about", "text", "place", "message"), cases("game-faults"))
def test_bad_text_is_named_with_its_place(about: str, text: str, place: str, message: str) -> None:
    found = problems(text)
    assert found[0].startswith(place + ": ")
    assert message in found[0]
    with pytest.raises(GameFileError, match=":") as raised:
        list(read_games(text.splitlines(keepends=True), "FILE"))
    assert str(raised.value) == f"FILE:{found[0]}"
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize(("about", "text", "place", "message"), cases("harmless-faults"))
def test_harmless_faults_are_told_and_passed_over(
    about: str, text: str, place: str, message: str
) -> None:
    [found] = problems(text)
    assert found.startswith(place + ": ")
    assert message in found
    assert read(text)


def test_faults_of_all_games_are_found() -> None:
    text = '[Variant "go"]\n\n1. e4 *\n\n1. e4 (1. d9) (1. d4 d4) e5 Ke4 *\n\n1. d4 *\n\n1. Ke4 *'
    places = [problem.split(": ")[0] for problem in problems(text)]
    assert places == ["1:1", "5:11", "5:22", "5:29", "9:4"]


def test_damaged_games_are_counted_and_passed_over() -> None:
    damage = Damage()
    lines = [*["1. Ke4 *"] * (MOST_FAULTS + 2), "1. d4 *"]
    assert [game.sans for game in read_games(lines, damage=damage)] == [("d4",)]
    assert (damage.count, len(damage.faults)) == (MOST_FAULTS + 2, MOST_FAULTS)
    with pytest.raises(GameFileError, match="Ke4"):
        list(read_games(["1. Ke4 *"], damage=Damage()))


@pytest.mark.parametrize(
    "content",
    [
        *("", "\n\n", "% nothing\n", "{just a comment}\n", "Dear diary,\ntoday"),
        "Dear diary,\nin 1999 * we had 2 cats *\n",
        "int main(void)\n{\n  return 2 * 3;\n}\n",
        "[tool.x]\nname = 1\n",
        "\x7fELF\x02\x01\x00\x01",
    ],
)
def test_a_file_without_a_game(content: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.pgn"
    path.write_text(content)
    assert [str(problem) for problem in validate(path)] == [
        f"{path}:1:1: there is no game in this file"
    ]
    with pytest.raises(GameFileError, match="no game in this file"):
        load_games(path)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("1. Nf9 e5 *\n", "1:4: 'Nf9'"),
        ("1. Ke4 *\n", "1:4: 'Ke4'"),
        ("P-K4 P-K4 *\n", "1:1: 'P-K4'"),
        ('[White "Anna"]\n\nDear diary *\n', "3:1: 'Dear'"),
        ("[Event\n", "1:1: '[Event' is not a tag"),
        ("{ 1. e4 *", "1:1: the comment that begins here has no '}'"),
    ],
)
def test_what_may_be_meant_as_a_game_is_examined_as_one(
    content: str, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(content)
    problem, *others = map(str, validate(path))
    assert problem.startswith(f"{path}:{fault}")
    assert all("the game has no result at its end" in other for other in others)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "none.pgn", "No such file"), (tmp_path, "Is a directory")):
        [problem] = validate(path)
        assert str(problem).startswith(f"{path}:1:1: the file cannot be read: {reason}")
        with pytest.raises(GameFileError, match=reason):
            load_games(path)
    [problem] = validate("a\0b")
    assert "cannot be read" in str(problem)


@pytest.mark.parametrize(
    "read", [read_games, generate_readings, lambda text: visit_games(text, None)]
)
@pytest.mark.parametrize("text", ["1. e4 e5 *", b"1. e4 e5 *"])
def test_a_text_in_one_piece_is_refused_at_once(read, text):
    with pytest.raises(
        TypeError, match=r"read line by line: hand over an open file, or text\.split"
    ):
        read(text)


E_PAWN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


@pytest.mark.parametrize(
    "text",
    [
        *(f"{E_PAWN} b KQkq e3 0 1", f"{E_PAWN} b KQkq - 0 1\n1... e5 2. Nf3 *"),
        *(f"FEN: {E_PAWN} b KQkq e3 0 1", f"{E_PAWN} b KQkq - c0 x; c1 y;"),
    ],
)
def test_a_position_among_the_moves_is_not_read_as_moves(text: str):
    place = f"1:{1 + text.index(E_PAWN)}"
    fault = f'{place}: {E_PAWN!r} is a position, not a move: it belongs in a tag, [FEN "…"]'
    labels = [problem for problem in problems(text) if "'FEN:'" in problem]
    assert problems(text)[len(labels)] == fault
    assert not next(generate_readings(text.splitlines())).game.moves
    with pytest.raises(GameFileError):
        read(text)


@pytest.mark.parametrize("text", ["{} w KQkq - 0 1\n1. e4 e5 *", "1. e4 {} b KQkq - 0 1 1... e5 *"])
def test_a_position_with_which_the_game_does_not_begin_anew_is_kept_as_a_comment(text: str):
    [game] = read(text.format(E_PAWN.replace("4P3/8/PPPP1PPP", "8/8/PPPPPPPP")))
    assert game.sans == ("e4", "e5")
