"""The modules that Python code may import, as far as they are known."""

from __future__ import annotations

from geoengine.verify.programs.python_code.library import CMATH, MATH, NUMPY
from geoengine.verify.programs.python_code.plotting import PATCHES
from geoengine.verify.programs.python_code.values import Known, Module

__all__ = ["MODULES", "PYPLOT"]

_PATCHES = Module("patches", {n: Known(n, f) for n, f in PATCHES.items()}, lax=True)
PYPLOT = Module("matplotlib.pyplot", dict(_PATCHES.members), lax=True)
MODULES: dict[str, Module] = {
    "numpy": NUMPY, "numpy.linalg": NUMPY.members["linalg"], "math": MATH, "cmath": CMATH,
    "matplotlib.pyplot": PYPLOT, "matplotlib.patches": _PATCHES,
    "matplotlib": Module("matplotlib", {"pyplot": PYPLOT, "patches": _PATCHES}, lax=True),
    "mpl_toolkits": Module("mpl_toolkits", {}, lax=True),
    "mpl_toolkits.mplot3d": Module("mplot3d", dict(_PATCHES.members), lax=True),
    "mpl_toolkits.mplot3d.art3d": Module("art3d", dict(_PATCHES.members), lax=True),
    "matplotlib.lines": Module("lines", {}, lax=True),
}  # fmt: skip
