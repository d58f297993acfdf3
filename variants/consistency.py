"""Whether rules are consistent, and within what the kernel can play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from makachess.core.betza import (
    UNLIMITED,
    Leg,
    Movement,
    Power,
    goes_plainly,
    is_stride,
    parse_betza,
)
from makachess.core.castling import (
    Castling,
    castlings,
    right_faults,
    rights,
    table_faults,
    unmoved_pieces,
)
from makachess.core.errors import InvalidFenError, VariantError
from makachess.core.kernel.packed import MATE_BOUND
from makachess.core.notation.fen import parse_fen
from makachess.core.pieces import (
    Piece,
    array_pieces,
    find_placement_faults,
    never_taken,
    result_bits,
)
from makachess.core.position import Position
from makachess.core.promotion import (
    AS,
    EN_PASSANT,
    QUIET,
    changes_of,
    choices_of,
    effect,
    goes_as,
)
from makachess.core.rule_tables import distinct_legs
from makachess.core.spec import COLORS, PieceType, Rule, Variant
from makachess.core.squares import Square
from makachess.variants.keys import LARGEST_BOARD, MOVES
from makachess.variants.sources import suggest

Finding = tuple[tuple[str, ...], str]

MOST_RESERVED = 30  # types of a reserve: as many bits has what the kernel notes of a file
MOST_ARRIVALS = 60  # types that one piece can become: room for as many the kernel keeps free
LONGEST_STRIDE = 3  # squares of a first move: what is passed are two squares at most
_UNSAID = ("w", "-", "-", "0", "1")  # the fields of a FEN behind the placement
NEXT_DOOR = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y}
# A hook mover attacks along its lines, too: with the steps of each.
HOOKS = (
    (Power.HOOK_ROOK, "R", {(x, y) for x, y in NEXT_DOOR if not x or not y}),
    (Power.HOOK_BISHOP, "B", {(x, y) for x, y in NEXT_DOOR if x and y}),
)
# Two squares away: those that a power reaches in two steps, whatever stands between.
SECOND_RING = {(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2}
SECOND_ON_LINES = {(x, y) for x, y in SECOND_RING if x % 2 == y % 2 == 0}


def find_contradictions(variant: Variant) -> Iterator[Finding]:
    """What is wrong with the rules as a whole, by key."""
    unknown = [(path, kind) for path, kind in _references(variant) if kind not in variant.pieces]
    for path, kind in unknown:
        yield path, f"unknown piece {kind!r}{suggest(kind, tuple(variant.pieces))}"
    faulty = []
    for piece in variant.pieces.values():
        for key, reason in (*_movement_findings(piece), *_promotion_findings(variant, piece)):
            faulty.append(key)
            yield ("pieces", piece.id, key), reason
    if variant.pieces and not variant.royals:
        yield ("pieces",), "no piece is royal"
    yield from _arrival_findings(variant)
    if variant.trading.lions and not (variant.trading.royals_guard or variant.ending.checkmate):
        yield ("trading", "royals-guard"), "can only be false where mate decides"
    if "betza" in faulty:
        return
    yield from _name_findings(variant)
    yield from _stride_findings(variant)


def _references(variant: Variant) -> Iterator[Finding]:
    """Every place where a piece is named, with the id that stands there."""
    if variant.pawn:
        yield ("pawn",), variant.pawn
    for kind, piece in variant.pieces.items():
        if piece.promotes_to:
            yield ("pieces", kind, "promotes-to"), piece.promotes_to
        if piece.infects:
            yield ("pieces", kind, "infects"), piece.infects
    lists = {
        ("ending", "dead-alone"): variant.ending.dead_alone,
        ("ending", "bare-slight"): variant.ending.bare_slight,
        ("ending", "dead-on-one-color"): variant.ending.dead_on_one_color,
        ("trading", "lions"): variant.trading.lions,
        ("trading", "no-bridge"): variant.trading.no_bridge,
        ("promotion", "last-chance"): variant.promotion.last_chance,
        ("promotion", "spare"): variant.promotion.spare,
        ("promotion", "choice-zone"): variant.promotion.choice_zone,
        ("promotion", "exceptions"): chain.from_iterable(sorted(variant.promotion.exceptions)),
    }
    for key, kinds in lists.items():
        for kind in kinds:
            yield key, kind
    for kind, choices in variant.promotion.arrival.items():
        for named in (kind, *choices):
            yield ("promotion", "arrival", kind), named
    for kind, row in variant.promotion.becomes.items():
        yield ("promotion", "becomes", kind), kind
        for what, into in row.items():
            path = ("promotion", "becomes", kind, what)
            victims = () if what in MOVES or what.startswith(AS) else (what,)
            for each in (*victims, *choices_of(into)):
                if each != "=":
                    yield path, each


def _promotion_findings(variant: Variant, piece: PieceType) -> Iterator[tuple[str, str]]:
    if piece.id.startswith("+") and not piece.promoted:
        yield "promoted", "must not be false for an id with +"
    goal = variant.pieces.get(piece.promotes_to)
    if piece.promotes_to and piece.promoted:
        yield "promotes-to", f"{piece.id} is promoted, and a promoted piece does not promote again"
    elif goal is not None and not goal.promoted:
        yield "promotes-to", f"{piece.promotes_to} is not marked promoted = true"


def _movement_findings(piece: PieceType) -> Iterator[tuple[str, str]]:
    if piece.initial_to and piece.initial != "home":
        yield "initial-to", f"is for moves from anywhere, not for initial = {piece.initial!r}"
    try:
        for reason in movement_faults(parse_betza(piece.betza)):
            yield "betza", f"{piece.betza!r}: {reason}"
    except VariantError as error:
        yield "betza", str(error)


def movement_faults(movement: Movement) -> Iterator[str]:
    """What cannot be played: who attacks a square is looked up by how far pieces leap and slide."""
    legs = [leg for leg in movement.legs if leg.captures]
    if any(leg.initial or leg.first > 1 for leg in legs):
        rule = "what is blockable ('n') or starts at home ('i') cannot capture; add 'm'"
        lame = [leg for leg in legs if leg.first > 1 and not leg.initial]
        chains = dict.fromkeys("af" * (g.first - 1) + "WF"[g.dx != 0 != g.dy] for g in lame)
        said = f", or write it of legs, as in {', '.join(map(repr, chains))}"
        yield rule + said * bool(chains)
    if {Power.HOOK_ROOK, Power.HOOK_BISHOP} <= movement.powers:
        yield "a piece turns corners as a Rook or as a Bishop, not both"
    leaps = {(leg.dx, leg.dy) for leg in legs}
    if movement.powers & {Power.AREA, Power.LINE_TWO, Power.LINE_THREE} and NEXT_DOOR - leaps:
        yield "what takes a neighbour and goes on must be able to stop there, too: add 'K'"
    for power, letter, ways in HOOKS:
        if power in movement.powers and ways - {(g.dx, g.dy) for g in legs if g.last == UNLIMITED}:
            yield f"'mas{letter}' goes with '{letter}'"
    slides = {(2 * leg.dx, 2 * leg.dy) for leg in legs if leg.last > 1}
    if Power.AREA in movement.powers and SECOND_RING - leaps:
        yield "'caK' goes with 'NAD'"
    if Power.LINE_HOP in movement.powers:
        if SECOND_ON_LINES - leaps - slides:
            yield "'pafK' goes with 'AD', or with slides all round"
    elif movement.powers & {Power.LINE_TWO, Power.LINE_THREE} and SECOND_ON_LINES - leaps:
        yield "captures of several steps on a line go with 'AD'"


def _name_findings(variant: Variant) -> Iterator[Finding]:
    """Pieces are asked for by id or name: several may share a name, but none has another's id."""
    ids = {kind.lower(): kind for kind in variant.pieces}
    for piece in variant.pieces.values():
        if ids.get(piece.name.lower(), piece.id) != piece.id:
            path = ("pieces", piece.id, "name")
            yield path, f"{piece.name!r} is the id of another piece"


