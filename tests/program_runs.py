"""Programs run by real Asymptote and real Python, many in one process."""

import json
import subprocess
import sys

from geoengine.program import Triple


def run_asymptote(programs, folder):
    """Run Asymptote programs, each with expressions to evaluate; yield the numbers of each.

    Parameters
    ----------
    programs : list of (str, dict of str to value)
        The text, and what to evaluate: the value says of which type it is.
    """
    blocks = []
    for text, asked in programs:
        imports = [line for line in text.splitlines() if line.startswith("import ")]
        body = "\n".join(line for line in text.splitlines() if not line.startswith("import "))
        blocks.append((imports, f"{{\n{body}\n{''.join(map(_written, asked.items()))}}}\n"))
    lines = sorted({line for imports, _ in blocks for line in imports})
    ends = 'write("=");\ncurrentpicture = new picture;\n'
    path = folder / "all.asy"
    path.write_text("\n".join(lines) + "\n" + "".join(block + ends for _, block in blocks))
    done = subprocess.run(
        ["asy", "-noV", "-f", "eps", "-o", str(folder / "out"), str(path)],
        capture_output=True, text=True, timeout=120, cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for part in done.stdout.split("=\n")[:-1]:
        yield [[float(number) for number in row.split()] for row in part.splitlines()]


def _written(item):
    name, value = item
    fields = {complex: ".x .y", Triple: ".x .y .z"}.get(type(value))
    parts = [f"{name}{field}" for field in fields.split()] if fields else [name]
    joined = '+" "+'.join(f"string((real) ({part}),17)" for part in parts)
    return f"write({joined});\n"


def numbers_of(value):
    match value:
        case complex():
            return [value.real, value.imag]
        case Triple(x, y, z):
            return [x, y, z]
    return [float(value)]


RUNNER = """
import json, sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
plt.show = lambda: None
def numbers(value):
    value = np.ravel(value)
    return [float(x) for z in value for x in ((z.real, z.imag) if np.iscomplexobj(value) else (z,))]
for text, asked in json.load(sys.stdin):
    known = {}
    exec(compile(text, "program", "exec"), known)
    limits = list(map(float, known["ax"].dataLim.extents))
    plt.close("all")
    print(json.dumps([[numbers(eval(name, known)) for name in asked], limits]))
"""


def run_python(programs):
    """Run Python programs in another process; return the numbers of each, and its limits."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", RUNNER],
        input=json.dumps([[text, list(asked)] for text, asked in programs]),
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
