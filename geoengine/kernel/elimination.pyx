# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Linear equations and their solutions modulo a prime."""

import numpy as np

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cdef enum:
    # 2**31 - 1; remainders of a number that the compiler knows take no division.
    PRIME = 2147483647


cdef inline int64_t _residue(int64_t number) noexcept nogil:
    number %= PRIME
    return number + PRIME if number < 0 else number


cdef inline int64_t _shortened(int64_t product) noexcept nogil:
    """Return a number below 2**32 with the same residue as a product of two residues.

    A sum of some of these is reduced at the end, since their residues take longer.
    """
    return (product & PRIME) + (product >> 31)


cdef void _combine(
    const int64_t[:] variables,
    const int64_t[:] coefficients,
    const int64_t[:, ::1] rows,
    int64_t* total,
) noexcept nogil:
    """Sum multiples of rows."""
    cdef Py_ssize_t width = rows.shape[1], k, j
    cdef int64_t c
    memset(total, 0, width * sizeof(int64_t))
    for k in range(variables.shape[0]):
        if coefficients[k] and variables[k]:
            c = _residue(coefficients[k])
            for j in range(width):
                if rows[variables[k], j]:
                    total[j] = (total[j] + c * rows[variables[k], j]) % PRIME


cpdef list eliminate(
    int64_t[:, ::1] normal,
    int64_t[:, ::1] units,
    uint8_t[::1] is_free,
    const int64_t[:, :] variables,
    const int64_t[:, :] coefficients,
):
    """Add equations one after another; return the numbers of those that are independent.

    The arguments are those of a `LinearTable`, which changes, and forms of shape (m, k).
    """
    cdef Py_ssize_t height = normal.shape[0], width = normal.shape[1], extra = units.shape[1]
    cdef Py_ssize_t equation, count, row, k, best
    cdef int64_t pivot, scale, factor
    cdef int64_t* form = <int64_t*>malloc((2 * width + extra + 1) * sizeof(int64_t))
    cdef int64_t* columns = <int64_t*>malloc((width + 1) * sizeof(int64_t))
    cdef int64_t* occurring = form + width
    cdef int64_t* unit_form = occurring + width
    if form == NULL or columns == NULL:
        free(form)
        free(columns)
        raise MemoryError
    added = []
    for equation in range(variables.shape[0]):
        _combine(variables[equation], coefficients[equation], normal, form)
        count = 0
        for k in range(width):
            if form[k]:
                columns[count] = k
                count += 1
        if not count:
            continue
        with nogil:
            # Eliminating the parameter on which the fewest quantities depend is cheapest.
            memset(occurring, 0, count * sizeof(int64_t))
            for row in range(height):
                for k in range(count):
                    occurring[k] += normal[row, columns[k]] != 0
            best = 0
            for k in range(1, count):
                if occurring[k] < occurring[best]:
                    best = k
            pivot = columns[best]
        scale = pow(int(form[pivot]), -1, 2**31 - 1)
        with nogil:
            if extra:
                _combine(variables[equation], coefficients[equation], units, unit_form)
            for row in range(height):
                if normal[row, pivot]:
                    factor = PRIME - normal[row, pivot] * scale % PRIME
                    for k in range(count):
                        normal[row, columns[k]] = (
                            normal[row, columns[k]] + factor * form[columns[k]]
                        ) % PRIME
                    for k in range(extra):
                        if unit_form[k]:
                            units[row, k] = (units[row, k] + factor * unit_form[k]) % PRIME
        is_free[pivot] = 0
        added.append(equation)
    free(form)
    free(columns)
    return added


