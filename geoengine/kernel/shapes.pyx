# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Lists of the similar triangles of a figure, and of its angles with a bisector."""

import numpy as np

from geoengine.kernel.classes cimport (
    ARROWS, RATIO, TURN, TURN_BACK, Measured, classes_of_sums, equal_pairs, measure_rows
)
from geoengine.kernel.relations cimport ends_of_labels, start_of
from libc.stdint cimport int8_t, int64_t, uint8_t
from libc.stdlib cimport qsort

# What is measured in rows of points, see `geoengine.deduction.signatures.Term`.
cdef const int64_t[:, ::1] TURN_AT_FIRST = np.array([[TURN, 0, 1, 0, 2]], dtype=np.int64)
cdef const int64_t[:, ::1] TURN_BACK_AT_FIRST = np.array(
    [[TURN_BACK, 0, 1, 0, 2]], dtype=np.int64
)
cdef const int64_t[:, ::1] SHAPE = np.array(
    [[RATIO, 0, 2, 0, 1], [ARROWS, 0, 3, 0, 4]], dtype=np.int64
)
# The orders of three corners.
cdef int[6][3] ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]


cdef inline void _exchange_if_greater(int64_t* one, int64_t* other) noexcept nogil:
    cdef int64_t kept
    if one[0] > other[0]:
        kept = one[0]
        one[0] = other[0]
        other[0] = kept


cdef bint _is_statement(const int64_t* one, const int64_t* other) noexcept nogil:
    """Return whether two triangles, the first ascending, are in the order in which to list them.

    A rotation of a triangle onto itself and its inverse are one statement; the identity is none.
    """
    cdef int64_t a = other[0], b = other[1], c = other[2]
    _exchange_if_greater(&a, &b)
    _exchange_if_greater(&b, &c)
    _exchange_if_greater(&a, &b)
    if one[0] != a:
        return one[0] < a
    if one[1] != b:
        return one[1] < b
    if one[2] != c:
        return one[2] < c
    if one[0] == other[0] and one[1] == other[1] and one[2] == other[2]:
        return False
    return not (
        one[0] != other[0] and one[1] != other[1] and one[2] != other[2] and other[0] == one[2]
    )


cpdef tuple shapes(
    const uint8_t[:, :, ::1] triangle,
    const int64_t[:, ::1] pair,
    const double[::1] log_length,
    const int8_t[:, :, ::1] orientation,
    double slack,
):
    """List triangles, see `geoengine.deduction.similar_triangles.shapes`."""
    cdef Py_ssize_t n = triangle.shape[0], size = 0, turn, i, j, k, order
    cdef int64_t p, q, r
    cdef int64_t[3] corners
    cdef double longest, middle, shortest
    cdef int64_t[:, ::1] found = None
    cdef uint8_t[::1] is_first = None
    result = marks = None
    for turn in range(2):
        if turn:
            result, marks = np.empty((size, 5), dtype=np.int64), np.empty(size, dtype=np.uint8)
            found, is_first, size = result, marks, 0
        for i in range(n):
            for j in range(i + 1, n):
                for k in range(j + 1, n):
                    if not triangle[i, j, k]:
                        continue
                    corners[0], corners[1], corners[2] = i, j, k
                    for order in range(6):
                        p, q, r = (
                            corners[ORDERS[order][0]], corners[ORDERS[order][1]],
                            corners[ORDERS[order][2]],
                        )
                        longest, middle, shortest = (
                            log_length[pair[q, r]], log_length[pair[p, r]], log_length[pair[p, q]]
                        )
                        if longest + slack < middle or middle + slack < shortest:
                            continue
                        if turn:
                            found[size, 0], found[size, 1], found[size, 2] = p, q, r
                            if orientation[p, q, r] > 0:
                                found[size, 3], found[size, 4] = q, r
                            else:
                                found[size, 3], found[size, 4] = r, q
                            is_first[size] = (
                                (longest > middle or (longest == middle and p < q))
                                and (middle > shortest or (middle == shortest and q < r))
                            )
                        size += 1
    return result, marks


cdef int _compared(const void* one, const void* other) noexcept nogil:
    cdef int64_t a = (<const int64_t*>one)[0], b = (<const int64_t*>other)[0]
    return (a > b) - (a < b)


