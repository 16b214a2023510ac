# What other modules of the kernel use.

from libc.stdint cimport int64_t


cdef int64_t* sorted_rows(
    const int64_t[:, ::1] rows, const int64_t* columns, Py_ssize_t count, Py_ssize_t n
) except NULL
