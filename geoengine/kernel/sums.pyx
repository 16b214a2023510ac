# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sums of equations modulo a prime, found by an elimination that keeps their sources."""

import numpy as np

from geoengine.kernel.residues cimport PRIME, inverse, residue
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free, malloc, realloc

cdef enum:
    # Numerators and denominators below this are recognized by their residues.
    LARGEST = 32768

cdef extern from *:
    ctypedef long long int128 "__int128"


cdef struct Numbers:
    int64_t* items
    Py_ssize_t count
    Py_ssize_t room


cdef int _push(Numbers* numbers, int64_t number) except -1 nogil:
    cdef int64_t* items
    cdef Py_ssize_t room
    if numbers.count == numbers.room:
        room = 2 * numbers.room + 64
        items = <int64_t*>realloc(numbers.items, room * sizeof(int64_t))
        if items == NULL:
            with gil:
                raise MemoryError
        numbers.items, numbers.room = items, room
    numbers.items[numbers.count] = number
    numbers.count += 1
    return 0


cdef void _sort(Numbers* numbers) noexcept nogil:
    cdef Py_ssize_t i, j
    cdef int64_t one
    for i in range(1, numbers.count):
        one, j = numbers.items[i], i
        while j > 0 and numbers.items[j - 1] > one:
            numbers.items[j] = numbers.items[j - 1]
            j -= 1
        numbers.items[j] = one


cdef int64_t _fraction(int64_t residue, int64_t* denominator) noexcept nogil:
    """Return the numerator of the fraction with a residue; see `certificate._fraction`."""
    cdef int64_t before = PRIME, now = residue, factor_before = 0, factor = 1, quotient, swap
    while now >= LARGEST:
        quotient = before // now
        swap = before - quotient * now
        before, now = now, swap
        swap = factor_before - quotient * factor
        factor_before, factor = factor, swap
    denominator[0] = factor
    return now


cdef int64_t _divisor(int64_t one, int64_t other) noexcept nogil:
    """Return the greatest common divisor of two numbers."""
    while other:
        one, other = other, one % other
    return one if one > 0 else -one


cdef struct Sparse:
    # Rows of numbered residues; row k is at `starts[k]` to `starts[k + 1]`.
    Numbers starts
    Numbers columns
    Numbers residues


cdef int _push_entry(Sparse* rows, int64_t column, int64_t residue) except -1 nogil:
    _push(&rows.columns, column)
    _push(&rows.residues, residue)
    return 0


cdef void _free(Sparse* rows) noexcept nogil:
    free(rows.starts.items)
    free(rows.columns.items)
    free(rows.residues.items)


cdef struct Dense:
    # Residues by number, and the numbers at which there may be one other than 0.
    int64_t* residues
    char* listed
    Numbers touched


cdef int _subtract(Dense* form, Sparse* rows, Py_ssize_t row, int64_t factor) except -1 nogil:
    """Subtract a multiple of a row."""
    cdef Py_ssize_t at
    for at in range(rows.starts.items[row], rows.starts.items[row + 1]):
        _add_to(form, rows.columns.items[at], PRIME - factor * rows.residues.items[at] % PRIME)
    return 0


cdef int _add_to(Dense* form, int64_t number, int64_t residue) except -1 nogil:
    if not form.listed[number]:
        form.listed[number] = 1
        _push(&form.touched, number)
    form.residues[number] = (form.residues[number] + residue) % PRIME
    return 0


cdef void _clear(Dense* form) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(form.touched.count):
        form.residues[form.touched.items[k]] = 0
        form.listed[form.touched.items[k]] = 0
    form.touched.count = 0


