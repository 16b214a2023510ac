"""Random programs and responses are read or refused, within limits, and raise nothing else."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from draft_programs import try_all

BUDGET = 5
"""The most seconds of processor time that a program and a response may take."""


def test_random_responses_have_a_verdict():
    outcomes, longest = try_all(120, 1)
    assert sum(outcomes.values()) == 120
    assert longest < BUDGET


@pytest.mark.slow(seconds=80)
def test_ten_thousand_random_programs_stay_within_a_gigabyte():
    script = Path(__file__).parent / "draft_programs.py"
    run = subprocess.run(
        [sys.executable, script, "10000", "2"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert sum(found["outcomes"].values()) == 10_000
    assert len(found["outcomes"]) >= 10
    assert found["seconds"] < BUDGET
    assert found["megabytes"] < 1_000
