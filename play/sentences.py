"""What there is to say of a game and of a piece in it: how it ends, promotion, worth, the array.

The sentences on captures are the piece's row and column of the promotion matrix, in names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache

from makachess.core.engine.model import Model
from makachess.core.pieces import array_pieces, never_taken
from makachess.core.promotion import (
    AS,
    EN_PASSANT,
    QUIET,
    changes_of,
    effect,
    either,
    forms_of,
    goes_as,
    is_forced_on,
    matrix,
    moving_effect,
    pawn_resets,
    quiet_effects,
    ways,
    with_article,
    zone_squares,
)
from makachess.core.rule_tables import bare_kings
from makachess.core.spec import COLORS, Effect, PieceType, Rule, Variant
from makachess.core.text import how_many, together
from makachess.variants.models import engine_values

FEW = 3  # names that are listed one by one, and exceptions that a class may have
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def rules_text(variant: Variant) -> str:
    """The rules of a game that no piece tells of: how it is won, lost and drawn, in paragraphs."""
    parts = _decided(variant), _trading(variant), _draws(variant)
    return "\n\n".join(filter(None, map(" ".join, parts)))


def _decided(variant: Variant) -> Iterator[str]:
    ending = variant.ending
    royals = [kind for kind in variant.pieces if kind in variant.royals]
    if ending.checkmate:
        stalemate = "and so does stalemate" if ending.no_move_loses else "stalemate is a draw"
        yield f"Checkmate wins, {stalemate}."
        if not never_taken(variant):
            yield "Of several Kings one may be taken; mate is an attack on all of them."
    else:
        last = either(_names(variant, royals))
        yield f"A side that has lost its last {last} has lost the game. There is no check."
        stuck = "has lost, too" if ending.no_move_loses else "makes the game a draw"
        yield f"A side that cannot move {stuck}."
    if ending.bare == "loses":
        slight = ", or the other side has only " if ending.bare_slight else ""
        yield (
            f"A side to which nothing is left but {_list(variant, royals)} has lost, unless it can"
            " take the other side's last piece or only royal at once"
            f"{slight}{_list(variant, ending.bare_slight)}."
        )
    if ending.repetition == "forbidden":
        yield "No move may repeat a position."
    elif ending.repetition == "adjudicate4":
        yield (
            "When a position occurs for the fourth time, a side has lost that has given check, or"
            " attacked, with every move; otherwise the game is a draw."
        )
    if ending.pass_repetition == "first-loses":
        yield "If it occurs again by passing the turn, the side that passed first has lost."


def _trading(variant: Variant) -> Iterator[str]:
    rules = variant.trading
    if not rules.lions:
        return
    one = either(map(with_article, dict.fromkeys(variant.pieces[k].name for k in rules.lions)))
    conditions = ["no enemy could retake it"]
    conditions += ["the two are neighbours"] * rules.adjacent
    conditions += ["it has taken another piece on the way"] * rules.bridge
    yield f"{_capital(one)} may take {one} only if {either(conditions)}."
    if rules.counterstrike != "allowed":
        but = f", except with {one}" * (rules.counterstrike == "by-lions")
        yield f"After another piece has taken {one}, the reply must not take {one}{but}."


def _draws(variant: Variant) -> Iterator[str]:
    ending, how = variant.ending, []
    if ending.repetition in ("draw3", "draw4"):
        count = "third" if ending.repetition == "draw3" else "fourth"
        how.append(f"when a position occurs for the {count} time")
    if limit := ending.move_limit:
        count = f"{limit} single moves" if limit % 2 else f"{limit // 2} moves by each side"
        moved = pawn_resets(variant) and variant.pawn
        or_moved = f" or a move of {with_article(_name(variant, variant.pawn))}" if moved else ""
        how.append(f"after {count} without a capture{or_moved}")
    if how:
        yield f"The game is drawn {either(how)}."
    if ending.dead and (royals := bare_kings(variant)):
        named = _names(variant, royals)
        kings = f"the {named[0]}s" if len(named) == 1 else "a royal of each side"
        left = [kings]
        if alone := _harmless(variant, ending.dead_alone):
            left.append(f"{kings} and {_list(variant, alone)}")
        if many := _harmless(variant, ending.dead_on_one_color):
            names = [f"{name}s" for name in _names(variant, many)]
            left.append(f"{kings} and {either(names)} that all stand on squares of one colour")
        so = "So it is" if how else "The game is drawn"
        yield f"{so} when nothing is left but {either(left)}."


def _harmless(variant: Variant, kinds: tuple[str, ...]) -> list[str]:
    """Those of some types that can become no others than these by moving."""
    return [kind for kind in kinds if {*forms_of(variant, kind)} <= {*kinds}]


def change_sentences(variant: Variant, kind: str) -> Iterator[str]:
    yield from capture_sentences(variant, kind)
    yield from captor_sentences(variant, kind)
    yield from becoming_sentences(variant, kind)


def capture_sentences(variant: Variant, kind: str) -> Iterator[str]:
    """What a piece may or must become by what it takes, how it moves, or where it arrives."""
    groups = _by_change(variant, kind)
    moving = list(_by_moving(variant, kind))
    yield from moving
    for (rule, targets), victims in groups.items():
        what = _victims(variant, victims)
        if rule is Rule.STAY:
            yield f"It stays {_any_of(variant, targets)} when it takes {what}."
        elif rule is Rule.MAY:
            yield f"It may become {_any_of(variant, targets)} by taking {what}."
        else:
            yield f"It must become {_any_of(variant, targets)} when it takes {what}."
    if groups or moving:
        if is_immune(variant, kind):
            yield "It is immune to contagion."
    elif kind not in variant.promotion.arrival and _has_changes(variant):
        if is_immune(variant, kind):
            yield "It never changes: it has no promotion, and it is immune to contagion."
        else:
            yield f"It does not promote{' again' if variant.pieces[kind].promoted else ''}."
    yield from _arrival(variant, kind)


def move_changes(variant: Variant, kind: str) -> list[tuple[Rule, str, list[str]]]:
    """What a piece may or must become, and by taking what; the victims in the game's order.

    Without victims it is by moving. Each of several types that it may choose from is one it may.
    """
    moving = effect(variant, kind, QUIET)
    groups = [(moving.rule, moving.targets, [""] * 0)] if moving.rule else []
    groups += [(rule, targets, ids) for (rule, targets), ids in _by_change(variant, kind).items()]
    return [
        (rule if len(targets) == 1 else Rule.MAY, target, ids)
        for rule, targets, ids in groups
        if rule is not Rule.STAY
        for target in targets
    ]


def _by_moving(variant: Variant, kind: str) -> Iterator[str]:
    """What a piece becomes by moves that take nothing, and by those that go in a certain way."""
    quiet = effect(variant, kind, QUIET)
    if quiet.rule:
        how = "whenever it moves" if _changes_always(variant, kind) else "when it takes nothing"
        yield f"It {_becomes(variant, quiet)} {how}."
    for key in variant.promotion.becomes.get(kind, {}):
        if key.startswith(AS):
            yield _by_going(variant, kind, key)


def _by_going(variant: Variant, kind: str, key: str) -> str:
    """What moves of one way make of a piece: those of another type, or as a text in Betza says."""
    ways = {takes: goes_as(variant, key, takes) for takes in (False, True)}
    alike = [
        piece.id
        for piece in variant.pieces.values()
        for takes in (False, True)
        if ways[takes] and ways[takes] == goes_as(variant, AS + piece.betza, takes)
    ]
    how = f"as {key.removeprefix(AS)!r} says"
    if alike:
        how = f"like {with_article(_name(variant, alike[0]))}"
    act = "moves, without capture," if ways[False] else "takes"
    act = "moves or takes" if all(ways.values()) else act
    said = variant.promotion.becomes[kind][key]
    one = moving_effect(variant.pieces[kind], said, "")
    return f"When it {act} {how}, it {_becomes(variant, one)}."


def _becomes(variant: Variant, one: Effect) -> str:
    if one.rule is Rule.STAY:
        return "stays what it is"
    return f"{'may' if one.rule is Rule.MAY else 'must'} become {_any_of(variant, one.targets)}"


def _any_of(variant: Variant, kinds: Sequence[str]) -> str:
    return either(with_article(_name(variant, kind)) for kind in kinds)


def _changes_always(variant: Variant, kind: str) -> bool:
    """Whether a piece changes alike by all moves, whatever they take."""
    quiet, spared = effect(variant, kind, QUIET), never_taken(variant)
    cells = (effect(variant, kind, victim) for victim in variant.pieces if victim not in spared)
    always = bool(quiet.rule) and not ways(variant, kind)
    return always and all(
        (min(one.rule, Rule.MUST), one.targets) == (quiet.rule, quiet.targets) for one in cells
    )


def _by_change(variant: Variant, kind: str) -> dict[tuple[Rule, tuple[str, ...]], list[str]]:
    """The victims by what taking them does, without those that change nothing and never could.

    Changes are those that players know: contagion is a must, and becoming what one is, is to stay.
    What a piece does of itself comes before contagion, and free choices before what it must.
    """
    groups: dict[tuple[Rule, tuple[str, ...]], list[str]] = {}
    cells, spared = matrix(variant), never_taken(variant)
    own = variant.pieces[kind].promotes_to
    if _changes_always(variant, kind):
        return {}
    for victim in (*variant.pieces, EN_PASSANT):
        if victim in spared or (kind, victim) not in cells:
            continue
        change = cells[kind, victim]
        if change.rule is not Rule.STAY and change.targets != (kind,):
            groups.setdefault((min(change.rule, Rule.MUST), change.targets), []).append(victim)
        elif (variant.promotion.by_capture and own) or effect(variant, kind, QUIET).rule:
            groups.setdefault((Rule.STAY, (kind,)), []).append(victim)
    first = ((kind,), (own,))
    return dict(sorted(groups.items(), key=lambda group: (group[0][1] not in first, group[0][0])))


def is_immune(variant: Variant, kind: str) -> bool:
    """Whether there are contagious pieces in a game, and none of them infects this one."""
    cells, rules = matrix(variant), variant.promotion
    carriers = [piece.id for piece in variant.pieces.values() if rules.contagion and piece.infects]
    return bool(carriers) and all(
        cells[kind, carrier].rule is not Rule.CONTAGION for carrier in carriers
    )


@lru_cache(maxsize=64)
def _has_changes(variant: Variant) -> bool:
    return bool(variant.promotion.arrival) or any(True for _ in changes_of(variant))


def _where_it_arrives(variant: Variant, kind: str) -> str:
    """The beginning of a sentence about what a type becomes by arriving."""
    rules, ranks = variant.promotion, _zone(variant)
    if rules.zone_rule == "enter-or-capture":
        last = ", or by reaching the last rank" if kind in rules.last_chance else ""
        return f"By entering {ranks}, or by a capture that begins or ends there{last}, it may"
    if rules.zone_rule == "begin-or-end":
        return f"By a move that begins or ends on {ranks} it may"
    if rules.zone == 1 or rules.zone_rule == "must":
        return f"On {ranks} it must"
    return f"On {ranks} it may, and on the very last it must,"


def _zone(variant: Variant) -> str:
    return last_ranks(variant.promotion.zone)


def last_ranks(depth: int) -> str:
    return f"the last {depth} ranks" if depth > 1 else "the last rank"


def _arrival(variant: Variant, kind: str) -> Iterator[str]:
    rules = variant.promotion
    if rules.arrival.get(kind) == (kind,):
        yield f"On {_zone(variant)} it stays what it is."
    elif choices := rules.arrival.get(kind):
        names = either(with_article(_name(variant, choice)) for choice in choices)
        where = _where_it_arrives(variant, kind)
        if not rules.reserve:
            yield f"{where} become {names}{_by_contagion(variant, kind)}{_must(variant, kind)}."
            yield from _where_chosen(variant, kind)
            return
        waits = "waits there" if rules.zone == 1 else "waits on the last rank"
        meanwhile = "may not go to the last rank" if rules.arrival_needs_choice else waits
        absent = " and of a type it no longer has" if rules.reserve_absent_only else ""
        yield (
            f"{where} become a captured piece of its own side{absent}: {names}. "
            f"While there is none, it {meanwhile}."
        )
        spare = (how_many(count, _name(variant, one)) for one, count in rules.spare.items())
        if listed := together(spare):
            yield f"In its reserve are {listed} from the beginning."
        yield from _where_chosen(variant, kind)


def _where_chosen(variant: Variant, kind: str) -> Iterator[str]:
    """Which of the choices of a piece that arrives it has on some of the last ranks alone."""
    for depth, choices in choices_by_depth(variant, kind).items():
        if depth < variant.promotion.zone:
            names = either(with_article(_name(variant, choice)) for choice in choices)
            yield f"It can become {names} only on {last_ranks(depth)}."


def choices_by_depth(variant: Variant, kind: str) -> dict[int, list[str]]:
    """What a piece may become where it arrives, by on how many of the last ranks, most first."""
    rules, depths = variant.promotion, dict[int, list[str]]()
    for choice in rules.arrival.get(kind, ()):
        depths.setdefault(rules.choice_zone.get(choice, rules.zone), []).append(choice)
    return dict(sorted(depths.items(), reverse=True))


def _must(variant: Variant, kind: str) -> str:
    """Where a piece must promote that otherwise may."""
    forced = any(is_forced_on(variant, kind, square) for square in zone_squares(variant))
    begins = variant.promotion.zone_rule == "begin-or-end"
    return "; it must where it could never move again" * (begins and forced)


def _by_contagion(variant: Variant, kind: str) -> str:
    """What a piece that arrives becomes if it takes something by which it would change."""
    if not variant.promotion.contagion_first:
        zone_rule = variant.promotion.zone_rule
        must = zone_rule == "must" or (variant.promotion.zone == 1 and zone_rule == "may")
        return ", whatever it takes there" if must and _by_change(variant, kind) else ""
    cells, spared = matrix(variant), never_taken(variant)
    infecting = [one for one in variant.pieces if cells[kind, one].rule is Rule.CONTAGION]
    text = _victims(variant, [one for one in infecting if one not in spared])
    what = "something" if text == "any piece" else text
    return f", unless it takes {what} there" if text else ""


def captor_sentences(variant: Variant, kind: str) -> Iterator[str]:
    pieces, cells = variant.pieces, matrix(variant)
    if kind in never_taken(variant):
        yield "It is never taken: checkmate ends the game."
        return
    changes = {captor: cells[captor, kind] for captor in pieces}
    if infected := _infected(variant, kind):
        name = with_article(_name(variant, pieces[kind].infects))
        but = _but(variant, infected)
        yield f"It is contagious: whatever takes it must become {name}{but}."
        return
    able = [one for one in changes if variant.promotion.by_capture and pieces[one].promotes_to]
    for rule, verb in ((Rule.MAY, "may"), (Rule.MUST, "must")):
        if any(changes[captor].rule is rule for captor in able):
            yield f"Whatever takes it {verb} promote, if it can."
    if stay := [captor for captor in able if changes[captor].rule is Rule.STAY]:
        yield f"{_capital(_list(variant, stay))} that takes it stays what it is."


def _infected(variant: Variant, kind: str) -> list[str]:
    """The captors that a contagious piece makes what its captors become."""
    cells, infects = matrix(variant), variant.pieces[kind].infects
    return [
        captor
        for captor in variant.pieces
        if variant.promotion.contagion
        and cells[captor, kind].rule is Rule.CONTAGION
        and cells[captor, kind].target == infects
    ]


def _but(variant: Variant, infected: Collection[str]) -> str:
    """The captors that a contagious piece does not infect, or not where they arrive."""
    rules = variant.promotion
    spared = [captor for captor in variant.pieces if captor not in infected]
    risen = [] if rules.contagion_first else [one for one in infected if one in rules.arrival]
    but = f", but not {_list(variant, spared)}" if spared else ""
    if not risen:
        return but
    arriving = f"{_list(variant, risen)} on {_zone(variant)}"
    return f"{but}, nor {arriving}" if but else f", but not {arriving}"


def becoming_sentences(variant: Variant, kind: str) -> Iterator[str]:
    pieces = variant.pieces.values()
    arrival = variant.promotion.arrival
    sources = [
        p.id
        for p in pieces
        if p.id != kind and (kind == p.promotes_to or (kind,) == arrival.get(p.id))
    ]
    if sources:
        yield f"It is what {_list(variant, sources)} promotes to."
    if turned := [one for one in variant.pieces if _turns_into(variant, one, kind)]:
        yield f"It is what {_list(variant, turned)} becomes by moving."
    if risen := [one for one, choices in arrival.items() if kind in choices and len(choices) > 1]:
        ranks = last_ranks(variant.promotion.choice_zone.get(kind, variant.promotion.zone))
        yield f"{_capital(_list(variant, risen))} can become one on {ranks}."
    for carrier in (piece.id for piece in pieces if piece.infects == kind and piece.id != kind):
        if infected := _infected(variant, carrier):
            but = _but(variant, infected)
            yield f"Whatever takes {_list(variant, [carrier])} becomes one{but}."


def _turns_into(variant: Variant, kind: str, other: str) -> bool:
    return any(one.rule and other in one.targets for one in quiet_effects(variant, kind))


def worth_sentence(variant: Variant, kind: str, model: Model | None = None) -> str:
    """What the engine thinks a piece is worth, in Pawns of the game; empty for a royal.

    It uses a model given, or the usual one.
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
    pieces = array_pieces(variant)
    homes = [sorted(s for s, piece in pieces.items() if piece == (kind, color)) for color in COLORS]
    white, black = map(len, homes)
    if not white and not black:
        return "None is on the board at the start."
    if white != black:
        return f"White starts with {_number(white)}, Black with {_number(black)}."
    places = f" (White's on {' and '.join(map(str, homes[0]))})" if white <= FEW else ""
    return f"Each side starts with {_number(white)}{places}."


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _victims(variant: Variant, ids: Collection[str]) -> str:
    """Victims in words; where there are many, whole classes with their exceptions."""
    taken = [piece for piece in variant.pieces.values() if piece.id not in never_taken(variant)]
    text = _classes(variant, taken, set(ids))
    if EN_PASSANT not in ids:
        return text
    return f"{text}, also en passant" if text else "en passant"


