"""Explanations: what can be won by capturing, and the reasons for a move in words.

A captor may end as another type, as everywhere here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from makachess.core.engine.evaluation import average_piece, piece_values
from makachess.core.engine.report import Score
from makachess.core.errors import InvalidFenError
from makachess.core.move import Move, MoveKind
from makachess.core.notation.coordinates import kind_at, mover
from makachess.core.pieces import array_pieces
from makachess.core.position import Position
from makachess.core.promotion import EN_PASSANT, combine, matrix, with_article
from makachess.core.spec import Rule, Variant, opponent
from makachess.core.squares import Square

CROWN = 100_000  # of a royal whose loss ends the game
EXCHANGES = 8  # captures considered on one square


def notable(variant: Variant) -> int:
    """The least gain, in centipawns, worth mentioning."""
    return average_piece(variant) // 4


class Exchanges:
    """Captures of one position, as it is at each call, by the centipawns that each type counts."""

    def __init__(self, position: Position, values: Mapping[str, int]) -> None:
        self._position = position
        self._values = values

    def value_of(self, kind: str, color: str) -> int:
        """Centipawns of a piece of a colour; of a royal CROWN if its loss ends the game."""
        if kind in self._position.variant.royals and self._position.royal_count(color) == 1:
            return CROWN
        return self._values.get(kind, 0)

    def prey_of(self, move: Move) -> int:
        """Centipawns of a legal move's victims."""
        other = opponent(self._position.turn)
        return sum(self.value_of(kind_at(self._position, at), other) for at in move.victims)

    def gain_of(self, move: Move) -> int:
        """What a legal move wins at once, the change of its mover included."""
        if not move.promotion:
            return self.prey_of(move)
        turn, kind = self._position.turn, mover(self._position, move)
        change = self.value_of(move.promotion, turn) - self.value_of(kind, turn)
        return self.prey_of(move) + change

    def retake_gain(self, square: Square, deep: int = EXCHANGES) -> int:
        """What the side to move wins at best by capturing on a square, the cheapest piece first."""
        position = self._position
        captures = [
            move
            for move in position.legal_moves()
            if move.destination == square and square in move.victims
        ]
        if not captures or not deep:
            return 0
        best = min(captures, key=lambda move: (self._value_at(move.origin), -self.gain_of(move)))
        gain = self.gain_of(best)
        position.push(best)
        gain -= self.retake_gain(square, deep - 1)
        position.pop()
        return max(gain, 0)

    def _value_at(self, square: Square) -> int:
        return self.value_of(kind_at(self._position, square), self._position.turn)

    def hanging(self, color: str) -> dict[Square, int]:
        """The pieces of a colour that the other side could win if it moved, and how much by each.

        Two plies are counted: the capture, and the loss of the captor if it can be retaken.
        """
        position = self._position
        least = notable(position.variant)
        found: dict[Square, int] = {}
        for origin, square in position.threats(opponent(color)):
            gain, stake = self._raid(origin, square, color)
            so_far = max(least, found.get(square, 0))
            if gain >= so_far and position.protectors(origin, square):  # last: it takes longest
                gain -= stake
            if gain >= so_far:
                found[square] = gain
        return found

    def _raid(self, origin: Square, square: Square, color: str) -> tuple[int, int]:
        """What a capture wins if it is not answered, and what the captor is worth after it."""
        captor, victim = kind_at(self._position, origin), kind_at(self._position, square)
        own = opponent(color)
        change = matrix(self._position.variant)[captor, victim]
        options = {
            Rule.STAY: (captor,),
            Rule.MAY: (captor, change.target),
        }.get(change.rule, (change.target,))
        after = max(self.value_of(kind, own) for kind in options)
        gain = self.value_of(victim, color) + after - self.value_of(captor, own)
        return gain, after


def passed(position: Position) -> Position | None:
    """The position with the other side to move, None if that is impossible."""
    fields = position.fen().split()
    fields[1] = opponent(position.turn)[0]
    fields[3] = "-"
    try:
        return Position(position.variant, " ".join(fields))
    except InvalidFenError:  # a King would be left in check
        return None


def has_mate_in_one(position: Position) -> bool:
    """Whether the side to move can mate at once."""
    for move in position.legal_moves():
        position.push(move)
        mates = position.is_won or (position.is_check() and not position.has_legal_move())
        position.pop()
        if mates:
            return True
    return False


# --- reasons --------------------------------------------------------------------------------------
#
# Why a move is good, in one line of text: for a person who asks for a hint.
#
# The search knows that a move is good but not why, so reasons are looked for, the weightiest first,
# in the position, the principal variation and its score.

