# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The linear forms of statements, expanded over the instances of rules."""

import numpy as np

from libc.stdint cimport INT64_MAX, int64_t, uint8_t
from libc.stdlib cimport qsort

cdef enum:
    # The columns of an entry, see `geoengine.deduction.form_entries`.
    TABLE, POSITION, TERMS, FIRST
    WIDTH = 6


cdef class Side:
    """The hypotheses of a rule, or its conclusions, see `geoengine.deduction.form_entries`.

    Parameters
    ----------
    forms : ndarray, shape (forms, 21)
    statements : int
    others : tuple of (int, (str, int), tuple of int)
        The position of each statement without forms, its predicate and number of arguments, and
        its letters.
    """

    cdef const int64_t[:, ::1] forms
    cdef Py_ssize_t statements
    cdef tuple others

    def __init__(self, forms, Py_ssize_t statements, tuple others):
        self.forms, self.statements, self.others = forms, statements, others


cdef owners(
    const int64_t[::1] starts,
    const int64_t[::1] counts,
    const int64_t[::1] used,
    list stated,
    list concluded,
):
    """Number the hypotheses of all instances, rule by rule and statement by statement.

    Parameters
    ----------
    starts, counts : memoryview, shape (rules,)
        The first instance of each rule, and the number of its instances.
    used : memoryview, shape (k,)
        The rules that have instances.
    stated, concluded : list of Side
        Their hypotheses and their conclusions.

    Returns
    -------
    instances : ndarray, shape (hypotheses,)
        The instance of each hypothesis.
    given : ndarray
        For each hypothesis of each rule, the number that it has in the first instance.
    then : ndarray
        For each conclusion of each rule, the first instance.
    """
    cdef Py_ssize_t hypotheses = 0, given = 0, then = 0, k, i, at
    cdef Side one, other
    for k in range(used.shape[0]):
        one, other = stated[k], concluded[k]
        given += one.statements
        then += other.statements
        hypotheses += one.statements * counts[used[k]]
    instances = np.empty(hypotheses, dtype=np.int64)
    firsts = np.empty(given, dtype=np.int64)
    begins = np.empty(then, dtype=np.int64)
    cdef int64_t[::1] instance_of = instances, first = firsts, begin = begins
    hypotheses = given = then = 0
    for k in range(used.shape[0]):
        one, other = stated[k], concluded[k]
        for at in range(one.statements):
            first[given] = hypotheses
            given += 1
            for i in range(counts[used[k]]):
                instance_of[hypotheses] = starts[used[k]] + i
                hypotheses += 1
        for at in range(other.statements):
            begin[then] = starts[used[k]]
            then += 1
    return instances, firsts, begins


