"""Real numbers made of rational numbers by square roots, exactly.

A tower is a chain of fields of real numbers: the rational numbers, and each further field made from
the one before by the square root of a positive number that has no root in it. So a number is
written in one way only, and is 0 only if all its coefficients are.
"""

from __future__ import annotations

from typing import TypeAlias

from flint import arb, ctx, fmpq, fmpz

from geoengine.draft.exact.errors import NotExactError

__all__ = ["Rational", "Surd", "Tower"]

Rational: TypeAlias = int | fmpq

_MOST_LEVELS = 12
_START_BITS = 128
_ZERO = fmpq(0)
_MOST_BITS = 1 << 20


class Surd:
    """A number of a tower: ``low + high √d``, where d is the radicand of its level.

    Numbers of level 0 are rational.

    Attributes
    ----------
    tower : Tower
    level : int
    rational : fmpq
        The number itself on level 0; not used above it.
    parts : tuple of Surd or None
        `low` and `high` above level 0; `high` is not 0.

    Examples
    --------
    >>> tower = Tower()
    >>> root = tower.root(tower.number(2))
    >>> (root * root - 2).is_zero, (1 + root).sign(), tower.root(3 + 2 * root) == 1 + root
    (True, 1, True)
    """

    __slots__ = ("level", "parts", "rational", "tower")

    def __init__(
        self, tower: Tower, level: int, rational: fmpq, parts: tuple[Surd, Surd] | None = None
    ) -> None:
        self.tower = tower
        self.level = level
        self.rational = rational
        self.parts = parts

    @property
    def is_zero(self) -> bool:
        """Whether it is 0."""
        return self.level == 0 and self.rational == 0

    def sign(self) -> int:
        """Return -1, 0 or 1, by ball arithmetic of increasing precision."""
        if self.level == 0:
            return int(self.rational > 0) - int(self.rational < 0)
        bits = _START_BITS
        while bits <= _MOST_BITS:
            ball = self.tower.ball(self, bits)
            if ball > 0:
                return 1
            if ball < 0:
                return -1
            bits *= 2
        raise NotExactError("expected a sign that can be told, found a number too close to 0")

    def __float__(self) -> float:
        return float(self.tower.ball(self, _START_BITS).mid())

    def _of(self, other: Surd | Rational) -> Surd:
        return other if isinstance(other, Surd) else self.tower.number(other)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Surd | int | fmpq):
            return NotImplemented
        return (self - other).is_zero

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Surd:
        if self.parts is None:
            return Surd(self.tower, 0, -self.rational)
        low, high = self.parts
        return Surd(self.tower, self.level, _ZERO, (-low, -high))

    def __add__(self, other: Surd | Rational) -> Surd:
        one, two = self, self._of(other)
        if one.level < two.level:
            one, two = two, one
        if one.parts is None:
            return Surd(one.tower, 0, one.rational + two.rational)
        low, high = one.parts
        if two.parts is None or two.level < one.level:
            return Surd(one.tower, one.level, _ZERO, (low + two, high))
        return one.tower.joined(one.level, low + two.parts[0], high + two.parts[1])

    __radd__ = __add__

    def __sub__(self, other: Surd | Rational) -> Surd:
        return self + -self._of(other)

    def __rsub__(self, other: Surd | Rational) -> Surd:
        return -self + other

    def __mul__(self, other: Surd | Rational) -> Surd:
        one, two = self, self._of(other)
        if one.level < two.level:
            one, two = two, one
        if two.is_zero:
            return two
        if one.parts is None:
            return Surd(one.tower, 0, one.rational * two.rational)
        low, high = one.parts
        if two.parts is None or two.level < one.level:
            return Surd(one.tower, one.level, _ZERO, (low * two, high * two))
        # Three products in place of four.
        first, last = low * two.parts[0], high * two.parts[1]
        cross = (low + high) * (two.parts[0] + two.parts[1]) - first - last
        return one.tower.joined(one.level, first + last * one.tower.radicand(one.level), cross)

    __rmul__ = __mul__

    def inverse(self) -> Surd:
        """Return 1 divided by it."""
        if self.is_zero:
            raise ZeroDivisionError("expected a number that is not 0 under a fraction, found 0")
        if self.parts is None:
            return Surd(self.tower, 0, 1 / self.rational)
        part = self.norm().inverse()
        return self.tower.joined(self.level, self.parts[0] * part, -self.parts[1] * part)

    def norm(self) -> Surd:
        """Return ``low² - high² d``, a number of a lower level."""
        assert self.parts is not None
        low, high = self.parts
        return low * low - high * high * self.tower.radicand(self.level)

    def __truediv__(self, other: Surd | Rational) -> Surd:
        return self * self._of(other).inverse()

    def __rtruediv__(self, other: Surd | Rational) -> Surd:
        return self._of(other) * self.inverse()

    def __repr__(self) -> str:
        if self.parts is None:
            return f"{self.rational}"
        return f"({self.parts[0]!r} + {self.parts[1]!r} √d{self.level})"


