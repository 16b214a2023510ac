"""Write the notebook of the documents: its cells are run, and what they show is kept."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

from geoengine.inspect import as_html

CELLS = [
    "# A tour of geoengine\n\nA problem is a figure, told as constructions, and something to show.",
    """import geoengine as ge

problem = ge.load_problem(
    "A B C = triangle A B C; D = foot D A B C; E = foot E B C A; M = midpoint M A B ? cong M D M E"
)
problem""",
    "Everything that follows from it:",
    "graph = ge.deduce(problem)\ngraph",
    "A proof of the goal, each step with the theorem that it applies:",
    "proof = ge.trace(graph)\nproof",
    "All ways in which the last step can be taken:",
    """for step in graph.all_derivations(problem.goal):
    print(graph.step_name(step.rule), "from", *step.antecedents, sep=" | ")""",
    "A number instead of a proof:",
    """right = ge.load_problem("A B C = r_triangle_of A B C 3 4; D = foot D A B C ? lcompute A D")
answer = ge.compute(ge.deduce(right), right.questions[0])
print(answer)
answer.proof""",
    "A question made from a scene, with its key folded away:",
    """from pathlib import Path
from tempfile import TemporaryDirectory

from geoengine.items import Item
from geoengine.split import generate, make_plan

with TemporaryDirectory() as folder:
    plan = make_plan(1, seed=1, tasks=["premise_filtering"], images=False)
    split = generate(plan, Path(folder) / "one", workers=1)
    item = Item.model_validate_json((split.path / "items.jsonl").read_text(encoding="utf-8"))
item""",
    "`geoengine.inspect.PageFrame` shows a whole page here: figure to drag, graph to search.",
]
"""Prose where a cell holds no statement of Python, code otherwise; in turns."""


def notebook() -> dict[str, Any]:
    """Run the cells, and return the notebook with what they show."""
    names: dict[str, Any] = {}
    cells = []
    for number, source in enumerate(CELLS):
        cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": source}
        if number % 2:
            shown = run(source, names, number // 2 + 1)
            cell |= {"cell_type": "code", "execution_count": number // 2 + 1, "outputs": shown}
        else:
            cell |= {"cell_type": "markdown"}
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def run(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell as a notebook does: what its last line is worth is shown."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue()})
    if value is not None:
        data = {"text/html": as_html(value), "text/plain": str(value)}
        outputs.append(
            {
                "data": data,
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


if __name__ == "__main__":
    target = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).parent / "notebook/tour.ipynb"
    target.parent.mkdir(exist_ok=True)
    text = json.dumps(notebook(), indent=1, ensure_ascii=False)
    target.write_text(f"{text}\n", encoding="utf-8")