cdef expand(
    const int64_t[:, ::1] rows,
    const int64_t[:, ::1] pair,
    list sides,
    list constants,
    const int64_t[::1] starts,
    const int64_t[::1] counts,
    const int64_t[::1] used,
    const int64_t[::1] owners,
    Py_ssize_t tables,
):
    """Write the forms of rules for all their instances, see `Forms`, and list other statements.

    Parameters
    ----------
    rows : memoryview, shape (m, letters)
        The instances.
    pair : memoryview, shape (n, n)
    sides : list of Side
        The hypotheses or the conclusions of each rule that has instances.
    constants : list of (int, int, int)
        The rule, by its position in `sides`, and the form of each constant, and its variable;
        in their order.
    starts, counts, used : memoryview
        See `owners`.
    owners : memoryview, shape (statements,)
        The owner of each statement in the first instance.
    tables : int
        The number of tables.

    Returns
    -------
    forms : list of (ndarray, ndarray, ndarray, ndarray)
        For each table the variables and coefficients, of shape (forms, 6), and the owners and
        positions, of shape (forms,).
    others : dict of (str, int) to list of tuple of int
        By predicate and number of arguments, for each statement without forms: the first instance,
        the number of instances, the owner in the first instance, and the letters.
    """
    cdef Py_ssize_t first = 0, e, k, form, i, t, terms, place, constant = 0, position
    cdef Side side
    cdef const int64_t[:, ::1] own
    cdef dict others = {}
    cdef const int64_t* entry
    cdef const int64_t* row
    cdef int64_t[8] sizes
    cdef int64_t* forms[8]
    cdef int64_t* coefficients[8]
    cdef int64_t* described[8]
    cdef int64_t[:, :, ::1] both
    cdef int64_t[:, ::1] numbers
    cdef int64_t variable, owner
    assert tables <= 8
    for t in range(tables):
        sizes[t] = 0
    for e in range(used.shape[0]):
        side = sides[e]
        own = side.forms
        for form in range(own.shape[0]):
            sizes[own[form, TABLE]] += counts[used[e]]
    found = []
    for t in range(tables):
        made = np.zeros((2, sizes[t], WIDTH), dtype=np.int64)
        listed = np.empty((2, sizes[t]), dtype=np.int64)
        if sizes[t]:
            both, numbers = made, listed
            forms[t], coefficients[t], described[t] = (
                &both[0, 0, 0], &both[1, 0, 0], &numbers[0, 0]
            )
        found.append((made[0], made[1], listed[0], listed[1]))
    cdef int64_t[8] done
    for t in range(tables):
        done[t] = 0
    wanted = len(constants)
    for e in range(used.shape[0]):
        side = sides[e]
        own = side.forms
        for position, kind, letters in side.others:
            others.setdefault(kind, []).append(
                (starts[used[e]], counts[used[e]], owners[first + position], *letters)
            )
        for form in range(own.shape[0]):
            entry = &own[form, 0]
            t, terms = entry[TABLE], entry[TERMS]
            variable = 0
            if constant < wanted and constants[constant][0] == e and (
                constants[constant][1] == form
            ):
                variable = constants[constant][2]
                constant += 1
            owner = owners[first + entry[POSITION]]
            for i in range(counts[used[e]]):
                place = done[t] * WIDTH
                row = &rows[starts[used[e]] + i, 0]
                for k in range(terms):
                    forms[t][place + k] = pair[row[entry[FIRST + k]], row[entry[FIRST + WIDTH + k]]]
                    coefficients[t][place + k] = entry[FIRST + 2 * WIDTH + k]
                if variable:
                    forms[t][place + terms] = variable
                    coefficients[t][place + terms] = -1
                described[t][done[t]] = owner + i
                described[t][sizes[t] + done[t]] = entry[POSITION]
                done[t] += 1
        first += side.statements
    return found, others


def entered(
    const int64_t[:, ::1] rows,
    const int64_t[:, ::1] pair,
    list stated,
    list concluded,
    list stated_constants,
    list concluded_constants,
    const int64_t[::1] starts,
    const int64_t[::1] counts,
    const int64_t[::1] used,
    Py_ssize_t tables,
):
    """Enter the hypotheses and the conclusions of all instances in an agenda.

    Parameters
    ----------
    stated, concluded : list of Side
        The hypotheses and the conclusions of each rule that has instances.
    stated_constants, concluded_constants : list of (int, int, int)
        Their constants, see `expand`.

    Returns
    -------
    instances : ndarray, shape (hypotheses,)
        The instance of each hypothesis.
    given, then : (list, dict)
        The forms and the other statements of both, see `expand`.
    parts : list of (ndarray, ndarray)
        For each table which hypotheses have forms there, and the numbers of the forms.
    """
    cdef Py_ssize_t t, i
    cdef const int64_t[::1] own
    cdef uint8_t[::1] marks
    cdef int64_t[::1] numbers
    instances, first, begin = owners(starts, counts, used, stated, concluded)
    given = expand(rows, pair, stated, stated_constants, starts, counts, used, first, tables)
    then = expand(rows, pair, concluded, concluded_constants, starts, counts, used, begin, tables)
    parts = []
    for t in range(tables):
        own = given[0][t][2]
        marked = np.zeros(len(instances), dtype=np.uint8)
        listed = np.empty(own.shape[0], dtype=np.int64)
        marks, numbers = marked, listed
        for i in range(own.shape[0]):
            marks[own[i]], numbers[i] = True, i
        parts.append((marked.view(np.bool_), listed))
    return instances, given, then, parts


