"""Orthodox games as the world's programs and people write them, read beside python-chess.

Their moves are known: they are drawn first, and then written with whatever may stand in a file.
"""

from __future__ import annotations

import io
import logging
from contextlib import suppress
from random import Random

import chess
import chess.pgn
from makachess.core.notation.coordinates import format_uci
from makachess.saves import Reading, generate_readings

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # it tells of all that it cannot read

LINE_ENDS = ("\n", "\r\n", "\r")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252")
NULL_MOVES = ("--", "Z0", "@@@@", "0000", "null")
GLUED = (
    *("!", "?", "!?", "?!", "!!", "??", "+-", "-+", "+=", "=+"),
    *("±", "∓", "⩲", "⩱", "□", "→", "∞", "??±→"),
)
APART = (
    *GLUED,
    *("=", "+/=", "=/+", "+/-", "-/+", "inf", "N", "D", "RR", "↑", "⇆", "$1", "$146", "(=)"),
    *("e.p.", "...", "{plain}", "{of two\nlines}", "; to the end\n", "\n% an escape\n"),
    *("{[%clk 0:01:02]}", "{[%eval 0.17]}", "{a–b “c” …}", "\u00a0", "\t", "\u2028", "\x0b"),
)
ESSAYS = (
    *("(1... e5)", "(-- {a threat})", "(Z0 Qxf7#)", "(no move)"),
    *("({only a comment})", "(Ke9 (Kf9))"),
)
DASHES = ("-", "–", "‑", "−")
LONGEST = 24  # plies


def call_foreign(data: bytes) -> str:
    """A game that the bytes choose: all its moves are read, and so are those of the next game."""
    chance = Random(data)
    moves, text = _game(chance)
    second = "1. d4 d5 *"
    able = [one for one in ENCODINGS if text.encode(one, "ignore").decode(one) == text]
    encoding = chance.choice(able)
    written = text.replace("\n", chance.choice(LINE_ENDS)) if chance.random() < 0.7 else text
    given = f"{written}\n\n{second}\n".encode(encoding)
    readings = list(generate_readings([given], "fuzz.pgn"))
    assert len(readings) == 2, (given, len(readings))
    assert _main_line(readings[0]) == moves, (given, moves, readings[0].problems)
    assert _main_line(readings[1]) == ["d2d4", "d7d5"], given
    with suppress(IndexError):  # in python-chess, at one text of 250,000
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None
        assert len(moves) >= len(list(theirs.mainline_moves())), given
    return f"{encoding} {len(moves)} {len(readings[0].problems)}"


def _main_line(reading: Reading) -> list[str]:
    """The moves in UCI's spelling."""
    game = reading.game
    assert game is not None, reading.problems
    nodes = game.root.descendants()
    return [format_uci(game.variant, node.move) for node in nodes if node.move is not None]


def _game(chance: Random) -> tuple[list[str], str]:
    """Random moves, and a text of them with much else in it."""
    board = chess.Board()
    moves: list[str] = []
    parts = [] if chance.random() < 0.5 else ['[Event "Club – “A”"]\n[White "Zoë"]\n\n']
    decorated = chance.random() < 0.9
    for _ in range(chance.randrange(1, LONGEST)):
        legal = list(board.legal_moves)
        if not legal:
            break
        if chance.random() < 0.02 and not board.is_check():
            move, san = chess.Move.null(), chance.choice(NULL_MOVES)
        else:
            move = chance.choice(legal)
            san = _spelt(chance, board, move)
        if board.turn or chance.random() < 0.1:
            dots = "." if board.turn else "..."
            parts.append(f"{board.fullmove_number}{dots}{chance.choice(('', ' '))}")
        parts.append(san)
        moves.append(move.uci())
        board.push(move)
        if decorated and chance.random() < 0.15 and move:
            parts.append(chance.choice(GLUED))
        parts.append(chance.choice((" ", " ", " ", "\n")))
        while decorated and chance.random() < 0.2:
            parts.append(f"{chance.choice(APART)}{chance.choice((' ', chr(10)))}")
        if decorated and chance.random() < 0.05:
            parts.append(chance.choice(ESSAYS) + " ")
    result = chance.choice(("1-0", "0-1", "1/2-1/2", "*"))
    return moves, "".join(parts) + result.replace("-", chance.choice(DASHES))


def _spelt(chance: Random, board: chess.Board, move: chess.Move) -> str:
    """A move in one of the ways it is written."""
    if board.is_castling(move):
        zero, dash = chance.choice("O0o"), chance.choice(DASHES)
        return board.san(move).rstrip("+#").replace("-", dash).replace("O", zero)
    way = chance.randrange(6)
    if way == 0 and not move.promotion:
        return move.uci()
    if way == 1:
        return board.lan(move)
    san = board.san(move)
    if way == 2:
        san = san.rstrip("+#")
    if way == 3 and move.promotion:
        sign = chance.choice(("({})", "/{}", "{}", "={}", "= {}", " = {}", " ({})"))
        before, _, after = san.partition("=")
        san = before + sign.format(after[0]) + after[1:]
    return san.replace("x", "×") if way == 4 else san


def foreign_samples() -> list[bytes]:
    """Seeds, of which the fuzzer makes others."""
    return [bytes([number]) for number in range(32)]


def foreign_words() -> list[bytes]:
    """Any bytes will do."""
    return [b"a"]
