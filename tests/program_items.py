"""Sound items of the family `programs`, made by hand."""

from __future__ import annotations

import copy
from typing import Any

__all__ = ["program_items"]


def _item(
    code: str, question: str, chinese: str, asked: str, given: list[str], exact: str, task: str,
    language: str = "asymptote",
) -> dict[str, Any]:  # fmt: skip
    level = {"primitive": 1, "local": 2, "global": 3}[task]
    steps = {"en": ["Measure.", f"So it is {exact}."], "zh": ["测量。", f"所以是 {exact}。"]}
    return {
        "family": "programs", "task": task, "level": level, "language": "en", "problem": code,
        "question": question, "media": [{"kind": "code", "language": language, "text": code}],
        "answer": {"kind": "value", "exact": exact},
        "certificate": {
            "asked": asked, "given": given, "answer": exact,
            "questions": {"en": question, "zh": chinese}, "steps": steps,
            "level": {"level": level},
        },
    }  # fmt: skip


_TRIANGLE = """size(150);
pair A=(0.3,0.7), B=(6.3,0.7), C=(0.3,8.7);
pair M=(B+C)/2;
draw(A--B--C--cycle);
draw(A--M);
label("$A$", A, SW); label("$B$", B, SE); label("$C$", C, N); label("$M$", M, NE);
"""

_LENS = """unitsize(1cm);
pair A=(0,0), B=(1.7,0), C=(1.7,1.7), D=(0,1.7);
path lens=arc(A,1.7,0,90)--arc(C,1.7,180,270)--cycle;
fill(lens, lightgray);
draw(A--B--C--D--cycle);
draw(arc(A,1.7,0,90)); draw(arc(C,1.7,180,270));
label("$A$", A, SW); label("$B$", B, SE); label("$C$", C, NE); label("$D$", D, NW);
"""

_STAIRS = """real s=0.45;
void nest(pair P, real a, int n) {
  if (n == 0) return;
  filldraw(shift(P)*scale(a)*unitsquare, n%2 == 1 ? gray : white);
  nest(P, a/2, n-1);
}
pair O=(0.2,0.3), E=O+(s,0);
nest(O, s, 4);
dot("$O$", O); dot("$E$", E);
"""

_RATIO = """import numpy as np
import matplotlib.pyplot as plt

A = np.array([0.3, 0.7])
B = A + 5.5*np.array([np.cos(np.radians(10)), np.sin(np.radians(10))])
C = A + 11*np.array([np.cos(np.radians(70)), np.sin(np.radians(70))])
M = (A + C)/2
fig, ax = plt.subplots()
ax.plot(*zip(A, B, C, A), color="black")
ax.plot([B[0], M[0]], [B[1], M[1]], "k-")
for P, name in [(A, "A"), (B, "B"), (C, "C"), (M, "M")]:
    ax.text(P[0], P[1], f"${name}$")
ax.set_aspect("equal")
plt.show()
"""

_BOX = """import three;
currentprojection=orthographic(5,3,2);
triple A=(0,0,0), B=(1.5,0,0), C=(0,2,0), D=(0,0,2.5);
draw(A--B--C--cycle); draw(A--D); draw(B--D); draw(C--D);
label("$A$", A, W); label("$B$", B, S); label("$C$", C, E); label("$D$", D, N);
"""

_ITEMS = (
    _item(
        _TRIANGLE, "In triangle $ABC$, $AB = 9$, and $M$ is the midpoint of $BC$. Find $AM$.",
        "在三角形 $ABC$ 中，$AB = 9$，$M$ 是 $BC$ 的中点。求 $AM$。",
        "length(A,M)", ["length(A,B) = 9"], "15/2", "primitive",
    ),
    _item(
        _LENS, "The square $ABCD$ has side $AB = 6$. Find the area of the shaded region.",
        "正方形 $ABCD$ 的边长 $AB = 6$。求阴影部分的面积。",
        "area(shaded)", ["length(A,B) = 6"], "18π − 36", "local",
    ),
    _item(
        _STAIRS, "With $OE = 8$, find the area of the shaded region.",
        "已知 $OE = 8$，求阴影部分的面积。",
        "area(shaded)", ["length(O,E) = 8"], "13", "global",
    ),
    _item(
        _RATIO, "With $AB = 4$, find $BM$.", "已知 $AB = 4$，求 $BM$。",
        "length(B,M)", ["length(A,B) = 4"], "4", "primitive", "python",
    ),
    _item(
        _BOX, "In the tetrahedron $ABCD$, $AB = 3$. Find its volume.",
        "四面体 $ABCD$ 中，$AB = 3$。求它的体积。",
        "volume(A,B,C,D)", ["length(A,B) = 3"], "10", "global",
    ),
)  # fmt: skip


def program_items() -> list[dict[str, Any]]:
    """Items that may be changed."""
    return copy.deepcopy(list(_ITEMS))
