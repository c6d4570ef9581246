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


def test_libsodium_is_fetched_for_sealed_matches_only(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert start(page) == {"type": "ready"}
    house = {"id": 1, "ask": "look", "with": {"match": "elemental"}}
    sealed = {"id": 2, "ask": "verify", "with": {"log": '{"dealer":"mental"}\n', "head": None}}
    page.evaluate(ASK, [house])
    assert not [url for url in asked if "/sodium-" in url]
    with page.expect_request("**/sodium-*.js", timeout=90_000):
        answers = page.evaluate(ASK, [sealed, {**house, "id": 3}])
    assert [answer["id"] for answer in answers] == [2, 3]
