"""Games in other forms: PGN, positions, text for people, and JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from makachess.core import Position
from makachess.saves import GameFileError, format_game, load_games
from makachess.saves.export import FORMS, convert, describe_game, format_text
from makachess.variants import load

TEXT = """[Event "?"]
[White "Anna"]
[Black "Zoë"]
[Variant "veteran"]
[Result "1-0"]
[Termination "resignation"]

{before} 1. Nf3! {[%clk 0:04:57] [%periods 2] [%eval 0.35] developing} 1... d5
2. d4 $14 ({or} 2. g3 {[%eval #-3]} 2... Nf6 (2... e5) 3. Bg2) 2... Nf6 1-0

1. e4 *
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_pgn_is_what_makachess_writes(file: Path) -> None:
    text = "".join(convert(file, "pgn"))
    assert text == "\n".join(format_game(game, for_others=True) for game in load_games(file))
    (file.parent / "again.pgn").write_text(text, encoding="utf-8")
    assert "".join(convert(file.parent / "again.pgn", "pgn")) == text


def test_what_is_exported_has_tags_as_all_programs_read_them(tmp_path: Path) -> None:
    path = tmp_path / "one.pgn"
    path.write_text('[White "Anna \\"A\\" Berg"]\n[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 1"]\n\n0-1\n')
    assert "".join(convert(path, "pgn")).splitlines() == [
        *('[Event "?"]', '[Site "?"]', '[Date "????.??.??"]', '[Round "?"]'),
        *("[White \"Anna 'A' Berg\"]", '[Black "?"]', '[Result "0-1"]', '[SetUp "1"]'),
        *('[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 1"]', "", "0-1"),
    ]


def test_text_is_for_people(file: Path) -> None:
    first, _ = load_games(file)
    board, rest = format_text(first).split("\n\n", 2)[1:]
    assert format_text(first).startswith("Anna - Zoë\nVeteran Chess\n\n8  r n b l k b n r\n")
    assert board.endswith("\n   a b c d e f g h")
    moves, _, final = rest.partition("\n\n")
    line = "{before} 1. Nf3! {developing} 1... d5 2. d4 $14 ({or} 2. g3 Nf6 (2... e5) 3. Bg2)"
    assert moves.split() == [*line.split(), "2...", "Nf6", "1-0", "(resignation)"]
    assert final.splitlines()[2] == "6  . . . . . n . ."


def test_json_has_everything(file: Path) -> None:
    document = json.loads("".join(convert(file, "json")))
    assert document["schema"] == 1
    first, second = document["games"]
    moves = first.pop("moves")
    assert first["variant"] == "veteran"
    assert first["tags"]["White"] == "Anna"
    assert (first["result"], first["reason"]) == ("1-0", "resignation")
    assert first["comments"] == ["before"]
    assert [(move["parent"], move["ply"], move["san"]) for move in moves] == [
        *((0, 1, "Nf3"), (1, 2, "d5"), (2, 3, "d4"), (3, 4, "Nf6")),
        *((2, 3, "g3"), (5, 4, "Nf6"), (6, 5, "Bg2"), (5, 4, "e5")),
    ]
    assert moves[0] == {
        "parent": 0,
        "ply": 1,
        "move": "g1f3",
        "san": "Nf3",
        "nags": [1],
        "comments": ["[%clk 0:04:57] [%periods 2] [%eval 0.35] developing"],
        "clock": 297.0,
        "periods": 2,
        "centipawns": 35,
    }
    assert moves[4]["before"] == ["or"]
    assert moves[4]["mate"] == -3
    assert (second["variant"], second["result"], len(second["moves"])) == ("chess", "*", 1)


def played(described: dict[str, Any]) -> str:
    """The final position of a game from its JSON form, with nothing else known of it."""
    variant = load(described["variant"], **described["options"])
    position, at = Position(variant, described["start"]), 0
    for number, move in enumerate(described["moves"], 1):
        if move["parent"] == at:
            position.push(position.parse(move["move"]))
            at = number
    return position.fen()


@pytest.mark.parametrize("name", ["devingt", "maka", "decimaka"])
def test_json_can_be_played_again(name: str, random_game: Any) -> None:
    game = random_game(name, 5, 40)
    described = json.loads(json.dumps(describe_game(game)))
    assert played(described) == described["end"] == game.position.fen()


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_file_is_not_converted(form: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text("1. e4 *\n1. Ke4 *\n")
    with pytest.raises(GameFileError, match=r"bad\.pgn:2:4: 'Ke4'"):
        list(convert(path, form))
    path.write_text("")
    with pytest.raises(GameFileError, match="no game in this file"):
        list(convert(path, form))