cdef int64_t _code(
    const int64_t* points,
    Py_ssize_t count,
    const int64_t[:, ::1] weights,
    bint unordered,
    bint paired,
) noexcept nogil:
    """Return the code of a statement, see `geoengine.deduction.known_facts.statement_codes`."""
    cdef int64_t[64] own
    cdef int64_t number, code, best = 0
    cdef Py_ssize_t j, k
    if paired:
        # Each side becomes one number.
        count //= 2
        for k in range(count):
            number, code = points[2 * k], points[2 * k + 1]
            if number < code:
                number, code = code, number
            own[k] = number * (number - 1) // 2 + code
    else:
        for k in range(count):
            j = k
            if unordered:
                while j > 0 and own[j - 1] > points[k]:
                    own[j] = own[j - 1]
                    j -= 1
            own[j] = points[k]
    for j in range(weights.shape[1]):
        code = 0
        for k in range(count):
            code += own[k] * weights[k, j]
        if j == 0 or code < best:
            best = code
    return best


def codes(
    const int64_t[:, :] rows, const int64_t[:, ::1] weights, bint unordered, bint paired
):
    """Return the codes of statements of one kind, given by their points; shape (m,)."""
    cdef Py_ssize_t count = rows.shape[1], i, k
    cdef int64_t[64] own
    if count > 64:
        raise ValueError("expected at most 64 arguments")
    found = np.empty(rows.shape[0], dtype=np.int64)
    cdef int64_t[::1] numbers = found
    with nogil:
        for i in range(rows.shape[0]):
            for k in range(count):
                own[k] = rows[i, k]
            numbers[i] = _code(own, count, weights, unordered, paired)
    return found


def statements(
    const int64_t[:, ::1] rows,
    list entries,
    const int64_t[:, ::1] weights,
    bint unordered,
    bint paired,
):
    """Write statements of one kind for all their instances, see `Agenda`.

    Parameters
    ----------
    rows : memoryview, shape (m, letters)
        The instances.
    entries : list of tuple of int
        In each tuple the first instance, their number, the first owner, and the letters.
    weights, unordered, paired
        See `Coding`.

    Returns
    -------
    codes, owners : ndarray, shape (statements,)
    points : ndarray, shape (statements, arguments)
    """
    cdef Py_ssize_t count = len(entries[0]) - 3, size = 0, i, k
    cdef int64_t first, instances, owner
    cdef int64_t[64] letters
    cdef tuple entry
    if count > 64:
        raise ValueError("expected at most 64 arguments")
    for entry in entries:
        size += entry[1]
    numbers = np.empty((2, size), dtype=np.int64)
    points = np.empty((size, count), dtype=np.int64)
    cdef int64_t[:, ::1] described = numbers, found = points
    if not count:
        return numbers[0], numbers[1], points
    size = 0
    for entry in entries:
        first, instances, owner = entry[0], entry[1], entry[2]
        for k in range(count):
            letters[k] = entry[3 + k]
        for i in range(instances):
            for k in range(count):
                found[size, k] = rows[first + i, letters[k]]
            described[0, size] = _code(&found[size, 0], count, weights, unordered, paired)
            described[1, size] = owner + i
            size += 1
    return numbers[0], numbers[1], points


cdef int _compared(const void* one, const void* other) noexcept nogil:
    cdef int64_t a = (<const int64_t*>one)[0], b = (<const int64_t*>other)[0]
    return (a > b) - (a < b)


def distinct(list parts):
    """Return the distinct numbers of several arrays, in ascending order."""
    cdef const int64_t[::1] part
    cdef Py_ssize_t size = 0, kept = 0, k
    for part in parts:
        size += part.shape[0]
    result = np.empty(size, dtype=np.int64)
    cdef int64_t[::1] found = result
    size = 0
    for part in parts:
        for k in range(part.shape[0]):
            found[size] = part[k]
            size += 1
    if not size:
        return result
    with nogil:
        qsort(&found[0], size, sizeof(int64_t), _compared)
        for k in range(size):
            if k == 0 or found[k] != found[kept - 1]:
                found[kept] = found[k]
                kept += 1
    return result[:kept]


