"""Conversations with interfaces and engines, and a terminal's bytes, as targets of the fuzzer."""

from __future__ import annotations

import time

from makachess.core.engine import BestMove
from makachess.core.protocols.cecp import COMMANDS, CecpProtocol
from makachess.core.protocols.protocol import Action, EngineProtocol, Say, Think
from makachess.core.protocols.uci import OPTIONS, UciProtocol
from makachess.tui.terminal.keyboard import Keyboard
from makachess.variants import load

from fuzz.positions import NAMES, move_words

MOST_SAID = 500  # actions of a conversation


def call_cecp(data: bytes) -> str:
    """Lines of XBoard to our engine."""
    return str(len(_converse(CecpProtocol(load, NAMES, clock=lambda: 0.0), data)))


def _converse(protocol: EngineProtocol, data: bytes) -> list[Action]:
    """What comes of lines to our engine; searches end at once, or only after the next line."""
    is_slow = len(data) % 2 == 1
    search: Think | None = None
    found: list[Action] = []
    for line in data.decode("utf-8", "replace").split("\n")[:10]:
        actions = protocol.receive(line)
        while len(found) < MOST_SAID:
            found += actions
            started = [action for action in actions if isinstance(action, Think)]
            assert len(started) + (search is not None) <= 1, "two searches at a time"
            if started:
                (search,) = started
            if search is None or (started and is_slow):
                break
            legal = search.position.legal_moves()
            search, actions = None, protocol.finish(BestMove(legal[0] if legal else None))
    return found


def cecp_samples() -> list[bytes]:
    """Openings of conversations."""
    return [
        b"xboard\nprotover 2\nnew\nvariant crazyhouse\nlevel 40 5 0\ntime 3000\nusermove e2e4\n",
        b"new\nvariant maka\nsetboard " + load("maka").start_fen.encode() + b"\ngo\nundo\nremove\n",
        b"new\nforce\ne2e4\ne7e5\nlevel 0 2:30 1.5\nst 5\nsd 4\nmemory 64\nping 1\nhint\ndraw\n",
        b"option Level=3\noption Rules=rules=modern\nvariant maka\nanalyze\n.\nexit\n?\nquit\n",
        b"variant decimaka\na2a4\nplayother\nresult 1-0 {x}\nnopost\npost\neasy\nhard\n",
    ]


def cecp_words() -> list[bytes]:
    """Commands, variants and moves."""
    commands = [name.encode() + b" " for name in COMMANDS]
    return [*commands, *(b"variant " + name.encode() + b"\n" for name in NAMES), b"\n", b"e7e8q"]


def call_uci(data: bytes) -> str:
    """Lines of UCI to our engine."""
    actions = _converse(UciProtocol(load, NAMES), data)
    lines = [action.line for action in actions if isinstance(action, Say)]
    return f"{len(actions)} {sum(line.startswith('bestmove') for line in lines)}"


def uci_samples() -> list[bytes]:
    """Openings of conversations."""
    maka = load("maka").start_fen.encode()
    return [
        b"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo wtime 9 btime 9\nstop",
        b"setoption name UCI_Variant value maka\nposition fen " + maka + b"\ngo infinite\nstop",
        b"setoption name Rules value maka:rules=modern; wolf=x\nsetoption name Hash value 2",
        b"go ponder depth 3 searchmoves e2e4 d2d4\nponderhit\nisready\ngo mate 2\nquit",
        b"setoption name Skill Level value 2\ndebug on\ngo nodes 5\nregister later\nstop",
    ]


def uci_words() -> list[bytes]:
    """Commands, words of `go`, options, variants and moves."""
    words = b"position startpos fen moves go stop ponderhit isready debug setoption name value"
    more = b"wtime btime winc movestogo depth nodes mate movetime infinite ponder searchmoves"
    options = [f"setoption name {option.name} value ".encode() for option in OPTIONS]
    spaced = [word + b" " for word in (words + b" " + more).split()]
    variants = [name.encode() + b"\n" for name in NAMES]
    return [*spaced, *options, *variants, *move_words(), b"\n", b"0000"]


def call_keyboard(data: bytes) -> str:
    """Bytes of a terminal, in chunks as its first bytes say."""
    keyboard = Keyboard("utf-8")
    step = 1 + (data[0] % 32 if data else 0)
    found = [
        e for at in range(0, len(data), step) for e in keyboard.receive(data[at : at + step], 0)
    ]
    found += keyboard.tick(time.monotonic())
    return " ".join(sorted({type(event).__name__ for event in found}))


def keyboard_samples() -> list[bytes]:
    """Keys, clicks, pastes and reports."""
    return [
        b"e2e4\r\x1b[A\x1b[B\x1bOP\x7f\t \x11\x1a",
        b"\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<64;1;1M",
        b"\x1b[200~Nf3\n\x1b[201~",
        b"\x1b[97;5u\x1b[1;5:3A\x1b[13;;13u",
        "é王♞".encode(),
    ]


def keyboard_words() -> list[bytes]:
    """Beginnings and ends of sequences."""
    marks = [b"\x1b", b"\x1b[", b"\x1b[200~", b"\x1b[201~", b"\x1b[48;24;80;1;1t"]
    marks += [b"\x1b[?2048;1$y", b"\x1b[I", b"\x1b[O"]
    return [*marks, *b"; : u ~ M m R t 1114112".split()]
