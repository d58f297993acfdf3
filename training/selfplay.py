"""Games of the engine against itself: each a function of the settings and its number.

They end when scores have decided them, long before the rules do.
"""

from __future__ import annotations

import random
import struct
import threading
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.core.engine.evaluation import average_piece
from makachess.core.spec import Variant
from makachess.play.tasks import unpack_model
from makachess.training.openings import random_openings
from makachess.variants.models import ModelFile

CLEAR = 4  # average pieces ahead ...
CLEAR_PLIES = 8  # ... for that many plies on end is a game won
LEVEL_AFTER, LEVEL_PLIES, LEVEL = 120, 40, 15  # and that many plies as level as that, a draw
LONGEST = {64: 200, 100: 220, 169: 260, 361: 320}  # plies, by the number of squares


@dataclass(slots=True)
class Lead:
    """Watches whether one side is clearly ahead for several plies on end."""

    clear: int  # centipawns
    plies: int
    ahead: int = 0  # plies on end, negative for Black

    def winner(self, score: int) -> str:
        """The colour that has as good as won, if one has; `score` is White's, in centipawns."""
        sign = (score > self.clear) - (score < -self.clear)
        self.ahead = self.ahead + sign if self.ahead * sign > 0 else sign
        if abs(self.ahead) < self.plies:
            return ""
        return "white" if self.ahead > 0 else "black"


@dataclass(slots=True)
class Adjudicator:
    """Watches the scores of one game of the engine against itself."""

    lead: Lead
    longest: int  # plies
    level: int = 0

    @classmethod
    def of(cls, variant: Variant) -> Adjudicator:
        """One for a variant."""
        lead = Lead(CLEAR * average_piece(variant), CLEAR_PLIES)
        return cls(lead, LONGEST.get(variant.files * variant.ranks, 400))

    def points(self, ply: int, score: int) -> float | None:
        """White's points if the game can be ended; `score` is White's, in centipawns."""
        self.level = self.level + 1 if abs(score) <= LEVEL and ply > LEVEL_AFTER else 0
        if winner := self.lead.winner(score):
            return 1.0 if winner == "white" else 0.0
        return 0.5 if self.level >= LEVEL_PLIES or ply >= self.longest else None


# --- a game as bytes ------------------------------------------------------------------------------
#
# A game of the engine against itself as bytes: what travels, and what is kept in files.
#
# A game is its moves, as the kernel packs them, and the score that each move was chosen with; so
# every position can be set up again, and takes some five bytes.