def concluded(
    const int64_t[:, ::1] rows,
    const int64_t[::1] fired,
    const int64_t[::1] starts,
    const int64_t[::1] counts,
    list entries,
    const int64_t[:, ::1] weights,
    bint unordered,
    bint paired,
):
    """List the conclusions of one kind of all instances that fired, see `Conclusions`.

    Parameters
    ----------
    rows : memoryview, shape (m, letters)
        The instances.
    fired : memoryview, shape (m,)
        The round in which each instance fired; 0 for those that did not.
    starts, counts : memoryview, shape (rules,)
        The first instance of each rule, and the number of its instances.
    entries : list of tuple of int
        In each tuple the number of a rule, the position of one of its conclusions, and the letters of that.
    weights, unordered, paired
        See `Coding`.

    Returns
    -------
    codes : ndarray, shape (conclusions,)
        Ascending.
    places : ndarray, shape (conclusions, 4)
        The round, the number of the rule, the row among its instances, and the position.
    """
    cdef Py_ssize_t count = len(entries[0]) - 2, size = 0, i, k, place
    cdef int64_t rule, position
    cdef int64_t[64] own, letters
    cdef tuple entry
    if count > 64:
        raise ValueError("expected at most 64 arguments")
    for entry in entries:
        rule = entry[0]
        for i in range(starts[rule], starts[rule] + counts[rule]):
            size += fired[i] != 0
    numbers = np.empty(size, dtype=np.int64)
    described = np.empty((size, 4), dtype=np.int64)
    ordered, places = np.empty(size, dtype=np.int64), np.empty((size, 4), dtype=np.int64)
    cdef int64_t[::1] codes = numbers, target = ordered
    cdef int64_t[:, ::1] found = described, sorted_places = places
    size = 0
    for entry in entries:
        rule, position = entry[0], entry[1]
        for k in range(count):
            letters[k] = entry[2 + k]
        for i in range(counts[rule]):
            place = starts[rule] + i
            if fired[place]:
                for k in range(count):
                    own[k] = rows[place, letters[k]]
                codes[size] = _code(own, count, weights, unordered, paired)
                found[size, 0], found[size, 1] = fired[place], rule
                found[size, 2], found[size, 3] = i, position
                size += 1
    cdef const int64_t[::1] order = numbers.argsort(kind="stable")
    for i in range(size):
        target[i] = codes[order[i]]
        for k in range(4):
            sorted_places[i, k] = found[order[i], k]
    return ordered, places


def ready(
    const int64_t[::1] fired,
    const uint8_t[::1] disabled,
    const int64_t[::1] instance_of,
    list parts,
    const int64_t[::1] ids,
    const int64_t[::1] owners,
    const int64_t[::1] rounds,
):
    """Return which instances have not fired and lack no hypothesis; None if there are none.

    Parameters
    ----------
    fired, disabled : memoryview, shape (instances,)
    instance_of : memoryview, shape (hypotheses,)
    parts : list of (memoryview, memoryview, memoryview)
        For each table: which hypotheses have forms there; the hypothesis of each form; the forms
        that are not implied.
    ids, owners : memoryview
        The numbers of facts, and the hypotheses that state them.
    rounds : memoryview
        The round in which each fact became known.
    """
    cdef Py_ssize_t count = instance_of.shape[0], k
    cdef const uint8_t[::1] has
    cdef const int64_t[::1] stated, still
    cdef uint8_t[::1] known = np.zeros(count, dtype=np.uint8)
    cdef uint8_t[::1] lacking = np.zeros(count, dtype=np.uint8)
    result = np.empty(fired.shape[0], dtype=np.uint8)
    cdef uint8_t[::1] found = result
    cdef bint any_ready = False
    for has, stated, still in parts:
        with nogil:
            for k in range(still.shape[0]):
                lacking[stated[still[k]]] = True
            for k in range(count):
                known[k] |= has[k] and not lacking[k]
            for k in range(still.shape[0]):
                lacking[stated[still[k]]] = False
    with nogil:
        for k in range(ids.shape[0]):
            if rounds[ids[k]] != INT64_MAX:
                known[owners[k]] = True
        for k in range(found.shape[0]):
            found[k] = fired[k] == 0 and not disabled[k]
        for k in range(count):
            if not known[k]:
                found[instance_of[k]] = False
        for k in range(found.shape[0]):
            any_ready |= found[k]
    return result.view(np.bool_) if any_ready else None
