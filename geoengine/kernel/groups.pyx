# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Relations grouped by some of their points."""

import numpy as np

from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset


cdef void _sort(
    const int64_t[:, ::1] rows,
    Py_ssize_t column,
    int64_t* order,
    int64_t* spare,
    int64_t* counts,
    Py_ssize_t n,
) noexcept nogil:
    """Sort numbers of rows by a column of points below `n`, stably, by counting them."""
    cdef Py_ssize_t i
    cdef int64_t point, total = 0, size
    memset(counts, 0, n * sizeof(int64_t))
    for i in range(rows.shape[0]):
        counts[rows[i, column]] += 1
    for i in range(n):
        size = counts[i]
        counts[i] = total
        total += size
    for i in range(rows.shape[0]):
        point = rows[order[i], column]
        spare[counts[point]] = order[i]
        counts[point] += 1
    memcpy(order, spare, rows.shape[0] * sizeof(int64_t))


cdef class Group:
    """Relations grouped by some of their points, as in `Relations.ordered`.

    Parameters
    ----------
    found : ndarray, shape (m, letters)
    columns : tuple of int
    n : int
        The number of points.
    """

    def __init__(self, found, tuple columns, Py_ssize_t n):
        cdef Py_ssize_t m, i, k, width, groups = 0, count = len(columns)
        cdef int64_t code = 0, power
        cdef int64_t[64] own
        cdef int64_t[:, ::1] described, ordered, scratch
        self.rows = np.ascontiguousarray(found)
        m, width = self.rows.shape[0], self.rows.shape[1]
        if count > 64:
            raise ValueError(f"expected at most 64 columns, found {count}")
        for k in range(count):
            own[k] = columns[k]
        if count:
            scratch = np.empty((3, max(m, n)), dtype=np.int64)
            ordered = np.empty((m, width), dtype=np.int64)
            for i in range(m):
                scratch[0, i] = i
            for k in range(count):
                _sort(self.rows, own[k], &scratch[0, 0], &scratch[1, 0], &scratch[2, 0], n)
            for i in range(m):
                for k in range(width):
                    ordered[i, k] = self.rows[scratch[0, i], k]
            self.rows = ordered
        described = np.empty((3, m), dtype=np.int64)
        for i in range(m):
            code, power = 0, 1
            for k in range(count):
                code += self.rows[i, own[k]] * power
                power *= n
            if groups == 0 or code != described[0, groups - 1]:
                described[0, groups], described[1, groups], described[2, groups] = code, i, 0
                groups += 1
            described[2, groups - 1] += 1
        self.codes, self.starts = described[0, :groups], described[1, :groups]
        self.counts = described[2, :groups]
