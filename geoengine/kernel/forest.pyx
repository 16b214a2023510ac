# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Classes of angles, and graphs of angles, triangles and sides.

See `geoengine.deduction.angle_classes` and `geoengine.deduction.spanning_forest`.
"""

import numpy as np

from geoengine.kernel.classes cimport classes_of_sums
from geoengine.kernel.residues cimport PRIME
from libc.stdint cimport int64_t, uint8_t


def angle_classes(
    const int64_t[:, ::1] free_part,
    const int64_t[:, ::1] legs,
    const double[:, :] sines,
    const double[:, ::1] cosine_sums,
    const double[:, ::1] sine_sums,
    double tolerance,
):
    """Class angles by what free parameters say of them, and by the draws.

    Returns what `_classed` of `geoengine.deduction.angle_classes` describes.

    Parameters
    ----------
    free_part : memoryview, shape (variables, 2)
        Of the table of directions.
    legs : memoryview, shape (m, 2)
        The pairs of points on both legs of each angle.
    sines : memoryview, shape (m, draws)
    cosine_sums, sine_sums : memoryview, shape (2, m)
    tolerance : float
        The largest gap between sums of equal angles.
    """
    cdef Py_ssize_t m = legs.shape[0], i, k
    cdef int64_t first, second, one, other, code, opposite, most = -1
    numbers = np.empty((2, m), dtype=np.int64)
    equations = np.empty((2, m, 4), dtype=np.int64)
    cdef int64_t[::1] signs = numbers[0], classes = numbers[1]
    cdef int64_t[:, :, ::1] found = equations
    cdef double[:, ::1] sums = np.empty((2, m))
    for i in range(m):
        first = free_part[legs[i, 1], 0] - free_part[legs[i, 0], 0]
        second = free_part[legs[i, 1], 1] - free_part[legs[i, 0], 1]
        # Where two angles are opposite, so are these residues; constant angles have none.
        one, other = (-first if first <= 0 else PRIME - first), (
            -second if second <= 0 else PRIME - second
        )
        first, second = (PRIME + first if first < 0 else first), (
            PRIME + second if second < 0 else second
        )
        code, opposite = first * PRIME + second, one * PRIME + other
        signs[i] = -1 if (sines[i, 0] < 0 if code == opposite else code > opposite) else 1
        classes[i] = min(code, opposite)
        for k in range(2):
            sums[k, i] = cosine_sums[k, i] + sine_sums[k, i] * signs[i]
    if m:
        classes_of_sums(sums, tolerance, &classes[0])
    for i in range(m):
        most = max(most, classes[i])
    places = np.empty(most + 1, dtype=np.int64)
    cdef int64_t[::1] place = places
    for i in range(m - 1, -1, -1):
        place[classes[i]] = i
    for i in range(m):
        k = place[classes[i]]
        found[0, i, 0], found[0, i, 1] = legs[i, 0], legs[i, 1]
        found[0, i, 2], found[0, i, 3] = legs[k, 0], legs[k, 1]
        found[1, i, 0], found[1, i, 1] = -signs[i], signs[i]
        found[1, i, 2], found[1, i, 3] = signs[k], -signs[k]
    return numbers[0], numbers[1], places, equations[0], equations[1]


def useful_edges(const int64_t[:, ::1] ends, const uint8_t[::1] wanted):
    """Return the edges both ends of which are wanted, or on further useful edges."""
    cdef Py_ssize_t count = ends.shape[0], before = -1, size = count, k, own
    cdef int64_t[::1] degree = np.zeros(wanted.shape[0], dtype=np.int64)
    result = np.arange(count, dtype=np.int64)
    cdef int64_t[::1] kept = result
    cdef int64_t p, q
    with nogil:
        for k in range(count):
            degree[ends[k, 0]] += 1
            degree[ends[k, 1]] += 1
        while size != before:
            before, own = size, size
            size = 0
            for k in range(own):
                p, q = ends[kept[k], 0], ends[kept[k], 1]
                if (degree[p] > 1 or wanted[p]) and (degree[q] > 1 or wanted[q]):
                    kept[size] = kept[k]
                    size += 1
                else:
                    degree[p] -= 1
                    degree[q] -= 1
    return result[:size]


cdef inline int64_t _root(int64_t[::1] parent, int64_t node) noexcept nogil:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


def span(const int64_t[:, ::1] ends, const int64_t[::1] edges, const int64_t[::1] roots,
         Py_ssize_t nodes):
    """Return the component of each node, and the spanning forest, see `SpanningForest`."""
    cdef Py_ssize_t count = edges.shape[0], size = 0, begun, left = count, k, own
    cdef int64_t p, q, edge, node
    component = np.arange(nodes, dtype=np.int64)
    parents = np.full(nodes, -1, dtype=np.int64)
    reached_nodes, reached_edges = np.empty(nodes, dtype=np.int64), np.empty(nodes, dtype=np.int64)
    cdef int64_t[::1] found = component, parent = parents
    cdef int64_t[::1] order = reached_nodes, along = reached_edges
    cdef int64_t[::1] union_ = np.arange(nodes, dtype=np.int64)
    cdef int64_t[::1] waiting = np.array(edges)
    cdef uint8_t[::1] reached = np.zeros(nodes, dtype=np.uint8)
    cdef uint8_t[::1] is_known = np.zeros(nodes, dtype=np.uint8)
    with nogil:
        for k in range(count):
            p, q = _root(union_, ends[edges[k], 0]), _root(union_, ends[edges[k], 1])
            # The root of a set is its least node.
            if p < q:
                union_[q] = p
            else:
                union_[p] = q
        for k in range(roots.shape[0]):
            is_known[_root(union_, roots[k])] = True
        for k in range(nodes):
            p = _root(union_, k)
            found[k] = -1 if is_known[p] else p
            reached[k] = p == k and not is_known[p]
        for k in range(roots.shape[0]):
            reached[roots[k]] = True
        begun = -1
        while begun != size:
            begun, own = size, left
            left = 0
            # The first edge in their order leads to a node; nodes of a level are ascending.
            for k in range(own):
                edge = waiting[k]
                p, q = ends[edge, 0], ends[edge, 1]
                if reached[p] == 1 and reached[q] == 1:
                    continue
                waiting[left] = edge
                left += 1
                if reached[p] == 1 or reached[q] == 1:
                    node = q if reached[p] == 1 else p
                    if reached[node] == 0:
                        reached[node] = 2
                        parent[node] = edge
                        order[size] = node
                        size += 1
            for k in range(begun, size):
                reached[order[k]] = 1
        for k in range(size):
            along[k] = parent[order[k]]
    return component, parents, reached_nodes[:size], reached_edges[:size]


def potentials(
    const int64_t[:, ::1] solutions,
    const int64_t[::1] side,
    const int64_t[:, ::1] ends,
    const int64_t[::1] nodes,
    const int64_t[::1] edges,
    const int64_t[::1] known,
    const int64_t[::1] variables,
    Py_ssize_t count,
):
    """Return the logarithm of each node, see `SineGraph.potentials`."""
    result = np.zeros((count, 2), dtype=np.int64)
    cdef int64_t[:, ::1] found = result
    cdef Py_ssize_t k, which
    cdef int64_t edge, node, before, value
    with nogil:
        for k in range(known.shape[0]):
            for which in range(2):
                found[known[k], which] = solutions[variables[k], which]
        for k in range(nodes.shape[0]):
            node, edge = nodes[k], edges[k]
            before = ends[edge, 0] + ends[edge, 1] - node
            for which in range(2):
                value = solutions[side[edge], which] - found[before, which]
                found[node, which] = value + PRIME if value < 0 else value
    return result


def open_cycles(
    const int64_t[:, ::1] solutions,
    const int64_t[::1] side,
    const int64_t[:, ::1] ends,
    const int64_t[::1] edges,
    const int64_t[:, ::1] potentials,
    Py_ssize_t most,
):
    """Return edges whose cycles give different equations that do not hold.

    There are `most` at the most, those with the least values, and of equal ones the first.
    """
    cdef Py_ssize_t size = 0, k, i
    cdef int64_t edge, key, which, value
    cdef int64_t rest[2]
    keys, result = np.empty(most + 1, dtype=np.int64), np.empty(most + 1, dtype=np.int64)
    cdef int64_t[::1] least = keys, found = result
    with nogil:
        for k in range(edges.shape[0]):
            edge = edges[k]
            for which in range(2):
                value = solutions[side[edge], which] - potentials[ends[edge, 0], which]
                value = (value - potentials[ends[edge, 1], which]) % PRIME
                rest[which] = value + PRIME if value < 0 else value
            key = rest[0] * PRIME + rest[1]
            if key == 0 or (size == most and key >= least[size - 1]):
                continue
            i = size
            while i > 0 and least[i - 1] >= key:
                i -= 1
            if i < size and least[i] == key:
                continue
            size = min(size + 1, most)
            value = size - 1
            while value > i:
                least[value], found[value] = least[value - 1], found[value - 1]
                value -= 1
            least[i], found[i] = key, edge
    return result[:size]
