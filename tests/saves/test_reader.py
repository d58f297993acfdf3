"""What is read, in the many ways people and programs write it, and every way it can be wrong."""

from pathlib import Path

import pytest
from makachess.core import Outcome
from makachess.saves import (
    Game,
    GameFileError,
    format_game,
    generate_headers,
    generate_readings,
    load_games,
    load_readings,
    read_game,
    read_games,
    validate,
    visit_games,
)

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


def test_an_en_passant_word_of_its_own() -> None:
    [game] = read("1. e4 a6 2. e5 d5 3. exd6 e.p. *")
    assert game.sans[-1] == "exd6"


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


def test_several_games_with_and_without_tags() -> None:
    games = read(f"{TAGS}1. e4 *\n\n{TAGS}1. d4 1-0\n1. c4 *\n1. b4")
    assert [game.sans for game in games] == [("e4",), ("d4",), ("c4",), ("b4",)]


def test_games_are_read_one_by_one() -> None:
    def lines() -> list[str]:
        yield "1. e4 *\n"
        yield "1. d4 *\n"
        raise AssertionError("read too far")

    games = read_games(lines())
    assert next(games).sans == ("e4",)
    assert next(games).sans == ("d4",)


def test_a_game_without_moves_or_result() -> None:
    [game] = read('[Event "x"]\n')
    assert (game.tags["Event"], game.moves) == ("x", ())


@pytest.mark.parametrize(
    "data",
    [
        '\ufeff[White "Zoë"]\n\n1. e4 *'.encode(),
        '[White "Zoë"]\r\n\r\n1. e4 *\r\n'.encode(),
        '[White "Zoë"]\n\n1. e4 *'.encode("latin-1"),
    ],
    ids=["utf-8 with mark", "carriage returns", "latin-1"],
)
def test_encodings(data: bytes) -> None:
    [game] = read(data)
    assert (game.tags["White"], game.sans) == ("Zoë", ("e4",))


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


@pytest.mark.parametrize("text", ["c3e4", "Nxe4", "c3e4=", "Nxe4=N"])
def test_a_capture_that_says_nothing_of_a_promotion_stays(text: str) -> None:
    fen = "7k/8/8/8/4p3/2N5/K7/8 w - - 0 1"
    [game] = read(f'[Variant "Veteran"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. {text} *')
    assert game.sans == ("Nxe4",)


@pytest.mark.parametrize("name", ["chess", "Chess", "Standard", "From Position", ""])
def test_names_of_chess(name: str) -> None:
    [game] = read(f'[Variant "{name}"]\n\n1. e4 *')
    assert game.variant.name == "chess"
    assert game.tags["Variant"] == name


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
    ],
)
def test_variants_by_their_titles(title: str, name: str) -> None:
    [game] = read(f'[Variant "{title}"]\n\n*')
    assert game.variant.name == name
    assert game.tags["Variant"] == title


def test_variants_and_their_options() -> None:
    [game] = read('[Variant "Veteran"]\n[RulesOptions "move-limit = 0;"]\n\n1. Nf3 *')
    assert game.variant.rules_options == "move-limit=0"
    assert game.variant.name == "veteran"


def test_a_position_counts_with_and_without_setup() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31"
    for setup in ('[SetUp "1"]\n', ""):
        [game] = read(f'{setup}[FEN "{fen}"]\n\n31... Kd7 32. e4 *')
        assert game.sans == ("Kd7", "e4")
        assert ("SetUp" in game.tags) == bool(setup)
        assert '[SetUp "1"]' in format_game(game, for_others=True)


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


def test_tags_of_a_finished_game_stay_as_they_are() -> None:
    [game] = read('[Result "0-1"]\n[Termination "normal"]\n\n1. f3 e5 2. g4 Qh4# 0-1')
    assert game.tags["Termination"] == "normal"
    assert game.outcome == Outcome("black", "checkmate")


