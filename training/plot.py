"""Curves as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

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