def in_order(
    list others,
    list rounds,
    const int64_t[:, ::1] variables,
    const int64_t[:, ::1] coefficients,
    const int64_t[::1] owners,
    const int64_t[::1] fired,
    int64_t quantities,
):
    """List the equations of a table in the order of their rounds, see `Equations`.

    Parameters
    ----------
    others : list of (list of int, list of int)
        The variables and coefficients of equations that were not concluded by a rule.
    rounds : list of int
        Their rounds.
    variables, coefficients, owners : memoryview
        The forms that rules conclude, see `Forms`.
    fired : memoryview, shape (instances,)
        The round in which each instance fired; 0 for those that did not.
    quantities : int
        The largest number of a variable that is kept.

    Returns
    -------
    variables, coefficients : ndarray, shape (m, 6)
    rounds : ndarray, shape (m,)
    numbers : ndarray, shape (m,)
        The position of each equation among the others, or that of its form after these.
    """
    cdef Py_ssize_t size = len(others), many = size, width = variables.shape[1], i, k, at
    cdef int64_t last = 0
    cdef list own, factors
    for i in range(many):
        last = max(last, <int64_t>rounds[i])
    for i in range(owners.shape[0]):
        size += fired[owners[i]] != 0
        last = max(last, fired[owners[i]])
    terms = np.zeros((2, size, width), dtype=np.int64)
    described = np.empty((2, size), dtype=np.int64)
    cdef int64_t[:, :, ::1] found = terms
    cdef int64_t[:, ::1] numbers = described
    cdef int64_t[::1] starts = np.zeros(last + 2, dtype=np.int64)
    for i in range(many):
        starts[<int64_t>rounds[i] + 1] += 1
    for i in range(owners.shape[0]):
        if fired[owners[i]]:
            starts[fired[owners[i]] + 1] += 1
    for k in range(1, last + 2):
        starts[k] += starts[k - 1]
    for i in range(many):
        at = starts[<int64_t>rounds[i]]
        starts[<int64_t>rounds[i]] += 1
        own, factors = others[i]
        for k in range(len(own)):
            found[0, at, k], found[1, at, k] = own[k], factors[k]
        numbers[0, at], numbers[1, at] = rounds[i], i
    for i in range(owners.shape[0]):
        if fired[owners[i]]:
            at = starts[fired[owners[i]]]
            starts[fired[owners[i]]] += 1
            for k in range(width):
                found[0, at, k] = variables[i, k] if variables[i, k] <= quantities else 0
                found[1, at, k] = coefficients[i, k]
            numbers[0, at], numbers[1, at] = fired[owners[i]], many + i
    return terms[0], terms[1], described[0], described[1]


