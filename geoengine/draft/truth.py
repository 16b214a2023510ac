"""Whether conditions hold in a figure."""

from __future__ import annotations

from geoengine.draft.errors import DraftError
from geoengine.draft.evaluating import Evaluator
from geoengine.draft.expressions import Expression
from geoengine.draft.figure import Figure
from geoengine.draft.limits import Limits
from geoengine.draft.reader import read_expression

__all__ = ["holds"]


def holds(figure: Figure, condition: str | Expression) -> bool | None:
    r"""Tell whether a condition holds; None if something in it is undefined.

    Parameters
    ----------
    figure : Figure
    condition : str or Expression
        Such as ``M == Midpoint(A, B)``, ``IsTangent(l, c)``, ``P ∈ c``.

    Raises
    ------
    DraftError
        If it cannot be read, names an object that there is not, or is neither true nor false.

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> figure = carry_out(read_draft("A = (0, 0)\nB = (4, 2)\nM = Midpoint(A, B)"))
    >>> holds(figure, "AreCollinear(A, B, M)"), holds(figure, "Distance(A, M) > 3")
    (True, False)
    """
    expression = read_expression(condition) if isinstance(condition, str) else condition
    evaluator = Evaluator(Limits())
    evaluator.known.update((name, one.value) for name, one in figure.objects.items())
    value = evaluator.value(expression)
    if value.kind != "boolean":
        raise DraftError.found_at(
            expression.place, f"expected what is true or false, found a {value.kind}"
        )
    return None if value.shape is None else bool(value.shape)
