# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Classes of equal rows of floats."""

import weakref

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy


cdef enum:
    # The number of items that are sorted at once.
    FEW = 32


cdef struct Item:
    int64_t label
    double key
    Py_ssize_t row


cdef inline bint _before(const Item* one, const Item* other) noexcept nogil:
    return one.label < other.label or (one.label == other.label and one.key < other.key)


cdef void _sort(Item* items, Item* spare, Py_ssize_t count) noexcept nogil:
    """Sort items by label and key: short runs by insertion, which are then merged."""
    cdef Py_ssize_t run = 12, start = 0, middle, stop, i, j, k
    cdef Item one
    cdef Item* source = items
    cdef Item* target = spare
    cdef Item* other
    while start < count:
        stop = min(start + run, count)
        for i in range(start + 1, stop):
            one = items[i]
            j = i
            while j > start and _before(&one, &items[j - 1]):
                items[j] = items[j - 1]
                j -= 1
            items[j] = one
        start = stop
    while run < count:
        start = 0
        while start < count:
            middle, stop = min(start + run, count), min(start + 2 * run, count)
            i, j, k = start, middle, start
            while i < middle and j < stop:
                if _before(&source[j], &source[i]):
                    target[k] = source[j]
                    j += 1
                else:
                    target[k] = source[i]
                    i += 1
                k += 1
            memcpy(&target[k], &source[i], (middle - i) * sizeof(Item))
            memcpy(&target[k + middle - i], &source[j], (stop - j) * sizeof(Item))
            start = stop
        other = source
        source = target
        target = other
        run *= 2
    if source != items:
        memcpy(items, source, count * sizeof(Item))


cdef bint _gather(Item* items, Item* spare, Py_ssize_t count) noexcept nogil:
    """Bring items with one label together, stably; return False if labels are too far apart."""
    cdef Py_ssize_t i
    cdef int64_t most = 0, total = 0, size
    for i in range(count):
        if items[i].label < 0 or items[i].label > 4 * count:
            return False
        most = max(most, items[i].label)
    if most == 0:
        return True
    cdef int64_t* starts = <int64_t*>calloc(most + 1, sizeof(int64_t))
    if starts == NULL:
        return False
    for i in range(count):
        starts[items[i].label] += 1
    for i in range(most + 1):
        size = starts[i]
        starts[i] = total
        total += size
    for i in range(count):
        spare[starts[items[i].label]] = items[i]
        starts[items[i].label] += 1
    memcpy(items, spare, count * sizeof(Item))
    free(starts)
    return True


cdef void _sort_keys(Item* items, Item* spare, Py_ssize_t count) noexcept nogil:
    """Sort items with one label by key: keys that are spread out go to places of their own first.
    """
    cdef double least = items[0].key, most = items[0].key, scale
    cdef Py_ssize_t i, place, start = 0
    cdef int64_t* stops = NULL
    for i in range(1, count):
        least, most = min(least, items[i].key), max(most, items[i].key)
    scale = (count - 1) / (most - least) if most > least else 0.0
    if count > FEW and 0.0 < scale < 1e300:
        stops = <int64_t*>calloc(count + 1, sizeof(int64_t))
    if stops == NULL:
        _sort(items, spare, count)
        return
    for i in range(count):
        stops[<Py_ssize_t>((items[i].key - least) * scale) + 1] += 1
    for i in range(count):
        stops[i + 1] += stops[i]
    for i in range(count):
        place = <Py_ssize_t>((items[i].key - least) * scale)
        spare[stops[place]] = items[i]
        # Each start moves to the end of its place.
        stops[place] += 1
    memcpy(items, spare, count * sizeof(Item))
    for i in range(count):
        if stops[i] - start > 1:
            _sort(items + start, spare + start, stops[i] - start)
        start = stops[i]
    free(stops)


cdef void _sort_within(Item* items, Item* spare, Py_ssize_t count) noexcept nogil:
    """Sort items by key, among those with one label, which are together."""
    cdef Py_ssize_t start = 0, stop
    while start < count:
        stop = start + 1
        while stop < count and items[stop].label == items[start].label:
            stop += 1
        _sort_keys(items + start, spare + start, stop - start)
        start = stop


