"""What known programs need beyond their protocol, and positions as they have to be shown them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from makachess.core.spec import Variant


@dataclass(frozen=True, slots=True)
class Profile:
    """The peculiarities of one program.

    `variants` gives its names of our variants. A program that must be shown `placement_only` takes
    the first field of a FEN, always with White to move, and is shown each position anew; Black's
    are turned round. `forgetting` are commands sent in turn, one before each position. In variants
    that it `follows` it is told moves from the array all the same, until it refuses one.
    `disguises` are tried in turn in a position in which it has crashed: pieces to be shown as
    others. `time_share` is how much of its time for a move it uses on average. Where a
    command line has no `arguments` it is started with these: it would wait for a person.
    """

    protocol: str = ""  # cecp or uci; empty: to be found out
    variants: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    placement_only: bool = False
    follows: frozenset[str] = frozenset()
    forgetting: tuple[str, ...] = ()
    disguises: tuple[Mapping[str, str], ...] = ()
    time_share: float = 1.0
    arguments: tuple[str, ...] = ()

    def is_shown(self, variant: str) -> bool:
        """Whether games of a variant are shown to it by their positions from the first move on."""
        return self.placement_only and variant not in self.follows


KNOWN: Mapping[str, Profile] = MappingProxyType(
    {
        # HaChu 0.21 refuses the moves of Hook Movers and Emperors as user's moves but plays on from
        # a position after them. All positions set up have the same hash key there, so its hash
        # table must be cleared, which a change of its size does. It crashes because of
        # phantoms of Saint and Ghost that a Priest and a Pirate bring along when they are set up,
        # and when its search comes upon a victim on a rank or file with a Lion two squares away
        # and a Wolf or Saint behind that. It begins no iteration after 0.16 of its time for a move,
        # but what it loses by crashing has to be counted too. Chu Shogi, its home game, and Dai
        # Shogi it follows, and has to: a position does not tell what may not be repeated. Of chess
        # it plays the game without castling; being shown positions, it meets ours all the same.
        "hachu": Profile(
            protocol="cecp",
            variants=MappingProxyType(
                {
                    "chess": "nocastle",
                    "dai-shogi": "dai",
                    "macadamia": "macadamia-shogi",
                    "mighty-lion": "lion",
                }
            ),
            placement_only=True,
            follows=frozenset({"chu", "dai-shogi"}),
            forgetting=("memory 32", "memory 64"),
            disguises=(
                MappingProxyType({"I'": "U", "J'": "U"}),
                MappingProxyType({"I'": "U", "J'": "U", "W!": "Q", "+I'": "Q"}),
                MappingProxyType({"I'": "U", "J'": "U", "W!": "G'", "+I'": "Q"}),
            ),
            time_share=0.6,
        ),
        "gnuchess": Profile(arguments=("--uci",)),
        "fairymax": Profile(protocol="cecp"),
        "stockfish": Profile(protocol="uci"),
        "fairy-stockfish": Profile(protocol="uci"),
    }
)


def profile_of(name: str) -> Profile:
    """The profile of a program by its file name, which may go on with a version or a processor."""
    return next((KNOWN[known] for known in KNOWN if name.startswith(known)), Profile())


# --- what they are shown --------------------------------------------------------------------------
# Some only accept White to move, and are shown Black's positions turned round; from others some
# pieces must be disguised.

_TOKEN = re.compile(r"[0-9]+|\+?[A-Za-z]['!]?")
_SQUARE = re.compile(r"([a-s])([0-9]{1,2})")


def turn_placement(placement: str) -> str:
    """The first field of a FEN, turned by 180 degrees, with the colours exchanged.

    >>> turn_placement("2k/1P'1/+r2")
    "2+R/1p'1/K2"
    """
    rows = [_TOKEN.findall(row) for row in placement.split("/")]
    return "/".join("".join(map(str.swapcase, reversed(row))) for row in reversed(rows))


def disguise(placement: str, pieces: Mapping[str, str]) -> str:
    """The first field of a FEN with some pieces, given by id, replaced by others.

    >>> disguise("1w!+w!/W!2", {"W!": "G'"})
    "1g'+w!/G'2"
    """

    def replace(match: re.Match[str]) -> str:
        token = match[0]
        other = pieces.get(token.upper(), token)
        return other.lower() if token.islower() else other

    return _TOKEN.sub(replace, placement)


def turn_move(variant: Variant, text: str) -> str:
    """A move in XBoard's spelling, turned by 180 degrees."""
    ranks = variant.ranks - 1 if variant.ranks == 10 else variant.ranks + 1  # first + last number

    def turn(match: re.Match[str]) -> str:
        file = chr(2 * ord("a") + variant.files - 1 - ord(match[1]))
        return f"{file}{ranks - int(match[2])}"

    return _SQUARE.sub(turn, text)
