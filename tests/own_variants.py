"""Small variant files, as players write them."""

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
