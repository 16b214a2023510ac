"""Time the drawing of sampled scenes with their premises marked: pictures per second on one core.

The time is processor time, from a placed figure to the bytes of a PNG.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from geoengine.catalogue import load_scenes
from geoengine.draw import arrange, find_style, paint, sketch_of
from geoengine.errors import PlacementError
from geoengine.scene import Diagram, Problem, place, sample


def sampled(count: int) -> list[tuple[Problem, Diagram]]:
    """Problems as splits have them, with their figures."""
    scenes = list(load_scenes().values())
    found: list[tuple[Problem, Diagram]] = []
    number = 0
    while len(found) < count:
        rng = np.random.default_rng([17, number])
        scene, number = scenes[number % len(scenes)], number + 1
        try:
            problem = sample(scene, rng, extra=1 + number % 4, seed=number)
        except PlacementError:
            continue
        found.append((problem, place(problem, seed=number)))
    return found


def main() -> None:
    """Print the time of each part, and pictures per second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--size", type=int, default=512)
    arguments = parser.parse_args()
    figures = sampled(arguments.count)
    style = find_style("textbook")
    # The first picture of a size sets up the fonts and the canvas.
    paint(arrange(sketch_of(figures[0][1]), size=arguments.size), style)
    at = [time.process_time()]
    sketches = [sketch_of(diagram, problem.premises) for problem, diagram in figures]
    at.append(time.process_time())
    layouts = [arrange(sketch, size=arguments.size) for sketch in sketches]
    at.append(time.process_time())
    for layout in layouts:
        paint(layout, style)
    at.append(time.process_time())
    labels = sum(len(layout.labels) for layout in layouts)
    print(f"{len(figures)} pictures of {arguments.size} pixels, {labels} labels")
    for what, part in zip(("marks", "layout", "paint"), np.diff(at), strict=True):
        print(f"{what:8}{1000 * part / len(figures):6.1f} ms a picture")
    print(f"{len(figures) / (at[-1] - at[0]):.0f} pictures a second of processor time")


if __name__ == "__main__":
    main()
