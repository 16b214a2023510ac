# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Rows of point numbers: spelled in other orders, sorted, and each kept once."""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset


cdef void _sort_by(
    const int64_t[:, ::1] rows,
    Py_ssize_t column,
    Py_ssize_t n,
    const int64_t* before,
    int64_t* after,
    int64_t* counts,
) noexcept nogil:
    """Sort the numbers of rows by one column, stably, by counting."""
    cdef Py_ssize_t i
    cdef int64_t total = 0, size
    memset(counts, 0, n * sizeof(int64_t))
    for i in range(rows.shape[0]):
        counts[rows[i, column]] += 1
    for i in range(n):
        size = counts[i]
        counts[i] = total
        total += size
    for i in range(rows.shape[0]):
        after[counts[rows[before[i], column]]] = before[i]
        counts[rows[before[i], column]] += 1


cdef int64_t* _sorted(
    const int64_t[:, ::1] rows, const int64_t* columns, Py_ssize_t count, Py_ssize_t n
) except NULL:
    """Return the numbers of rows, sorted by some columns, the last of which matters most."""
    cdef Py_ssize_t m = rows.shape[0], i, k
    cdef int64_t* order = <int64_t*>malloc(m * sizeof(int64_t) + 1)
    cdef int64_t* spare = <int64_t*>malloc(m * sizeof(int64_t) + 1)
    cdef int64_t* counts = <int64_t*>malloc(n * sizeof(int64_t) + 1)
    cdef int64_t* other
    if order == NULL or spare == NULL or counts == NULL:
        free(order)
        free(spare)
        free(counts)
        raise MemoryError
    for i in range(m):
        order[i] = i
    for k in range(count):
        _sort_by(rows, columns[k], n, order, spare, counts)
        other = order
        order = spare
        spare = other
    free(spare)
    free(counts)
    return order


