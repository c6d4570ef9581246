"""The mirror's worker in a browser: the answers are, byte for byte, those of the same code here."""

import json
import random
from typing import Any
from urllib.parse import quote

import msgspec
from playwright.sync_api import Page

from facedown.server.pages import POLICY
from facedown.table import nonce_commitment
from facedown.table.bridge import Bridge
from facedown.table.messages import Contribute, Update
from table.rooms import Party
from web.site import asset

NONCES = ("aa" * 16, "bb" * 16)

START = """address => new Promise((resolve) => {
    globalThis.worker = new Worker(address, { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => resolve({ type: "error", why: event.message });
})"""
ASK = """requests => new Promise((resolve) => {
    const answers = [];
    worker.onmessage = ({ data }) => { if (answers.push(data) === requests.length) resolve(answers); };
    for (const request of requests) worker.postMessage(request);
})"""


def start(page: Page, address: str = "") -> Any:
    """The first word of a worker."""
    return page.evaluate(START, address or asset("worker", ".js"))


def conversation() -> list[tuple[str, dict[str, Any]]]:
    """All that a page may ask in the course of a match, with a lie and a mistake among it."""
    party = Party(nonces=tuple(map(nonce_commitment, NONCES)))
    choose = random.Random(11)
    asked: list[tuple[str, dict[str, Any]]] = [("open", {"snapshot": _snapshot(party), "log": None})]
    told = party.told[0]
    told.clear()
    for seat in (0, 1):
        party.say(seat, Contribute(NONCES[seat]))
    while True:
        asked += [("receive", {"match": "m", "update": _text(it)}) for it in told if isinstance(it, Update)]
        told.clear()
        if party.table.outcome is not None:
            break
        if party.mover == 0:
            legal = party.table.game.legal(party.table.state, 0, party.table.faces[0])
            action = json.loads(_text(choose.choice(legal)))
            asked.append(("foresee", {"match": "m", "action": action}))
        party.play(1, choose)
    log = party.log.decode()
    forged = log.replace('"seat":0,"action"', '"seat":1,"action"', 1)
    return [
        *asked,
        ("foresee", {"match": "m", "action": {"type": "end_turn"}}),
        ("look", {"match": "m"}),
        ("catch_up", {"match": "m", "snapshot": _snapshot(party), "log": log}),
        ("audit", {"match": "m", "log": None}),
        ("verify", {"log": log, "head": party.table.head}),
        ("verify", {"log": forged, "head": None}),
        ("shuffles", {"log": log}),
        ("replay", {"log": log}),
        ("replay", {"log": forged}),
        ("receive", {"match": "m", "update": "{}"}),
        ("close", {"match": "m"}),
        ("look", {"match": "m"}),
    ]


def _snapshot(party: Party) -> str:
    return _text(party.room.snapshot(0, party.now))


def _text(message: msgspec.Struct) -> str:
    return msgspec.json.encode(message).decode()


def test_a_whole_match_is_mirrored_as_it_is_here(page: Page) -> None:
    assert start(page) == {"type": "ready"}
    asked = conversation()
    bridge = Bridge()
    expected = [bridge.ask(ask, json.dumps(fields)) for ask, fields in asked]
    requests = [{"id": at, "ask": ask, "with": fields} for at, (ask, fields) in enumerate(asked)]
    answers = page.evaluate(ASK, requests)
    assert [answer["id"] for answer in answers] == list(range(len(asked)))
    for (ask, _), answer, wanted in zip(asked, answers, expected, strict=True):
        assert answer == {"type": "answer", "id": answer["id"], "json": wanted}, ask
    faults = [
        json.loads(answer["json"])["fault"]["code"] for answer in answers if '{"fault"' in answer["json"][:9]
    ]
    assert faults == ["illegal", "proof", "proof", "broken"]


def test_what_is_asked_while_it_loads_is_answered_in_order(page: Page) -> None:
    replies = page.evaluate(
        """([address, requests]) => new Promise((resolve) => {
            const worker = new Worker(address, { type: "module" });
            const replies = [];
            worker.onmessage = ({ data }) => {
                if (replies.push(data) > requests.length) resolve(replies);
            };
            for (const request of requests) worker.postMessage(request);
        })""",
        [asset("worker", ".js"), [{"id": at, "ask": "look", "with": {"match": "m"}} for at in range(3)]],
    )
    assert [reply.get("id") for reply in replies] == [None, 0, 1, 2]
    assert replies[0] == {"type": "ready"}


def test_a_policy_without_webassembly_is_said_to_be_the_reason(page: Page) -> None:
    policy = POLICY.replace(" 'wasm-unsafe-eval'", "")
    name = asset("worker", ".js").rpartition("/")[2]
    reply = start(page, f"/beside/{name}?policy={quote(policy)}")
    assert reply["type"] == "failed"
    assert "wasm-unsafe-eval" in reply["why"]


def test_a_file_that_is_missing_is_said_to_be(page: Page) -> None:
    page.route("**/packages-*.zip", lambda route: route.fulfill(status=404))
    reply = start(page)
    assert reply["type"] == "failed"
    assert "packages-" in reply["why"]
    assert "404" in reply["why"]