def _stride_findings(variant: Variant) -> Iterator[Finding]:
    """Moves of several squares that are answered en passant: as a FEN can record them.

    Nothing else can be taken in passing, and there must be something that can.
    """
    movements = {kind: parse_betza(piece.betza) for kind, piece in variant.pieces.items()}
    takers = {kind for kind, movement in movements.items() if movement.takes_in_passing}
    rules = {kind: piece.passed for kind, piece in variant.pieces.items()}
    some = any(_has_stride(movement, rules[kind]) for kind, movement in movements.items())
    for kind, movement in movements.items() if takers else ():
        strides = [leg for leg in movement.legs if is_stride(leg, rules[kind])]
        reason = ""
        if any((leg.dx, leg.dy) != (0, 1) or leg.last > LONGEST_STRIDE for leg in strides):
            rule = f"goes straight ahead, and at most {LONGEST_STRIDE} squares"
            what = (
                "a first move" if rules[kind] == "first-moves" else "what can be taken in passing"
            )
            reason = f"where there is en passant, {what} {rule}"
        elif kind in takers and rules[kind] == "first-moves" and any(map(_walks, movement.legs)):
            rule = "its moves of several squares from anywhere are not answered en passant"
            reason = f'{rule}; say passed = "always" if they are, "never" if not'
        elif kind in takers and not some:
            rule = "there is nothing to take in passing without moves of several squares"
            reason = f"{rule}; write one, as in 'ifmnD', or leave out the 'e'"
        if reason:
            yield ("pieces", kind, "betza"), f"{variant.pieces[kind].betza!r}: {reason}"


