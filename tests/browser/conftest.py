"""A real server with the built page, and a real browser before it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from digsite.server.page import FOLDER, INDEX
from tests.browser.visitor import PATIENCE, Visitor, visiting
from tests.server.process import Process, serving
from tests.services import miss

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")

Visit = Callable[..., Visitor]

expect.set_options(timeout=PATIENCE)


def chromium() -> str | None:
    """Return the browser of this machine; Playwright's own must be downloaded, and we download nothing."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A house that serves the page, for all tests of this worker."""
    assert (FOLDER / INDEX).exists(), "the page is not built: make page"
    process = Process(tmp_path_factory.mktemp("house"))
    with serving(process):
        yield process


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, for one file: as long as it is there, no other event loop can run in this thread."""
    program = chromium()
    if program is None:
        miss("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def visit(house: Process, browser: Browser) -> Iterator[Visit]:
    """Let people with browsers of their own come to the house; nothing may go wrong there."""
    with ExitStack() as stack:
        yield lambda **how: stack.enter_context(visiting(browser, house.url, **how))
