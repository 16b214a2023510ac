"""The files that the menu of a figure saves, and pictures of them."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from PIL import Image
from scipy.ndimage import uniform_filter

FORMATS = {
    "svg": "SVG", "png": "PNG, 2×", "large.png": "PNG, 4×", "pdf": "PDF", "tex": "TikZ (for LaTeX)",
    "ggb": "GeoGebra (the construction)",
}  # fmt: skip
"""The endings that tests give to the files, and the words of the menu."""

DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{tikz}
\pagestyle{empty}
\begin{document}
\noindent\input{figure.tex}
\end{document}
"""


def save(tab, folder, *endings):
    """Save the figure in these formats, and return the files."""
    files = []
    for ending in endings:
        tab.get_by_role("button", name="Save the figure as").click()
        with tab.expect_download() as download:
            tab.get_by_role("menuitem", name=FORMATS[ending], exact=True).click()
        files.append(folder / f"figure.{ending}")
        download.value.save_as(files[-1])
    return files


def construction_of(file: Path) -> ElementTree.Element:
    """Return the construction in a file of GeoGebra."""
    with zipfile.ZipFile(file) as archive:
        found = ElementTree.fromstring(archive.read("geogebra.xml")).find("construction")
    assert found is not None
    return found


def picture_of_svg(browser, file: Path) -> np.ndarray:
    """Draw an SVG file in the browser; one pixel for each of its own."""
    root = ElementTree.parse(file).getroot()
    size = {key: int(np.ceil(float(root.attrib[key]))) for key in ("width", "height")}
    tab = browser(viewport=size).page
    tab.goto(file.resolve().as_uri())
    shot = file.with_suffix(".shot.png")
    tab.screenshot(path=shot)
    return grey(shot)


def picture_of_pdf(file: Path) -> np.ndarray:
    """Draw the first page of a PDF file; four pixels for three points."""
    to = file.with_suffix("")
    command = ["pdftoppm", "-r", "96", "-png", "-singlefile", str(file), str(to) + "-drawn"]
    subprocess.run(command, check=True)
    return grey(Path(f"{to}-drawn.png"))


def compiled(file: Path) -> Path:
    """Compile a document of a tikzpicture, without access to other programs."""
    (file.parent / "document.tex").write_text(DOCUMENT, encoding="utf-8")
    command = ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error"]
    done = subprocess.run(
        [*command, "document.tex"],
        cwd=file.parent,
        capture_output=True,
        text=True,
        errors="replace",
    )
    assert done.returncode == 0, done.stdout[-2000:]
    return file.parent / "document.pdf"


def words_of(pdf: Path) -> str:
    """Return the text in a PDF file."""
    return subprocess.run(
        ["pdftotext", str(pdf), "-"], check=True, capture_output=True, text=True
    ).stdout


def grey(file: Path) -> np.ndarray:
    """Read a picture: 0 is white, 1 is black."""
    return 1 - np.asarray(Image.open(file).convert("L"), dtype=float) / 255


def framed(picture: np.ndarray) -> np.ndarray:
    """Cut off the white margins, and scale the rest to the same size."""
    rows, columns = (np.flatnonzero(picture.max(axis=axis) > 0.4) for axis in (1, 0))
    part = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    image = Image.fromarray((255 * part).astype(np.uint8)).resize((400, 400), Image.Resampling.BOX)
    return np.asarray(image, dtype=float)


def alike(first: np.ndarray, second: np.ndarray) -> float:
    """Return the correlation of two pictures of the same size, slightly blurred: 1 if equal."""
    blurred = [uniform_filter(picture, 5).ravel() for picture in (first, second)]
    return float(np.corrcoef(*blurred)[0, 1])
