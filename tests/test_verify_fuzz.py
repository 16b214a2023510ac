"""For any input the judge answers in time, and without a traceback."""

from __future__ import annotations

import json
import resource
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from geoengine.cli.prover import DeducingProver
from geoengine.cli.verify import GroupJudge, read_source
from geoengine.verify import Budget, Report, UnreadUnit, judge_unit
from geoengine.verify.workers import LostJob, run_limited

PLANTED = sorted(p for p in (Path(__file__).parent / "verify").iterdir() if p.suffix != ".expected")
WORDS = (
    "perp", "cong", "A", "B", "lconst", "9" * 400, "1e999", "-1", "0", "1/0", "√", "[", "{", ":",
    "?", "|", ";", "= ", "&a", "*a", "!!python", "null", "\x00", "\ud7ff", "nan", "answer:",
    "free", "9^9^9^9", "\\frac{", "goal: perp A B A C", "2" * 5000, "circle", "\n", "- ", '"',
)  # fmt: skip


def bomb(kind: int) -> bytes:
    """Inputs that are large for their size."""
    names = [f"P{k}" for k in range(1000)]
    return [
        b"[" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b"a: &a [x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\npremises: [*c]\n",
        ("premises:\n" + "- [" * 500).encode(),
        json.dumps({"premises": [f"cong {a} {b} P0 P1" for a, b in pairwise(names[1:])],
                    "goal": "cong P0 P1 P5 P6"}).encode(),
        (" ; ".join(f"{n} = free {n}" for n in names) + " ? cong P0 P1 P2 P3").encode(),
        json.dumps({"premises": ["lconst A B " + "9" * 40, "lconst A C 1/" + "9" * 40]}).encode(),
        json.dumps({"goal": "cong A B C D", "statements": ["cong A B C D"] * 1000, "premises": 1,
                    "steps": [{"rule": "x", "antecedents": [0], "conclusion": 1}] * 1000}).encode(),
        b"9" * 100_000,
        ("premises: [perp A B A C]\nfind: length A B\nanswer: '" + "(" * 190 + "'\n").encode(),
    ][kind % 10]  # fmt: skip


def fuzzed(rng: np.random.Generator) -> bytes:
    """Random bytes, a spoilt file, or something too large."""
    kind = rng.random()
    if kind < 0.1:
        return rng.bytes(int(rng.integers(0, 300)))
    if kind < 0.13:
        return bomb(int(rng.integers(10)))
    content = PLANTED[int(rng.integers(len(PLANTED)))].read_bytes()
    if kind < 0.6:
        # Replacing letters and digits leaves much of it readable.
        places = [k for k, c in enumerate(content) if chr(c).isalnum() and not chr(c).islower()]
        spoilt = bytearray(content)
        for place in rng.choice(places, int(rng.integers(1, 3))):
            spoilt[place] = b"ABCDMP0123456789"[int(rng.integers(16))]
        return bytes(spoilt)
    for _ in range(int(rng.integers(1, 4))):
        place, length = int(rng.integers(len(content) + 1)), int(rng.integers(0, 12))
        way = rng.random()
        if way < 0.3:
            content = content[:place] + rng.bytes(length) + content[place + length :]
        elif way < 0.5:
            content = content[:place] + content[place + length :]
        elif way < 0.6:
            content = content[:place]
        elif way < 0.7:
            other = PLANTED[int(rng.integers(len(PLANTED)))].read_bytes()
            content = content[:place] + other[: length * 10] + content[place:]
        else:
            word = WORDS[int(rng.integers(len(WORDS)))].encode("utf-8", "surrogatepass")
            content = content[:place] + word + content[place + (length if way < 0.9 else 0) :]
    return content


def test_fuzzed_files_end_in_a_verdict_or_a_message(tmp_path):
    rng = np.random.default_rng(3)
    prover = DeducingProver()
    read = judged = 0
    for number in range(150):
        path = tmp_path / f"case{number}"
        path.write_bytes(fuzzed(rng))
        started = time.process_time()
        units = [unit for unit in read_source(str(path)) if not isinstance(unit, UnreadUnit)]
        path.unlink()
        read += bool(units)
        for unit in units[:5]:
            report = judge_unit(unit, Budget(seconds=1, max_points=12), prover)
            assert isinstance(report, Report)
            json.dumps(report.record())
            judged += 1
        assert time.process_time() - started < 20
    assert read >= 10
    assert judged >= 10


@pytest.mark.parametrize("kind", range(10))
def test_what_is_too_large_ends_soon(tmp_path, kind):
    path = tmp_path / "bomb"
    path.write_bytes(bomb(kind))
    started = time.process_time()
    for unit in read_source(str(path)):
        if isinstance(unit, UnreadUnit):
            assert len(str(unit.error)) < 2000
        else:
            judge_unit(unit, Budget(seconds=2, max_points=12))
    assert time.process_time() - started < 15


def sleep_or_swell(what: str) -> str:
    if what == "sleep":
        time.sleep(1000)
    if what == "swell":
        return str(len(bytearray(10**10)))
    return what


def test_a_worker_that_hangs_or_swells_is_ended(monkeypatch):
    monkeypatch.setattr("geoengine.verify.workers._GRACE", 1.0)
    monkeypatch.setattr("geoengine.verify.workers._STARTUP", 5.0)
    jobs = ["one", "swell", "two", "sleep", "three"]
    found = list(run_limited(sleep_or_swell, jobs, workers=2, seconds=lambda _: 0.1))
    assert [found[k] for k in (0, 2, 4)] == ["one", "two", "three"]
    assert isinstance(found[1], LostJob)
    assert "memory" in found[1].why
    assert isinstance(found[3], LostJob)


@pytest.mark.slow(seconds=80)
def test_ten_thousand_fuzzed_files(tmp_path):
    rng = np.random.default_rng(4)
    paths = []
    for number in range(10_000):
        paths.append(tmp_path / f"case{number}")
        paths[-1].write_bytes(fuzzed(rng))
    read = list(
        run_limited(read_source, [str(path) for path in paths], workers=2, seconds=lambda _: 10.0)
    )
    assert not [found for found in read if isinstance(found, LostJob)]
    units = [unit for found in read for unit in found if not isinstance(unit, UnreadUnit)]
    judging = GroupJudge(2.0, 12, 0, True)
    jobs = [[unit] for unit in units]
    reports = list(run_limited(judging, jobs, workers=2, seconds=lambda _: 2.0))
    lost = [found for found in reports if isinstance(found, LostJob)]
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    why = Counter(found.why for found in lost)
    print(len(units), "units", len(lost), "given up", dict(why), most, "bytes at most")
    # Nothing else may end a judgement: no internal error, and no crashed process.
    assert set(why) <= {"it exceeded its time limit", "it exceeded its memory limit"}
    assert len(reports) == len(units) >= 1200
    assert most < 2_000_000_000
