"""Check figures: the draws in which the statements of a scene are derived and checked."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.families.reasoning.resemblance import triples_of
from geoengine.language import as_complex
from geoengine.scene import (
    ConstructionStep,
    Diagram,
    Problem,
    add_points,
    explore,
    place,
    scatter,
)

__all__ = ["SHOWN", "CheckFigures"]

Floats = NDArray[np.float64]

SHOWN = 3
"""The number of draws of the figure with which the deduction begins; the first is the picture."""

_DRAWS = 9
_OTHER_SEEDS = (1, 2, 3, 4, 5)
_OTHER_DRAWS = 2
_SCATTERED_DRAWS = 60
_MOST_CONFIGURATIONS = 6
_FLAT = 1e-3
_DISTANT_DRAWS = 12


@dataclass(frozen=True, eq=False)
class CheckFigures:
    """The draws in which the statements of a scene are derived and checked.

    Parameters
    ----------
    own : Diagram
        The draws of the figure itself.
    xy : ndarray, shape (draws, points, 2)
        These, and draws of other figures of the problem, including other configurations.
    distant : ndarray, shape (draws, points, 2)
        Draws of the figure itself that vary more.
    deduced : ndarray, shape (draws, points, 2), optional
        The draws of the deduction, once all that it derived is confirmed.
    """

    own: Diagram
    xy: Floats
    distant: Floats
    deduced: Floats | None = None

    @classmethod
    def placed(cls, problem: Problem, seed: int, *, rough: bool = False) -> CheckFigures:
        """Place a problem; if `rough`, without other figures than its own.

        Raises
        ------
        PlacementError
            If no figure was found.

        Examples
        --------
        >>> from geoengine.scene import load_problem
        >>> problem = load_problem("A B C = triangle A B C; D = foot D A B C")
        >>> figures = CheckFigures.placed(problem, 1)
        >>> figures.xy.shape[0] >= 19, figures.xy.shape[1:]
        (True, (4, 2))
        >>> again = CheckFigures.from_record(problem, 1, figures.record())
        >>> bool((again.xy == figures.xy).all()), again.own.segments == figures.own.segments
        (True, True)
        """
        own = place(problem, seed=seed, draws=_DRAWS)
        # Before the other figures are placed, because only the last few are cached.
        distant = explore(problem, seed=seed, draws=_DISTANT_DRAWS)
        return cls(own, own.xy if rough else _with_other_figures(problem, seed, own.xy), distant)

    @property
    def shown(self) -> Diagram:
        """The diagram in which the deduction begins."""
        return replace(self.own, xy=self.own.xy[:SHOWN])

    @property
    def further(self) -> Floats:
        """The draws in which derived statements are confirmed."""
        return np.concatenate([self.xy[SHOWN:], self.distant])

    def with_points(
        self, problem: Problem, steps: Sequence[ConstructionStep]
    ) -> tuple[Problem, CheckFigures]:
        """Add points to all draws; return the problem with them, and its figures.

        Raises
        ------
        PlacementError
            If the points do not exist in some draw.
        """
        longer, own = add_points(problem, self.own.xy, steps)
        xy, distant = (add_points(problem, one, steps)[1].xy for one in (self.xy, self.distant))
        return longer, CheckFigures(replace(own, seed=self.own.seed), xy, distant)

    def record(self) -> dict[str, Any]:
        """Return plain data from which `from_record` makes the same figures again."""
        parts = [self.own.xy, self.xy, self.distant]
        parts += [] if self.deduced is None else [self.deduced]
        joined = np.ascontiguousarray(np.concatenate(parts), dtype="<f8")
        return {
            "segments": self.own.segments,
            "circles": self.own.circles,
            "dashed": self.own.dashed,
            "draws": [len(part) for part in parts],
            "xy": base64.b64encode(joined.tobytes()).decode("ascii"),
        }

    @classmethod
    def from_record(cls, problem: Problem, seed: int, record: dict[str, Any]) -> CheckFigures:
        """Make the figures that `record` returned, of the same problem and seed."""
        coordinates = np.frombuffer(base64.b64decode(record["xy"]), dtype="<f8")
        xy = coordinates.astype(np.float64).reshape(-1, len(problem.points), 2)
        parts = np.split(xy, np.cumsum(record["draws"])[:-1])
        own = Diagram(
            problem.points,
            parts[0],
            tuple((a, b) for a, b in record["segments"]),
            tuple((center, tuple(on)) for center, on in record["circles"]),
            tuple((a, b) for a, b in record["dashed"]),
            seed=seed,
        )
        return cls(own, *parts[1:])


def _with_other_figures(problem: Problem, seed: int, own: Floats) -> Floats:
    """Add draws of figures that were placed with other seeds."""
    others = [place(problem, seed=seed + k, draws=_OTHER_DRAWS).xy for k in _OTHER_SEEDS]
    xy = np.concatenate([own, *others])
    return np.concatenate([xy, *_other_configurations(problem, seed, xy)])


def _other_configurations(problem: Problem, seed: int, known: Floats) -> list[Floats]:
    """Figures in configurations that no known figure has: the triangles' orientations differ.

    A few placements may miss a rare configuration, such as the other intersection of two circles
    or a square on the other side. Scattered draws take either; those in a known configuration are
    dropped.
    """
    seen = set(_orientations(known))
    found: list[Floats] = []
    scattered = scatter(problem, seed=seed, draws=_SCATTERED_DRAWS)
    for figure, orientations in zip(scattered, _orientations(scattered), strict=True):
        if len(found) == _MOST_CONFIGURATIONS:
            break
        if orientations not in seen:
            seen.add(orientations)
            found.append(figure[None])
    return found


def _orientations(xy: Floats) -> list[bytes]:
    """Codes of the orientations of all triangles of some figures; equal for mirror images."""
    z = as_complex(xy)
    a, b, c = np.moveaxis(z[:, triples_of(z.shape[1])], -1, 0)
    areas = ((b - a).conj() * (c - a)).imag
    longest = np.maximum(np.abs(b - a), np.abs(c - a)) ** 2
    signs = np.where(np.abs(areas) > _FLAT * longest, np.sign(areas), 0).astype(np.int8)
    return [min(one.tobytes(), (-one).tobytes()) for one in signs]
