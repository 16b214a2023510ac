# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Linear equations modulo a prime: quantities as sums of free parameters."""

import numpy as np

from geoengine.kernel.residues cimport PRIME, inverse, residue, shortened
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

cdef struct Term:
    int64_t column, residue


cdef struct Terms:
    # If there is room for more than one, the memory is their own.
    Term* items
    Py_ssize_t count, room


cdef struct Rows:
    int64_t* items
    Py_ssize_t count, room


cdef void* _grown(const void* items, Py_ssize_t room, size_t size) except NULL nogil:
    """Return items with more room; where there is room for one, the memory is not their own."""
    cdef void* found = realloc(<void*>items if room > 1 else NULL, _more(room) * size)
    if found == NULL:
        with gil:
            raise MemoryError
    if room == 1:
        memcpy(found, items, size)
    return found


cdef inline Py_ssize_t _more(Py_ssize_t room) noexcept nogil:
    return 2 * room + 2


cdef int _push_term(Terms* terms, int64_t column, int64_t number) except -1 nogil:
    if terms.count == terms.room:
        terms.items = <Term*>_grown(terms.items, terms.room, sizeof(Term))
        terms.room = _more(terms.room)
    terms.items[terms.count].column, terms.items[terms.count].residue = column, number
    terms.count += 1
    return 0


cdef int _push_row(Rows* rows, int64_t row) except -1 nogil:
    if rows.count == rows.room:
        rows.items = <int64_t*>_grown(rows.items, rows.room, sizeof(int64_t))
        rows.room = _more(rows.room)
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
