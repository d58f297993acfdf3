"""What a find shows: a line for people, and features by which to choose a varied suite."""

from collections.abc import Iterator

from examiner import Find
from makachess.core import Move, Position
from makachess.core.promotion import combine, matrix
from makachess.core.spec import CaptureEffect, Rule, Variant

TASKS = {"mate": "Mate in {0.n}", "royal": "Last royal in {0.n}", "gain": "Wins {0.margin} more"}

OTHERWISE = ", which would fail if captures changed nothing"


def describe(variant: Variant, find: Find) -> str:
    """One line: the task, what the key move does, and which moves only seem to do."""
    position = Position(variant, find.moment.fen)
    text = f"{TASKS[find.kind].format(find)}: {_deed(variant, position, find)}"
    if find.traps:
        text += f"; not {_warning(variant, position, find.traps[0])}"
    return text + "."


def features(variant: Variant, find: Find) -> Iterator[str]:
    """What the find has in common with others."""
    position = Position(variant, find.moment.fen)
    key = find.moves[0]
    yield f"game {find.moment.game}"
    yield find.kind
    yield f"{find.kind} {find.n}"
    yield f"by {position.piece_at(key.origin).upper()}"
    yield f"turn {position.turn}"
    yield _manner(position, key)
    if [color for _, color in position.men().values()].count(_opponent(position)) <= 2:
        yield "bare"
    if find.easy:
        yield "easy"
    if trick := trick_of(variant, find):
        yield trick
        yield f"theme {find.kind} {position.piece_at(key.origin).upper()} {trick}"


def trick_of(variant: Variant, find: Find) -> str:
    """How a promotion by capture decides, in a word; empty if it does not."""
    if find.traps:
        return "trap"
    if not find.decides:
        return ""
    change = _change_of(variant, Position(variant, find.moment.fen), find.moves[0])
    if change.rule is Rule.STAY:
        return "later"
    if change.rule is Rule.MAY:
        return "promotes" if find.moves[0].promotion else "stays"
    return "contagion" if change.rule is Rule.CONTAGION else "forced"


def _change_of(variant: Variant, position: Position, move: Move) -> CaptureEffect:
    """What the promotion matrix says of a move."""
    captor = position.piece_at(move.origin).upper()
    victims = (position.piece_at(square) for square in move.victims)
    cells = [matrix(variant)[captor, victim.upper()] for victim in victims if victim]
    return combine(captor, cells)


def _manner(position: Position, move: Move) -> str:
    if len(move.victims) > 1:
        return "many"
    if move.origin == move.destination:
        return "igui" if move.victims else "pass"
    if move.victims:
        return "capture"
    return "check" if _checks(position, move) else "quiet"


def _opponent(position: Position) -> str:
    return "black" if position.turn == "white" else "white"


def _checks(position: Position, move: Move) -> bool:
    position.push(move)
    check = position.is_check()
    position.pop()
    return check


# --- words --------------------------------------------------------------------------------------


def _deed(variant: Variant, position: Position, find: Find) -> str:
    key = find.moves[0]
    man = _name(variant, position.piece_at(key.origin))
    manner = _manner(position, key)
    if manner == "quiet" or manner == "check":
        change = f" and becomes {_a(variant, key.promotion)}" if key.promotion else ""
        later = OTHERWISE if find.decides else ""
        verb = "checks" if manner == "check" else "moves quietly"
        return f"the {man} {verb}{change}{later}"
    if manner == "pass":
        return f"the {man} passes"
    taken = " and ".join(
        f"the {_name(variant, position.piece_at(square) or 'P')}" for square in key.victims
    )
    home = " without leaving its square" if manner == "igui" else ""
    return f"the {man} takes {taken}{home}{_becoming(variant, position, find)}"


def _becoming(variant: Variant, position: Position, find: Find) -> str:
    """What the capture makes of the captor, and whether it matters."""
    key, change = find.moves[0], _change_of(variant, position, find.moves[0])
    if len(find.moves) > 1:
        return ", whatever it becomes"
    if change.rule is Rule.MAY:
        other = _a(variant, change.target)
        if key.promotion:
            return f" and becomes {other}" + (": to stay is worse" if find.decides else "")
        return f" and stays what it is: as {other} it does less"
    if key.promotion:
        why = "contagion makes it" if change.rule is Rule.CONTAGION else "it must become"
        return f", {why} {_a(variant, key.promotion)}"
    return OTHERWISE if find.decides else ""


def _warning(variant: Variant, position: Position, move: Move) -> str:
    san = position.san(move)
    man = _name(variant, position.piece_at(move.origin))
    rule = _change_of(variant, position, move).rule
    must = "may" if rule is Rule.MAY else "must"
    return f"{san}, for the {man} {must} become {_a(variant, move.promotion)}"


def _name(variant: Variant, man: str) -> str:
    return variant.pieces[man.upper()].name


def _a(variant: Variant, man: str) -> str:
    name = _name(variant, man)
    return ("an " if name[0] in "AEIOU" else "a ") + name
