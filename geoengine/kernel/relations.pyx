# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Lists of the relations of a figure, read off the classes of its pairs and triples."""

import numpy as np

from geoengine.kernel.classes cimport TURN, Measured, classes_of_sums, measure_rows, pairs_within
from libc.stdint cimport int64_t, uint8_t

# What is measured in rows of points, see `geoengine.deduction.signatures.Term`.
cdef const int64_t[:, ::1] TURN_AT_LAST = np.array([[TURN, 2, 0, 2, 1]], dtype=np.int64)


cpdef marked(const uint8_t[:, :, ::1] marks):
    """List the ascending triples with a mark."""
    cdef Py_ssize_t n = marks.shape[0], size = 0, turn, i, j, k
    cdef int64_t[:, ::1] found = None
    result = None
    # They are counted first, and then written.
    for turn in range(2):
        if turn:
            result = np.empty((size, 3), dtype=np.int64)
            found, size = result, 0
        for i in range(n):
            for j in range(i + 1, n):
                for k in range(j + 1, n):
                    if marks[i, j, k]:
                        if turn:
                            found[size, 0], found[size, 1], found[size, 2] = i, j, k
                        size += 1
    return result


cdef int64_t[::1] ends_of_labels(
    const int64_t[::1] labels, Py_ssize_t first, Py_ssize_t count, int64_t[::1] order
):
    """Sort numbers from `first` on by their labels, and return the end of each of `count` labels.

    Those with a negative label are left out. The order is stable.
    """
    cdef Py_ssize_t i
    cdef int64_t[::1] ends = np.zeros(count + 1, dtype=np.int64)
    for i in range(first, labels.shape[0]):
        if labels[i] >= 0:
            ends[labels[i] + 1] += 1
    for i in range(1, count + 1):
        ends[i] += ends[i - 1]
    # Each start moves to the end of its label.
    for i in range(first, labels.shape[0]):
        if labels[i] >= 0:
            order[ends[labels[i]]] = i
            ends[labels[i]] += 1
    return ends[:count]


cpdef alike(
    const int64_t[::1] labels,
    const int64_t[::1] apart,
    const int64_t[::1] first,
    const int64_t[::1] second,
    bint loose,
):
    """List every two pairs of points with one label by their four points, see `Relations`.

    Parameters
    ----------
    labels : memoryview, shape (pairs + 1,)
        From -1; pairs with -1 are left out.
    apart : memoryview, shape (pairs + 1,), or None
        Labels in which the two pairs must differ.
    first, second : memoryview, shape (pairs + 1,)
        The points of each pair.
    loose : bool
        Whether each pair is also listed with itself; then `apart` does not matter.
    """
    cdef Py_ssize_t count = labels.shape[0], size = 0, i, j, turn
    cdef int64_t most = -1
    for i in range(count):
        most = max(most, labels[i])
    cdef int64_t[::1] order = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] ends = ends_of_labels(labels, 0, most + 1, order)
    cdef int64_t[:, ::1] found = None
    if loose:
        apart = None
    result = None
    for turn in range(2):
        if turn:
            result = np.empty((size, 4), dtype=np.int64)
            found, size = result, 0
        for i in range(ends[most] if most >= 0 else 0):
            for j in range(i + 1, ends[labels[order[i]]]):
                if apart is None or apart[order[i]] != apart[order[j]]:
                    if turn:
                        found[size, 0], found[size, 1] = first[order[i]], second[order[i]]
                        found[size, 2], found[size, 3] = first[order[j]], second[order[j]]
                    size += 1
        for i in range(1, count if loose else 0):
            if turn:
                found[size, 0] = found[size, 2] = first[i]
                found[size, 1] = found[size, 3] = second[i]
            size += 1
    return result


