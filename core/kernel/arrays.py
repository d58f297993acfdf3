"""Arrays of numbers, and of records, that the compiled kernel reads without the interpreter.

Uncompiled, each is simply a list.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
    from cython.cimports.makachess.core.kernel.undo_record import UndoPointer, UndoRecord
else:
    from makachess.core.kernel.undo_record import UndoRecord

import sys
from array import array


class Int32Array:
    """A fixed number of C ints (compiled) or a list (uncompiled), freed with the object."""

    def __init__(self, values: list[int]) -> None:
        i: cython.int
        if cython.compiled:
            self.data = cython.cast(
                cython.p_int, calloc(len(values) + 1, cython.sizeof(cython.int))
            )
            if not self.data:
                raise MemoryError
            for i in range(len(values)):
                self.data[i] = values[i]
        else:
            self.data = values

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)


class ByteArray:
    """The same for numbers from 0 to 255, to fit more of them into the cache."""

    def __init__(self, values: list[int]) -> None:
        i: cython.int
        if cython.compiled:
            self.data = cython.cast(cython.p_uchar, calloc(len(values) + 1, 1))
            if not self.data:
                raise MemoryError
            for i in range(len(values)):
                self.data[i] = values[i]
        else:
            self.data = values

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)


class Int16Array:
    """The same for 16-bit numbers: those in bytes, each with its low byte first, then zeros."""

    def __init__(self, size: int, numbers: bytes = b"") -> None:
        i: cython.int
        given: cython.int = len(numbers) // 2
        self.size = size
        if cython.compiled:
            source: cython.p_uchar = numbers
            self.data = cython.cast(cython.p_short, calloc(size + 1, 2))
            if not self.data:
                raise MemoryError
            for i in range(min(given, size)):
                self.data[i] = source[2 * i] | source[2 * i + 1] << 8
        else:
            values = array("h", numbers)
            if sys.byteorder == "big":
                values.byteswap()
            self.data = values.tolist() + [0] * (size - given)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)


class Int64Array:
    """The same for 64-bit numbers: values, zeros, or with `clear` off whatever is in memory."""

    def __init__(self, size: int, values: list[int] | None = None, clear: bool = True) -> None:
        i: cython.int
        self.size = size
        if cython.compiled:
            item: cython.Py_ssize_t = cython.sizeof(cython.longlong)
            if clear:
                self.data = cython.cast(cython.p_longlong, calloc(size + 1, item))
            else:
                self.data = cython.cast(cython.p_longlong, malloc((size + 1) * item))
            if not self.data:
                raise MemoryError
            if values is not None:
                for i in range(size):
                    self.data[i] = values[i]
        else:
            self.data = [0] * size if values is None else values

    def __getitem__(self, at: int) -> int:
        """The number at a place; raises IndexError where there is none."""
        return self.data[self._checked(at)]

    def __setitem__(self, at: int, value: int) -> None:
        """Write a number; raises IndexError where there is no place for it."""
        self.data[self._checked(at)] = value

    def _checked(self, at: int) -> int:
        if not 0 <= at < self.size:
            raise IndexError(f"there is no number {at!r} among {self.size}")
        return at

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)


def grown(array: Int64Array) -> Int64Array:
    """An array twice as long that begins with the numbers of this one."""
    i: cython.int
    longer: Int64Array = Int64Array(2 * array.size)
    for i in range(array.size):
        longer.data[i] = array.data[i]
    return longer


class UndoStack:
    """Records of moves made, as many as `size`."""

    def __init__(self, size: int) -> None:
        self.size = size
        if cython.compiled:
            self.records = cython.cast(UndoPointer, calloc(size, cython.sizeof(UndoRecord)))
            if not self.records:
                raise MemoryError
        else:
            self.records = [UndoRecord() for _ in range(size)]

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.records)

    def grow(self) -> None:
        """Make room for twice as many; pointers to the records must then be set again."""
        if cython.compiled:
            longer = cython.cast(
                UndoPointer, realloc(self.records, 2 * self.size * cython.sizeof(UndoRecord))
            )
            if not longer:
                raise MemoryError
            self.records = longer
        else:
            self.records += [UndoRecord() for _ in range(self.size)]
        self.size *= 2
