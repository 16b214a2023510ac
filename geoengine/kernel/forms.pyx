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


cdef int64_t _code(
    const int64_t* points,
    Py_ssize_t count,
    const int64_t[:, ::1] weights,
    bint unordered,
    bint paired,
) noexcept nogil:
    """Return the code of a statement, see `geoengine.deduction.known_facts.statement_codes`."""
    cdef int64_t[64] own
    cdef int64_t number, code, best = 0
    cdef Py_ssize_t j, k
    if paired:
        # Each side becomes one number.
        count //= 2
        for k in range(count):
            number, code = points[2 * k], points[2 * k + 1]
            if number < code:
                number, code = code, number
            own[k] = number * (number - 1) // 2 + code
    else:
        for k in range(count):
            j = k
            if unordered:
                while j > 0 and own[j - 1] > points[k]:
                    own[j] = own[j - 1]
                    j -= 1
            own[j] = points[k]
    for j in range(weights.shape[1]):
        code = 0
        for k in range(count):
            code += own[k] * weights[k, j]
        if j == 0 or code < best:
            best = code
    return best


def codes(
    const int64_t[:, :] rows, const int64_t[:, ::1] weights, bint unordered, bint paired
):
    """Return the codes of statements of one kind, given by their points; shape (m,)."""
    cdef Py_ssize_t count = rows.shape[1], i, k
    cdef int64_t[64] own
    if count > 64:
        raise ValueError("expected at most 64 arguments")
    found = np.empty(rows.shape[0], dtype=np.int64)
    cdef int64_t[::1] numbers = found
    with nogil:
        for i in range(rows.shape[0]):
            for k in range(count):
                own[k] = rows[i, k]
            numbers[i] = _code(own, count, weights, unordered, paired)
    return found


def statements(
    const int64_t[:, ::1] rows,
    const int64_t[:, ::1] entries,
    const int64_t[:, ::1] weights,
    bint unordered,
    bint paired,
):
    """Write statements of one kind for all their instances, see `Agenda`.

    Parameters
    ----------
    rows : memoryview, shape (m, letters)
        The instances.
    entries : memoryview, shape (k, 3 + arguments)
        The first instance, their number, the first owner, and the letters.
    weights, unordered, paired
        See `Coding`.

    Returns
    -------
    codes, owners : ndarray, shape (statements,)
    points : ndarray, shape (statements, arguments)
    """
    cdef Py_ssize_t count = entries.shape[1] - 3, size = 0, e, i, k
    if count > 64:
        raise ValueError("expected at most 64 arguments")
    for e in range(entries.shape[0]):
        size += entries[e, 1]
    numbers = np.empty((2, size), dtype=np.int64)
    points = np.empty((size, count), dtype=np.int64)
    cdef int64_t[:, ::1] described = numbers, found = points
    if not count:
        return numbers[0], numbers[1], points
    with nogil:
        size = 0
        for e in range(entries.shape[0]):
            for i in range(entries[e, 1]):
                for k in range(count):
                    found[size, k] = rows[entries[e, 0] + i, entries[e, 3 + k]]
                described[0, size] = _code(&found[size, 0], count, weights, unordered, paired)
                described[1, size] = entries[e, 2] + i
                size += 1
    return numbers[0], numbers[1], points
