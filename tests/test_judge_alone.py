"""The judge by itself: in a process where whoever makes problems, proofs and items is refused."""

import json
import subprocess
import sys

import pytest

PROGRAM = """
import json, sys

REFUSED = ("deduction", "graph", "families", "items", "split", "draw")


class Refusal:
    def find_spec(self, name, path=None, target=None):
        parts = name.split(".")
        if parts[0] == "geoengine" and parts[1:2] and parts[1] in REFUSED:
            raise ImportError(f"{name} is refused")


sys.meta_path.insert(0, Refusal())

from geoengine.verify import Budget, judge_unit, read_units

reports = []
for path in sys.argv[1:]:
    for unit in read_units(path):
        report = judge_unit(unit, Budget(seconds=60))
        reports.append([report.kind, report.name, report.level.value])
assert not [name for name in sys.modules if name.split(".")[1:2] and name.split(".")[1] in REFUSED
            and name.startswith("geoengine.")]
print(json.dumps(reports))
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory, one_of_each):
    """What the judge says, alone, of a problem, a false one, a proof, and a split."""
    folder = tmp_path_factory.mktemp("alone")
    split = one_of_each.path
    record = json.loads((split / "problems.jsonl").read_text(encoding="utf-8").splitlines()[0])
    proof = folder / "proof.json"
    proof.write_text(json.dumps(record["formal_solution"]), encoding="utf-8")
    bad = json.loads(proof.read_text(encoding="utf-8"))
    bad["steps"][-1]["antecedents"] = bad["steps"][-1]["antecedents"][:-1]
    (folder / "bad.json").write_text(json.dumps(bad), encoding="utf-8")
    right, wrong = folder / "right.txt", folder / "wrong.txt"
    right.write_text("A B C = triangle; M = midpoint A B; N = midpoint A C ? para M N B C\n")
    wrong.write_text("A B C = triangle; M = midpoint B C ? perp A M B C\n")
    paths = [right, wrong, proof, folder / "bad.json", split]
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, paths)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def levels(reports, kind):
    return [level for one, _, level in reports if one == kind]


def test_problems_are_judged(reports):
    assert levels(reports, "problem") == ["good", "wrong"]


def test_proofs_are_replayed(reports):
    assert levels(reports, "proof") == ["good", "wrong"]


def test_items_are_judged_as_far_as_no_proof_has_to_be_found(reports):
    found = levels(reports, "item")
    assert len(found) == 7
    assert set(found) <= {"good", "undecided"}
    # What is seen in the figure, or was proved in the item itself, needs no prover.
    assert found.count("good") >= 3


def test_records_are_judged(reports, one_of_each):
    found = levels(reports, "record")
    problems = (one_of_each.path / "problems.jsonl").read_text(encoding="utf-8")
    assert len(found) == len(problems.splitlines())
    # Whether every premise is needed is undecided where it takes a prover.
    assert set(found) <= {"good", "note", "undecided"}
