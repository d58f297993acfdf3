"""Files of opening books: written, read, refused with a reason, and found."""

import zlib
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from makachess.core import Position
from makachess.core.engine.book import NO_BOOK, BookMove, OpeningBook
from makachess.core.errors import BookError
from makachess.variants import books, load, load_file, names
from makachess.variants.asset_file import built_in
from makachess.variants.books import (
    BookChoice,
    BookFile,
    books_folder,
    find_book,
    format_book,
    parse_book,
)
from opening_books import first_moves
from signing import signed

VETERAN = load("veteran")
NOTES = {"date": "2026-11-22", "command": "python -m training book veteran", "engine": ""}
BOOK = first_moves("veteran")
SOUND = format_book(VETERAN, BOOK, NOTES)


def read(data, variant=VETERAN):
    return parse_book(data, "x.book").read(variant)


def is_same(book, other):
    return dict(book.entries) == dict(other.entries)


@pytest.mark.parametrize("name", names())
def test_a_book_comes_back_from_its_file(name):
    variant, book = load(name), first_moves(name)
    found = read(format_book(variant, book, NOTES), variant)
    assert is_same(found, book)
    assert found.choose(Position(variant), seed=3) == book.choose(Position(variant), seed=3)


KEY = st.text("0123456789abcdef", min_size=12, max_size=12)
MOVE = st.builds(BookMove, st.text("abcdefgh12345678=+,", min_size=1), st.integers(1, 999))
MOVES = st.lists(MOVE, min_size=1, max_size=5, unique_by=lambda move: move.text)
ENTRIES = st.dictionaries(KEY, MOVES.map(tuple))


@settings(max_examples=50)
@given(ENTRIES, st.dictionaries(st.sampled_from(["engine", "nodes"]), st.text()))
def test_any_moves_and_notes_come_back(entries, notes):
    data = format_book(VETERAN, OpeningBook(entries), notes)
    assert is_same(read(data), OpeningBook(entries))
    assert signed(BookFile, data) == data
    assert {*notes} <= {*parse_book(data, "x.book").header}


@pytest.mark.parametrize("weight", [0, -1, 1000])
def test_a_weight_that_a_file_cannot_hold_is_refused(weight):
    with pytest.raises(BookError, match=f"'e2e4' has weight {weight}"):
        format_book(VETERAN, OpeningBook({12 * "a": (BookMove("e2e4", weight),)}), {})


def with_lines(text):
    head = SOUND.partition(b"\n\n")[0]
    return signed(BookFile, head + b"\n\n" + zlib.compress(text.encode()))


def with_packed(packed):
    return signed(BookFile, SOUND.partition(b"\n\n")[0] + b"\n\n" + packed)


PACKED = SOUND.partition(b"\n\n")[2]
LINE = 12 * "a" + " e2e4 5\n"
REFUSED = {
    "not a book": b"makachess model 1\n\n",
    "format is '2'": SOUND.replace(b"book 1", b"book 2"),
    "no line 'rules'": SOUND.replace(b"rules: ", b"ruled: "),
    "checksum is wrong": SOUND[:-1] + bytes([SOUND[-1] ^ 1]),
    "damaged: its moves cannot be unpacked$": with_packed(PACKED[:-1] + bytes([PACKED[-1] ^ 1])),
    "moves do not end": with_packed(PACKED[:-4]),
    "not end.*": with_packed(PACKED + b"x"),
    "last line does not end": with_lines(LINE[:-1]),
    "damaged: byte 1 of its moves is not ASCII$": with_packed(zlib.compress(b"a\xff\n")),
    "in line 2": with_lines(LINE + LINE),  # not in the order of keys
    "'aaaaaaaaaaaa e2e4' in line 1": with_lines(12 * "a" + " e2e4\n"),
    "'aaaaaaaaaaaa e2e4 5 e2e4 5'": with_lines(LINE.replace("e2e4 5", "e2e4 5 e2e4 5")),
    "'aaaaaaaaaaaa e2e4 5 e2e4' in": with_lines(LINE.replace("e2e4 5", "e2e4 5 e2e4")),
    "'aaaaaaaaaaaa e2e4 0'": with_lines(LINE.replace("5", "0")),
    "'aaaaaaaaaaaa e2e4 1000'": with_lines(LINE.replace("5", "1000")),
    "'aaaaaaaaaaaa e2e4 -5'": with_lines(LINE.replace("5", "-5")),
    "'aaaaaaaaaaaa'": with_lines(12 * "a" + "\n"),
    "'AAAAAAAAAAAA e2e4 5'": with_lines(LINE.upper().replace("E2E4", "e2e4")),
    "''": with_lines("\n"),
}


