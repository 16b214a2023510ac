# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Forms that vanish on the random solutions of a table, and those that say something new."""

import numpy as np

from geoengine.kernel.residues cimport PRIME, residue, shortened
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc


cdef bint _in_lattice(const int64_t[::1] lattice, int64_t number) noexcept nogil:
    cdef Py_ssize_t low = 0, high = lattice.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if lattice[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low < lattice.shape[0] and lattice[low] == number


cdef inline bint _is_zero(int64_t first, int64_t second, const int64_t[::1] lattice) noexcept nogil:
    """Whether the residues of a form count as zero; see `LinearTable.is_zero`."""
    if lattice.shape[0]:
        return first == second and _in_lattice(lattice, first)
    return first == 0 and second == 0


def last_vanishing(
    const int64_t[:, :, ::1] solutions,
    list variables,
    list coefficients,
    int64_t one,
    int64_t other,
    const int64_t[::1] lattice,
):
    """Return in how many of the last solutions a form vanishes; see `LinearTable`."""
    cdef Py_ssize_t rounds = solutions.shape[0], k, row, variable
    cdef int64_t first, second, c
    one, other = residue(one), residue(other)
    for row in range(rounds - 1, -1, -1):
        first, second = one, other
        for k in range(len(variables)):
            variable, c = variables[k], residue(coefficients[k])
            first += shortened(c * solutions[row, variable, 0])
            second += shortened(c * solutions[row, variable, 1])
        if not _is_zero(first % PRIME, second % PRIME, lattice):
            return rounds - 1 - row
    return rounds


def fresh(
    const int64_t[:, ::1] solutions,
    const int64_t[:, ::1] variables,
    const int64_t[:, ::1] coefficients,
    const int64_t[::1] chosen,
    const int64_t[::1] lattice,
):
    """Return the forms, of those chosen, that say something new; see `LinearTable.fresh`."""
    cdef Py_ssize_t count = chosen.shape[0], width = variables.shape[1], found = 0, at, k, slot
    cdef Py_ssize_t room = 16, length, form, size = 0
    cdef int64_t first, second, c
    while room < 2 * count:
        room *= 2
    cdef int64_t* values = <int64_t*>malloc((2 * room + count) * sizeof(int64_t))
    cdef Py_ssize_t* slots = <Py_ssize_t*>malloc((room + 2 * count) * sizeof(Py_ssize_t))
    if values == NULL or slots == NULL:
        free(values)
        free(slots)
        raise MemoryError
    # A hash table of the values, with the first form of each.
    cdef Py_ssize_t* forms = slots + room
    cdef Py_ssize_t* terms = forms + count
    with nogil:
        for slot in range(room):
            slots[slot] = -1
        for at in range(count):
            form = chosen[at]
            first = second = 0
            length = 0
            for k in range(width):
                c = coefficients[form, k]
                if c:
                    length += 1
                    if variables[form, k]:
                        c = residue(c)
                        first += shortened(c * solutions[variables[form, k], 0])
                        second += shortened(c * solutions[variables[form, k], 1])
            first, second = first % PRIME, second % PRIME
            if _is_zero(first, second, lattice):
                continue
            slot = (first ^ (second << 7)) & (room - 1)
            while slots[slot] >= 0 and not (
                values[2 * slot] == first and values[2 * slot + 1] == second
            ):
                slot = (slot + 1) & (room - 1)
            if slots[slot] < 0:
                slots[slot] = found
                values[2 * slot], values[2 * slot + 1] = first, second
                forms[found], terms[found] = form, length
                found += 1
    result = np.empty(found, dtype=np.int64)
    cdef int64_t[::1] ordered = result
    for length in range(width + 1):
        for k in range(found):
            if terms[k] == length:
                ordered[size] = forms[k]
                size += 1
    free(values)
    free(slots)
    return result


def vanishing(
    const int64_t[:, ::1] solutions,
    const int64_t[:, :] variables,
    const int64_t[:, :] coefficients,
    const int64_t[::1] chosen,
    const int64_t[::1] lattice,
):
    """Return which of the chosen forms vanish; an empty lattice means that only 0 is zero."""
    cdef Py_ssize_t k, at, form
    cdef int64_t first, second, c
    found = np.empty(chosen.shape[0], dtype=bool)
    cdef uint8_t[::1] zero = found.view(np.uint8)
    with nogil:
        for at in range(chosen.shape[0]):
            form = chosen[at]
            first = second = 0
            for k in range(variables.shape[1]):
                c = coefficients[form, k]
                if c and variables[form, k]:
                    c = residue(c)
                    first += shortened(c * solutions[variables[form, k], 0])
                    second += shortened(c * solutions[variables[form, k], 1])
            zero[at] = _is_zero(first % PRIME, second % PRIME, lattice)
    return found


def vanishing_with(
    const int64_t[:, ::1] solutions,
    const int64_t[:, :] variables,
    const int64_t[::1] coefficients,
    Py_ssize_t constant,
    const int64_t[::1] lattice,
):
    """Return which forms with one constant vanish, see `LinearTable.vanishes`.

    The constant, a variable, is subtracted.
    """
    cdef Py_ssize_t form, k
    cdef int64_t first, second, c
    found = np.empty(variables.shape[0], dtype=bool)
    cdef uint8_t[::1] zero = found.view(np.uint8)
    with nogil:
        for form in range(variables.shape[0]):
            first, second = PRIME - solutions[constant, 0], PRIME - solutions[constant, 1]
            for k in range(variables.shape[1]):
                c = residue(coefficients[k])
                first += shortened(c * solutions[variables[form, k], 0])
                second += shortened(c * solutions[variables[form, k], 1])
            zero[form] = _is_zero(first % PRIME, second % PRIME, lattice)
    return found
