"""docs/protocol.md says what is so: its examples are checked against the descriptions."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from facedown.games.duel import DUEL
from facedown.games.duel.moves import Event
from facedown.kernel import Refused
from facedown.server.http import ENDPOINTS
from facedown.server.http.asyncapi import asyncapi
from facedown.server.messages import FromClient, FromServer
from facedown.table import nonce_commitment
from facedown.table.entries import Body
from server.shape import problems

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
_MESSAGE = re.compile(r"^(classic )?([→←]) (\{.*?)(?=^\S)", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    ("classic" if classic else "facedown", way, json.loads(text))
    for classic, way, text in _MESSAGE.findall(TEXT)
]


@cache
def _described() -> Any:
    return json.loads(json.dumps(asyncapi()))


@pytest.mark.parametrize(("dialect", "way", "message"), EXAMPLES)
def test_an_example_fits_its_description(dialect: str, way: str, message: Any) -> None:
    document = _described()
    operation = document["operations"][f"{dialect}.{'receive' if way == '→' else 'send'}"]
    assert f"#/channels/{dialect}/messages/{message['type']}" in [
        item["$ref"] for item in operation["messages"]
    ]
    payload = document["components"]["messages"][f"{dialect}.{message['type']}"]["payload"]
    if "…" not in json.dumps(message, ensure_ascii=False):
        assert problems(message, payload, document) == []
    fields = document["components"]["schemas"][payload["$ref"].rpartition("/")[2]]["properties"]
    assert message.keys() <= fields.keys()


def test_every_message_is_mentioned() -> None:
    tags = {struct.__struct_config__.tag for struct in (*get_args(FromClient), *get_args(FromServer))}
    shown = {message["type"] for dialect, _, message in EXAMPLES if dialect == "facedown"}
    mentioned = set(re.findall(r"`(\w+)`", TEXT)) | shown
    assert tags - mentioned == set()
    assert {body.__struct_config__.tag for body in get_args(Body)} - mentioned == set()
    assert {event.__name__ for event in get_args(Event)} - mentioned == set()


def test_every_code_is_explained() -> None:
    explained = set(re.findall(r"`(\w+)`", TEXT[TEXT.index("| code |") :]))
    # A client has a code or two of its own; which of them are loaded depends on the tests before.
    ours = ("facedown.kernel", "facedown.store", "facedown.server")
    codes = {error.code for error in Refused.__subclasses__() if error.__module__.startswith(ours)}
    over_http_alone = {"refused", "password", "guest", "credentials", "deck", "full"}
    assert codes - over_http_alone <= explained


def test_every_address_is_mentioned_and_there() -> None:
    mentioned = {(method, path) for method, path in re.findall(r"(GET|POST|PUT|DELETE) (/[\w/{}.-]*)", TEXT)}
    served = {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    assert mentioned == served


def test_the_actions_of_the_duel_are_actions() -> None:
    section = TEXT[TEXT.index("### The duel") : TEXT.index("The state:")]
    actions = re.findall(r"`(\{.*?\})`", section)
    assert len(actions) == 4
    assert len({type(DUEL.read_action(action.encode())) for action in actions}) == 4


def test_the_commitment_in_the_example_is_one() -> None:
    (nonce,) = [message["nonce"] for _, _, message in EXAMPLES if message["type"] == "contribute"]
    assert nonce_commitment(nonce) in [message.get("commit") for _, _, message in EXAMPLES]
