# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Equal quantities that one table implies and another does not know yet."""

import numpy as np

from geoengine.kernel.residues cimport PRIME
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc, qsort


cdef struct Quantity:
    int64_t group, first, second, number


cdef int _compared(const void* one, const void* other) noexcept nogil:
    cdef const Quantity* a = <const Quantity*>one
    cdef const Quantity* b = <const Quantity*>other
    if a.group != b.group:
        return -1 if a.group < b.group else 1
    if a.first != b.first:
        return -1 if a.first < b.first else 1
    if a.second != b.second:
        return -1 if a.second < b.second else 1
    return -1 if a.number < b.number else 1


cpdef list equal_in_one(
    const int64_t[::1] groups, const int64_t[:, ::1] ours, const int64_t[:, ::1] theirs
):
    """Return pairs of quantities of one group, equal in our table and not in the other.

    Quantities are sorted by group and by our values; each is compared with the next. Quantity 0 is
    left out.
    """
    cdef Py_ssize_t count = groups.shape[0], k
    cdef int64_t p, q
    found = []
    cdef Quantity* own = <Quantity*>malloc(max(count, 1) * sizeof(Quantity))
    if own == NULL:
        raise MemoryError
    with nogil:
        for k in range(1, count):
            own[k - 1].group, own[k - 1].number = groups[k], k
            own[k - 1].first, own[k - 1].second = ours[k, 0], ours[k, 1]
        if count > 1:
            qsort(own, count - 1, sizeof(Quantity), _compared)
    for k in range(count - 2):
        p, q = own[k].number, own[k + 1].number
        if (
            own[k].group == own[k + 1].group
            and own[k].first == own[k + 1].first
            and own[k].second == own[k + 1].second
            and (theirs[p, 0] != theirs[q, 0] or theirs[p, 1] != theirs[q, 1])
        ):
            found.append((p, q))
    free(own)
    return found


def lengths_in_one(
    const int64_t[::1] groups,
    const int64_t[:, ::1] ours,
    const int64_t[:, ::1] theirs,
    const uint8_t[::1] our_constants,
    const uint8_t[::1] their_constants,
):
    """Return what one of two tables of lengths implies and the other does not, see `lengths`.

    Parameters
    ----------
    groups, ours, theirs : memoryview
        See `equal_in_one`.
    our_constants, their_constants : memoryview, shape (quantities + 1,)
        Which quantities are constant in each table.

    Returns
    -------
    list of (list of (int, int), list of int)
        For our table and for the other, the pairs that are equal there only, and the quantities
        that are constant there only.
    """
    cdef Py_ssize_t count = our_constants.shape[0], k
    cdef list here = [], there = []
    for k in range(count):
        if our_constants[k] > their_constants[k]:
            here.append(k)
        elif our_constants[k] < their_constants[k]:
            there.append(k)
    return [
        (equal_in_one(groups, ours, theirs), here), (equal_in_one(groups, theirs, ours), there)
    ]


def proportions(const int64_t[:, ::1] solutions):
    """Return quotients of two residues, the same for multiples of both; 0 for divisors of 0."""
    cdef Py_ssize_t k
    cdef int64_t power, exponent, quotient
    result = np.empty(solutions.shape[0], dtype=np.int64)
    cdef int64_t[::1] found = result
    with nogil:
        for k in range(solutions.shape[0]):
            quotient, power = solutions[k, 0], solutions[k, 1] % PRIME
            exponent = PRIME - 2
            while exponent:
                if exponent & 1:
                    quotient = quotient * power % PRIME
                power = power * power % PRIME
                exponent >>= 1
            found[k] = quotient
    return result
