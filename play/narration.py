"""Sentences about moves: what a capture will do, why a piece has changed, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makachess.core import Move, MoveKind, Position, Square
from makachess.core.notation.coordinates import kind_at
from makachess.core.promotion import EN_PASSANT, effect_of_move, way_of
from makachess.core.spec import Effect, Rule
from makachess.play.entry import EntryState, Target


@dataclass(frozen=True, slots=True)
class KeyNames:
    """What a person presses to enter a move by squares, in words."""

    move: str = "the arrows"
    pick: str = "Enter"
    back: str = "Esc"


KEYS = KeyNames()


def change_by(
    position: Position, origin: Square, destination: Square, victims: Sequence[str]
) -> Effect:
    """What a move to a square, by which it takes these (ids or EN_PASSANT), makes of a piece."""
    way = way_of(position.turn, origin, destination)
    return effect_of_move(position.variant, kind_at(position, origin), victims, way)


def change_of(position: Position, move: Move) -> Effect:
    """What the rules make of a piece by a move, before it is made."""
    victims = filter(None, (kind_at(position, square) for square in move.victims))
    taken = [EN_PASSANT] if move.kind is MoveKind.EN_PASSANT else [*victims]
    return change_by(position, move.origin, move.destination, taken)


def forced_note(position: Position, move: Move) -> str:
    """Why the mover had to change, or nothing if it had a choice or stays what it is."""
    if not move.promotion:
        return ""
    change = change_of(position, move)
    alike = [
        other.promotion
        for other in position.legal_moves(move.origin)
        if other.replace(promotion=move.promotion) == move
    ]
    if not move.is_capture or change.rule < Rule.MUST or alike != [change.target]:
        return ""
    pieces = position.variant.pieces
    mover = pieces[kind_at(position, move.origin)]
    return f"{mover.name} had to become {pieces[move.promotion].name}: {change.reason}"


def preview(
    position: Position, entry: EntryState, square: Square, target: Target, keys: KeyNames = KEYS
) -> str:
    """What picking a target does, in one line."""
    name, path = position.variant.pieces, entry.path
    kind = dict(entry.prefix).get(path[0]) or kind_at(position, path[0])
    mover = name[kind].name
    if entry.steps and len(path) % 2 == 0:
        return f"The {mover} on {square} steps as well; {keys.back} goes back"
    victim = position.piece_at(square)
    if not target.capture:
        if (square,) == tuple(path):
            return f"Pick the {mover} again to pass, or where it goes; {keys.back} goes back"
        text = f"{mover} to {square}"
    else:
        text = f"{mover} takes {name[victim.upper()].name if victim else 'en passant'} on {square}"
    if target.rule is Rule.STAY:
        return text
    verb = "may" if target.rule is Rule.MAY else "must"
    kinds = " or ".join(name[kind].name for kind in target.becomes)
    victims = [piece for s in (*path[1:], square) if (piece := position.piece_at(s))]
    change = change_by(position, path[0], square, [piece.upper() for piece in victims])
    decides = change.rule > Rule.MAY and target.becomes == (change.target,)
    reason = f": {change.reason}" if decides else ""
    return f"{text}, {verb} become {kinds}{reason}"


def settled_note(position: Position) -> str:
    """What waiting Pawns have just become of themselves, or nothing if none has."""
    pieces = position.variant.pieces
    news = []
    for square, kind in position.settled:
        name = pieces[kind].name
        why = "" if position.is_won else f": a {name} has been captured"
        news.append(f"The {pieces[position.variant.pawn].name} on {square} becomes a {name}{why}")
    return "; ".join(news) + (", which is mate" if position.is_won else "")


def mating_pieces(position: Position) -> dict[Square, str]:
    """The pieces that have mated in place of waiting Pawns, which the rules leave on the board."""
    white = position.turn == "white"
    pieces = {square: kind if white else kind.lower() for square, kind in position.settled}
    return pieces if position.is_won else {}


def invitation(position: Position, keys: KeyNames = KEYS) -> str:
    """How to make the first move, with an example from the middle of the board."""
    middle = position.variant.files // 2

    def plainness(move: Move) -> tuple[int, int]:
        return len(str(move)), abs(move.destination.file - middle)

    example = position.san(min(position.legal_moves(), key=plainness))
    return f"Type a move, such as {example}, or use {keys.move} and {keys.pick}"


def entry_hint(entry: EntryState, keys: KeyNames = KEYS) -> str:
    """What can be done next with a move that is being entered, away from its targets."""
    if not entry.path:
        become = ", ".join(f"{square}={kind}" for square, kind in entry.prefix)
        if entry.choices:
            asks = f"{keys.pick} asks what the waiting Pawn becomes"
            return f"{asks}; or type it with the move: b10=N,Nd3"
        return f"{become}: now make your move; {keys.back} undoes the choice" if become else ""
    if entry.steps and len(entry.path) % 2 == 0:
        end = f"Pick {entry.path[-1]} again to end the move, or" if entry.may_end else "Now pick"
        return f"{end} another Pawn to step; {keys.back} goes back"
    if entry.may_end:
        return "Pick the same square again to end the move here, or go on"
    if entry.may_pass:
        return f"Pick where it goes, or its own square to pass; {keys.back} goes back"
    return f"Pick where it goes; {keys.back} goes back"
