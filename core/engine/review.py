"""Review of a game: what each move cost, from the last one back to the first.

Loss is measured in expected points, 1 for a win and 1/2 for a draw, not in centipawns: a Pawn
matters in a level game and hardly at all when a Rook ahead. The searches go from the end to the
start, so that the transposition table already knows the positions that followed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from makachess.core.engine.claims import Claim, find_claims, give_reason
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.report import Limits, Score
from makachess.core.engine.run import Engine
from makachess.core.engine.stopping import StopToken
from makachess.core.move import Move
from makachess.core.outcome import Outcome
from makachess.core.position import Position
from makachess.core.spec import COLORS, Variant

NODES = 100_000  # for each position: about a tenth of a second, 10 plies deep in chess
ROOM = 77  # columns of the sentence about a mistake: with its mark a row of the usual terminal
LINE = 6  # plies kept of a line: as far as a person follows one without a board

# Expected points that a move must cost to be called so. In a level game of chess these are half a
# Pawn, a Pawn and two; they are also the steps by which chess sites sort moves.
INACCURACY = 0.05
MISTAKE = 0.10
BLUNDER = 0.20
NEAR_WIN = 5  # moves: a forced win this short should have been seen


class Verdict(IntEnum):
    """What a move is called; the greater, the worse."""

    BEST = 0
    GOOD = 1
    INACCURACY = 2
    MISTAKE = 3
    BLUNDER = 4

    @property
    def is_mistake(self) -> bool:
        """Whether there was a clearly better move."""
        return self >= Verdict.INACCURACY


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that follow each other, and how they are written."""

    moves: tuple[Move, ...] = ()
    sans: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a review says about one move; scores are White's, the loss is the mover's.

    `best` is the line that should have been played, `reply` the one that the move allows; the note
    on a mistake says what it allows, what was better and why, `allows` the first of that alone.
    After a move that has ended the game the score is a win in one move, or level.
    """

    ply: int  # 1 = the game's first move
    color: str
    move: Move
    verdict: Verdict
    loss: float
    before: Score
    after: Score
    best: Variation
    reply: Variation
    note: str = ""
    allows: str = ""


@dataclass(frozen=True, slots=True)
class _View:
    """What a search says about a position, for the side to move."""

    score: Score
    line: Variation = Variation()


class Review:
    """The review of one game; each position gets the same number of nodes, so results repeat."""

    def __init__(
        self,
        engine: Engine,
        moves: Sequence[Move],
        start_fen: str | None = None,
        nodes: int = NODES,
        stop: StopToken | None = None,
    ) -> None:
        self._engine = engine
        self._moves = moves
        self._fen = start_fen
        self._limits = Limits(nodes=nodes)
        self._stop = stop or StopToken()

    def generate_judgements(self) -> Iterator[Judgement]:
        """A judgement of each move as soon as it is made, the last move first; a stop ends it.

        Raises MakachessError if the moves are not those of a game of the engine's variant.
        """
        self._engine.new_game()
        position = Position(self._engine.variant, self._fen)
        for move in self._moves:
            if self._stop.is_set:
                return
            position.push(move)
        after = self._view(position, position.outcome())
        while position.ply and not self._stop.is_set:
            move = position.pop()
            before = self._view_before(position, move, after)
            judgement = self._judge(position, move, before, after)
            if not self._stop.is_set:  # else a search has been cut short
                yield judgement
            after = before

    def _view(self, position: Position, outcome: Outcome | None = None) -> _View:
        """Search a position, unless the game has ended there."""
        if outcome is not None:
            return _View(_score_of(outcome, position.turn))
        best = self._engine.search(position, self._limits, stop=self._stop)
        if best.info is None:  # stopped
            return _View(Score(0))
        return _View(best.info.score, _write_line(position, best.info.pv))

    def _view_before(self, position: Position, move: Move, after: _View) -> _View:
        """The value of a position before a move; if the move is forced, its value after it."""
        if move.is_null or len(position.legal_moves()) > 1:
            return self._view(position)
        return _View(_a_move_earlier(after.score), _write_line(position, (move, *after.line.moves)))

    def _judge(self, position: Position, move: Move, before: _View, after: _View) -> Judgement:
        loss, verdict = 0.0, Verdict.GOOD if move.is_null else Verdict.BEST
        if not move.is_null and before.line.moves[:1] != (move,):
            loss, verdict = self._measure(position, before, after)
        turn = position.turn
        was = _for_white(before.score, turn)
        now = _for_white(after.score, COLORS[1 - COLORS.index(turn)])
        note = allows = ""
        if verdict.is_mistake and not self._stop.is_set:
            cost, values = f"{verdict.name.capitalize()} ({was} to {now})", self._engine.values
            position.push(move)
            threat = _weightiest(position, after, values)
            position.pop()
            allows = _write_threat(position.variant, after, threat)
            note = _write_note(position, cost, before, after, threat, values)
        ply, lines = position.ply + 1, (before.line, after.line)
        return Judgement(ply, turn, move, verdict, loss, was, now, *lines, note, allows)

    def _measure(self, position: Position, before: _View, after: _View) -> tuple[float, Verdict]:
        """Loss and verdict of a move that is not the best one.

        The search before a move sees a ply less than the one after it. So an apparent mistake is
        checked again: the positions after the best move and after the one played are searched
        alike, and the smaller loss counts.
        """
        missed = _missed_win(before, after)
        loss = self._points(before) + self._points(after) - 1
        if loss >= INACCURACY and before.line.moves and before.score.mate is None:
            loss = min(loss, self._loss_against(position, before.line.moves[0], after))
        loss = max(loss, 0.0)
        verdict = _verdict(loss)
        return loss, max(verdict, Verdict.INACCURACY) if missed else verdict

    def _loss_against(self, position: Position, best: Move, after: _View) -> float:
        position.push(best)
        better = self._view(position, position.outcome())
        position.pop()
        return self._points(after) - self._points(better)

    def _points(self, view: _View) -> float:
        return expected_share(self._engine.variant, view.score)


def _score_of(outcome: Outcome, turn: str) -> Score:
    """The score of a game that is over, for the side to move; a repetition may have won it."""
    if outcome.winner == "draw":
        return Score(0)
    return Score(None, 1 if outcome.winner == turn else 0)


def _verdict(loss: float) -> Verdict:
    """The verdict on a move by the points it costs, if it is not the best one."""
    steps = (INACCURACY, MISTAKE, BLUNDER)
    return Verdict(Verdict.GOOD + sum(loss >= step for step in steps))


def _missed_win(before: _View, after: _View) -> bool:
    """Whether a short forced win was missed, however well the mover still stands."""
    win, now = before.score.mate, after.score.mate
    return win is not None and 0 < win <= NEAR_WIN and (now is None or now > 0)


def _a_move_earlier(score: Score) -> Score:
    """The score before a forced move, for its mover."""
    if score.mate is None:
        return Score(-(score.centipawns or 0))
    return Score(None, 1 - score.mate if score.mate <= 0 else -score.mate)


def _for_white(score: Score, turn: str) -> Score:
    """A score from White's side; a lost game counts as a loss in one move."""
    return as_white(Score(None, -1) if score.mate == 0 else score, turn)