@pytest.mark.parametrize(("said", "data"), REFUSED.items(), ids=REFUSED)
def test_a_damaged_file_is_refused_with_the_reason(said, data):
    with pytest.raises(BookError, match=rf"^x\.book: .*{said}"):
        read(data)


def test_of_a_file_that_unpacks_without_end_no_more_is_unpacked_than_a_book_can_have():
    with pytest.raises(BookError, match="its moves are more than 4194304 bytes of text"):
        read(with_lines(250_000 * LINE))


def test_a_line_that_is_too_long_is_refused_before_it_is_split(monkeypatch):
    monkeypatch.setattr(books, "_read_line", pytest.fail)
    with pytest.raises(BookError, match="damaged: line 1 is longer than 4096 bytes"):
        read(with_lines(12 * "a" + " e2e4 5" * 500_000 + "\n"))


def test_options_that_change_moves_need_a_book_of_their_own_and_those_of_the_ending_do_not():
    maka = load("maka")
    data = format_book(maka, first_moves("maka"), {})
    assert is_same(read(data, load("maka", move_limit=0)), first_moves("maka"))
    with pytest.raises(BookError, match=r"other rules than those of 'maka' with 'rules=modern'"):
        read(data, load("maka", rules="modern"))
    devingt = format_book(load("devingt"), first_moves("devingt"), {})
    with pytest.raises(BookError, match="other rules"):
        read(devingt, load("devingt", compound_first_move="none"))


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The path of the player's own book of Veteran Chess; none of the built-in ones is there."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    built_in.cache_clear()
    books_folder().mkdir(parents=True)
    yield books_folder() / "veteran.book"
    built_in.cache_clear()


def test_an_engine_of_many_variants_takes_a_file_where_it_fits(own):
    said = []
    own.write_bytes(SOUND)
    path = own.rename(own.with_name("mine.book"))
    choice = BookChoice(str(path))
    assert is_same(choice.of(VETERAN, said.append), BOOK)
    assert choice.of(VETERAN, said.append) is choice.of(VETERAN, said.append)
    assert choice.of(load("chess"), said.append) is NO_BOOK
    assert said == []
    path.write_bytes(format_book(load("maka"), first_moves("maka"), {}))
    choice, modern = BookChoice(str(path)), load("maka", rules="modern")
    assert choice.of(modern, said.append) is choice.of(modern, said.append) is NO_BOOK
    assert len(said) == 1
    assert "other rules" in said[0]
    assert BookChoice("none").of(VETERAN, said.append) is NO_BOOK
    path.write_bytes(SOUND[:-1])
    with pytest.raises(BookError, match="checksum"):
        BookChoice(str(path))


@pytest.mark.parametrize("name", names())
def test_a_book_that_comes_along_is_small_and_knows_legal_moves(name):
    variant = load(name)
    position, book = Position(variant), find_book(variant)
    path = resources.files("makachess.variants").joinpath(f"{name}.book")
    assert bool(book.entries) == path.is_file()
    if book.entries:
        assert len(path.read_bytes()) <= 100_000
        assert book.choose(position, seed=1) is not None
    while (known := book.choose(position, seed=1)) is not None:
        position.push(known.move)
    assert position.outcome() is None


def test_a_damaged_one_that_comes_along_is_passed_over(own, tmp_path):
    (tmp_path / "veteran.book").write_bytes(SOUND[:-1])
    built_in.cache_clear()
    said = []
    assert find_book(VETERAN, said.append) is NO_BOOK
    assert said == ["veteran.book: it is damaged: its checksum is wrong"]


def test_a_variant_of_the_players_own_has_a_book_of_its_own(own, tmp_path):
    path = tmp_path / "mini.toml"
    path.write_text('extends = "veteran"\n[pieces.N]\nbetza = "NF"\n')
    mini = load_file(path)
    own.write_bytes(SOUND)
    assert find_book(mini) is NO_BOOK
    own.with_name("mini.book").write_bytes(format_book(mini, BOOK, {}))
    assert is_same(find_book(mini), BOOK)
