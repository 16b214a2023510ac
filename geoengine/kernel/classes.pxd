# What other modules of the kernel use.

from libc.stdint cimport int64_t


cdef class Measured:
    cdef const int64_t[:, ::1] pair
    cdef const double[:, ::1] log_length, turned_x, turned_y, arrow_x, arrow_y
    cdef object frame

    cdef void find_arrows(self) except *


cdef enum:
    # The numbers of `geoengine.deduction.signatures.Measure`.
    RATIO, TURN, TURN_BACK, ARROWS


cdef int classes_of_sums(
    const double[:, ::1] sums, double tolerance, int64_t* labels
) except -1

cdef void measure_rows(
    Measured frame,
    const int64_t[:, :] rows,
    const int64_t[:, ::1] terms,
    const double[:, ::1] projections,
    double[:, ::1] found,
    Py_ssize_t first,
) noexcept nogil


cpdef tuple pairs_within(const int64_t[::1] labels)

cpdef tuple equal_pairs(const int64_t[::1] ours, const int64_t[::1] theirs, int64_t limit)
