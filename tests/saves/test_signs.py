"""Signs and words among moves: none costs a move, and what is left out is told."""

import pytest
from makachess.saves import format_game, generate_headers, generate_readings
from makachess.saves.builder import _LANGUAGES
from makachess.saves.signs import IDLE, SIGNS

LINE = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")


def only(text):
    [reading] = generate_readings(text.splitlines())
    return reading


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign_is_its_number_apart_and_glued(sign):
    texts = [f"1. e4 {sign} e5 2. Nf3 *", f"1. e4\n{sign}\ne5 2. Nf3 *"]
    if sign not in ("=", "(.)", "(+)"):
        texts.append(f"1. e4 ({sign}) e5 2. Nf3 *")
    if sign[0] not in "([<":
        texts.append(f"1. e4{sign} e5 2. Nf3 *")
    if sign[0] not in "([<!?":
        texts += [f"1. e4 !{sign} e5 2. Nf3 *", f"1. e4!{sign} e5 2. Nf3 *"]
    for text in texts:
        reading = only(text)
        assert reading.game.sans == ("e4", "e5", "Nf3")
        assert reading.game.line[0].nags[-1] == SIGNS[sign]
        assert reading.problems == ()
        assert format_game(reading.game).count(f"${SIGNS[sign]} ") == 1


@pytest.mark.parametrize("word", sorted(IDLE - {"(=)", "ep", "e.p.", "e.p", "ep."}))
def test_what_the_move_says_itself_is_left_out_with_a_note(word):
    reading = only(f"1. e4 {word} e5 2. Nf3 *")
    assert reading.game.sans == ("e4", "e5", "Nf3")
    [note] = reading.problems
    assert note.harmless
    assert note.message.startswith(f"{word!r} is not expected here")


@pytest.mark.parametrize(
    ("text", "remarks"),
    [
        ("1. e4??±→ e5+= 2. Nf3N Nc6D 3. Bb5 a6= *", [[4, 16, 40], [14], [146], [220], [], [10]]),
        ("1. e4= e5=+ 2. Nf3+- Nc6-+ 3. Bb5+/= a6=/+ *", [[10], [15], [18], [19], [14], [15]]),
        ("1.e4e5 2.Nf3Nc6± 3.Bb5a6 *", [[], [], [], [16], [], []]),
        ("1.e4!e5? 2.Nf3!?Nc6 3.Bb5+-a6 *", [[1], [2], [5], [], [18], []]),
        ("!?e4 ±e5 2. ⌓Nf3 Nc6 3. Bb5 a6 *", [[5], [16], [142], [], [], []]),
        ("1. e4!!! e5 ?!? 2. Nf3 Nc6 3. Bb5 a6*", [[3], [6, 2], [], [], [], []]),
        ("1. e4&plusmn; e5&nbsp;2.&#160;Nf3 &infin; Nc6 3. Bb5 a6 *", [[16], [], [13], [], [], []]),
        ("1. e4N e5 N 2. Nf3 (N) Nc6 3. Bb5 a6 *", [[146], [146], [146], [], [], []]),
        ("1...e4 1...e5 12.Nf3 2. ... Nc6 3 . Bb5 ..a6 *", [[]] * 6),
        ("1) e4 e5 2) Nf3 Nc6 (3) Bb5 a6 *", [[]] * 6),
        ("<b>1. e4</b> e5<br>2. Nf3 <x> Nc6 3. Bb5 a6 *", [[]] * 6),
        ('1. "e4" «e5» 2. Nf3, Nc6; 3\n3. -Bb5- |a6| *', [[]] * 6),
        ("1. e4 e5 2. Nf3 Nc6 3. B b5 a6 *", [[]] * 6),
        ("1. e4 ch e5 dis. ch. 2. Nf3 mate Nc6 † 3. Bb5: a6 x *", [[]] * 6),
    ],
)  # fmt: skip
def test_signs_among_moves(text, remarks):
    reading = only(text)
    assert reading.game.sans == LINE
    assert [node.nags for node in reading.game.line] == remarks
    assert reading.fault == ""


@pytest.mark.parametrize("word", ["Nf4", "Df4", "TNf4", "infh4", "Sf4", "RRf4", "mf4", "chf4"])
def test_letters_before_a_square_are_a_move_and_no_sign(word):
    reading = only(f"1. e4 e5 2. {word} Nc6 3. Bb5 a6 *")
    assert reading.game.sans == LINE[:2]
    assert repr(word) in reading.fault


@pytest.mark.parametrize(
    "moves", ["Xc3 Xf6", "Xc3! Xf6", "Ιc3 Ιf6", "Крc3 Крf6", "Vc3 words Vf6", "cxd a3"]
)
def test_moves_in_other_letters_are_not_passed_over(moves):
    reading = only(f"1. d4 d5 2. c4 e6 Well, I played 3. {moves} 4. Bg5 Be7 *")
    assert reading.game.sans == ("d4", "d5", "c4", "e6")
    assert repr(moves.split()[0]) in reading.fault
    assert reading.lost[0].text.startswith(f"Well, I played {moves}")


