"""Why a readable move cannot be made, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from makachess.core.adjudicate import find_outcome
from makachess.core.base_position import BasePosition
from makachess.core.betza import (
    LARGEST_BOARD,
    SPARING,
    Leg,
    Movement,
    Power,
    parse_betza,
    power_paths,
)
from makachess.core.castling import Castling, castlings, unmoved_letter
from makachess.core.errors import AmbiguousMoveError, IllegalMoveError, MakachessError
from makachess.core.move import Move, MoveKind
from makachess.core.notation.coordinates import STAYS, MovePattern, mover
from makachess.core.notation.san import format_san
from makachess.core.pieces import Piece, array_pieces, parse_piece
from makachess.core.promotion import EN_PASSANT, effect, effect_of_move, explain, way_of
from makachess.core.spec import Effect, Rule, opponent
from makachess.core.squares import Square


def refusal(position: BasePosition, pattern: MovePattern, text: str) -> MakachessError:
    """The error to raise where no legal move fits the pattern read from a text."""
    near = [move for move in position.legal_moves() if pattern.fits_path(position, move)]
    if near and not pattern.promotion and all(move.promotion for move in near) and len(near) > 1:
        return AmbiguousMoveError(
            f"{text!r} does not say what it promotes to: write {_write(position, near)}"
        )
    if not near and (after := _with_any_prefix(position, pattern)):
        return _unchosen(position, pattern, after, text)
    if not near and pattern.prefix and pattern.promotion:
        return refusal(position, replace(pattern, promotion=""), text)
    reason = (_wrong_promotion(position, pattern, near) if near else "") or why_not(
        position, pattern
    )
    return IllegalMoveError(f"{text!r} is not possible: {reason}")


def why_not(position: BasePosition, pattern: MovePattern) -> str:
    """Why no legal move makes these steps, whatever the piece becomes."""
    return (
        _wrong_square(position, pattern)
        or _wrong_steps(position, pattern)
        or _game_over(position)
        or _repeats(position, pattern)
        or _trades(position, pattern)
        or _exposes(position, pattern)
        or _wrong_piece(position, pattern)
        or _wrong_path(position, pattern)
    )


def why_stuck(position: BasePosition, square: Square) -> str:
    """Why a piece of the side to move has no legal move, as a clause; empty if it is shut in."""
    for move, attackers in position.exposing_moves().items():
        if move.origin == square and not position.is_check():
            if mover(position, move) in position.variant.royals:
                return "every square it could go to is attacked"
            return exposure(position, move, attackers)
    return "the King is in check" if position.is_check() else ""


def _write(position: BasePosition, moves: Iterable[Move]) -> str:
    return " or ".join(sorted(format_san(position, move) for move in moves))


def _with_any_prefix(position: BasePosition, pattern: MovePattern) -> list[Move]:
    """The moves that fit, ignoring delayed promotions, and their own promotion if unwritten."""
    found = []
    for move in position.legal_moves():
        asked = replace(pattern, prefix=tuple(sorted(move.prefix)))
        if asked.fits(position, move) if pattern.promotion else asked.fits_path(position, move):
            found.append(move)
    return found


def _unchosen(
    position: BasePosition, pattern: MovePattern, moves: list[Move], text: str
) -> MakachessError:
    """The delayed promotions before the move are missing, wrong or out of place."""
    write = _write(position, moves[:4]) + (" or ..." if len(moves) > 4 else "")
    if not pattern.prefix:
        return AmbiguousMoveError(
            f"{text!r} does not say what the waiting Pawns become before it: write {write}"
        )
    reason = "the waiting Pawns cannot become that" if moves[0].prefix else "no Pawn has a choice"
    return IllegalMoveError(f"{text!r} is not possible: {reason}; write {write}")


def _wrong_steps(position: BasePosition, pattern: MovePattern) -> str:
    """Several Pawn steps make a move only at the start, and not in every combination."""
    if not pattern.steps:
        return ""
    for castling in castlings(position.variant):
        if _is_meant(pattern, castling) and castling.color == position.turn:
            why = _castling_obstacle(position, castling) or "that would leave the King in check"
            return f"castling is not allowed now: {why}"
    if any(move.kind is MoveKind.COMPOUND for move in position.legal_moves()):
        return "one Pawn moves one square and another two, or three Pawns one square each"
    if position.variant.compound_first_move == "none":
        return "only one Pawn moves at a time in this game"
    side = "White" if position.variant.compound_first_move == "white" else "a side"
    return f"several Pawns move at once only on {side}'s first move"


def _is_meant(pattern: MovePattern, castling: Castling) -> bool:
    """Whether the steps of several pieces are those of a castling."""
    steps = {(castling.king_from, castling.king_to), (castling.rook_from, castling.rook_to)}
    return {*pattern.steps} == steps


def _wrong_square(position: BasePosition, pattern: MovePattern) -> str:
    variant = position.variant
    origin = [pattern.origin] if pattern.origin else []
    for square in (*origin, *pattern.stops, *(goal for _, goal in pattern.steps)):
        if square.file >= variant.files or square.rank >= variant.ranks:
            return f"{square} is not on the {variant.files}x{variant.ranks} board"
    if pattern.file is not None and pattern.file >= variant.files:
        return f"there is no file {_letter(pattern.file)!r} (piece letters are upper case)"
    return ""


def _wrong_promotion(position: BasePosition, pattern: MovePattern, near: list[Move]) -> str:
    move = near[0]
    kind = mover(position, move)
    taken = position.piece_at(move.victims[0]) or "" if len(move.victims) == 1 else ""
    victim = EN_PASSANT if move.kind is MoveKind.EN_PASSANT else taken.upper()
    way = way_of(position.turn, move.origin, move.destination)
    change = effect_of_move(position.variant, kind, [victim] if victim else [], way)
    decides = {one.promotion for one in near} == _allowed(change, kind)
    if victim and decides and change == effect(position.variant, kind, victim):
        why = explain(position.variant, kind, victim).rstrip(".")
        why = why[0].lower() + why[1:]
    else:
        stays = pattern.promotion in ("", STAYS, kind)
        because = change.rule and decides and len(move.victims) < 2
        rule = "must promote there" if stays else "cannot become that by this move"
        rule = "must change by this move" if stays and because else rule
        why = f"the {_name(position, kind)} on {move.origin} {rule}"
        why += f" ({change.reason})" if because else ""
    return f"{why}; write {_write(position, near)}"


def _allowed(change: Effect, kind: str) -> set[str]:
    """What a change lets a piece become, with an empty id if it may stay what it is."""
    if change.rule is Rule.STAY or change.targets == (kind,):
        return {""}
    return {*change.targets, *([""] if change.rule is Rule.MAY else [])}


def _game_over(position: BasePosition) -> str:
    if position.legal_moves():
        return ""
    outcome = find_outcome(position)
    return f"the game is over ({outcome.reason})" if outcome else "there is no legal move"


def _repeats(position: BasePosition, pattern: MovePattern) -> str:
    """Whether the move would be legal if it did not bring back an earlier position."""
    if any(pattern.fits_path(position, move) for move in position.repeating_moves()):
        return "the position would repeat, which these rules forbid"
    return ""


def _trades(position: BasePosition, pattern: MovePattern) -> str:
    """Whether the move would be legal if Lions could be traded."""
    moves = [move for move in position.trading_moves() if pattern.fits_path(position, move)]
    if not moves:
        return ""
    move, rules = moves[0], position.variant.trading
    name = position.variant.pieces[rules.lions[0]].name
    if mover(position, move) in rules.lions and not _avenges(position, move):
        return f"the {name} could be retaken on {move.destination}, and {name}s are not traded"
    only = f"only a {name} may take one" if rules.counterstrike == "by-lions" else ""
    return f"a {name} has just been taken, and {only or f'no {name} may be taken'} in reply"


def _avenges(position: BasePosition, move: Move) -> bool:
    """Whether a Lion takes a Lion in reply where none may, and not the piece that took the last."""
    others = {*position.piece_map()} - {*move.victims}
    forbidden = position.variant.trading.counterstrike == "forbidden"
    return forbidden and position.fen().split()[3] in map(str, others)


def _exposes(position: BasePosition, pattern: MovePattern) -> str:
    """Whether the move would be legal if it did not leave the King attacked."""
    for move, attackers in position.exposing_moves().items():
        if pattern.fits_path(position, move):
            why = exposure(position, move, attackers)
            who = describe_pieces(position, [move.origin])
            return f"{_in_check(position)}{who} cannot go to {move.destination}: {why}"
    return ""


def _in_check(position: BasePosition) -> str:
    return f"{position.turn.capitalize()} is in check, and " if position.is_check() else ""


def _wrong_piece(position: BasePosition, pattern: MovePattern) -> str:
    turn, types = position.turn.capitalize(), position.variant.pieces
    if pattern.origin is None:
        pieces = position.piece_map().values()
        if pattern.kind and (pattern.kind, position.turn) not in pieces:
            return f"{turn}, whose turn it is, has no {types[pattern.kind].name}"
        return ""
    piece = position.piece_at(pattern.origin)
    if piece is None:
        return f"there is no piece on {pattern.origin}"
    kind, color = parse_piece(piece)
    if color != position.turn:
        return f"it is {turn}'s turn, and the piece on {pattern.origin} is {color.capitalize()}'s"
    if pattern.kind and pattern.kind != kind:
        return f"the piece on {pattern.origin} is a {types[kind].name}"
    return ""


def _wrong_path(position: BasePosition, pattern: MovePattern) -> str:
    """The piece is there and can move, but not like this."""
    check = _in_check(position)
    if no_pass := _no_pass(position, pattern):
        return no_pass
    if not pattern.stops:
        return check + _nowhere(position, pattern)
    for stop in pattern.stops[:-1]:
        piece = position.piece_at(stop)
        if not piece or parse_piece(piece)[1] == position.turn:
            return _nothing_on_the_way(position, pattern, stop)
    goal = pattern.stops[-1]
    piece = position.piece_at(goal) if goal != pattern.origin else None
    if piece and parse_piece(piece)[1] == position.turn:
        return f"{position.turn.capitalize()}'s own {_name(position, piece)} stands on {goal}"
    if piece and (guards := _guards(position, pattern, goal)):
        return f"the {_name(position, piece)} on {goal} is protected by {guards}"
    moves = [
        move
        for move in position.legal_moves()
        if _may_be(pattern, mover(position, move), move.origin)
    ]
    for move in moves:
        untaken = _untaken(pattern, move)
        if untaken and pattern.stops == move.waypoints[1:]:
            return f"there is nothing to capture on {untaken}"
    if hindered := _hindered(position, pattern):
        return check + hindered
    goals = sorted({move.destination for move in moves})
    others = f" (only to {', '.join(map(str, goals))})" if 0 < len(goals) < 16 else ""
    if len(_meant(position, pattern)) == 1:
        return f"{check}{_who(position, pattern, 'the')} cannot go to {goal}{others}"
    return f"{check}{_who(position, pattern, 'no')} can go to {goal}{others}"


def _nothing_on_the_way(position: BasePosition, pattern: MovePattern, stop: Square) -> str:
    direct = replace(pattern, stops=pattern.stops[-1:], taken=pattern.taken[-1:])
    moves = [move for move in position.legal_moves() if direct.fits_path(position, move)]
    instead = f"; write {_write(position, moves)}" if moves else ""
    return f"there is nothing to capture on {stop}{instead}"


def _nowhere(position: BasePosition, pattern: MovePattern) -> str:
    """Castling or a pass that is not possible."""
    if not pattern.castling:
        return f"{'passing' if pattern.is_pass else 'the move'} is not allowed now"
    for castling in castlings(position.variant) if not position.is_check() else ():
        if castling.color == position.turn and castling.direction == pattern.castling:
            if why := _castling_obstacle(position, castling):
                return f"castling is not allowed now: {why}"
            break
    return "castling is not allowed now"


def _hindered(position: BasePosition, pattern: MovePattern) -> str:
    """What keeps the piece from the square, if that is known and the text means one piece."""
    goal = pattern.stops[-1]
    if len(pattern.stops) > 1 or goal == pattern.origin:
        return ""
    meant = _meant(position, pattern)
    known = [(at, why) for at in meant if (why := obstacle(position, at, goal))]
    if pattern.origin is None:  # `c5` does not mean the Pawn on d4
        known = [(at, why) for at, why in known if why != ONLY_CAPTURES or any(pattern.taken)]
    if len(known) != 1:
        return ""
    square, why = known[0]
    return f"{describe_pieces(position, [square])} cannot go to {goal}: {why}"


def _no_pass(position: BasePosition, pattern: MovePattern) -> str:
    """Why a piece that can pass cannot pass now, if that is what the text says."""
    if not pattern.is_pass and pattern.stops != (pattern.origin,):
        return ""
    piece = position.piece_at(pattern.origin) if pattern.origin else pattern.kind
    if (
        not piece
        or Power.PASS not in parse_betza(position.variant.pieces[piece.upper()].betza).powers
    ):
        return ""
    return f"{_who(position, pattern, 'a')} can pass only next to an empty square"


def _guards(position: BasePosition, pattern: MovePattern, goal: Square) -> str:
    """Who protects a piece against a mover that takes only unprotected pieces."""
    for square, (kind, color) in position.piece_map().items():
        spares = parse_betza(position.variant.pieces[kind].betza).powers & SPARING
        if spares and color == position.turn and _may_be(pattern, kind, square):
            return describe_pieces(position, position.protectors(square, goal))
    return ""


def _untaken(pattern: MovePattern, move: Move) -> str:
    """The squares marked `x` in the text on which the move takes nothing."""
    stops = zip(pattern.stops, pattern.taken, strict=False)  # coordinates have no `x`
    return " or ".join(str(stop) for stop, taken in stops if taken and stop not in move.victims)


def _who(position: BasePosition, pattern: MovePattern, article: str) -> str:
    """The piece that the text means; or the kind of piece, with an article."""
    if pattern.origin:
        piece = position.piece_at(pattern.origin) or ""
        return f"the {_name(position, piece)} on {pattern.origin}"
    where = "" if pattern.file is None else f" on the {_letter(pattern.file)}-file"
    where = where if pattern.rank is None else f" on rank {pattern.rank + 1}"
    kind = _name(position, pattern.kind) if pattern.kind else "piece"
    return f"{article} {kind}{where}"


def _may_be(pattern: MovePattern, kind: str, square: Square) -> bool:
    """Whether a piece of a type on a square may be the one that the text means."""
    return (
        pattern.kind in ("", kind)
        and pattern.file in (None, square.file)
        and pattern.rank in (None, square.rank)
    )


def _meant(position: BasePosition, pattern: MovePattern) -> list[Square]:
    """Where the pieces stand that the text may mean."""
    return [
        square
        for square, (kind, color) in position.piece_map().items()
        if color == position.turn and _may_be(pattern, kind, square)
    ]


def _name(position: BasePosition, piece: str) -> str:
    return position.variant.pieces[piece.upper()].name


def _letter(file: int) -> str:
    return chr(ord("a") + file)


HOOKS = {Power.HOOK_ROOK, Power.HOOK_BISHOP}
ONLY_CAPTURES = "it moves that way only to capture"


def obstacle(position: BasePosition, origin: Square, goal: Square) -> str:
    """What keeps the piece on a square from another, as a clause; empty if it never moves so.

    Moves that are illegal only because they repeat, or leave the King attacked, are not its matter.
    """
    piece = position.piece_map()[origin]
    movement = parse_betza(position.variant.pieces[piece[0]].betza)
    is_capture = position.piece_at(goal) is not None
    for castling in castlings(position.variant):
        mine = (castling.color, castling.king) == (piece[1], piece[0]) and not castling.in_full
        if mine and (origin, goal) == (castling.king_from, castling.king_to):
            return _castling_obstacle(position, castling)
    fits = attrgetter("captures" if is_capture else "moves")
    legs = list(_legs_between(piece, movement, origin, goal))
    if movement.paths or movement.powers:  # it may have other ways to do what a leg does not
        legs = [leg for leg in legs if fits(leg[0])]
    late = _too_late(position, origin, goal) if any(leg.initial for leg, _ in legs) else ""
    usable = [leg for leg in legs if not (late and leg[0].initial)]
    blocks = [next(_occupied(position, path), None) for _, path in usable]
    free = [leg for (leg, _), block in zip(usable, blocks, strict=True) if block is None]
    if free:
        wrong = "it does not capture that way" if is_capture else ONLY_CAPTURES
        return "" if any(map(fits, free)) else wrong
    blocked = sorted({*filter(None, blocks), *_corner_blocks(position, movement, origin, goal)})
    if blocked:
        return f"blocked on {' and '.join(map(str, blocked))}"
    return late if legs else ""


def _too_late(position: BasePosition, origin: Square, goal: Square) -> str:
    """Why a piece cannot make a first move to a square from where it is, as a clause, if so."""
    kind, color = position.piece_map()[origin]
    rule = position.variant.pieces[kind]
    last = rule.initial_to - 1 if color == "white" else position.variant.ranks - rule.initial_to
    if rule.initial_to:
        far = (goal.rank - last) * (1 if color == "white" else -1) > 0
        return f"it moves that far only as far as rank {last + 1}" if far else ""
    if array_pieces(position.variant).get(origin) != (kind, color):
        return "it moves that far only from its starting square"
    if rule.initial == "home":
        return ""
    if unmoved_letter(origin, color) not in position.castling_rights:
        return "it has moved before"
    if rule.initial == "unmoved-unattacked" and position.attackers(opponent(color), origin):
        return "it moves that far only while it is not attacked"
    return ""


def exposure(position: BasePosition, move: Move, attackers: Sequence[Square]) -> str:
    """Why a move must not be made that exposes the King to these attackers, as a clause."""
    pieces = describe_pieces(position, attackers)
    kings = position.royals(position.turn)
    if len(kings) > 1:
        return f"that would leave every King attacked, by {pieces}"
    if mover(position, move) in position.variant.royals:
        return f"attacked by {pieces}"
    checking = position.attackers(position.turn.opponent, kings[0])
    if still := [at for at in attackers if at in checking]:
        return f"that does not stop the check by {describe_pieces(position, still)}"
    pin = position.pin(position.turn, move.origin)
    if pin and move.destination not in pin:
        return f"pinned by {pieces}"
    return f"that would expose the King to {pieces}"


def describe_pieces(position: BasePosition, squares: Sequence[Square]) -> str:
    """Pieces by name and square, two at most: `the Rook on e8 and the Bishop on a5`."""
    pieces = position.piece_map()
    names = [f"the {position.variant.pieces[pieces[at][0]].name} on {at}" for at in squares]
    return " and ".join(names[:2]) + (" and others" if len(names) > 2 else "")


def _castling_obstacle(position: BasePosition, castling: Castling) -> str:
    king, rook = (position.variant.pieces[kind].name for kind in (castling.king, castling.rook))
    if castling.right not in position.castling_rights:
        return f"the {king} or that {rook} has moved, or the {rook} was taken"
    if block := next(_occupied(position, castling.empty), None):
        where = "in the way of" if position.variant.castling else "between"
        return f"{describe_pieces(position, [block])} stands {where} {king} and {rook}"
    for square in castling.safe:
        if attackers := position.attackers(opponent(castling.color), square):
            return f"{square} is attacked by {describe_pieces(position, attackers)}"
    return ""


def _legs_between(
    piece: Piece, movement: Movement, origin: Square, goal: Square
) -> Iterator[tuple[Leg, list[Square]]]:
    """The legs that lead from a square to another, with the squares passed on the way."""
    forward = 1 if piece[1] == "white" else -1
    for leg in movement.legs:
        dx, dy = leg.dx * forward, leg.dy * forward
        steps = _count_steps(dx, dy, origin, goal)
        if leg.first <= steps <= leg.last:
            yield leg, _line(origin, dx, dy, steps)


def _count_steps(dx: int, dy: int, origin: Square, goal: Square) -> int:
    """How many equal steps lead from a square to another, 0 if none do."""
    x, y = goal.file - origin.file, goal.rank - origin.rank
    count = max(abs(x), abs(y)) // max(abs(dx), abs(dy))
    return count if (count * dx, count * dy) == (x, y) else 0


def _line(start: Square, dx: int, dy: int, steps: int) -> list[Square]:
    """The squares between a square and the one that many steps away."""
    return [Square(start.file + i * dx, start.rank + i * dy) for i in range(1, steps)]


def _corner_blocks(
    position: BasePosition, movement: Movement, origin: Square, goal: Square
) -> Iterator[Square]:
    """The first piece in the way of a hook mover, round each corner."""
    variant = position.variant
    paths = [path for power in movement.powers & HOOKS for path in power_paths(power)]
    for out, back in paths:
        corners = _line(origin, out.dx, out.dy, LARGEST_BOARD)
        for number, corner in enumerate(corners, 1):
            steps = _count_steps(back.dx, back.dy, corner, goal)
            if steps and 0 <= corner.file < variant.files and 0 <= corner.rank < variant.ranks:
                path = corners[:number] + _line(corner, back.dx, back.dy, steps)
                yield from list(_occupied(position, path))[:1]


def _occupied(position: BasePosition, squares: Iterable[Square]) -> Iterator[Square]:
    return (square for square in squares if position.piece_at(square) is not None)