cdef class Sums:
    """Equations, each written as a sum of independent ones before it.

    Parameters
    ----------
    variables, coefficients : ndarray, shape (m, k)
    quantities : int
        The largest number of a variable. Variable 0, and those after the quantities, do not count.
    """

    cdef Py_ssize_t _quantities
    cdef Sparse _reduced, _sources, _sums
    cdef int64_t* _solved
    cdef Dense _form, _sum
    cdef const int64_t[:, ::1] _variables, _coefficients

    def __cinit__(
        self,
        const int64_t[:, ::1] variables,
        const int64_t[:, ::1] coefficients,
        Py_ssize_t quantities,
    ):
        cdef Py_ssize_t count = variables.shape[0], k, j
        self._quantities = quantities
        self._variables, self._coefficients = variables, coefficients
        self._solved = <int64_t*>malloc((quantities + 1) * sizeof(int64_t))
        self._form.residues = <int64_t*>calloc(quantities + 1, sizeof(int64_t))
        self._form.listed = <char*>calloc(quantities + 1, 1)
        self._sum.residues = <int64_t*>calloc(count + 1, sizeof(int64_t))
        self._sum.listed = <char*>calloc(count + 1, 1)
        if (
            self._solved == NULL or self._form.residues == NULL or self._form.listed == NULL
            or self._sum.residues == NULL or self._sum.listed == NULL
        ):
            raise MemoryError
        with nogil:
            for k in range(quantities + 1):
                self._solved[k] = -1
            _push(&self._reduced.starts, 0)
            _push(&self._sources.starts, 0)
            _push(&self._sums.starts, 0)
            for k in range(count):
                _clear(&self._form)
                for j in range(variables.shape[1]):
                    self._add_term(variables[k, j], coefficients[k, j])
                self._reduce()
                self._enter(k)

    def __dealloc__(self):
        free(self._solved)
        _free(&self._reduced)
        _free(&self._sources)
        _free(&self._sums)
        free(self._form.residues)
        free(self._form.listed)
        free(self._form.touched.items)
        free(self._sum.residues)
        free(self._sum.listed)
        free(self._sum.touched.items)

    cdef int _add_term(self, int64_t variable, int64_t coefficient) except -1 nogil:
        """Add a term to the form."""
        if 0 < variable <= self._quantities and coefficient:
            _add_to(&self._form, variable, residue(coefficient))
        return 0

    cdef int _reduce(self) except -1 nogil:
        """Subtract reduced equations from the form; their sources add up to what is subtracted."""
        cdef Py_ssize_t k
        cdef int64_t variable, number, first, factor
        _clear(&self._sum)
        while True:
            # Later equations have no quantity for which an earlier one was solved.
            first = -1
            for k in range(self._form.touched.count):
                variable = self._form.touched.items[k]
                if self._form.residues[variable]:
                    number = self._solved[variable]
                    if number >= 0 and (first < 0 or number < first):
                        first, factor = number, self._form.residues[variable]
            if first < 0:
                return 0
            _subtract(&self._form, &self._reduced, first, factor)
            _subtract(&self._sum, &self._sources, first, PRIME - factor)

    cdef int _enter(self, Py_ssize_t number) except -1 nogil:
        """Enter the equation that was reduced last."""
        cdef Py_ssize_t k
        cdef int64_t variable, source, scale, last = -1
        for k in range(self._form.touched.count):
            variable = self._form.touched.items[k]
            if self._form.residues[variable] and variable > last:
                last = variable
        _sort(&self._sum.touched)
        if last < 0:
            for k in range(self._sum.touched.count):
                source = self._sum.touched.items[k]
                if self._sum.residues[source]:
                    _push_entry(&self._sums, source, self._sum.residues[source])
            _push(&self._sums.starts, self._sums.columns.count)
            return 0
        scale = inverse(self._form.residues[last])
        for k in range(self._form.touched.count):
            variable = self._form.touched.items[k]
            if self._form.residues[variable]:
                _push_entry(
                    &self._reduced, variable, scale * self._form.residues[variable] % PRIME
                )
        for k in range(self._sum.touched.count):
            source = self._sum.touched.items[k]
            if self._sum.residues[source]:
                _push_entry(
                    &self._sources, source, scale * (PRIME - self._sum.residues[source]) % PRIME
                )
        _push_entry(&self._sources, number, scale)
        self._solved[last] = self._reduced.starts.count - 1
        _push(&self._reduced.starts, self._reduced.columns.count)
        _push(&self._sources.starts, self._sources.columns.count)
        _push_entry(&self._sums, number, 1)
        _push(&self._sums.starts, self._sums.columns.count)
        return 0

    def of(self, variables, coefficients, Py_ssize_t limit):
        """Write a form as a sum of few of the first `limit` equations.

        Parameters
        ----------
        variables, coefficients : sequence of int
        limit : int

        Returns
        -------
        found : list of (int, int), or None
            The numbers of the equations, ascending, with their factors; None if there is no sum.
        exact : bool
            Whether the fractions of which these are residues are surely the factors of an exact
            sum.
        """
        cdef Py_ssize_t k
        _clear(&self._form)
        for k in range(len(variables)):
            self._add_term(variables[k], coefficients[k])
        self._reduce()
        for k in range(self._form.touched.count):
            if self._form.residues[self._form.touched.items[k]]:
                return None, False
        with nogil:
            while self._exchange(limit):
                pass
            _sort(&self._sum.touched)
        found = []
        for k in range(self._sum.touched.count):
            if self._sum.residues[self._sum.touched.items[k]]:
                number = self._sum.touched.items[k]
                found.append((number, self._sum.residues[number]))
        return found, self._adds_up(variables, coefficients)

    cdef bint _adds_up(self, variables, coefficients) except -1:
        """Return whether the fractions of the sum surely are factors of an exact sum."""
        cdef int64_t common = 1, denominator, numerator, variable, coefficient
        cdef Py_ssize_t k, j
        cdef bint exact = True
        for k in range(self._sum.touched.count):
            _fraction(self._sum.residues[self._sum.touched.items[k]], &denominator)
            common *= denominator // _divisor(common, denominator)
            if not -LARGEST < common < LARGEST:
                return False
        cdef int128* total = <int128*>calloc(self._quantities + 1, sizeof(int128))
        if total == NULL:
            raise MemoryError
        for k in range(len(variables)):
            variable, coefficient = variables[k], coefficients[k]
            if 0 < variable <= self._quantities:
                total[variable] -= <int128>common * coefficient
        with nogil:
            for k in range(self._sum.touched.count):
                numerator = _fraction(
                    self._sum.residues[self._sum.touched.items[k]], &denominator
                ) * (common // denominator)
                for j in range(self._variables.shape[1]):
                    variable = self._variables[self._sum.touched.items[k], j]
                    if 0 < variable <= self._quantities:
                        total[variable] += <int128>numerator * self._coefficients[
                            self._sum.touched.items[k], j
                        ]
            for k in range(self._quantities + 1):
                exact &= total[k] == 0
        free(total)
        return exact

    cdef int _exchange(self, Py_ssize_t limit) except -1 nogil:
        """Put another equation in place of those that make the sum longest; return 0 if none is."""
        cdef Py_ssize_t e, i, j, start, stop, common, equal, best_at = -1
        cdef int64_t change, best = 0, one, other, equation = -1, factor
        cdef int64_t* columns = self._sums.columns.items
        cdef int64_t* residues = self._sums.residues.items
        cdef int64_t* own = self._sum.residues
        for e in range(limit):
            start, stop = self._sums.starts.items[e], self._sums.starts.items[e + 1]
            common = 0
            for i in range(start, stop):
                common += own[columns[i]] != 0
            change = (own[e] == 0) + (stop - start) - common
            if common < 2 or change - common >= best:
                continue
            for i in range(start, stop):
                one = own[columns[i]]
                if not one:
                    continue
                equal = 0
                for j in range(start, stop):
                    other = own[columns[j]]
                    equal += other != 0 and (
                        one * residues[j] % PRIME == other * residues[i] % PRIME
                    )
                if change - equal < best:
                    best, best_at, equation = change - equal, i, e
        if equation < 0:
            return 0
        factor = own[columns[best_at]] * inverse(residues[best_at]) % PRIME
        _subtract(&self._sum, &self._sums, equation, factor)
        _add_to(&self._sum, equation, factor)
        return 1
