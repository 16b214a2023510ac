# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Steps of joins: rows of points extended by relations, and statements checked in the figure."""

import weakref

import numpy as np

cimport cython
from geoengine.kernel.groups cimport Group, slot_of
from libc.math cimport fabs
from libc.stdint cimport int8_t, int64_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

cdef enum:
    # The kinds of checks, in the order of `geoengine.deduction.join_checks.KINDS`.
    DIFFERENT, COLL, NCOLL, SAMECLOCK, PARA, PERP, CONG, TURN, RATIO
    ACUTE, OBTUSE, SAMESIDE, NSAMESIDE, NPARA, NPERP
    # The largest number of letters of a rule, and so of steps.
    MOST = 64

cdef double PI = 3.141592653589793
cdef double TINY = 1e-300
cdef double WHOLE = 6755399441055744.0
"""Adding and subtracting 1.5 * 2**52 rounds to the nearest whole number, halves to the even one."""


@cython.final
cdef class Figure:
    """What checks look up in a frame, see `geoengine.deduction.frame.Frame`."""

    cdef const int64_t[:, ::1] pair
    cdef const int64_t[::1] direction, line, length, right_angle_to
    cdef const uint8_t[:, :, ::1] collinear, triangle
    cdef const int8_t[:, :, :, ::1] orientation
    cdef const double[:, ::1] angle, log_length, distance, x, y
    cdef double tolerance, margin
    cdef Py_ssize_t draws
    cdef bint loose

    def __init__(self, frame, double tolerance, double margin):
        as_needed = np.ascontiguousarray
        self.pair, self.direction, self.line = frame.pair, frame.direction, frame.line
        self.length, self.right_angle_to = frame.length, frame.right_angle_to
        self.collinear = as_needed(frame.collinear).view(np.uint8)
        self.triangle = as_needed(frame.triangle).view(np.uint8)
        self.orientation = as_needed(frame.orientation)
        self.angle, self.log_length = as_needed(frame.angle), as_needed(frame.log_length)
        self.distance = as_needed(frame.distance)
        self.x, self.y = frame.x, frame.y
        self.tolerance, self.margin, self.loose = tolerance, margin, frame.loose
        self.draws = self.x.shape[0]

    cdef double cosine(self, Py_ssize_t d, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c,
                       Py_ssize_t e) noexcept nogil:
        """Return the cosine of the angle from ab to ce in one draw."""
        cdef double x = self.x[d, b] - self.x[d, a], y = self.y[d, b] - self.y[d, a]
        cdef double u = self.x[d, e] - self.x[d, c], v = self.y[d, e] - self.y[d, c]
        cdef double size = self.distance[d, self.pair[a, b]] * self.distance[d, self.pair[c, e]]
        return (x * u + y * v) / (size + TINY)

    cdef double sine(self, Py_ssize_t d, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c,
                     Py_ssize_t e) noexcept nogil:
        """Return the sine of the angle from ab to ce in one draw."""
        cdef double x = self.x[d, b] - self.x[d, a], y = self.y[d, b] - self.y[d, a]
        cdef double u = self.x[d, e] - self.x[d, c], v = self.y[d, e] - self.y[d, c]
        cdef double size = self.distance[d, self.pair[a, b]] * self.distance[d, self.pair[c, e]]
        return (x * v - y * u) / (size + TINY)

    cdef bint sums_to(self, const double[:, ::1] quantity, bint modulo, double shift,
                      const int64_t* check, const int64_t* row) noexcept nogil:
        """Return whether a signed sum over sides is near a number, or near whole numbers."""
        cdef Py_ssize_t count = check[1] // 2, d, k
        cdef int64_t side[6]
        cdef double total, sign
        for k in range(count):
            side[k] = self.pair[row[check[2 + 2 * k]], row[check[3 + 2 * k]]]
            if side[k] == 0:
                return False
        for d in range(self.draws):
            total = quantity[d, side[0]]
            for k in range(1, count):
                # a - b - c + d, or a + b + c - d - e - f
                if (k == 3) if count == 4 else (count == 6 and k < 3):
                    total += quantity[d, side[k]]
                else:
                    total -= quantity[d, side[k]]
            if modulo:
                total += shift
                total -= (total + WHOLE) - WHOLE
                if not fabs(total) * PI < self.tolerance:
                    return False
            elif not fabs(total - shift) < self.tolerance:
                return False
        return True

    cdef bint holds(self, const int64_t* check, double shift, const int64_t* row) noexcept nogil:
        """Return whether a check is met: its kind, the number of its letters, and the letters."""
        cdef int64_t kind = check[0], first, second
        cdef Py_ssize_t d
        cdef Py_ssize_t a = row[check[2]], b = row[check[3]], c = row[check[4]]
        cdef double one, other
        if kind == DIFFERENT:
            return a != b
        if kind == COLL:
            return self.collinear[a, b, c]
        if kind == NCOLL:
            return self.triangle[a, b, c]
        if kind == TURN:
            return self.sums_to(self.angle, True, shift, check, row)
        if kind == RATIO:
            return self.sums_to(self.log_length, False, shift, check, row)
        cdef Py_ssize_t e = row[check[5]]
        if kind <= CONG and kind != SAMECLOCK:
            first, second = self.pair[a, b], self.pair[c, e]
            if first == 0 or second == 0:
                return False
            if kind == PARA:
                return self.direction[first] == self.direction[second] and (
                    self.loose or self.line[first] != self.line[second]
                )
            if kind == PERP:
                return self.right_angle_to[self.direction[first]] == self.direction[second]
            return self.length[first] == self.length[second]
        cdef Py_ssize_t f = row[check[6]], g = row[check[7]]
        for d in range(self.draws):
            if kind == SAMECLOCK:
                if self.orientation[d, a, b, c] * self.orientation[d, e, f, g] <= 0:
                    return False
            elif kind == ACUTE or kind == OBTUSE:
                one = self.cosine(d, b, a, b, c)
                if not (one if kind == ACUTE else -one) > self.margin:
                    return False
            elif kind == NPARA:
                if not fabs(self.sine(d, a, b, c, e)) > self.margin:
                    return False
            elif kind == NPERP:
                if not fabs(self.cosine(d, a, b, c, e)) > self.margin:
                    return False
            else:
                one, other = self.cosine(d, a, b, a, c), self.cosine(d, e, f, e, g)
                if not (fabs(one) > self.margin and fabs(other) > self.margin):
                    return False
                if ((one > 0) == (other > 0)) != (kind == SAMESIDE):
                    return False
        return True


