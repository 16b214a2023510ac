"""A browser for tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from geoengine.inspect.built_files import BUILT

NAMES = ("chromium", "chromium-browser")
SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

HAS_ASSETS = (BUILT / "versions.json").is_file()
needs_assets = pytest.mark.skipif(
    not HAS_ASSETS,
    reason="the programs of the pages were not built: make assets",
)
needs_browser = pytest.mark.program(*NAMES)

SIZE = {"width": 1400, "height": 900}
PATIENCE = 20
"""Seconds."""


def assert_assets_are_asked_for(answer) -> None:
    """Check what a command that writes pages says where its programs are missing."""
    assert answer.exit_code == 1, answer.output
    assert "run: make assets" in answer.output


class Watched:
    """A page that records everything that goes wrong."""

    def __init__(self, page):
        self.page = page
        self.complaints = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", lambda message: self.complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", self._asked)

    def _asked(self, request):
        if not request.url.startswith(("file:", "data:")):
            self.complaints.append(f"request: {request.url}")

    def open(self, path: Path):
        self.page.goto(path.resolve().as_uri())
        self.page.wait_for_selector("html[data-ready]")
        return self.page


def until(page, expression: str, argument=None) -> None:
    """Wait until a JavaScript expression, or a function of `argument`, is true on a page.

    Playwright's own waiting evaluates the text within the page, which the pages do not allow.
    """
    end = time.monotonic() + PATIENCE
    while not _is_true(page, expression, argument):
        assert time.monotonic() < end, f"still false after {PATIENCE} s: {expression}"
        page.wait_for_timeout(50)


def _is_true(page, expression: str, argument) -> bool:
    try:
        return bool(page.evaluate(expression, argument))
    except Exception as error:
        if "context was destroyed" in str(error):  # since another page is being opened
            return False
        raise


@contextmanager
def launched(driver, *switches: str) -> Iterator:
    """Yield a browser, and close it."""
    program = next(filter(None, map(shutil.which, NAMES)))
    arguments = [*SWITCHES, *switches]
    browser = driver.chromium.launch(executable_path=program, args=arguments, headless=True)
    try:
        yield browser
    finally:
        browser.close()


class Opener:
    """Opens pages in an empty profile; call it with options of a profile, or with none.

    The page before is closed. To empty a profile takes less time than to make one, so pages without
    options share theirs.
    """

    def __init__(self, browser):
        self._browser = browser
        self._shared = browser.new_context(viewport=SIZE)

    def __call__(self, **options) -> Watched:
        before = self._shared.pages
        for context in self._browser.contexts:
            if context is not self._shared:
                context.close()
        context = (
            self._browser.new_context(**{"viewport": SIZE, **options}) if options else self._shared
        )
        page = context.new_page()
        for one in before:
            one.close()
        if not options:
            session = context.new_cdp_session(page)
            kept = {"origin": "file://", "storageTypes": "all"}
            session.send("Storage.clearDataForOrigin", kept)
            session.detach()
        return Watched(page)