cdef void _classify(
    Item* items,
    Py_ssize_t count,
    const double[:, ::1] sums,
    double tolerance,
    int64_t* labels,
) noexcept nogil:
    """Write the classes of items, which have the labels to begin with; `items` has spare room."""
    cdef Py_ssize_t i, p
    cdef int64_t label, own, before = 0
    cdef bint together
    for i in range(count):
        items[i].row = i
    together = _gather(items, items + count, count)
    for p in range(sums.shape[0]):
        for i in range(count):
            items[i].key = sums[p, items[i].row]
        if together:
            _sort_within(items, items + count, count)
        else:
            _sort(items, items + count, count)
        together = True
        label = 0
        for i in range(count):
            own = items[i].label
            if i and (own != before or items[i].key - items[i - 1].key > tolerance):
                label += 1
            before = own
            items[i].label = label
    for i in range(count):
        labels[items[i].row] = items[i].label


def classify_sums(
    const double[:, ::1] sums, const int64_t[:] within, double tolerance
):
    """Group rows whose sums are equal, see `Signatures.classes`.

    Parameters
    ----------
    sums : memoryview, shape (passes, m)
    within : memoryview, shape (m,), or None
    tolerance : float
        The largest gap between sums of rows in one class.
    """
    cdef Py_ssize_t count = sums.shape[1], i
    labels = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] found = labels
    if count:
        for i in range(count):
            found[i] = 0 if within is None else within[i]
        classes_of_sums(sums, tolerance, &found[0])
    return labels


cdef int classes_of_sums(
    const double[:, ::1] sums, double tolerance, int64_t* labels
) except -1:
    """Replace the labels of rows by their classes; see `classify_sums`."""
    cdef Py_ssize_t count = sums.shape[1], i
    cdef Item* items = <Item*>malloc(2 * count * sizeof(Item))
    if items == NULL:
        raise MemoryError
    for i in range(count):
        items[i].label = labels[i]
    _classify(items, count, sums, tolerance, labels)
    free(items)
    return 0


def classify(
    const double[:, :] features,
    const int64_t[:] within,
    const double[:, ::1] projections,
    double tolerance,
):
    """Group equal rows, see `geoengine.deduction.frame.classify`.

    Parameters
    ----------
    features : memoryview, shape (m, k)
    within : memoryview, shape (m,), or None
    projections : memoryview, shape (passes, k)
        The weights of the columns in each pass.
    tolerance : float
    """
    cdef Py_ssize_t count = features.shape[0], i, k, p
    cdef double total
    cdef double[:, ::1] sums = np.empty((projections.shape[0], count))
    for p in range(projections.shape[0]):
        for i in range(count):
            total = features[i, 0] * projections[p, 0]
            for k in range(1, features.shape[1]):
                total += features[i, k] * projections[p, k]
            sums[p, i] = total
    return classify_sums(sums, within, tolerance)


