from libc.stdint cimport int64_t


cdef class Group:
    cdef const int64_t[:, ::1] rows
    cdef int64_t[::1] codes, starts, counts
