"""The Cython names the kernel uses, for running without Cython installed.

A compiled kernel never loads this module; an uncompiled one falls back to it where
`import cython` fails. Everything here is inert: decorators return what they decorate, C types
convert as the Python types they stand for. To the type checker this module is
`cython` (see core/include/cython.pyi), which keeps the kernel strictly typed.
"""

import builtins
from collections.abc import Callable
from typing import Any, Final, Self, TypeAlias, TypeVar, overload

T = TypeVar("T")

compiled: Final = False

char: TypeAlias = builtins.int
short: TypeAlias = builtins.int
int: TypeAlias = builtins.int
long: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
schar: TypeAlias = builtins.int
uchar: TypeAlias = builtins.int
ushort: TypeAlias = builtins.int
uint: TypeAlias = builtins.int
ulong: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
Py_ssize_t: TypeAlias = builtins.int
size_t: TypeAlias = builtins.int
double: TypeAlias = builtins.float
bint: TypeAlias = builtins.bool
void: TypeAlias = None

# A pointer to C memory is, uncompiled, the list that takes its place.
p_char: TypeAlias = list[builtins.int]
p_short: TypeAlias = list[builtins.int]
p_int: TypeAlias = list[builtins.int]
p_longlong: TypeAlias = list[builtins.int]
p_uchar: TypeAlias = list[builtins.int]
p_ushort: TypeAlias = list[builtins.int]
p_uint: TypeAlias = list[builtins.int]
p_ulonglong: TypeAlias = list[builtins.int]
p_void: TypeAlias = Any


class _Nogil:
    """`with nogil:`, `@nogil` and `@nogil(True)`, none of which does anything here."""

    @overload
    def __call__(self, target: bool) -> Self: ...
    @overload
    def __call__(self, target: T) -> T: ...
    def __call__(self, target: object) -> object:
        return target if callable(target) else self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc_info: object) -> None:
        pass


nogil: Final = _Nogil()
gil: Final = _Nogil()


def cfunc(target: T) -> T:
    """Return `target` unchanged, as all bare decorators here do."""
    return target


cclass = ccall = inline = final = cfunc


def _directive(*_args: object, **_kwargs: object) -> Callable[[T], T]:
    """Return a decorator that changes nothing, whatever the directive says."""
    return cfunc


exceptval = locals = returns = boundscheck = wraparound = cdivision = _directive
initializedcheck = nonecheck = overflowcheck = infer_types = freelist = no_gc = _directive


def cast(kind: Callable[[Any], T], value: Any) -> T:
    """Convert `value` to `kind`; unlike C, without wrapping around."""
    return kind(value)


def declare(_kind: Callable[[Any], T], value: T) -> T:
    """Return the initial value of a declared variable."""
    return value


def sizeof(_kind: object) -> builtins.int:
    """Return 1: only C memory has a size."""
    return 1
