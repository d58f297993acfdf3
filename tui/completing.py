"""What a shell offers on Tab: variants, their rules and pieces, engines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem
from makachess.core.errors import MakachessError

if TYPE_CHECKING:
    import click
    from makachess.core.spec import Variant


def complete_variant(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The variants by name, and files where none begins so."""
    from makachess.variants import known_names

    return _beginning(incomplete, known_names()) or [CompletionItem(incomplete, type="file")]


def complete_rule(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The rules of the variant already typed, with each of their values."""
    variant = _variant(ctx)
    if variant is None:
        return []
    offered = {
        f"{option.name}={value}": option.help
        for option in variant.options
        for value in option.values or (option.default,)
    }
    return _beginning(incomplete, offered, offered)


def complete_engine(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The built-in engine's levels, and files where none begins so."""
    levels = [f"level:{level}" for level in range(1, 11)]
    return _beginning(incomplete, levels) or [CompletionItem(incomplete, type="file")]


def _beginning(
    text: str, offered: Iterable[str], notes: dict[str, str] | None = None
) -> list[CompletionItem]:
    found = (one for one in offered if one.lower().startswith(text.lower()))
    return [CompletionItem(one, help=(notes or {}).get(one) or None) for one in found]


def _variant(ctx: click.Context) -> Variant | None:
    from makachess.variants import load

    name = ctx.params.get("variant")  # none where the last option still lacks its value
    name = name or next((text for text in ctx.args if not text.startswith("-")), "")
    try:
        return load(name) if name else None
    except MakachessError:
        return None
