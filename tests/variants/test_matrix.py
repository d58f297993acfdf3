"""The promotion matrices, cell by cell, against the full tables printed in the rule sheets."""

from pathlib import Path

import pytest
from makachess.core.promotion import matrix
from makachess.variants import load

DATA = Path(__file__).parents[1] / "data" / "matrix"


@pytest.mark.parametrize("variant", sorted(path.stem for path in DATA.glob("*.txt")))
def test_every_cell(variant):
    changes = matrix(load(variant))
    header, *lines = (DATA / f"{variant}.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        capturer, *row = line.split()
        for victim, cell in zip(header.split(), row, strict=True):
            change = changes.get((capturer, victim))
            found = change.cell(capturer) if change else "-"
            assert (capturer, victim, found) == (capturer, victim, cell)


@pytest.mark.parametrize("variant", ["veteran", "decimaka", "decimaka-revised"])
def test_the_table_has_every_type_and_no_other(variant):
    header, *lines = (DATA / f"{variant}.txt").read_text(encoding="utf-8").splitlines()
    types = {line.split()[0] for line in lines}
    assert types == set(load(variant).pieces)
    assert set(header.split()) == types - {"K"} | {"e.p."}
