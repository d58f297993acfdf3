"""The Cython names the kernel uses, for running without Cython installed.

A compiled kernel never loads this module; an uncompiled one falls back to it where
`import cython` fails. Everything here is inert: decorators return what they decorate, C types
convert as the Python types they stand for. To the type checker this module is
`cython` (see core/include/cython.pyi), which keeps the kernel strictly typed.
"""

import builtins
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

T = TypeVar("T")

compiled: Final = False

short: TypeAlias = builtins.int
int: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
uint: TypeAlias = builtins.int
Py_ssize_t: TypeAlias = builtins.int
bint: TypeAlias = builtins.bool
void: TypeAlias = None

# A pointer to C memory is, uncompiled, the list that takes its place.
p_short: TypeAlias = list[builtins.int]
p_int: TypeAlias = list[builtins.int]
p_longlong: TypeAlias = list[builtins.int]
p_uchar: TypeAlias = list[builtins.int]


class _Nogil:
    """`with nogil:` and `@nogil`, neither of which does anything here."""

    def __call__(self, target: T) -> T:
        return target

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc_info: object) -> None:
        pass


nogil: Final = _Nogil()
gil: Final = _Nogil()


def cfunc(target: T) -> T:
    """Return `target` unchanged, as all bare decorators here do."""
    return target


inline = cfunc


def _directive(*_args: object, **_kwargs: object) -> Callable[[T], T]:
    """Return a decorator that changes nothing, whatever the directive says."""
    return cfunc


exceptval = boundscheck = wraparound = _directive


def cast(kind: Callable[[Any], T], value: Any) -> T:
    """Convert `value` to `kind`; unlike C, without wrapping around."""
    return kind(value)


def declare(_kind: Callable[[Any], T], value: T) -> T:
    """Return the initial value of a declared variable."""
    return value


def sizeof(_kind: object) -> builtins.int:
    """Return 1: only C memory has a size."""
    return 1