HEADER = '[Event "Club"]\n[White "Anna"]\n\n'


@pytest.mark.parametrize(
    ("text", "comment", "notes"),
    [
        (f"Hi,\nlost again!\n\n{HEADER}1. e4 *", "Hi, lost again!", 1),
        ("Anna - Bert 1-0\n\n1. e4 *", "Anna - Bert 1-0", 1),
        ("White: Anna\nResult: 1/2-1/2\n1. e4 *", "White: Anna Result: 1/2-1/2", 1),
        ("> " + HEADER.replace("\n", "\n> ") + "1. e4 *", "", 3),
        (f"[pgn]\n{HEADER}1. e4 *[/pgn]", "", 1),
        (f"[pgn]{HEADER}1. e4 [/pgn] *", "", 2),
        (f"```\n{HEADER}1. e4 *", "", 1),
        (f"{{one}} two {{three}}\n{HEADER}1. e4 *", "one two three", 1),
    ],
)
def test_what_stands_around_a_game_is_kept_or_left_out(text, comment, notes):
    reading = only(text)
    assert reading.game.sans == ("e4",)
    assert " ".join(reading.game.root.comments) == comment
    assert [problem.harmless for problem in reading.problems] == [True] * notes
    assert ("White" in reading.game.tags) == (HEADER[-10:-4] in text)
    assert [header.tags for header in generate_headers(text.splitlines())] == [reading.game.tags]


@pytest.mark.parametrize(
    "words",
    [
        *("Analysed by Stockfish 16 (NNUE), depth 30", "-- \nAnna Berg", "Anna - Bert 1-0 {so}"),
        *("https://lichess.org/AbCd12", "© 2024 Chess.com • Terms", "[Edit: typo]", "(c) Lc0 v0.3"),
        *("1. First item\n2. Second item $5", "_____\nlist@x.org\nPage 1 of 3 »", "1858"),
    ],
)
def test_words_below_the_last_game_are_none(words):
    text = f"1. e4 *\n\n{words}\n"
    assert only(text).problems == ()
    assert len([*generate_headers(text.splitlines())]) == 1
    for moves in ("1. d4 d5", "I like 1. d4", "Кf3 Кc6", "e2e4", "N f3", "8/8/8/8/k1K5 w - - 0 1"):
        _, second = generate_readings([*text.splitlines(), moves])
        assert second.game.moves or second.fault
        assert len([*generate_headers([*text.splitlines(), moves])]) == 2


def test_brackets_above_a_game_are_words_unless_moves_begin_in_them():
    for words in ("(Sicilian)", "Game 2 (Vienna)", "Anna (Vienna) - Bert"):
        game = only(f"{words}\n1. e4 c5 *").game
        assert game.sans == ("e4", "c5")
        assert game.root.comments[0].replace(" ", "") == words.replace(" ", "")
    for text in ("(1. e4 c5) 1. d4 d5 *", "Or (1. e4 c5 *) 1. d4 *", "( * 1. e4) 1. d4 *"):
        reading = only(text)
        assert reading.fault
        assert reading.game.sans[:1] != ("e4",)
        assert len([*generate_headers([text])]) == 1


def test_castling_and_null_moves_begin_a_game():
    fen = '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n'
    assert only("1. -- {x} e5 *").game.line[0].comments == ["x"]
    assert only("1. -- Z0 ??±→ {x} 2. Nh3 *").game.sans == ("--", "--", "Nh3")
    assert only("1. -- threat e5 *").game.sans == ("--", "e5")
    assert only("Anna -- Bert\n1. e4 *").game.sans == ("e4",)
    assert len([*generate_readings(["1. -- 1-0", "1. e4 *"])]) == 2
    for move in ("O-O", "--", "0-0", "O - O"):
        assert len(only(f"{fen}1. {move}").game.sans) == 1
        first, second = generate_readings([*f"{fen}1. {move} {{x}} *".splitlines(), "1. e4 *"])
        assert len(first.game.sans) == 1
        assert first.game.line[0].comments == ["x"]
        assert second.game.sans == ("e4",)


@pytest.mark.parametrize("quotes", ["“”", "„“", "«»", "‘’", "''", '"”', '“"'])
def test_tags_are_read_in_printed_quotes(quotes):
    reading = only(HEADER.replace('"', quotes[0], 1).replace('"]', f"{quotes[1]}]", 1) + "1. e4 *")
    assert reading.game.tags["Event"] == "Club"
    assert reading.problems == ()


