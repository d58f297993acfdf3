"""Several threads in one search: what they share, how they end, and that nothing is lost."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest
from makachess.core import COMPILED, Position
from makachess.core.engine import BestMove, Engine, Info, Limits, Score, StopToken
from makachess.core.engine import threads as searching
from makachess.core.engine.search_board import searchable_board
from makachess.core.engine.threads import Finished
from makachess.core.kernel.memory import Int64Array
from makachess.core.kernel.packed import AT_LEAST, EXACT
from makachess.core.kernel.search.table import TranspositionTable
from makachess.variants import load

CORES = 3
WORD = 1 << 63
DEPTH = 6 if COMPILED else 3

compiled = pytest.mark.skipif(not COMPILED, reason="uncompiled, one thread searches")


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Whatever a search does, its threads have ended with it."""
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) == before


def scribble(numbers: Int64Array, dice: random.Random, share: float = 1.0) -> None:
    """Write garbage over a share of the numbers."""
    for at in range(numbers.size):
        if dice.random() < share:
            numbers[at] = dice.randrange(-WORD, WORD)


def test_an_entry_is_found_whole() -> None:
    table = TranspositionTable(1)
    table.store(-77, 1234, 5, 30, EXACT, 0)
    other = table.share()
    assert other.find(-77)
    assert other.move == 1234
    assert other.score_of(5, -100, 100, 0) == 2_000_000  # inside the window: nothing is cut off
    assert other.score_of(5, 0, 20, 0) == 30
    assert not other.find(-76)


@pytest.mark.parametrize("part", [0, 1, 2])
def test_an_entry_of_which_a_part_is_anothers_is_not_found(part: int) -> None:
    one, other = TranspositionTable(1), TranspositionTable(1)
    other_key = 77 + one.size  # of the same bucket
    one.store(77, 1234, 5, 30, EXACT, 0)
    other.store(other_key, 4321, 9, -500, AT_LEAST, 0)
    at = 3 * 77 + part
    one.kept[at] = other.kept[at]
    assert not one.find(77)
    assert not one.find(other_key)


@pytest.mark.parametrize("cores", [1, CORES])
@pytest.mark.parametrize("name", ["chess", "devingt", "macadamia"])
def test_a_search_in_a_table_of_garbage_goes_on_legally(name: str, cores: int) -> None:
    position = Position(load(name))
    engine, dice, found = Engine(position.variant, hash_mb=1), random.Random(5), []
    table = engine._knowledge.table.kept
    scribble(table, dice)

    def hear(info: Info) -> None:
        found.append(info)
        scribble(table, dice, 0.01)  # while the others search

    engine.search(position, Limits(depth=DEPTH - 2, cores=cores), hear)
    assert len(found) == DEPTH - 2
    for info in found:
        line = position.copy()
        for move in info.pv:
            line.push(move)  # raises IllegalMoveError


@pytest.mark.parametrize("text", ["e7e5", "e2e5", "a1a8", "e1g1", "b1d2"])
def test_a_move_that_is_none_here_is_not_played_from_the_table(text: str) -> None:
    # As where two positions have one key: the entry is whole, and its move another position's.
    setups = {
        "e7e5": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "e2e5": "7k/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "a1a8": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "e1g1": "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "b1d2": "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
    }
    elsewhere = Position(load("chess"), setups[text])
    elsewhere.push(elsewhere.parse(text))
    position = Position(load("chess"))
    engine = Engine(position.variant, hash_mb=1)
    key = searchable_board(position).key
    engine._knowledge.table.store(key, elsewhere.packed_moves[-1], 50, 900, EXACT, 0)
    assert engine._knowledge.table.find(key)
    found = engine.search(position, Limits(depth=2))
    assert found.move in position.legal_moves()
    assert str(found.move) != text


@pytest.mark.parametrize("name", ["chess", "decimaka", "devingt", "macadamia", "maka"])
def test_several_threads_reach_the_depth_and_play_on(name: str) -> None:
    position = Position(load(name))
    engine = Engine(position.variant, hash_mb=1)
    for _ in range(3):
        found = engine.search(position, Limits(depth=DEPTH - 2, multipv=2, cores=CORES))
        assert [info.depth for info in found.lines] == [DEPTH - 2, DEPTH - 2]
        assert found.move is not None
        position.push(found.move)
    engine.new_game()
    assert engine.search(position, Limits(depth=1, cores=2)).move in position.legal_moves()