FORESEEN = 2  # further moves of the line that are shown
PLANNED = 6  # plies within which a plan must pay off
MOST = 2  # merits that are named


def give_reason(
    position: Position,
    line: Sequence[Move],
    score: Score,
    room: int = 70,
    values: Mapping[str, int] | None = None,
) -> str:
    """Why the first move of a line is good, the score being that of the side to move.

    `values` are the centipawns of each type, the variant's own unless given. Lesser reasons are
    left out if they do not fit the width. The position is left as it was.

    >>> from makachess.variants import load
    >>> position = Position(load("veteran"), "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1")
    >>> give_reason(position, [position.parse("Nxd5=M")], Score(600))
    'wins the Pawn; the Knight becomes a Mounted Veteran'
    """
    merits = _Merits(position, line, values or piece_values(position.variant))
    if reason := _decision(position, line[0], score, merits):
        return reason
    named = [*islice(merits.generate(), MOST)] or [_quiet(position, line[0])]
    text = named[0]
    for clause in (*named[1:], *_expectation(position, line)):
        if len(text) + len(clause) + 2 <= room:
            text += f"; {clause}"
    return text


# --- what decides -------------------------------------------------------------------------------


def _decision(position: Position, move: Move, score: Score, merits: _Merits) -> str:
    """The end of the game, at once or by force; or that there is no choice."""
    position.push(move)
    outcome = position.outcome()
    position.pop()
    if outcome is not None:
        if outcome.winner == opponent(position.turn):
            return "loses, as everything does"
        verb = "draws" if outcome.winner == "draw" else "wins"
        return _END.get(outcome.reason, f"{verb}: {outcome.reason}")
    if len(position.legal_moves()) == 1:
        return "the only legal move"
    if score.mate is None:
        return ""
    goal = "mate" if position.variant.ending.checkmate else "the capture of the last royal"
    moves = f"in {abs(score.mate)} move{'s' * (abs(score.mate) > 1)}"
    if score.mate > 0:
        return "; ".join((f"forces {goal} {moves}", *merits.of_capture()))
    return f"holds out longest: {goal} {moves}"


_END = {
    "checkmate": "mates",
    "last royal captured": "takes the last royal",
    "bare royal": "leaves only a bare royal",
    "no legal move": "leaves the other side without a move",
    "stalemate": "draws by stalemate",
    "dead position": "draws: neither side can still win",
    "repetition": "draws by repetition",
    "move limit": "draws by the move limit",
}


# --- what speaks for a move ---------------------------------------------------------------------


