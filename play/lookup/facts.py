"""What there is to say of a piece in a game, in sentences: promotion, worth, the array.

The sentences on captures are the piece's row and column of the promotion matrix, in names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from makachess.core.engine.model import Model
from makachess.core.men import array_men
from makachess.core.promotion import EN_PASSANT, matrix, with_article
from makachess.core.spec import COLORS, CaptureEffect, PieceType, Rule, Variant
from makachess.core.squares import Square
from makachess.variants.models import engine_values

FEW = 3  # names that are listed one by one, and exceptions that a class may have
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


# --- the row of the matrix: what its captures make of it ----------------------------------------


def capture_sentences(variant: Variant, kind: str) -> Iterator[str]:
    """What a piece may or must become by what it takes, or on its last rank."""
    groups = _by_change(variant, kind)
    for (rule, target), victims in sorted(groups.items(), key=partial(_order, variant, kind)):
        name, what = with_article(_name(variant, target)), _victims(variant, victims)
        if rule is Rule.STAY:
            yield f"It stays {name} when it takes {what}."
        elif rule is Rule.MAY:
            yield f"It may become {name} by taking {what}."
        else:
            yield f"It must become {name} when it takes {what}."
    if not groups:
        yield _why_never(variant, variant.pieces[kind])
    yield from _arrival(variant, kind)


def _order(
    variant: Variant, kind: str, group: tuple[tuple[Rule, str], list[str]]
) -> tuple[bool, Rule]:
    """What a piece does of itself before contagion, and free choices before what it must."""
    (rule, target), _ = group
    return target not in (kind, variant.pieces[kind].promotes_to), rule


def _by_change(variant: Variant, kind: str) -> dict[tuple[Rule, str], list[str]]:
    """The victims by what taking them does, without those that change nothing and never could."""
    groups: dict[tuple[Rule, str], list[str]] = {}
    for (capturer, victim), change in matrix(variant).items():
        if capturer != kind or victim in never_taken(variant):
            continue
        rule, target = _seen(variant, kind, change)
        if rule is not Rule.STAY or (variant.promotion.by_capture and _may_promote(variant, kind)):
            groups.setdefault((rule, target), []).append(victim)
    return groups


def _seen(variant: Variant, kind: str, change: CaptureEffect) -> tuple[Rule, str]:
    """A change as players know it: contagion is a must, and becoming what one is, is to stay."""
    if change.rule is Rule.STAY or change.target == kind:
        return Rule.STAY, kind
    return min(change.rule, Rule.MUST), change.target


def _may_promote(variant: Variant, kind: str) -> bool:
    return bool(variant.pieces[kind].promotes_to)


def _why_never(variant: Variant, piece: PieceType) -> str:
    if not variant.promotion.by_capture:
        return "What it takes changes nothing in this game."
    if piece.immune:
        return "It never changes: it has no promotion, and it is immune to contagion."
    return "It never promotes again." if piece.promoted else "It never promotes."


def _where_it_arrives(variant: Variant, kind: str) -> str:
    """The beginning of a sentence about what a type becomes by arriving."""
    rules = variant.promotion
    ranks = f"the last {rules.zone} ranks" if rules.zone > 1 else "the last rank"
    if rules.zone_rule == "enter-or-capture":
        last = ", or by reaching the last rank" if kind in rules.last_chance else ""
        return f"By entering {ranks}, or by a capture that begins or ends there{last}, it may"
    if rules.zone == 1 or rules.zone_rule == "must":
        return f"On {ranks} it must"
    return f"On {ranks} it may, and on the very last it must"


def _arrival(variant: Variant, kind: str) -> Iterator[str]:
    rules = variant.promotion
    if choices := rules.arrival.get(kind):
        names = either(with_article(_name(variant, choice)) for choice in choices)
        where = _where_it_arrives(variant, kind)
        if not rules.reserve:
            yield f"{where} become {names}."
            return
        meanwhile = "may not go" if rules.arrival_needs_choice else "waits"
        absent = " and of a type it no longer has" if rules.reserve_absent_only else ""
        yield (
            f"{where} become a captured piece of its own side{absent}: {names}. "
            f"While there is none, it {meanwhile} there."
        )


# --- the column: what becomes of whoever takes it -----------------------------------------------


def captor_sentences(variant: Variant, kind: str) -> Iterator[str]:
    """What becomes of whoever takes a piece."""
    piece, cells = variant.pieces[kind], matrix(variant)
    if kind in never_taken(variant):
        yield "It is never taken: checkmate ends the game."
        return
    changes = {man.id: cells[man.id, kind] for man in variant.pieces.values()}
    if any(change.rule is Rule.CONTAGION for change in changes.values()):
        immune = [man for man, change in changes.items() if change.rule is not Rule.CONTAGION]
        but = f", but not {_list(variant, immune)}" if immune else ""
        name = with_article(_name(variant, piece.infects))
        yield f"It is contagious: whatever takes it must become {name}{but}."
        return
    able = [man for man in changes if variant.promotion.by_capture and _may_promote(variant, man)]
    for rule, verb in ((Rule.MAY, "may"), (Rule.MUST, "must")):
        if any(changes[man].rule is rule for man in able):
            yield f"Whatever takes it {verb} promote, if it can."
    if stay := [man for man in able if changes[man].rule is Rule.STAY]:
        yield f"{_capital(_list(variant, stay))} that takes it stays what it is."


def becoming_sentences(variant: Variant, kind: str) -> Iterator[str]:
    """How other pieces come to be this one."""
    men = variant.pieces.values()
    if sources := [man.id for man in men if man.promotes_to == kind]:
        yield f"It is what {_list(variant, sources)} promotes to."
    if risen := [man for man, choices in variant.promotion.arrival.items() if kind in choices]:
        yield f"{_capital(_list(variant, risen))} can become one on the last rank."
    carriers = [man.id for man in men if man.infects == kind and man.id != kind]
    if carriers and variant.promotion.contagion:
        yield f"Whatever takes {_list(variant, carriers)} becomes one, unless it is immune."


# --- worth and number ---------------------------------------------------------------------------


def worth_sentence(variant: Variant, kind: str, model: Model | None = None) -> str:
    """What the engine thinks a piece is worth, in Pawns of the game; empty for a royal.

    It goes by a model, or by the usual one.
    """
    if variant.pieces[kind].royal:
        return ""
    values = engine_values(variant, model)
    pawn = values.get(variant.pawn or "P")
    if pawn is None or pawn <= 0:
        return f"The engine counts it {values[kind] / 100:.1f}."
    if kind == (variant.pawn or "P"):
        return "It is the unit in which the engine counts the others."
    return f"The engine counts it as {values[kind] / pawn:.1f} Pawns."


def array_sentence(variant: Variant, kind: str) -> str:
    """How many of a piece there are at the start, and where White's stand."""
    men = array_men(variant)
    homes = [sorted(s for s, man in men.items() if man == (kind, color)) for color in COLORS]
    white, black = map(len, homes)
    if not white and not black:
        return "None is on the board at the start."
    if white != black:
        return f"White starts with {_number(white)}, Black with {_number(black)}."
    return f"Each side starts with {_number(white)}{_places(homes[0])}."


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _places(squares: Sequence[Square]) -> str:
    if len(squares) > FEW:
        return ""
    return f" (White's on {' and '.join(map(str, squares))})"


