# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Linear equations and their solutions modulo a prime."""

import numpy as np

from geoengine.kernel.residues cimport PRIME, inverse, residue, shortened
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc, realloc

cdef struct Term:
    int64_t column, residue


cdef struct Terms:
    # If there is room for more than one, the memory is their own.
    Term* items
    Py_ssize_t count, room


cdef struct Rows:
    int64_t* items
    Py_ssize_t count, room


cdef int _push_term(Terms* terms, int64_t column, int64_t number) except -1 nogil:
    cdef Term* items
    cdef Py_ssize_t room = 2 * terms.room + 2
    if terms.count == terms.room:
        items = <Term*>realloc(terms.items if terms.room > 1 else NULL, room * sizeof(Term))
        if items == NULL:
            with gil:
                raise MemoryError
        if terms.room == 1:
            items[0] = terms.items[0]
        terms.items, terms.room = items, room
    terms.items[terms.count].column, terms.items[terms.count].residue = column, number
    terms.count += 1
    return 0


cdef int _push_row(Rows* rows, int64_t row) except -1 nogil:
    cdef int64_t* items
    cdef Py_ssize_t room = 2 * rows.room + 2
    if rows.count == rows.room:
        items = <int64_t*>realloc(rows.items if rows.room > 1 else NULL, room * sizeof(int64_t))
        if items == NULL:
            with gil:
                raise MemoryError
        if rows.room == 1:
            items[0] = rows.items[0]
        rows.items, rows.room = items, room
    rows.items[rows.count] = row
    rows.count += 1
    return 0


cdef struct Form:
    # Residues by column, the columns in which there is one other than 0, the last row that was
    # found to have a term in each of these, and whether a column is listed.
    int64_t* residues
    int64_t* columns
    int64_t* seen
    uint8_t* listed
    Py_ssize_t count


