"""What one client, or ten from one address, may do to a server: an attack for each kind of thing."""

import importlib
import importlib.util
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import cycle, islice
from typing import Any, TypeAlias

from facedown.games.magic.cards import CARDS
from facedown.games.magic.model import Static
from hostile.raw import HELLO, Raw, drip, flood, frame, said
from server.modern import Player, meet
from server.process import ServerProcess

SECONDS = 0.5
"""How long each attack goes on."""
TEN = 10
BULK = 200_000
"""Bytes that are ready to be sent at once."""


class Target:
    """The server, as an attacker sees it."""

    def __init__(self, server: ServerProcess, match: str, token: str) -> None:
        self.server, self.port = server, server.port
        self.match, self.token = match, token
        self._open = ExitStack()

    def raw(self, **how: Any) -> Raw:
        return self._open.enter_context(_closing(Raw(self.port, **how)))

    def raws(self, count: int = TEN, **how: Any) -> list[Raw]:
        return [self.raw(**how) for _ in range(count)]

    def player(self) -> Player:
        player = self.server.player()
        self._open.callback(player.vanish)
        return player

    def leave(self) -> None:
        self._open.close()


class _closing(ExitStack):  # noqa: N801
    def __init__(self, raw: Raw) -> None:
        super().__init__()
        self._raw = raw
        self.callback(raw.close)

    def __enter__(self) -> Raw:  # type: ignore[override]
        return self._raw


Attack: TypeAlias = Callable[[Target], None]
ATTACKS: dict[str, Attack] = {}


