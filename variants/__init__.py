"""The games: their rules as data, one TOML file each, and the loader of those files.

>>> load("veteran").pieces["L"].name
'Lady'
>>> load("decimaka", move_limit=0).rules_options
'move-limit=0'
"""

from makachess.variants.catalogue import (
    Listing,
    check_file,
    known_names,
    label_variants,
    list_games,
    list_relatives,
    list_variants,
    load,
    load_by_name,
    load_file,
    name_of,
    playable_names,
    variants_folder,
    why_not_again,
)
from makachess.variants.digest import RulesDigest, rules_digest
from makachess.variants.sources import builtin_names as names
from makachess.variants.sources import relative_names

__all__ = [
    "Listing",
    "RulesDigest",
    "check_file",
    "known_names",
    "label_variants",
    "list_games",
    "list_relatives",
    "list_variants",
    "load",
    "load_by_name",
    "load_file",
    "name_of",
    "names",
    "playable_names",
    "relative_names",
    "rules_digest",
    "variants_folder",
    "why_not_again",
]
