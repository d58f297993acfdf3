"""The rules that the tags of a game name, and whether they are those that it was played by."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from makachess.core import VariantError
from makachess.core.spec import Variant
from makachess.variants import load_by_name, name_of, names, rules_digest
from makachess.variants.catalogue import TAKEN, missing
from makachess.variants.digest import RulesDigest, parse_digest

ORTHODOX = frozenset({"", "?", "-", "fromposition", "orthodox", "standardchess", *TAKEN})
_LONGEST_NAME = 60
OURS = ("RulesVersion", "RulesOptions", "RulesDigest")
"""Tags that no other program writes."""


def other_game(tags: Mapping[str, str]) -> str:
    """The game that tags name, if it is none that is played here or has been; else empty.

    It is none if nothing here has its name, and no tag says that its rules were ours.
    """
    name, known_as = tags.get("Variant", "").strip(), variant_name(tags)
    if any(tag in tags for tag in OURS) or _is_path(known_as) or name_of(known_as):
        return ""
    return name[:1].upper() + name[1:_LONGEST_NAME]


def variant_name(tags: Mapping[str, str]) -> str:
    """The name or title that tags give to the variant, in lower case; by default `chess`."""
    name = tags.get("Variant", "").strip().lower()
    return "chess" if name.replace(" ", "") in ORTHODOX else name


def rules_tags(variant: Variant) -> dict[str, str]:
    """The tags that name the rules; those of a player's own variant come with their digest."""
    tags = {}
    if variant.name != "chess":
        tags = {"Variant": variant.name, "RulesVersion": variant.rules_version}
    if variant.rules_options:
        tags["RulesOptions"] = variant.rules_options
    if variant.name not in names():
        tags["RulesDigest"] = str(rules_digest(variant))
    return tags


def variant_of(tags: Mapping[str, str]) -> Variant:
    """The rules that tags name, by default orthodox chess; raises VariantError.

    Game files come from anywhere: they name a variant by its bare name or its title, and no path is
    followed.
    """
    name = variant_name(tags)
    if _is_path(name):
        raise VariantError(
            f"{name!r} is not the name of a variant: game files do not name it by a path"
        )
    options = parse_options(tags.get("RulesOptions", ""))
    try:
        return load_by_name(name, **options)
    except VariantError as error:
        if not str(error).startswith("unknown variant"):
            raise
        known = name_of(name)
        if known is not None and known != name:
            return load_by_name(known, **options)
        if "RulesDigest" in tags:
            raise VariantError(missing(name)) from None
        raise


def _is_path(name: str) -> bool:
    return any(sign in name for sign in ("/", "\\", "..", ".toml"))


def parse_options(text: str) -> dict[str, str]:
    """Options as game files write them, `name=value; ...`; raises VariantError."""
    options: dict[str, str] = {}
    for item in filter(None, map(str.strip, text.split(";"))):
        key, equals, value = item.partition("=")
        if not equals:
            raise VariantError(f"{item!r} is not an option (name=value)")
        options[key.strip()] = value.strip()
    return options


def as_played(tags: Mapping[str, str], variant: Variant) -> Variant:
    """The rules that a game was played by, of those that its tags name; raises VariantError.

    An option that they do not name had its default, which may have been another one then: the
    digest tells. A game that was played by other rules of its variant is refused.
    """
    if "RulesDigest" not in tags:
        return variant
    played, present = parse_digest(tags["RulesDigest"]), rules_digest(variant)
    if played is None:
        raise VariantError(f"{tags['RulesDigest']!r} is not a digest of rules")
    if played == present:
        return variant
    named = parse_options(tags.get("RulesOptions", ""))
    former = _with_other_defaults(variant, frozenset(named.items())).get(played)
    if former is not None:
        return former
    parts = {
        "the movement (pieces, array or promotion)": played.movement != present.movement,
        "the ending": played.ending != present.ending,
    }
    differing = [part for part, differs in parts.items() if differs]
    what = " and ".join(differing) + (" differs" if len(differing) == 1 else " differ")
    raise VariantError(f"the game was played by other rules of {variant.name!r}: {what}")


@lru_cache(maxsize=32)
def _with_other_defaults(
    variant: Variant, named: frozenset[tuple[str, str]]
) -> dict[RulesDigest, Variant]:
    """What the rules are with another value of one of the options that are not named."""
    taken = {name.replace("_", "-") for name, _ in named}
    others = (
        load_by_name(variant.name, **dict(named), **{option.name: value})
        for option in variant.options
        for value in option.values
        if option.name not in taken and value != option.default
    )
    return {rules_digest(other): other for other in others}
