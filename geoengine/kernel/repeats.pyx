# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Combinations of residues that occur more than once among very many."""

import numpy as np

from geoengine.kernel.residues cimport PRIME
from libc.stdint cimport int64_t, uint8_t, uint64_t


cdef inline int64_t _difference(int64_t one, int64_t other) noexcept nogil:
    """Return the difference of two residues."""
    one -= other
    return one + PRIME if one < 0 else one


cdef inline uint64_t _mixed(uint64_t key) noexcept nogil:
    """Spread a number over all bits."""
    key *= <uint64_t>0x9E3779B97F4A7C15
    key ^= key >> 29
    key *= <uint64_t>0xBF58476D1CE4E5B9
    return key ^ (key >> 32)


cdef object _marks(Py_ssize_t count):
    """Return room for marks at the bits of hashes, a power of two."""
    cdef Py_ssize_t size = 64
    while size < 4 * count:
        size *= 2
    return np.zeros(size, dtype=np.uint8)


cdef inline Py_ssize_t _occurred(uint8_t* mark) noexcept nogil:
    """Note an occurrence at a mark; return by how many it raises those of marks met twice."""
    if mark[0] == 2:
        return 1
    mark[0] += 1
    return 2 if mark[0] == 2 else 0


cdef inline int64_t _key(const int64_t[:, ::1] values, Py_ssize_t i, Py_ssize_t j,
                         bint* turned) noexcept nogil:
    """Return the difference of two rows of two residues as one number, the same up to sign."""
    cdef int64_t one = _difference(values[i, 0], values[j, 0])
    cdef int64_t other = _difference(values[i, 1], values[j, 1])
    turned[0] = one > PRIME // 2
    if turned[0]:
        one = PRIME - one
        other = PRIME - other if other else 0
    return one * PRIME + other


def differences(const int64_t[:, ::1] values):
    """Return pairs of rows that may have the same difference as others, see `equal_differences`.

    Returns
    -------
    keys : ndarray, shape (k,)
    pairs : ndarray, shape (2, k)
        The rows that are subtracted from each other.
    """
    cdef Py_ssize_t count = values.shape[0], size = 0, i, j
    cdef uint8_t[::1] marks = _marks(count * (count - 1) // 2)
    cdef uint64_t mask = marks.shape[0] - 1
    cdef int64_t key
    cdef bint turned = False
    with nogil:
        for i in range(count):
            for j in range(i + 1, count):
                key = _key(values, i, j, &turned)
                if key:
                    size += _occurred(&marks[_mixed(key) & mask])
    keys, pairs = np.empty(size, dtype=np.int64), np.empty((2, size), dtype=np.int64)
    cdef int64_t[::1] found = keys
    cdef int64_t[:, ::1] rows = pairs
    size = 0
    if found.shape[0]:
        with nogil:
            for i in range(count):
                for j in range(i + 1, count):
                    key = _key(values, i, j, &turned)
                    if key and marks[_mixed(key) & mask] == 2:
                        found[size] = key
                        rows[0, size] = j if turned else i
                        rows[1, size] = i if turned else j
                        size += 1
    return keys, pairs


def divided_angles(
    const int64_t[::1] first,
    const int64_t[::1] second,
    const int64_t[::1] legs,
    const int64_t[::1] nodes,
    const int64_t[::1] line,
    const int64_t[:, ::1] potentials,
    const int64_t[::1] component,
    const int64_t[:, ::1] free_part,
):
    """Return divided angles that may have the same wholes and ratios as others.

    See `geoengine.deduction.divided_angles`.

    Parameters
    ----------
    first, second : memoryview
        The numbers of both parts of each divided angle.
    legs, nodes : memoryview
        For each part, the pair of points on its outer leg, and its node in the graph.
    line : memoryview
        The line through each pair of points.
    potentials, component : memoryview
        Of each node.
    free_part : memoryview
        Of the directions of pairs of points.

    Returns
    -------
    chosen : ndarray
    keys : ndarray, shape (3, chosen)
        The whole angle up to sign, the ratio of the sines, and the components of both parts.
    """
    cdef Py_ssize_t count = first.shape[0], size = 0, most = 0, k, which
    cdef uint8_t[::1] marks = _marks(count)
    cdef uint64_t mask = marks.shape[0] - 1, own
    cdef int64_t[:, ::1] listed = np.empty((3, count), dtype=np.int64)
    cdef int64_t[::1] hashes = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] numbers = np.empty(count, dtype=np.int64)
    cdef int64_t p, q, one, other
    cdef int64_t whole[2]
    cdef int64_t ratio[2]
    with nogil:
        for k in range(count):
            p, q = legs[first[k]], legs[second[k]]
            if line[p] == line[q]:
                continue
            one, other = nodes[first[k]], nodes[second[k]]
            for which in range(2):
                whole[which] = _difference(free_part[q, which], free_part[p, which])
                ratio[which] = _difference(potentials[one, which], potentials[other, which])
            one, other = component[one], component[other]
            if one == other:
                one = other = -1
            # Twice a residue is more than the prime where the residue is more than its opposite.
            which = 0 if whole[0] else 1
            if 2 * whole[which] > PRIME:
                for which in range(2):
                    whole[which] = PRIME - whole[which] if whole[which] else 0
            listed[0, most] = whole[1] * PRIME + whole[0]
            listed[1, most] = ratio[1] * PRIME + ratio[0]
            listed[2, most] = other * PRIME + one
            own = _mixed(listed[0, most] + _mixed(listed[1, most] + _mixed(listed[2, most]))) & mask
            hashes[most], numbers[most] = own, k
            most += 1
            size += _occurred(&marks[own])
    chosen, keys = np.empty(size, dtype=np.int64), np.empty((3, size), dtype=np.int64)
    cdef int64_t[::1] found = chosen
    cdef int64_t[:, ::1] kept = keys
    size = 0
    with nogil:
        for k in range(most):
            if marks[hashes[k]] == 2:
                found[size] = numbers[k]
                for which in range(3):
                    kept[which, size] = listed[which, k]
                size += 1
    return chosen, keys