cdef class Lists:
    """The relations of a figure by the numbers of their patterns and groups.

    Parameters
    ----------
    relations : Relations
        They keep these lists, so there is no strong reference back to them.
    """

    cdef object relations
    cdef list sizes, groups

    def __init__(self, relations):
        self.relations, self.sizes, self.groups = weakref.ref(relations), [], []

    cdef int64_t size(self, Py_ssize_t number, object pattern) except -1:
        """Return the number of relations of a pattern."""
        while len(self.sizes) <= number:
            self.sizes.append(None)
        if self.sizes[number] is None:
            self.sizes[number] = self.relations().size(pattern)
        return self.sizes[number]

    cdef Group group(self, Step step):
        """Return the relations of a step, grouped by the points in some columns."""
        while len(self.groups) <= step.group:
            self.groups.append(None)
        if self.groups[step.group] is None:
            relations = self.relations()
            found = relations.joined(step.pattern, step.exchanges)
            self.groups[step.group] = Group(found, step.columns, relations.frame.n)
        return self.groups[step.group]

    def present(self, list states):
        """Return the positions of the states for which there are relations of all patterns."""
        cdef State state
        cdef Py_ssize_t at, k
        found = []
        for at in range(len(states)):
            state = states[at]
            for k in range(state.numbers.shape[0]):
                if not self.size(state.numbers[k], state.patterns[k]):
                    break
            else:
                found.append(at)
        return found


cdef class Step:
    """A step of a join, see `geoengine.deduction.join_plan.JoinStep`."""

    cdef const int64_t[::1] letters
    cdef const int64_t[:, ::1] new, checks
    cdef const double[::1] shifts
    cdef object others, pattern, columns, then, exchanges
    cdef Py_ssize_t group

    def __init__(self, step):
        self.letters = np.array(step.letters, dtype=np.int64)
        self.new = np.array(step.new, dtype=np.int64)
        self.checks, self.shifts = step.checks.numbers, step.checks.shifts
        self.others, self.pattern, self.columns = step.checks.others, step.pattern, step.columns
        self.then, self.group, self.exchanges = step.then, step.group, step.exchanges


