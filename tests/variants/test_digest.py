"""The digest of rules: what changes it, and what does not."""

from dataclasses import fields, replace

import pytest
from makachess.core.betza import Movement, Stretch
from makachess.variants import load, load_file, rules_digest
from makachess.variants.digest import _paths, parse_digest

# Saved games are told apart by these: a change here makes older games of the player's own variants
# unreadable, so it must mean that the rules have changed.
PINNED = {
    "cannibal": "bd648e43b7360841:6006fe3be9bfa2c7",
    "chess": "99537bcfd8a92fca:704804244b06e311",
    "chu": "8db463ff5b5b285c:8d6d9ee40d2478ca",
    "dai-dai-shogi": "dc408337392c939a:42062e2a0de26c5d",
    "dai-shogi": "a300b74d8f2d9339:42062e2a0de26c5d",
    "decimaka": "6e83f00d3b16259f:44136fa355b3678a",
    "decimaka-revised": "6b2f948422866191:44136fa355b3678a",
    "devingt": "d71d0e61e60ccec1:94e46c30a33f8c9e",
    "elven": "d6d1906d2559471b:6006fe3be9bfa2c7",
    "grand": "2590290d0e6b2994:704804244b06e311",
    "macadamia": "4fd83c0a45667c7d:07fe0f4f0812b258",
    "maka": "8d10a5189c83a153:07fe0f4f0812b258",
    "mighty-lion": "c949d97a11da2329:704804244b06e311",
    "veteran": "62e7be26653af0b9:c9612efffba9583c",
    "werewolf": "c4cc6f1e331577a2:704804244b06e311",
}

GAME = """
title = "Tiny"
files = 5
ranks = 5
start = "r1k1r/5/5/5/R1K1R w - - 0 1"
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
[options.rook]
help = "How a Rook moves."
values.long = {}
values.short.pieces.R.betza = "W2"
values.weak = { ending.move-limit = 49 }
"""


def digest(folder, *changes, **options):
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "tiny.toml"
    path.write_text(text, encoding="utf-8")
    return rules_digest(load_file(path, **options))


@pytest.mark.parametrize("name", PINNED)
def test_a_digest_stays_what_it_is(name):
    assert str(rules_digest(load(name))) == PINNED[name]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Tiny"', '"Other"'),
        ('"Rook"', '"Chariot"'),
        ('betza = "K"', 'betza = "WF"'),
        ('betza = "K"', 'betza = "FWfF"'),
        ('betza = "Q"', 'betza = "RB"'),
        ('betza = "Q"', 'betza = "QF"'),
        ('betza = "R"', 'betza = "R4"'),
        ('betza = "R"', 'value = 512\nbetza = "R"'),
        ("w - - 0 1", "w"),
        ("[ending]", "[place]\nroom = 3\n[ending]"),
        ("[ending]", "[promotion.arrival]\nR = []\n[ending]"),
        ("[ending]", '[ending]\nrepetition = "draw3"'),
        ("files = 5\nranks = 5", "ranks = 5\nfiles = 5"),
        ('help = "How', 'default = "long"\nhelp = "How'),
    ],
)
def test_texts_values_and_spelling_do_not_count(tmp_path, old, new):
    assert digest(tmp_path, (old, new)) == digest(tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('betza = "R"', 'betza = "R3"'),
        ('betza = "R"', 'betza = "RmF"'),
        ('betza = "Q"', 'betza = "QN"'),
        ("r1k1r/5", "1rkr1/5"),
        ("w - - 0 1", "b - - 0 1"),
        ('files = 5\nranks = 5\nstart = "r1k1r/5/5/5', 'files = 5\nranks = 4\nstart = "r1k1r/5/5'),
        ('promotes-to = "+R"', ""),
        ("[ending]", "[promotion]\nmandatory = true\n[ending]"),
        ("[ending]", '[promotion]\nexceptions = [["R", "R"]]\n[ending]'),
        ("[ending]", '[promotion.arrival]\nR = ["+R"]\n[ending]'),
    ],
)
def test_movement_counts(tmp_path, old, new):
    plain, changed = digest(tmp_path), digest(tmp_path, (old, new))
    assert plain.movement != changed.movement
    assert plain.ending == changed.ending


@pytest.mark.parametrize("field", fields(Stretch), ids=lambda field: field.name)
def test_all_that_a_part_of_a_path_says_counts(field):
    part = Stretch(1, 0, 1, moves=True, captures=False, hops=False)
    value = getattr(part, field.name)
    changed = replace(part, **{field.name: not value if isinstance(value, bool) else value + 1})
    plain, other = (list(_paths(Movement(paths=((part,),)), 9)) for part in (part, changed))
    assert plain == [((1, 0, 1, True, False, False),)], "other digests of games already saved"
    assert plain != other, f"variants/digest.py: _numbers leaves out {field.name}"


@pytest.mark.parametrize(
    "line", ["move-limit = 49", "no-move-loses = true", 'repetition = "draw4"', "dead = false"]
)
def test_the_ending_counts_by_itself(tmp_path, line):
    plain, changed = digest(tmp_path), digest(tmp_path, ("move-limit = 50", line))
    assert plain.movement == changed.movement
    assert plain.ending != changed.ending


def test_an_option_counts_by_what_it_does(tmp_path):
    plain = digest(tmp_path)
    assert digest(tmp_path, rook="short").movement != plain.movement
    assert digest(tmp_path, rook="short") == digest(tmp_path, ('betza = "R"', 'betza = "R2"'))
    assert digest(tmp_path, rook="weak").ending != plain.ending
    assert digest(tmp_path, rook="long") == plain


def test_a_digest_is_read_back():
    digest = rules_digest(load("chess"))
    assert parse_digest(str(digest)) == digest
    for text in ("", ":", "x", f"{digest}0", str(digest).upper() + "X", f"{digest}:{digest}"):
        assert parse_digest(text) is None
