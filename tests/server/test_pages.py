"""The browser client's files over HTTP: the right form, the right headers, and nothing but them."""

import gzip
import http.client
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from facedown.server.pages import POLICY, Pages, choose
from server.http_server import HttpServer, Reply
from web.site import served

PAGE = b"<!doctype html><title>Facedown</title>" + b" " * 300
SCRIPT = b"export const answer = 42;" * 100
FOREVER = "public, max-age=31536000, immutable"
HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def write(folder: Path, name: str, data: bytes, *, packed: bool = False) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    if packed:
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(data))
        path.with_name(path.name + ".br").write_bytes(b"br:" + data[:10])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a build leaves behind, in small."""
    built = tmp_path / "facedown" / "web"
    write(built, "index.html", PAGE, packed=True)
    write(built, "assets/main-ABC.js", SCRIPT, packed=True)
    write(built, "assets/font-ABC.woff2", b"wOF2")
    write(built, "assets/pyodide-1/pyodide.asm.wasm", b"\0asm", packed=True)
    write(built, "manifest.json", b"{}")
    write(built, "assets/notes.txt", b"for us")
    write(built.parent, "secret.js", b"not for you")
    return built


class Site:
    """A socket to ask."""

    def __init__(self, address: str) -> None:
        self._at = urlsplit(address).netloc

    def get(self, path: str, method: str = "GET", **headers: str) -> Reply:
        connection = http.client.HTTPConnection(self._at, timeout=60)
        try:
            connection.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, found, response.read())
        finally:
            connection.close()


@pytest.fixture
def site(folder: Path) -> Iterator[Site]:
    with served(Pages(folder)) as address:
        yield Site(address)


# --- which form ---


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", "identity"),
        ("identity", "identity"),
        ("gzip", "gzip"),
        ("gzip, deflate", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("BR", "br"),
        ("br;q=0.5, gzip", "gzip"),
        ("br;q=0.5, gzip;q=0.5", "br"),
        ("br;q=0, gzip;q=0.1", "gzip"),
        ("br;q=0", "identity"),
        ("*", "br"),
        ("*;q=0", "identity"),
        ("*;q=0.1, br;q=0", "gzip"),
        ("identity;q=1, br;q=0.5", "identity"),
        ("identity;q=0, gzip;q=0.001", "gzip"),
        ("identity;q=0", "identity"),
        ("deflate", "identity"),
        ("br;q=much, gzip;q=0.1", "gzip"),
        ("br ; q=0.2 , gzip ; q=0.1", "br"),
    ],
)
def test_the_client_gets_the_form_it_likes_best(accepted: str, chosen: str) -> None:
    every = {"br": Path("a.br"), "gzip": Path("a.gz"), "identity": Path("a")}
    assert choose(accepted, every) == chosen


def test_what_was_not_compressed_is_sent_as_it_is() -> None:
    assert choose("br, gzip", {"identity": Path("a")}) == "identity"


def test_a_compressed_file_says_so(site: Site) -> None:
    plain = site.get("/assets/main-ABC.js")
    assert plain.body == SCRIPT
    assert "content-encoding" not in plain.headers
    packed = site.get("/assets/main-ABC.js", accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == SCRIPT
    assert site.get("/assets/main-ABC.js", accept_encoding="br, gzip").body == b"br:" + SCRIPT[:10]
    for reply in (plain, packed):
        assert reply.headers["vary"] == "Accept-Encoding"
        assert reply.headers["content-type"] == "text/javascript; charset=utf-8"
        assert reply.headers["content-length"] == str(len(reply.body))


# --- headers ---


@pytest.mark.parametrize(
    ("path", "media"),
    [
        ("/assets/main-ABC.js", "text/javascript; charset=utf-8"),
        ("/assets/font-ABC.woff2", "font/woff2"),
        ("/assets/pyodide-1/pyodide.asm.wasm", "application/wasm"),
        ("/", "text/html; charset=utf-8"),
    ],
)
def test_every_file_has_its_type_and_the_policy(site: Site, path: str, media: str) -> None:
    headers = site.get(path).headers
    assert headers["content-type"] == media
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_policy_allows_our_own_files_and_webassembly_and_nothing_else() -> None:
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules.pop("script-src") == "'self' 'wasm-unsafe-eval'"
    assert rules.pop("img-src") == "'self' data:"
    for name in ("worker-src", "connect-src", "style-src", "font-src"):
        assert rules.pop(name) == "'self'"
    assert rules == dict.fromkeys(("default-src", "base-uri", "form-action", "frame-ancestors"), "'none'")


def test_named_files_are_kept_for_ever_and_the_page_is_asked_for_again(site: Site) -> None:
    assert site.get("/assets/main-ABC.js").headers["cache-control"] == FOREVER
    page = site.get("/")
    assert page.headers["cache-control"] == "no-cache"
    again = site.get("/", if_none_match=page.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert again.headers["content-security-policy"] == POLICY
    packed = site.get("/", accept_encoding="gzip", if_none_match=page.headers["etag"])
    assert packed.status == 200
    assert packed.headers["vary"] == "Accept, Accept-Encoding"


def test_head_is_get_without_the_body(site: Site) -> None:
    for path in ("/", "/assets/main-ABC.js"):
        get, head = site.get(path), site.get(path, "HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == get.headers["content-length"]
    assert site.get("/", "POST").status == 405


# --- which file ---


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../index.html",
        "/assets/../../secret.js",
        "/assets/%2e%2e/%2e%2e/secret.js",
        "/assets/..%2f..%2fsecret.js",
        "/assets/..\\..\\secret.js",
        "/assets//etc/passwd",
        "/assets/",
        "/assets/notes.txt",
        "/assets/main-ABC.js.br",
        "/assets/main-ABC.js%00.js",
        "/assets/pyodide-1",
        "/manifest.json",
        "/secret.js",
        "/web/index.html",
    ],
)
def test_only_what_was_built_to_be_served_is_served(site: Site, path: str) -> None:
    reply = site.get(path)
    assert reply.status == 404
    assert b"not for you" not in reply.body


def test_a_link_out_of_the_folder_is_not_followed_by_name(folder: Path, site: Site) -> None:
    """Only what the build made is listed; a name that is not in the list is never looked for on the disk."""
    site.get("/")
    (folder / "assets" / "late.js").write_bytes(b"new")
    assert site.get("/assets/late.js").status == 404


def test_a_new_build_is_noticed(folder: Path, site: Site) -> None:
    assert site.get("/").body == PAGE
    write(folder, "index.html", b"new page")
    write(folder, "assets/main-DEF.js", b"new")
    write(folder, "manifest.json", b"{ }")
    os.utime(folder / "manifest.json", ns=(1, 1))
    assert site.get("/").body == b"new page"
    assert site.get("/assets/main-DEF.js").body == b"new"


def test_without_a_build_the_page_says_how_to_make_one(tmp_path: Path) -> None:
    with served(Pages(tmp_path / "nothing")) as address:
        site = Site(address)
        for path in ("/", "/decks"):
            page = site.get(path, accept=HTML)
            assert page.status == 503
            assert page.headers["content-type"].startswith("text/plain")
            assert b"make web" in page.body
        assert site.get("/assets/main-ABC.js").status == 404


# --- the app's addresses, on the real server ---


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("pages")) as server:
        yield server


@pytest.mark.parametrize(
    "path",
    ["/", "/play", "/match/m1", "/watch/m1", "/replay/m1", "/lobby/ABCD", "/decks", "/decks/d1", "/no/such"],
)
def test_a_browser_gets_the_app_at_each_of_its_addresses(server: HttpServer, path: str) -> None:
    reply = server.get(path, accept=HTML)
    assert reply.status == 200
    assert reply.headers["content-security-policy"] == POLICY
    assert b"/assets/main-" in reply.body


def test_a_program_gets_the_interface_at_the_same_addresses(server: HttpServer) -> None:
    assert server.get("/decks").status == 401
    assert server.get("/no/such").json["code"] == "unknown"
    assert server.ask("POST", "/decks", {}, accept=HTML).headers["content-type"] == "application/json"
    assert server.ask("POST", "/no/such", {}, accept=HTML).json["code"] == "unknown"


def test_a_browser_too_gets_what_only_the_interface_has(server: HttpServer) -> None:
    for path in ("/openapi.json", "/games", "/healthz"):
        assert server.get(path, accept=HTML).headers["content-type"] == "application/json"
