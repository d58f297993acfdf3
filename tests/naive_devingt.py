"""Devingt Chess once more, slow and plain, after the wording of the rule sheet.

It shares nothing with the kernel. A position is a dictionary of squares (x, y) to pieces (type id,
colour) and what goes with it; moves are texts in coordinates, each with the position it leads to.
"""

from dataclasses import dataclass, field, replace
from itertools import combinations

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
RIDERS = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}
LEAPERS = {
    "K": STRAIGHT + DIAGONAL,
    "N": [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)],
    "S": [(x, y) for x in (-3, -1, 1, 3) for y in (-3, -1, 1, 3) if abs(x) != abs(y)],
}
NUMBERS = {"Q": 1, "R": 2, "B": 2, "N": 2, "S": 2}
BACK_RANK = "RNBSKQSBNR"
MATES = "mates"


@dataclass(frozen=True)
class State:
    """What a FEN says, but for the counter of quiet moves."""

    pieces: dict
    turn: str
    castling: frozenset = frozenset()
    passed: tuple = ()
    passed_pawn: tuple = ()
    number: int = 1
    options: dict = field(default_factory=dict)

    @property
    def enemy(self):
        return "black" if self.turn == "white" else "white"

    @property
    def forward(self):
        return 1 if self.turn == "white" else -1

    @property
    def last_rank(self):
        return 9 if self.turn == "white" else 0


def read(fen, **options):
    """The state of a FEN."""
    rows, turn, castling, passed, _, number = fen.split()
    pieces = {}
    for y, row in zip(range(9, -1, -1), rows.split("/"), strict=True):
        x = 0
        for token in row.replace("10", "X"):
            if token.isalpha() and token != "X":
                pieces[x, y] = (token.upper(), "white" if token.isupper() else "black")
                x += 1
            else:
                x += 10 if token == "X" else int(token)
    turn = "white" if turn == "w" else "black"
    squares = [] if passed == "-" else [parse(passed[i : i + 2]) for i in range(0, len(passed), 2)]
    state = State(
        pieces, turn, frozenset(castling) - {"-"}, tuple(squares), (), int(number), options
    )
    if not squares:
        return state
    x, y = squares[-1]
    return replace(state, passed_pawn=(x, y - state.forward))


def parse(text):
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def name(square):
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


# --- the game -----------------------------------------------------------------------------------


def all_moves(state):
    """Coordinate text -> the state left by it before the opponent's delayed promotions."""
    found = {}
    results = delayed(state)
    if MATES in results:
        return found
    for result in results:
        prefix = "".join(f"{name(square)}={kind}," for square, kind in sorted(result))
        for text, after in legal(with_pieces(state, result)):
            found[(prefix if len(results) > 1 else "") + text] = after
    return found


def settled(state):
    """The state after the delayed promotions of the side to move, and what they were."""
    results = delayed(state)
    if MATES in results or len(results) > 1:
        return state, MATES if MATES in results else None
    (result,) = results
    return with_pieces(state, result), result


def delayed(state, done=frozenset(), known=None):
    """Section 5: all final results of the step, as sets of (square, type), or MATES among them."""
    known = {} if known is None else known
    if done in known:
        return known[done]
    pairs = [
        (square, kind)
        for square, piece in state.pieces.items()
        if piece == ("P", state.turn) and square[1] == state.last_rank
        for kind in reserve(state)
    ]
    quiet = [pair for pair in pairs if not checks(with_pieces(state, [pair]))]
    if any(is_mating(state, pair) for pair in pairs if pair not in quiet):
        known[done] = {MATES}
    elif not quiet:
        known[done] = {done}
    else:
        known[done] = set()
        for pair in quiet:
            known[done] |= delayed(with_pieces(state, [pair]), done | {pair}, known)
    return known[done]


def reserve(state):
    """The types that may come back."""
    pieces = list(state.pieces.values())
    counts = {kind: pieces.count((kind, state.turn)) for kind in NUMBERS}
    if state.options.get("promotion_only_to_absent_type") == "true":
        return [kind for kind in NUMBERS if not counts[kind]]
    return [kind for kind, number in NUMBERS.items() if counts[kind] < number]


def with_pieces(state, pairs):
    new = {square: (kind, state.turn) for square, kind in pairs}
    return replace(state, pieces=state.pieces | new)


def checks(state):
    """Whether the side to move attacks the enemy King."""
    return is_attacked(state.pieces, king(state.pieces, state.enemy), state.turn)


def is_mating(state, pair):
    if is_attacked(state.pieces, king(state.pieces, state.turn), state.enemy):
        return False
    after = replace(with_pieces(state, [pair]), turn=state.enemy, passed=(), passed_pawn=())
    return not list(legal(after))


# --- the pieces
# ------------------------------------------------------------------------------------


def legal(state):
    for text, after in [*plain(state), *compound(state), *castle(state)]:
        if not is_attacked(after.pieces, king(after.pieces, state.turn), state.enemy):
            yield text, after


