"""The operations of a sealed deck in Chromium: the built Python and libsodium of the browser client."""

import json
import mimetypes
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from facedown.client.bench.browser import find_chromium, newcomer
from facedown.server.pages import BUILT

Found = list[tuple[str, int, int, float, int]]

OPERATIONS = Path(__file__).with_name("operations.py")
PYODIDE = Path(__file__).parents[4] / "web" / "node_modules" / "pyodide"
PATIENCE = 180_000

WORKER = """
self.onmessage = async ({ data: { packages, sodium, rounds } }) => {
  const { loadPyodide } = await import("/pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("/pyodide/", location.href).href });
  const archive = await (await fetch(packages)).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
  await (await import(sodium)).loadSodium();
  const script = await (await fetch("/operations.py")).text();
  self.postMessage(python.runPython(`${script}\\nimport json\\njson.dumps(run(${rounds}))`));
};
"""
RUN = """files => new Promise((resolve, reject) => {
  const worker = new Worker("/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage(files);
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
        files = {
            "packages": _asset("packages-", ".zip"),
            "sodium": _asset("sodium-", ".js"),
            "rounds": rounds,
        }
        found: str = page.evaluate(RUN, files)
    return msgspec.json.decode(found, type=Found)


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
