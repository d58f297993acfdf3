"""What the kernel needs to know of a variant: flat integer tables, filled by `core.rules`.

Squares are cells of an array of 25 rows of 40: the 19x19 playing area at most, and a border wide
enough that no leap of three squares leaves the array or wraps round onto the board.
A man's code is 2 + 2 * type + colour (White 0, Black 1); 0 is an empty cell, 1 the border.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MovementTables:
    """The tables of all movements of a variant; the comments say how each list is indexed.

    A direction is that of a capture, from attacker to victim; those of slides come first.
    """

    leg_start: list[int]  # code -> where its legs begin; one entry more than there are codes
    legs: list[int]  # LEG_FIELDS for each leg
    near: list[int]  # code -> what must be next door for any move at all
    near_enemy: list[int]  # code -> the same for a capture
    powers: list[int]  # code -> the bits of its powers, from AREA on
    passant: list[int]  # (code, delta) of each leg that takes en passant
    deltas: list[int]  # direction -> the difference of cells
    slides: int  # how many directions are of more than one step
    reach: list[int]  # direction * codes + code -> how many steps it captures that way, 0 if none
    # CELLS + attacker - victim -> the direction + 1 of the slide that leads there, 0 if none
    # does, SEVERAL_SLIDES if several do; and the direction + 1 of the leap, shifted by 8.
    ways: list[int]
    path_start: list[int]  # code -> where its paths begin; one entry more than there are codes
    paths: list[int]  # for each path the number of its parts, then PATH_FIELDS for each of them


@dataclass(frozen=True, slots=True)
class RuleTables:
    """The tables of one variant; the comments say how each list is indexed."""

    types: int  # how many types of men there are
    files: int
    checkmate: int  # 1: mate decides, 0: the last royal
    no_repeats: int  # 1: no move may recreate an earlier position
    bare: int  # 1: a side that has one royal and nothing else has lost
    slight: list[int]  # code -> 1 if it is no royal, and a bare royal does not lose to it
    dead: int  # 1: positions with too little left to mate are drawn
    harmless: list[int]  # code -> bits: what of it does not keep a position from being dead
    movements: MovementTables
    promotion: list[int]  # capturer type * (types + 1) + victim type -> rule | target type << 2
    home: list[int]  # code * CELLS + cell -> 1 where the array has it
    royal: list[int]  # code -> 1 if royal
    resets: list[int]  # code -> 1 if its every move resets the counter
    castles: list[int]  # castling * CASTLE_FIELDS
    rights: list[int]  # cell -> the castling rights that survive a move from or to it
    arrival_start: list[int]  # code -> its first choice; one entry more than there are codes
    arrival: list[int]  # type
    last_rank: list[int]  # colour * CELLS + cell -> LAST_RANK or ZONE of that colour, or 0
    enters: int  # 1: in the zone men may choose by entering it or by a capture alone
    last_chance: list[int]  # code -> 1 if it may choose on its last rank in any case
    needs_choice: int  # 1: no man arrives on its last rank that has nothing to become
    last_cells: list[int]  # colour -> the a-file's cell of that rank
    lion: list[int]  # code -> 1 if trades of it are restricted
    trading: int  # bits: LIONS if there are any, and what else holds of them
    no_bridge: list[int]  # code -> 1 if taking it on the way makes no trade of Lions lawful
    contagion_first: int  # 1: what infects a man that arrives goes before its choice
    reserve: int  # 0: men arrive from outside, 1: only captured ones, 2: of absent types only
    stock: list[int]  # code -> how many men of it the array has
    waiter: int  # code of White's man that waits for a reserve, 0 if none does
    compounds: int  # 1 << colour: may compose its first move of several pawn steps
    army: list[int]  # colour -> how many men the array has
    pawn_start: list[int]  # colour -> its first pawn below; one entry more than colours
    pawns: list[int]  # cells of the pawns in the array, White's first, in the order of files
    zobrist: list[int]  # code * CELLS + cell
    zobrist_other: list[int]  # side, then 16 sets of castling rights, then CELLS e.p. cells
