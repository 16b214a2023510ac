"""``make bench`` without the other program: its report on problems that cannot be read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parent / "bench" / "run.py"
ODD = """\
# Proved; false; a name without a text; a construction that does not exist; a text without a name;
# a figure that does not exist; a name at the end.
isosceles
a b c = iso_triangle a b c ? cong a b a c
false
a b c = triangle a b c ? cong a b a c
nothing
misspelt
a b c = triangel a b c ? cong a b a c
a b = segment a b
impossible
a b c = triangle_sss a b c 1 1 5 ? cong a b a c
last
"""


def bench(*files):
    command = [sys.executable, str(BENCH), "--no-peer", "--files", *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_odd_problems_are_listed_with_the_reason(tmp_path):
    odd, nothing = tmp_path / "odd.txt", tmp_path / "nothing.txt"
    odd.write_text(ODD)
    nothing.write_text("alone\n")
    done = bench(odd, nothing)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^\| geoengine +\| +(\d/\d) ", done.stdout, re.MULTILINE) == ["1/7", "0/1"]
    told = done.stdout.partition("### Not read or placed")[2]
    assert re.findall(r"^\| (\w+) +\| +(\d) \|$", told, re.MULTILINE) == [
        ("odd", "4"),
        ("nothing", "1"),
    ]
    assert re.search(r"^\| odd, misspelt +\| +unknown construction 'triangel' \|$", told, re.M)
    assert {"odd, nothing", "odd, impossible", "odd, last", "nothing, alone"} <= set(
        re.findall(r"\w+, \w+", told)
    )


def test_a_file_that_cannot_be_read_is_a_plain_error(tmp_path):
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    for file, told in ((binary, "cannot read"), (tmp_path / "absent.txt", "not there")):
        done = bench(file)
        assert done.returncode == 2
        assert told in done.stderr
        assert "Traceback" not in done.stderr


def test_the_search_is_measured(tmp_path):
    file = tmp_path / "squares.txt"
    file.write_text(
        "squares\n"
        "A B C = triangle; M = midpoint B C; D = psquare A B; E = nsquare A C ? perp A M D E\n"
        "isosceles\na b c = iso_triangle a b c ? cong a b a c\n"
    )
    command = [sys.executable, str(BENCH), "--search", "20", "--files", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = re.findall(r"^\| squares, both, 0 \| (.*) \|$", done.stdout, re.MULTILINE)
    seconds, attempts = ([*map(int, row.split(" | "))] for row in rows)
    # Two problems, one without points; both are proved in the end, and no proof is refused.
    assert (seconds[:2], seconds[-2:]) == ([2, 1], [2, 0])
    assert (attempts[:3], attempts[-2:]) == ([2, 1, 2], [2, 0])
