"""What `fit` and `net` share: the positions of all games, and a model with its notes and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from html import escape
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.saves.storage import replace_text
from makachess.training.games import load_games, read_settings
from makachess.training.options import Bar, Options, counted
from makachess.training.places import work_folder
from makachess.training.positions import Positions, read_positions
from makachess.variants import rules_digest
from makachess.variants.models import format_model


def find_positions(
    variant: Variant, options: Options, bar: Bar
) -> tuple[Positions, dict[str, str]]:
    """The positions of all games of a variant, and notes about them; raises MakachessError."""
    folder = work_folder(variant, options)
    files = sorted(folder.glob("games-*.bin"))
    for path in files:
        _check_rules(path, variant)
    games = [game for file in files for game in load_games(file)]
    if not games:
        raise MakachessError(f"{folder}: there are no games; play first")
    found = read_positions(variant, counted(bar, "positions", games), options)
    if not len(found):
        raise MakachessError(f"{folder}: no position is quiet; play more games")
    return found, {
        "date": date.today().isoformat(),
        "command": options.command,
        "games": f"{len(games)}: {', '.join(map(_origin, files))}",
        "positions": str(len(found)),
    }


def _check_rules(path: Path, variant: Variant) -> None:
    """Refuse games of other rules: their moves mean nothing here. Raises MakachessError."""
    found, movement = read_settings(path), rules_digest(variant).movement
    if found.variant != variant.name:
        raise MakachessError(f"{path} has games of {found.variant}, and not of {variant.name}")
    if found.rules != movement:
        raise MakachessError(f"{path} has games of {variant.name} by other rules; move it away")


def _origin(path: Path) -> str:
    """How the games of a file were played."""
    found = read_settings(path)
    return f"seed {found.seed}, {found.nodes} nodes a move, model {found.model}"


def write_model(
    path: Path,
    variant: Variant,
    model: Model,
    notes: Mapping[str, str],
    losses: Sequence[tuple[float, float]],
    unit: str,
    which: int = -1,
) -> str:
    """Write what was found, and draw the losses of the fitted games and of those held out.

    `losses` are by steps or passes, as `unit` says, and `which` is the one the model is of.
    """
    (before, before_out), (after, after_out) = losses[0], losses[which]
    told = f"{before:.5f} -> {after:.5f}, games held out {before_out:.5f} -> {after_out:.5f}"
    replace_text(path, format_model(variant, model, {**notes, "loss": told, "match": ""}))
    curves = dict(zip(("fitted", "held out"), zip(*losses, strict=True), strict=True))
    path.with_suffix(".svg").write_text(draw_curves(f"{variant.name}: loss", curves, unit))
    return f"{notes['positions']} positions: loss {told}\n{path}"


# --- curves ---------------------------------------------------------------------------------------

WIDTH, HEIGHT, MARGIN = 640, 360, 60
COLORS = ("#1f6feb", "#d1242f", "#1a7f37")


def draw_curves(title: str, curves: Mapping[str, Sequence[float]], across: str) -> str:
    """A picture of curves over 0, 1, 2, ...; `across` says what is counted."""
    values = [value for curve in curves.values() for value in curve] or [0.0]
    low, high = min(values), max(values)
    most = max(1, *(len(curve) - 1 for curve in curves.values()))

    def place(number: int, value: float) -> str:
        x = MARGIN + (WIDTH - 2 * MARGIN) * number / most
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / ((high - low) or 1.0)
        return f"{x:.1f},{y:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="24" text-anchor="middle">{escape(title)}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(across)}</text>',
        f'<polyline fill="none" stroke="#57606a" points="{MARGIN},{MARGIN} '
        f'{MARGIN},{HEIGHT - MARGIN} {WIDTH - MARGIN},{HEIGHT - MARGIN}"/>',
        f'<text x="8" y="{MARGIN}">{high:.4f}</text>',
        f'<text x="8" y="{HEIGHT - MARGIN}">{low:.4f}</text>',
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - MARGIN + 18}" text-anchor="end">{most}</text>',
    ]
    for number, (name, curve) in enumerate(curves.items()):
        color = COLORS[number % len(COLORS)]
        points = " ".join(place(at, value) for at, value in enumerate(curve))
        parts.append(f'<polyline fill="none" stroke="{color}" stroke-width="2" points="{points}"/>')
        parts.append(
            f'<text x="{WIDTH - MARGIN}" y="{MARGIN + 18 * number}" text-anchor="end" '
            f'fill="{color}">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])
