"""The same games, the same bytes: here, in Pyodide under Node.js, and in a browser."""

import subprocess

from playwright.sync_api import Page

from facedown.server.pages import BUILT
from web.golden import FILE, text
from web.hatch import hatch_build
from web.site import HERE, NODE_MODULES, asset


def test_here() -> None:
    assert text() == FILE.read_text("utf-8")


def test_in_node() -> None:
    archives = [f"{BUILT}{asset(name, '.zip')}" for name in ("library", "packages")]
    node = hatch_build.find_node()
    assert node is not None, "run `make setup`: it brings Node.js"
    command = [node.program, str(HERE / "golden.js"), str(NODE_MODULES / "pyodide"), *archives]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stdout == FILE.read_text("utf-8"), run.stderr[-2000:]


def test_in_a_browser(page: Page) -> None:
    files = {
        "pyodide": asset("pyodide", ".wasm").rpartition("/")[0] + "/",
        "library": asset("library", ".zip"),
        "packages": asset("packages", ".zip"),
    }
    found = page.evaluate(
        """files => new Promise((resolve, reject) => {
            const worker = new Worker("/beside/golden.js", { type: "module" });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = (event) => reject(new Error(event.message));
            worker.postMessage(files);
        })""",
        files,
    )
    assert found == FILE.read_text("utf-8")