def eliminate_forms(
    int64_t[:, ::1] normal, int64_t[:, ::1] units, uint8_t[::1] is_free, list forms
):
    """Add equations, each a list of variables and one of coefficients; see `eliminate`."""
    cdef Py_ssize_t longest = 0, i, k
    cdef list variables, coefficients
    for variables, coefficients in forms:
        longest = max(longest, <Py_ssize_t>len(variables))
    cdef int64_t[:, :, ::1] own = np.zeros((2, len(forms), longest), dtype=np.int64)
    for i in range(len(forms)):
        variables, coefficients = forms[i]
        for k in range(len(variables)):
            own[0, i, k], own[1, i, k] = variables[k], coefficients[k]
    return eliminate(normal, units, is_free, own[0], own[1])


def solve(
    const int64_t[:, ::1] normal,
    const int64_t[:, ::1] units,
    const uint8_t[::1] is_free,
    const int64_t[:, ::1] weights,
    const int64_t[:, ::1] unit_weights,
):
    """Return what the free parameters contribute to the solutions, and the solutions."""
    cdef Py_ssize_t height = normal.shape[0], row, k, which
    cdef int64_t total[2]
    free_part = np.empty((height, 2), dtype=np.int64)
    solutions = np.empty((height, 2), dtype=np.int64)
    cdef int64_t[:, ::1] parts = free_part, wholes = solutions
    with nogil:
        for row in range(height):
            total[0] = total[1] = 0
            for k in range(normal.shape[1]):
                if is_free[k] and normal[row, k]:
                    for which in range(2):
                        total[which] += _shortened(normal[row, k] * weights[k, which])
            for which in range(2):
                total[which] %= PRIME
                parts[row, which] = total[which]
            for k in range(units.shape[1]):
                if units[row, k]:
                    for which in range(2):
                        total[which] += _shortened(units[row, k] * unit_weights[k, which])
            for which in range(2):
                wholes[row, which] = total[which] % PRIME
    return free_part, solutions


cdef bint _in_lattice(const int64_t[::1] lattice, int64_t number) noexcept nogil:
    cdef Py_ssize_t low = 0, high = lattice.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if lattice[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low < lattice.shape[0] and lattice[low] == number


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
    one, other = _residue(one), _residue(other)
    for row in range(rounds - 1, -1, -1):
        first, second = one, other
        for k in range(len(variables)):
            variable, c = variables[k], _residue(coefficients[k])
            first += _shortened(c * solutions[row, variable, 0])
            second += _shortened(c * solutions[row, variable, 1])
        first, second = first % PRIME, second % PRIME
        if lattice.shape[0]:
            if first != second or not _in_lattice(lattice, first):
                return rounds - 1 - row
        elif first or second:
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
                        c = _residue(c)
                        first += _shortened(c * solutions[variables[form, k], 0])
                        second += _shortened(c * solutions[variables[form, k], 1])
            first, second = first % PRIME, second % PRIME
            if lattice.shape[0]:
                if first == second and _in_lattice(lattice, first):
                    continue
            elif first == 0 and second == 0:
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
                    c = _residue(c)
                    first += _shortened(c * solutions[variables[form, k], 0])
                    second += _shortened(c * solutions[variables[form, k], 1])
            first, second = first % PRIME, second % PRIME
            if lattice.shape[0]:
                zero[at] = first == second and _in_lattice(lattice, first)
            else:
                zero[at] = first == 0 and second == 0
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
                c = _residue(coefficients[k])
                first += _shortened(c * solutions[variables[form, k], 0])
                second += _shortened(c * solutions[variables[form, k], 1])
            first, second = first % PRIME, second % PRIME
            if lattice.shape[0]:
                zero[form] = first == second and _in_lattice(lattice, first)
            else:
                zero[form] = first == 0 and second == 0
    return found


def zero_rows(const int64_t[:, ::1] normal, Py_ssize_t rows):
    """Return which of the first rows are zero."""
    cdef Py_ssize_t row, k
    found = np.ones(rows, dtype=np.bool_)
    cdef uint8_t[::1] zero = found.view(np.uint8)
    with nogil:
        for row in range(rows):
            for k in range(normal.shape[1]):
                if normal[row, k]:
                    zero[row] = 0
                    break
    return found
