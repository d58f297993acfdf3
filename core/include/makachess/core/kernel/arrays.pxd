# The C face of arrays.py: what the other compiled modules may touch without the interpreter.

cimport cython

from makachess.core.kernel.undo_record cimport UndoPointer, UndoRecord

@cython.final
cdef class Int32Array:
    cdef int *data

@cython.final
cdef class ByteArray:
    cdef unsigned char *data

@cython.final
cdef class Int16Array:
    cdef short *data
    cdef readonly int size

@cython.final
cdef class Int64Array:
    cdef long long *data
    cdef readonly int size

cdef Int64Array grown(Int64Array array)

@cython.final
cdef class UndoStack:
    cdef UndoPointer records
    cdef readonly int size
    cpdef void grow(self) except *
