# Memory that threads share: a hint that it will soon be read, where the C compiler knows how to give
# it, and a load that the compiler neither repeats nor leaves out. shared.py is the uncompiled form.

cdef extern from *:
    """
    #ifdef __GNUC__
    #define prefetch(address) __builtin_prefetch(address)
    #else
    #define prefetch(address) ((void)(address))
    #endif
    #define load(array, at) (*(volatile long long *)((array) + (at)))
    """
    void prefetch(const void *address) noexcept nogil
    long long load(long long *array, long long at) noexcept nogil
