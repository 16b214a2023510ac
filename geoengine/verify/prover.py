"""The interface of a prover that searches for proofs on behalf of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from geoengine.language import Statement
from geoengine.verify.figures.system import Reals

__all__ = ["Prover"]


class Prover(Protocol):
    """Searches for proofs; the judge accepts them only after replaying them."""

    def __call__(
        self,
        points: Sequence[str],
        xy: Reals,
        premises: Sequence[Statement],
        goal: Statement,
        without: Sequence[str] = (),
        rounds: int | None = None,
    ) -> dict[str, Any] | None:
        """Look for a proof.

        Parameters
        ----------
        points : sequence of str
        xy : ndarray, shape (draws, points, 2)
            Figures of one configuration.
        premises : sequence of Statement
        goal : Statement
        without : sequence of str
            Ids of rules that must not be used.
        rounds : int, optional
            The maximum number of rounds of deduction.

        Returns
        -------
        dict or None
            A proof as in JSON; None if none was found.
        """