cdef class State:
    """The state of a join, see `geoengine.deduction.join_plan.Node`."""

    cdef object node
    cdef tuple patterns
    cdef const int64_t[::1] numbers, shared
    cdef const int64_t[:, ::1] empty
    cdef list steps
    cdef bint complete, begun

    def __init__(self, node, numbers):
        self.node, self.patterns, self.empty = node, node.patterns, node.empty
        self.numbers = np.array(numbers, dtype=np.int64)
        self.shared = np.array(node.shared, dtype=np.int64)
        self.steps = [None] * (len(node.patterns) + 1)
        self.complete, self.begun = node.complete, node.begun

    cdef Step next_step(self, Lists lists, int64_t points):
        """Return the step that is expected to leave the fewest rows, as `Node.next_step` does."""
        cdef Py_ssize_t best = self.numbers.shape[0], k
        cdef int64_t power, i
        cdef double cost, cheapest = 0
        for k in range(self.numbers.shape[0]):
            power = 1
            for i in range(self.shared[k]):
                power *= points
            cost = <double>lists.size(self.numbers[k], self.patterns[k]) / <double>power
            if k == 0 or cost < cheapest:
                best, cheapest = k, cost
        if self.begun and cheapest > points:
            best = self.numbers.shape[0]
        if self.steps[best] is None:
            self.steps[best] = Step(self.node.step(None if best == len(self.patterns) else best))
        return self.steps[best]


cdef struct Rows:
    # The first `count` rows, in memory for `room` numbers.
    int64_t* items
    Py_ssize_t count, room


