# A hint to the processor that memory will soon be read, where the C compiler knows how to give it.

cdef extern from *:
    """
    #ifdef __GNUC__
    #define prefetch(address) __builtin_prefetch(address)
    #else
    #define prefetch(address) ((void)(address))
    #endif
    """
    void prefetch(const void *address) noexcept nogil
