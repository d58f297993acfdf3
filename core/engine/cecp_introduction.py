"""What the engine tells an interface of itself in XBoard's protocol, and what it learns of that."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core.engine.cecp_conversation import Conversation, RefusedError
from makachess.core.engine.cecp_pointing import lift, put
from makachess.core.engine.cecp_variants import ALIASES, STANDARD, can_show, variant_names
from makachess.core.engine.levels import LEVELS
from makachess.core.engine.seat import MOST_LINES
from makachess.core.errors import InvalidMoveError, MakachessError

FEATURES = (
    "ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 "
    "colors=0 name=0 pause=0 nps=0 memory=1 smp=1 exclude=1 debug=1"
)
LEVEL_OPTION = "Level"
BOOK_OPTION = "OwnBook"
LINES_OPTION = "MultiPV"  # in analysis
RULES_OPTION = "Rules"  # the variants' own options as `name=value; ...`, for the next `variant`
TEST_OPTION = "Test Legality"  # whether the interface does, as XBoard's option of that name says
BOARD_FEATURE = "highlight"  # who accepts it shows the board to a person, as XBoard does


def introduce(talk: Conversation, _: str) -> Iterator[str]:
    """Answer `protover` with our features (section 9)."""
    yield "feature done=0"
    yield f"feature {FEATURES}"
    yield f"feature {BOARD_FEATURE}=1"
    yield f'feature myname="{talk.title}" variants="{",".join(variant_names(talk.names))}"'
    yield f'feature option="{LEVEL_OPTION} -spin {talk.level} 1 {max(LEVELS)}"'
    yield f'feature option="{BOOK_OPTION} -check {int(talk.own_book)}"'
    yield f'feature option="{LINES_OPTION} -spin {talk.lines} 1 {MOST_LINES}"'
    yield f'feature option="{TEST_OPTION} -check {int(talk.tests_legality)}"'
    yield f'feature option="{RULES_OPTION} -string "'
    yield "feature done=1"


def set_option(talk: Conversation, text: str) -> Iterator[str]:
    """Set one of our options; raises RefusedError."""
    name, _, value = text.partition("=")
    if name == LEVEL_OPTION and value in map(str, LEVELS):
        talk.level = int(value)
    elif name == BOOK_OPTION and value in ("0", "1"):
        talk.own_book = value == "1"
    elif name == LINES_OPTION and value in map(str, range(1, MOST_LINES + 1)):
        talk.lines = int(value)
    elif name == TEST_OPTION and value in ("0", "1"):
        talk.tests_legality = value == "1"
    elif name == RULES_OPTION:
        pairs = (item.partition("=") for item in value.split(";") if item.strip())
        talk.rules = {key.strip().replace("-", "_"): chosen.strip() for key, _, chosen in pairs}
    else:
        raise RefusedError("unknown option")
    return iter(())


def hear_accepted(talk: Conversation, feature: str) -> Iterator[str]:
    """Where moves are shown on a board, name only the variants that can be shown there."""
    if feature == BOARD_FEATURE and not talk.has_board:
        talk.has_board = True
        shown = [name for name in variant_names(talk.names) if _can_be_shown(talk, name)]
        yield f'feature variants="{",".join(shown)}"'


def _can_be_shown(talk: Conversation, name: str) -> bool:
    """Whether XBoard can show a variant; the orthodox game it knows by its own name only."""
    if ALIASES.get(name, name) == ALIASES[STANDARD]:
        return name == STANDARD
    try:
        return can_show(talk.load(ALIASES.get(name, name)))
    except MakachessError:
        return False


def take_up(talk: Conversation, square: str) -> Iterator[str]:
    """Mark where the man on a square may go."""
    if talk.position is not None:
        try:
            yield lift(talk.hand, talk.position, square, disguised=talk.disguised)
        except InvalidMoveError:
            raise RefusedError("not a square") from None


def put_down(talk: Conversation, square: str) -> Iterator[str]:
    """Say what the man may become on a square."""
    if talk.position is not None:
        try:
            yield from put(talk.hand, talk.position, square, disguised=talk.disguised)
        except InvalidMoveError:
            raise RefusedError("not a square") from None
