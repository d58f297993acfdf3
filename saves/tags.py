"""Tags: the named facts above a game's moves, their order and spelling, and what results mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from makachess.core import Outcome
from makachess.core.spec import Variant
from makachess.saves.rules import rules_tags

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
RULES = ("Variant", "RulesVersion", "RulesOptions", "RulesDigest", "SetUp", "FEN", "Termination")
UNKNOWN_DATE = "????.??.??"

RESULTS = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2"}
WINNERS = {result: winner for winner, result in RESULTS.items()}
UNFINISHED = "*"
# Other programs' spellings of results, and their words for reasons that have a name here.
RESULT_SPELLINGS = {"1/2": "1/2-1/2", "½-½": "1/2-1/2"}
REASON_SPELLINGS = {"time forfeit": "time", "normal": "", "unterminated": ""}
UNKNOWN_REASON = "reason not recorded"

# As regular expressions, what begins a tag, up to its value, and the whole of one.
TAG_OPENING = r'\[\s*([A-Za-z0-9][\w+#=:.-]*)\s*"'
TAG = TAG_OPENING + r'([^"\\]*(?:\\.[^"\\]*)*)"\s*\]'
match_tag = re.compile(TAG).match
_ESCAPED = re.compile(r'\\(["\\])')


def default_tags(variant: Variant, fen: str | None) -> dict[str, str]:
    """The tags of a new game; `fen` is given where the game does not start from the array."""
    tags = dict(_usual_tags(variant))
    if fen is not None:
        tags |= {"SetUp": "1", "FEN": fen}
    return tags


@lru_cache(maxsize=32)
def _usual_tags(variant: Variant) -> Mapping[str, str]:
    tags = dict.fromkeys(ROSTER, "?") | {"Date": UNKNOWN_DATE, "Result": UNFINISHED}
    return tags | rules_tags(variant)


def in_order(tags: Mapping[str, str]) -> list[tuple[str, str]]:
    """Names and values as they are written: the roster, the rules, then all others as they came."""
    first = [name for name in (*ROSTER, *RULES) if name in tags]
    return [(name, tags[name]) for name in dict.fromkeys((*first, *tags))]


def unescape(value: str) -> str:
    """A tag's value without the backslashes that protect quotes and backslashes."""
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def format_tag(name: str, value: str) -> str:
    """A tag as its line of the file."""
    value = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def format_tags(tags: Iterable[tuple[str, str]]) -> str:
    """The tag section, one tag a line."""
    return "".join(format_tag(name, value) + "\n" for name, value in tags)


def parse_outcome(result: str, termination: str) -> Outcome | None:
    """What a Result and a Termination tag say together; None for a game that goes on."""
    if result not in WINNERS:
        return None
    reason = REASON_SPELLINGS.get(termination.lower(), termination)
    return Outcome(WINNERS[result], reason or UNKNOWN_REASON)
