"""Whoever goes away may come back: the tab, the network or the server was gone, the match is the same."""

from playwright.sync_api import expect

from e2e.conftest import Visit
from e2e.hands import Hands
from e2e.visitor import Visitor
from server.process import ServerProcess

LOST = "The connection is lost. Coming back…"


def sit_down(visitor: Visitor) -> Hands:
    """Against the computer, a turn played."""
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    hands = Hands(visitor.page)
    assert hands.wait()
    hands.turn(most=1)
    assert hands.wait()
    return hands


def test_a_tab_is_reloaded_closed_and_opened_again(visit: Visit) -> None:
    ada = visit("/", reduced_motion="reduce")
    hands = sit_down(ada)
    head, url = hands.head, ada.page.url
    ada.page.reload()
    hands.wait()
    assert hands.head == head

    hand = hands.page.locator(".piece.card.near.up").count()
    ada.page.close()
    ada.page = ada.open()
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Continue your match", exact=True).click()
    hands = Hands(ada.page)
    hands.wait()
    assert (hands.head, ada.page.url) == (head, url)
    assert hands.page.locator(".piece.card.near.up").count() == hand
    expect(hands.seal).to_have_attribute("data-seal", "checked")
    hands.turn(most=1)
    assert hands.wait()


def test_the_network_goes_and_comes(visit: Visit) -> None:
    ada = visit("/", reduced_motion="reduce")
    hands = sit_down(ada)
    ada.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")
    head = hands.head
    ada.context.set_offline(True)
    expect(ada.page.get_by_text(LOST, exact=True)).to_be_visible()
    ada.context.set_offline(False)
    expect(ada.page.get_by_text(LOST, exact=True)).to_have_count(0)
    hands.wait()
    assert hands.head == head
    hands.turn(most=1)
    assert hands.wait()


def test_the_server_is_killed_and_started_again(visit: Visit, server: ServerProcess) -> None:
    ada = visit("/", reduced_motion="reduce")
    hands = sit_down(ada)
    ada.forgive("WebSocket", "ERR_CONNECTION_REFUSED")
    head, url = hands.head, ada.page.url
    server.kill()
    expect(ada.page.get_by_text(LOST, exact=True)).to_be_visible()
    server.start()
    expect(ada.page.get_by_text(LOST, exact=True)).to_have_count(0)
    hands.wait()
    assert (hands.head, ada.page.url) == (head, url)
    hands.turn(most=1)
    assert hands.wait()
    expect(hands.seal).to_have_attribute("data-seal", "checked")
