"""Games saved while their variants ended otherwise: they are opened and go on as they began."""

import pytest
from makachess.saves import GameFileError, Library, read_games

# As the program of the time wrote them: name, options, digest, and the first moves of a game that
# is over after one of them by the rules of today.
FORMER = {
    "chu": ("", "8db463ff5b5b285c:42062e2a0de26c5d", "Rxl12=+R Ka11 +Rc12"),
    "elven": ("", "d6d1906d2559471b:89eed421713c2348", "Kxe4 Kb8 Ke5"),
    "elven, 80 plies": ("move-limit=80", "d6d1906d2559471b:c83e50a02729e925", "Kxe4 Kb8 Ke5"),
    "cannibal": ("", "bd648e43b7360841:89eed421713c2348", "Kd2 Kd7 Kd3"),
}
START = {
    "chu": "k10p/12/12/12/12/12/12/12/12/12/12/K10R w - - 0 1",
    "elven": "10/1k8/10/10/10/10/4p5/4K5/10/10 w - - 0 1",
    "cannibal": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
}
HOW = {"chu": "bare-king=plays-on", "elven": "bare-kings=play-on", "cannibal": "bare-kings=play-on"}


def written(name):
    options, digest, moves = FORMER[name]
    variant = name.partition(",")[0]
    tags = {
        "Event": "?",
        "Result": "*",
        "Variant": variant,
        "RulesVersion": "1",
        "RulesOptions": options,
        "RulesDigest": digest,
        "SetUp": "1",
        "FEN": START[variant],
    }
    lines = [f'[{tag} "{value}"]' for tag, value in tags.items() if value]
    return "\n".join([*lines, "", f"{moves} *", ""])


@pytest.mark.parametrize("name", FORMER)
def test_a_game_begun_under_a_former_ending_goes_on_under_it(tmp_path, name):
    variant, (_, digest, moves) = name.partition(",")[0], FORMER[name]
    path = tmp_path / "old.pgn"
    path.write_text(written(name))
    autosave, reading = Library(tmp_path).resume(path)
    assert reading.problems == ()
    game = autosave.game
    assert game.sans == tuple(moves.split())
    assert game.outcome is None
    game.play(game.position.legal_moves()[0])
    assert game.outcome is None
    assert autosave.save() == path
    autosave.close()
    text = path.read_text()
    assert f'[RulesDigest "{digest}"]' in text
    assert HOW[variant] in text
    (again,) = read_games(text.splitlines())
    assert again.sans == game.sans
    assert again.variant == game.variant


def test_what_a_game_names_is_not_reinterpreted():
    """A digest says what holds where the tags are silent; it does not overrule them."""
    text = written("chu").replace("RulesVersion", 'RulesOptions "bare-king=loses"]\n[RulesVersion')
    with pytest.raises(GameFileError, match="the ending differs"):
        list(read_games(text.splitlines()))
