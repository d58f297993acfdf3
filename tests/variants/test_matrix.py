"""The promotion matrices, cell by cell, against the full tables printed in the rule sheets."""

from pathlib import Path

import pytest
from makachess.core.promotion import matrix
from makachess.variants import load

DATA = Path(__file__).parents[1] / "data" / "matrix"


def cells():
    for path in sorted(DATA.glob("*.txt")):
        header, *lines = path.read_text(encoding="utf-8").splitlines()
        victims = header.split()
        for line in lines:
            capturer, *row = line.split()
            for victim, cell in zip(victims, row, strict=True):
                name = f"{path.stem}-{capturer}x{victim}"
                yield pytest.param(path.stem, capturer, victim, cell, id=name)


@pytest.mark.parametrize(("variant", "capturer", "victim", "cell"), list(cells()))
def test_cell(variant, capturer, victim, cell):
    change = matrix(load(variant)).get((capturer, victim))
    assert (change.cell(capturer) if change else "-") == cell


@pytest.mark.parametrize("variant", ["veteran", "decimaka", "decimaka-revised"])
def test_the_table_has_every_type_and_no_other(variant):
    header, *lines = (DATA / f"{variant}.txt").read_text(encoding="utf-8").splitlines()
    types = {line.split()[0] for line in lines}
    assert types == set(load(variant).pieces)
    assert set(header.split()) == types - {"K"} | {"e.p."}


@pytest.mark.parametrize("name", ["chess", "devingt"])
def test_nothing_changes_by_capture(name):
    assert {change.cell(piece) for (piece, _), change in matrix(load(name)).items()} == {"="}
