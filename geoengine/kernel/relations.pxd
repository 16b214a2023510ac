# What other modules of the kernel use.

from libc.stdint cimport int64_t


cdef int64_t[::1] ends_of_labels(
    const int64_t[::1] labels, Py_ssize_t first, Py_ssize_t count, int64_t[::1] order
)


cdef inline int64_t start_of(const int64_t[::1] ends, int64_t label) noexcept:
    """Return where a label begins: where the one before ends."""
    return ends[label - 1] if label else 0
