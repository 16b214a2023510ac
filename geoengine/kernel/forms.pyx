# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The linear forms of statements, expanded over the instances of rules."""

import numpy as np

from libc.stdint cimport int64_t

cdef enum:
    # The columns of an entry, see `geoengine.deduction.form_entries`.
    TABLE, POSITION, TERMS, CONSTANT, START, COUNT, OWNER, FIRST
    WIDTH = 6


def expand(
    const int64_t[:, ::1] rows,
    const int64_t[:, ::1] pair,
    const int64_t[:, ::1] entries,
    Py_ssize_t tables,
):
    """Write the forms of entries for all their instances, see `Forms`.

    Parameters
    ----------
    rows : memoryview, shape (m, letters)
        The instances.
    pair : memoryview, shape (n, n)
    entries : memoryview, shape (k, 25)
    tables : int
        The number of tables.

    Returns
    -------
    list of (ndarray, ndarray, ndarray, ndarray)
        For each table the variables and coefficients, of shape (forms, 6), and the owners and
        positions, of shape (forms,).
    """
    cdef Py_ssize_t size, e, i, k, t, terms
    cdef int64_t[:, :, ::1] forms
    cdef int64_t[:, ::1] described
    found = []
    for t in range(tables):
        size = 0
        for e in range(entries.shape[0]):
            if entries[e, TABLE] == t:
                size += entries[e, COUNT]
        both = np.zeros((2, size, WIDTH), dtype=np.int64)
        numbers = np.empty((2, size), dtype=np.int64)
        forms, described = both, numbers
        size = 0
        for e in range(entries.shape[0]):
            if entries[e, TABLE] != t:
                continue
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
        found.append((both[0], both[1], numbers[0], numbers[1]))
    return found


def arguments(
    const int64_t[:, ::1] rows,
    const int64_t[::1] starts,
    const int64_t[::1] counts,
    const int64_t[::1] rules,
    const int64_t[:, ::1] letters,
):
    """Return the points of atoms of one predicate, see `Instances.arguments`."""
    cdef Py_ssize_t atoms = rules.shape[0], size = 0, a, i, k
    cdef int64_t row
    for a in range(atoms):
        size += counts[rules[a]]
    numbers = np.empty((2, size), dtype=np.int64)
    points = np.empty((letters.shape[1], size), dtype=np.int64)
    cdef int64_t[:, ::1] described = numbers, found = points
    size = 0
    for a in range(atoms):
        for i in range(counts[rules[a]]):
            row = starts[rules[a]] + i
            described[0, size] = a
            described[1, size] = row
            for k in range(letters.shape[1]):
                found[k, size] = rows[row, letters[a, k]]
            size += 1
    return numbers[0], numbers[1], points
