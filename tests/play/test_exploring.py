"""Edits of a recorded game: what each makes of its text, and that it can be undone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from makachess.core import MakachessError
from makachess.play.exploration import Exploration
from makachess.saves import Game, format_game, read_game
from makachess.saves.signs import format_glyph, parse_glyph
from makachess.variants import load

WON = "1. e4 e5 2. Nf3 {[%clk 0:01:00] solid} 1-0"


def explored(text: str = WON) -> Exploration:
    return Exploration(read_game([text])[0])


def moves_of(game: Game) -> str:
    """The moves as the file has them, on one line."""
    return " ".join(format_game(game, for_others=True).partition("\n\n")[2].split())


def go(exploration: Exploration, *sans: str) -> None:
    """Stand after some moves, which are there."""
    game = exploration.game
    game.goto(game.root)
    for san in sans:
        game.goto(next(child for child in game.node.children if child.san == san))


def undo_all(exploration: Exploration) -> int:
    """How many edits there were to undo."""
    edits = 0
    with suppress(MakachessError):
        while exploration.undo():
            edits += 1
    return edits


def play(exploration: Exploration, *sans: str) -> str:
    said = ""
    for san in sans:
        said = exploration.play(exploration.game.position.parse(san))
    return said


Deed = Callable[[Exploration], object]

REVIEWED = (
    "1. e4 {[%eval 0.1] [%by engine 1] Bad. d4 was.} (1. d4 {[%line engine]} 1... d5) 1... e5 *"
)

BRANCHED = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 Nc6 1/2-1/2"
# From where, what is done, and what the file says then.
EDITS: list[tuple[str, tuple[str, ...], Deed, str]] = [
    (WON, ("e4",), lambda e: play(e, "c5"), "1. e4 e5 (1... c5) 2. Nf3 {[%clk 0:01:00] solid} 1-0"),
    (
        *(WON, ("e4",), lambda e: play(e, "c5", "Nf3", "d6")),
        "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 {[%clk 0:01:00] solid} 1-0",
    ),
    (WON, (), lambda e: play(e, "d4"), "1. e4 (1. d4) 1... e5 2. Nf3 {[%clk 0:01:00] solid} 1-0"),
    (
        *(WON, ("e4", "e5", "Nf3"), lambda e: play(e, "Nc6", "Bb5")),
        "1. e4 e5 2. Nf3 {[%clk 0:01:00] solid} (2. Nf3 Nc6 3. Bb5) 1-0",
    ),
    ("*", (), lambda e: play(e, "e4", "e5"), "1. e4 e5 *"),
    (
        *(BRANCHED, ("e4", "c5", "Nf3"), Exploration.delete),
        "1. e4 e5 (1... c5 2. c3 d5) (1... e6) 2. Nf3 Nc6 1/2-1/2",
    ),
    (
        *(BRANCHED, ("e4", "e6"), Exploration.promote),
        "1. e4 e5 (1... e6) (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 1/2-1/2",
    ),
    (
        *(BRANCHED, ("e4", "c5", "c3", "d5"), Exploration.promote),
        "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6) 2... d5) (1... e6) 2. Nf3 Nc6 1/2-1/2",
    ),
    (
        *(BRANCHED, ("e4", "c5", "c3"), Exploration.make_main),
        "1. e4 c5 (1... e5 2. Nf3 Nc6) (1... e6) 2. c3 (2. Nf3 d6) 2... d5 1/2-1/2",
    ),
    (
        *("1. e4 e5 ({sharper} 1... c5) *", ("e4", "c5"), Exploration.make_main),
        "1. e4 {sharper} 1... c5 (1... e5) *",
    ),
    (
        *(WON, ("e4", "e5", "Nf3"), lambda e: e.set_comment("best")),
        "1. e4 e5 2. Nf3 {[%clk 0:01:00] best} 1-0",
    ),
    (
        *(WON, ("e4", "e5", "Nf3"), lambda e: e.set_comment("")),
        "1. e4 e5 2. Nf3 {[%clk 0:01:00]} 1-0",
    ),
    (WON, (), lambda e: e.set_comment(" a  game "), "{a game} " + WON),
    (
        *("1. e4 {a} {a} *", ("e4",), lambda e: e.set_comment("a")),
        "1. e4 {a} *",
    ),
    (
        *(REVIEWED, ("e4",), lambda e: e.set_comment("So what? Bad. d4 was.")),
        REVIEWED.replace("[%by", "So what? [%by", 1),
    ),
    (
        *(REVIEWED, ("e4",), lambda e: e.set_comment("Bad. c4 was.")),
        REVIEWED.replace("[%by engine 1] Bad. d4", "Bad. c4"),
    ),
    (
        *(REVIEWED, ("e4",), lambda e: e.set_comment("")),
        REVIEWED.replace(" [%by engine 1] Bad. d4 was.", ""),
    ),
    (
        *(REVIEWED, ("d4", "d5"), lambda e: play(e, "c4", "e6")),
        REVIEWED.replace("d5)", "d5 2. c4 {[%line own]} 2... e6)"),
    ),
    (WON, ("e4",), lambda e: e.annotate(5), "1. e4 $5 e5 2. Nf3 {[%clk 0:01:00] solid} 1-0"),
    ("1. e4 $2 $14 $7 *", ("e4",), lambda e: e.annotate(1), "1. e4 $14 $7 $1 *"),
    ("1. e4 $2 $14 $7 *", ("e4",), lambda e: e.annotate(16), "1. e4 $2 $7 $16 *"),
    ("1. e4 $2 $14 $7 *", ("e4",), lambda e: e.annotate(2), "1. e4 $14 $7 *"),
    ("1. e4 $2 *", ("e4",), lambda e: e.annotate(146), "1. e4 $2 $146 *"),
]


@pytest.mark.parametrize(("text", "path", "deed", "after"), EDITS)
def test_an_edit_is_made_undone_and_made_again(text, path, deed, after):
    exploration = explored(text)
    game = exploration.game
    before, end = moves_of(game), game.end
    go(exploration, *path)
    deed(exploration)
    assert moves_of(game) == after
    there = game.position.fen()
    assert moves_of(read_game([format_game(game)])[0]) == after
    edits = undo_all(exploration)
    assert moves_of(game) == before
    assert game.end is end
    for _ in range(edits):
        exploration.redo()
    assert moves_of(game) == after
    assert game.position.fen() == there
    with pytest.raises(MakachessError, match="nothing to redo"):
        exploration.redo()


def test_beyond_the_end_its_variation_is_followed_and_added_to():
    exploration = explored("1. e4 *")
    for sans in (("e5", "Nf3"), ("e5", "d4"), ("c5",)):
        go(exploration, "e4")
        said = play(exploration, *sans[:1])
        play(exploration, *sans[1:])
    assert said == "1... c5 goes on after the end of the game, in a variation"
    assert moves_of(exploration.game) == "1. e4 (1. e4 e5 (1... c5) 2. Nf3 (2. d4)) *"
    assert exploration.game.end.san == "e4"


def test_a_promoted_continuation_lengthens_the_game():
    exploration = explored("1. e4 e5 (1... c5) 1-0")
    go(exploration, "e4", "e5")
    play(exploration, "Nf3", "Nc6")
    assert exploration.make_main().endswith("it is the main line of the game now")
    assert moves_of(exploration.game) == "1. e4 e5 (1... c5) 2. Nf3 Nc6 1-0"
    assert exploration.game.end.san == "Nc6"
    assert exploration.game.node.san == "Nc6"
    exploration.undo()
    assert moves_of(exploration.game) == "1. e4 e5 (1... c5) (1... e5 2. Nf3 Nc6) 1-0"
    assert exploration.game.node.san == "Nc6"
    assert exploration.game.end.san == "e5"


@pytest.mark.parametrize(
    ("text", "path", "deed", "reason"),
    [
        (WON, ("e4",), Exploration.delete, "1. e4 was played: only variations can be deleted"),
        (WON, (), Exploration.delete, "no move to delete"),
        (WON, ("e4",), Exploration.promote, "only variations can be promoted"),
        (WON, ("e4",), Exploration.make_main, "the main line already"),
        (WON, (), lambda e: e.annotate(1), "no move to annotate"),
        (WON, (), Exploration.undo, "nothing to undo"),
        (WON, (), Exploration.redo, "nothing to redo"),
        ("1-0", (), lambda e: play(e, "e4"), "ended before its first move"),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(text, path, deed, reason):
    exploration = explored(text)
    go(exploration, *path)
    with pytest.raises(MakachessError, match=reason):
        deed(exploration)
    assert exploration.revision == 0
    assert exploration.game.node.san == (path[-1] if path else "")


def test_what_a_review_adds_meanwhile_outlasts_undoing():
    exploration = explored("1. e4 e5 2. Nf3 *")
    go(exploration, "e4")
    play(exploration, "c5")
    exploration.set_comment("mine")
    node = exploration.game.root.children[0]
    node.comments.append("[%eval 0.10]")
    exploration.game.node.comments.append("Blunder")
    game = exploration.game
    game.goto(node)
    game.add(game.position.parse("d5"))
    exploration.undo()
    exploration.undo()
    assert moves_of(game) == "1. e4 {[%eval 0.10]} 1... e5 (1... d5) 2. Nf3 *"
    exploration.redo()
    exploration.redo()
    assert moves_of(game) == (
        "1. e4 {[%eval 0.10]} 1... e5 (1... c5 {mine Blunder}) (1... d5) 2. Nf3 *"
    )


@pytest.mark.parametrize("name", ["maka", "devingt", "macadamia"])
def test_every_game_can_be_explored(name):
    variant = load(name)
    exploration = Exploration(Game(variant))
    game = exploration.game
    for _ in range(3):
        game.goto(game.root)
        for at in range(6):
            moves = game.position.legal_moves()
            exploration.play(moves[(7 * at + exploration.revision) % len(moves)])
    exploration.make_main()
    text = format_game(game)
    assert format_game(read_game(text.splitlines())[0]) == text
    undo_all(exploration)
    assert not game.root.children


@pytest.mark.parametrize(
    ("text", "nag"),
    [
        *(("!", 1), ("?!", 6), ("+=", 14), ("$14", 14), ("$1", 1), ("$255", 255), ("$007", 7)),
        *(("$0", None), ("$256", None), ("$00011234567", None), ("$" + "9" * 5000, None)),
        *(("", None), ("$", None), ("14", None), ("$-1", None), ("$x", None), ("!!!", None)),
    ],
)
def test_an_annotation_is_a_sign_or_a_number_of_the_standard(text, nag):
    assert parse_glyph(text) == nag
    assert nag is None or parse_glyph(format_glyph(nag)) == nag