def _bulk(data: bytes) -> bytes:
    return data * max(1, BULK // len(data))


# --- frames ---

EMPTY, LONG = b"", b"x" * 125
WHOLE = {
    "empty pings": frame(9),
    "long pings": frame(9, LONG),
    "empty pongs": frame(10),
    "long pongs": frame(10, LONG),
    "empty texts": frame(1),
    "empty binaries": frame(2),
    "short texts": frame(1, b"x"),
    "pings between texts": frame(9) + frame(1, b"x"),
    "close": frame(8),
    "close and a reason": frame(8, b"\x03\xe8" + b"x" * 100),
    "close and pings": frame(8) + frame(9) * 500,
    "close with no code of that kind": frame(8, b"\x00\x01"),
    "reserved opcodes": frame(3) + frame(11),
    "reserved bits": frame(1, b"x", rsv=7),
    "no mask": frame(1, b"x", mask=False),
    "a ping in pieces": frame(9, b"x", fin=False),
    "a ping too long": frame(9, b"x" * 126),
    "text that is none": frame(1, b"\xff\xfe"),
    "text that is none, in pieces": frame(1, b"\xe2", fin=False) + frame(0, b"\xff"),
    "a continuation of nothing": frame(0, b"x"),
    "half a frame": b"\x81\xfe\x7f",
    "a length beyond all": b"\x81\xff\x7f" + b"\xff" * 7 + bytes(4) + b"x" * 1000,
    "a length of zero in eight bytes": b"\x89\xff" + bytes(12),
    "noise": bytes(range(256)),
}
PIECES = {
    "empty continuations": (frame(1, b"x", fin=False), frame(0, fin=False)),
    "short continuations": (frame(1, b"x", fin=False), frame(0, b"x", fin=False)),
    "continuations and pings": (frame(1, b"x", fin=False), frame(0, fin=False) + frame(9)),
    "messages in empty pieces": (b"", frame(1, fin=False) + frame(0, fin=False) * 30 + frame(0)),
    "a message longer than any": (frame(1, b"x", fin=False), frame(0, b"x" * 30_000, fin=False)),
}


def _frames(first: bytes, data: bytes, *, greeted: bool = False, deaf: bool = False) -> Attack:
    def attack(target: Target) -> None:
        lines = target.raws(deaf=deaf)
        for line in lines:
            line.greet() if greeted else line.upgrade()
            if first:
                line.send(first)
        flood(lines, _bulk(data), SECONDS)

    return attack


for name, data in WHOLE.items():
    ATTACKS[f"frames: {name}"] = _frames(b"", data)
for name, (first, data) in PIECES.items():
    ATTACKS[f"frames: {name}"] = _frames(first, data)
for name in ("empty pings", "long pings", "empty pongs", "empty texts"):
    ATTACKS[f"frames: {name}, after hello"] = _frames(b"", WHOLE[name], greeted=True)
ATTACKS["frames: long pings whose pongs nobody reads"] = _frames(b"", WHOLE["long pings"], deaf=True)
ATTACKS["frames: empty pings whose pongs nobody reads"] = _frames(b"", WHOLE["empty pings"], deaf=True)


def _byte_by_byte(target: Target) -> None:
    lines = [line.upgrade() for line in target.raws()]
    drip(lines, frame(1, HELLO), SECONDS)


ATTACKS["frames: byte by byte"] = _byte_by_byte


# --- handshakes and connections ---


def _with_the_handshake(target: Target) -> None:
    for line in target.raws():
        line.upgrade(more=_bulk(frame(9)), wait=False)
        flood([line], _bulk(frame(9)), SECONDS / TEN)


def _headers(head: bytes, line: bytes, end: bytes = b"\r\n") -> Attack:
    def attack(target: Target) -> None:
        stop = time.monotonic() + SECONDS
        while time.monotonic() < stop:
            raw = target.raw()
            with suppress(OSError):
                raw.send(head + line * (BULK // len(line)) + end)
                raw.hear()
            raw.close()

    return attack


UPGRADE = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
GET = b"GET /version HTTP/1.1\r\nHost: x\r\n"
ATTACKS |= {
    "handshake: frames together with it": _with_the_handshake,
    "handshake: headers without end": _headers(UPGRADE, b"a:b\r\n"),
    "handshake: one header without end": _headers(UPGRADE + b"a:", b"b"),
    "handshake: keys without end": _headers(UPGRADE, b"Sec-WebSocket-Key: x\r\n"),
    "handshake: protocols without end": _headers(UPGRADE + b"Sec-WebSocket-Protocol: ", b"a,", b"\r\n\r\n"),
    "request: headers without end": _headers(GET, b"a:b\r\n"),
    "request: folded headers": _headers(GET + b"a:b\r\n", b" c\r\n"),
    "request: blank lines first": _headers(b"", b"\r\n"),
    "request: an address without end": _headers(b"GET /", b"x", b" HTTP/1.1\r\nHost: x\r\n\r\n"),
    "request: escapes without end": _headers(b"GET /", b"%2f", b" HTTP/1.1\r\nHost: x\r\n\r\n"),
    "request: a query without end": _headers(b"GET /matches?", b"a=1&", b" HTTP/1.1\r\nHost: x\r\n\r\n"),
    "request: no HTTP": _headers(b"", bytes(range(256))),
    "request: TLS": _headers(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00" * 500),
    "request: lengths that differ": _headers(GET + b"Content-Length: 1\r\nContent-Length: 2\r\n", b"\r\n"),
}


def _silent(target: Target) -> None:
    lines = target.raws(300)
    time.sleep(SECONDS)
    for line in lines[:50]:
        line.send(b"GET / HT")


def _silent_websockets(target: Target) -> None:
    for line in target.raws(100):
        line.upgrade()
    time.sleep(SECONDS)


def _come_and_go(target: Target) -> None:
    stop = time.monotonic() + SECONDS
    while time.monotonic() < stop:
        Raw(target.port).close()


def _all_at_once(target: Target) -> None:
    for line in target.raws(500):
        line.send(GET + b"\r\n")
    time.sleep(SECONDS)


def _upgrade_and_go(target: Target) -> None:
    stop = time.monotonic() + SECONDS
    while time.monotonic() < stop:
        with suppress(OSError):
            line = Raw(target.port).upgrade()
            line.close()


def _head_byte_by_byte(target: Target) -> None:
    drip(target.raws(50), GET + b"a:" + b"b" * 1000, SECONDS)


def _gone_while_seated(target: Target) -> None:
    stop = time.monotonic() + SECONDS
    while time.monotonic() < stop:
        target.raw().greet().send(said("spectate", match=target.match))


ATTACKS |= {
    "connections: silent": _silent,
    "connections: silent WebSockets": _silent_websockets,
    "connections: come and go": _come_and_go,
    "connections: all at once": _all_at_once,
    "connections: upgrade and go": _upgrade_and_go,
    "connections: heads byte by byte": _head_byte_by_byte,
    "connections: watch and go": _gone_while_seated,
}

# --- requests ---

CHUNKED = b"Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


def _pipelined(head: bytes, body: bytes = b"", *, deaf: bool = False) -> Attack:
    def attack(target: Target) -> None:
        token = b"Authorization: Bearer " + target.token.encode() + b"\r\n"
        length = b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body) if body else b""
        request = head + b" HTTP/1.1\r\nHost: x\r\n" + token + length + b"\r\n" + body
        flood(target.raws(deaf=deaf), _bulk(request), SECONDS)

    return attack


def _endless(first: bytes, data: bytes) -> Attack:
    def attack(target: Target) -> None:
        lines = target.raws()
        for line in lines:
            line.send(first)
        flood(lines, _bulk(data), SECONDS)

    return attack


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


DEEP = b"[" * 15_000
ATTACKS |= {
    "requests: pipelined": _pipelined(b"GET /version"),
    "requests: what is not there": _pipelined(b"GET /nothing"),
    "requests: wrong methods": _pipelined(b"DELETE /version"),
    "requests: pages": _pipelined(b"GET /"),
    "requests: answers nobody reads": _pipelined(b"GET /openapi.json", deaf=True),
    "requests: figures": _pipelined(b"GET /metrics"),
    "requests: health": _pipelined(b"GET /healthz"),
    "requests: matches": _pipelined(b"GET /matches"),
    "requests: cards": _pipelined(b"GET /card-catalog?game=magic"),
    "requests: logins": _pipelined(b"POST /login", _json({"name": "nobody", "password": "x" * 1000})),
    "requests: deep bodies": _pipelined(b"POST /deck-list", b'{"game":' + DEEP + b"}"),
    "requests: a deck of 500": _pipelined(
        b"POST /deck-check", _json({"game": "magic", "cards": ["shock"] * 500})
    ),
    "requests: chunks": _endless(b"POST /deck-list HTTP/1.1\r\n" + CHUNKED, b"1\r\nx\r\n"),
    "requests: chunks nobody wants": _endless(b"GET /version HTTP/1.1\r\n" + CHUNKED, b"1\r\nx\r\n"),
    "requests: chunks with extensions": _endless(
        b"POST /deck-list HTTP/1.1\r\n" + CHUNKED, b"1;" + b"a" * 3000 + b"\r\nx\r\n"
    ),
    "requests: a body nobody wants": _endless(
        b"GET /version HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", b"x" * 1000
    ),
    "requests: upgrades to nothing": _pipelined(
        b"GET /version HTTP/1.1\r\nUpgrade: x\r\nConnection: upgrade\r\nA: b"
    ),
}


def _deck_lists() -> list[tuple[str, str]]:
    """Helpless parsers' worst: the whole collection where there is one."""
    if importlib.util.find_spec("hostile.text") is not None:
        found: list[tuple[str, str]] = importlib.import_module("hostile.text").deck_lists()
        return found
    return [("newlines", "\n" * 15_900), ("spaces", " " * 15_900 + "x"), ("XML", "<a>" * 5_000)]


def _texts(target: Target) -> None:
    """All of them, from four lines; on another one where the server has had enough of it."""
    token = b"Authorization: Bearer " + target.token.encode() + b"\r\n"
    lines = target.raws(4)
    for at, (_, text) in enumerate(_deck_lists()):
        body = _json({"game": "magic", "text": text})
        head = b"POST /deck-list HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + token
        try:
            lines[at % 4].send(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            lines[at % 4].until(b"HTTP/1.1")
        except ConnectionError:
            lines[at % 4].close()
            (lines[at % 4],) = target.raws(1)


ATTACKS["requests: deck lists"] = _texts

# --- messages ---

JUNK: dict[str, bytes] = {
    "deep nesting": b"[" * 8000 + b"]" * 8000,
    "deep nesting in an action": b'{"type":"act","at":1,"action":' + b"[" * 8000 + b"]" * 8000 + b"}",
    "half open": b'{"type":"act","at":1,"action":' + b'{"a":' * 5000,
    "many empty lists": b'{"type":"act","at":1,"action":[' + b"[]," * 10_000 + b"[]]}",
    "many strings": b'{"type":"act","at":1,"action":[' + b'"",' * 10_000 + b'""]}',
    "a string of brackets": b'{"type":"chat","text":"' + b"[" * 30_000 + b'"}',
    "a string of escapes": b'{"type":"chat","text":"' + b"\\u0041" * 5_000 + b'"}',
    "a string without end": b'{"type":"chat","text":"' + b'\\"' * 15_000,
    "a long number": b'{"type":"act","at":' + b"9" * 30_000 + b',"action":{}}',
    "a small number": b'{"type":"act","at":1e-' + b"9" * 30_000 + b',"action":{}}',
    "the same key": b'{"type":"chat",' + b'"text":"a",' * 2_500 + b'"text":"b"}',
    "a wish of thousands": _json({"type": "act", "at": 1, "action": {}, "wish": [*range(5000)]}),
    "spaces": b" " * 32_000 + b"{}",
    "nothing": b"",
    "a type without end": _json({"type": "x" * 30_000}),
}
SAID: dict[str, list[bytes]] = {
    "hellos": [_json({"type": "hello", "name": "x"})],
    "queue": [_json({"type": "join_queue"}), _json({"type": "leave_queue"})],
    "lobbies": [_json({"type": "create_lobby"}), _json({"type": "leave_lobby"})],
    "lobbies of Magic": [
        _json({"type": "create_lobby", "game": "magic", "seats": 4, "deck": "krenko"}),
        _json({"type": "leave_lobby"}),
    ],
    "guessed codes": [_json({"type": "join_lobby", "code": f"AAA{at}"}) for at in range(10)],
    "resumes": [_json({"type": "resume"}), _json({"type": "resume", "match": "0" * 16})],
    "strange matches": [_json({"type": "spectate", "match": f"{at:016}"}) for at in range(10)],
    "decks of 500": [_json({"type": "create_lobby", "game": "magic", "deck": ["shock"] * 500})],
    "long names of decks": [_json({"type": "create_lobby", "deck": ["x" * 50] * 500})],
    "options": [_json({"type": "create_lobby", "options": {"mana": 10**300, "x": [[]] * 5000}})],
    "clocks": [_json({"type": "create_lobby", "clock": {"turn": 10**18, "reserve": -1, "lag": 10**18}})],
    "bonds": [
        _json(
            {
                "type": "create_lobby",
                "dealer": "mental",
                "bond": dict.fromkeys(("deck", "key", "box"), "f" * 64) | {"cards": 100},
            }
        )
    ],
    "pongs": [_json({"type": "pong", "id": 10**18})],
}


def _messages(messages: list[bytes], *, seated: bool = False) -> Attack:
    def attack(target: Target) -> None:
        lines = [line.greet() for line in target.raws()]
        if seated:
            for first, second in zip(lines[::2], lines[1::2], strict=True):
                first.send(said("create_lobby"))
                (code,) = re.findall(rb'"code":"(\w+)"', first.until(b'"lobby_opened"'))
                second.send(said("join_lobby", code=code.decode()))
                first.until(b'"snapshot"')
        flood(lines, b"".join(frame(1, message) for message in messages) * 3, SECONDS)

    return attack


for name, message in JUNK.items():
    ATTACKS[f"junk: {name}"] = _messages([message], seated=True)
for name, messages in SAID.items():
    ATTACKS[f"messages: {name}"] = _messages(messages)


def _watching(target: Target) -> None:
    lines = [line.greet() for line in target.raws(20)]
    watch, leave = said("spectate", match=target.match), said("leave_match")
    flood(lines, _bulk(watch + said("sync") + leave)[:BULK], SECONDS)


def _syncs(target: Target) -> None:
    _messages([_json({"type": "sync"})], seated=True)(target)


def _chatter(target: Target) -> None:
    _messages([_json({"type": "chat", "text": "\U0001f600" * 150})], seated=True)(target)


def _deaf_spectators(target: Target) -> None:
    lines = target.raws(20, deaf=True)
    for line in lines:
        line.upgrade()
        line.send(frame(1, HELLO))
        line.send(said("spectate", match=target.match))
    flood(lines, _bulk(said("sync")), SECONDS)


def _bots(target: Target) -> None:
    """Ten matches against the strongest bot, and out again."""
    lines = [line.greet() for line in target.raws()]
    flood(lines, said("play_bot", bot="greedy") + said("concede") + said("leave_match"), SECONDS)


ATTACKS |= {
    "messages: watch, sync, leave": _watching,
    "messages: syncs": _syncs,
    "messages: chatter": _chatter,
    "messages: spectators who do not read": _deaf_spectators,
    "messages: bots": _bots,
}


def _kitchen_table(target: Target) -> None:
    """Eighty permanents with continuous effects, moved to the battlefield and touched there."""
    first, second = target.player(), target.player()
    static = [
        face for face, card in CARDS.items() if any(isinstance(part, Static) for part in card.abilities)
    ]
    deck = [*islice(cycle(static), 80)]
    code = first.ask("create_lobby", "lobby_opened", game="magic", deck=deck, options={"dial": "free"})[
        "code"
    ]
    second.ask("join_lobby", "snapshot", code=code, deck=deck)
    first.hear("snapshot")
    for count in (33, 40):
        _carry_out(first, {"type": "draw", "count": count})
        hand = [*first.faces][-40:]
        _carry_out(first, {"type": "move", "cards": hand, "to": "battlefield"})
        _carry_out(first, {"type": "counters", "on": hand[0], "kind": "+1/+1"})
    first.ask("concede", "update", "rejected")


def _carry_out(player: Player, action: dict[str, Any]) -> None:
    player.ask("act", "update", "rejected", at=player.standing["at"], action=action)


ATTACKS["work: a kitchen table with eighty effects"] = _kitchen_table


def attacks() -> Iterator[tuple[str, Attack]]:
    """All of them, by name."""
    yield from ATTACKS.items()


__all__ = ["Attack", "Target", "attacks", "meet"]
