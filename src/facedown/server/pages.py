"""The browser client as files: built into this package by web/build.mjs and compressed there."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from facedown.server.http.endpoint import CHANGING, FOREVER

BUILT = Path(__file__).parents[1] / "web"

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Only our own files, no inline script or style, WebAssembly for the mirror. It holds for the worker's script
by that script's own response, so every file has it."""

PAGES = ("", "decks", "lobby", "match", "play", "profile", "replay", "settings", "watch")
"""The first part of the app's own addresses. Some are also addresses of the HTTP interface: a browser that is
to show a page asks for HTML, and a program does not."""

MEDIA = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".map": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}

ENCODINGS = {"br": ".br", "gzip": ".gz", "identity": ""}
"""What a file may be compressed with, best first, and what its name then ends in."""

NOT_BUILT = """\
The browser client is not built here.

In a source tree:   make web        (needs Node.js, or installs it from PyPI)
An installed wheel has it inside. From a terminal: facedown play duel --server and this address.
"""


class Asset(msgspec.Struct, frozen=True):
    """A file and its compressed forms, by encoding."""

    media: str
    forms: Mapping[str, Path]


class Pages:
    """The files that were built. A new build is noticed; what is not in it is not served."""

    def __init__(self, folder: Path = BUILT) -> None:
        self._folder = folder
        self._built: int | None = None
        self._assets: dict[str, Asset] = {}

    def routes(self) -> list[BaseRoute]:
        """Before the HTTP interface: the files, and the app where a browser asks for one of its pages."""
        return [Route("/assets/{path:path}", self.asset), Route("/", self.index), _Page(self.index, PAGES)]

    def fallback(self) -> BaseRoute:
        """After the HTTP interface: the app says in its own way that there is no such page."""
        return _Page(self.index)

    def asset(self, request: Request) -> Response:
        """A file. Its name changes with its content, so it never has to be asked for again."""
        self._look()
        asset = self._assets.get(f"assets/{request.path_params['path']}")
        if asset is None:
            return PlainTextResponse("there is no such file\n", 404)
        form, headers = _form(request, asset)
        return FileResponse(form, headers={**headers, "Cache-Control": FOREVER}, media_type=asset.media)

    def index(self, request: Request) -> Response:
        """The app. Always asked for again, answered in a few bytes if it is still the same."""
        self._look()
        asset = self._assets.get("index.html")
        if asset is None:
            return PlainTextResponse(NOT_BUILT, 503)
        form, headers = _form(request, asset)
        page = form.read_bytes()
        etag = f'"{hashlib.sha256(page).hexdigest()[:16]}"'
        headers |= {"Cache-Control": CHANGING, "ETag": etag, "Vary": "Accept, Accept-Encoding"}
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(page, headers=headers, media_type=asset.media)

    def _look(self) -> None:
        """Read what is there, if it was not there before. A build replaces the folder as a whole."""
        try:
            built = (self._folder / "manifest.json").stat().st_mtime_ns
        except FileNotFoundError:
            built = None
        if built != self._built:
            self._assets = {} if built is None else dict(_assets(self._folder))
            self._built = built


class _Page(Route):
    """Matches where a browser asks for a page: one of these, or any."""

    def __init__(self, endpoint: object, pages: tuple[str, ...] | None = None) -> None:
        super().__init__("/{path:path}", endpoint, methods=["GET"])  # type: ignore[arg-type]
        self._pages = pages

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Only GET, only HTML."""
        found, child = super().matches(scope)
        if found is not Match.FULL or "text/html" not in Headers(scope=scope).get("accept", ""):
            return Match.NONE, {}
        first = scope["path"].lstrip("/").partition("/")[0]
        return (found, child) if self._pages is None or first in self._pages else (Match.NONE, {})


def _assets(folder: Path) -> Iterator[tuple[str, Asset]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        media = MEDIA.get(path.suffix)
        if media is None:
            continue
        forms = {encoding: path.with_name(path.name + ending) for encoding, ending in ENCODINGS.items()}
        there = {encoding: form for encoding, form in forms.items() if form.is_file()}
        yield name, Asset(media, there)


def _form(request: Request, asset: Asset) -> tuple[Path, dict[str, str]]:
    """The form to send, and the headers that go with it."""
    encoding = choose(request.headers.get("accept-encoding", ""), asset.forms)
    headers = {"Content-Security-Policy": POLICY, "Vary": "Accept-Encoding"}
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return asset.forms[encoding], headers


def choose(accepted: str, forms: Mapping[str, Path]) -> str:
    """The form that the client likes best, by its quality values; of equally good ones the smallest."""
    quality = {}
    for part in accepted.lower().split(","):
        name, _, parameter = part.strip().partition(";")
        quality[name.strip()] = _quality(parameter.strip())
    others = quality.get("*", 0.0)
    liked = [(quality.get(encoding, others), encoding) for encoding in ENCODINGS if encoding in forms]
    # `identity` need not be named to be welcome; it is the last resort even where it is not.
    best = max(liked, key=lambda pair: pair[0])
    return best[1] if best[0] > 0 else "identity"


def _quality(parameter: str) -> float:
    if not parameter.startswith("q="):
        return 1.0
    try:
        return float(parameter[2:])
    except ValueError:
        return 0.0
