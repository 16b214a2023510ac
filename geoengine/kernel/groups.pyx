# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Relations grouped by some of their points."""

import numpy as np

from geoengine.kernel.rows cimport sorted_rows
from libc.stdint cimport int64_t
from libc.stdlib cimport free


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
        cdef int64_t* order
        cdef int64_t[:, ::1] described, ordered
        self.rows = np.ascontiguousarray(found)
        m, width = self.rows.shape[0], self.rows.shape[1]
        if count > 64:
            raise ValueError(f"expected at most 64 columns, found {count}")
        for k in range(count):
            own[k] = columns[k]
        if count:
            ordered = np.empty((m, width), dtype=np.int64)
            order = sorted_rows(self.rows, own, count, n)
            for i in range(m):
                for k in range(width):
                    ordered[i, k] = self.rows[order[i], k]
            free(order)
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
