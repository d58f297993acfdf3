"""A mapping that never changes, and so can be hashed, pickled and shared as a value."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V", covariant=True)


class FrozenMapping(Mapping[K, V]):
    """A mapping by value; comparing two of them respects order, as with OrderedDict.

    Nested mappings are frozen as well; hashing needs all other values to be hashable.

    >>> FrozenMapping({"P": ("Q", "N")})
    FrozenMapping({'P': ('Q', 'N')})
    """

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._items: dict[K, V] = {key: _frozen(value) for key, value in (items or {}).items()}
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    # The dictionary's own look-up and views are several times as fast as those of Mapping.

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def keys(self) -> KeysView[K]:
        return self._items.keys()

    def values(self) -> ValuesView[V]:
        return self._items.values()

    def items(self) -> ItemsView[K, V]:
        return self._items.items()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FrozenMapping):
            return self is other or tuple(self.items()) == tuple(other.items())
        return self._items == other if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self._items.items()))
        return self._hash

    def __reduce__(self) -> tuple[type[FrozenMapping[K, V]], tuple[dict[K, V]]]:
        return type(self), (self._items,)  # hashes of strings differ between processes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._items!r})"


def freeze_fields(record: Any, *names: str) -> None:
    """Freeze the mappings in some fields of a frozen dataclass, from its `__post_init__`."""
    for name in names:
        object.__setattr__(record, name, _frozen(getattr(record, name)))


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping) and not isinstance(value, FrozenMapping):
        return FrozenMapping(value)
    return value