def of_pairs(
    const double[:, ::1] x,
    const double[:, ::1] y,
    const double[:, ::1] log_length,
    const double[:, ::1] of_directions,
    const double[:, ::1] of_lengths,
    double tolerance,
):
    """Return `Frame.direction`, `Frame.length` and `Frame.right_angle_to`.

    Parameters
    ----------
    x, y : memoryview, shape (draws, pairs + 1)
        See `Frame.doubled`.
    log_length : memoryview, shape (draws, pairs + 1)
    of_directions : memoryview, shape (2, 2 draws)
        The weights of the coordinates in each pass.
    of_lengths : memoryview, shape (2, draws)
    tolerance : float
        That of a relation.
    """
    cdef Py_ssize_t draws = x.shape[0], pairs = x.shape[1] - 1, i, k, p, count = 0
    cdef double root = sqrt(2.0), one, other
    cdef double[:, ::1] turned = np.empty((2, pairs)), long = np.empty((2, pairs))
    labels = np.zeros((2, pairs + 1), dtype=np.int64)
    cdef int64_t[:, ::1] found = labels
    found[0, 0] = found[1, 0] = -1
    if not pairs:
        return labels[0], labels[1], labels[0, 1:]
    for p in range(2):
        for i in range(pairs):
            one = x[0, i + 1] / root * of_directions[p, 0]
            other = log_length[0, i + 1] * of_lengths[p, 0]
            for k in range(1, draws):
                one += x[k, i + 1] / root * of_directions[p, k]
                other += log_length[k, i + 1] * of_lengths[p, k]
            for k in range(draws):
                one += y[k, i + 1] / root * of_directions[p, draws + k]
            turned[p, i] = one
            long[p, i] = other
    classes_of_sums(turned, 4 * draws * tolerance, &found[0, 1])
    classes_of_sums(long, 2 * draws * tolerance, &found[1, 1])
    for i in range(1, pairs + 1):
        count = max(count, found[0, i] + 1)
    # A direction and the one perpendicular to it are opposite, as twice the angle is measured.
    cdef double[:, ::1] both = np.empty((2, 2 * count))
    cdef int64_t[:, ::1] named = np.zeros((2, 2 * count), dtype=np.int64)
    cdef int64_t[::1] own = named[0], home = named[1]
    for i in range(1, pairs + 1):
        for p in range(2):
            both[p, found[0, i]] = turned[p, i - 1]
            both[p, count + found[0, i]] = -turned[p, i - 1]
    classes_of_sums(both, 4 * draws * tolerance, &own[0])
    right_angle_to = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] perpendicular = right_angle_to
    for i in range(count):
        home[own[i]] = i + 1
    for i in range(count):
        perpendicular[i] = home[own[count + i]] - 1 if home[own[count + i]] else -2
    return labels[0], labels[1], right_angle_to


cdef class Measured:
    """The measurements of a frame, which keeps them; see `geoengine.deduction.frame.Frame`."""

    def __init__(self, frame):
        self.frame, self.arrow_x, self.arrow_y = weakref.ref(frame), None, None
        self.pair = frame.pair
        self.log_length = np.ascontiguousarray(frame.log_length)
        self.turned_x, self.turned_y = frame.doubled

    cdef void find_arrows(self) except *:
        if self.arrow_x is None:
            self.arrow_x, self.arrow_y = self.frame().arrows


def measure(Measured frame, list parts, const double[:, ::1] projections):
    """Return weighted sums of measurements of rows, see `Signatures.of`.

    Parameters
    ----------
    frame : Measured
    parts : list of (ndarray, ndarray)
        Rows of points, shape (m, letters), and what is measured in them, shape (terms, 5).
    projections : memoryview, shape (2, measurements)
        The weights.
    """
    cdef Py_ssize_t count = 0, first = 0, t
    cdef const int64_t[:, :] rows
    cdef const int64_t[:, ::1] terms
    for rows, terms in parts:
        count += rows.shape[0]
        for t in range(terms.shape[0]):
            if terms[t, 0] >= ARROWS:
                frame.find_arrows()
    sums = np.empty((2, count))
    cdef double[:, ::1] found = sums
    for rows, terms in parts:
        with nogil:
            measure_rows(frame, rows, terms, projections, found, first)
        first += rows.shape[0]
    return sums


cdef void measure_rows(
    Measured frame,
    const int64_t[:, :] rows,
    const int64_t[:, ::1] terms,
    const double[:, ::1] projections,
    double[:, ::1] found,
    Py_ssize_t first,
) noexcept nogil:
    """Write the sums of rows, from the column `first` on."""
    cdef Py_ssize_t draws = frame.log_length.shape[0], i, t, k, d, part
    cdef int64_t kind, a, b, c, e
    cdef int64_t p, q
    cdef double x = 0, y = 0, u = 0, v = 0, value, one, other
    for i in range(rows.shape[0]):
        one = other = 0.0
        k = 0
        for t in range(terms.shape[0]):
            kind = terms[t, 0]
            a, b = rows[i, terms[t, 1]], rows[i, terms[t, 2]]
            c, e = rows[i, terms[t, 3]], rows[i, terms[t, 4]]
            p, q = frame.pair[a, b], frame.pair[c, e]
            for part in range(1 if kind == RATIO else 2):
                for d in range(draws):
                    if kind == RATIO:
                        value = frame.log_length[d, p] - frame.log_length[d, q]
                    else:
                        if kind == TURN or kind == TURN_BACK:
                            x, y = frame.turned_x[d, p], frame.turned_y[d, p]
                            u, v = frame.turned_x[d, q], frame.turned_y[d, q]
                        else:
                            x, y = frame.arrow_x[d, p], frame.arrow_y[d, p]
                            u, v = frame.arrow_x[d, q], frame.arrow_y[d, q]
                            # The arrow of a pair goes from its lower number to its higher.
                            if a > b:
                                x, y = -x, -y
                            if c > e:
                                u, v = -u, -v
                        if part == 0:
                            value = u * x + v * y
                        elif kind == TURN or kind == ARROWS:
                            value = v * x - u * y
                        else:
                            value = u * y - v * x
                    # Adding to 0 changes no value but that of -0.
                    one += value * projections[0, k]
                    other += value * projections[1, k]
                    k += 1
        found[0, first + i] = one
        found[1, first + i] = other


