"""The operations of a sealed deck in Chromium: the built Python and libsodium of the browser client."""

import json
import mimetypes
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from facedown.client.bench.browser import find_chromium, newcomer, renderer_time
from facedown.client.bench.operations import CASES
from facedown.server.pages import BUILT

if TYPE_CHECKING:
    from playwright.sync_api import Page

Found = list[tuple[str, int, int, float, int]]

OPERATIONS = Path(__file__).with_name("operations.py")
PYODIDE = Path(__file__).parents[4] / "web" / "node_modules" / "pyodide"
PATIENCE = 180_000
_FIGURES = "import json\njson.dumps([match.seconds, match.messages])"

WORKER = """
self.onmessage = async ({ data: { packages, sodium } }) => {
  const { loadPyodide } = await import("/pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("/pyodide/", location.href).href });
  const archive = await (await fetch(packages)).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
  await (await import(sodium)).loadSodium();
  python.runPython(await (await fetch("/operations.py")).text());
  python.runPython("warm_up()");
  self.onmessage = ({ data: line }) => self.postMessage(python.runPython(line) ?? null);
  self.postMessage(null);
};
"""
START = """files => new Promise((resolve, reject) => {
  window.worker = new Worker("/worker.js", { type: "module" });
  window.worker.onmessage = () => resolve();
  window.worker.onerror = (event) => reject(new Error(event.message));
  window.worker.postMessage(files);
})"""
SAY = """line => new Promise((resolve, reject) => {
  window.worker.onmessage = ({ data }) => resolve(data);
  window.worker.onerror = (event) => reject(new Error(event.message));
  window.worker.postMessage(line);
})"""


def run_there(rounds: int) -> Found | None:
    """What `operations.run` finds in a browser; None with a line on stderr where it cannot be run."""
    why = _missing()
    if why:
        sys.stderr.write(f"facedown: no figures for the browser: {why}\n")
        return None
    with _site() as address, newcomer() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.evaluate(START, {"packages": _asset("packages-", ".zip"), "sodium": _asset("sodium-", ".js")})
        return [(*case, *_time(page, *case, rounds)) for case in CASES]


def _time(page: "Page", what: str, players: int, size: int, rounds: int) -> tuple[float, int]:
    """Milliseconds and messages of an operation, in the round that was disturbed least.

    By the worker's clock, or by the processor time of the pages where the system tells it and it is less: the
    one has others in it who use the processor, the other the page's messages to its worker.
    """
    times, messages = [], 0
    for _ in range(rounds):
        page.evaluate(SAY, f"match = Match({players}, {size})")
        before = renderer_time()
        seconds, messages = json.loads(page.evaluate(SAY, f"match.{what}()\n{_FIGURES}"))
        after = renderer_time()
        used = seconds if before is None or after is None else after - before
        times.append(1000 * min(seconds, used))
    return min(times), messages


def _missing() -> str:
    if not PYODIDE.is_dir():
        return "it is measured from a source checkout only, after `make web`"
    if not (BUILT / "manifest.json").is_file():
        return "the browser client is not built; run `make web`"
    if find_chromium() is None:
        return "there is no browser; apt install chromium, or set FACEDOWN_CHROMIUM"
    return ""


def _asset(start: str, end: str) -> str:
    files: dict[str, object] = json.loads((BUILT / "manifest.json").read_bytes())["files"]
    (name,) = [name for name in files if name.startswith(f"assets/{start}") and name.endswith(end)]
    return f"/{name}"


class _Files(BaseHTTPRequestHandler):
    """The few files that the page needs."""

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        body = self._find(path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", _media(path))
        self.end_headers()
        self.wfile.write(body or b"")

    def _find(self, path: str) -> bytes | None:
        fixed = {"/": b"<!doctype html><title>bench</title>", "/worker.js": WORKER.encode()}
        if path in fixed:
            return fixed[path]
        folder, name = PYODIDE, path.removeprefix("/pyodide/")
        if path == "/operations.py":
            folder, name = OPERATIONS.parent, OPERATIONS.name
        elif path.startswith("/assets/"):
            folder, name = BUILT, path[1:]
        file = (folder / name).resolve()
        return file.read_bytes() if file.is_relative_to(folder.resolve()) and file.is_file() else None

    def log_message(self, *_: object) -> None:
        """Quietly."""


def _media(path: str) -> str:
    if path.endswith((".js", ".mjs")):
        return "text/javascript"
    return "text/html" if path == "/" else mimetypes.guess_type(path)[0] or "application/octet-stream"


@contextmanager
def _site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Files) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
