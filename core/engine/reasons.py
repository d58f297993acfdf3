"""Why a move is good, in one line of text: for a person who asks for a hint.

The search knows that a move is good but not why, so reasons are looked for, the weightiest first,
in the position, the principal variation and its score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from makachess.core.engine.report import Score
from makachess.core.engine.threats import (
    CROWN,
    gain_of,
    hanging,
    has_mate_in_one,
    kind_at,
    notable,
    passed,
    retake_gain,
    value_of,
)
from makachess.core.men import array_men
from makachess.core.move import Move, MoveKind
from makachess.core.position import Position
from makachess.core.promotion import EN_PASSANT, combine, matrix
from makachess.core.spec import Rule, opponent
from makachess.core.squares import Square

FORESEEN = 2  # further moves of the line that are shown
PLANNED = 6  # plies within which a plan must pay off
MOST = 2  # merits that are named


def give_reason(position: Position, line: Sequence[Move], score: Score, room: int = 70) -> str:
    """Why the first move of a line is good, the score being that of the side to move.

    Lesser reasons are left out if they do not fit the width. The position is left as it was.

    >>> from makachess.variants import load
    >>> position = Position(load("veteran"), "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1")
    >>> give_reason(position, [position.parse("Nxd5=M")], Score(600))
    'wins the Pawn; the Knight becomes a Mounted Veteran'
    """
    move = line[0]
    if reason := _decision(position, move, score):
        return reason
    merits = [*islice(_merits(position, line), MOST)] or [_quiet(position, move)]
    text = merits[0]
    for clause in (*merits[1:], *_expectation(position, line)):
        if len(text) + len(clause) + 2 <= room:
            text += f"; {clause}"
    return text


# --- what decides -------------------------------------------------------------------------------


def _decision(position: Position, move: Move, score: Score) -> str:
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
        return "; ".join((f"forces {goal} {moves}", *_capture(position, move)))
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


def _merits(position: Position, line: Sequence[Move]) -> Iterator[str]:
    """Everything that a move achieves, the weightiest first."""
    move = line[0]
    yield from _capture(position, move)
    yield from _promotion(position, move)
    if not move.is_capture:
        yield from _plan(position, line)
    yield from _defence(position, move)
    yield from _threat(position, move)
    if move.kind is MoveKind.CASTLING:
        yield "brings the King to safety"


def _capture(position: Position, move: Move) -> Iterator[str]:
    """What is won, traded or sacrificed on the square, and what the captor becomes."""
    if not move.is_capture:
        return
    victims = _list([_name(position, kind_at(position, s)) for s in move.victims])
    gain = gain_of(position, move)
    mover = _name(position, _mover(position, move))
    own = value_of(position, _mover(position, move), position.turn)
    position.push(move)
    loss = retake_gain(position, move.destination)
    position.pop()
    least = notable(position.variant)
    if not loss:
        yield f"wins {victims}" if gain > 0 else f"takes {victims}"
    elif gain - loss >= least:
        yield f"wins {victims} for the {mover}"
    elif gain - loss > -least or own <= _prey(position, move):
        yield f"trades the {mover} for {victims}"
    else:
        yield f"gives the {mover} for {victims}"
    if move.promotion:
        yield _change(position, move)


def _change(position: Position, move: Move) -> str:
    """What the captor becomes, or has to become."""
    mover = _mover(position, move)
    taken = [EN_PASSANT] if move.kind is MoveKind.EN_PASSANT else []
    taken = taken or [kind_at(position, square) for square in move.victims]
    cells = matrix(position.variant)
    change = combine(mover, [cells[mover, kind] for kind in taken])
    loses = change.rule >= Rule.MUST and gain_of(position, move) < _prey(position, move)
    verb = "must become" if loses else "becomes"
    return f"the {_name(position, mover)} {verb} {_a(_name(position, move.promotion))}"


def _prey(position: Position, move: Move) -> int:
    """Centipawns of a move's victims."""
    other = opponent(position.turn)
    return sum(value_of(position, kind_at(position, square), other) for square in move.victims)


def _promotion(position: Position, move: Move) -> Iterator[str]:
    """Men that promote without capturing."""
    for square, kind in move.prefix:
        pawn = _name(position, kind_at(position, square))
        yield f"the {pawn} becomes {_a(_name(position, kind))}"
    if move.promotion and not move.is_capture:
        yield _change(position, move)


def _plan(position: Position, line: Sequence[Move]) -> Iterator[str]:
    """The best man won soon in the line, if the gain survives the reply."""
    line = line[: min(PLANNED, len(line) // 2 * 2)]
    turn, won, balance = position.turn, "", 0
    most = 0
    for at, move in enumerate(line):
        gain = gain_of(position, move)
        balance += gain if at % 2 == 0 else -gain
        if at % 2 == 0 and gain > most:
            kinds = [kind_at(position, s) for s in move.victims] or [move.promotion]
            most, won = gain, max(kinds, key=lambda k: value_of(position, k, turn))
        position.push(move)
    for _ in line:
        position.pop()
    least = notable(position.variant)
    if won and balance >= least:
        clear = balance > most - least  # at any price
        yield f"is going to win {_a(_name(position, won)) if clear else 'material'}"


def _defence(position: Position, move: Move) -> Iterator[str]:
    """A check parried, a mate prevented, or hanging men saved."""
    turn = position.turn
    if position.is_check():
        yield "parries the check"
        return
    before = hanging(position, turn)
    position.push(move)
    after = hanging(position, turn)
    gone = move.destination
    position.pop()
    if _would_mate(passed(position)):
        yield "stops mate"
        return
    if move.is_capture:
        return
    if move.origin in before and gone not in after:
        yield f"saves the {_name(position, _mover(position, move))}"
        return
    saved = [s for s in before if s not in after and s != move.origin]
    if saved:
        yield f"protects {_dearest(position, saved, turn)}"


def _threat(position: Position, move: Move) -> Iterator[str]:
    """A check, a mate threatened, or men left hanging by the move."""
    other = opponent(position.turn)
    before = hanging(position, other)
    position.push(move)
    check = position.is_check()
    after = hanging(position, other)
    new = [s for s in after if s not in before and (after[s] < CROWN // 2 or not check)]
    target = _dearest(position, new, other) if new else ""
    mating = _would_mate(passed(position))
    position.pop()
    if check:
        yield f"gives check and attacks {target}" if target else "gives check"
    elif mating:
        yield "threatens mate"
    elif target:
        yield f"attacks {target}"


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
    mover, array = _mover(position, move), array_men(position.variant)
    men = Counter(kind for kind, _ in array.values())
    rank_and_file = men[mover] == max(men.values())
    home = array.get(move.origin) == (mover, position.turn)
    if home and not rank_and_file and mover not in position.variant.royals:
        return f"develops the {_name(position, mover)}"
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


def _mover(position: Position, move: Move) -> str:
    return dict(move.prefix).get(move.origin) or kind_at(position, move.origin)


def _name(position: Position, kind: str) -> str:
    return position.variant.pieces[kind].name


def _a(name: str) -> str:
    return ("an " if name[0] in "AEIOU" else "a ") + name


def _list(names: Sequence[str]) -> str:
    return " and ".join(f"the {name}" for name in names)


def _dearest(position: Position, squares: Sequence[Square], color: str) -> str:
    """The two most valuable of some men, with articles."""
    kinds = [kind_at(position, square) for square in squares]
    kinds.sort(key=lambda kind: -value_of(position, kind, color))
    return _list([_name(position, kind) for kind in kinds[:2]])