RUY = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Ke2 (5. O-O Qd4) Rb8 6. Nd4 Kd7 *"


@pytest.mark.parametrize("letters", [*_LANGUAGES])
def test_letters_of_other_languages_are_read(letters):
    foreign = RUY.translate(str.maketrans("KQRBN", letters))
    if not letters.isascii():
        foreign = foreign.replace("K", "Кр")
    reading = only(foreign)
    assert format_game(reading.game) == format_game(only(RUY).game)
    [note] = reading.problems
    assert note.harmless
    first = foreign.split()[4]
    assert note.message == f"{first!r} is read as 'Nf3': its letters are not English"
    [promotion] = only('[FEN "8/4P3/8/8/8/8/8/k1K5 w - - 0 1"]\n\n1. e8D *').game.sans
    assert promotion == "e8=Q"


def test_letters_of_other_languages_are_read_in_whole_games_alone():
    for text, end in (("Nf3 Sc6", "Sc6"), ("Sf3 Sd5", "Sd5"), ("Sf5 Sc6", "Sf5")):
        reading = only(f"1. e4 e5 2. {text} 3. Nc3 *")
        assert reading.game.sans == ("e4", "e5", "Nf3")[: 2 + (end != "Sf5")]
        assert repr(end) in reading.fault
    assert repr("Nc6") in only("1. e4 e5 2. Sf3 Nc6 3. Lb5 *").fault
    hungarian = only("1. e4 e5 2. Fc4 Fc5 3. Hf3 Hc6 4. O-O Hf6 5. Be1 *")
    assert hungarian.game.sans[-1] == "Re1"
    assert hungarian.fault == ""
    for dutch_or_finnish in ("Pf3 Pc6 3. Lb5", "Lc4 Lc5 3. Rf3"):
        assert only(f"1. e4 e5 2. {dutch_or_finnish} *").fault
    assert "is read as" not in "".join(map(str, only("1. e4 e5 2. Nf3 (Sf3) *").problems))
    assert repr("Re2") in only("1. e4 e5 2. Re2 *").fault
    assert only("1. e4 (1. d4 Nf4) 1... Sf6 *").game.sans == ("e4", "Nf6")


def test_check_is_told_from_a_sign_by_the_move():
    fen = '[FEN "k7/8/8/8/8/8/8/K6R w - - 0 1"]\n\n'
    for text, nags in (("Rh8+=", [10]), ("Rg1+=", [14]), ("Rh8++-", [18]), ("Rg1+-", [18])):
        assert only(f"{fen}1. {text} *").game.line[0].nags == nags


def test_words_and_remarks_are_kept_as_comments():
    reading = only(
        "1. e4 best by test e5 (0:12) 2. Nf3 [%clk 0:01:00] Nc6 [+0.3] 3. Bb5 a6 White resigns *"
    )
    assert reading.game.sans == LINE
    assert [" ".join(node.comments) for node in reading.game.line] == [
        *("best by test", "0:12", "[%clk 0:01:00]", "+0.3", "", "White resigns")
    ]
    assert reading.fault == ""


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *(("1:0", "1-0"), ("0 : 1", "*"), ("½:½", "1/2-1/2"), ("½", "1/2-1/2")),
        *(("1 - 0", "1-0"), ("0 – 1", "0-1"), ("1/2  -  1/2", "1/2-1/2"), ("½ - ½", "1/2-1/2")),
    ],
)
def test_results_are_read_as_they_are_printed(text, meant):
    first, second = generate_readings([f"1. e4 {{1 - 0}} e5 {text}", '[White "0 - 1"]', "1. d4 *"])
    assert [first.game.sans, second.game.sans] == [("e4", "e5"), ("d4",)]
    assert [first.game.result, second.game.tags["White"]] == [meant, "0 - 1"]
    assert first.game.line[0].comments == ["1 - 0"]
    assert first.problems == () or meant == "*"
    assert len([*generate_headers([f"1. e4 e5 {text} 1. d4 d5 *"])]) == 1 + (meant != "*")


