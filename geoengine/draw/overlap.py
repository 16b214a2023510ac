"""Vectorized overlap tests between boxes, segments, circles and dots.

Every argument is an array with a row for each object, in pixels: a box is ``(x0, y0, x1, y1)`` with
``x0 < x1`` and ``y0 < y1``; a segment ``(x0, y0, x1, y1)``, from one end to the other; a circle
``(x, y, radius)``; a dot ``(x, y)``. A matrix that is returned has a row for each row of the first
argument and a column for each row of the second.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "alongside",
    "box_gaps",
    "box_segment_gaps",
    "boxes_meet",
    "circle_crossings",
    "circles_cross",
    "crossings",
    "grown",
    "inside_lengths",
    "length_inside_own",
    "pieces_of",
    "segment_gaps",
]

Array = NDArray[np.float64]


def pieces_of(curve: Array) -> Array:
    """Return the segments of a curve that is given by its corners; shape (corners - 1, 4).

    Examples
    --------
    >>> pieces_of(np.array([[0, 0], [2, 0], [2, 1]])).tolist()
    [[0, 0, 2, 0], [2, 0, 2, 1]]
    """
    return np.hstack((curve[:-1], curve[1:]))


def grown(boxes: Array, pad: float) -> Array:
    """Return the boxes enlarged by `pad` pixels on each side; shape (boxes, 4)."""
    larger: Array = boxes + np.array([-pad, -pad, pad, pad])
    return larger


def boxes_meet(boxes: Array) -> tuple[Array, Array]:
    """Return by how many pixels each two of the boxes overlap, in x and in y.

    A negative value is a gap. Both arrays have the shape (boxes, boxes).

    Examples
    --------
    >>> across, down = boxes_meet(np.array([[0, 0, 2, 2], [1, 5, 4, 6.0]]))
    >>> across.tolist(), down.tolist()
    ([[2.0, 1.0], [1.0, 3.0]], [[2.0, -3.0], [-3.0, 1.0]])
    """
    left, top, right, bottom = boxes.astype(np.float32).T
    across: Array = np.minimum(right[:, None], right) - np.maximum(left[:, None], left)
    down: Array = np.minimum(bottom[:, None], bottom) - np.maximum(top[:, None], top)
    return across, down


def box_gaps(boxes: Array, dots: Array) -> Array:
    """Return the distance of each dot from each box, 0 inside; shape (boxes, dots).

    Examples
    --------
    >>> box_gaps(np.array([[0, 0, 2, 2.0]]), np.array([[5, 6], [1, 1.0]]))
    array([[5., 0.]])
    """
    a, b = boxes[:, None], dots[None]
    dx = np.maximum(np.maximum(a[..., 0] - b[..., 0], b[..., 0] - a[..., 2]), 0)
    dy = np.maximum(np.maximum(a[..., 1] - b[..., 1], b[..., 1] - a[..., 3]), 0)
    gaps: Array = np.hypot(dx, dy)
    return gaps


def inside_lengths(boxes: Array, segments: Array) -> Array:
    """Return how much of each segment lies inside each box, in pixels.

    Parameters
    ----------
    boxes : ndarray, shape (boxes, 4)
    segments : ndarray, shape (segments, 4)

    Returns
    -------
    ndarray, shape (boxes, segments)

    Examples
    --------
    >>> rows = np.array([[-1, 1, 9, 1], [0, 3, 3, 3.0]])
    >>> inside_lengths(np.array([[0, 0, 2, 2.0]]), rows).round(3).tolist()
    [[2.0, 0.0]]
    """
    lengths: Array = _inside(boxes.T[:, :, None], segments.T)
    return lengths


def length_inside_own(boxes: Array, segments: Array) -> Array:
    """Return how much of each segment lies inside the box of the same row; shape (boxes,).

    Examples
    --------
    >>> rows = np.array([[-1, 1, 9, 1], [0, 3, 3, 3.0]])
    >>> length_inside_own(np.array([[0, 0, 2, 2.0], [0, 0, 2, 4]]), rows).round(3).tolist()
    [2.0, 2.0]
    """
    return _inside(boxes.T, segments.T)


def _inside(box: Array, row: Array) -> Array:
    """Return the lengths of segments inside boxes, both given by their columns."""
    # Single precision, exact to a thousandth of a pixel here, halves the time.
    box, row = box.astype(np.float32), row.astype(np.float32)
    parts = []
    for axis in (0, 1):
        step = row[axis + 2] - row[axis]
        # A step of zero is replaced by a tiny one, which clips the same way.
        pace = 1 / np.where(np.abs(step) < 1e-6, np.float32(1e-6), step)
        first, second = box[axis] - row[axis], box[axis + 2] - row[axis]
        first *= pace
        second *= pace
        parts.append((np.minimum(first, second), np.maximum(first, second, out=second)))
    # New arrays of this size take longer to make than to fill.
    (enter, leave), (later, sooner) = parts
    np.maximum(enter, later, out=enter)
    np.maximum(enter, 0.0, out=enter)
    np.minimum(leave, sooner, out=leave)
    np.minimum(leave, 1.0, out=leave)
    leave -= enter
    lengths: Array = np.maximum(leave, 0, out=leave)
    lengths *= np.hypot(row[2] - row[0], row[3] - row[1])
    return lengths


def circles_cross(boxes: Array, circles: Array) -> NDArray[np.bool_]:
    """Return whether the circumference of each circle passes through each box.

    The shape is (boxes, circles).

    Examples
    --------
    >>> circles_cross(np.array([[1, -1, 3, 1], [-1, -1, 1, 1.0]]), np.array([[0, 0, 2.0]]))
    array([[ True],
           [False]])
    """
    nearest = box_gaps(boxes, circles[:, :2])
    a, b = boxes[:, None], circles[None]
    dx = np.maximum(np.abs(a[..., 0] - b[..., 0]), np.abs(a[..., 2] - b[..., 0]))
    dy = np.maximum(np.abs(a[..., 1] - b[..., 1]), np.abs(a[..., 3] - b[..., 1]))
    radii = circles[None, :, 2]
    crossing: NDArray[np.bool_] = (nearest < radii) & (np.hypot(dx, dy) > radii)
    return crossing


def segment_gaps(dots: Array, segments: Array) -> Array:
    """Return the distance of each dot from each segment; shape (dots, segments).

    Examples
    --------
    >>> segment_gaps(np.array([[1, 2], [5, 0.0]]), np.array([[0, 0, 2, 0.0]]))
    array([[2.],
           [3.]])
    """
    gaps: Array = np.hypot(*_ways_to_segments(dots, segments))
    return gaps


def _ways_to_segments(dots: Array, segments: Array) -> tuple[Array, Array]:
    """Return the way from each dot to the nearest place on each segment, in x and in y."""
    # Computed axis by axis: a sum over a last axis of length two costs more than all the rest.
    step_x, step_y = segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]
    square = np.maximum(step_x**2 + step_y**2, 1e-12)
    apart_x = dots[:, :1] - segments[:, 0]
    apart_y = dots[:, 1:] - segments[:, 1]
    share = apart_x * step_x
    part = apart_y * step_y
    share += part
    share /= square
    np.maximum(share, 0, out=share)
    np.minimum(share, 1, out=share)
    apart_x -= np.multiply(share, step_x, out=part)
    apart_y -= np.multiply(share, step_y, out=part)
    return apart_x, apart_y


def box_segment_gaps(boxes: Array, segments: Array) -> Array:
    """Return the distance of each segment from each box that it does not cross.

    The shape is (boxes, segments).

    Examples
    --------
    >>> rows = np.array([[3, -1, 3, 9], [4, 4, 6, 4.0]])
    >>> box_segment_gaps(np.array([[0, 0, 2, 2.0]]), rows).round(2)
    array([[1.  , 2.83]])
    """
    corners = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
    of_corners = segment_gaps(corners.reshape(-1, 2), segments).reshape(len(boxes), 4, -1)
    of_ends = box_gaps(boxes, segments.reshape(-1, 2)).reshape(len(boxes), -1, 2)
    gaps: Array = np.minimum(of_corners.min(axis=1), of_ends.min(axis=2))
    return gaps


def crossings(segments: Array, lines: Array) -> NDArray[np.int_]:
    """Return how many of the segments in `lines` each segment crosses; shape (segments,).

    Examples
    --------
    >>> row = np.array([[0, 0, 8, 0.0]])
    >>> crossings(row, np.array([[1, -1, 1, 1], [1, 1, 2, 2.0]])).tolist()
    [1]
    """

    def sides(one: Array, other: Array) -> Array:
        """Return, as a sign, the side of each line of `one` on which the ends of `other` lie."""
        start, way = one[:, None, None, :2], (one[:, 2:] - one[:, :2])[:, None, None]
        apart = other.reshape(1, -1, 2, 2) - start
        found: Array = way[..., 0] * apart[..., 1] - way[..., 1] * apart[..., 0]
        return found

    through = (sides(segments, lines).prod(axis=2) < 0) & (
        sides(lines, segments).prod(axis=2).T < 0
    )
    count: NDArray[np.int_] = np.count_nonzero(through, axis=1)
    return count


def circle_crossings(segments: Array, circles: Array) -> NDArray[np.int_]:
    """Return how many times each segment crosses circumferences; shape (segments,).

    Examples
    --------
    >>> rows = np.array([[-9, 0, 9, 0], [0, 0, 9, 0], [-1, 0, 1, 0.0]])
    >>> circle_crossings(rows, np.array([[0, 0, 5.0]])).tolist()
    [2, 1, 0]
    """
    step = (segments[:, 2:] - segments[:, :2])[:, None]
    apart = segments[:, None, :2] - circles[None, :, :2]
    square = np.maximum((step**2).sum(axis=2), 1e-12)
    # Where on each segment, as a fraction of it, its line crosses each circle: half-way +- half.
    half_way = -(step * apart).sum(axis=2) / square
    inside = half_way**2 - ((apart**2).sum(axis=2) - circles[:, 2] ** 2) / square
    half = np.sqrt(np.maximum(inside, 0))
    shares = np.stack((half_way - half, half_way + half))
    count: NDArray[np.int_] = np.count_nonzero(
        (shares > 0) & (shares < 1) & (inside > 0), axis=(0, 2)
    )
    return count


def alongside(segments: Array, others: Array, gap: float) -> Array:
    """Return the fraction of each segment that runs within `gap` pixels of any of the others.

    The shape is (segments,). The fraction is estimated from nine samples on each segment.

    Examples
    --------
    >>> row = np.array([[0, 0, 8, 0.0]])
    >>> alongside(row, np.array([[0, 1, 8, 1.0]]), 2), alongside(row, row + 5, 2)
    (array([1.]), array([0.]))
    """
    if not (len(segments) and len(others)):
        return np.zeros(len(segments))
    shares = (np.arange(9) + 0.5) / 9
    samples = segments[:, None, :2] + shares[:, None] * (
        segments[:, None, 2:] - segments[:, None, :2]
    )
    apart_x, apart_y = _ways_to_segments(samples.reshape(-1, 2), _around(segments, others, gap))
    apart_x *= apart_x
    apart_y *= apart_y
    apart_x += apart_y
    near = (apart_x < gap * gap).any(axis=1)
    part: Array = near.reshape(len(segments), 9).mean(axis=1)
    return part


def _around(segments: Array, others: Array, gap: float) -> Array:
    """Return those of the others that meet the circle around all segments, widened by `gap`."""
    ends = segments.reshape(-1, 2)
    low, high = ends.min(axis=0), ends.max(axis=0)
    radius = float(np.hypot(*(high - low))) / 2
    around: Array = others[segment_gaps((low + high)[None] / 2, others)[0] <= radius + gap]
    return around
