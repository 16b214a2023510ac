import gc
import hashlib
import os
import shutil
import signal
import tempfile

import pytest
from filelock import FileLock
from hypothesis import settings
from parts import divide, read_part, slow_tests, test_of
from skips import summarize

# Examples differ a little with the modules that were imported before, whose constants Hypothesis
# tries: what tests count of them is asserted to be at least about two thirds of what was measured.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci")

PARTS = pytest.StashKey[list[dict[str, float]]]()
"""The parts into which the collected slow tests are divided, if one part is selected."""


def pytest_configure(config):
    # The tests use a cache of their own, shared with the processes they start.
    if "GEOENGINE_CACHE" not in os.environ:
        cache = tempfile.TemporaryDirectory(prefix="geoengine-cache-")
        os.environ["GEOENGINE_CACHE"] = cache.name
        config.add_cleanup(cache.cleanup)
    # A run in the background ignores SIGINT, and so would the programs that the tests interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption(
        "--part", metavar="K/N", help="of the slow tests, run the K-th of N parts (with -m slow)"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect no garbage meanwhile, nor look at what was collected in every later search for it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if (asked := config.getoption("--part")) is None:
        return
    number, count = read_part(asked)
    parts = config.stash[PARTS] = divide(slow_tests(items), count)
    others = {test for k, part in enumerate(parts, start=1) if k != number for test in part}
    config.hook.pytest_deselected(items=[item for item in items if test_of(item) in others])
    items[:] = [item for item in items if test_of(item) not in others]


def pytest_report_collectionfinish(config):
    return [
        f"part {number} of the slow tests: {len(part)} tests, about {sum(part.values()):.0f} s"
        for number, part in enumerate(config.stash.get(PARTS, []), start=1)
    ]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    for mark in item.iter_markers("program"):
        if not any(map(shutil.which, mark.args)):
            pytest.skip(f"{mark.args[0]} is not installed")


def pytest_terminal_summary(terminalreporter):
    summarize(terminalreporter)


@pytest.fixture(scope="session", autouse=True)
def _one_core():
    """Let commands that run in this process start no others, which would take most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("geoengine.cli.options.cores", lambda: 1)
        yield


@pytest.fixture(scope="session")
def shared_split(tmp_path_factory):
    """Make the split of a plan, once for all tests of a run; tests must not change it."""
    from geoengine.split import generate

    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent

    def make(plan, name="split"):
        folder = run / "splits" / hashlib.sha256(repr(plan).encode()).hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "lock"):
            return generate(plan, folder / name)

    return make


@pytest.fixture(scope="session")
def one_of_each(shared_split):
    """A split with an item of each task; tests must not change it."""
    from tasks_of import TASKS

    from geoengine.split import make_plan

    return shared_split(make_plan(len(TASKS), seed=4, tasks=TASKS))


@pytest.fixture(scope="session")
def driver():
    """Playwright, of which a process can start only one at a time."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with sync_api.sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(driver):
    """Start a browser; call it to get a page, as `browser.Opener` says."""
    from browser import Opener, launched

    with launched(driver) as program:
        yield Opener(program)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder for the pages of a module's tests."""
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def source(tmp_path_factory, shared_split):
    """A small split for evaluation; tests must not change it."""
    from answers import small_split

    from geoengine.split import make_plan

    made = shared_split(make_plan(6, seed=7, images=False))
    return small_split(made, tmp_path_factory.mktemp("split"))


@pytest.fixture(scope="session")
def wide(source, tmp_path_factory):
    """Many copies of the small split; tests must not change it."""
    from answers import wide_split

    return wide_split(source, tmp_path_factory.mktemp("split"))