def _has_stride(movement: Movement, passed: str) -> bool:
    """Whether a move that can be taken in passing is left, without those possible anyway."""
    return any(is_stride(leg, passed) and mask >> 2 for leg, mask in distinct_legs(movement))


def _walks(leg: Leg) -> bool:
    """Whether a piece walks several squares ahead, as Pawns do, but not only from home."""
    walks = leg.last > 1 and leg.moves and not leg.captures
    return walks and (leg.dx, leg.dy) == (0, 1) and not leg.initial


def _king_findings(variant: Variant) -> Iterator[Finding]:
    """In a game won by checkmate Kings stay, and come back only in the place of one of several."""
    royals, spared = variant.royals, never_taken(variant)
    changes = [
        (kind, target, "by moving" if victim == QUIET else f"by taking {victim}")
        for kind, victim, change in changes_of(variant)
        for target in change.targets
        if victim not in spared
    ]
    for kind, choices in variant.promotion.arrival.items():
        for choice in choices:
            if spared or choice not in royals:
                changes.append((kind, choice, "by arriving"))
    told = set()
    for kind, goal, how in changes:
        if (kind in royals) != (goal in royals) and kind not in told:
            told.add(kind)
            rule = "a King stays one" if kind in royals else "nothing may become a King"
            reason = f"{kind} becomes {goal} {how}, but in a game won by checkmate {rule}"
            yield ("pieces", kind), reason
    if not spared and variant.promotion.reserve:
        yield ("promotion", "reserve"), "needs one King a side"
    if not spared and variant.trading.lions and not variant.trading.royals_guard:
        yield ("trading", "royals-guard"), "can only be false where each side has one King"


def _arrival_findings(variant: Variant) -> Iterator[Finding]:
    for kind, choices in variant.promotion.arrival.items():
        stays = (kind,) * (kind in variant.promotion.becomes)  # what else would change there
        for reason in _choice_faults(kind, (one for one in choices if one not in stays)):
            yield ("promotion", "arrival", kind), reason
    for kind, row in variant.promotion.becomes.items():
        for key, into in row.items():
            listed = _choice_faults(kind, into) if isinstance(into, tuple) else ()
            for reason in (*listed, *_way_faults(variant, kind, key)):
                yield ("promotion", "becomes", kind, key), reason
    chosen = set(chain.from_iterable(variant.promotion.arrival.values()))
    for kind in variant.promotion.choice_zone:
        if kind not in chosen:
            yield ("promotion", "choice-zone", kind), "nothing becomes that by arriving"
    for kind in variant.promotion.spare:
        if not variant.promotion.reserve:
            yield ("promotion", "spare", kind), "goes with reserve = true"
        elif kind not in chosen or kind in variant.royals:
            yield ("promotion", "spare", kind), "no Pawn can become that from a reserve"
    if variant.promotion.reserve:
        yield from _reserve_findings(variant)
    if variant.compound_first_move != "none" and not variant.pawn:
        yield ("compound-first-move",), "is made by pawns; say which piece is the 'pawn'"