HELD_OUT = 10  # every so manieth game is left out of the fit, to judge it by
DECIDED = 30_000  # a score of this size or more is a mate
_RECORD = struct.Struct("<IHBBII")  # number, plies, opening, twice White's points, bytes, CRC-32
_MOST_BYTES = 1 << 20  # of a game


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from the array: packed moves, the first `opening` of them random ones.

    `scores` are White's, one for each move after the opening.
    """

    number: int
    points: float  # White's
    opening: int
    moves: tuple[int, ...]
    scores: tuple[int, ...]


def pack_game(game: PlayedGame) -> bytes:
    """The record of a game."""
    body = zlib.compress(array("q", game.moves).tobytes() + array("h", game.scores).tobytes(), 9)
    head = (game.number, len(game.moves), game.opening, round(2 * game.points), len(body))
    return _RECORD.pack(*head, zlib.crc32(struct.pack("<IHBBI", *head) + body)) + body


def read_record(file: BinaryIO) -> PlayedGame | None:
    """The next game of a file; None at its end, or where a record was cut short or changed."""
    head = file.read(_RECORD.size)
    if len(head) < _RECORD.size:
        return None
    *values, size, checksum = _RECORD.unpack(head)
    body = file.read(size) if size <= _MOST_BYTES else b""
    if zlib.crc32(struct.pack("<IHBBI", *values, size) + body) != checksum:
        return None
    number, plies, opening, twice = values
    data = zlib.decompress(body)
    moves, scores = array("q", data[: 8 * plies]), array("h", data[8 * plies :])
    return PlayedGame(number, twice / 2, opening, tuple(moves), tuple(scores))


def is_torn(rest: bytes) -> bool:
    """Whether what is no record was being written when the program or the machine died.

    Its end is missing then, or, after a loss of power, there are zeros in its place.
    """
    if len(rest) < _RECORD.size or not rest.strip(b"\0"):
        return True
    plies: int
    size: int
    _, plies, _, _, size, _ = _RECORD.unpack_from(rest)
    is_possible = size <= 11 * plies + 64  # ten bytes a ply, and what zlib may add
    return is_possible and _RECORD.size + size >= len(rest)


# --- the games ------------------------------------------------------------------------------------

OPENINGS = (4, 6, 8, 10, 12)  # random plies a game begins with
FAIR = 2.5  # average pieces; an opening that leaves a side further ahead is not played on
ATTEMPTS = 20  # to find a fair one
POINTS = {"white": 1.0, "draw": 0.5, "black": 0.0}
_own = threading.local()  # engines for each thread that plays, since workers may have several


@dataclass(frozen=True, slots=True)
class Series:
    """Games to be played: each follows from this and its number."""

    variant: Variant
    model: ModelFile | None  # None: the engine without a model
    seed: int
    nodes: int  # a move

    @property
    def checksum(self) -> str:
        """That of the model, or `none`."""
        return self.model.header["checksum"] if self.model else "none"


def play_packed(series: Series, number: int) -> bytes:
    """The record of a game of a series, the same wherever it is played."""
    return pack_game(play_numbered(series, number))


def play_numbered(series: Series, number: int) -> PlayedGame:
    """Play a game of a series; raises ModelError if the model is not one of the variant."""
    (engine,) = engines_of(series, 1)
    games = (
        play_out(series, number, opening, (engine, engine), fair=fair)
        for opening, fair in openings_of(series, number)
    )
    return next(game for game in games if game is not None)


def openings_of(series: Series, number: int) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Openings to be tried for a game, and whether each has to be fair; the last one need not."""
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{series.seed}/{number}/{attempt}")
        opening = random_openings(series.variant, dice.choice(OPENINGS), dice.randrange(1 << 30))
        yield opening(number).moves, attempt < ATTEMPTS - 1


def engines_of(series: Series, count: int) -> tuple[Engine, ...]:
    """Engines of this thread, made anew for another model."""
    key = series.checksum, series.variant, count
    if getattr(_own, "key", None) != key:
        model = unpack_model(series.model, series.variant)
        _own.engines = tuple(Engine(series.variant, hash_mb=2, model=model) for _ in range(count))
        _own.key = key
    engines: tuple[Engine, ...] = _own.engines
    return engines


def play_out(
    series: Series,
    number: int,
    opening: tuple[str, ...],
    engines: tuple[Engine, Engine],
    *,
    fair: bool,
) -> PlayedGame | None:
    """The game after an opening, White's engine first; None if that must be fair and is not."""
    position = Position(series.variant)
    scores: list[int] = []
    for text in opening:
        position.push(position.parse(text))
    for engine in engines:
        engine.new_game()
    adjudicator = Adjudicator.of(series.variant)
    most = FAIR * average_piece(series.variant)
    while (outcome := position.outcome()) is None:
        engine = engines[position.turn == "black"]
        found = engine.search(position, Limits(nodes=series.nodes))
        value = found.info.score.value if found.info else 0
        score = value if position.turn == "white" else -value
        if fair and not scores and abs(score) > most:
            return None
        points = adjudicator.points(position.ply, score)
        if points is not None:
            break
        assert found.move is not None  # since the game has not ended
        position.push(found.move)
        scores.append(max(-DECIDED, min(DECIDED, score)))
    if outcome is not None:
        points = POINTS[outcome.winner]
    assert points is not None
    moves = tuple(position.packed_moves)
    return PlayedGame(number, points, len(opening), moves, tuple(scores))
