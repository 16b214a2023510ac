# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The linear forms of statements, expanded over the instances of rules."""

import numpy as np

from libc.stdint cimport int64_t

cdef enum:
    # The columns of an entry, see `geoengine.deduction.form_entries`.
    POSITION, TERMS, CONSTANT, START, COUNT, OWNER, FIRST
    WIDTH = 6


def expand(
    const int64_t[:, ::1] rows, const int64_t[:, ::1] pair, const int64_t[:, ::1] entries
):
    """Write the forms of entries for all their instances, see `Forms`.

    Parameters
    ----------
    rows : memoryview, shape (m, letters)
        The instances.
    pair : memoryview, shape (n, n)
    entries : memoryview, shape (k, 24)

    Returns
    -------
    variables, coefficients : ndarray, shape (forms, 6)
    owners, positions : ndarray, shape (forms,)
    """
    cdef Py_ssize_t size = 0, e, i, k, terms
    for e in range(entries.shape[0]):
        size += entries[e, COUNT]
    both = np.zeros((2, size, WIDTH), dtype=np.int64)
    numbers = np.empty((2, size), dtype=np.int64)
    cdef int64_t[:, :, ::1] forms = both
    cdef int64_t[:, ::1] described = numbers
    size = 0
    with nogil:
        for e in range(entries.shape[0]):
            terms = entries[e, TERMS]
            for i in range(entries[e, COUNT]):
                for k in range(terms):
                    forms[0, size, k] = pair[
                        rows[entries[e, START] + i, entries[e, FIRST + k]],
                        rows[entries[e, START] + i, entries[e, FIRST + WIDTH + k]],
                    ]
                    forms[1, size, k] = entries[e, FIRST + 2 * WIDTH + k]
                if entries[e, CONSTANT]:
                    forms[0, size, terms] = entries[e, CONSTANT]
                    forms[1, size, terms] = -1
                described[0, size] = entries[e, OWNER] + i
                described[1, size] = entries[e, POSITION]
                size += 1
    return both[0], both[1], numbers[0], numbers[1]
