"""Encodings and line ends: whoever reads the same bytes, and wherever he begins, reads the same."""

import io
import re
from pathlib import Path

import pytest
from makachess.play.keeping import change_tag, import_file
from makachess.play.shelf import entries_of
from makachess.saves import (
    GameIndex,
    Library,
    examine,
    generate_headers,
    generate_readings,
    load_games,
    read_games,
)
from makachess.saves.autosave import ORIGINAL
from makachess.saves.index import load_head
from makachess.saves.text import FileLines, count_ends

TEXT = (
    '[Event "Łódź – “open”…"]\n[White "Zoë ♞ \U0001f40e"]\n[Result "1-0"]\n\n'
    "; to the end\n1. e4 {é\n% kept\n} e5 ; and 2. d4\n% passed over\n2. Nf3\n1-0\n\n"
    '[Event "b"]\n[White "Bo"]\n[Result "*"]\n\n1. d4 *\n\n1. c4 c5 *\n'
)
WESTERN = TEXT.translate({ord(char): "x" for char in "Łź♞\U0001f40e"})


def old_mac(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r")


SAME = {
    "utf-8": TEXT.encode(),
    "utf-8 with mark": TEXT.encode("utf-8-sig"),
    "utf-16": b"\xff\xfe" + TEXT.encode("utf-16-le"),
    "utf-16, big end first": b"\xfe\xff" + TEXT.encode("utf-16-be"),
    "utf-16 without mark": TEXT.encode("utf-16-le"),
    "utf-16 without mark, big end first": TEXT.encode("utf-16-be"),
    "utf-16 from dos, cut": ("\ufeff" + TEXT.replace("\n", "\r\n")).encode("utf-16-le") + b"\x0a",
    "dos": TEXT.replace("\n", "\r\n").encode() + b"\x1a",
    "dos, padded": TEXT.replace("\n", "\r\n").encode() + b"\x1a" * 99,
    "old mac": old_mac(TEXT.encode()),
    "in turns": TEXT.replace("\n", "\r", 9).replace("\n", "\r\n", 3).encode(),
}
WINDOWS = {
    "windows": WESTERN.encode("cp1252"),
    "windows, old mac": old_mac(WESTERN.encode("cp1252")) + b"\x1a",
}
# Signs that end a line for some programs are blanks.
BLANKS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029\xa0\x1a\u3000"
SPLIT_BY_OTHERS = {
    f"{ord(blank):x}": f'[White "a{blank}b"]\n\n1. e4 ; c{blank}d4\n1... e5{blank}{{x{blank}}} *'
    f"\n% d5{blank}d6\n"
    for blank in BLANKS
}


def test_bytes_that_are_nothing_are_told(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(b'[White "Zo\x81"]\n\n1. e4 {\x9d} e5 ; \x8d\n*\n')
    report = examine(path)
    assert [(fault.line, fault.column, fault.harmless) for fault in report.faults] == [
        *((1, 1, True), (3, 7, True), (3, 14, True))
    ]
    assert "'Zo\ufffd'" in str(report.faults[0])


def parts(games) -> list[object]:
    return [(game.tags["White"], game.sans, game.root.comments) for game in games]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "games"


@pytest.fixture(params=[*SAME, *WINDOWS])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_bytes((SAME | WINDOWS)[request.param])
    return path


def wanted(path: Path) -> list[object]:
    text = WESTERN if path.read_bytes() in WINDOWS.values() else TEXT
    games = list(read_games(text.splitlines()))
    assert [game.sans for game in games] == [("e4", "e5", "Nf3"), ("d4",), ("c4", "c5")]
    assert "…" in games[0].tags["Event"]
    return parts(games)


def test_every_encoding_is_read_everywhere(file: Path) -> None:
    games = wanted(file)
    assert parts(load_games(file)) == games
    with file.open("rb") as lines:
        assert parts(read_games(lines)) == games
    index = GameIndex(file)
    read_alone = [index.read(number).game for number in range(1, len(index) + 1)]
    assert parts(read_alone) == games
    [first, *_] = generate_headers(file)
    assert (first.tags, True) == load_head(file)
    assert parts(load_games(import_file(str(file)).path)) == games


def test_what_is_changed_is_utf_8_and_the_original_stays_beside_it(file: Path) -> None:
    games, before = wanted(file), file.read_bytes()
    [_, entry, _] = entries_of(Library(file.parent).entry(file))
    said = [change_tag(entry, "White", name) for name in ("Ann", "Anna")]
    after = file.read_bytes().decode()
    assert 'White "Anna"' in after
    games[1] = ("Anna", *games[1][1:])
    assert parts(load_games(file)) == games
    copies = [path.read_bytes() for path in file.parent.glob(f"*{ORIGINAL}")]
    try:
        before.decode()
    except UnicodeDecodeError:
        assert copies == [before]
        assert ORIGINAL in said[0]
    else:
        assert copies == []
        assert said[0] == ""
    assert said[1] == ""


def test_a_line_decides_for_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(
        ('[White "Łódź"]\n\n' + f"{{{'é' * 200}}} e4 e5 *\n" * 200).encode()
        + b"{\x93\x85\x94} e4 *"
    )
    games = load_games(path)
    assert games[0].tags["White"] == "Łódź"
    assert games[199].root.comments == ["é" * 200]
    assert games[-1].root.comments == ["“…”"]
    assert load_head(path)[0] == {"White": "Łódź"}


@pytest.mark.parametrize("text", SPLIT_BY_OTHERS.values(), ids=SPLIT_BY_OTHERS)
def test_what_ends_no_line_is_a_blank(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(text)
    [game] = load_games(path)
    assert game.sans == ("e4", "e5")
    assert load_head(path)[0] == next(generate_headers(path)).tags
    assert parts(read_games(io.StringIO(text))) == parts([game])


@pytest.mark.parametrize("unit", ["é", "♞", "\U0001f40e", "\r\n", "x\r", "1. e4 "])
@pytest.mark.parametrize("shift", range(4))
def test_pieces_of_a_text_are_joined_where_they_were_cut(unit, shift, tmp_path, monkeypatch):
    monkeypatch.setattr("makachess.saves.text.LONGEST_LINE", 500)
    monkeypatch.setattr("makachess.saves.text._FIRST", 7)
    monkeypatch.setattr("makachess.saves.text._PIECE", 64)
    text = "x" * shift + unit * (1500 // len(unit.encode())) + "y"
    for encoding in ("utf-8", "utf-16"):
        path = tmp_path / encoding
        path.write_bytes(text.encode(encoding))
        lines = FileLines(path)
        found = [(line.decode(), lines.start, lines.end) for line in lines]
        read = [line for line, *_ in found]
        assert "".join(read).removeprefix("\ufeff") == text
        if "\r" in unit:
            assert sum(map(count_ends, read)) == text.count("\r") + 1
        else:
            assert len(read) > 1
        assert found[-1][2] == path.stat().st_size
        middle = len(found) // 2
        again = FileLines(path, found[middle][1])
        assert "".join(line.decode() for line in again) == "".join(read[middle:])


@pytest.mark.parametrize(
    "movetext",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0–0 Nf6 1–0",
        "1. e4\u200b e5 2.\u2060Nf3 N\u200bc6 3.\xa0Bc4\ufeff Bc5 4. O\u2011O N\xadf6 1\u22120",
        "１．ｅ４ ｅ５ ２．Ｎｆ３ Ｎｃ６ （２… d6） ３．Bｃ４ Bｃ５ ４．Ｏ－Ｏ Ｎｆ６！？ １－０",
        "1.\u202fe4\u3000e5 2.\u2009Nf3 Nc6\u200b3. Bc4\u200bBc5 4. O—O Nf6 {x\n}\u200e 1‒0",
    ],
)
def test_signs_that_look_like_others_are_the_plain_ones(movetext: str) -> None:
    said = "0–0\u200b is １－０"
    text = f'[White "{said}"]\n[Result "１–0"]\n\n{{{said}}} {movetext} \n; {said}\n'
    [game, _] = [reading.game for reading in generate_readings([*text.splitlines(), "1. d4 *"])]
    assert game.sans == ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "Nf6")
    assert (game.result, game.tags["White"], game.root.comments) == ("1-0", said, [said])
    passed_over = [header.tags for header in generate_headers([*text.splitlines(), "1. d4 *"])]
    assert len(passed_over) == 2


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", " \n\t\r\n"])
@pytest.mark.parametrize("size", [4, 4096, 70_001])
@pytest.mark.parametrize("last", ["", "1. e9 *"])
def test_blank_lines_count_however_many_there_are(
    tmp_path: Path, ends: str, size: int, last: str
) -> None:
    path = tmp_path / "blank.pgn"
    data = f'[White "A"]\n{ends * (size // len(ends))}{last}'.encode()
    path.write_bytes(data)
    lines = FileLines(path)
    assert b"".join(lines) == data
    ends_of_lines = len(re.findall(rb"\r\n|\r|\n", data))
    assert lines.number == ends_of_lines + bool(last)
    faults = [fault.line for reading in generate_readings(path) for fault in reading.problems]
    again = generate_readings(data.splitlines(keepends=True))
    assert faults == [fault.line for reading in again for fault in reading.problems]
    assert faults == ([ends_of_lines + 1] if last else faults)
