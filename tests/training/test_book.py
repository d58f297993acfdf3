"""Books grown from the array: what is searched next, what moves weigh, and how it goes on."""

import asyncio

import pytest
from makachess.core import Position
from makachess.core.engine.book import position_key
from makachess.core.engine.evaluation import average_piece
from makachess.play.tasks import TaskRunner
from makachess.training.book import (
    LINES,
    WAVE,
    Bud,
    Growth,
    Searches,
    Tree,
    book,
    grow,
    search,
)
from makachess.training.options import Options, silent
from makachess.variants import load
from makachess.variants.books import parse_book

VETERAN = load("veteran")
PIECE = average_piece(VETERAN)
MARGIN = round(0.2 * PIECE)


def tree(**growth):
    """A tree that grows by what a test says."""
    usual = {"positions": 3000, "plies": 24, "margin": 0.2, "least": 0.0}
    return Tree(VETERAN, Growth(**{**usual, **growth}))


def tell(grown, told):
    """Answer one wave by the moves told of positions after some SAN; of others there are none."""
    known = {key_after(line): moves for line, moves in told.items()}
    buds = grown.next_buds()
    for bud in buds:
        grown.add(bud, known.get(bud.key, ()))
    return [bud.key for bud in buds]


def key_after(line):
    position = Position(VETERAN)
    for san in line.split():
        position.push(position.parse(san))
    return position_key(position)


def moves_of(grown, line=""):
    return {move.text: move.weight for move in grown.book().entries.get(key_after(line), ())}


def test_it_begins_with_the_array_and_goes_on_with_good_moves_the_best_first():
    grown = tree()
    first = {"": (("e2e4", 20), ("d2d4", 20 - MARGIN), ("a2a4", 19 - MARGIN))}
    assert tell(grown, first) == [key_after("")]
    assert [bud.key for bud in grown.next_buds()] == [key_after("e4"), key_after("d4")]
    assert moves_of(grown) == {"e2e4": 100, "d2d4": 14}  # 1/e^2: calm is half the margin


def test_what_is_found_later_changes_what_was_good_before():
    grown = tree()
    told = {
        "": (("e2e4", 20), ("d2d4", 10), ("a2a4", 19 - MARGIN)),
        "e4": (("e7e5", MARGIN), ("a7a5", -30)),  # for Black: 1.e4 is bad
        "d4": (("d7d5", 0),),
    }
    tell(grown, told)
    tell(grown, told)
    assert set(moves_of(grown)) == {"d2d4", "e2e4", "a2a4"}
    assert moves_of(grown)["d2d4"] == 100
    assert grown.value() == 0
    assert key_after("a4") in [bud.key for bud in grown.next_buds()]


def test_a_position_reached_in_two_ways_is_searched_once_and_is_as_probable_as_both():
    grown = tree()
    told = {
        "": (("e2e4", 0), ("g1f3", 0)),
        "e4": (("e7e5", 0),),
        "Nf3": (("e7e5", 0),),
        "e4 e5": (("g1f3", 0),),
        "Nf3 e5": (("e2e4", 0),),
    }
    for _ in range(3):
        tell(grown, told)
    both = key_after("e4 e5 Nf3")
    assert [bud.key for bud in grown.next_buds()] == [both]
    assert grown.reach[both] == pytest.approx(1)


def test_good_moves_are_followed_first_however_many_others_there_are():
    devingt = load("devingt")
    moves = [str(move) for move in Position(devingt).legal_moves()]
    assert len(moves) > 200
    worse = round(0.5 * average_piece(devingt))
    grown = Tree(devingt, Growth(3000, 24, 0.1, wide=2))
    grown.add(
        *grown.next_buds(), tuple((text, -worse * (at >= 5)) for at, text in enumerate(moves))
    )
    first, *others = (grown.reach[bud.key] for bud in grown.next_buds())
    assert first == pytest.approx(0.75 / 5)
    assert others[3] == first
    assert others[4] == pytest.approx(0.25 / (len(moves) - 5))


def test_lines_that_go_in_circles_end():
    grown = tree(plies=12)
    told = {
        "": (("g1f3", 0),),
        "Nf3": (("g8f6", 0),),
        "Nf3 Nf6": (("f3g1", 5), ("e2e4", 0)),
        "Nf3 Nf6 Ng1": (("f6g8", 9), ("e7e5", 0)),
    }
    waves = 0
    while tell(grown, told):
        waves += 1
    assert waves < 12
    assert grown.book().entries


def test_where_a_side_is_clearly_ahead_the_book_ends():
    grown = tree()
    tell(grown, {"": (("e2e4", 0),)})
    tell(grown, {"e4": (("e7e5", PIECE + 1),)})
    assert grown.next_buds() == []
    assert moves_of(grown, "e4") == {}