def king(pieces, color):
    return next(square for square, piece in pieces.items() if piece == ("K", color))


def is_attacked(pieces, square, color):
    return any(
        square in attacks(pieces, origin) for origin, (_, owner) in pieces.items() if owner == color
    )


def attacks(pieces, origin):
    kind, color = pieces[origin]
    if kind == "P":
        y = origin[1] + (1 if color == "white" else -1)
        return [(origin[0] - 1, y), (origin[0] + 1, y)]
    if kind in LEAPERS:
        return [(origin[0] + x, origin[1] + y) for x, y in LEAPERS[kind]]
    return [square for step in RIDERS[kind] for square in ride(pieces, origin, step)]


def ride(pieces, origin, step):
    square = origin
    while True:
        square = (square[0] + step[0], square[1] + step[1])
        if not is_on_board(square):
            return
        yield square
        if square in pieces:
            return


def is_on_board(square):
    return 0 <= square[0] < 10 and 0 <= square[1] < 10


def plain(state):
    for origin, (kind, color) in state.pieces.items():
        if color != state.turn:
            continue
        if kind == "P":
            yield from pawn(state, origin)
            continue
        for goal in attacks(state.pieces, origin):
            if is_on_board(goal) and state.pieces.get(goal, ("", ""))[1] != color:
                yield name(origin) + name(goal), moved(state, (origin, goal))


def pawn(state, origin):
    x, y = origin
    home = 1 if state.turn == "white" else 8
    passed = []
    for n in (1, 2, 3) if y == home else (1,):
        goal = (x, y + n * state.forward)
        if not is_on_board(goal) or goal in state.pieces:
            break
        yield from arrive(state, origin, goal, passed=tuple(passed))
        passed.append(goal)
    for goal in ((x - 1, y + state.forward), (x + 1, y + state.forward)):
        if state.pieces.get(goal, ("", ""))[1] == state.enemy:
            yield from arrive(state, origin, goal)
        elif goal in state.passed:
            yield name(origin) + name(goal), moved(state, (origin, goal), gone=state.passed_pawn)


def arrive(state, origin, goal, passed=()):
    kinds = reserve(state) if goal[1] == state.last_rank else []
    for kind in kinds or [""]:
        after = moved(state, (origin, goal), passed=passed)
        if kind:
            after.pieces[goal] = (kind, state.turn)
        yield name(origin) + name(goal) + (f"={kind}" if kind else ""), after


def moved(state, *steps, gone=None, passed=()):
    """The state after steps of own pieces, who take what stands there; the opponent is to move."""
    pieces = dict(state.pieces)
    pieces.pop(gone, None)
    rights = set(state.castling)
    for origin, goal in steps:
        pieces[goal] = pieces.pop(origin)
        for square in (origin, goal):
            rights -= set(RIGHTS.get(square, ""))
    return replace(
        state,
        pieces=pieces,
        turn=state.enemy,
        castling=frozenset(rights),
        passed=passed,
        passed_pawn=steps[0][1] if passed else (),
        number=state.number + (state.turn == "black"),
    )


def compound(state):
    who = state.options.get("compound_first_move", "both")
    rank, pawns = (0, 1) if state.turn == "white" else (9, 8)
    array = {(x, rank): (kind, state.turn) for x, kind in enumerate(BACK_RANK)}
    array |= {(x, pawns): ("P", state.turn) for x in range(10)}
    own = {square: piece for square, piece in state.pieces.items() if piece[1] == state.turn}
    if state.number != 1 or own != array or who not in ("both", state.turn):
        return
    for count, lengths in ((2, (1, 2)), (2, (2, 1)), (3, (1, 1, 1))):
        for files in combinations(range(10), count):
            steps = [
                ((x, pawns), (x, pawns + n * state.forward))
                for x, n in zip(files, lengths, strict=True)
            ]
            ways = {
                (x, pawns + i * state.forward)
                for x, n in zip(files, lengths, strict=True)
                for i in range(1, n + 1)
            }
            if not ways & set(state.pieces):
                yield ",".join(name(a) + name(b) for a, b in steps), moved(state, *steps)


RIGHTS = {(0, 0): "Q", (9, 0): "K", (4, 0): "KQ", (0, 9): "q", (9, 9): "k", (4, 9): "kq"}


def castle(state):
    y = 0 if state.turn == "white" else 9
    for right in state.castling:
        if right.isupper() != (state.turn == "white"):
            continue
        side, corner = (1, 9) if right in "Kk" else (-1, 0)
        between = range(4 + side, corner, side)
        if any((x, y) in state.pieces for x in between):
            continue
        for length in (2, 3):
            way = [(4 + side * i, y) for i in range(length + 1)]
            if not any(is_attacked(state.pieces, square, state.enemy) for square in way):
                rook = ((corner, y), (4 + side * (length - 1), y))
                text = name((4, y)) + name(way[-1])
                yield text, moved(state, ((4, y), way[-1]), rook)
