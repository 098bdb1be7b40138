"""Debian's Chromium, driven by Playwright; and a Flask application served to it."""

import contextlib
import shutil
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from tests.servers import HOST, need

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

WHY = "the pages are tested in it"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def program() -> str:
    """The browser's shell without a window, which needs half the work; where it is not installed, the whole browser."""
    return shutil.which("chromium-headless-shell") or need("chromium", WHY)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser, one for each module of tests.

    Not one for the session: while Playwright is up, its event loop counts as running in this thread, and no test
    could use ``asyncio.run``.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page with cookies of its own.  An error in its scripts fails the test."""
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(10_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, f"script errors on the page: {errors}"


@contextlib.contextmanager
def serving(app: "WSGIApplication") -> Iterator[str]:
    """Serve an application on loopback in a thread; gives ``http://127.0.0.1:PORT`` (no slash at the end)."""
    server = make_server(HOST, 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, name="served application")
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