cpdef perpendicular(
    const int64_t[::1] direction,
    const int64_t[::1] right_angle_to,
    const int64_t[::1] first,
    const int64_t[::1] second,
):
    """List the pairs of points with perpendicular lines by their four points."""
    cdef Py_ssize_t classes = right_angle_to.shape[0], pairs = direction.shape[0], size = 0
    cdef Py_ssize_t c, i, j
    cdef int64_t other
    cdef int64_t[::1] order = np.empty(pairs, dtype=np.int64)
    cdef int64_t[::1] ends = ends_of_labels(direction, 1, classes, order)
    for c in range(classes):
        other = right_angle_to[c]
        if other > c:
            size += (ends[c] - start_of(ends, c)) * (ends[other] - start_of(ends, other))
    result = np.empty((size, 4), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    size = 0
    for c in range(classes):
        other = right_angle_to[c]
        if other > c:
            for i in range(start_of(ends, c), ends[c]):
                for j in range(start_of(ends, other), ends[other]):
                    found[size, 0], found[size, 1] = first[order[i]], second[order[i]]
                    found[size, 2], found[size, 3] = first[order[j]], second[order[j]]
                    size += 1
    return result


cpdef midpoints(
    const int64_t[:, ::1] collinear, const int64_t[::1] length, const int64_t[:, ::1] pair
):
    """List the midpoints of segments, each followed by the ends, in collinear triples."""
    cdef Py_ssize_t m = collinear.shape[0], size = 0, at, i
    cdef int64_t a, b, c
    result = np.empty((3 * m, 3), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    for at in range(3):
        for i in range(m):
            a = collinear[i, at]
            b, c = collinear[i, 1 if at == 0 else 0], collinear[i, 1 if at == 2 else 2]
            if length[pair[a, b]] == length[pair[a, c]]:
                found[size, 0], found[size, 1], found[size, 2] = a, b, c
                size += 1
    return result[:size]


cpdef equidistant(const int64_t[::1] length, const int64_t[:, ::1] pair, Py_ssize_t count):
    """List each point with all sets of `count` points at one distance, see `Relations`."""
    cdef Py_ssize_t n = pair.shape[0], center, k, at, size, rows = 0, turn
    cdef int64_t value, most = -1, sets
    cdef int64_t[:, ::1] around, found = None
    for k in range(1, length.shape[0]):
        most = max(most, length[k])
    # The points around a center, those at one distance after each other; and the chosen ones.
    around = np.empty((3, n + most + 2), dtype=np.int64)
    result = None
    for turn in range(2):
        if turn:
            result = np.empty((rows, count + 1), dtype=np.int64)
            found, rows = result, 0
        for center in range(n):
            for value in range(most + 1):
                around[1, value] = 0
            for k in range(n):
                if k != center:
                    around[1, length[pair[center, k]]] += 1
            for value in range(most + 1):
                if around[1, value] < count:
                    continue
                size = around[1, value]
                if not turn:
                    sets = 1
                    for k in range(count):
                        sets = sets * (size - k) // (k + 1)
                    rows += sets
                    continue
                size = 0
                for k in range(n):
                    if k != center and length[pair[center, k]] == value:
                        around[0, size] = k
                        size += 1
                for k in range(count):
                    around[2, k] = k
                while True:
                    found[rows, 0] = center
                    for k in range(count):
                        found[rows, k + 1] = around[0, around[2, k]]
                    rows += 1
                    at = count - 1
                    while at >= 0 and around[2, at] == size - count + at:
                        at -= 1
                    if at < 0:
                        break
                    around[2, at] += 1
                    for k in range(at + 1, count):
                        around[2, k] = around[2, k - 1] + 1
    return result


cdef concyclic(
    Measured frame,
    const int64_t[:, ::1] triples,
    const double[:, ::1] weights,
    double tolerance,
):
    """List concyclic points: two that see two others at one angle, see `Relations`."""
    cdef Py_ssize_t m = triples.shape[0], i
    cdef const int64_t[::1] one, other
    if not m:
        return np.empty((0, 4), dtype=np.int64)
    cdef double[:, ::1] sums = np.empty((2, m))
    cdef int64_t[::1] labels = np.empty(m, dtype=np.int64)
    measure_rows(frame, triples, TURN_AT_LAST, weights, sums, 0)
    for i in range(m):
        labels[i] = frame.pair[triples[i, 0], triples[i, 1]]
    classes_of_sums(sums, tolerance, &labels[0])
    one, other = pairs_within(labels)
    result = np.empty((one.shape[0], 4), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    for i in range(one.shape[0]):
        found[i, 0], found[i, 1] = triples[one[i], 0], triples[one[i], 1]
        found[i, 2], found[i, 3] = triples[one[i], 2], triples[other[i], 2]
    return result


def of_lines_and_circles(frame, const double[:, ::1] weights, double tolerance):
    """List the relations of a figure of which some can be read off lengths and directions.

    Parameters
    ----------
    frame : Frame
    weights : memoryview, shape (2, 2 draws)
        Those of the sums by which angles are compared.
    tolerance : float
        The largest gap between sums of equal angles.

    Returns
    -------
    tuple of ndarray
        Points that are collinear, of parallel lines, of perpendicular ones, of equal segments,
        midpoints, points on a circle, and centers with three and with four points around them; see
        `Relations`.
    """
    cdef Measured measured = frame.measured
    cdef const int64_t[::1] direction = frame.direction, length = frame.length
    cdef const int64_t[::1] first = frame.first, second = frame.second
    collinear = marked(frame.collinear.view(np.uint8))
    return (
        collinear,
        alike(direction, frame.line, first, second, frame.loose),
        perpendicular(direction, frame.right_angle_to, first, second),
        alike(length, None, first, second, frame.loose),
        midpoints(collinear, length, measured.pair),
        concyclic(measured, marked(frame.triangle.view(np.uint8)), weights, tolerance),
        equidistant(length, measured.pair, 3),
        equidistant(length, measured.pair, 4),
    )
