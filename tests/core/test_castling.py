"""The castling tables of the rule sheets, as read off the arrays."""

from __future__ import annotations

import pytest
from makachess.core.castling import castlings
from makachess.variants import load

CHESS = """
K e1-g1 h1-f1 f1 g1 : e1 f1 g1
Q e1-c1 a1-d1 b1 c1 d1 : e1 d1 c1
k e8-g8 h8-f8 f8 g8 : e8 f8 g8
q e8-c8 a8-d8 b8 c8 d8 : e8 d8 c8
"""
DECIMAKA = """
K f1-i1 j1-h1 g1 h1 i1 : f1 g1 h1 i1
Q f1-c1 a1-d1 b1 c1 d1 e1 : f1 e1 d1 c1
k e10-h10 j10-g10 f10 g10 h10 i10 : e10 f10 g10 h10
q e10-b10 a10-c10 b10 c10 d10 : e10 d10 c10 b10
"""
DEVINGT = """
K e1-g1 j1-f1 f1 g1 h1 i1 : e1 f1 g1
K e1-h1 j1-g1 f1 g1 h1 i1 : e1 f1 g1 h1
Q e1-c1 a1-d1 b1 c1 d1 : e1 d1 c1
Q e1-b1 a1-c1 b1 c1 d1 : e1 d1 c1 b1
k e10-g10 j10-f10 f10 g10 h10 i10 : e10 f10 g10
k e10-h10 j10-g10 f10 g10 h10 i10 : e10 f10 g10 h10
q e10-c10 a10-d10 b10 c10 d10 : e10 d10 c10
q e10-b10 a10-c10 b10 c10 d10 : e10 d10 c10 b10
"""
TABLES = {
    "chess": CHESS,
    "veteran": CHESS,
    "decimaka": DECIMAKA,
    "decimaka-revised": DECIMAKA,
    "devingt": DEVINGT,
}


def _row(way):
    king, rook = f"{way.king_from}-{way.king_to}", f"{way.rook_from}-{way.rook_to}"
    empty, safe = " ".join(map(str, way.empty)), " ".join(map(str, way.safe))
    return f"{way.right} {king} {rook} {empty} : {safe}"


@pytest.mark.parametrize("name", TABLES)
def test_table_of_the_sheet(name):
    ways = castlings(load(name))
    assert [_row(way) for way in ways] == TABLES[name].strip().splitlines()
    assert {(way.king, way.rook) for way in ways} == {("K", "R")}
