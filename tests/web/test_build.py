"""What web/build.mjs makes: names by content, nothing inline, nothing foreign, and not too much."""

import gzip
import html.parser
import json
import re
import zipfile
from pathlib import Path

import pytest

from facedown.server.pages import BUILT, MEDIA
from web.hatch import hatch_build
from web.site import asset, manifest

ROOT = Path(__file__).parents[2]
FIRST_LOAD = 300_000
"""Bytes on the wire before the mirror."""


class Tags(html.parser.HTMLParser):
    """Every tag of a page with its attributes, and what stands between tags of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in ("script", "style"):
            self.inline += data.strip()


@pytest.fixture(scope="module")
def page() -> Tags:
    return Tags((BUILT / "index.html").read_text("utf-8"))


def test_it_is_built_from_these_sources() -> None:
    assert hatch_build.built(), "the browser client is not that of these sources: run `make web`"


def test_the_page_names_what_is_there_and_nothing_elsewhere(page: Tags) -> None:
    named = [
        value for _, attributes in page.found for name, value in attributes.items() if name in ("src", "href")
    ]
    assert len(named) >= 2
    for address in named:
        assert address is not None
        assert address.startswith("/assets/")
        assert (BUILT / address[1:]).is_file()


def test_nothing_is_inline(page: Tags) -> None:
    assert page.inline == ""
    for _, attributes in page.found:
        assert not [name for name in attributes if name == "style" or name.startswith("on")]


def test_names_change_with_the_content() -> None:
    for name in manifest()["files"]:
        if name != "index.html":
            assert re.search(r"-([0-9A-Z]{8}|[0-9a-f]{8})[./]", name), name
            assert Path(name).suffix in MEDIA


def test_the_manifest_has_the_sizes_of_what_is_there() -> None:
    endings = {"identity": "", "br": ".br", "gz": ".gz"}
    listed = {BUILT / "manifest.json", BUILT / "licences.txt"}
    for name, sizes in manifest()["files"].items():
        for encoding, size in sizes.items():
            path = BUILT / (name + endings[encoding])
            assert path.stat().st_size == size
            listed.add(path)
    assert {path for path in BUILT.rglob("*") if path.is_file()} == listed


def test_compressed_files_hold_the_same() -> None:
    packed = list(BUILT.rglob("*.gz"))
    assert len(packed) >= 6
    for path in packed:
        assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()
        assert path.with_suffix(".br").stat().st_size < path.stat().st_size


def test_what_is_loaded_before_the_mirror_is_small() -> None:
    late = ("assets/library-", "assets/packages-", "assets/pyodide-", "assets/sodium-", "assets/worker-")
    first = {name: sizes for name, sizes in manifest()["files"].items() if not name.startswith(late)}
    assert sum(sizes.get("br", sizes["identity"]) for sizes in first.values()) < FIRST_LOAD


def test_fonts_are_latin_woff2() -> None:
    fonts = list(BUILT.rglob("*.woff*"))
    assert fonts
    assert all("-latin-" in font.name and font.suffix == ".woff2" for font in fonts)


# --- the Python in it ---


def names(start: str) -> list[str]:
    with zipfile.ZipFile(BUILT / asset(start, ".zip")[1:]) as archive:
        assert all(item.compress_type == zipfile.ZIP_STORED for item in archive.infolist())
        return archive.namelist()


def test_our_packages_are_whole_and_compiled() -> None:
    packed = names("packages")
    sources = ROOT / "src"
    wanted = {"facedown/__init__.pyc"}
    for package in json.loads((ROOT / "web" / "package.json").read_text())["python"]:
        for path in (sources / "facedown" / package).rglob("*.py"):
            wanted.add(f"{path.relative_to(sources).as_posix()}c")
    assert {name for name in packed if name.startswith("facedown/")} == wanted
    assert "facedown/table/bridge.pyc" in wanted
    assert [name for name in packed if name.endswith(".so")] == [
        "msgspec/_core.cpython-314-wasm32-emscripten.so"
    ]
    assert not [name for name in packed if name.endswith((".py", ".pyi"))]


def test_what_others_wrote_comes_with_its_licence() -> None:
    told = (BUILT / "licences.txt").read_text("utf-8")
    for name in ("preact", "@preact/signals", "pyodide", "libsodium-sumo", "@fontsource/cinzel"):
        assert re.search(rf"^{name} \d+\.\d+\.\d+, \S+$", told, re.MULTILINE)
    assert "SIL OPEN FONT LICENSE" in told
    assert "https://github.com/pyodide/pyodide" in told
    assert [name for name in names("packages") if name.startswith("msgspec-") and "licenses/" in name]


def test_the_library_is_trimmed_but_not_too_far() -> None:
    library = names("library")
    assert 150 < len(library) < 300
    for needed in ("asyncio/__init__.pyc", "traceback.pyc", "hmac.pyc", "importlib/metadata/__init__.pyc"):
        assert needed in library
    for useless in ("multiprocessing", "unittest", "idlelib", "tkinter", "pydoc", "sqlite3", "test"):
        assert not [name for name in library if name.startswith((f"{useless}/", f"{useless}."))]


def test_the_page_has_the_servers_msgspec() -> None:
    pinned = re.findall(r"^msgspec==(\S+)", (ROOT / "web" / "requirements.txt").read_text(), re.MULTILINE)
    locked = re.findall(r"^msgspec==(\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert pinned == locked


def test_the_lock_file_names_no_registry_and_every_hash() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert len(packages) > 5
    for package in packages.values():
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package
