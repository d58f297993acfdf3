"""What is fuzzed: a table of targets, each with samples, words of its format, and what to call.

A target takes any bytes and returns how they were answered, in a word or two. Errors that we raise
on purpose are answers; any other exception is a crash.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove
from makachess.core.engine.cecp import Protocol, Think
from makachess.core.engine.cecp_commands import COMMANDS
from makachess.core.notation.xboard import format_xboard, parse_xboard, parse_xboard_fen
from makachess.play.engines.external.uci import read_info
from makachess.play.entry.entry import MoveEntry
from makachess.play.settings import SettingsError, change_settings, load_settings
from makachess.saves import Node, format_game, generate_readings, seconds_thought, times_left
from makachess.saves.marking import node_score, spoken
from makachess.tui.keys import read_keymap
from makachess.tui.terminal.keyboard import Keyboard
from makachess.variants import load, names
from makachess.variants.build import build_variant, find_faults
from makachess.variants.document import read_document
from makachess.variants.sources import Source, base_source, builtin_source

from fuzz.engine_output import (
    call_engine_output,
    engine_output_samples,
    engine_output_words,
)

NAMES = tuple(names())
MOST_SAID = 500  # lines of an answer
WALKS = 6  # positions of each variant, from the start into the middle game
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|[0-9]+")


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads what others have written; `share` of the inputs asked for it gets."""

    name: str
    call: Callable[[bytes], str]
    samples: Callable[[], Sequence[bytes]]
    words: Callable[[], Sequence[bytes]]
    share: float = 1.0


def answer_of(error: MakachessError) -> str:
    """The kind of an answer: the message without what it quotes."""
    return type(error).__name__ + _QUOTED.sub("", str(error))[:80]


def _text(data: bytes) -> str:
    """As command lines and file names arrive: bytes that are no UTF-8 are half characters."""
    return data.decode("utf-8", "surrogateescape")


def _indexed(data: bytes, count: int) -> tuple[int, str]:
    """The first byte as an index, and the rest as text."""
    return (data[0] % count if data else 0), _text(data[1:])


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


# --- positions and moves ------------------------------------------------------------------------


def call_fen(data: bytes) -> str:
    """A FEN in both spellings; what is accepted is written and read back."""
    index, text = _indexed(data, len(NAMES))
    variant = load(NAMES[index])
    with suppress(MakachessError):
        parse_xboard_fen(variant, text)
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
    men = [man.encode() for kind in sorted(ids) for man in (kind, kind.lower())]
    return [*men, b"/", b"8", b"19", b" w ", b" b ", b"KQkq", b"e3e4", b" - ", b"0 1", b"+", b"!"]


def call_move(data: bytes) -> str:
    """A move as typed in the app, as an argument, and in XBoard's spelling."""
    index, text = _indexed(data, len(positions()))
    position = positions()[index]
    before = position.ply
    MoveEntry(position).type(text)
    for parse in (parse_xboard, Position.parse):
        try:
            move = parse(position, text)
        except MakachessError as error:
            answer = answer_of(error)
        else:
            assert move in position.legal_moves()
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
    return [*fen_words()[:-11], *squares, *signs]


# --- files --------------------------------------------------------------------------------------


def call_game(data: bytes) -> str:
    """A file of games; what could be read is written and read back."""
    answer = ""
    for reading in generate_readings(data.splitlines(keepends=True), "fuzz.pgn"):
        faults = [_QUOTED.sub("", str(problem)) for problem in reading.problems]
        answer += f"{len(faults)} {faults[:1]}"
        if reading.game is not None:
            answer += " ".join(map(_shown, reading.game.root.descendants()))[:80]
            answer += f"{seconds_thought(reading.game) > 0} {len(times_left(reading.game))}"
            text = format_game(reading.game)
            (again,) = generate_readings(text.splitlines(keepends=True))
            assert again.game is not None, text
            assert again.game.sans == reading.game.sans, text
    return answer[:200]


def _shown(node: Node) -> str:
    """What the app reads from the comments of a move."""
    return f"{node_score(node) is None} {bool(spoken(node.comments))}"


