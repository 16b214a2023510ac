"""Pictures as TikZ, compiled by LaTeX."""

import pytest
from saved_figures import alike, compiled, framed, grey, picture_of_pdf

from geoengine.draw import Marks, Sketch, render
from geoengine.draw.drawable import sketch_of
from geoengine.scene import load_problem, place


@pytest.mark.program("pdflatex")
@pytest.mark.program("pdftoppm")
@pytest.mark.parametrize("style", ["textbook", "dark"])
def test_tikz_is_drawn_as_the_picture(tmp_path, style):
    problem = load_problem(
        "A B C = triangle_sas A B C 4√2 5 60o; B_1 = foot B_1 B C A; O = circumcenter O A B C;"
        " D = arc_midpoint D A B C; M = midpoint M A B"
    )
    options = {"size": (500, 600), "style": style}
    sketch = sketch_of(place(problem), problem.premises, accent="D")
    file = tmp_path / "figure.tex"
    file.write_bytes(render(sketch, form="tikz", **options))
    text = file.read_text(encoding="utf-8")
    assert text.startswith("% Points: A, B, C, ")
    assert all(f"\\coordinate ({name})" in text for name in ("A", "B", "C", "B1", "O", "D", "M"))
    assert "$4\\sqrt{2}$" in text
    drawn = framed(picture_of_pdf(compiled(file)))
    (tmp_path / "figure.png").write_bytes(render(sketch, **options))
    picture = framed(grey(tmp_path / "figure.png"))
    assert alike(drawn, picture) > 0.9


@pytest.mark.program("pdflatex")
def test_any_name_and_value_is_tikz(tmp_path):
    """The names would end the picture, or read a file, if they were not escaped."""
    names = [
        "A",
        "A1",
        "A_1",
        "x_y_z",
        r"}\end{tikzpicture}%",
        r"\input{/etc/hostname}$_^",
        "~{$}\n#",
    ]
    places = {name: (float(k), float(k * k % 5)) for k, name in enumerate(names)}
    marks = Marks(lengths={("A", "A1"): r"√(2 & \undefined", ("A1", "A_1"): "√(3+√(2))/2"})
    circles = [((0.5, 3000.0), 3000.0)]
    sketch = Sketch(places, [("A", "A1"), ("A1", "A_1")], circles, marks=marks)
    file = tmp_path / "figure.tex"
    file.write_bytes(render(sketch, form="tikz"))
    assert file.read_bytes() == render(sketch, form="tikz")
    assert "$\\sqrt{3+\\sqrt{2}}/2$" in file.read_text(encoding="utf-8")
    compiled(file)
