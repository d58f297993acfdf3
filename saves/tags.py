"""The tags of a game file: what they say of players, date and result, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from makachess.core import Outcome
from makachess.core.spec import Variant
from makachess.core.text import plain_signs
from makachess.saves.rules import rules_tags

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
RULES = ("Variant", "RulesVersion", "RulesOptions", "RulesDigest", "SetUp", "FEN", "Termination")
_FIRST = dict.fromkeys((*ROSTER, *RULES))  # in the order in which they are written
UNKNOWN_DATE = "????.??.??"
RESULTS = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2"}
WINNERS = {result: winner for winner, result in RESULTS.items()}
UNFINISHED = "*"
# Other programs' spellings of results, and their words for reasons that have a name here.
RESULT_SPELLINGS = {"1:0": "1-0", "0:1": "0-1"} | dict.fromkeys(
    ("1/2", "½", "1/2:1/2", "½-½", "½:½"), "1/2-1/2"
)
REASON_SPELLINGS = {"time forfeit": "time", "normal": "", "unterminated": ""}
UNKNOWN_REASON = "reason not recorded"
_UNSAID = dict.fromkeys(ROSTER, "?") | {"Date": UNKNOWN_DATE, "Result": UNFINISHED}


class Tags(dict[str, str]):
    """The tags of a game. One of the roster that is not there says that nothing is known.

    >>> Tags(White="Anna")["Black"], "Black" in Tags(White="Anna")
    ('?', False)
    """

    def __missing__(self, name: str) -> str:
        return _UNSAID[name]


def default_tags(variant: Variant) -> Tags:
    return Tags(_UNSAID | rules_tags(variant))


def exported(tags: Mapping[str, str], result: str) -> dict[str, str]:
    """Tags of a game with this result as other programs read them, with all that PGN demands.

    Some end a value at a quote, though it is escaped: an apostrophe takes its place.
    """
    set_up = {"SetUp": "1"} if "FEN" in tags else {}
    given = {**_UNSAID, "Result": result, **set_up, **tags}
    return {name: value.replace('"', "'") for name, value in given.items()}


_DATE = re.compile(
    r"([0-9]{4})(?![0-9])(?:[.-](0[1-9]|1[0-2])(?:[.-](0[1-9]|[12][0-9]|3[01]))?(?![0-9]))?"
)
_WORD = re.compile(r"\w+")


def said(tags: Mapping[str, str], name: str) -> str:
    """What a tag says; empty if that is only that nothing is known."""
    value = tags.get(name, "").strip()
    return "" if value in ("", "?", "-") else value


def names_of(tags: Mapping[str, str]) -> tuple[str, str]:
    """What lists show for White and Black: the players, or what the game is called, and nothing.

    It is called by its chapter of a study, or where no player is known, by its event or place.

    >>> names_of({"White": "Anna", "Black": "?"}), names_of({"Event": "Club", "Round": "2"})
    (('Anna', '?'), ('Club, round 2', ''))
    >>> names_of({"ChapterName": "Mate in 2", "StudyName": "Endgames"})
    ('Mate in 2, Endgames', '')
    """
    white, black = said(tags, "White"), said(tags, "Black")
    players = f"{white or '?'} - {black or '?'}" if white or black else ""
    chapter, study = said(tags, "ChapterName"), said(tags, "StudyName")
    if chapter and not (players and white in chapter and black in chapter):
        return ", ".join(filter(None, (chapter, players or study))), ""
    if players:
        return white or "?", black or "?"
    event, site, round_ = (said(tags, name) for name in ("Event", "Site", "Round"))
    called = ", ".join(filter(None, (study or event or site, round_ and f"round {round_}")))
    return (called, "") if called else ("?", "?")


def name_of_game(tags: Mapping[str, str]) -> str:
    """What a game is called in a text: `Anna - Bert`, or its chapter, event or place."""
    return " - ".join(filter(None, names_of(tags)))


def event_of(tags: Mapping[str, str]) -> str:
    """The event of a game, unless what the game is called says that already."""
    event, called = said(tags, "Event"), name_of_game(tags)
    return "" if {*_WORD.findall(event)} <= {*_WORD.findall(called)} else event


def date_of(tags: Mapping[str, str]) -> str:
    """When a game was played, as far as its tags say: `2024-05-01`, `2024`, or nothing."""
    found = filter(None, (_DATE.match(tags.get(name, "").strip()) for name in ("Date", "UTCDate")))
    return next(("-".join(filter(None, match.groups())) for match in found), "")


def in_order(tags: Mapping[str, str]) -> list[tuple[str, str]]:
    """Names and values as they are written: the roster, the rules, then all others as they came.

    Orthodox chess is not named: other programs refuse a variant that they do not know, and files of
    earlier versions called it `chess`.
    """
    if tags.get("Variant") == "chess":
        tags = {name: tags[name] for name in tags if name not in ("Variant", "RulesVersion")}
    found = [(name, tags[name]) for name in _FIRST if name in tags]
    if len(found) < len(tags):
        found += [item for item in tags.items() if item[0] not in _FIRST]
    return found


def format_tags(tags: Iterable[tuple[str, str]]) -> str:
    return "".join(
        [
            (_known_tag if len(value) < 100 else format_tag)(name, value) + "\n"
            for name, value in tags
        ]
    )


def format_tag(name: str, value: str) -> str:
    value = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


_known_tag = lru_cache(maxsize=1024)(format_tag)  # most tags are those of the game before


def result_of(tags: Mapping[str, str]) -> str:
    """What the tag Result says, in the customary spelling; without the tag the game goes on."""
    text = plain_signs(tags.get("Result", UNFINISHED)).strip()
    return RESULT_SPELLINGS.get(text, text)


def parse_outcome(result: str, termination: str) -> Outcome | None:
    """What a Result and a Termination tag say together; None for a game that goes on."""
    if result not in WINNERS:
        return None
    reason = REASON_SPELLINGS.get(termination.lower(), termination)
    return Outcome(WINNERS[result], reason or UNKNOWN_REASON)