BAD = [
    # what it is, the text, where, and what the message says
    ("no game at all", "Dear diary,\ntoday", "1:1", "'Dear' is not a move of Chess"),
    ("a misspelt move", "1. e4 e5 2. Nf9 *", "1:13", "'Nf9'"),
    ("a move glued to its number", "1. e4 e5\n2.Nf9 *", "2:3", "'Nf9'"),
    ("an illegal move", "1. e4 e5 2. Nf6 *", "1:13", "'Nf6'"),
    ("an ambiguous move", "1. Nf3 a6 2. d3 a5 3. Nd2 *", "1:23", "'Nd2' is ambiguous"),
    ("a move after mate", "1. f3 e5 2. g4 Qh4# 3. a3 *", "1:24", "'a3'"),
    ("an illegal move in a variation", "1. e4 (1. e5) e5 *", "1:11", "'e5'"),
    ("a null move in check", "1. f3 e5 2. a3 Qh4+ 3. -- *", "1:24", "'--'"),
    ("a word without end", "1. " + "x" * 500 + " *", "1:4", "'xxxx"),
    ("a word that may be a move", "1. e4 Sf6 2. Nf3 *", "1:7", "'Sf6'"),
    ("the same at the end", "1. e4 Kn9 *", "1:7", "'Kn9'"),
    ("the same before a variation", "1. e4 Sf6 (1... e5) *", "1:7", "'Sf6'"),
    ("a move glued to one that is legal", "1. e4e4 e5 *", "1:6", "'e4'"),
    ("a move that lacks its promotion", '[FEN "7k/P7/8/8/8/8/8/K7 w"]\n1. a8 {x} Q', "2:4", "'a8'"),
    ("a binary file", "\x00\x01\x02", "1:1", r"'\x00"),
    ("a variation before the moves", "(1. e4) 1. d4 *", "1:1", "a variation stands before any"),
    ("a variation of nothing", "1. e4 ((1. d4)) *", "1:8", "a variation stands before any"),
    ("a variation that is not closed", "1. e4\n(1. d4 *", "2:1", "that begins here has no ')'"),
    ("the same before another game", '1. e4 (1. d4 *\n[Event ""]', "1:7", "has no ')'"),
    ("a comment that is not closed", "1. e4\ne5 {abc\n*", "2:4", "begins here has no '}'"),
    ("a tag without its value", "[Event]\n1. e4 *", "1:1", "'[Event]' is not a tag"),
    ("a tag without quotes", '[Event x]\n[Site "y"]\n', "1:1", "'[Event x]' is not a tag"),
    ("a tag cut off", '[Event "x"]\n[Site "y', "2:1", "'[Site \"y' is not a tag"),
    ("an unknown variant", '[Variant "go"]\n[RulesVersion "1"]\n\n*', "1:1", "variant 'go'"),
    ("an unknown option", '[RulesOptions "gravity=on"]\n1. e4 *', "1:1", "gravity"),
    ("an option without value", '[RulesOptions "move-limit"]\n1. e4 *', "1:1", "is not an option"),
    ("an option's bad value", '[RulesOptions "move-limit=x"]\n1. e4 *', "1:1", "'x'"),
    ("an option called name", '[RulesOptions "name=x"]\n1. e4 *', "1:1", "name"),
    ("a bad position", '[Event "x"]\n[FEN "8/8 w"]\n1. e4 *', "2:1", "8/8 w"),
    ("a position without FEN", '[Event "x"]\n[SetUp "1"]\n1. e4 *', "2:1", "no tag FEN"),
    ("other rules", '[RulesVersion "9"]\n1. e5 *', "2:4", "(RulesVersion is '9', read with"),
]
HARMLESS = [
    ("a variation that was not opened", "1. e4) e5 *", "1:6", "')' closes no variation"),
    ("a comment that was not opened", "1. e4 } e5 *", "1:7", "'}' is not expected here"),
    ("a bracket that was not opened", "1. e4 ] e5 *", "1:7", "']' is not expected here"),
    ("a dollar alone", "1. e4 $ e5 *", "1:7", "'$' is not expected here"),
    (
        "words",
        "1. e4 Dear diary e5 *",
        "1:7",
        "'Dear diary' is not a move, and is kept as a comment",
    ),
    ("words at the end", "1. e4 e5 White resigns *", "1:10", "'White resigns' is not a move"),
    ("words of a variation", "1. e4 (1. d4 only) e5 *", "1:14", "'only' is not a move"),
    ("a word without end after a move", "1. e4 " + "x" * 500 + " *", "1:7", "'xxxx"),
    ("a sign without meaning", "1. e4 \\ e5 *", "1:7", r"'\\' is not expected"),
    ("the same glued to a move", "1. e4§ e5 *", "1:4", "'§' is not expected here, and is left out"),
    ("another game", '[Event "x"]\n[Variant "go"]\n\n1. e9 *\n\n*', "2:1", "a game of Go, which"),
    ("no result", TAGS + "1. e4 e5", "4:9", "the game has no result at its end"),
    ("no result before the next", f'{TAGS}1. e4\n[Event "y"]\n*', "5:1", "has no result"),
    ("no moves before the next", f'[Event "x"]\n{TAGS}*', "2:1", "has no result"),
    ("a wrong number", "1. e4 e5 3. Nf3 Nc6 4. Bb5 *", "1:10", "number 3 stands where 2 is due"),
    ("a tag twice", '[Site "x"]\n[Site "y"]\n*', "2:1", "the tag 'Site' is given twice"),
    ("an unknown result", '[Result "won"]\n1. e4 *', "1:1", "'won' is not a result"),
    (
        "rights without Rooks",
        '[FEN "4k3/8/8/8/8/8/8/R3K3 w KQkq -"]\n1. O-O-O *',
        "1:1",
        "right 'K'",
    ),
    ("two results", '[Result "1-0"]\n1. e4 0-1', "2:7", "the tag Result says '1-0'"),
    ("not what the board says", "1. f3 e5 2. g4 Qh4# 1-0", "1:21", "checkmate, '0-1'"),
]