cdef class Parametrization:
    """Quantities as sums of free parameters, see `geoengine.deduction.parametrization`.

    Only terms other than 0 are kept, since most quantities have one or two, in any order.

    Parameters
    ----------
    quantities : int
    """

    cdef Py_ssize_t _quantities
    # The terms in each row; for each column, the rows in which there is one, or was, and the number
    # of rows in which there is one.
    cdef Terms* _terms
    cdef Rows* _rows
    cdef int64_t* _occurring
    # Room for one term in each row, and for one row in each column.
    cdef Term* _first_terms
    cdef int64_t* _first_rows

    def __cinit__(self, Py_ssize_t quantities):
        cdef Py_ssize_t k, size = quantities + 1
        self._quantities = quantities
        self._terms = <Terms*>calloc(size, sizeof(Terms))
        self._rows = <Rows*>calloc(size, sizeof(Rows))
        self._occurring = <int64_t*>malloc(size * sizeof(int64_t))
        self._first_terms = <Term*>malloc(size * sizeof(Term))
        self._first_rows = <int64_t*>malloc(size * sizeof(int64_t))
        if (
            self._terms == NULL or self._rows == NULL or self._occurring == NULL
            or self._first_terms == NULL or self._first_rows == NULL
        ):
            raise MemoryError
        for k in range(quantities):
            # The quantity in row k + 1 is the parameter k.
            self._first_terms[k].column, self._first_terms[k].residue = k, 1
            self._first_rows[k], self._occurring[k] = k + 1, 1
            self._terms[k + 1].items, self._rows[k].items = (
                &self._first_terms[k], &self._first_rows[k]
            )
            self._terms[k + 1].count = self._terms[k + 1].room = 1
            self._rows[k].count = self._rows[k].room = 1

    def __dealloc__(self):
        cdef Py_ssize_t k
        for k in range(self._quantities):
            if self._terms != NULL and self._terms[k + 1].room > 1:
                free(self._terms[k + 1].items)
            if self._rows != NULL and self._rows[k].room > 1:
                free(self._rows[k].items)
        free(self._terms)
        free(self._rows)
        free(self._occurring)
        free(self._first_terms)
        free(self._first_rows)

    def copied(self):
        """Return an independent copy."""
        return self.moved(self._quantities, np.arange(self._quantities + 1))

    def moved(self, Py_ssize_t quantities, const int64_t[::1] places):
        """Return a copy with more quantities; see the twin."""
        cdef Parametrization other = Parametrization(quantities)
        cdef Py_ssize_t row, place, k
        cdef Terms* own
        with nogil:
            for row in range(1, self._quantities + 1):
                place = places[row]
                other._terms[place].count = 0
                other._rows[place - 1].count = other._occurring[place - 1] = 0
            for row in range(1, self._quantities + 1):
                own = &self._terms[row]
                for k in range(own.count):
                    other._enter(
                        places[row], places[own.items[k].column + 1] - 1, own.items[k].residue
                    )
        return other

    def settled(self):
        """Return which quantities depend on no parameter."""
        cdef Py_ssize_t row
        found = np.empty(self._quantities + 1, dtype=np.bool_)
        cdef uint8_t[::1] zero = found.view(np.uint8)
        for row in range(self._quantities + 1):
            zero[row] = self._terms[row].count == 0
        return found

    def entangled(self, const int64_t[:] quantities):
        """Return which of some quantities have no parameter of their own; see the twin."""
        cdef Py_ssize_t i, k
        cdef Terms* own
        found = np.ones(quantities.shape[0], dtype=np.bool_)
        cdef uint8_t[::1] shared = found.view(np.uint8)
        cdef int64_t[::1] occurring = np.zeros(self._quantities, dtype=np.int64)
        for i in range(quantities.shape[0]):
            own = &self._terms[quantities[i]]
            for k in range(own.count):
                occurring[own.items[k].column] += 1
        for i in range(quantities.shape[0]):
            own = &self._terms[quantities[i]]
            for k in range(own.count):
                shared[i] &= occurring[own.items[k].column] > 1
        return found

    def eliminate(
        self,
        int64_t[:, ::1] units,
        int64_t[:, ::1] parts,
        int64_t[:, ::1] wholes,
        const int64_t[:, :] variables,
        const int64_t[:, :] coefficients,
    ):
        """Add equations one after another; see the twin."""
        cdef Py_ssize_t equation, extra = units.shape[1], width = self._quantities
        cdef Form form
        added = []
        cdef int64_t* of_units = <int64_t*>malloc((extra + 1) * sizeof(int64_t))
        form.residues = <int64_t*>calloc(3 * width + 1, sizeof(int64_t))
        form.listed = <uint8_t*>calloc(width + 1, 1)
        form.columns, form.seen = form.residues + width, form.residues + 2 * width
        if of_units == NULL or form.residues == NULL or form.listed == NULL:
            free(of_units)
            free(form.residues)
            free(form.listed)
            raise MemoryError
        try:
            for equation in range(variables.shape[0]):
                self._combine(&form, variables[equation], coefficients[equation])
                if form.count:
                    self._solve(
                        &form, of_units, units, parts, wholes,
                        variables[equation], coefficients[equation],
                    )
                    added.append(equation)
        finally:
            free(of_units)
            free(form.residues)
            free(form.listed)
        return added

    def eliminate_forms(
        self,
        int64_t[:, ::1] units,
        int64_t[:, ::1] parts,
        int64_t[:, ::1] wholes,
        list forms,
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
        return self.eliminate(units, parts, wholes, own[0], own[1])

    cdef int _enter(self, Py_ssize_t row, int64_t column, int64_t number) except -1 nogil:
        """Add a term in a column in which the row has none."""
        _push_term(&self._terms[row], column, number)
        _push_row(&self._rows[column], row)
        self._occurring[column] += 1
        return 0

    cdef void _combine(
        self, Form* form, const int64_t[:] variables, const int64_t[:] coefficients
    ) noexcept nogil:
        """Write an equation between the quantities as one between the parameters."""
        cdef Py_ssize_t k, j, size = 0
        cdef int64_t factor, column
        cdef Terms* own
        form.count = 0
        for k in range(variables.shape[0]):
            if not coefficients[k] or variables[k] > self._quantities:
                continue
            factor, own = residue(coefficients[k]), &self._terms[variables[k]]
            for j in range(own.count):
                column = own.items[j].column
                if not form.listed[column]:
                    form.listed[column] = True
                    form.columns[size] = column
                    size += 1
                form.residues[column] = (
                    form.residues[column] + factor * own.items[j].residue
                ) % PRIME
        for k in range(size):
            column = form.columns[k]
            if form.residues[column]:
                form.columns[form.count] = column
                form.count += 1
            else:
                form.listed[column] = False

    cdef int _solve(
        self,
        Form* form,
        int64_t* of_units,
        int64_t[:, ::1] units,
        int64_t[:, ::1] parts,
        int64_t[:, ::1] wholes,
        const int64_t[:] variables,
        const int64_t[:] coefficients,
    ) except -1 nogil:
        """Solve a form for one of its parameters, and leave the form empty."""
        cdef Py_ssize_t extra = units.shape[1], row, k, j
        cdef int64_t pivot = form.columns[0], column, scale, factor
        cdef int64_t[2] part, whole
        cdef Terms* own
        # Eliminating the parameter on which the fewest quantities depend is cheapest.
        for k in range(1, form.count):
            column = form.columns[k]
            if self._occurring[column] < self._occurring[pivot] or (
                self._occurring[column] == self._occurring[pivot] and column < pivot
            ):
                pivot = column
        scale = inverse(form.residues[pivot])
        for k in range(2):
            part[k] = _value(parts, k, variables, coefficients)
            whole[k] = _value(wholes, k, variables, coefficients)
        for k in range(extra):
            of_units[k] = _value(units, k, variables, coefficients)
        # No row is added to those of the pivot meanwhile.
        for k in range(self._rows[pivot].count):
            row = self._rows[pivot].items[k]
            own = &self._terms[row]
            for j in range(own.count):
                if own.items[j].column == pivot:
                    break
            else:
                continue
            factor = PRIME - own.items[j].residue * scale % PRIME
            self._add_form(row, factor, form)
            for j in range(extra):
                units[row, j] = (units[row, j] + factor * of_units[j]) % PRIME
            for j in range(2):
                parts[row, j] = (parts[row, j] + factor * part[j]) % PRIME
                wholes[row, j] = (wholes[row, j] + factor * whole[j]) % PRIME
        self._rows[pivot].count = 0
        for k in range(form.count):
            column = form.columns[k]
            form.residues[column], form.seen[column], form.listed[column] = 0, 0, False
        return 0

    cdef int _add_form(self, Py_ssize_t row, int64_t factor, Form* form) except -1 nogil:
        """Add a multiple of a form to a row."""
        cdef Py_ssize_t k = 0
        cdef int64_t column
        cdef Terms* own = &self._terms[row]
        while k < own.count:
            column = own.items[k].column
            if form.listed[column]:
                form.seen[column] = row
                own.items[k].residue = (
                    own.items[k].residue + factor * form.residues[column]
                ) % PRIME
                if own.items[k].residue == 0:
                    self._occurring[column] -= 1
                    own.count -= 1
                    own.items[k] = own.items[own.count]
                    continue
            k += 1
        for k in range(form.count):
            column = form.columns[k]
            if form.seen[column] != row:
                self._enter(row, column, factor * form.residues[column] % PRIME)
        return 0


cdef int64_t _value(
    const int64_t[:, ::1] values,
    Py_ssize_t column,
    const int64_t[:] variables,
    const int64_t[:] coefficients,
) noexcept nogil:
    """Return the value of a form."""
    cdef Py_ssize_t k
    cdef int64_t total = 0
    for k in range(variables.shape[0]):
        if coefficients[k]:
            total += shortened(residue(coefficients[k]) * values[variables[k], column])
    return total % PRIME


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
    one, other = residue(one), residue(other)
    for row in range(rounds - 1, -1, -1):
        first, second = one, other
        for k in range(len(variables)):
            variable, c = variables[k], residue(coefficients[k])
            first += shortened(c * solutions[row, variable, 0])
            second += shortened(c * solutions[row, variable, 1])
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
                        c = residue(c)
                        first += shortened(c * solutions[variables[form, k], 0])
                        second += shortened(c * solutions[variables[form, k], 1])
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
                    c = residue(c)
                    first += shortened(c * solutions[variables[form, k], 0])
                    second += shortened(c * solutions[variables[form, k], 1])
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
                c = residue(coefficients[k])
                first += shortened(c * solutions[variables[form, k], 0])
                second += shortened(c * solutions[variables[form, k], 1])
            first, second = first % PRIME, second % PRIME
            if lattice.shape[0]:
                zero[form] = first == second and _in_lattice(lattice, first)
            else:
                zero[form] = first == 0 and second == 0
    return found
