"""The report on a game's balance as text, for its inventor to read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from makachess.core.counting import how_many
from makachess.core.engine.evaluation import average_man
from makachess.core.spec import PieceType, Variant
from makachess.play.balance.game import UNFINISHED
from makachess.play.balance.tally import Tally

WIDTH = 80
LABEL = 13  # columns before the text of a paragraph
FEW = 100  # games with which little can be said


def format_report(variant: Variant, tally: Tally, nodes: int) -> str:
    """The report, in lines of at most 80 columns."""
    games = len(tally.games)
    played = f"{how_many(games, 'game')} of the engine against itself"
    head = f"{variant.title}: {played}, {nodes} nodes a move"
    paragraphs = {
        "First move": _first_move(tally),
        "Endings": _endings(tally),
        "Length": _length(tally),
        "Captures": _captures(tally),
        "Choice": f"{tally.choice:.0f} legal moves in a position, on average.",
        "Comebacks": _comebacks(variant, tally),
    }
    lines = [head, ""]
    for label, text in paragraphs.items():
        lines += _paragraph(label, text)
    return "\n".join([*lines, *_promotions(variant, tally), *_losses(variant, tally)])


def _paragraph(label: str, text: str) -> list[str]:
    indent = " " * LABEL
    return textwrap.wrap(text, WIDTH, initial_indent=label.ljust(LABEL), subsequent_indent=indent)


def _first_move(tally: Tally) -> str:
    score, low, high = tally.first_move
    counts = tally.counts
    text = (
        f"White scores {_percent(score)} (+{counts.wins} ={counts.draws} -{counts.losses}); in 95 "
        f"cases of 100 the true figure lies between {_percent(low)} and {_percent(high)}."
    )
    if low <= 0.5 <= high:
        few = "so few games" if counts.games < FEW else "these games"
        return f"{text} No advantage can be told from chance by {few}."
    return f"{text} {'White' if low > 0.5 else 'Black'} has an advantage."


def _endings(tally: Tally) -> str:
    games = len(tally.games)
    parts = [f"{reason} {_percent(n / games)}" for reason, n in tally.endings.most_common()]
    text = f"{', '.join(parts)}. Drawn: {_percent(tally.counts.draws / games)}."
    if tally.endings[UNFINISHED]:
        text += " Unfinished games were broken off after 300 moves and count as drawn."
    return text


def _length(tally: Tally) -> str:
    least, low, middle, high, most = tally.moves
    return (
        f"{middle:.0f} moves by the median; half of the games take {low:.0f} to {high:.0f}, all of "
        f"them {least:.0f} to {most:.0f}."
    )


def _captures(tally: Tally) -> str:
    first = tally.first_capture
    if first is None:
        return "none in any game."
    return (
        f"{tally.captures:.1f} a game, the first one at move {first:.0f} by the median; "
        f"{tally.men_left:.1f} men are left at the end."
    )


def _comebacks(variant: Variant, tally: Tally) -> str:
    worth = average_man(variant) / 100
    return (
        f"in {_percent(tally.turned)} of the decided games the winner had once been behind by more "
        f"than an average man ({worth:.1f} Pawns of 100 centipawns)."
    )


# --- men ----------------------------------------------------------------------------------------


def _promotions(variant: Variant, tally: Tally) -> Iterator[str]:
    total = sum(len(game.changes) for game in tally.games) / len(tally.games)
    yield ""
    yield f"Men change {total:.1f} times a game:"
    still = []
    for piece in variant.pieces.values():
        changes = tally.changes(piece.id)
        if not changes:
            still.append(piece)
            continue
        times = changes.total() / len(tally.games)
        parts = [
            f"{variant.pieces[change.into].name} {_percent(n / changes.total())} ({change.how})"
            for change, n in changes.most_common()
        ]
        share = _percent(tally.changing(piece.id))
        text = f"{piece.name}: {times:.1f} a game, in {share} of the games: "
        yield from textwrap.wrap(
            text + ", ".join(parts), WIDTH, initial_indent="  ", subsequent_indent="    "
        )
    yield from _never(variant, still)


def _never(variant: Variant, still: list[PieceType]) -> Iterator[str]:
    """The men that could have changed and never did."""
    able = [p.name for p in still if p.promotes_to or variant.promotion.arrival.get(p.id)]
    if able:
        text = f"never, though they could: {', '.join(dict.fromkeys(able))}"
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _losses(variant: Variant, tally: Tally) -> Iterator[str]:
    parts = {
        f"{piece.id} {piece.name}": tally.taken(piece.id)
        for piece in variant.pieces.values()
        if tally.taken(piece.id)
    }
    if parts:
        yield ""
        ordered = sorted(parts.items(), key=lambda item: -item[1])
        text = "Taken a game: " + ", ".join(f"{name} {number:.1f}" for name, number in ordered)
        yield from textwrap.wrap(text + ".", WIDTH, subsequent_indent="  ")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