def spell(
    const int64_t[:, ::1] rows,
    const int64_t[:, ::1] orders,
    const int64_t[::1] firsts,
    const int64_t[:, ::1] repeats,
    Py_ssize_t n,
):
    """List the spellings of relations that match a shape, see `Relations.matching`.

    Parameters
    ----------
    rows : memoryview, shape (m, arguments)
    orders : memoryview, shape (orders, arguments)
    firsts : memoryview, shape (letters,)
    repeats : memoryview, shape (k, 2)
    n : int
        The number of points.
    """
    cdef Py_ssize_t letters = firsts.shape[0], size = 0, i, k, o
    result = np.empty((rows.shape[0] * orders.shape[0], letters), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    for o in range(orders.shape[0]):
        for i in range(rows.shape[0]):
            for k in range(repeats.shape[0]):
                if rows[i, orders[o, repeats[k, 0]]] != rows[i, orders[o, repeats[k, 1]]]:
                    break
            else:
                for k in range(letters):
                    found[size, k] = rows[i, orders[o, firsts[k]]]
                size += 1
    result = result[:size]
    return _different(result, n) if repeats.shape[0] else result


def _different(const int64_t[:, ::1] rows, Py_ssize_t n):
    """Return the distinct rows, in ascending order."""
    cdef Py_ssize_t m = rows.shape[0], width = rows.shape[1], size = 0, i, k
    cdef int64_t[64] columns
    if width > 64:
        raise ValueError(f"expected at most 64 columns, found {width}")
    for k in range(width):
        columns[k] = width - 1 - k
    cdef int64_t* order = _sorted(rows, columns, width, n)
    result = np.empty((m, width), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    for i in range(m):
        for k in range(width):
            if size == 0 or rows[order[i], k] != found[size - 1, k]:
                break
        else:
            continue
        for k in range(width):
            found[size, k] = rows[order[i], k]
        size += 1
    free(order)
    return result[:size]


cdef void _mark_first(
    const int64_t[:, ::1] rows,
    const int64_t[:, ::1] inverses,
    uint64_t n,
    uint8_t[::1] kept,
    int64_t* seen,
    uint8_t* taken,
    uint64_t slots,
) noexcept nogil:
    """Keep the first of the rows that are equivalent by a symmetry; see `distinct`."""
    cdef Py_ssize_t letters = inverses.shape[1], i, j, k
    cdef uint64_t place
    cdef int64_t code, least
    cdef uint64_t power[64]
    power[0] = 1
    for k in range(1, letters):
        power[k] = power[k - 1] * n
    for i in range(rows.shape[0]):
        least = 0
        for j in range(inverses.shape[0]):
            code = 0
            for k in range(letters):
                code = <int64_t>(<uint64_t>code + power[inverses[j, k]] * <uint64_t>rows[i, k])
            if j == 0 or code < least:
                least = code
        place = (<uint64_t>least * 0x9E3779B97F4A7C15ULL) >> 20
        place &= slots - 1
        while taken[place] and seen[place] != least:
            place = (place + 1) & (slots - 1)
        kept[i] = not taken[place]
        taken[place] = True
        seen[place] = least


cdef bint _is_balanced(
    const int64_t* row,
    const int64_t[::1] letters,
    const int64_t[:, ::1] weights,
    const int64_t[:, ::1] pair,
    const int64_t[::1] hashes,
) noexcept nogil:
    """Return whether a weighted sum over the sides of a statement is 0."""
    cdef Py_ssize_t j, k
    cdef int64_t total
    for j in range(weights.shape[0]):
        total = 0
        for k in range(weights.shape[1]):
            total += weights[j, k] * hashes[pair[row[letters[2 * k]], row[letters[2 * k + 1]]]]
        if total == 0:
            return True
    return False


def distinct(
    instances,
    const int64_t[:, ::1] inverses,
    uint64_t n,
    tuple sums,
    const int64_t[:, ::1] pair,
    const int64_t[::1] hashes,
):
    """Return the first of each set of equivalent instances, without trivial ones.

    An instance is trivial if, for each of its conclusions, some weighted sum is 0.

    Parameters
    ----------
    instances : ndarray, shape (m, letters)
    inverses : memoryview, shape (k, letters)
        The inverses of the symmetries.
    n : int
        The number of points.
    sums : tuple of (ndarray, ndarray)
        For each conclusion its letters and the weights of sums over its sides; empty if no
        instance is trivial.
    pair : memoryview, shape (n, n)
    hashes : memoryview, shape (pairs + 1,)
        A number for each side. None, as `pair`, if there are no sums.
    """
    cdef const int64_t[:, ::1] rows = instances
    cdef Py_ssize_t m = rows.shape[0], letters = rows.shape[1], size = 0, i, k
    cdef uint64_t slots = 16
    cdef const int64_t[::1] own
    cdef const int64_t[:, ::1] weights
    while slots < <uint64_t>(2 * m):
        slots *= 2
    flags = np.empty((2, m), dtype=np.uint8)
    cdef uint8_t[:, ::1] marks = flags
    cdef uint8_t[::1] kept = marks[0], trivial = marks[1]
    cdef int64_t* seen = <int64_t*>malloc(slots * sizeof(int64_t))
    cdef uint8_t* taken = <uint8_t*>calloc(slots, 1)
    if seen == NULL or taken == NULL:
        free(seen)
        free(taken)
        raise MemoryError
    with nogil:
        _mark_first(rows, inverses, n, kept, seen, taken, slots)
    free(seen)
    free(taken)
    for i in range(m):
        trivial[i] = len(sums) > 0
    for own, weights in sums:
        for i in range(m):
            if trivial[i] and not _is_balanced(&rows[i, 0], own, weights, pair, hashes):
                trivial[i] = False
    for i in range(m):
        kept[i] &= not trivial[i]
        size += kept[i]
    if size == m:
        return instances
    result = np.empty((size, letters), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    size = 0
    for i in range(m):
        if kept[i]:
            for k in range(letters):
                found[size, k] = rows[i, k]
            size += 1
    return result


def gathered(tuple by_rule):
    """Gather the instances of rules in one array, see `Instances`.

    Parameters
    ----------
    by_rule : tuple of Grounding

    Returns
    -------
    counts, starts : ndarray, shape (rules,)
    used : ndarray
        The numbers of the rules that have instances.
    rows : ndarray, shape (m, letters of the longest rule that has any)
    """
    cdef Py_ssize_t rules = len(by_rule), size = 0, width = 0, k, i, j, m, many = 0
    cdef const int64_t[:, :] own
    numbers = np.empty((3, rules), dtype=np.int64)
    cdef int64_t[:, ::1] found = numbers
    cdef list listed = []
    for k in range(rules):
        rows = by_rule[k].rows
        m = len(rows)
        found[0, k], found[1, k] = m, size
        size += m
        if m:
            found[2, many] = k
            many += 1
            listed.append(rows)
            width = max(width, <Py_ssize_t>rows.shape[1])
    result = np.zeros((size, width), dtype=np.int64)
    cdef int64_t[:, ::1] target = result
    size = 0
    for own in listed:
        for i in range(own.shape[0]):
            for j in range(own.shape[1]):
                target[size + i, j] = own[i, j]
        size += own.shape[0]
    return numbers[0], numbers[1], numbers[2, :many], result
