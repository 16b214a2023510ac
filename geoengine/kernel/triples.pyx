# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Properties of the pairs, triples and other tuples of points of a frame."""

import numpy as np

from geoengine.kernel.classes cimport Measured, classes_of_sums, equal_pairs, measure_rows
from libc.math cimport fabs
from libc.stdint cimport int8_t, int64_t, uint8_t


def lines(
    const int64_t[::1] direction,
    const int64_t[:, ::1] pair,
    const int64_t[::1] first,
    const int64_t[::1] second,
):
    """Return the number of the line through every pair, see `Frame.line`."""
    cdef Py_ssize_t pairs = first.shape[0], n = pair.shape[0], p
    cdef int64_t k, own
    result = np.empty(pairs, dtype=np.int64)
    cdef int64_t[::1] found = result
    found[0] = -1
    for p in range(1, pairs):
        own = direction[p]
        k = 0
        # The first point of a pair is on its line, so the search ends there.
        while k < first[p] and not (
            direction[pair[first[p], k]] == own and direction[pair[second[p], k]] == own
        ):
            k += 1
        found[p] = own * n + k
    return result


def triples(
    const double[:, ::1] x,
    const double[:, ::1] y,
    const int64_t[:, ::1] pair,
    const int64_t[::1] line,
    double margin,
):
    """Return `Frame.collinear`, `Frame.triangle` and `Frame.orientation`."""
    cdef Py_ssize_t draws = x.shape[0], n = x.shape[1], d, a, b, c
    cdef double u, v, s, t, w, z, area, longest, flatness
    flat = np.zeros((n, n, n), dtype=np.uint8)
    # Arrays of ones take longer: they are filled in Python.
    clear = np.empty((n, n, n), dtype=np.uint8)
    turned = np.empty((draws, n, n, n), dtype=np.int8)
    cdef uint8_t[:, :, ::1] collinear = flat, triangle = clear
    cdef int8_t[:, :, :, ::1] orientation = turned
    with nogil:
        for a in range(n):
            for b in range(n):
                for c in range(n):
                    triangle[a, b, c] = True
                    if a != b and a != c and b != c and line[pair[a, b]] == line[pair[a, c]] and (
                        line[pair[a, b]] == line[pair[b, c]]
                    ):
                        collinear[a, b, c] = True
                        triangle[a, b, c] = False
        for d in range(draws):
            for a in range(n):
                for b in range(n):
                    u, v = x[d, b] - x[d, a], y[d, b] - y[d, a]
                    for c in range(n):
                        s, t = x[d, c] - x[d, a], y[d, c] - y[d, a]
                        w, z = x[d, c] - x[d, b], y[d, c] - y[d, b]
                        area = u * t - v * s
                        longest = max(max(u * u + v * v, s * s + t * t), w * w + z * z)
                        flatness = area / (1.0 if longest == 0 else longest)
                        if fabs(flatness) > margin:
                            orientation[d, a, b, c] = 1 if flatness > 0 else -1
                        else:
                            orientation[d, a, b, c] = 0
                            triangle[a, b, c] = False
    return flat.view(np.bool_), clear.view(np.bool_), turned


cpdef unequal_tuples(
    const int64_t[:, ::1] pair,
    const int64_t[::1] line,
    Py_ssize_t letters,
    const int64_t[:, ::1] terms,
):
    """List all points for some letters with two different lines in each term.

    Parameters
    ----------
    pair, line : memoryview
        Those of the frame.
    letters : int
    terms : memoryview, shape (terms, 5)
        See `geoengine.deduction.signatures.Term`.
    """
    cdef Py_ssize_t n = pair.shape[0], size = 0, total = 1, i, k, t, rest
    cdef int64_t first, second
    cdef int64_t row[16]
    for k in range(letters):
        total *= n
    result = np.empty((total, letters), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    for i in range(found.shape[0]):
        rest = i
        for k in range(letters - 1, -1, -1):
            row[k] = rest % n
            rest //= n
        for t in range(terms.shape[0]):
            first = pair[row[terms[t, 1]], row[terms[t, 2]]]
            second = pair[row[terms[t, 3]], row[terms[t, 4]]]
            if first == 0 or second == 0 or line[first] == line[second]:
                break
        else:
            for k in range(letters):
                found[size, k] = row[k]
            size += 1
    return result[:size]


def equal_halves(
    Measured frame,
    const int64_t[::1] line,
    const int64_t[:, ::1] first,
    const int64_t[:, ::1] second,
    const int64_t[::1] columns,
    const double[:, ::1] weights,
    double tolerance,
    int64_t limit,
):
    """Join the halves of a rule whose measurements are equal, see `join_halves`.

    Parameters
    ----------
    frame : Measured
    line : memoryview, shape (pairs + 1,)
    first, second : memoryview, shape (terms, 5)
        What is measured in each half; both have the same number of letters.
    columns : memoryview, shape (letters of the rule,)
        The place of each letter, those of the first half before those of the second.
    weights : memoryview, shape (2, measurements)
    tolerance : float
        The largest gap between sums of equal measurements.
    limit : int
        The largest number of rows.

    Returns
    -------
    rows : ndarray, shape (m, letters)
    cut : bool
    """
    cdef Py_ssize_t letters = columns.shape[0], half = letters // 2, i, k, m, n
    cdef const int64_t[:, ::1] ours = unequal_tuples(frame.pair, line, half, first)
    cdef const int64_t[:, ::1] theirs = unequal_tuples(frame.pair, line, half, second)
    cdef const int64_t[::1] one, other
    cdef int64_t at
    m, n = ours.shape[0], theirs.shape[0]
    cdef double[:, ::1] sums = np.empty((2, m + n))
    cdef int64_t[::1] labels = np.zeros(m + n, dtype=np.int64)
    measure_rows(frame, ours, first, weights, sums, 0)
    measure_rows(frame, theirs, second, weights, sums, m)
    if m + n:
        classes_of_sums(sums, tolerance, &labels[0])
    one, other, cut = equal_pairs(labels[:m], labels[m:], limit)
    result = np.empty((one.shape[0], letters), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    for i in range(one.shape[0]):
        for k in range(letters):
            at = columns[k]
            found[i, k] = ours[one[i], at] if at < half else theirs[other[i], at - half]
    return result, cut
