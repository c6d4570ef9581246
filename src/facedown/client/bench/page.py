"""The page in a real browser: how soon it shows a table and checks it by itself, and how much it loads."""

import json
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec
from websockets.sync.client import connect

from facedown.client.bench.browser import newcomer
from facedown.client.bench.figures import Figure
from facedown.client.bench.page_motion import motion
from facedown.client.bench.served import Served
from facedown.server.messages import Hello, PlayBot
from facedown.server.pages import BUILT

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

VISITS = 3
PATIENCE = 60_000
STAY = 12_000
"""Milliseconds. Only a page that was looked at for a while leaves compiled code in the browser's cache."""
MIRROR = ("assets/library-", "assets/packages-", "assets/pyodide-", "assets/worker-")
"""What only the mirror loads."""

WATCH = """
const seen = () => {
  if (!document.querySelector("main.table-page [data-key]")) requestAnimationFrame(seen);
  else requestAnimationFrame(() => performance.mark("table visible"));
};
requestAnimationFrame(seen);
"""
"""Marks the frame after the first one with cards on a table."""

TIMES = """() => ["table visible", "mirror ready"].map(
  (name) => performance.getEntriesByName(name)[0]?.startTime)"""

LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((entry) => [new URL(entry.name).pathname.slice(1), entry.startTime, entry.encodedBodySize])"""


class Visit(msgspec.Struct, frozen=True):
    """Milliseconds from the navigation, and the bytes that were loaded before the table was visible."""

    table: float
    mirror: float
    bytes: int


def measure() -> Iterator[Figure]:
    """A match that is running, looked at by newcomers and by those who come back."""
    with Served() as server:
        address = f"{server.address}/watch/{_match(server.address)}"
        cold, warm = [], []
        for _ in range(VISITS):
            with newcomer() as context:
                context.add_init_script(WATCH)
                cold.append(_visit(context, address, stay=STAY))
                warm.append(_visit(context, address))
        moving = list(motion(server.address))
    yield Figure("table visible, cold", median(v.table for v in cold) / 1000, "s", 1, at_most=True)
    yield Figure("table visible, warm", median(v.table for v in warm) / 1000, "s")
    yield Figure("mirror ready, cold", median(v.mirror for v in cold) / 1000, "s", 2.5, at_most=True)
    yield Figure("mirror ready, warm", median(v.mirror for v in warm) / 1000, "s", 1.5, at_most=True)
    yield Figure("page before the mirror, compressed", cold[0].bytes / 1000, "kB", 300, at_most=True)
    yield from moving
    yield Figure("mirror, compressed", _mirror_bytes() / 1_000_000, "MB")


def _match(address: str) -> str:
    """A match against a bot; it waits for its player."""
    with connect(f"{address.replace('http', 'ws', 1)}/ws") as line:
        line.send(msgspec.json.encode(Hello()).decode())
        line.send(msgspec.json.encode(PlayBot()).decode())
        while True:
            said: dict[str, Any] = json.loads(line.recv(timeout=20))
            if said["type"] == "snapshot":
                return str(said["match"])


def _visit(context: "BrowserContext", address: str, stay: int = 0) -> Visit:
    page = context.new_page()
    page.goto(address)
    table, mirror = None, None
    for _ in range(PATIENCE // 20):
        table, mirror = page.evaluate(TIMES)
        if table is not None and mirror is not None:
            break
        page.wait_for_timeout(20)
    else:
        raise RuntimeError(f"after {PATIENCE // 1000} s: table visible {table}, mirror ready {mirror}")
    loaded = page.evaluate(LOADED)
    page.wait_for_timeout(stay)
    page.close()
    before = [size for name, start, size in loaded if start < table and not name.startswith(MIRROR)]
    return Visit(table, mirror, sum(before))


def _mirror_bytes() -> int:
    files: dict[str, dict[str, int]] = json.loads((BUILT / "manifest.json").read_bytes())["files"]
    return sum(min(sizes.values()) for name, sizes in files.items() if name.startswith(MIRROR))
