"""The mirror in the page: ahead of the server, taken back where the server refuses, and not to be lied to."""

from typing import Any

import msgspec
from playwright.sync_api import WebSocketRoute, expect

from e2e.conftest import Visit
from e2e.hands import Hands
from e2e.visitor import Visitor


class Line:
    """A line to the server on which the server's words can be held back and forged."""

    def __init__(self, visitor: Visitor) -> None:
        self.held: list[str | bytes] | None = None
        self.swallow = False
        """Whether what the page says is lost on the way."""
        self._page: WebSocketRoute
        self._server: WebSocketRoute
        visitor.page.route_web_socket("**/ws", self._open)

    @property
    def updates(self) -> list[dict[str, Any]]:
        """What has happened at the table and is held back."""
        held = [msgspec.json.decode(message) for message in self.held or ()]
        return [message for message in held if message["type"] == "update"]

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        for message in self.held or ():
            self._page.send(message)
        self.held = None

    def forge(self, message: str) -> None:
        """The server says this."""
        self._page.send(message)

    def impersonate(self, message: str) -> None:
        """The server takes it that the page says this."""
        self._server.send(message)

    def _open(self, page: WebSocketRoute) -> None:
        self._page, self._server = page, page.connect_to_server()
        server = self._server
        page.on_message(lambda message: None if self.swallow else server.send(message))
        server.on_message(self._from_server)

    def _from_server(self, message: str | bytes) -> None:
        if self.held is None:
            self._page.send(message)
        else:
            self.held.append(message)


def seated(visit: Visit) -> tuple[Visitor, Line, Hands]:
    """At a table against the computer, the mirror ready."""
    ada = visit("/settings", reduced_motion="reduce")
    line = Line(ada)
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    hands = Hands(ada.page)
    expect(hands.seal).to_have_attribute("data-seal", "checked")
    assert hands.wait()
    return ada, line, hands


def creature(hands: Hands) -> str:
    """A creature in hand that can be played."""
    for key in hands.glowing():
        if "creature" in str(hands.piece(key).get_attribute("aria-label")):
            return key
    raise AssertionError("a hand without a creature")


def place(hands: Hands, key: str) -> None:
    hands.piece(key).focus()
    hands.page.keyboard.press("Enter")
    hands.page.keyboard.press("Enter")


def test_a_move_is_shown_before_the_server_answers(visit: Visit) -> None:
    ada, line, hands = seated(visit)
    key, head = creature(hands), hands.head
    line.hold()
    place(hands, key)
    expect(hands.piece(key)).to_contain_class("unit")
    assert hands.head == head
    assert line.held is not None
    ada.until(lambda: bool(line.held))
    line.release()
    expect(hands.seal.locator("code")).not_to_have_text(head)
    assert hands.wait()
    expect(hands.piece(key)).to_contain_class("unit")
    expect(hands.page.locator(f'[data-key="{key}"]')).to_have_count(1)
    expect(hands.seal).to_have_attribute("data-seal", "checked")


def test_a_move_that_the_server_refuses_is_taken_back(visit: Visit) -> None:
    _, line, hands = seated(visit)
    key, head = creature(hands), hands.head
    hand = hands.page.locator(".piece.card.hand.near").count()
    story = hands.page.get_by_role("region", name="Chronicle", exact=True).get_by_role("list").inner_text()
    line.swallow = True
    place(hands, key)
    expect(hands.piece(key)).to_contain_class("unit")
    line.forge('{"type":"rejected","code":"illegal","message":"that is not allowed today","at":null}')
    expect(hands.page.get_by_text("that is not allowed today", exact=True).first).to_be_attached()
    expect(hands.piece(key)).to_contain_class("card")
    assert hands.wait()
    assert hands.head == head
    expect(hands.page.locator(".piece.card.hand.near")).to_have_count(hand)
    expect(hands.page.get_by_role("region", name="Chronicle", exact=True).get_by_role("list")).to_have_text(
        story, use_inner_text=True
    )
    line.swallow = False
    hands.move(key, "click")
    expect(hands.piece(key)).to_contain_class("unit")
    expect(hands.seal).to_have_attribute("data-seal", "checked")


def test_a_line_of_chat_that_is_refused_takes_no_move_back(visit: Visit) -> None:
    _, line, hands = seated(visit)
    key, head = creature(hands), hands.head
    line.hold()
    place(hands, key)
    expect(hands.piece(key)).to_contain_class("unit")
    line.forge('{"type":"rejected","code":"illegal","message":"not so fast","at":null,"refuses":"chat"}')
    expect(hands.page.get_by_text("not so fast", exact=True).first).to_be_attached()
    expect(hands.piece(key)).to_contain_class("unit")
    line.release()
    expect(hands.seal.locator("code")).not_to_have_text(head)
    expect(hands.piece(key)).to_contain_class("unit")


def test_a_server_that_lies_about_what_happened_is_found_out(visit: Visit) -> None:
    ada, line, hands = seated(visit)
    line.hold()
    hands.end.click()
    ada.until(lambda: bool(line.updates))
    update = line.updates[0]
    update["steps"][0]["entry"]["time"] += 1
    line.forge(msgspec.json.encode(update).decode())
    expect(hands.seal).to_have_attribute("data-seal", "broken")
    hands.seal.click()
    expect(ada.page.get_by_role("dialog", name="Does not add up", exact=True)).to_be_visible()