def test_words_that_cannot_be_one_game_are_a_fault():
    again = "another game begins at move number 1, but this one has no result"
    for text in ("1. e4 e5 2. Nf3 d6\n1. d4 d5", "Game 1: 1. e4 e5 2. Nf3 d6 Game 2: 1. d4 d5"):
        reading = only(text)
        assert reading.game.sans == ("e4", "e5", "Nf3", "d6")
        assert again in reading.fault
        assert reading.lost[0].text.endswith("1 d4 d5")
    reading = only("12. Nf3 Nc6 13. e4")
    assert reading.game.sans == ("Nf3", "Nc6", "e4")
    assert "the first moves of the game are missing" in reading.fault
    fen = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n'
    for text, plies in (
        ("1. e4 e5\n1. Nf3 Nc6\n1. Bb5", 5),  # a list in Markdown
        ("1. e4 0.3 e5 2. Nf3 1.25 Nc6 3. Bb5 1.3 a6 1 4. Ba4", 7),  # evaluations
        ("1. e4 e5 2. Nf3 Nc6 1 0", 4),
        ("22 e4 e5 2. Nf3", 3),
        (f"{fen}30. e4 Kd7 31. e5", 3),
    ):
        assert len(only(text).game.sans) == plies
        assert only(text).fault == ""


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. d4 ed 4. Nd4", "exd4 Nxd4"),
        ("1. e4 d5 2. exd! Qd5", "exd5 Qxd5"),
        ("1. a4 b5 2. ab a6 3. ba Nf6 4. a7 e6 5. ab=Q! d5", "axb8=Q d5"),
        ("1. e4 d5 2. e:d Q:d5", "exd5 Qxd5"),
        ("1. e4 e5 2. Nf3 amenaza de mate Nc6", "Nf3 Nc6"),
        ("1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. OO OO", "O-O O-O"),
        ("E2-E4 E7-E5 G1-F3", "e5 Nf3"),
        ("1. e4 e5\n2. Nf3 [a line] Nc6\n[Rd1 is better] 3. Bb5 a6", "Bb5 a6"),
        ("1,e4,e5\n2,Nf3,Nc6", "Nf3 Nc6"),
        ("1. e4, e5; 2. Nf3, Nc6; 3. Bb5, a6; 5. O-O is later", "Bb5 a6"),
        ("1.e4,e5;2.Nf3,Nc6 0-1", "Nf3 Nc6"),
        ("1. e4 e5; 2. d4 is good, too\n2. Nf3 Nc6", "Nf3 Nc6"),
        ("1. e4&nbsp;e5&nbsp;2. Nf3 Nc6 ; 3. Bb5", "Nf3 Nc6"),
        ("[Event &quot;A&quot;]\n\n1. e4 e5", "e4 e5"),
        ("Anna - Bert [C41]\n[Fritz]\n\n1. e4 e5", "e4 e5"),
        ("Anna -- Bert\nParis 1858.11.02  1-0  C41\n\n1. e4 e5", "e4 e5"),
        ("1. е4 е5 2. Кf3 Кс6 3. Сс4 Сс5 4. О-О а6 5. Схf7+", "a6 Bxf7+"),
    ],
)
def test_what_people_write_in_short_or_in_other_signs(text, moves):
    reading = only(text)
    assert reading.game.sans[-2:] == tuple(moves.split())
    assert reading.fault == ""


def test_castling_to_one_side_is_not_read_as_to_the_other():
    reading = only("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O-O Nxe4")
    assert len(reading.game.sans) == 6
    assert "'O-O-O' is not possible" in reading.fault
    two = '[FEN "4k3/8/8/3p1p2/3pPp2/8/8/4K3 w - - 0 1"]\n\n1. ed *'
    assert only(two).game.sans == ("exd5",)
    both = '[FEN "4k3/8/3p4/3pP3/8/3p4/4P3/4K3 w - - 0 1"]\n\n1. ed 1... Kd7 *'
    assert only(both).fault


def test_two_stars_are_no_results():
    for text, moves in (("1. e4 **", 1), ("1. e4 e5**", 2)):
        assert len(only(text).game.sans) == moves
        assert len([*generate_headers([text])]) == 1


def test_a_comment_behind_the_result_is_one_on_its_game():
    lines = ["1. e4 e5 1-0 { Black  resigns }", "", '[White "Anna"]', "", "1. d4 *; to be"]
    first, second = generate_readings(lines)
    assert first.game.line[1].comments == ["Black resigns"]
    assert second.game.line[0].comments == ["to be"]
    assert second.game.root.comments == []
    first, second = generate_readings(["1. e4 * {on the next} 1. d4 *"])
    assert second.game.root.comments == ["on the next"]
    assert [header.tags for header in generate_headers(lines)] == [{}, {"White": "Anna"}]
    lines = ['[White "Anna"]', "* ; no moves", "1. d4&nbsp;d5 *", "1. c4 *"]
    assert [header.tags for header in generate_headers(lines)] == [{"White": "Anna"}, {}, {}]


@pytest.mark.parametrize("end", ["*", "1-0", "0-1", "1/2-1/2", "½-½"])
def test_a_result_may_be_glued_to_the_last_move(end):
    first, second = generate_readings([f"1. e4 e5{end}", "1. d4 d5 { x*", f"y}} Nf3{end} ", ""])
    assert [first.game.sans, second.game.sans] == [("e4", "e5"), ("d4", "d5", "Nf3")]
    assert first.game.result == {"½-½": "1/2-1/2"}.get(end, end)
    assert [*map(len, (first.problems, second.problems))] == [0, 0]
