"""The same games, the same bytes: here, in Pyodide under Node.js, and in a browser."""

import importlib.util
import subprocess
from pathlib import Path

from playwright.sync_api import Page

from facedown.server.pages import BUILT
from web.golden import FILE, text
from web.site import HERE, NODE_MODULES, asset

ROOT = Path(__file__).parents[2]


def test_here() -> None:
    assert text() == FILE.read_text("utf-8")


def test_in_node() -> None:
    archives = [f"{BUILT}{asset(name, '.zip')}" for name in ("library", "packages")]
    command = [_node(), str(HERE / "golden.js"), str(NODE_MODULES / "pyodide"), *archives]
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


def _node() -> str:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    node = module.find_node()
    assert node is not None, "run `make setup`: it brings Node.js"
    return str(node.program)
