"""Layered layout of the states of a reasoning graph, from the premises down to the goal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["layer_numbers", "layout_positions"]

_ACROSS, _DOWN, _APART = 1.0, 1.0, 2.5
"""The distances between neighbours in a row, between the rows of a layer, and between layers."""

_SWEEPS = 4
"""The number of times that the states of all layers are put in order."""


def layer_numbers(
    count: int, steps: Sequence[tuple[Sequence[int], int]], given: Collection[int]
) -> NDArray[np.int64]:
    """Return the layer of each state: how many rounds of steps reach it from the premises.

    Parameters
    ----------
    count : int
        The number of states.
    steps : sequence of (sequence of int, int)
        For each step, the numbers of its antecedents and the number of its conclusion.
    given : collection of int
        The numbers of the premises.

    Returns
    -------
    ndarray of int, shape (count,)
        The layers, from 0 for the premises downwards: a state is one layer below the lowest
        antecedent of the first step that reaches it. States that no step reaches are below all
        others.

    Examples
    --------
    >>> layer_numbers(4, [((0, 1), 2), ((2,), 3), ((3, 0), 2)], {0, 1}).tolist()
    [0, 0, 1, 2]
    """
    depth = np.full(count, -1, dtype=np.int64)
    depth[list(given)] = 0
    waiting = [len(set(antecedents)) for antecedents, _ in steps]
    users: list[list[int]] = [[] for _ in range(count)]
    for number, (antecedents, _) in enumerate(steps):
        for antecedent in set(antecedents):
            users[antecedent].append(number)
    front = np.flatnonzero(depth == 0).tolist()
    # Steps without antecedents are applicable from the start.
    reached = [steps[number][1] for number, missing in enumerate(waiting) if not missing]
    level = 0
    while front or reached:
        for state in front:
            for number in users[state]:
                waiting[number] -= 1
                if not waiting[number]:
                    reached.append(steps[number][1])
        level += 1
        front = [state for state in dict.fromkeys(reached) if depth[state] < 0]
        depth[front] = level
        reached = []
    depth[depth < 0] = max(level, 1)
    return depth


def layout_positions(
    depth: NDArray[np.int64],
    links: Sequence[tuple[int, int]],
    central: Collection[int],
) -> NDArray[np.float64]:
    """Return a position for every state: y from its layer, x close to the states linked to it.

    Large layers are folded into several rows, so that a graph of thousands of states is about as
    wide as it is high. The `central` states of a layer are put in the middle of its first rows.

    Parameters
    ----------
    depth : ndarray of int, shape (count,)
        The layer of each state, as from `layer_numbers`.
    links : sequence of (int, int)
        The links: for each antecedent of each step, the number of the antecedent and the number of
        the conclusion.
    central : collection of int
        The numbers of the states to put in the middle, such as those of the proofs.

    Returns
    -------
    ndarray, shape (count, 2)
        The x and y of each state; the unit is the distance between neighbours in a row. y points
        down.

    Examples
    --------
    >>> layout_positions(np.array([0, 0, 1]), [(0, 2), (1, 2)], {2}).tolist()
    [[-0.5, 0.0], [0.5, 0.0], [0.0, 2.5]]
    """
    count = len(depth)
    columns = max(8, int(np.ceil(1.15 * np.sqrt(count))))
    x = _ordered(depth, np.array(links, dtype=np.int64).reshape(-1, 2))
    xy = np.zeros((count, 2))
    y = 0.0
    for layer in range(int(depth.max(initial=0)) + 1):
        members = np.flatnonzero(depth == layer)
        if not len(members):
            continue
        members = members[np.argsort(x[members], kind="stable")]
        middle = np.array([int(state) in central for state in members])
        order = np.concatenate([members[middle], members[~middle]])
        rows = -(-len(order) // columns)
        for number in range(rows):
            row = order[number * columns : (number + 1) * columns]
            row = _centred(row[np.argsort(x[row], kind="stable")], central)
            xy[row, 0] = (np.arange(len(row)) - (len(row) - 1) / 2) * _ACROSS
            xy[row, 1] = y + number * _DOWN
        y += (rows - 1) * _DOWN + _APART
    return xy


def _centred(row: NDArray[np.int64], central: Collection[int]) -> NDArray[np.int64]:
    """Move the central states of a row to its middle; keep the order otherwise."""
    middle = np.array([int(state) in central for state in row])
    others = row[~middle]
    half = len(others) // 2
    return np.concatenate([others[:half], row[middle], others[half:]])


def _ordered(depth: NDArray[np.int64], links: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return an x in [-1, 1] for each state, by the mean x of the states it is linked to.

    Each of a few sweeps orders all layers anew.
    """
    count = len(depth)
    x = _ranks(np.arange(count, dtype=float), depth)
    if not len(links):
        return x
    ends = np.concatenate([links, links[:, ::-1]])
    degree = np.bincount(ends[:, 0], minlength=count)
    for _ in range(_SWEEPS):
        linked_sum = np.bincount(ends[:, 0], weights=x[ends[:, 1]], minlength=count)
        x = _ranks(np.where(degree > 0, linked_sum / np.maximum(degree, 1), x), depth)
    return x


def _ranks(x: NDArray[np.float64], depth: NDArray[np.int64]) -> NDArray[np.float64]:
    """Spread the states of each layer evenly over [-1, 1], in the order of their `x`."""
    ranked = np.zeros(len(x))
    for layer in np.unique(depth):
        members = np.flatnonzero(depth == layer)
        members = members[np.argsort(x[members], kind="stable")]
        ranked[members] = (np.arange(len(members)) + 0.5) / len(members) * 2 - 1
    return ranked