@pytest.mark.parametrize("depth", [1, 4])
def test_a_stop_from_outside_ends_all_threads(depth: int) -> None:
    position, stop, begun = Position(load("chess")), StopToken(), threading.Event()
    stopper = threading.Thread(target=lambda: begun.wait() and stop.stop())
    stopper.start()
    found = Engine(position.variant, hash_mb=1).search(
        position,
        Limits(cores=CORES),
        lambda info: begun.set() if info.depth == depth else None,
        stop,
    )
    stopper.join()
    assert found.move in position.legal_moves()


def test_what_the_listener_raises_ends_all_threads() -> None:
    position = Position(load("chess"))

    def hear(info: Info) -> None:
        raise LookupError(info.depth)

    with pytest.raises(LookupError):
        Engine(position.variant, hash_mb=1).search(position, Limits(cores=CORES), hear)


@compiled
@pytest.mark.parametrize("stage", ["new_thread", "assist"])
def test_what_a_helper_raises_ends_the_search(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("no room for a helper")

    if stage == "assist":
        monkeypatch.setattr(searching.SearchThread, "assist", fail)
    else:
        begin = searching.Start.new_thread
        monkeypatch.setattr(
            searching.Start,
            "new_thread",
            lambda self, number, look=None: begin(self, 0, look) if number == 0 else fail(),
        )
    position = Position(load("chess"))
    with pytest.raises(MemoryError, match="no room for a helper"):
        Engine(position.variant, hash_mb=1).search(position, Limits(cores=CORES))


@compiled
def test_the_nodes_of_all_threads_count(monkeypatch: pytest.MonkeyPatch) -> None:
    limit, done = 400_000, threading.Event()

    def assist(self: searching.SearchThread) -> None:
        while self.search.state.nodes < limit // 2:
            self.search.run(9, -1000, 1000, [])
        helped.append(self.search.state.nodes)
        done.set()

    helped: list[int] = []
    monkeypatch.setattr(searching.SearchThread, "assist", assist)
    position = Position(load("chess"))
    found = Engine(position.variant, hash_mb=1).search(
        position, Limits(nodes=limit, cores=2), lambda _: done.wait() and None
    )
    assert found.info is not None
    assert found.info.nodes >= helped[0]
    assert found.info.nodes <= max(limit, helped[0]) + 10_000


def _search_beside(
    monkeypatch: pytest.MonkeyPatch, fen: str, helper: Finished, limits: Limits
) -> tuple[BestMove, list[Info]]:
    """What is found, and what is reported, where a helper has finished this at once."""

    def assist(self: searching.SearchThread) -> None:
        self.finished = helper
        done.set()

    def hear(info: Info) -> None:
        heard.append(info)
        done.wait()

    heard, done = list[Info](), threading.Event()
    monkeypatch.setattr(searching.SearchThread, "assist", assist)
    position = Position(load("chess"), fen)
    found = Engine(position.variant, hash_mb=1).search(position, limits, hear)
    return found, heard


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FEW = Limits(nodes=20_000, cores=2)


def _packed(fen: str, text: str) -> int:
    position = Position(load("chess"), fen)
    position.push(position.parse(text))
    return position.packed_moves[0]


@compiled
def test_the_line_of_who_has_seen_further_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    helper = Finished(50, 77, (_packed(START, "a2a4"),))
    found, heard = _search_beside(monkeypatch, START, helper, FEW)
    assert str(found.move) == "a2a4"
    assert found.info is not None
    assert (found.info.depth, found.info.score) == (50, Score(77))
    assert heard[-1] == found.info


@compiled
@pytest.mark.parametrize(
    ("about", "fen", "depth", "limits"),
    [
        ("it has seen no further", START, 3, FEW),
        ("the depth asked for is reached", START, 50, Limits(depth=4, cores=2)),
        ("several lines are asked for", START, 50, Limits(nodes=20_000, cores=2, multipv=2)),
        ("a win is forced", "6k1/5ppp/8/8/P7/8/8/K2R4 w - - 0 1", 50, Limits(nodes=50, cores=2)),
    ],
)
def test_else_the_line_of_the_first_thread_counts(
    monkeypatch: pytest.MonkeyPatch, about: str, fen: str, depth: int, limits: Limits
) -> None:
    move = "a2a4" if fen == START else "a4a5"
    helper = Finished(depth, 77, (_packed(fen, move),))
    found, heard = _search_beside(monkeypatch, fen, helper, limits)
    assert str(found.move) != move, about
    assert 50 not in {info.depth for info in heard}