cdef class Join:
    """Joins of one rule after another, see `geoengine.deduction.rule_join.RuleJoin`.

    A step hands on a block of rows before it goes on with the next, so that few are kept at once;
    the order of the rows is that of taking one step after another.

    Parameters
    ----------
    figure : Figure
    lists : Lists
    limit : int
        The largest number of rows.
    block : int
        About the number of rows that are handed on.
    everywhere : Group
        All points.
    true : callable
        Returns the rows for which statements are true that the kernel cannot check.
    """

    cdef Figure figure
    cdef Lists lists
    cdef int64_t limit
    cdef Py_ssize_t block
    cdef Group everywhere
    cdef object true
    # Of the current join: its steps, with their relations; for each step the rows that it hands on,
    # how many relations agreed with a row, how many rows were found, and whether a limit ended it.
    cdef list steps, groups
    cdef Rows[MOST] found
    cdef int64_t[MOST] seen, size
    cdef bint[MOST] ended
    cdef Py_ssize_t width
    cdef bint cut, complete

    def __init__(
        self, Figure figure, Lists lists, int64_t limit, Py_ssize_t block, Group everywhere, true
    ):
        self.figure, self.lists, self.limit, self.block = figure, lists, limit, block
        self.everywhere, self.true = everywhere, true

    def __dealloc__(self):
        cdef Py_ssize_t depth
        for depth in range(MOST):
            free(self.found[depth].items)

    def run(self, State state, const int64_t[:, ::1] rows):
        """Extend rows, step by step, until all letters are bound.

        Parameters
        ----------
        state : State
            What is bound in the rows.
        rows : memoryview, shape (m, letters of the rule)

        Returns
        -------
        rows : ndarray
        steps : int
            The number of steps.
        cut : bool
            Whether the limit cut the rows.
        """
        if state.complete:
            return np.asarray(rows), 0, False
        found = self._run(state, rows)
        return found, len(self.steps), self.cut

    def run_from_start(self, list states, list chosen):
        """Run the joins of several rules of which no letter is bound yet.

        Parameters
        ----------
        states : list of State
            One for each rule; those chosen have patterns.
        chosen : list of int
            The positions of the states from which to begin.

        Returns
        -------
        list of (int, ndarray, bool)
            The position of each rule with rows, or from which the limit cut all of them, with its
            rows and whether the limit cut any.
        """
        cdef State state
        cdef Py_ssize_t at
        joined = []
        for at in chosen:
            state = states[at]
            found = self._run(state, state.empty)
            if self.cut or len(found):
                joined.append((at, found, self.cut))
        return joined

    cdef object _run(self, State state, const int64_t[:, ::1] rows):
        """Return the extended rows; the state is not complete."""
        cdef Rows* last
        self.steps, self.groups, self.cut, self.width = [], [], False, rows.shape[1]
        if self.width > MOST:
            raise ValueError(f"expected at most {MOST} letters, found {self.width}")
        self.complete = False
        if rows.shape[0]:
            self._extend(state, 0, &rows[0, 0], rows.shape[0])
        if self.complete:
            last = &self.found[len(self.steps) - 1]
            return self._copied(last.items, last.count)
        return np.empty((0, self.width), dtype=np.int64)

    cdef object _copied(self, const int64_t* items, Py_ssize_t count):
        """Return rows as an array."""
        result = np.empty((count, self.width), dtype=np.int64)
        cdef int64_t[:, ::1] target = result
        if count:
            memcpy(&target[0, 0], items, count * self.width * sizeof(int64_t))
        return result

    cdef int _extend(
        self, State state, Py_ssize_t depth, const int64_t* rows, Py_ssize_t count
    ) except -1:
        """Extend rows, and then what was found."""
        cdef Rows* found = &self.found[depth]
        cdef Py_ssize_t begin = 0, kept
        cdef Step step
        cdef State then
        cdef Group group
        if depth == len(self.steps):
            step = state.next_step(self.lists, self.figure.pair.shape[0])
            self.steps.append(step)
            self.groups.append(
                self.everywhere if step.pattern is None else self.lists.group(step)
            )
            self.seen[depth] = self.size[depth] = found.count = 0
            self.ended[depth] = False
        step, group = self.steps[depth], self.groups[depth]
        then = step.then.state
        self.complete |= then.complete
        while begin < count and not self.ended[depth]:
            # What is complete stays there.
            kept = found.count if then.complete else 0
            found.count = kept
            begin = self._fill(depth, step, group, rows, begin, count)
            if step.others and found.count > kept:
                self._check(found, kept, step)
            self.size[depth] += found.count - kept
            if self.size[depth] > self.limit:
                found.count -= self.size[depth] - self.limit
                self.ended[depth] = self.cut = True
            if found.count > kept and not then.complete:
                self._extend(then, depth + 1, found.items, found.count)
        return 0

    cdef int _check(self, Rows* found, Py_ssize_t kept, Step step) except -1:
        """Leave out rows, after the first ones, that the kernel cannot check."""
        cdef int64_t* begin = found.items + kept * self.width
        cdef const int64_t[:, ::1] rows = np.ascontiguousarray(
            self.true(self._copied(begin, found.count - kept), step.others)
        )
        found.count = kept + rows.shape[0]
        if rows.shape[0]:
            memcpy(begin, &rows[0, 0], rows.shape[0] * self.width * sizeof(int64_t))
        return 0

    cdef Py_ssize_t _fill(
        self,
        Py_ssize_t depth,
        Step step,
        Group group,
        const int64_t* rows,
        Py_ssize_t begin,
        Py_ssize_t count,
    ) except -1:
        """Extend rows by the relations that agree with them, and keep those that pass the checks.

        Begins with one row, and returns the one with which to go on: that after which a block was
        found. The step ends at the row at which more relations agreed with rows than the limit
        allows; binding a letter to all points has no limit.
        """
        cdef Py_ssize_t width = self.width, i = begin, j, k, low, high
        cdef Py_ssize_t points = self.figure.pair.shape[0]
        cdef Rows* found = &self.found[depth]
        cdef Py_ssize_t enough = found.count + self.block
        cdef bint limited = step.pattern is not None
        cdef int64_t code, power
        cdef const int64_t* given
        cdef int64_t* row
        with nogil:
            while i < count and found.count < enough:
                given = rows + i * width
                i += 1
                code, power = 0, 1
                for k in range(step.letters.shape[0]):
                    code += given[step.letters[k]] * power
                    power *= points
                low = group.slots[slot_of(group, code)]
                if low < 0:
                    continue
                low, high = group.starts[low], group.starts[low + 1]
                self.seen[depth] += high - low
                if limited and self.seen[depth] > self.limit:
                    self.ended[depth] = self.cut = True
                    return count
                self._make_room(found, high - low + 1)
                row = found.items + found.count * width
                for k in range(width):
                    row[k] = given[k]
                for j in range(low, high):
                    for k in range(step.new.shape[0]):
                        row[step.new[k, 0]] = group.rows[j, step.new[k, 1]]
                    for k in range(step.checks.shape[0]):
                        if not self.figure.holds(&step.checks[k, 0], step.shifts[k], row):
                            break
                    else:
                        # It is kept by counting it, and goes on in the next place.
                        found.count += 1
                        for k in range(width):
                            row[width + k] = row[k]
                        row += width
        return i

    cdef int _make_room(self, Rows* found, Py_ssize_t more) except -1 nogil:
        """Make room for more rows."""
        cdef Py_ssize_t room = (found.count + more) * self.width
        cdef int64_t* items
        if room <= found.room:
            return 0
        room = max(2 * found.room, room, 64 * self.width)
        items = <int64_t*>realloc(found.items, room * sizeof(int64_t))
        if items == NULL:
            with gil:
                raise MemoryError
        found.items, found.room = items, room
        return 0


def passing(
    Figure figure,
    const int64_t[:, ::1] rows,
    const int64_t[:, ::1] checks,
    const double[::1] shifts,
):
    """Return which rows pass the checks; see `geoengine.deduction.join_checks`."""
    cdef Py_ssize_t i, k
    result = np.empty(rows.shape[0], dtype=np.uint8)
    cdef uint8_t[::1] kept = result
    with nogil:
        for i in range(rows.shape[0]):
            kept[i] = True
            for k in range(checks.shape[0]):
                if not figure.holds(&checks[k, 0], shifts[k], &rows[i, 0]):
                    kept[i] = False
                    break
    return result.view(np.bool_)
