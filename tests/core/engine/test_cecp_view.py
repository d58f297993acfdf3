"""Games as XBoard shows them while it tests legality: moves, claims and offers."""

import random

import pytest
from makachess.core import Position
from makachess.core.engine import BestMove
from makachess.core.move import MoveKind
from makachess.core.notation.xboard import format_xboard, parse_xboard, parse_xboard_fen
from makachess.core.protocols.cecp import CecpProtocol
from makachess.core.protocols.protocol import Action, Say, Think
from makachess.core.protocols.xboard_board import (
    TYPES,
    can_show,
    disguised_move,
    disguised_setup,
    is_disguised,
    partners,
    real_placement,
)
from makachess.variants import load, names

SHOWN = [name for name in names() if is_disguised(load(name)) and can_show(load(name))]


def said(actions: list[Action]) -> list[str]:
    return [action.line for action in actions if isinstance(action, Say)]


def test_the_games_with_promotion_by_capture_are_shown_so():
    assert SHOWN == ["decimaka", "decimaka-revised", "macadamia", "veteran"]


@pytest.mark.parametrize("name", SHOWN)
def test_every_move_is_read_back(name):
    dice, variant = random.Random(3), load(name)
    for _game in range(2):
        position = Position(variant)
        for _ply in range(80):
            moves = position.legal_moves()
            if not moves or position.outcome() is not None:
                break
            for move in dice.sample(moves, min(5, len(moves))):
                text = disguised_move(position, move)
                # All passes have one text; they leave one position.
                assert disguised_move(position, parse_xboard(position, text)) == text
                assert parse_xboard(position, text) == move or text == "@@@@"
            captures = [move for move in moves if move.is_capture]
            position.push(dice.choice(captures or moves))


def test_castling_names_the_rook():
    position = Position(load("veteran"), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for text in ("e1g1,h1f1", "e8c8,a8d8"):
        move = parse_xboard(position, text)
        assert move.kind is MoveKind.CASTLING
        assert disguised_move(position, move) == text
        position.push(move)


@pytest.mark.parametrize("name", SHOWN)
def test_only_pluses_follow_moves_and_only_where_there_is_a_partner(name):
    dice, variant = random.Random(4), load(name)
    position = Position(variant)
    for _ply in range(80):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            break
        for move in moves:
            piece = (position.piece_at(move.origin) or "").upper()
            text = disguised_move(position, move)
            assert text.endswith("=+") == bool(move.promotion and piece in partners(variant))
            assert text.rstrip("=+0123456789@")[-1:].islower() or text == "@@@@"
        captures = [move for move in moves if move.promotion]
        position.push(dice.choice(captures or list(moves)))


@pytest.mark.parametrize("name", SHOWN)
def test_the_table_has_room_for_all_and_says_nothing_twice(name):
    setup, *pieces = disguised_setup(load(name))
    table = setup.split("(")[1].split(")")[0]
    entries = table.replace("^", "").replace("'", "").replace("!", "")
    assert len(entries) == 2 * TYPES
    assert table[: len(table) // 2].lower() == table[len(table) // 2 :]
    ids = [line.split()[1] for line in pieces]
    assert len(ids) == len(set(ids))
    assert {f"+{kind}&" for kind in partners(load(name))} <= set(ids)


def test_a_pawn_may_promote_en_passant():
    position = Position(load("decimaka"), "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1")
    texts = {disguised_move(position, move) for move in position.legal_moves() if move.is_capture}
    assert texts == {"d4e3", "d4e3=+"}
    assert "piece P& fmWfFifmnD" in disguised_setup(load("decimaka"))


def test_a_position_with_partners_is_read_as_what_they_mostly_are():
    variant = load("veteran")
    fen = real_placement(variant, "4k3/8/8/3+p+n3/4+P+R2/8/8/4K2+L w - - 0 1")
    assert parse_xboard_fen(variant, fen)[0].startswith("4k3/8/8/3vm3/4VV2/8/8/4K2Q w")


@pytest.mark.parametrize("text", ["", "x", "8/8", "+"])
def test_a_position_that_is_none_is_still_none(text):
    assert real_placement(load("veteran"), text) == text


# --- claims -------------------------------------------------------------------------------------

MATE = "k7/2L5/1K6/8/8/8/8/8 w - - 0 1"


def playing(fen: str, *lines: str) -> tuple[CecpProtocol, Think]:
    """A protocol whose engine thinks about a position of Veteran."""
    protocol = CecpProtocol(load, names(), lambda: 0.0, "test")
    for line in (*lines, "variant veteran", "force", f"setboard {fen}"):
        protocol.receive(line)
    [job] = protocol.receive("go")
    assert isinstance(job, Think)
    return protocol, job


def ending(job: Think, winner: str) -> BestMove:
    """A move after which the game is over."""
    for move in job.position.legal_moves():
        job.position.push(move)
        outcome = job.position.outcome()
        job.position.pop()
        if outcome is not None and outcome.winner == winner:
            return BestMove(move)
    raise AssertionError("no such move")


def test_a_person_is_told_that_it_is_mate():
    protocol, job = playing(MATE, "accepted highlight")
    _move, claim = said(protocol.finish(ending(job, "white")))
    assert claim == "1-0 {White mates: checkmate}"


def test_a_program_is_left_to_say_that_it_is_mated():
    protocol, job = playing(MATE, "accepted highlight", "computer")
    best = ending(job, "white")
    text = format_xboard(load("veteran"), best.move)
    [move] = said(protocol.finish(best))
    assert move == f"move {text}"
    other = CecpProtocol(load, names(), lambda: 0.0, "test")
    lines = ("accepted highlight", "variant veteran", "computer", "force", f"setboard {MATE}")
    for line in (*lines, "playother"):
        other.receive(line)
    assert said(other.receive(f"usermove {text}")) == ["1-0 {White mates: checkmate}"]


DRAWN = "k7/8/8/8/8/8/6r1/7K w - - 0 1"


def test_a_draw_by_the_rules_is_offered_by_one_and_by_the_other():
    protocol, job = playing(DRAWN, "accepted highlight", "computer")
    best = ending(job, "draw")
    text = disguised_move(job.position, best.move)
    assert said(protocol.finish(best)) == ["offer draw", f"move {text}"]
    other = CecpProtocol(load, names(), lambda: 0.0, "test")
    lines = ("accepted highlight", "variant veteran", "computer", "force", f"setboard {DRAWN}")
    for line in (*lines, "playother"):
        other.receive(line)
    assert said(other.receive(f"usermove {text}")) == ["offer draw"]


def test_without_a_board_a_draw_is_claimed():
    protocol, job = playing(DRAWN, "computer")
    *_, claim = said(protocol.finish(ending(job, "draw")))
    assert claim.startswith("1/2-1/2 {Draw")
