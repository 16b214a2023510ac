"""Properties that are computed once and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["kept_property"]

T = TypeVar("T")


class kept_property(Generic[T]):  # noqa: N801
    """A property that is computed when it is first read, and kept by the object.

    It is ``functools.cached_property`` without a lock, which up to Python 3.11 takes longer than
    many of these properties. Threads that read one for the first time at once may both compute it.

    Examples
    --------
    >>> class Square:
    ...     @kept_property
    ...     def sides(self):
    ...         print("counted")
    ...         return 4
    >>> square = Square()
    >>> square.sides, square.sides
    counted
    (4, 4)
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, one: None, owner: type) -> kept_property[T]: ...
    @overload
    def __get__(self, one: object, owner: type) -> T: ...
    def __get__(self, one: object | None, owner: type) -> kept_property[T] | T:
        if one is None:
            return self
        # Later reads find the attribute of the object, and do not come here.
        found = one.__dict__[self._name] = self._compute(one)
        return found
