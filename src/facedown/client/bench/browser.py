"""A Chromium of one's own for a measurement or a test, driven by Playwright."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    """Where the browser is: `FACEDOWN_CHROMIUM`, or the first of its names on PATH."""
    return os.environ.get("FACEDOWN_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def newcomer() -> Iterator["BrowserContext"]:
    """A browser that was never anywhere: its caches are on disk, as a person's are, and empty."""
    from playwright.sync_api import sync_playwright

    executable = find_chromium()
    if executable is None:
        raise RuntimeError("there is no browser: apt install chromium, or set FACEDOWN_CHROMIUM")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, sync_playwright() as playwright:
        launch = playwright.chromium.launch_persistent_context
        context = launch(profile, executable_path=executable, args=FLAGS)
        try:
            yield context
        finally:
            context.close()
