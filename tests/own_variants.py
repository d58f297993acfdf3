"""Small variants: files as players write them, and boards with pieces alone."""

from __future__ import annotations

from makachess.core.spec import Ending, PieceType, Promotion, Variant

TINY = """
title = "Tiny"
files = 4
ranks = 4
start = "2kr/4/4/RK2 w - - 0 1"

[pieces.K]
name = "King"
betza = "K"
royal = true
immune = true

[pieces.R]
name = "Rook"
betza = "R"
promotes-to = "+R"

[pieces."+R"]
name = "Queen"
betza = "Q"
promoted = true

[ending]
move-limit = 50
"""
MINI = """
extends = "veteran"
title = "Mini Veteran"
files = 6
ranks = 6
start = "rnlkbr/pppppp/6/6/PPPPPP/RNLKBR w - - 0 1"
"""
VAMPIRE = """
extends = "chess"
without = ["pieces.Q"]
title = "Vampire Chess"
summary = "A piece that takes a Vampire becomes one."
start = "rnbvkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBVKBNR w KQkq - 0 1"

[pieces.V]
name = "Vampire"
symbol = "♕"
betza = "NF"
infects = "V"
description = "Jumps like a Knight or steps diagonally."

[promotion.arrival]
P = ["V", "R", "B", "N"]
"""
CANNON = """
extends = "chess"
title = "Cannon Chess"
summary = "Cannons stand where the Knights would."
start = "rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1"

[pieces.C]
name = "Cannon"
betza = "mRcpR"
description = "Goes like a Rook, and takes over one piece in between."
"""


def make_variant(name, files, ranks, start_fen, betzas, **rules):
    """A variant with no rules but its pieces' moves; `K` is the royal."""
    pieces = {
        kind: PieceType(kind, kind, betza, royal=kind == "K") for kind, betza in betzas.items()
    }
    rules.setdefault("ending", Ending())
    return Variant(name, name.title(), files, ranks, start_fen, pieces, Promotion(), **rules)
