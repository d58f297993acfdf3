"""What is saved of damaged files, and what is said to be lost."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from cases import cases
from makachess.saves import Game, examine, format_game
from makachess.saves.damage import Recovered, recover

RandomGame = Callable[..., Game]


def recovered(text: str | bytes, folder: Path) -> list[Recovered]:
    path = folder / "damaged.pgn"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found = list(recover(path))
    assert path.read_bytes() == (text if isinstance(text, bytes) else text.encode())
    return found


def test_moves_that_cannot_be_read_are_kept_as_a_comment(tmp_path: Path) -> None:
    text = "1. e4 e5 (1... c5 2. Nf3) 2. Nf9 {why} Nc6! (2... d6 3. d4) 3. Bb5 $1 {a } *"
    [game] = recovered(text, tmp_path)
    assert game.text.endswith(
        "\n\n1. e4 e5 {Not read: Nf9 why Nc6! ( d6 d4 ) Bb5 a} (1... c5 2. Nf3) *\n"
    )
    [loss] = game.losses
    assert loss.startswith(f"{tmp_path}/damaged.pgn:1:30: 'Nf9'")
    assert loss.endswith("; the moves from here on are kept as a comment")


@pytest.mark.parametrize(
    ("text", "kept", "places"),
    cases("recovered-variations"),
)
def test_what_cannot_be_read_of_a_variation_is_kept_where_it_ends(
    text: str, kept: str, places: str, tmp_path: Path
) -> None:
    [game] = recovered(text, tmp_path)
    assert game.text.endswith(f"\n\n{kept}\n")
    assert [":".join(loss.split(":")[1:3]) for loss in game.losses] == places.split()


def test_an_open_comment_does_not_swallow_the_next_game(tmp_path: Path) -> None:
    text = '1. e4 {open\n2. d4 *\n\n[Event "two"]\n\n1. c4 {closed} *\n\n{open [Event\n[Event "x"]'
    one, two, three = recovered(text, tmp_path)
    assert one.text.endswith("1. e4 {open 2. d4 *} *\n")
    assert one.losses == (f"{tmp_path}/damaged.pgn:1:7: the comment that begins here has no '}}'",)
    assert (two.losses, two.text.endswith("1. c4 {closed} *\n")) == ((), True)
    assert '[Event "x"]' in three.text


def test_a_game_of_unknown_rules_is_left_out(tmp_path: Path) -> None:
    lost, sound = recovered('[Variant "go"]\n[RulesVersion "1"]\n\n1. e4 *\n\n1. d4 *', tmp_path)
    assert lost.text == ""
    assert lost.losses[0].endswith("; the game is left out")
    assert sound.text.endswith("1. d4 *\n")
    assert recovered("", tmp_path) == []


def test_what_is_recovered_can_be_read_whatever_happened_to_it(
    tmp_path: Path, random_game: RandomGame
) -> None:
    chance = random.Random(3)
    games = [random_game(name, 4, 12) for name in ("veteran", "chess", "devingt", "chess")]
    for game in games:
        game.line[5].comments = ["a { note", "another"]
    text = "\n".join(map(format_game, games)).encode()
    for _ in range(25):
        data = bytearray(text)
        for _ in range(chance.choice((1, 3, 30))):
            at = chance.randrange(len(data))
            data[at : at + chance.choice((0, 1, 50))] = chance.choice(
                (b"", b"\0", b"{", b"(", b"\n")
            )
        out = tmp_path / "recovered.pgn"
        out.write_text("\n".join(game.text for game in recovered(bytes(data), tmp_path)))
        assert all(fault.harmless for fault in examine(out).faults)
