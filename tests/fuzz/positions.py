"""FENs, moves and movements as targets of the fuzzer, and the positions that others begin with."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random

from makachess.core import MakachessError, Position
from makachess.core.betza import parse_betza
from makachess.core.notation.fen import mend_fen
from makachess.core.notation.xboard import format_xboard, parse_xboard, parse_xboard_fen
from makachess.play.entry import MoveEntry
from makachess.variants import load, names
from makachess.variants.consistency import find_array_faults, find_contradictions
from naive import compare
from strewn import game

NAMES = tuple(names())
WALKS = 6  # positions of each variant, from the start into the middle game
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|[0-9]+")


def answer_of(error: MakachessError) -> str:
    """The kind of an answer: the message without what it quotes."""
    return type(error).__name__ + QUOTED.sub("", str(error))[:80]


def as_text(data: bytes) -> str:
    """As command lines and file names arrive: bytes that are no UTF-8 are half characters."""
    return data.decode("utf-8", "surrogateescape")


def indexed(data: bytes, count: int) -> tuple[int, str]:
    """The first byte as an index, and the rest as text."""
    return (data[0] % count if data else 0), as_text(data[1:])


@cache
def positions() -> tuple[Position, ...]:
    """Positions of all variants, from random games."""
    rng = Random(1)
    found = []
    for name in NAMES:
        position = Position(load(name))
        for _ in range(WALKS):
            found.append(position.copy())
            for _ in range(rng.randrange(3, 20)):
                if position.outcome() is None:
                    position.push(rng.choice(position.legal_moves()))
    return tuple(found)


FIELDS = b"/|8|19| w | b |KQkq|e3e4| - |0 1|+|!".split(b"|")


def call_fen(data: bytes) -> str:
    """A FEN in both spellings; what is accepted is written and read back."""
    index, text = indexed(data, len(NAMES))
    variant = load(NAMES[index])
    with suppress(MakachessError):
        parse_xboard_fen(variant, text)
    mended, note = mend_fen(variant, text)
    assert mend_fen(variant, mended)[1] == "" or not note
    try:
        position = Position(variant, text)
    except MakachessError as error:
        return answer_of(error)
    assert Position(variant, position.fen()).fen() == position.fen()
    return f"{position.outcome()} {len(position.legal_moves())}"


def fen_samples() -> list[bytes]:
    """The FENs of the positions, each behind the index of its variant."""
    return [
        bytes([NAMES.index(position.variant.name)]) + position.fen().encode()
        for position in positions()
    ]


def fen_words() -> list[bytes]:
    """Ids, fields, and rows."""
    ids = {kind for name in NAMES for kind in load(name).pieces}
    pieces = [piece.encode() for kind in sorted(ids) for piece in (kind, kind.lower())]
    return [*pieces, *FIELDS]


def call_move(data: bytes) -> str:
    """A move as typed in the app, as an argument, and in XBoard's spelling."""
    index, text = indexed(data, len(positions()))
    position = positions()[index]
    before = position.ply
    MoveEntry(position).type(text)
    for parse in (parse_xboard, Position.parse):
        try:
            move = parse(position, text)
        except MakachessError as error:
            answer = answer_of(error)
        else:
            assert position.allows_null() if move.is_null else move in position.legal_moves()
            assert position.parse(str(move)) == move
            answer = f"{move.kind} {len(move.victims)} {move.promotion}"
    assert position.ply == before
    return answer


def move_samples() -> list[bytes]:
    """Some legal moves of each position in all spellings."""
    rng = Random(2)
    found = []
    for index, position in enumerate(positions()):
        legal = position.legal_moves()
        for move in rng.sample(legal, min(len(legal), 8)):
            spelt = str(move), position.san(move), format_xboard(position.variant, move)
            found += [bytes([index]) + text.encode() for text in spelt]
    return found


def move_words() -> list[bytes]:
    """Squares, ids and signs."""
    squares = [b"a1", b"e4", b"h8", b"j10", b"s19", b"e9", b"a0", b"e2e4", b"a1=N,"]
    signs = [b"x", b"=", b"+", b"!", b"#", b"--", b",", b"@@@@", b"O-O-O", b"e.p.", b"?!", b"("]
    return [*fen_words()[: -len(FIELDS)], *squares, *signs, b"Z0", b"0000"]


MOVERS = "KQRBNP"  # in whose place a movement is tried
PLIES = 8  # of a game with it, all of whose positions both generators must see alike


def call_betza(data: bytes) -> str:
    """A movement for one type of chess: both move generators play a game with it."""
    index, text = indexed(data, len(MOVERS))
    chess, kind = load("chess"), MOVERS[index]
    try:
        movement = parse_betza(text)
    except MakachessError as error:
        return answer_of(error)
    pieces = {**chess.pieces, kind: replace(chess.pieces[kind], betza=text)}
    variant = replace(chess, pieces=pieces)
    faults = list(find_contradictions(variant)) or list(find_array_faults(variant, thoroughly=True))
    if faults:
        return QUOTED.sub("", faults[0][1])[:80]
    for position in game(Position(variant), Random(text), PLIES):
        compare(Position(variant, position.fen()), 1)
    legs = {(leg.first > 1, leg.last > 1, leg.initial) for leg in movement.legs}
    return f"{sorted(legs)} {len(movement.paths)} {len(movement.powers)}"


def betza_samples() -> list[bytes]:
    """The movements of all pieces, and some of several legs and first moves, for each type."""
    texts = {piece.betza for name in NAMES for piece in load(name).pieces.values()}
    texts |= {"KisO2imN", "KimA", "KimD", "QimC", "fmWfceFifmW3", "mRcpR", "FyafsF", "KcabK", "gQ"}
    return [bytes([i]) + text.encode() for text in sorted(texts) for i in range(len(MOVERS))]


def betza_words() -> list[bytes]:
    """Atoms, modifiers, and terms that go together."""
    letters = "WFDNAHCZGKRBQOUfblrsvmceinapgy23"
    terms = "imN ifmnD fmW fceF isO2 ceN mpafsK afsW caK mabK cavK pafK RmasR BmasB NAD (1,4) NN W3"
    return [*(letter.encode() for letter in letters), *(term.encode() for term in terms.split())]
