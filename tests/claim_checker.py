"""Claims checked a second time, slowly and plainly, as docs/claims.md defines them.

Of the program it uses the rules alone: legal moves, made and taken back, and who attacks what.
"""

from functools import cached_property

from makachess.core import InvalidFenError, Position
from makachess.core.engine.evaluation import average_piece
from makachess.core.move import MoveKind
from makachess.core.pieces import array_pieces

CROWN = 100_000
PATIENCE = 4_000  # positions that one exchange may lead to


FORCED = {
    "mates_in": ("wins_in", "checkmate"),
    "dethrones_in": ("wins_in", "last royal captured"),
    "mated_in": ("loses_in", "checkmate"),
    "dethroned_in": ("loses_in", "last royal captured"),
}


class TooManyPositionsError(Exception):
    """An exchange that cannot be counted out."""


class Checker:
    """One move, the line it begins, and what can be asked of it."""

    def __init__(self, position, line, score, values):
        self.position, self.line, self.move, self.score = position, line, line[0], score
        self.values, self.variant = values, position.variant
        self.turn, self.enemy = str(position.turn), str(position.turn.opponent)
        self.least = average_piece(self.variant) // 4

    def holds(self, claim):
        """Whether a claim is true by its definition."""
        kind = claim.kind
        for verb, winner in (("wins", self.turn), ("loses", self.enemy), ("draws", "draw")):
            if kind.startswith(f"{verb} by "):
                outcome = self.after.outcome()
                return (outcome.winner, outcome.reason) == (winner, kind[len(verb) + 4 :])
        if kind in FORCED:
            way, reason = FORCED[kind]
            winner = self.turn if way == "wins_in" else self.enemy
            return getattr(self, way)(claim) and self.ends(winner, reason)
        if kind.startswith("opens_"):
            return self.opens(claim, kind.removeprefix("opens_"))
        return getattr(self, kind)(claim)

    @cached_property
    def after(self):
        after = self.position.copy()
        after.push(self.move)
        return after

    @cached_property
    def again(self):
        return other_turn(self.after)

    @cached_property
    def idle(self):
        return other_turn(self.position)

    def value(self, position, square):
        kind = position.piece_at(square)
        color = "white" if kind.isupper() else "black"
        return self.price(position, kind.upper(), color)

    def price(self, position, kind, color):
        royals = [p for p in position.piece_map().values() if p[1] == color and self.royal(p[0])]
        return CROWN if self.royal(kind) and len(royals) == 1 else self.values.get(kind, 0)

    def royal(self, kind):
        return self.variant.pieces[kind].royal

    def gain(self, position, move):
        gain = sum(self.value(position, square) for square in move.victims)
        if move.promotion:
            color = str(position.turn)
            was = dict(move.prefix).get(move.origin) or position.piece_at(move.origin).upper()
            gain -= self.price(position, was, color)
            if self.royal(move.promotion):
                position.push(move)
                gain += self.price(position, move.promotion, color)
                position.pop()
            else:
                gain += self.values.get(move.promotion, 0)
        return gain

    def chosen(self, position, move):
        """What the pawns are worth more that became pieces by choice before a move."""
        return sum(self.values[kind] - self.value(position, square) for square, kind in move.prefix)

    def left_alone(self, position):
        """The same at best, whatever the move; 0 in most games."""
        moves = position.legal_moves() if self.variant.promotion.reserve else []
        return max([self.chosen(position, move) for move in moves], default=0)

    def make(self, position, move):
        """Make a move; what the other side's pawns are worth more that became pieces by it."""
        was = position.piece_map() if self.variant.promotion.reserve else {}
        position.push(move)
        now = position.piece_map() if was else {}
        return sum(
            self.values[kind] - self.values[was[at][0]]
            for at, (kind, color) in now.items()
            if color == position.turn and kind != was[at][0]
        )

    def net(self, position, move):
        """What a capture comes to for its side."""
        return self.gain(position, move) - self.loss(position, move)

    def loss(self, position, move):
        self.left, self.known = PATIENCE, {}
        back = self.make(position, move)
        try:
            return back + self.most(position, move.destination)
        finally:
            position.pop()

    def answers(self, position, move):
        """Each capture of the captor: what it wins at once, and what it comes to."""
        self.left, self.known = PATIENCE, {}
        position.push(move)
        found = [
            (self.gain(position, m), self.after_all(position, m))
            for m in taking(position, move.destination)
        ]
        position.pop()
        return found

    def after_all(self, position, move):
        gain = self.gain(position, move) + self.chosen(position, move)
        gain -= self.make(position, move)
        try:
            return gain - self.most(position, move.destination)
        finally:
            position.pop()

    def most(self, position, square):
        if position.is_won:
            return 2 * CROWN
        key = position.key(), square
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooManyPositionsError
            found = [self.after_all(position, move) for move in taking(position, square)]
            self.known[key] = max([self.left_alone(position), *found])
        return self.known[key]

    def can_win(self, position, square, origin=None):
        return any(
            self.net(position, move) >= self.least
            for move in taking(position, square)
            if origin in (None, move.origin)
        )

    def only(self, claim):
        return self.position.legal_moves() == [self.move]

    def wins_in(self, claim):
        """By force; counted out for two moves, beyond that it is the search's word."""
        if self.score.mate != claim.number:
            return False
        return claim.number != 2 or all(map(self.wins_after, self.after.legal_moves()))

    def ends(self, winner, reason):
        """Whether the line ends so, or no game of these rules is won in another way."""
        walk = self.position.copy()
        for move in self.line:
            walk.push(move)
        ending, outcome = self.variant.ending, walk.outcome()
        if outcome is not None:
            return (outcome.winner, outcome.reason) == (winner, reason)
        others = [ending.no_move_loses, ending.bare == "loses", ending.repetition == "adjudicate4"]
        return reason == "checkmate" and ending.checkmate and not any(others)

    def wins_after(self, reply):
        self.after.push(reply)
        won = has_win(self.after)
        self.after.pop()
        return won

    def loses_in(self, claim):
        if self.score.mate != -claim.number:
            return False
        return claim.number > 1 or has_win(self.after)

    def names_victims(self, claim, skip=0):
        squares, kinds = claim.squares[skip:], claim.pieces[skip:]
        return set(squares) == set(self.move.victims) and all(
            self.position.piece_at(at).upper() == kind
            for at, kind in zip(squares, kinds, strict=True)
        )

    def wins(self, claim):
        return self.takes(claim) and self.net(self.position, self.move) > 0

    def takes(self, claim):
        alone, answers = self.left_alone(self.after), self.answers(self.position, self.move)
        return self.names_victims(claim) and all(net <= alone for _, net in answers)

    def settled(self, claim):
        """What it comes to, if one retaking is the end of it."""
        answers = self.answers(self.position, self.move)
        best = max((net for _, net in answers), default=0)
        assert best == self.loss(self.position, self.move) > 0
        assert (best, best) in answers
        assert self.names_victims(claim, 1)
        return self.gain(self.position, self.move) - best

    def wins_for(self, claim):
        return self.settled(claim) >= self.least

    def trades(self, claim):
        return abs(self.settled(claim)) < self.least

    def trades_alike(self, claim):
        return self.trades(claim) and claim.pieces[:1] == claim.pieces[1:]

    def gives(self, claim):
        return self.settled(claim) <= -self.least

    def exchange_wins(self, claim):
        return self.net(self.position, self.move) >= self.least

    def exchanges(self, claim):
        return abs(self.net(self.position, self.move)) < self.least

    def exchange_costs(self, claim):
        return self.net(self.position, self.move) <= -self.least

    def becomes(self, claim):
        (square,), (was, becomes) = claim.squares, claim.pieces
        goal = self.move.destination if square == self.move.origin else square
        assert self.position.piece_at(square).upper() == was
        return self.after.piece_at(goal).upper() == becomes

    def must_become(self, claim):
        way = self.move.origin, self.move.destination, self.move.victims
        ways = [
            m for m in self.position.legal_moves() if (m.origin, m.destination, m.victims) == way
        ]
        return self.becomes(claim) and {m.promotion for m in ways} == {claim.pieces[1]}

    def contagion(self, claim):
        pieces = self.variant.pieces
        taken = [pieces[self.position.piece_at(at).upper()].infects for at in self.move.victims]
        return self.becomes(claim) and claim.pieces[1] in taken

    def igui(self, claim):
        (square,) = claim.squares
        was, now = self.position.piece_map(), self.after.piece_map()
        color = was[square][1]
        others = {at for at, piece in was.items() if piece[1] == color} - {square}
        taken = len(was) > len(now)
        return taken and now[square][1] == color and all(now.get(at) == was[at] for at in others)

    def balances(self):
        walk, balance, found = self.position.copy(), 0, [0]
        for at, move in enumerate(self.line):
            gain = self.gain(walk, move) + (self.chosen(walk, move) if at else 0)
            balance += (gain - self.make(walk, move)) * (-1) ** at
            if at % 2:
                found.append(balance)
        return found

    def shown(self, kind=None, promoted=False):
        """What is won for good within six plies, and whether such a piece is among it."""
        walk, seen = self.position.copy(), set()
        for at, move in enumerate(self.line[:6]):
            if at in (2, 4):
                seen |= (
                    {walk.piece_at(s).upper() for s in move.victims}
                    if not promoted
                    else {move.promotion}
                )
            walk.push(move)
        balances = self.balances()
        won = max(min(balances[end:]) for end in range(2, min(4, len(balances))))
        at_once = max(0, balances[1]) if self.move.is_capture else 0
        return won - at_once >= self.least and (kind is None or kind in seen)

    def wins_soon(self, claim):
        return self.shown(claim.pieces[0])

    def gets_soon(self, claim):
        return self.shown(claim.pieces[0], promoted=True)

    def wins_material(self, claim):
        return self.shown()

    def parries(self, claim):
        return self.position.is_check() and not other_turn_checks(self.after)

    def stops_mate(self, claim):
        return has_mate(self.idle) and not has_mate(self.after)

    def checks(self, claim):
        return self.after.is_check()

    def checks_and_wins(self, claim):
        (square,) = claim.squares
        piece = self.after.piece_at(square)
        for answer in self.after.legal_moves():
            self.after.push(answer)
            won = self.after.piece_at(square) == piece and self.can_win(self.after, square)
            self.after.pop()
            if not won:
                return False
        return self.after.is_check() and piece.upper() == claim.pieces[0]

    def threatens_mate(self, claim):
        return has_mate(self.again) and not has_mate(self.position)

    def stand(self, claim, color, position=None):
        """Whether the pieces are where they are said to be."""
        found = (position or self.after).piece_map()
        return all(
            found[at] == (kind, color) for at, kind in zip(claim.squares, claim.pieces, strict=True)
        )

    def attacks(self, claim):
        return self.stand(claim, self.enemy) and all(
            self.can_win(self.again, at) and not taking(self.position, at) for at in claim.squares
        )

    def threatens_to_take(self, claim):
        return self.stand(claim, self.enemy) and all(
            self.can_win(self.again, at) and not self.can_win(self.position, at)
            for at in claim.squares
        )

    def forks(self, claim):
        here = self.move.destination
        return (
            len(claim.squares) > 1
            and self.stand(claim, self.enemy)
            and all(self.can_win(self.again, at, here) for at in claim.squares)
        )

    def saves_itself(self, claim):
        return self.can_win(self.idle, self.move.origin) and not self.can_win(
            self.after, self.move.destination
        )

    def saves(self, claim):
        return self.stand(claim, self.turn) and all(
            self.can_win(self.idle, at) and not self.can_win(self.after, at) for at in claim.squares
        )

    def protects(self, claim):
        here = self.move.destination
        return self.saves(claim) and all(
            here in self.after.attackers(self.turn, at) for at in claim.squares
        )

    def pins(self, claim):
        for square in claim.squares:
            now, then = self.after.copy(stack=False), self.idle.copy(stack=False)
            now.remove(square)
            then.remove(square)
            king = now.king(now.turn) if now.is_check() else None
            if king is None or self.move.destination not in now.attackers(self.turn, king):
                return False
            if then.is_check():
                return False
        return self.stand(claim, self.enemy) and not self.after.is_check()

    def prevents_promotion(self, claim):
        def promotes(position, at):
            moves = position.legal_moves(at)
            return any(m.promotion and not m.is_capture for m in moves)

        return self.stand(claim, self.enemy) and all(
            promotes(self.idle, at) and not promotes(self.after, at) for at in claim.squares
        )

    def castles(self, claim):
        return self.move.kind is MoveKind.CASTLING

    def opens(self, claim, line):
        return self.stand(claim, self.turn) and all(self.opened(at) == line for at in claim.squares)

    def opened(self, at):
        """The line on which a piece has got three squares or more, by the square that was left."""
        gate = self.move.origin
        new = goals(self.again, at) - goals(self.position, at)
        if sum(collinear(at, gate, to) and ahead(at, to) == ahead(at, gate) for to in new) < 3:
            return ""
        return "file" if gate[0] == at[0] else "rank" if gate[1] == at[1] else "diagonal"

    def develops(self, claim):
        (home,), (kind,) = claim.squares, claim.pieces
        counts = [k for k, _ in array_pieces(self.variant).values()]
        return (
            array_pieces(self.variant)[home] == (kind, self.turn)
            and not self.royal(kind)
            and counts.count(kind) < max(map(counts.count, counts))
            and home == self.move.origin
            and home not in [move.origin for move in self.position.moves]
            and len(goals(self.again, self.move.destination)) > len(goals(self.position, home))
        )

    def nears_promotion(self, claim):
        rank = self.move.destination.rank
        ahead = range(rank + 1, 99) if self.turn == "white" else range(rank - 1, -99, -1)
        zone = self.variant.promotion.zone
        last = self.variant.ranks - zone if self.turn == "white" else zone - 1
        reached = ahead.index(last) + 1
        if self.variant.promotion.reserve and not self.lost():
            return False
        return claim.pieces[0] in self.variant.promotion.arrival and reached == claim.number

    def lost(self):
        """The types of which the mover's side has fewer than in the array."""
        there = [[*p.values()] for p in (array_pieces(self.variant), self.after.piece_map())]
        kinds = next(iter(self.variant.promotion.arrival.values()))
        home, now = ([pieces.count((kind, self.turn)) for kind in kinds] for pieces in there)
        return [kind for kind, had, has in zip(kinds, home, now, strict=True) if has < had]

    def makes_way(self, claim):
        (goal,), following = claim.squares, self.line[2]
        mine = self.after.piece_map()[following.origin]
        return (
            mine == (claim.pieces[0], self.turn)
            and following.origin != self.move.destination
            and following.destination == goal
            and goal in goals(self.again, following.origin)
            and goal not in goals(self.position, following.origin)
        )

    def aims(self, claim):
        here, origin = self.move.destination, self.move.origin
        return self.stand(claim, self.enemy) and all(
            here in [move.origin for move in taking(self.again, at)]
            and origin not in [move.origin for move in taking(self.position, at)]
            for at in claim.squares
        )

    def guards(self, claim):
        here, origin = self.move.destination, self.move.origin
        return self.stand(claim, self.turn) and all(
            here in self.after.attackers(self.turn, at)
            and origin not in self.position.attackers(self.turn, at)
            and self.after.attackers(self.enemy, at)
            for at in claim.squares
        )

    def occupies(self, claim):
        return claim.squares == (self.move.destination,) and self.central(self.move.destination)

    def covers(self, claim):
        here, origin = self.move.destination, self.move.origin
        return all(
            self.central(at)
            and here in self.after.attackers(self.turn, at)
            and origin not in self.position.attackers(self.turn, at)
            for at in claim.squares
        )

    def central(self, square):
        """Within the middle 2 of 8 or 10 files and ranks, 4 of 12, 3 of 13, 5 of 19."""
        width = {8: 2, 10: 2, 12: 4, 13: 3, 15: 3, 17: 5, 19: 5}
        sizes = (self.variant.files, self.variant.ranks)
        return all(
            abs(2 * at - size + 1) < width[size] for at, size in zip(square, sizes, strict=True)
        )


