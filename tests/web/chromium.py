"""Debian's chromium for tests. Where there is none, and we are root on a Debian, apt installs it."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from facedown.client.bench.browser import FLAGS, find_chromium


def executable() -> str:
    """Where the browser is; installs one if it has to and can."""
    found = find_chromium()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        found = _installed()
    if found is None:
        raise RuntimeError("these tests need a browser: apt install chromium, or set FACEDOWN_CHROMIUM")
    return found


def _installed() -> str | None:
    with (Path(tempfile.gettempdir()) / "facedown-apt").open("w") as lock:
        # Tests run in more than one process, and apt does not.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find_chromium() is None:
            subprocess.run(["apt-get", "update", "-qq"], check=True)
            subprocess.run(["apt-get", "install", "-qq", "--no-install-recommends", "chromium"], check=True)
        return find_chromium()


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser of its own, closed at the end."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        try:
            yield running
        finally:
            running.close()
