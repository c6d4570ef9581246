"""What strangers wrote, in the raw bytes that every command writes: nothing of it commands a terminal."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from facedown.cards import FORMATS, Item, write
from facedown.client.main import main
from hostile.text import PRINTED
from kernel.test_printable import harmless
from table.played import finished, forged

WORDS = [text for text in PRINTED.values() if not any("\ud800" <= char <= "\udfff" for char in text)]
"""JSON has no half a character."""
ALL = "".join(WORDS)

Commanded = Callable[..., str]


@pytest.fixture
def facedown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Commanded:
    """Runs a command and gives back all that it wrote, of which every byte was looked at."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))

    def run(*args: object) -> str:
        with pytest.raises(SystemExit):
            main([str(arg) for arg in args])
        written = capfdbinary.readouterr()
        text = (written.out + written.err).decode()
        for line in text.split("\n"):
            assert harmless(line), ascii(line)
            assert not line.startswith(("fair: nobody", "Traceback"))
        return text

    return run


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of players with such names."""

    def rename(opened: Any) -> Any:
        chairs = [
            replace(chair, name=name) for chair, name in zip(opened.chairs, (ALL, ALL[::-1]), strict=True)
        ]
        return replace(opened, chairs=tuple(chairs))

    path = tmp_path_factory.mktemp("logs") / "hostile.jsonl"
    path.write_bytes(forged(finished(), 0, rename))
    return path


@pytest.mark.parametrize("more", [(), ("--json",), ("--head", "\x1b[2J"), ("--against", "/dev/null")])
def test_verify(facedown: Commanded, log: Path, more: tuple[str, ...]) -> None:
    assert facedown("verify", log, *more)


def test_verify_of_what_is_no_log(facedown: Commanded, tmp_path: Path) -> None:
    for text in WORDS:
        for line in (json.dumps({"at": 0, text: text}), json.dumps({"head": text}), '{"' + text):
            (tmp_path / "log").write_text(line + "\n")
            assert "not fair" in facedown("verify", tmp_path / "log")


def test_replay(facedown: Commanded, log: Path) -> None:
    assert facedown("replay", log)
    assert facedown("replay", log, "--seat", 0)


def test_a_file_with_such_a_name(facedown: Commanded, tmp_path: Path) -> None:
    for command in ("verify", "replay", "scenario"):
        assert "facedown: " in facedown(command, tmp_path / "\x1b[31m\nfair: nobody\u202e")
    for game in ("duel", "magic"):
        assert facedown("deck", "check", game, tmp_path / "\x1b[31m\nfair: nobody\u202e")


@pytest.mark.parametrize("format", FORMATS)
def test_decks(facedown: Commanded, tmp_path: Path, format: str) -> None:
    known = [Item(1, 4, "Shock", face="shock", set=text[:9], number=text[:9]) for text in WORDS]
    written = write([*known, *(Item(1, 1, f"x{text}") for text in WORDS)], format, ALL)
    path = tmp_path / "deck"
    for content in (written, written + "".join(f"\n1 {text}\n{text}\n<{text}" for text in WORDS)):
        path.write_text(content)
        assert facedown("deck", "check", "magic", path)
        assert facedown("deck", "export", "magic", path, "--format", format)
    assert facedown("deck", "import", "magic", path)
    assert facedown("deck", "list", "magic")


def test_facts(facedown: Commanded, tmp_path: Path) -> None:
    cards = [
        {"name": f"{text} Elf", "type_line": f"Creature — {text}", "oracle_text": text, "mana_cost": text}
        for text in WORDS
    ]
    (tmp_path / "cards").write_text(json.dumps(cards))
    (tmp_path / "deck").write_text("\n".join(f"4 {card['name']}" for card in cards))
    assert facedown("deck", "facts", "magic", tmp_path / "cards")
    assert facedown("deck", "check", "magic", tmp_path / "deck")
    assert facedown("deck", "import", "magic", tmp_path / "deck", "--name", "hostile")
    assert facedown("deck", "show", "magic", "hostile")
    assert facedown("deck", "cards", "magic")


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_scenarios(facedown: Commanded, tmp_path: Path, more: tuple[str, ...]) -> None:
    listed: list[Any] = [{"id": text, "title": text, "setup": {text: text}} for text in WORDS]
    listed += [{"id": text, "title": text, "steps": [{"op": text, "card": text}]} for text in WORDS]
    (tmp_path / "scenarios").write_text(json.dumps({"scenarios": [*listed, *WORDS]}))
    assert "FAILED" in facedown("scenario", tmp_path / "scenarios", *more) or more
    (tmp_path / "scenarios").write_text(f'{{"scenarios": "{ALL}')
    assert facedown("scenario", tmp_path / "scenarios", *more)


@pytest.mark.parametrize("text", [text for text in WORDS if "\0" not in text])
def test_the_command_line_itself(facedown: Commanded, text: str) -> None:
    for words in (
        [text],
        ["play", text],
        ["deck", text, "x"],
        ["play", "duel", "--deck", text],
        ["bench", text],
    ):
        assert facedown(*words)
    assert facedown("simulate", "duel", "--bots", f"{text},random", "--games", 1)
    assert facedown("play", "duel", "--server", text)


@pytest.fixture
def hostile_server() -> Iterator[str]:
    """A server that says nothing but such words, whatever it is asked."""

    def line(socket: ServerConnection) -> None:
        socket.recv()
        welcome = {"protocol": 1, "player": ALL, "name": ALL, "guest": True, "token": "x", "match": None}
        socket.send(json.dumps({"type": "welcome", **welcome, "version": ALL}))
        socket.recv()
        for text in WORDS:
            socket.send(json.dumps({"type": "rejected", "code": text, "message": text}))
            socket.send(json.dumps({"type": "chatted", "seat": 0, "text": text}))
            socket.send(json.dumps({"type": "lobby_opened", "code": text, "players": [text], "seats": 2}))
            socket.send(json.dumps({"type": "left", "what": text}))
        socket.send(json.dumps({"type": ALL}))
        socket.close(1008, "\x1b[2J\nfair: nobody")

    def page(_: ServerConnection, request: Request) -> Response | None:
        if request.path == "/ws":
            return None
        body = json.dumps({"code": ALL, "message": ALL, "version": ALL, "protocol": 1}).encode()
        return Response(409, "no", Headers({"Content-Type": "application/json", "Connection": "close"}), body)

    with serve(line, "127.0.0.1", 0, process_request=page, close_timeout=0.5) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    "words",
    [
        ("play", "duel", "--plain"),
        ("play", "duel", "--plain", "--lobby"),
        ("play", "duel", "--plain", "--lobby", "ABCDEF"),
        ("watch", "0123456789abcdef", "--plain"),
        ("deck", "list", "duel"),
        ("deck", "show", "duel", "x"),
        ("deck", "rm", "duel", "x"),
    ],
)
def test_the_words_of_a_server(facedown: Commanded, hostile_server: str, words: tuple[str, ...]) -> None:
    assert facedown(*words, "--server", hostile_server)
