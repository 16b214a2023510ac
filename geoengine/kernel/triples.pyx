# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Properties of the pairs and triples of points of a frame, and lists of relations read off them."""

import numpy as np

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
    clear = np.ones((n, n, n), dtype=np.uint8)
    turned = np.empty((draws, n, n, n), dtype=np.int8)
    cdef uint8_t[:, :, ::1] collinear = flat, triangle = clear
    cdef int8_t[:, :, :, ::1] orientation = turned
    with nogil:
        for a in range(n):
            for b in range(n):
                for c in range(n):
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


def unequal_tuples(
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


def perpendicular(const int64_t[::1] direction, const int64_t[::1] right_angle_to):
    """Return the pairs with perpendicular lines, by direction class."""
    cdef Py_ssize_t classes = right_angle_to.shape[0], pairs = direction.shape[0], size = 0
    cdef Py_ssize_t c, i, j
    cdef int64_t other
    cdef int64_t[::1] starts = np.zeros(classes + 1, dtype=np.int64)
    cdef int64_t[::1] order = np.empty(pairs, dtype=np.int64)
    for i in range(1, pairs):
        starts[direction[i] + 1] += 1
    for c in range(classes):
        starts[c + 1] += starts[c]
    for c in range(classes):
        other = right_angle_to[c]
        if other > c:
            size += (starts[c + 1] - starts[c]) * (starts[other + 1] - starts[other])
    for i in range(1, pairs):
        order[starts[direction[i]]] = i
        starts[direction[i]] += 1
    # Now each start is the end of its class, and so the start of the next.
    result = np.empty((2, size), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    size = 0
    for c in range(classes):
        other = right_angle_to[c]
        if other > c:
            for i in range(starts[c - 1] if c else 0, starts[c]):
                for j in range(starts[other - 1], starts[other]):
                    found[0, size] = order[i]
                    found[1, size] = order[j]
                    size += 1
    return result[0], result[1]


def equidistant(const int64_t[::1] length, const int64_t[:, ::1] pair, Py_ssize_t count):
    """List each point with all sets of `count` points at one distance, see `Relations`."""
    cdef Py_ssize_t n = pair.shape[0], center, k, at, size
    cdef int64_t value, most = -1
    cdef int64_t[::1] around = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] chosen = np.empty(count, dtype=np.int64)
    for k in range(1, length.shape[0]):
        most = max(most, length[k])
    cdef int64_t[::1] sizes = np.empty(most + 1, dtype=np.int64)
    rows = []
    for center in range(n):
        sizes[:] = 0
        for k in range(n):
            if k != center:
                sizes[length[pair[center, k]]] += 1
        for value in range(most + 1):
            if sizes[value] < count:
                continue
            size = 0
            for k in range(n):
                if k != center and length[pair[center, k]] == value:
                    around[size] = k
                    size += 1
            for k in range(count):
                chosen[k] = k
            while True:
                rows.append(center)
                for k in range(count):
                    rows.append(around[chosen[k]])
                at = count - 1
                while at >= 0 and chosen[at] == size - count + at:
                    at -= 1
                if at < 0:
                    break
                chosen[at] += 1
                for k in range(at + 1, count):
                    chosen[k] = chosen[k - 1] + 1
    return np.array(rows, dtype=np.int64).reshape(-1, count + 1)
