"""The crypto layer in a browser: libsodium.js gives the bytes of libsodium here, and comes when needed."""

import json
from typing import Any

from playwright.sync_api import Page

from vectors.crypto import OURS, PUBLISHED
from web.site import asset
from web.test_worker import ASK, start

RUN = """files => new Promise((resolve, reject) => {
    const worker = new Worker("/beside/crypto.js", { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessageerror = () => reject(new Error("no text"));
    worker.postMessage(files);
})"""

BOTH = """
def sealed():
    from facedown.crypto import sealed as boxes
    key = BoxKey.fresh()
    one, two = (boxes.seal(key.public, CONTEXT, message) for message in (b"", b"a share"))
    opened = [key.open(CONTEXT, one).decode(), key.open(CONTEXT, two).decode()]
    return [*opened, _refused(lambda: boxes.seal(bytes(32), CONTEXT, b"")), one[:32] == two[:32]]
json.dumps([json.loads(text(given)), sealed()])
"""


def run(page: Page, expression: str) -> Any:
    files = {
        "pyodide": asset("pyodide", ".wasm").rpartition("/")[0] + "/",
        "library": asset("library", ".zip"),
        "packages": asset("packages", ".zip"),
        "sodium": asset("sodium", ".js"),
        "expression": expression,
    }
    return json.loads(page.evaluate(RUN, files))


def test_all_vectors_are_the_same_bytes_and_what_is_random_is_so(page: Page) -> None:
    vectors, sealed = run(page, BOTH)
    assert vectors["published"] == json.loads(PUBLISHED.read_text("utf-8"))
    assert vectors["ours"] == json.loads(OURS.read_text("utf-8"))
    assert sealed == ["", "a share", "the public key of a box is of no use", False]


def test_libsodium_delays_no_mirror_and_is_there_when_it_is_needed(page: Page) -> None:
    """Most matches are signed, so it is fetched unasked; but after all that the mirror needs."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request("**/sodium-*.js", timeout=90_000):
        assert start(page) == {"type": "ready"}
    first = next(at for at, url in enumerate(asked) if "/sodium-" in url)
    assert {"library", "packages"} <= {url.rpartition("/")[2].partition("-")[0] for url in asked[:first]}
    sealed = {"id": 1, "ask": "verify", "with": {"log": '{"dealer":"mental"}\n', "head": None}}
    house = {"id": 2, "ask": "look", "with": {"match": "elemental"}}
    answers = page.evaluate(ASK, [sealed, house])
    assert [answer["id"] for answer in answers] == [1, 2]
