"""What comes in is bounded: pastes by their size, keys by how fast they come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.tui.terminal.flood import (
    END,
    KEYS_A_SECOND,
    KEYS_AT_ONCE,
    LONGEST_PASTE,
    START,
    FloodGate,
    Keys,
    Pasted,
)

LATER = 60.0


def admitted(*texts: str, after: float = 0.0) -> list[Keys | Pasted]:
    """What is let through of texts that arrive `after` seconds apart."""
    gate = FloodGate()
    found = [piece for at, text in enumerate(texts) for piece in gate.admit(text, at * after)]
    return [*found, *gate.tick(len(texts) * after), *gate.tick(LATER + len(texts) * after)]


def typed(pieces: list[Keys | Pasted]) -> str:
    return "".join(piece.text for piece in pieces if isinstance(piece, Keys))


def test_keys_and_pastes_are_told_apart():
    pieces = admitted(f"e4\r{START}Nf3\x1b[A\n{END}\x1b[B")
    assert pieces == [Keys("e4\r"), Pasted("Nf3\x1b[A\n", 7), Keys("\x1b[B")]


def test_a_mouse_that_is_dragged_for_long_floods_nothing():
    gate, drag = FloodGate(), [f"\x1b[<32;{40 + at % 9};12M" for at in range(2000)]
    found = [piece for at, text in enumerate(drag) for piece in gate.admit(text, at / 125)]
    assert typed(found) == "".join(drag)


@pytest.mark.parametrize("at", range(1, len(START + "e4" + END)))
def test_a_paste_may_arrive_in_two_pieces(at):
    text = f"{START}e4{END}"
    pieces = admitted(text[:at], text[at:])
    assert [piece for piece in pieces if piece != Keys("\x1b")] == [Pasted("e4", 2)]


@pytest.mark.parametrize("more", [0, 1, 4096])
def test_a_paste_is_whole_or_nothing_but_its_length(more):
    length = LONGEST_PASTE + more
    text = "x" * length
    pieces = admitted(START, *(text[at : at + 65536] for at in range(0, length, 65536)), f"{END}e4")
    assert pieces == [Pasted("" if more else text, length), Keys("e4")]


def test_a_paste_whose_end_is_lost_ends_with_a_pause():
    gate = FloodGate()
    assert list(gate.admit(f"{START}e4\x1b[20", 0.0)) == []
    assert list(gate.tick(1.0)) == []
    assert list(gate.tick(LATER)) == [Pasted("e4", 2)]
    assert list(gate.admit("x", LATER)) == [Keys("x")]


def test_a_flood_of_keys_is_dropped_to_its_end():
    gate = FloodGate()
    flood = [list(gate.admit("y" * 4096, at / 1000)) for at in range(256)]
    assert sum(len(piece.text) for pieces in flood for piece in pieces) <= KEYS_AT_ONCE
    assert list(gate.admit("e4", 1.0)) == [Keys("e4")]


def test_a_key_held_down_is_no_flood():
    presses = KEYS_AT_ONCE
    assert typed(admitted(*["\x1b[A"] * presses, after=3 / KEYS_A_SECOND)) == "\x1b[A" * presses


@given(
    st.lists(
        st.sampled_from([START, END, "\x1b", "[", "2", "00~", "1~", "e4", "\r"])
        | st.text("x王\n~", max_size=4),
        max_size=30,
    )
)
def test_few_keys_are_let_through_however_they_are_divided(texts):
    whole = "".join(texts)
    if START not in whole:
        assert typed(admitted(*texts)) == whole
    pasted = sum(len(piece.text) for piece in admitted(*texts))
    assert pasted <= len(whole)
