# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Relations grouped by some of their points."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc


cdef class Group:
    """Relations grouped by some of their points; in each group they keep their order.

    Parameters
    ----------
    found : ndarray, shape (m, letters)
    columns : tuple of int
    n : int
        The number of points.
    """

    def __cinit__(self, found, tuple columns, Py_ssize_t n):
        cdef const int64_t[:, ::1] rows = np.ascontiguousarray(found)
        cdef int64_t[:, ::1] grouped
        cdef Py_ssize_t m = rows.shape[0], width = rows.shape[1], count = len(columns)
        cdef Py_ssize_t groups = 0, most = 1, i, j, k
        cdef uint64_t slot, slots = 4
        cdef int64_t code, power
        cdef int64_t[64] own
        if count > 64 or m > 2**31 - 1:
            raise ValueError(f"expected at most 64 columns and 2**31 - 1 rows, found {count}, {m}")
        for k in range(count):
            own[k] = columns[k]
            most = min(most * n, m)
        while slots < <uint64_t>(2 * most):
            slots *= 2
        self.last = slots - 1
        self.slots = <int32_t*>malloc(slots * sizeof(int32_t))
        self.codes = <int64_t*>malloc((most + 1) * sizeof(int64_t))
        self.starts = <int64_t*>malloc((most + 2) * sizeof(int64_t))
        cdef int32_t* group_of = <int32_t*>malloc((m + 1) * sizeof(int32_t))
        if self.slots == NULL or self.codes == NULL or self.starts == NULL or group_of == NULL:
            free(group_of)
            raise MemoryError
        for slot in range(slots):
            self.slots[slot] = -1
        for i in range(m):
            code, power = 0, 1
            for k in range(count):
                code += rows[i, own[k]] * power
                power *= n
            slot = slot_of(self, code)
            if self.slots[slot] < 0:
                self.slots[slot] = groups
                self.codes[groups], self.starts[groups + 1] = code, 0
                groups += 1
            group_of[i] = self.slots[slot]
            self.starts[group_of[i] + 1] += 1
        self.starts[0] = 0
        for k in range(groups):
            self.starts[k + 1] += self.starts[k]
        self.rows = rows
        if groups > 1:
            grouped = np.empty((m, width), dtype=np.int64)
            # Each start moves to the end of its group, where the next one starts.
            for i in range(m):
                j = self.starts[group_of[i]]
                self.starts[group_of[i]] += 1
                for k in range(width):
                    grouped[j, k] = rows[i, k]
            for k in range(groups, 0, -1):
                self.starts[k] = self.starts[k - 1]
            self.starts[0] = 0
            self.rows = grouped
        free(group_of)

    def __dealloc__(self):
        free(self.slots)
        free(self.codes)
        free(self.starts)
