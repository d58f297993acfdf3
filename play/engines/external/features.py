"""What an engine says of itself in XBoard's protocol before the first game."""

from __future__ import annotations

import re
from collections.abc import Mapping

from makachess.core.protocols.xboard_board import ALIASES, STANDARD
from makachess.play.engines.external.lines import LONGEST_QUOTE, shortened
from makachess.play.engines.external.profiles import Profile
from makachess.play.engines.interface import EngineFaultError, FaultKind

DEFAULTS: Mapping[str, str] = {
    "ping": "0",
    "setboard": "0",
    "usermove": "0",
    "time": "1",
    "memory": "0",
}
_FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_SIZE = re.compile(r"\d+x\d+(\+\d+)?_")
_REJECTED = frozenset({"san", "ics", "pause", "nps", "egt", "exclude", "setscore", "highlight"})


class Features(dict[str, str]):
    """The features of an engine, those of the protocol until it names its own."""

    def __init__(self) -> None:
        super().__init__(DEFAULTS)

    def hear(self, line: str) -> list[str]:
        """Take in a `feature` line; the answers to it."""
        pairs = [(name, value.strip('"')) for name, value in _FEATURE.findall(line)]
        self.update(pairs)
        known = "rejected" if _REJECTED & dict(pairs).keys() else "accepted"
        return [f"{known} {name}" for name, _ in pairs]

    @property
    def are_complete(self) -> bool:
        """Whether the last feature has come."""
        return self.get("done") == "1"

    @property
    def has_ping(self) -> bool:
        """Whether the engine confirms that it has read everything sent."""
        return self["ping"] == "1"

    def name_of(self, variant: str, profile: Profile, engine: str) -> str:
        """The engine's name of a variant; raises EngineFaultError if it has none."""
        named = [profile.variants.get(variant, variant)]
        named += [alias for alias, name in ALIASES.items() if name == variant]
        if "variants" not in self:
            return STANDARD if STANDARD in named else named[0]
        listed = [_SIZE.sub("", name.strip()) for name in self["variants"].split(",")]
        for name in reversed(named):
            if name in listed:
                return name
        playable = shortened(", ".join(listed), LONGEST_QUOTE)
        raise EngineFaultError(
            FaultKind.START, f"{engine} does not play {variant} (it plays {playable})"
        )