def other_turn(position):
    """The position with the other side to move, None if a King could be taken then."""
    board, _, castling, _, *rest = position.fen().split()
    turn = "b" if position.turn == "white" else "w"
    try:
        return Position(position.variant, " ".join((board, turn, castling, "-", *rest)))
    except InvalidFenError:
        return None


def other_turn_checks(position):
    """Whether the side that has just moved is in check."""
    return other_turn(position) is not None and other_turn(position).is_check()


def taking(position, square):
    """The legal moves that take the piece on a square."""
    return [move for move in position.legal_moves() if square in move.victims]


def goals(position, square):
    """The squares that the piece on a square can go to."""
    return {move.destination for move in position.legal_moves() if move.origin == square}


def has_win(position):
    """Whether the side to move has a move that wins at once."""
    for move in position.legal_moves():
        turn = position.turn
        position.push(move)
        outcome = position.outcome()
        position.pop()
        if outcome is not None and outcome.winner == turn:
            return True
    return False


def has_mate(position):
    """Whether the side to move can give mate."""
    for move in position.legal_moves():
        turn = position.turn
        position.push(move)
        outcome = position.outcome()
        mates = position.is_won or (position.is_check() and not position.legal_moves())
        position.pop()
        if mates:
            assert outcome is not None
            if outcome.winner == turn:  # not the opponent, by a promotion that was postponed
                return True
    return False


def on_board(variant, square):
    return 0 <= square[0] < variant.files and 0 <= square[1] < variant.ranks


def ahead(one, two):
    """The direction from one square to another, in signs."""
    return [(a > b) - (a < b) for a, b in zip(two, one, strict=True)]


def collinear(one, two, three):
    across, up = two[0] - one[0], two[1] - one[1]
    straight = not across or not up or abs(across) == abs(up)
    return straight and across * (three[1] - one[1]) == up * (three[0] - one[0])