def test_at_the_beginning_moves_that_are_not_good_are_answered_but_not_played():
    grown = tree(wide=2)
    told = {
        "": (("e2e4", 0), ("a2a4", -2 * MARGIN), ("g2g4", -2 * PIECE)),
        "e4": (("e7e5", 0), ("a7a5", -2 * MARGIN)),
        "a4": (("e7e5", 2 * MARGIN), ("h7h5", 0)),
        "e4 e5": (("g1f3", 0), ("a2a4", -2 * MARGIN)),
        "e4 a5": (("d2d4", 0),),
    }
    assert tell(grown, told) == [key_after("")]
    assert tell(grown, told) == [key_after("e4"), key_after("a4")]  # and g4 loses a piece
    assert set(tell(grown, told)) == {
        key_after(line) for line in ("e4 e5", "e4 a5", "a4 e5", "a4 h5")
    }
    assert set(moves_of(grown)) == {"e2e4"}
    assert set(moves_of(grown, "a4")) == {"e7e5"}
    assert set(moves_of(grown, "e4 a5")) == {"d2d4"}
    assert grown.next_buds()
    assert key_after("e4 e5 a4") not in grown.reach  # it is wide no longer


def test_a_move_that_ends_the_game_is_not_followed():
    grown = Tree(load("chess"), Growth(3000, 24, 0.2))
    line = ("f2f3", "e7e5", "g2g4", "d8h4")
    for text in line:
        (bud,) = grown.next_buds()
        grown.add(bud, ((text, 0),))
    assert grown.next_buds() == []


def test_it_grows_no_further_than_it_is_told():
    first = {"": tuple((f"{file}2{file}{rank}", 0) for file in "abcdefgh" for rank in "34")}
    grown = tree(positions=9)
    tell(grown, first)
    assert len(grown.next_buds()) == 8
    grown = tree(plies=0)
    tell(grown, first)
    assert grown.next_buds() == []
    assert len(moves_of(grown)) == 16
    grown = tree(least=0.1)
    tell(grown, first)
    assert grown.next_buds() == []


async def test_a_search_gives_its_best_moves_in_order_and_is_the_same_in_any_process():
    fens = {"array": VETERAN.start_fen, "bare": "4k3/8/8/8/8/8/4V3/4K3 w - - 0 9"}
    buds = [Bud(key, fen, 4) for key, fen in fens.items()]
    searches = Searches(VETERAN, "none", 300, 0)
    found = dict(search(searches, bud) for bud in buds)
    assert dict(search(searches, bud) for bud in reversed(buds)) == found
    for key, moves in found.items():
        legal = {str(move) for move in Position(VETERAN, fens[key]).legal_moves()}
        assert len(moves) == LINES
        assert {text for text, _ in moves} <= legal
        assert [score for _, score in moves] == sorted((s for _, s in moves), reverse=True)
    async with TaskRunner(2) as runner:
        assert dict([told async for told in runner.run(search, searches, buds)]) == found


@pytest.mark.parametrize(
    ("fen", "ply", "moves"),
    [("4k3/8/8/8/8/8/4v3/4K3 w - - 0 1", 4, 3), (VETERAN.start_fen, 1, 20)],
)
def test_a_position_is_searched_for_all_moves_where_they_are_few_or_it_is_early(fen, ply, moves):
    assert len(search(Searches(VETERAN, "none", 400, 2), Bud("", fen, ply))[1]) == moves


@pytest.mark.compiled
def test_a_book_is_the_same_however_many_processes_grow_it():
    searches, growth = Searches(VETERAN, "none", 60, 0), Growth(WAVE + 8, 24, 0.1)
    one, two = (asyncio.run(grow(searches, growth, n, silent)).book() for n in (1, 2))
    assert dict(one.entries) == dict(two.entries)


@pytest.mark.compiled
def test_a_file_is_written_that_says_where_it_comes_from(tmp_path):
    path = tmp_path / "new" / "x.book"
    told = book(VETERAN, Options(nodes=60, positions=40, model="none", out=path, work=tmp_path))
    assert f"{path}: {len(path.read_bytes())} bytes" in told
    file = parse_book(path.read_bytes(), "x.book")
    assert file.header["nodes"] == f"60 a position, {LINES} moves each; all moves in 2 plies"
    assert "model none" in file.header["engine"]
    assert file.header["command"] == "makachess train"
    position, moves = Position(VETERAN), file.read(VETERAN)
    assert str(len(moves.entries)) in told
    plies = 0
    while (best := moves.choose(position, seed=5)) is not None:
        position.push(best.move)
        plies += 1
    assert plies >= 2
