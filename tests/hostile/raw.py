"""Sockets that keep to no protocol."""

import base64
import json
import os
import select
import socket
import struct
import time
from collections.abc import Iterable
from typing import Any, Self

HELLO = b'{"type":"hello"}'


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, mask: bool = True, rsv: int = 0) -> bytes:
    """A frame, well made or not."""
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    bit = 0x80 if mask else 0
    if len(payload) < 126:
        head += bytes([bit | len(payload)])
    elif len(payload) < 65536:
        head += bytes([bit | 126]) + struct.pack("!H", len(payload))
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", len(payload))
    return head + (bytes(4) if mask else b"") + payload  # a mask of zeros leaves the payload as it is


def said(type_: str, **fields: Any) -> bytes:
    """A message in a frame."""
    return frame(1, json.dumps({"type": type_, **fields}).encode())


class Raw:
    """A TCP connection to the server. What it gets is thrown away, or not even read."""

    def __init__(self, port: int, *, deaf: bool = False) -> None:
        self.socket = socket.socket()
        if deaf:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.settimeout(10)
        self.deaf = deaf
        self.gone = False
        self.heard = b""
        self.socket.connect(("127.0.0.1", port))

    def upgrade(self, *, more: bytes = b"", key: str = "", wait: bool = True) -> Self:
        """Ask for a WebSocket."""
        key = key or base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key.encode() + b"\r\n\r\n" + more
        )
        while wait and b"\r\n\r\n" not in self.heard:
            self.hear()
        return self

    def greet(self) -> Self:
        """Ask for a WebSocket and say hello on it."""
        self.upgrade()
        self.send(frame(1, HELLO))
        self.until(b'"welcome"')
        return self

    def hear(self) -> bytes:
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionResetError
        self.heard = (self.heard + data)[-300_000:]
        return data

    def until(self, word: bytes) -> bytes:
        """Read until this was said; returns all since the last time."""
        while word not in self.heard:
            self.hear()
        heard, self.heard = self.heard, b""
        return heard

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def close(self) -> None:
        self.socket.close()


def flood(lines: Iterable[Raw], data: bytes, seconds: float) -> None:
    """Send this on all lines, over and over and as fast as they take it; read what comes, unless deaf."""
    end = time.monotonic() + seconds
    lines = [line for line in lines if not line.gone]
    at = {line.socket.fileno(): (line, 0) for line in lines}
    for line in lines:
        line.socket.setblocking(False)
    while at and (left := end - time.monotonic()) > 0:
        readers = [number for number, (line, _) in at.items() if not line.deaf]
        readable, writable, _ = select.select(readers, list(at), [], left)
        for number in readable:
            try:
                more = at[number][0].socket.recv(65536)
            except BlockingIOError:
                continue
            except OSError:
                more = b""
            if not more:
                at.pop(number)[0].gone = True
        for number in writable:
            if number not in at:
                continue
            line, sent = at[number]
            try:
                sent = (sent + line.socket.send(data[sent:])) % len(data)
                at[number] = line, sent
            except BlockingIOError:
                pass
            except OSError:
                at.pop(number)[0].gone = True


def drip(lines: Iterable[Raw], data: bytes, seconds: float) -> None:
    """Send this byte by byte, each in a segment of its own, over and over."""
    end, lines, at = time.monotonic() + seconds, [*lines], 0
    while lines and time.monotonic() < end:
        for line in [*lines]:
            try:
                line.socket.settimeout(0.05)
                line.socket.send(data[at : at + 1])
            except TimeoutError:
                pass
            except OSError:
                lines.remove(line)
        at = (at + 1) % len(data)