def _write_line(position: Position, moves: Sequence[Move]) -> Variation:
    """The first moves of a line with their SAN; the position is left as it was."""
    sans = []
    kept = tuple(moves[:LINE])
    for move in kept:
        sans.append(position.san(move))
        position.push(move)
    for _ in kept:
        position.pop()
    return Variation(kept, tuple(sans))


def _write_threat(variant: Variant, after: _View, threat: Claim | None) -> str:
    """What the reply to a mistake does, empty if there is none; `threat` is a claim about it."""
    if not after.line.sans:
        return ""
    reply = after.line.sans[0]
    return f"now {reply} {threat.words(variant)}" if threat else f"it allows {reply}"


def _write_note(
    position: Position,
    cost: str,
    before: _View,
    after: _View,
    threat: Claim | None,
    values: Mapping[str, int],
) -> str:
    """What a mistake cost, what it allows and what was better, and why, as far as there is room."""
    line = before.line
    better = f". {line.sans[0]} was better"
    allowed = f": it allows {after.line.sans[0]}" if after.line.sans else ""
    room = ROOM - len(f"{cost}{allowed}{better}: it .")
    reason = give_reason(position, line.moves, before.score, room, values)
    subject = "it " if is_predicate(reason) else ""
    why = f": {subject}{reason}." if reason else "."
    threatens = _write_threat(position.variant, after, threat)
    does = f": {threatens}" if threatens else ""
    shorter = [(allowed, why), ("", why), (does, "."), (allowed, ".")]
    merit = _weightiest(position, before, values)
    if threat and merit and threat.rank < merit.rank:
        shorter[:3] = [(does, "."), (allowed, why), ("", why)]
    notes = [f"{cost}{one}{better}{other}" for one, other in ((does, why), *shorter)]
    return next((note for note in notes if len(note) <= ROOM), notes[-1])


def is_predicate(reason: str) -> bool:
    """Whether "it", a move, can stand before a reason."""
    return not reason.startswith(("the ", "expects "))


def _weightiest(position: Position, view: _View, values: Mapping[str, int]) -> Claim | None:
    """What is first to be said of the best move, if that is a predicate."""
    if not view.line.moves:
        return None
    claim = next(find_claims(position, view.line.moves, view.score, values), None)
    return claim if claim and is_predicate(claim.words(position.variant)) else None


def expected_share(variant: Variant, score: Score) -> float:
    """From 0 (the side to move loses) to 1 (it wins): logistic in pieces of average worth ahead.

    An average piece ahead promises 73 %, two pieces 88 %, in any game.

    >>> from makachess.variants import load
    >>> expected_share(load("chess"), Score(0)), expected_share(load("chess"), Score(None, -3))
    (0.5, 0.0)
    """
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    return (1 + math.tanh(score.value / average_piece(variant) / 2)) / 2


def as_white(score: Score, turn: str) -> Score:
    """The evaluation of a side to move as White's."""
    if turn == "white":
        return score
    if score.mate is not None:
        return Score(None, -score.mate)
    return Score(-score.value)
