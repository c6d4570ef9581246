"""A Chromium of one's own for a measurement or a test, driven by Playwright."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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


def renderer_time() -> float | None:
    """Seconds of processor time that our browsers' pages have used; None where the system does not tell."""
    try:
        parents = {
            int(stat.parent.name): int(stat.read_text().rpartition(")")[2].split()[1])
            for stat in Path("/proc").glob("[0-9]*/stat")
        }
        ours = {os.getpid()}
        while more := {child for child, parent in parents.items() if parent in ours} - ours:
            ours |= more
        pages = [pid for pid in ours if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        tasks = [task for pid in pages for task in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9 if tasks else None
    except (OSError, ValueError):  # another system, or a process that ended while we looked
        return None


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
