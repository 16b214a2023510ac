"""Instances made: parameters are chosen until the conditions on the figure hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from geoengine.solid.evaluated import evaluate_seed
from geoengine.solid.instance import Instance, InstanceError
from geoengine.solid.parameters import stream
from geoengine.solid.seed import Seed

__all__ = ["choose_parameters", "make_instance"]

_TRIES = 200
"""How many choices of parameters are tried until the conditions on the figure hold."""


def make_instance(seed: Seed, *names: object) -> Instance:
    """Make the instance of a seed that belongs to a name, and check it.

    Parameters
    ----------
    seed : Seed
    *names : object
        What the random choices depend on, such as the number of an instance.

    Raises
    ------
    InstanceError
        When the instance is wrong, or no parameters satisfy the conditions.

    Examples
    --------
    >>> from geoengine.solid import load_seeds
    >>> instance = make_instance(load_seeds()["length_cuboid_diagonal"], 1)
    >>> bool(instance.scope["a"] == instance.parameters["a"])
    True
    """
    for rejected, parameters in enumerate(choose_parameters(seed, *names)):
        evaluated = evaluate_seed(seed, parameters)
        if evaluated is not None:
            return evaluated.lettered(rejected, names)
    raise AssertionError("choose_parameters ends with an error")


def choose_parameters(seed: Seed, *names: object) -> Iterator[dict[str, Any]]:
    """Yield random parameters of a seed, until the caller finds that the figure is as it must be.

    Parameters
    ----------
    seed : Seed
    *names : object
        What the choices depend on.

    Raises
    ------
    InstanceError
        When no parameters satisfy the conditions on them, or too many were asked for.
    """
    random = stream("solids", seed.id, "parameters", *names)
    for _ in range(_TRIES):
        parameters = seed.space.pick(random)
        if parameters is None:
            raise InstanceError(
                "expected parameters that satisfy the conditions, found none",
                within=("where",) if seed.where else ("parameters",),
            )
        yield parameters
    raise InstanceError(
        f"expected parameters that satisfy the conditions, found none among {_TRIES}",
        within=("where",),
    )
