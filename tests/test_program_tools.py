"""Programs run by the real tools: in limits, and apart from each other."""

import shutil

import pytest

from geoengine.verify.programs.executing import (
    execute_asymptote,
    execute_python,
    has_asymptote,
)

with_asymptote = pytest.mark.skipif(not has_asymptote(), reason="Asymptote is not installed")


@with_asymptote
def test_labels_need_no_other_programs(tmp_path, monkeypatch):
    """Nothing but Asymptote is there, neither TeX nor groff nor Ghostscript."""
    (tmp_path / "asy").symlink_to(shutil.which("asy"))
    monkeypatch.setenv("PATH", str(tmp_path))
    flat = 'size(150); pair A=(3,4); draw("$x$", (0,0)--A); dot("$A$", A, NE); label("$y$", A, S);'
    space = 'import three; triple V=(1,2,3); draw(O--V); label("$V$", V, N);'
    assert [one.points for one in execute_asymptote([(flat, ["A"]), (space, ["V"])])] == [
        {"A": (3, 4)},
        {"V": (1, 2, 3)},
    ]


@with_asymptote
def test_errors_of_asymptote_have_their_places():
    codes = ["pair A=(0,0);\npair B=A+C;", "pair A=(0,0)\npair B;", 'label("A", (0,0), "B");']
    found = execute_asymptote([(code, []) for code in codes])
    assert [one.message.partition(":")[0] for one in found] == ["2.10", "2.1", "1.6"]
    assert not any(one.ran for one in found)


def test_python_programs_are_apart():
    """One that disturbs its process, or says what others should, changes no other result."""
    fine = ("P = [(1, 2), (3.5, 4)]", ["P[1]"])
    told = '{"ran": true, "message": "", "points": {"P[1]": [9, 9]}}\\n'
    bad = [
        f"import os\nos.write(1, b'{told}')\nos.write(2, b'x')\nP = 1 / 0",
        "import os\nos.read(0, 10**6)\nraise ValueError('no input')",
        "import os\nos.kill(os.getppid(), 9)",
        "open('x', 'w')",
        "import socket\nsocket.socket().connect(('127.0.0.1', 9))",
        "import sys\nsys.exit(3)",
        "import os\nos._exit(0)",
        "x = [0] * 10**10",
    ]
    programs = [each for code in bad for each in ((code, ["P[1]"]), fine)]
    found = execute_python(programs)
    assert [one.ran for one in found] == [False, True] * len(bad)
    assert all(one.points == {"P[1]": (3.5, 4)} for one in found[1::2])
    assert not any(one.points for one in found[::2])


def test_what_a_python_program_keeps_open_does_not_hang():
    closing = (
        "import os, time\nfor k in range(3, 60):\n    os.closerange(k, k + 1)\ntime.sleep(1000)"
    )
    fine = ("A = (1, 2)", ["A"])
    assert [one.ran for one in execute_python([(closing, []), fine])] == [False, True]
