"""What self-play has found out about searching a variant, beside what its men are worth."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Tuning:
    """The figures of the search's `Margins`, in hundredths: of an average man, a ply or a move."""

    futile: int = 40
    futile_ply: int = 50
    safe_ply: int = 40
    losing: int = 30
    losing_ply: int = 40
    null: int = 300
    null_ply: int = 25
    quiets: int = 400
    quiets_square: int = 200
    late: int = 100
    late_tried: int = 100
    late_depth: int = 100

    def values(self) -> dict[str, int]:
        """The figures by their names."""
        return asdict(self)

    def __str__(self) -> str:
        """The figures that are not the usual ones, such as `futile=45 null=320`."""
        usual = USUAL.values()
        return " ".join(
            f"{key}={value}" for key, value in self.values().items() if value != usual[key]
        )

    @classmethod
    def parse(cls, text: str) -> Tuning:
        """The figures of such a text; raises ValueError, with the part that is none."""
        found: dict[str, int] = {}
        for part in text.split():
            match = re.fullmatch(r"([a-z_]+)=([0-9]{1,5})", part)
            if match is None or match[1] not in LIMITS or match[1] in found:
                raise ValueError(part)
            found[match[1]] = int(match[2])
        return cls(**found)

    def misfit(self) -> str:
        """Why no search should go by these; empty if one can."""
        for name, value in self.values().items():
            least, most = LIMITS[name]
            if not least <= value <= most:
                return f"its search has {name} = {value} ({least} to {most})"
        return ""


USUAL = Tuning()
"""What games are searched by that nobody has tuned it for."""

LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        field.name: (100 if field.name == "null" else 0, 10 * getattr(USUAL, field.name))
        for field in fields(Tuning)
    }
)
"""The least and largest figures: nothing overflows, and a null move saves at least a ply."""