_CLASSES: tuple[tuple[str, Callable[[PieceType], bool]], ...] = (
    ("any piece", lambda piece: True),
    ("any unpromoted piece", lambda piece: not piece.promoted),
    ("any promoted piece", lambda piece: piece.promoted),
)


def _classes(variant: Variant, all_pieces: Sequence[PieceType], ids: set[str]) -> str:
    parts = []
    for text, belongs in _CLASSES:
        members = _names(
            variant, (piece.id for piece in all_pieces if belongs(piece) and piece.id in ids)
        )
        missing = _names(
            variant, (piece.id for piece in all_pieces if belongs(piece) and piece.id not in ids)
        )
        if len(members) > FEW >= len(missing):
            but = f" but {either(map(with_article, missing))}" if missing else ""
            parts.append(text + but)
            ids = ids - {piece.id for piece in all_pieces if belongs(piece)}
    rest = _names(variant, (piece.id for piece in all_pieces if piece.id in ids))
    return either([*map(with_article, rest), *parts])


def _list(variant: Variant, ids: Collection[str]) -> str:
    return either(map(with_article, _names(variant, ids)))


def _names(variant: Variant, ids: Collection[str] | Iterator[str]) -> list[str]:
    """The names of types, each once: many a game has a dozen that become the same."""
    return list(dict.fromkeys(_name(variant, kind) for kind in ids))


@lru_cache(maxsize=2048)
def _name(variant: Variant, kind: str) -> str:
    """A type's name, with its id where a type that promotes otherwise has the same name."""
    named = variant.pieces[kind]
    alike = all(
        (other.promoted, other.promotes_to) == (named.promoted, named.promotes_to)
        for other in variant.pieces.values()
        if other.name == named.name
    )
    return named.name if alike else f"{named.name} ({kind})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