cpdef tuple pairs_within(const int64_t[::1] labels):
    """List the pairs of positions with equal labels, see `pairs_within` of the relations.

    Parameters
    ----------
    labels : memoryview, shape (m,)
        From -1; positions with -1 are left out.
    """
    cdef Py_ssize_t count = labels.shape[0], size = 0, i, j
    cdef int64_t most = -1
    for i in range(count):
        most = max(most, labels[i])
    cdef int64_t[::1] starts = np.zeros(most + 2, dtype=np.int64)
    cdef int64_t[::1] order = np.empty(count, dtype=np.int64)
    for i in range(count):
        if labels[i] >= 0:
            starts[labels[i] + 1] += 1
    for i in range(1, most + 2):
        size += starts[i] * (starts[i] - 1) // 2
        starts[i] += starts[i - 1]
    for i in range(count):
        if labels[i] >= 0:
            order[starts[labels[i]]] = i
            starts[labels[i]] += 1
    pairs = np.empty((2, size), dtype=np.int64)
    cdef int64_t[:, ::1] found = pairs
    size = 0
    # Each start has moved to the end of its label.
    for i in range(starts[most] if most >= 0 else 0):
        for j in range(i + 1, starts[labels[order[i]]]):
            found[0, size] = order[i]
            found[1, size] = order[j]
            size += 1
    return pairs[0], pairs[1]


cpdef tuple equal_pairs(const int64_t[::1] ours, const int64_t[::1] theirs, int64_t limit):
    """Pair every label with all equal ones of another list, see `equality_join.equal_pairs`.

    Parameters
    ----------
    ours, theirs : memoryview
        Numbers from 0.
    limit : int
        -1 for none.
    """
    cdef Py_ssize_t size = 0, i, j, at, stop = ours.shape[0]
    cdef int64_t most = -1
    cdef bint cut = False
    for i in range(ours.shape[0]):
        most = max(most, ours[i])
    for i in range(theirs.shape[0]):
        most = max(most, theirs[i])
    cdef int64_t[::1] starts = np.zeros(most + 2, dtype=np.int64)
    cdef int64_t[::1] order = np.empty(theirs.shape[0], dtype=np.int64)
    for i in range(theirs.shape[0]):
        starts[theirs[i] + 1] += 1
    for i in range(1, most + 2):
        starts[i] += starts[i - 1]
    for i in range(theirs.shape[0]):
        order[starts[theirs[i]]] = i
        starts[theirs[i]] += 1
    # Now each start is the end of its label, and so the start of the next.
    for i in range(ours.shape[0]):
        at = starts[ours[i] - 1] if ours[i] else 0
        if limit >= 0 and size + starts[ours[i]] - at > limit:
            cut, stop = True, i
            break
        size += starts[ours[i]] - at
    pairs = np.empty((2, size), dtype=np.int64)
    cdef int64_t[:, ::1] found = pairs
    size = 0
    for i in range(stop):
        at = starts[ours[i] - 1] if ours[i] else 0
        for j in range(at, starts[ours[i]]):
            found[0, size] = i
            found[1, size] = order[j]
            size += 1
    return pairs[0], pairs[1], cut