def _choice_faults(kind: str, given: Iterable[str]) -> Iterator[str]:
    """What is wrong with what a type may become, by one rule."""
    choices = list(given)
    twice = [choice for choice, count in Counter(choices).items() if count > 1]
    if twice:
        yield f"{twice[0]!r} is given twice"
    if kind in choices:
        yield f"{kind!r} would become what it is already"
    for choice in choices:
        if choice + "!" in choices:  # in SAN the sign behind a move also praises it
            yield f"{choice!r} and {choice + '!'!r} cannot be told apart in '={choice}!'"
    if len(choices) > MOST_ARRIVALS:
        yield f"{len(choices)} types, and there are at most {MOST_ARRIVALS}"


def _way_faults(variant: Variant, kind: str, key: str) -> Iterator[str]:
    """What is wrong with a way of moving by which a type is to change."""
    if not key.startswith(AS):
        return
    try:
        movement = parse_betza(key.removeprefix(AS))
    except VariantError as error:
        yield str(error)
        return
    if movement.powers or movement.paths or movement.castles or not movement.legs:
        yield "a way of moving is a leap or a slide, not several steps or castling"
    elif kind in variant.pieces and not any(_goes_as(variant, kind, key, x) for x in (False, True)):
        betza = variant.pieces[kind].betza
        yield f"the {variant.pieces[kind].name} ({betza!r}) never moves so"


def _goes_as(variant: Variant, kind: str, key: str, takes: bool) -> bool:
    """Whether a type has a move, or capture, that leads where a key speaks of."""
    try:
        movement = parse_betza(variant.pieces[kind].betza)
    except VariantError:
        return True
    if movement.powers or movement.paths:
        return True
    own = goes_as(variant, AS + variant.pieces[kind].betza, takes)
    return not own.isdisjoint(goes_as(variant, key, takes))


def _reserve_findings(variant: Variant) -> Iterator[Finding]:
    """What a reserve asks of the arrivals: a waiting piece is known by its type alone."""
    arrival = variant.promotion.arrival
    if not variant.ending.checkmate:
        yield ("promotion", "reserve"), "needs ending.checkmate = true"
    if len(arrival) != 1:
        yield ("promotion", "reserve"), "needs exactly one type in promotion.arrival"
    for kind, choices in arrival.items():
        most = min(MOST_RESERVED, (1 << result_bits(variant)) - 1)
        if not 1 <= len(choices) <= most:
            board = f"on a board of {variant.files} files"
            reason = f"a reserve has from 1 to {most} types {board}, not {len(choices)}"
            yield ("promotion", "arrival", kind), reason


def find_array_faults(variant: Variant, *, thoroughly: bool) -> Iterator[Finding]:
    """What is wrong with the start position, of rules that make sense.

    A thorough check builds the kernel's tables, too, to see who is in check.
    """
    if not list(find_placement_faults(variant, variant.array)):
        castling = list(_castling_findings(variant))  # before the rights in the FEN that it lacks
        yield from castling
        if castling:
            return
    if faults := list(_fen_faults(variant)):
        yield ("start",), f"FEN {variant.start_fen!r}: {'; '.join(faults)}"
        return
    pieces = Counter(array_pieces(variant).values())
    yield from _worth_findings(variant, pieces)
    yield from _passing_findings(variant)
    if variant.ending.checkmate:
        yield from _king_findings(variant)
    most = max(pieces[variant.pawn, color] for color in COLORS)
    if variant.compound_first_move != "none" and most > LARGEST_BOARD:
        yield ("compound-first-move",), f"is for at most {LARGEST_BOARD} pawns a side, not {most}"
    if thoroughly:
        try:
            Position(variant)
        except InvalidFenError as error:
            yield ("start",), str(error)


def _fen_faults(variant: Variant) -> Iterator[str]:
    """All that is wrong with the start position, field by field."""
    placement, *fields = variant.start_fen.split()
    faults = list(find_placement_faults(variant, placement))
    yield from faults
    if faults:
        return
    if len(fields) > len(_UNSAID):
        yield f"{len(fields) + 1} fields, but a FEN has at most {len(_UNSAID) + 1}"
    told = set()
    for number, text in enumerate(fields[: len(_UNSAID)] or _UNSAID[:1]):
        trial = [*_UNSAID]
        trial[0] = fields[0] if fields and fields[0] in ("w", "b") else "w"
        trial[number] = text
        fen = " ".join((placement, *trial))
        try:
            parse_fen(variant, fen)
        except InvalidFenError as error:
            told.add(str(error).removeprefix(f"FEN {fen!r}: "))
    yield from sorted(told)