class Tower:
    """A tower of fields, to which roots add levels.

    Attributes
    ----------
    asked : int
        How many roots were taken.

    Examples
    --------
    >>> tower = Tower()
    >>> two, three = (tower.root(tower.number(n)) for n in (2, 3))
    >>> tower.root(tower.number(6)) == two * three, len(tower)
    (True, 2)
    """

    def __init__(self) -> None:
        self._radicands: list[Surd] = []
        self._balls: dict[tuple[int, int], arb] = {}
        self.asked = 0

    def __len__(self) -> int:
        return len(self._radicands)

    def number(self, value: Rational) -> Surd:
        """Return a rational number as one of the tower."""
        return Surd(self, 0, fmpq(value))

    def radicand(self, level: int) -> Surd:
        """Return that of which a level has the root."""
        return self._radicands[level - 1]

    def joined(self, level: int, low: Surd, high: Surd) -> Surd:
        """Return ``low + high √d``, on a lower level if `high` is 0."""
        if high.is_zero:
            return low
        return Surd(self, level, _ZERO, (low, high))

    def ball(self, number: Surd, bits: int) -> arb:
        """Return a ball in which a number is, computed with so many bits."""
        before = ctx.prec
        ctx.prec = bits
        try:
            return self._ball(number, bits)
        finally:
            ctx.prec = before

    def _ball(self, number: Surd, bits: int) -> arb:
        if number.parts is None:
            return arb(number.rational)
        level = number.level
        if (level, bits) not in self._balls:
            self._balls[level, bits] = self._ball(self.radicand(level), bits).sqrt()
        low, high = (self._ball(part, bits) for part in number.parts)
        return low + high * self._balls[level, bits]

    def root(self, number: Surd) -> Surd:
        """Return the square root that is not negative; a level is added if it is not in the tower.

        Raises
        ------
        NotExactError
            If the number is negative, or the tower would get too high.
        """
        self.asked += 1
        if number.sign() < 0:
            raise NotExactError("expected a number that is not negative under a root")
        found = self._root_in(number, len(self))
        if found is not None:
            return -found if found.sign() < 0 else found
        if len(self) >= _MOST_LEVELS:
            raise NotExactError(f"expected at most {_MOST_LEVELS} independent square roots")
        self._radicands.append(number)
        return self.joined(len(self), self.number(0), self.number(1))

    def _root_in(self, number: Surd, level: int) -> Surd | None:
        """Return a root in the field of a level, if there is one.

        See A. Borodin, R. Fagin, J. Hopcroft, M. Tompa, *Decreasing the nesting depth of
        expressions involving square roots*, J. Symbolic Computation 1 (1985).
        """
        if number.is_zero:
            return number
        if number.sign() < 0:
            return None
        if level == 0:
            return self._rational_root(number)
        if number.level < level:
            found = self._root_in(number, level - 1)
            if found is not None:
                return found
            found = self._root_in(number / self.radicand(level), level - 1)
            return None if found is None else self.joined(level, self.number(0), found)
        norm = self._root_in(number.norm(), level - 1)
        if norm is None:
            return None
        assert number.parts is not None
        for half in ((number.parts[0] + norm) / 2, (number.parts[0] - norm) / 2):
            low = self._root_in(half, level - 1)
            if low is not None and not low.is_zero:
                return self.joined(level, low, number.parts[1] / (2 * low))
        return None

    def _rational_root(self, number: Surd) -> Surd | None:
        parts = [fmpz(part) for part in (number.rational.p, number.rational.q)]
        if not all(part.is_square() for part in parts):
            return None
        return self.number(fmpq(parts[0].isqrt(), parts[1].isqrt()))
