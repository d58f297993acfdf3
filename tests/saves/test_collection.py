"""A game of a file is written back in its place, and every other byte of the file stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.core import MakachessError
from makachess.play.keeping import change_tag, delete_game
from makachess.saves import Collection, Game, Library, load_games
from makachess.saves import autosave as autosave_module
from makachess.saves.autosave import Autosave

FIRST = '[Event "?"]\n[White "Anna"]\n\n1. e4   e5 {fine} ( 1... c5 ) *\n'
SECOND = '% kept\n\n[White   "Bo"]\n1. d4 d5\n2. c4 1/2\n'
THIRD = '\n\n; about this game\n[White "Caf\xe9"]\n\n1. c4!? 1-0\n\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "games"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "three.pgn"
    path.write_bytes((FIRST + SECOND + THIRD).encode())
    return path


def opened(collection: Collection, number: int) -> Autosave:
    game = collection.read(number).game
    assert game is not None
    return collection.autosave(game, number)


def comment(autosave: Autosave, text: str) -> str:
    autosave.game.root.comments.append(text)
    return autosave.commit()


@pytest.mark.parametrize(
    ("number", "before", "after"),
    [
        (1, b"", SECOND.encode() + THIRD.encode()),
        (2, FIRST.encode() + b"% kept\n\n", THIRD.encode()),
        (3, FIRST.encode() + SECOND.encode() + b"\n\n", b"\n"),
    ],
)
def test_the_other_games_stay_as_they_are(file: Path, number: int, before: bytes, after: bytes):
    autosave = opened(Collection(file), number)
    assert comment(autosave, "seen") == ""
    contents = file.read_bytes()
    assert contents.startswith(before)
    assert contents.endswith(after)
    games = load_games(file)
    assert len(games) == 3
    assert games[number - 1].root.comments[-1].endswith("seen")
    assert not (file.parent / "home").exists()


def test_lines_keep_their_ends(tmp_path: Path):
    path = tmp_path / "dos.pgn"
    path.write_bytes(b'[White "A"]\r\n\r\n1. e4 *\r\n\r\n[White "B"]\r\n\r\n1. d4 *\r\n')
    comment(opened(Collection(path), 1), "seen")
    assert path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n") == 7


DAMAGED = "1. e4 e5 2. Ke3 *\n"


def test_a_game_beside_a_damaged_one_is_edited_in_its_place(tmp_path: Path):
    path = tmp_path / "mine.pgn"
    path.write_text(f"1. c4 *\n{DAMAGED}1. d4 *\n")
    for number in (1, 3):
        assert comment(opened(Collection(path), number), "seen") == ""
    assert path.read_text() == f"{{seen}} 1. c4 *\n{DAMAGED}{{seen}} 1. d4 *\n"


@pytest.mark.parametrize(
    ("text", "number", "reason"),
    [
        (FIRST + DAMAGED + THIRD, 2, "is damaged and stays as it is"),
        ("1. e4 * 1. d4 *\n", 1, "has something else in a line with this game"),
        ("1. e4 * 1. d4 *\n", 2, "has something else in a line with this game"),
        ("1. e4 * the end\n", 1, "has something else in a line with this game"),
    ],
)
def test_what_cannot_be_rewritten_stays(
    tmp_path: Path, home: Path, text: str, number: int, reason: str
):
    path = tmp_path / "mine.pgn"
    path.write_text(text)
    autosave = opened(Collection(path), number)
    news = comment(autosave, "seen")
    [new] = home.glob("*.pgn")
    assert news.startswith(f"mine.pgn {reason}")
    assert news.endswith(f"your game is saved as {new.name} now")
    assert path.read_text() == text
    assert load_games(new)[0].root.comments[-1].endswith("seen")
    assert comment(autosave, "again") == ""
    assert load_games(new)[0].root.comments[-1].endswith("again")


def test_a_file_too_large_to_be_rewritten_stays(file: Path, home: Path, monkeypatch):
    monkeypatch.setattr(autosave_module, "LARGEST", 100)
    before = file.read_bytes()
    assert "is larger than" in comment(opened(Collection(file), 2), "seen")
    assert file.read_bytes() == before
    entry = Library(file.parent).entry(file)
    with pytest.raises(MakachessError, match="is larger than"):
        change_tag(entry, "White", "Cleo")
    with pytest.raises(MakachessError, match="is larger than"):
        delete_game(entry)
    assert file.read_bytes() == before


def test_a_large_file_is_edited_in_place_with_every_other_byte_kept(file: Path, monkeypatch):
    others = b"".join(
        b'[White "%d"]\n\n1. e4  e5 {%s} *\n\n' % (n, b"a " * 500) for n in range(600)
    )
    file.write_bytes(others + file.read_bytes())
    autosave = opened(Collection(file), 602)
    before = file.read_bytes()
    for text in ("seen", "seen again"):
        assert comment(autosave, text) == ""
    start = before.index(b'[White   "Bo"]')
    contents = file.read_bytes()
    assert contents[:start] == before[:start]
    assert contents.endswith(THIRD.encode().lstrip())
    assert Collection(file).read(602).game.root.comments == ["seen seen again"]


@pytest.mark.parametrize("change", ["1. a4 *\n", None])
def test_a_file_changed_or_removed_meanwhile_stays_so(file: Path, home: Path, change: str | None):
    autosave = opened(Collection(file), 2)
    assert comment(autosave, "seen") == ""
    file.unlink()
    if change is not None:
        file.write_text(change)
    assert "was changed by another program" in comment(autosave, "again")
    assert (file.read_text() if file.exists() else None) == change
    [new] = home.glob("*.pgn")
    assert load_games(new)[0].root.comments == ["seen again"]


def test_a_copy_gives_the_file_back_and_its_changes_are_kept(tmp_path: Path, chess: Game):
    autosave = Autosave(chess, lambda game: tmp_path / "new.pgn", tmp_path / "old.pgn")
    chess.play(chess.position.parse("e4"))
    autosave.save()
    copy = autosave.for_copy(chess.copy())
    comment(copy, "seen")
    copy.close()
    assert autosave._game_lock is not None
    assert autosave._game_lock.is_held
    chess.play(chess.position.parse("e5"))
    assert autosave.commit().startswith("old.pgn has been annotated; your game is saved")
    assert load_games(tmp_path / "old.pgn")[0].root.comments == ["seen"]
    assert load_games(tmp_path / "new.pgn")[0].sans == ("e4", "e5")