def game_samples() -> list[bytes]:
    """Games with variations, comments, clocks and signs."""
    annotated = (
        b'[Event "?"]\n[Variant "chess"]\n[TimeControl "300+5"]\n[Result "1-0"]\n\n'
        b"1. e4 {[%clk 0:05:03] best} e5 $1 (1... c5!? 2. Nf3 (2. c3 d5) d6) 2. Nf3 Nc6 3. Bb5\n"
        b"a6 ; Spanish\n4. Ba4 {[%eval 0.35]} Nf6 5. O-O 1-0\n\n"
    )
    found = [annotated, annotated * 2, b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"]
    for position in positions():
        board = Position(position.variant, position.start_fen)
        text = []
        for move in position.moves:
            text.append(board.san(move))
            board.push(move)
        tags = f'[Variant "{position.variant.name}"]\n[WhiteType "human"]\n\n'
        found.append(f"{tags}{' '.join(text)} *\n".encode())
    return found


def game_words() -> list[bytes]:
    """Tags, brackets and moves."""
    tags = [b'[FEN "', b'[Variant "maka"]', b'[SetUp "1"]', b'[Result "', b'[Rules "', b"]\n"]
    signs = [b"(", b")", b"{", b"}", b";", b"%", b"$", b"$255", b"*", b"1-0", b"1/2-1/2", b"..."]
    return [*tags, *signs, b"12. ", b"[%clk ", b"[%eval #", b"\n\n", b"e4", b"Nf3", b"O-O", b"--"]


def call_variant(data: bytes) -> str:
    """A variant file; one without faults is played."""
    source = Source("fuzz", data.decode("utf-8", "replace"), "fuzz.toml")
    faults = find_faults(read_document(source, base_source))
    if faults:
        return _QUOTED.sub("", "; ".join(fault.message for fault in faults))[:200]
    variant = build_variant(read_document(source, base_source), {})
    position = Position(variant)
    assert Position(variant, position.fen()).fen() == position.fen()
    for move in position.legal_moves()[:20]:
        position.san(move)
        position.push(move)
        position.legal_moves()
        position.outcome()
        position.pop()
    return f"plays {len(position.legal_moves())}"


def variant_samples() -> list[bytes]:
    """Our own small files, and short ones that extend them."""
    own = [builtin_source(name).text.encode() for name in NAMES]
    short = [
        f'extends = "{name}"\ntitle = "Fuzz"\n[pieces.N]\nbetza = "{betza}"\n'.encode()
        for name in ("veteran", "chess", "devingt", "macadamia")
        for betza in ("NAD", "RF", "mRcB", "KmasK")
    ]
    return [*(text for text in own if len(text) < 4096), *short]


def variant_words() -> list[bytes]:
    """Keys, and a little Betza."""
    text = b"\n".join(variant_samples())
    keys = sorted(set(re.findall(rb"^[\w-]+ = |^\[[\w.\[\]-]+\]|\"[\w -]{1,12}\"", text, re.M)))
    return [*keys, b"true", b"[]", b"{}", b"RmasRB", b"KU", b"j", b"p", b"i", b"D3", b"'''", b"\n"]


@cache
def _settings_file() -> Path:
    return Path(tempfile.mkdtemp(prefix="makachess-fuzz-")) / "settings.toml"


def call_settings(data: bytes) -> str:
    """A settings file with keys; now and then a setting is changed in it."""
    path = _settings_file()
    path.write_bytes(data)
    file = load_settings(path)
    _, faults = read_keymap(file)
    if data and data[-1] % 64 == 0:
        try:
            change_settings(path, level=7)
        except SettingsError:
            assert path.read_bytes() == data
        else:
            assert load_settings(path).settings.level == 7
    messages = [_QUOTED.sub("", fault.message) for fault in (*file.faults, *faults)]
    return "; ".join(messages)[:200]


def settings_samples() -> list[bytes]:
    """A whole file, and its parts."""
    whole = (
        b'# mine\nplayer = "Anna"\nlevel = 3\nside = "black"\nclock = "5+3"\nvariant = "maka"\n'
        b'pieces = "kanji"\nauto-flip = true\n[engines]\nStockfish = "stockfish -x"\n'
        b'[keys]\nundo = "^U"\nhint = ["F5", "Alt+H"]\nflip = "ctrl+b"\n'
    )
    return [whole, *whole.splitlines(keepends=True), b""]


def settings_words() -> list[bytes]:
    """Keys and values."""
    return [
        *b"".join(settings_samples()).split(),
        b"[[",
        b"]]",
        b"1979-05-27",
        b"'''",
        b'"""',
        b"\n",
    ]


# --- protocols and keys -------------------------------------------------------------------------


def call_cecp(data: bytes) -> str:
    """Lines of XBoard to our engine, whose searches end at once, or only after the next line."""
    protocol = Protocol(load, NAMES, clock=lambda: 0.0)
    is_slow = len(data) % 2 == 1
    search: Think | None = None
    said = 0
    for line in data.decode("utf-8", "replace").split("\n")[:10]:
        actions = protocol.receive(line)
        while said < MOST_SAID:
            said += len(actions)
            started = [action for action in actions if isinstance(action, Think)]
            assert len(started) + (search is not None) <= 1, "two searches at a time"
            if started:
                (search,) = started
            if search is None or (started and is_slow):
                break
            legal = search.position.legal_moves()
            search, actions = None, protocol.finish(BestMove(legal[0] if legal else None))
    return str(said)


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


def call_info(data: bytes) -> str:
    """Lines of `info` from a program that speaks UCI."""
    index, text = _indexed(data, len(positions()))
    position = positions()[index]
    before = position.ply
    info = read_info(position, text.split())
    assert position.ply == before
    return f"{info and (len(info.pv), info.rank, info.score.mate is None)}"


def info_samples() -> list[bytes]:
    """Lines with variations of one move."""
    found = []
    for index, position in enumerate(positions()):
        legal = position.legal_moves()
        if legal:
            line = f"depth 9 multipv 1 score cp 31 nodes 512 time 7 pv {legal[0]} string x"
            found += [bytes([index]) + line.encode()]
    return found


def info_words() -> list[bytes]:
    """Words of the protocol."""
    words = b"depth seldepth multipv score cp mate lowerbound nodes nps time pv string e2e4".split()
    return [*(word + b" " for word in words), *move_words()]


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
    marks = [
        b"\x1b",
        b"\x1b[",
        b"\x1b[200~",
        b"\x1b[201~",
        b"\x1b[48;24;80;1;1t",
        b"\x1b[?2048;1$y",
    ]
    return [
        *marks,
        b";",
        b":",
        b"u",
        b"~",
        b"M",
        b"m",
        b"R",
        b"t",
        b"\x1b[I",
        b"\x1b[O",
        b"1114112",
    ]


TARGETS = (
    Target("FEN", call_fen, fen_samples, fen_words),
    Target("moves", call_move, move_samples, move_words),
    Target("game files", call_game, game_samples, game_words, 0.1),
    Target("variant files", call_variant, variant_samples, variant_words, 0.01),
    Target("settings", call_settings, settings_samples, settings_words),
    Target("CECP", call_cecp, cecp_samples, cecp_words),
    Target("UCI info", call_info, info_samples, info_words),
    Target("engine output", call_engine_output, engine_output_samples, engine_output_words, 0.1),
    Target("key bytes", call_keyboard, keyboard_samples, keyboard_words),
)
