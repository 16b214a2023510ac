"""Angles as directions."""

from __future__ import annotations

from math import gcd, lcm, pi, tan
from random import Random

from flint import fmpq

from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.shapes import Place, Turn
from geoengine.draft.exact.tower import Surd, Tower

__all__ = ["FinerTurnError", "Turns", "drawn_close", "power"]

_CLOSE = 48
"""To how many bits an arbitrary number is close to the one that is written."""

_MOST_TURNS = 1_000


def drawn_close(value: float, draw: Random, bits: int) -> fmpq:
    """Return a rational number close to a float, with bits drawn at random."""
    return fmpq((round(value * 2**_CLOSE) << bits) + draw.getrandbits(bits), 1 << (_CLOSE + bits))


class FinerTurnError(NotExactError):
    """An angle that is no multiple of those that were allowed."""

    def __init__(self, degrees: fmpq) -> None:
        super().__init__(f"expected angles with a common measure, found {degrees}°")
        self.degrees = degrees


def power(direction: Place, exponent: int) -> Place:
    """Return the direction of a multiple of an angle."""
    if exponent < 0:
        return power(direction.conjugate, -exponent)
    one = direction.x.tower.number(1)
    found = Place(one, 0 * one)
    while exponent:
        if exponent % 2:
            found = found.times(direction)
        direction, exponent = direction.times(direction), exponent // 2
    return found


class Turns:
    """The directions of angles that are given in degrees.

    Multiples of 360°/n that square roots give are exact. All others are taken as multiples of one
    angle that is close to the one written, and else arbitrary: what is true then is true for all
    such angles, so for the written one too.

    Parameters
    ----------
    tower : Tower
    draw : Random
        What the arbitrary angle depends on.
    bits : int
        How many bits of it are drawn.

    Examples
    --------
    >>> turns = Turns(Tower(), Random(1), 20)
    >>> turns.of(fmpq(60)).direction.x
    1/2
    """

    def __init__(self, tower: Tower, draw: Random, bits: int) -> None:
        self._tower = tower
        self._draw = draw
        self._bits = bits
        self._unit: fmpq | None = None
        self._direction: Place | None = None
        self._of_radians: list[tuple[Surd, Turn]] = []

    @property
    def are_arbitrary(self) -> bool:
        """Whether an angle was taken as arbitrary."""
        return self._direction is not None or any(
            not radians.is_zero for radians, _ in self._of_radians
        )

    def allow(self, degrees: fmpq) -> None:
        """Say that an angle will be needed, before the first of them is."""
        if _part(degrees) is None:
            unit = self._unit
            self._unit = abs(degrees) if unit is None else _divisor(unit, degrees)

    def of(self, degrees: fmpq) -> Turn:
        """Return an angle."""
        part = _part(degrees)
        if part is not None:
            steps, count = part
            return Turn(power(self._root_of_one(count), steps), degrees)
        if self._unit is None or (degrees / self._unit).q != 1:
            raise FinerTurnError(degrees)
        times = int((degrees / self._unit).p)
        if abs(times) > _MOST_TURNS:
            raise NotExactError(f"expected angles with a common measure, found {degrees}°")
        return Turn(power(self._free(), times), degrees)

    def of_radians(self, radians: Surd) -> Turn:
        """Return an angle given in radians, which is taken as arbitrary unless it is 0."""
        for known, turn in self._of_radians:
            if known == radians:
                return turn
        turn = self.of(fmpq(0)) if radians.is_zero else Turn(self._close_to(float(radians)))
        self._of_radians.append((radians, turn))
        return turn

    def _free(self) -> Place:
        if self._direction is None:
            assert self._unit is not None
            self._direction = self._close_to(float(self._unit.p) / float(self._unit.q) * pi / 180)
        return self._direction

    def _close_to(self, radians: float) -> Place:
        """Return a direction with rational coordinates, close to an angle."""
        half = self._tower.number(drawn_close(tan(radians / 2), self._draw, self._bits))
        square = half * half
        return Place((1 - square) / (1 + square), 2 * half / (1 + square))

    def _root_of_one(self, count: int) -> Place:
        """Return the direction of 360° divided by a number."""
        tower = self._tower
        one = tower.number(1)
        if count % 2 == 0:
            if count <= 4:
                return Place(-one, 0 * one) if count == 2 else Place(0 * one, one)
            cosine = self._root_of_one(count // 2).x
            return Place(tower.root((1 + cosine) / 2), tower.root((1 - cosine) / 2))
        factors = [prime for prime in (3, 5, 17) if count % prime == 0]
        if len(factors) > 1:
            first = factors[0]
            other = count // first
            # 1/count is a combination of 1/first and 1/other.
            along = pow(other, -1, first)
            across = (1 - along * other) // first
            return power(self._root_of_one(first), along).times(
                power(self._root_of_one(other), across)
            )
        cosine = {1: lambda: one, 3: lambda: -one / 2, 5: lambda: (tower.root(5 * one) - 1) / 4,
                  17: self._seventeenth}[count]()  # fmt: skip
        return Place(cosine, tower.root(1 - cosine * cosine))

    def _seventeenth(self) -> Surd:
        """Return the cosine of 360°/17, by Gauss (Disquisitiones Arithmeticae, 365)."""
        root = self._tower.root
        whole = root(self._tower.number(17))
        nested = root(34 - 2 * whole)
        return (
            -1 + whole + nested
            + 2 * root(17 + 3 * whole - nested - 2 * root(34 + 2 * whole))
        ) / 16  # fmt: skip


def _part(degrees: fmpq) -> tuple[int, int] | None:
    """Return k and n where an angle is k times 360°/n and n is 2^a·3^b·5^c·17^d, b, c, d < 2."""
    whole = degrees / 360
    steps, count = int(whole.p), int(whole.q)
    rest = count
    while rest % 2 == 0:
        rest //= 2
    return (steps, count) if 255 % rest == 0 else None


def _divisor(one: fmpq, other: fmpq) -> fmpq:
    """Return the largest number of which two are multiples."""
    below = lcm(int(one.q), int(other.q))
    return fmpq(gcd(int((one * below).p), int((other * below).p)), below)
