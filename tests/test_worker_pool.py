import multiprocessing
import os
import random
import threading
import time
import traceback
from functools import partial

import pytest
from pool_jobs import double, fail, halt_in_the_middle, halve, process_of

from geoengine.split import WorkerLostError
from geoengine.worker_pool import WorkerPool, ordered


def test_results_come_in_order_and_jobs_are_taken_as_needed():
    jobs = iter(range(100))
    results = ordered(halve, (job for job in jobs if job != 13), workers=2)
    assert [next(results) for _ in range(5)] == [0, 0, 1, 1, 2]
    results.close()
    assert next(jobs) < 20


def test_the_stages_of_a_run_use_the_same_processes():
    with WorkerPool(2) as pool:
        first = pool.ordered(process_of, iter(range(100)))
        seen = {next(first) for _ in range(5)}
        first.close()
        seen |= set(pool.ordered(process_of, iter(range(20))))
        assert 1 <= len(seen) <= 2
        assert os.getpid() not in seen
        assert seen <= {child.pid for child in multiprocessing.active_children()}
    assert seen.isdisjoint(child.pid for child in multiprocessing.active_children())


def test_a_worker_that_is_lost_is_reported():
    with pytest.raises(WorkerLostError, match="ended without an answer"):
        list(ordered(halve, iter([12, 13, 14]), workers=2))


def test_an_exception_is_raised_with_the_traceback_of_the_worker():
    with pytest.raises(EOFError, match="no such thing") as raised:
        list(ordered(fail, iter(["no such thing"] * 2), workers=2))
    assert "in fail" in "".join(traceback.format_exception(raised.value))


def close_soon(results):
    """Close a generator in a thread, so that a test fails and does not hang."""
    closing = threading.Thread(target=results.close, daemon=True)
    closing.start()
    closing.join(timeout=30)
    assert not closing.is_alive()


def test_workers_that_end_in_the_middle_of_a_result_do_not_block():
    results = ordered(halt_in_the_middle, iter([0, 1, 2, 3]), workers=2)
    assert next(results) == 0
    time.sleep(1)
    close_soon(results)


def test_a_pool_can_be_left_at_any_moment():
    rng = random.Random(3)
    # Neither a job nor its result fits into a pipe.
    jobs = [bytes(1_000_000)] * 50
    with WorkerPool(2) as pool:
        assert len(next(pool.ordered(double, iter(jobs)))) == 2_000_000
    for _ in range(12):
        results = ordered(partial(double, seconds=rng.choice([0, 0.02])), iter(jobs), workers=2)
        for _ in range(rng.randrange(1, 4)):
            next(results)
        time.sleep(rng.random() * 0.05)
        close_soon(results)
    assert not multiprocessing.active_children()
    assert not [t for t in threading.enumerate() if t.name.startswith("ThreadPoolExecutor")]
