"""Files of games, variants and settings as targets of the fuzzer."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path

from makachess.core import Position
from makachess.play.settings import SettingsError, change_settings, load_settings
from makachess.saves import (
    GameIndex,
    Node,
    format_game,
    generate_headers,
    generate_readings,
    seconds_thought,
    times_left,
)
from makachess.saves.index import load_head
from makachess.saves.remarks import node_score, spoken
from makachess.saves.signs import IDLE, SIGNS
from makachess.saves.text import read_lines
from makachess.tui.keymap import read_keymap
from makachess.variants.loading import build_variant, find_faults, read_document
from makachess.variants.sources import Source, base_source, builtin_source

from fuzz.positions import NAMES, QUOTED, positions


def call_game(data: bytes) -> str:
    """A file of games; what could be read is written and read back."""
    answer = ""
    check_readers_agree(data)
    for reading in generate_readings(read_lines((data,)), "fuzz.pgn"):
        faults = [QUOTED.sub("", str(problem)) for problem in reading.problems]
        answer += f"{len(faults)} {faults[:1]}"
        if reading.game is not None:
            answer += " ".join(map(_shown, reading.game.root.descendants()))[:80]
            answer += f"{seconds_thought(reading.game) > 0} {len(times_left(reading.game))}"
            text = format_game(reading.game)
            (again,) = generate_readings(text.splitlines(keepends=True))
            assert again.game is not None, text
            assert again.game.sans == reading.game.sans, text
    return answer[:200]


def check_readers_agree(data: bytes) -> None:
    """Whoever reads the bytes, and wherever he begins, finds the same games."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        path = Path(file.name)
        found = list(generate_headers(path))
        index = GameIndex(path)
        assert [index.header(number) for number in range(1, len(index) + 1)] == found, data
        tags, has_more = load_head(path)
        if len(data) < 8192:
            assert tags == (found[0].tags_and_result if found else {}), data
            assert has_more == (len(found) > 1), data
        else:  # the first moves are not read to their end
            assert tags.items() >= (found[0].tags if found else {}).items(), data
        with path.open("rb") as lines:
            assert list(generate_headers(lines)) == found, data


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
    odds = b"1. e4 -- 2. d4 (2. Nf3 Z0 3. Nc3 @@@@) 2... 0000 3. Nc3 {so} -- *\n"
    found = [annotated, annotated * 2, odds, b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"]
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
    signs += [sign.encode() for sign in (*SIGNS, *IDLE, "(0:12)", "&nbsp;", "<b>", "=N", "(N)")]
    more = b"12. |[%clk |[%eval #|\n\n|e4|Nf3|O-O|--|Z0|@@@@|0000".split(b"|")
    return [*tags, *signs, *more]


def call_variant(data: bytes) -> str:
    """A variant file; one without faults is played."""
    source = Source("fuzz", data.decode("utf-8", "replace"), "fuzz.toml")
    faults = find_faults(read_document(source, base_source))
    if faults:
        return QUOTED.sub("", "; ".join(fault.message for fault in faults))[:200]
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
    messages = [QUOTED.sub("", fault.message) for fault in (*file.faults, *faults)]
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
    marks = [b"[[", b"]]", b"1979-05-27", b"'''", b'"""', b"\n"]
    return [*b"".join(settings_samples()).split(), *marks]