cpdef similar(
    const int64_t[:, ::1] rows,
    const uint8_t[::1] is_first,
    const int64_t[::1] labels,
    int64_t n,
    bint mirrored,
):
    """Pair triangles that have a label in common, each unordered pair once.

    Parameters
    ----------
    rows, is_first : memoryview
        See `shapes`.
    labels : memoryview, shape (m,)
        From 0.
    n : int
        The number of points.
    mirrored : bool
        Whether to pair those of different orientations, or those of the same.
    """
    cdef Py_ssize_t m = rows.shape[0], size = 0, room = 0, turn, i, j, k, at
    cdef int64_t most = -1, swap
    cdef int64_t[3] one, other, column
    for i in range(m):
        most = max(most, labels[i])
    cdef int64_t[::1] order = np.empty(m, dtype=np.int64)
    cdef int64_t[::1] ends = ends_of_labels(labels, 0, most + 1, order)
    cdef int64_t[:, ::1] found = None
    for i in range(most + 1):
        room = max(room, ends[i] - start_of(ends, i))
    cdef int64_t[::1] partners = np.empty(room, dtype=np.int64)
    result = None
    for turn in range(2):
        if turn:
            result = np.empty((size, 6), dtype=np.int64)
            found, size = result, 0
        for i in range(m):
            if not is_first[i]:
                continue
            for k in range(3):
                column[k] = k
            for k in (0, 1, 0):
                if rows[i, column[k]] > rows[i, column[k + 1]]:
                    swap = column[k]
                    column[k], column[k + 1] = column[k + 1], swap
            for k in range(3):
                one[k] = rows[i, column[k]]
            at = 0
            for j in range(start_of(ends, labels[i]), ends[labels[i]]):
                if ((rows[i, 1] == rows[i, 3]) != (rows[order[j], 1] == rows[order[j], 3])) != (
                    mirrored
                ):
                    continue
                for k in range(3):
                    other[k] = rows[order[j], column[k]]
                if _is_statement(one, other):
                    partners[at] = (other[0] * n + other[1]) * n + other[2]
                    at += 1
            if turn and at:
                qsort(&partners[0], at, sizeof(int64_t), _compared)
                for j in range(at):
                    for k in range(3):
                        found[size + j, k] = one[k]
                    found[size + j, 3] = partners[j] // (n * n)
                    found[size + j, 4], found[size + j, 5] = partners[j] // n % n, partners[j] % n
            size += at
    return result


cdef bisectors(
    Measured frame,
    const int64_t[:, ::1] rows,
    const int64_t[::1] sides,
    const double[:, ::1] weights,
    double tolerance,
):
    """List angles with a bisector, see `Relations`."""
    cdef Py_ssize_t m = rows.shape[0], i
    cdef const int64_t[::1] one, other
    if not m:
        return np.empty((0, 4), dtype=np.int64)
    cdef double[:, ::1] sums = np.empty((2, 2 * m))
    cdef int64_t[::1] labels = np.empty(2 * m, dtype=np.int64)
    measure_rows(frame, rows, TURN_AT_FIRST, weights, sums, 0)
    measure_rows(frame, rows, TURN_BACK_AT_FIRST, weights, sums, m)
    labels[:] = sides
    classes_of_sums(sums, tolerance, &labels[0])
    one, other, _ = equal_pairs(labels[:m], labels[m:], -1)
    result = np.empty((one.shape[0], 4), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    for i in range(one.shape[0]):
        found[i, 0], found[i, 1] = rows[one[i], 0], rows[one[i], 2]
        found[i, 2], found[i, 3] = rows[one[i], 1], rows[other[i], 2]
    return result


def of_shapes(
    frame,
    const int64_t[:, ::1] corners,
    const int64_t[::1] sides,
    const double[:, ::1] angle_weights,
    const double[:, ::1] shape_weights,
    double slack,
    double tolerance,
):
    """List similar triangles of a figure, and angles with a bisector.

    Parameters
    ----------
    frame : Frame
    corners : memoryview, shape (m, 3)
        All corners: a point, one on a side of it, and one on another.
    sides : memoryview, shape (2 m,)
        A label of the first side of each, twice.
    angle_weights, shape_weights : memoryview, shape (2, 2 draws) and (2, 3 draws)
        The weights of the sums by which they are compared.
    slack : float
        See `shapes`.
    tolerance : float
        That of a relation.

    Returns
    -------
    tuple of ndarray
        Similar triangles, those that are mirrored, and bisectors; see `Relations`.
    """
    cdef Measured measured = frame.measured
    cdef Py_ssize_t draws = measured.log_length.shape[0], m, n = measured.pair.shape[0]
    cdef const int64_t[:, ::1] rows
    cdef const uint8_t[::1] is_first
    rows, is_first = shapes(
        frame.triangle.view(np.uint8), measured.pair, measured.log_length[0],
        frame.orientation[0], slack,
    )
    m = rows.shape[0]
    measured.find_arrows()
    cdef double[:, ::1] sums = np.empty((2, m))
    cdef int64_t[::1] labels = np.zeros(m, dtype=np.int64)
    if m:
        measure_rows(measured, rows, SHAPE, shape_weights, sums, 0)
        classes_of_sums(sums, 6 * draws * tolerance, &labels[0])
    return (
        similar(rows, is_first, labels, n, False),
        similar(rows, is_first, labels, n, True),
        bisectors(measured, corners, sides, angle_weights, 4 * draws * tolerance),
    )