class _Merits:
    """What the first move of a line achieves, counted in the centipawns of each type."""

    def __init__(self, position: Position, line: Sequence[Move], values: Mapping[str, int]) -> None:
        self._position = position
        self._line = line
        self._move = line[0]
        self._mover = mover(position, line[0])
        self._counted = Exchanges(position, values)

    def generate(self) -> Iterator[str]:
        """All of it, the weightiest first."""
        yield from self.of_capture()
        yield from self._of_promotion()
        if not self._move.is_capture:
            yield from self._of_plan()
        yield from self._of_defence()
        yield from self._of_threat()
        if self._move.kind is MoveKind.CASTLING:
            yield "brings the King to safety"

    def of_capture(self) -> Iterator[str]:
        """What is won, traded or sacrificed on the square, and what the captor becomes."""
        position, move, counted = self._position, self._move, self._counted
        if not move.is_capture:
            return
        victims = _list([_name(position, kind_at(position, s)) for s in move.victims])
        gain, prey = counted.gain_of(move), counted.prey_of(move)
        captor = _name(position, self._mover)
        own = counted.value_of(self._mover, position.turn)
        position.push(move)
        loss = counted.retake_gain(move.destination)
        position.pop()
        least = notable(position.variant)
        if not loss:
            yield f"wins {victims}" if gain > 0 else f"takes {victims}"
        elif gain - loss >= least:
            yield f"wins {victims} for the {captor}"
        elif gain - loss > -least or own <= prey:
            yield f"trades the {captor} for {victims}"
        else:
            yield f"gives the {captor} for {victims}"
        if move.promotion:
            yield self._change()

    def _change(self) -> str:
        """What the captor becomes, or has to become."""
        position, move = self._position, self._move
        taken = [EN_PASSANT] if move.kind is MoveKind.EN_PASSANT else []
        taken = taken or [kind_at(position, square) for square in move.victims]
        cells = matrix(position.variant)
        change = combine(self._mover, [cells[self._mover, kind] for kind in taken])
        loses = self._counted.gain_of(move) < self._counted.prey_of(move)
        verb = "must become" if loses and change.rule >= Rule.MUST else "becomes"
        name = _name(position, self._mover)
        return f"the {name} {verb} {with_article(_name(position, move.promotion))}"

    def _of_promotion(self) -> Iterator[str]:
        """Pieces that promote without capturing."""
        position, move = self._position, self._move
        for square, kind in move.prefix:
            pawn = _name(position, kind_at(position, square))
            yield f"the {pawn} becomes {with_article(_name(position, kind))}"
        if move.promotion and not move.is_capture:
            yield self._change()

    def _of_plan(self) -> Iterator[str]:
        """The best piece won soon in the line, if the gain survives the reply."""
        position, counted = self._position, self._counted
        line = self._line[: min(PLANNED, len(self._line) // 2 * 2)]
        turn, won, balance = position.turn, "", 0
        most = 0
        for at, move in enumerate(line):
            gain = counted.gain_of(move)
            balance += gain if at % 2 == 0 else -gain
            if at % 2 == 0 and gain > most:
                kinds = [kind_at(position, s) for s in move.victims] or [move.promotion]
                most, won = gain, max(kinds, key=lambda kind: counted.value_of(kind, turn))
            position.push(move)
        for _ in line:
            position.pop()
        least = notable(position.variant)
        if won and balance >= least:
            clear = balance > most - least  # at any price
            yield f"will win {with_article(_name(position, won)) if clear else 'material'}"

    def _of_defence(self) -> Iterator[str]:
        """A check parried, a mate prevented, or hanging pieces saved."""
        position, move = self._position, self._move
        turn = position.turn
        if position.is_check():
            yield "parries the check"
            return
        before = self._counted.hanging(turn)
        position.push(move)
        after = self._counted.hanging(turn)
        gone = move.destination
        position.pop()
        if _would_mate(passed(position)):
            yield "stops mate"
            return
        if move.is_capture:
            return
        if move.origin in before and gone not in after:
            yield f"saves the {_name(position, self._mover)}"
            return
        saved = [s for s in before if s not in after and s != move.origin]
        if saved:
            yield f"protects {self._dearest(saved, turn)}"

    def _of_threat(self) -> Iterator[str]:
        """A check, a mate threatened, or pieces left hanging by the move."""
        position = self._position
        other = opponent(position.turn)
        before = self._counted.hanging(other)
        position.push(self._move)
        check = position.is_check()
        after = self._counted.hanging(other)
        new = [s for s in after if s not in before and (after[s] < CROWN // 2 or not check)]
        target = self._dearest(new, other) if new else ""
        mating = _would_mate(passed(position))
        position.pop()
        if check:
            yield f"gives check and attacks {target}" if target else "gives check"
        elif mating:
            yield "threatens mate"
        elif target:
            yield f"attacks {target}"

    def _dearest(self, squares: Sequence[Square], color: str) -> str:
        """The two most valuable of some pieces, with articles."""
        kinds = [kind_at(self._position, square) for square in squares]
        kinds.sort(key=lambda kind: -self._counted.value_of(kind, color))
        return _list([_name(self._position, kind) for kind in kinds[:2]])


def _would_mate(position: Position | None) -> bool:
    """Whether there is a mate for the side to move, where mate decides."""
    if position is None or not position.variant.ending.checkmate:
        return False
    return has_mate_in_one(position)


# --- what goes without saying -------------------------------------------------------------------


def _quiet(position: Position, move: Move) -> str:
    """How to describe a move without an aim of its own."""
    if move.kind is MoveKind.PASS:
        return "nothing needs improving"
    if move.kind is MoveKind.COMPOUND:
        return "opens the game"
    kind, array = mover(position, move), array_pieces(position.variant)
    pieces = Counter(each for each, _ in array.values())
    rank_and_file = pieces[kind] == max(pieces.values())
    home = array.get(move.origin) == (kind, position.turn)
    if home and not rank_and_file and kind not in position.variant.royals:
        return f"develops the {_name(position, kind)}"
    return "a quiet move"


def _expectation(position: Position, line: Sequence[Move]) -> list[str]:
    """How the game is expected to go on."""
    sans: list[str] = []
    for made, move in enumerate(line[: 1 + FORESEEN]):
        if made:
            sans.append(position.san(move))
        position.push(move)
    for _ in line[: 1 + FORESEEN]:
        position.pop()
    return [f"expects {' '.join(sans)}"] if sans else []


# --- words --------------------------------------------------------------------------------------


def _name(position: Position, kind: str) -> str:
    return position.variant.pieces[kind].name


def _list(names: Sequence[str]) -> str:
    return " and ".join(f"the {name}" for name in names)