@pytest.mark.parametrize(
    ("text", "place", "message"), [r[1:] for r in BAD], ids=[r[0] for r in BAD]
)
def test_bad_text_is_named_with_its_place(text: str, place: str, message: str) -> None:
    found = problems(text)
    assert found[0].startswith(place + ": ")
    assert message in found[0]
    with pytest.raises(GameFileError, match=":") as raised:
        list(read_games(text.splitlines(keepends=True), "FILE"))
    assert str(raised.value) == f"FILE:{found[0]}"
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize(
    ("text", "place", "message"), [r[1:] for r in HARMLESS], ids=[r[0] for r in HARMLESS]
)
def test_harmless_faults_are_told_and_passed_over(text: str, place: str, message: str) -> None:
    [found] = problems(text)
    assert found.startswith(place + ": ")
    assert message in found
    assert read(text)


def test_one_fault_in_the_moves_is_enough() -> None:
    assert len(problems("this is { no } ] ) game\nbut [prose] (in 2 lines).")) == 1


def test_faults_of_all_games_are_found() -> None:
    text = '[Variant "go"]\n\n1. e4 *\n\n1. e4 (1. d9) (1. d4 d4) e5 Ke4 *\n\n1. d4 *\n\n1. Ke4 *'
    places = [problem.split(": ")[0] for problem in problems(text)]
    assert places == ["1:1", "5:11", "5:22", "5:29", "9:4"]


def test_what_could_be_read_is_kept() -> None:
    [broken, sound] = generate_readings(["1. e4 (1. Ke4 e5) e5 2. Ke4 Nf6 1-0\n", "1. d4 *\n"])
    assert broken.game is not None
    assert broken.game.sans == ("e4", "e5")
    assert [problem.message[:5] for problem in broken.problems] == ["'Ke4'", "'Ke4'"]
    assert sound.problems == ()


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 *\n1. Ke4 *\n")
    with pytest.raises(GameFileError, match=f"{path}:2:4: 'Ke4'"):
        load_games(path)
    assert [str(problem)[: len(f"{path}:2:4: 'Ke4'")] for problem in validate(path)] == [
        f"{path}:2:4: 'Ke4'"
    ]
    assert len(load_readings(path)) == 2


@pytest.mark.parametrize("content", ["", "\n\n", "% nothing\n", "{just a comment}\n"])
def test_a_file_without_a_game(content: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.pgn"
    path.write_text(content)
    assert [str(problem) for problem in validate(path)] == [
        f"{path}:1:1: there is no game in this file"
    ]
    with pytest.raises(GameFileError, match="no game in this file"):
        load_games(path)


@pytest.mark.parametrize(
    "content",
    [
        "Dear diary,\nin 1999 * we had 2 cats *\n",
        "int main(void)\n{\n  return 2 * 3;\n}\n",
        "[tool.x]\nname = 1\n",
        "\x7fELF\x02\x01\x00\x01",
    ],
)
def test_a_file_that_is_no_game_file(content: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    assert [str(problem) for problem in validate(path)] == [
        f"{path}:1:1: this is not a game file: there is no tag in it, and no move"
    ]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("1. Nf9 e5 *\n", "1:4: 'Nf9'"),
        ("1. Ke4 *\n", "1:4: 'Ke4'"),
        ("P-K4 P-K4 *\n", "1:1: 'P-K4'"),
        ('[White "Anna"]\n\nDear diary *\n', "3:1: 'Dear'"),
        ('Here it is:\n\n[White "Anna"]\n\n1. e4 *\n', "1:1: 'Here'"),
        ("Here it is *\n1. e4 *\n", "1:1: 'Here'"),
    ],
)
def test_what_may_be_meant_as_a_game_is_examined_as_one(
    content: str, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(content)
    [problem] = validate(path)
    assert str(problem).startswith(f"{path}:{fault}")


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


def test_a_path_is_read_like_its_lines_and_named_in_faults(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[White "Anna"]\n\n1. e4 *\n\n[White "Zoe"]\n\n1. d4 e4 *\n')
    assert [header.tags["White"] for header in generate_headers(path)] == ["Anna", "Zoe"]
    assert [reading.game.sans for reading in generate_readings(path)] == [("e4",), ("d4",)]
    game, fault = read_game(path, number=2)
    assert (game.sans, fault.partition(" ")[0]) == (("d4",), f"{path}:7:7:")
    games = read_games(path)
    assert next(games).sans == ("e4",)
    with pytest.raises(GameFileError, match="7:7"):
        next(games)
    path.write_text("")
    with pytest.raises(GameFileError, match="there is no game in this file"):
        next(read_games(path))
