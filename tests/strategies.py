"""Hypothesis strategies: names, statements, scenes."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from hypothesis import strategies as st

from geoengine.deduction import Deduction, lay_groundwork
from geoengine.errors import DegenerateStatementError
from geoengine.language import PREDICATES, Statement, Surd

point_names = st.one_of(
    st.sampled_from(list("ABCDEFabc")),
    st.sampled_from(["A1", "A2", "A10", "o'", "pa", "i_b", "x_1", "Q2'", "a_b_c", "zz9"]),
)

surds = st.builds(lambda p, q: Surd(Fraction(p, q)), st.integers(1, 400), st.integers(1, 60))

turns = st.builds(lambda p, q: Fraction(p, q) % 1, st.integers(0, 359), st.integers(1, 360))


def derive(points, xy, premises, rules, limits=None) -> Deduction:
    """Return the closure of premises in a diagram."""
    return Deduction(points, lay_groundwork(xy, rules, limits), premises, limits=limits)


Spelling = tuple[str, tuple[str, ...], Fraction | Surd | None]


@st.composite
def spellings(
    draw: st.DrawFn,
    predicates: Iterable[str] = PREDICATES,
    names: st.SearchStrategy[str] = point_names,
) -> Spelling:
    """Draw a predicate, points and a value, which may form a degenerate statement."""
    predicate = PREDICATES[draw(st.sampled_from(sorted(predicates)))]
    longer = draw(st.integers(0, 3)) if predicate.tail is not None else 0
    count = predicate.arity + longer
    points = tuple(draw(st.lists(names, min_size=count, max_size=count)))
    kinds = {"angle": turns, "surd": surds, None: st.none()}
    return predicate.name, points, draw(kinds[predicate.constant])


@st.composite
def statements(draw: st.DrawFn, predicates: Iterable[str] = PREDICATES) -> Statement:
    """Draw a non-degenerate statement."""
    name, points, value = draw(
        spellings(predicates).filter(lambda s: _says_something(*s)),
    )
    return Statement(name, points, value)


@st.composite
def degenerate_spellings(draw: st.DrawFn) -> Spelling:
    """Draw what forms a degenerate statement: its points have few names."""
    few = spellings(names=st.sampled_from("ABCD"))
    return draw(few.filter(lambda s: not _says_something(*s)))


def _says_something(name: str, points: tuple[str, ...], value: Fraction | Surd | None) -> bool:
    try:
        Statement(name, points, value)
    except DegenerateStatementError:
        return False
    return True