def _worth_findings(variant: Variant, pieces: Counter[Piece]) -> Iterator[Finding]:
    """Scores of pieces must lie far from those of mates."""
    highest = max(piece.value for piece in variant.pieces.values())
    most = max(sum(pieces[kind, color] for kind in variant.pieces) for color in COLORS)
    if highest * most > MATE_BOUND // 2:
        dearest = next(p.id for p in variant.pieces.values() if p.value == highest)
        largest = MATE_BOUND // 2 // most
        reason = f"{highest} is too much for {most} pieces a side: at most {largest} centipawns"
        yield ("pieces", dearest, "value"), reason


def _castling_findings(variant: Variant) -> Iterator[Finding]:
    """Each right belongs to one King and one piece that castles with it, and has its own letter."""
    for right, reason in table_faults(variant):
        yield ("castling", right), reason
    first: dict[str, Castling] = {}
    for way in () if variant.castling else castlings(variant):
        other = first.setdefault(way.right, way)
        if other.king_from != way.king_from:
            squares = f"{other.king_from} and {way.king_from}"
            reason = f"castling right {way.right!r} would belong to two Kings, on {squares}"
            yield ("pieces", way.king, "betza"), f"{reason}; say it in [castling]"
            return
    for kind in sorted(variant.royals) if variant.castling else ():
        betza = variant.pieces[kind].betza
        if parse_betza(betza).castles:
            yield ("pieces", kind, "betza"), f"{betza!r}: [castling] says it all; leave out the 'O'"
    for kind, reason in right_faults(variant):
        yield ("pieces", kind, "initial"), reason


def find_idle_castling(variant: Variant) -> Iterator[Finding]:
    """Castling that is said and never happens, though the game can be played without it."""
    ways = castlings(variant)
    for kind, piece in variant.pieces.items():
        movement = parse_betza(piece.betza)
        if movement.castles and not any(way.king == kind for way in ways):
            yield (
                ("pieces", kind, "betza"),
                f"{piece.betza!r} never castles: {_idle(variant, kind)}",
            )
    if rights(variant) and len(variant.start_fen.split()) < 3:
        what = "castles or makes a first move" if unmoved_pieces(variant) else "castles"
        yield (
            ("start",),
            f"nobody {what} without ' w {''.join(rights(variant))}' behind it, or ' w -'",
        )


def _idle(variant: Variant, kind: str) -> str:
    """Why a piece never castles by its move text, and what to say instead."""
    if kind not in variant.royals:
        return "it is not royal"
    for home, piece in array_pieces(variant).items():
        if piece[0] == kind:
            corners = " and ".join(str(Square(f, home.rank)) for f in (0, variant.files - 1))
            far = min(parse_betza(variant.pieces[kind].betza).castles)
            rule = f"from {home} it goes towards a piece of its own in the corner of its rank"
            return (
                f"{rule}, {corners}, and stops short of it after {far} squares; or say [castling]"
            )
    return "the array has none"


def _passing_findings(variant: Variant) -> Iterator[Finding]:
    """What is taken in passing must be told by where the captor goes, or by what it must become."""
    for kind, piece in variant.pieces.items():
        movement = parse_betza(piece.betza)
        legs = {(leg.dx, leg.dy) for leg in movement.legs if leg.en_passant}
        goals = {way for way in legs if _may_end_alike(variant, kind, way)}
        if goals and goes_plainly(movement, goals):
            rule = "it also goes where it takes in passing, and both would be written alike"
            reason = f"{rule}; let it only capture there, as in 'fceF', or leave out the 'e'"
            yield ("pieces", kind, "betza"), f"{piece.betza!r}: {reason}"


def _may_end_alike(variant: Variant, kind: str, way: tuple[int, int]) -> bool:
    """Whether a capture en passant and a move without capture can leave the same type."""
    both = [effect(variant, kind, what, way) for what in (EN_PASSANT, QUIET)]
    kinds = [{*one.targets, *([kind] if one.rule <= Rule.MAY else [])} for one in both]
    return not kinds[0].isdisjoint(kinds[1])