# --- words --------------------------------------------------------------------------------------


def never_taken(variant: Variant) -> frozenset[str]:
    """The royals of games that end with checkmate."""
    return variant.royals if variant.ending.checkmate else frozenset()


def _victims(variant: Variant, ids: Collection[str]) -> str:
    """Victims in words; where there are many, whole classes with their exceptions."""
    taken = [man for man in variant.pieces.values() if man.id not in never_taken(variant)]
    text = _classes(variant, taken, set(ids))
    if EN_PASSANT not in ids:
        return text
    return f"{text}, also en passant" if text else "en passant"


_CLASSES: tuple[tuple[str, Callable[[PieceType], bool]], ...] = (
    ("any piece", lambda man: True),
    ("any unpromoted piece", lambda man: not man.promoted),
    ("any promoted piece", lambda man: man.promoted),
)


def _classes(variant: Variant, all_men: Sequence[PieceType], ids: set[str]) -> str:
    parts = []
    for text, belongs in _CLASSES:
        members = _names(variant, (man.id for man in all_men if belongs(man) and man.id in ids))
        missing = _names(variant, (man.id for man in all_men if belongs(man) and man.id not in ids))
        if len(members) > FEW >= len(missing):
            but = f" but {either(map(with_article, missing))}" if missing else ""
            parts.append(text + but)
            ids = ids - {man.id for man in all_men if belongs(man)}
    rest = _names(variant, (man.id for man in all_men if man.id in ids))
    return either([*parts, *map(with_article, rest)])


def _list(variant: Variant, ids: Collection[str]) -> str:
    return either(map(with_article, _names(variant, ids)))


def _names(variant: Variant, ids: Collection[str] | Iterator[str]) -> list[str]:
    """The names of types, each once: many a game has a dozen that become the same."""
    return list(dict.fromkeys(_name(variant, kind) for kind in ids))


def _name(variant: Variant, kind: str) -> str:
    """A type's name, with its id where a type that promotes otherwise has the same name."""
    piece = variant.pieces[kind]
    namesakes = [man for man in variant.pieces.values() if man.name == piece.name]
    alike = all(
        (man.promoted, man.promotes_to) == (piece.promoted, piece.promotes_to) for man in namesakes
    )
    return piece.name if alike else f"{piece.name} ({kind})"


def either(names: Collection[str] | Iterator[str]) -> str:
    """Names joined by commas and a last `or`."""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} or {last}" if first else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
