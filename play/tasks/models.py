"""Models on their way to where engines play: as files, unpacked once in each process."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from makachess.core.engine.model import WITHOUT, Model
from makachess.core.spec import Variant
from makachess.variants.models import ModelFile


@dataclass(frozen=True)
class _Packed:
    """A file that is the same as another one if the checksums are."""

    checksum: str
    file: ModelFile = field(compare=False)


def unpack_model(file: ModelFile | None, variant: Variant) -> Model:
    """The model in a file; raises ModelError if it is not one of the variant."""
    return WITHOUT if file is None else _unpack(_Packed(file.header["checksum"], file), variant)


@lru_cache(maxsize=8)
def _unpack(packed: _Packed, variant: Variant) -> Model:
    return packed.file.model(variant)
