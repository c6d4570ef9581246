"""The built files on a socket, as the server serves them, and a few files of the tests beside them."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from facedown.server.http.headers import SafeHeaders
from facedown.server.pages import BUILT, POLICY, Pages

HERE = Path(__file__).parent
NODE_MODULES = HERE.parents[1] / "web" / "node_modules"
BESIDE = {
    "golden.js": HERE / "golden.js",
    "golden.py": HERE / "golden.py",
    "crypto.js": HERE / "crypto.js",
    "crypto.py": HERE.parent / "vectors" / "crypto.py",
    "rfc.json": HERE.parent / "vectors" / "rfc.json",
    "pyodide.mjs": NODE_MODULES / "pyodide" / "pyodide.mjs",
    "pyodide-lock.json": NODE_MODULES / "pyodide" / "pyodide-lock.json",
}


def manifest() -> dict[str, Any]:
    """What was built."""
    found: dict[str, Any] = json.loads((BUILT / "manifest.json").read_text())
    return found


def asset(start: str, end: str) -> str:
    """The address of the one built file whose name begins and ends so."""
    (name,) = [
        name for name in manifest()["files"] if name.startswith(f"assets/{start}") and name.endswith(end)
    ]
    return f"/{name}"


def _blank(_: Request) -> Response:
    return HTMLResponse("<!doctype html><title>blank</title>", headers={"Content-Security-Policy": POLICY})


def _beside(request: Request) -> Response:
    policy = request.query_params.get("policy", POLICY)
    name = request.path_params["name"]
    path = BESIDE[name] if name in BESIDE else BUILT / "assets" / name
    return FileResponse(path, headers={"Content-Security-Policy": policy})


@contextmanager
def served(pages: Pages) -> Iterator[str]:
    """The address of a server for as long as it is needed."""
    routes = [Route("/blank", _blank), Route("/beside/{name}", _beside), *pages.routes(), pages.fallback()]
    app = SafeHeaders(Starlette(routes=routes))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=asyncio.run, args=(server.serve(),))
    thread.start()
    try:
        while not server.started:
            threading.Event().wait(0.01)
        (listening,) = server.servers
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
