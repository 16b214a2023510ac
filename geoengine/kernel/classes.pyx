# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Classes of equal rows of floats."""

import numpy as np

from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy


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


def classify(
    const double[:, :] features,
    const int64_t[:] within,
    const double[:, ::1] projections,
    double tolerance,
):
    """Group equal rows into classes, see `geoengine.deduction.frame.classify`.

    Parameters
    ----------
    features : memoryview, shape (m, k)
    within : memoryview, shape (m,), or None
    projections : memoryview, shape (passes, k)
        The weights of the columns in each pass.
    tolerance : float
        The largest gap between projections of rows in one class.
    """
    cdef Py_ssize_t count = features.shape[0], width = features.shape[1], i, k, p
    cdef int64_t label, own, before = 0
    cdef double total
    labels = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] found = labels
    cdef Item* items = <Item*>malloc(2 * count * sizeof(Item) + 1)
    if items == NULL:
        raise MemoryError
    with nogil:
        for i in range(count):
            items[i].row = i
            items[i].label = 0 if within is None else within[i]
        for p in range(projections.shape[0]):
            for i in range(count):
                total = features[items[i].row, 0] * projections[p, 0]
                for k in range(1, width):
                    total += features[items[i].row, k] * projections[p, k]
                items[i].key = total
            _sort(items, items + count, count)
            label = 0
            for i in range(count):
                own = items[i].label
                if i and (own != before or items[i].key - items[i - 1].key > tolerance):
                    label += 1
                before = own
                items[i].label = label
        for i in range(count):
            found[items[i].row] = items[i].label
    free(items)
    return labels
