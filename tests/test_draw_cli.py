"""``geoengine draw`` and pictures of constructions, as a user runs them."""

import io
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from geoengine.cli.app import app


def open_picture(file):
    return Image.open(io.BytesIO(file.read_bytes()))


PROBLEM = "A B C = r_triangle_of A B C 3 4; D = foot D A B C; M = midpoint M A C ? perp A D B D"


def run(*words, code=0):
    answer = CliRunner().invoke(app, [str(word) for word in words])
    assert answer.exit_code == code, answer.output
    return answer


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("f.png", b"\x89PNG"),
        ("f.svg", b"<?xml"),
        ("f.PDF", b"%PDF"),
        ("f.tex", b"% Points: A, B"),
        ("f.tikz", b"% Points: A, B"),
    ],
)
def test_a_picture_is_what_its_file_is_named(tmp_path, name, head):
    answer = run("draw", PROBLEM, "-o", tmp_path / name)
    assert answer.output == f"Written to {tmp_path / name}\n"
    first = (tmp_path / name).read_bytes()
    assert first.startswith(head)
    run("draw", PROBLEM, "-o", tmp_path / name)
    assert (tmp_path / name).read_bytes() == first, "the second run is as the first"


def test_a_picture_has_the_size_that_was_asked_for(tmp_path):
    for size, sides in (("200", (200, 200)), ("300x120", (300, 120)), ("120X300", (120, 300))):
        run("draw", PROBLEM, "-o", tmp_path / "f.png", "--size", size)
        assert open_picture(tmp_path / "f.png").size == sides


def test_standard_output_takes_a_picture():
    answer = run("draw", PROBLEM, "-o", "-", "--format", "svg")
    assert ElementTree.fromstring(answer.stdout_bytes).tag.endswith("svg")


def words(*options):
    return run("draw", PROBLEM, "-o", "-", "--format", "txt", *options).stdout


def test_marks_are_as_many_as_are_asked_for():
    """The goal, a right angle, is marked only if everything that follows is marked."""
    given, none, every = (words("--marks", kind) for kind in ("given", "none", "all"))
    assert "Marked: AB = 3; AC = 4; AB ⟂ AC; AD ⟂ BC; AM = CM." in given
    assert "Marked" not in none
    assert "AD = 12/5" in every
    assert "AM = 2" in every
    less = words("--without", "right_angles", "--without", "lengths")
    assert "Marked: AM = CM." in less


def test_a_figure_is_turned(tmp_path):
    def picture(*options):
        run("draw", PROBLEM, "-o", tmp_path / "f.png", *options)
        return (tmp_path / "f.png").read_bytes()

    plain = picture()
    assert picture("--rotate", "0") == plain
    assert len({plain, picture("--rotate", "20"), picture("--rotate=-20")}) == 3
    assert picture("--rotate", "random", "--seed", "3") == picture(
        "--rotate", "random", "--seed", "3"
    )
    assert picture("--seed", "3") != plain


def test_a_style_of_the_user(tmp_path):
    (tmp_path / "mine.yaml").write_text('- name: mine\n  title: Mine\n  paper: "#ff0000"\n')
    run("draw", PROBLEM, "-o", tmp_path / "f.png", "--style", tmp_path / "mine.yaml")
    assert np.asarray(open_picture(tmp_path / "f.png"))[0, 0].tolist() == [255, 0, 0]


def test_a_problem_of_a_file(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("one\na b c = triangle\ntwo\na b = segment; m = midpoint a b\n")
    run("draw", file, "--name", "two", "-o", tmp_path / "f.svg")
    assert "Points: a, b, m" in (tmp_path / "f.svg").read_text()
    answer = run("draw", file, "-o", tmp_path / "f.svg", code=2)
    assert "holds 2 problems" in answer.stderr


def test_no_figure_is_no_fault_of_the_command(tmp_path):
    text = "a b c = triangle; d = on_line a b, on_line a c; e = on_line d a, on_line d b"
    answer = run("draw", text, "-o", tmp_path / "f.png", code=1)
    assert "no figure was found" in answer.stderr
    assert not (tmp_path / "f.png").exists()


def test_a_construction_is_shown_with_its_sentence_and_picture(tmp_path):
    answer = run("constructions", "show", "foot", "-o", tmp_path / "foot.png")
    assert "locate:" in answer.stdout
    assert "Let X be the foot of the perpendicular from A to line BC." in answer.stdout
    picture = np.asarray(open_picture(tmp_path / "foot.png"))
    red = (picture[..., 0] > 150) & (picture[..., 1] < 90)
    assert red.any(), "the point that is placed is set off"
    assert run("constructions", "show", "foot").stdout == answer.stdout
