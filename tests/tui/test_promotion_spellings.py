"""Every spelling of a promotion means the same through every door by which moves come in."""

import re

import pytest
from cli_calls import good
from makachess.core import Position
from makachess.play.entry import MoveEntry
from makachess.play.labels import labels
from makachess.saves import read_games
from makachess.variants import load
from sampling import sampled

MOVES = (
    # variant, position, the move and what it becomes, a move that may follow
    ("chess", "8/4P3/7k/8/8/8/8/K7 w - - 0 1", "e8", "e7e8", "R", "Kg6"),
    ("chess", "8/4P3/7k/8/8/8/8/K7 w - - 0 1", "e8", "e7e8", "N", "Kg6"),
    ("veteran", "7k/8/8/8/4p3/2N5/K7/8 w - - 0 1", "Nxe4", "c3e4", "M", "Kg8"),
    ("decimaka", "9k/10/10/10/4p5/10/3N6/10/10/K9 w - - 0 1", "Nxe6", "d4e6", "+N", "Kj9"),
    ("macadamia", f"12k/{'13/' * 8}4p8/4G8/13/K12 w - - 0 1", "Gxe4", "e3e4", "+G", "Km12"),
)
SPELLINGS = (
    *("{}", "={}", "({})", "/{}", "=({})", "(={})"),
    *(" {}", " ={}", " = {}", "= {}", " ({})", " ( {} )", " (={})", " /{}", " / {}", "/ {}"),
)


@pytest.mark.parametrize("spelling", sampled(SPELLINGS, SPELLINGS[::3]))
@pytest.mark.parametrize("case", [str.upper, str.lower], ids=["upper case", "lower case"])
@pytest.mark.parametrize(("name", "fen", "san", "squares", "piece", "reply"), MOVES)
def test_every_spelling_is_read_through_every_door(
    name, fen, san, squares, piece, reply, case, spelling
):
    end = spelling.format(case(piece))
    position = Position(load(name), fen)
    move = position.parse(f"{squares}={piece}")
    assert move.promotion == piece
    after = position.copy()
    after.push(move)
    shown = labels(position.variant.files, position.variant.ranks, "shogi")
    for begun in (san, squares, f"{squares[:-2]}-{squares[-2:]}"):
        assert position.parse(begun + end) == move
        assert MoveEntry(position).type(begun + end) == move
        for text in (f"{begun}{end}!?", f"{begun}{end} !"):
            moves = f"1. {text} {reply} (1... {reply}) *"
            torn = re.sub(r"(?<![(]) (?![)])", "\n", moves)
            for lines in (moves, torn):
                tags = f'[Variant "{name}"]\n[FEN "{fen}"]\n\n'
                [game] = read_games((tags + lines).splitlines())
                assert [*map(str, game.moves)] == [str(move), str(after.parse(reply))]
    as_in_shogi = "".join(
        map(shown.name, (move.origin, move.destination)),
    )
    assert MoveEntry(position).type(shown.read(as_in_shogi + end)) == move
    assert good("apply", name, san + end, "--fen", fen).splitlines()[0] == after.fen()
