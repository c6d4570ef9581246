"""Sealed matches in real browsers: nobody holds the cards; the pages deal to each other and prove it all."""

import re
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from client.joined import Joined
from e2e.conftest import Keep, Visit
from e2e.hands import Hands
from e2e.test_mirror import Line
from e2e.visitor import Visitor
from server.process import ServerProcess

SEALED = "Sealed: nobody"
WATCH = """() => {
    globalThis.dealt = [];
    new MutationObserver(() => {
        const step = document.querySelector(".sealed-step")?.textContent;
        if (step && dealt.at(-1) !== step) dealt.push(step);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Notes every step of the deal that the page tells of, however short."""
POCKETS = """() => new Promise((resolve) => {
    const request = indexedDB.open("facedown");
    request.onsuccess = () => {
        const store = request.result.transaction("pockets").objectStore("pockets");
        store.getAll().onsuccess = (event) => { request.result.close(); resolve(event.target.result.map(
            (pocket) => ({ ...pocket, sealed: new TextDecoder().decode(pocket.sealed) }))); };
    };
})"""
"""What the browser's database holds of our keys."""


def choose(visitor: Visitor, opponent: str) -> None:
    """A sealed match against somebody, and Play."""
    visitor.page.get_by_label("Who deals?").select_option(SEALED)
    expect(visitor.page.locator("#dealer-about")).to_contain_text("Nobody knows the cards, not even the server")
    visitor.page.get_by_role("radio", name=opponent).check(force=True)
    visitor.page.get_by_role("button", name="Play", exact=True).click()


def mover(*both: Visitor) -> tuple[Hands, Hands]:
    """Whose turn it is, and the other."""
    first, second = (Hands(one.page) for one in both)
    both[0].until(lambda: first.ready or second.ready)
    return (first, second) if first.ready else (second, first)


def hand(page: Page) -> list[str]:
    """The names of the cards in our hand."""
    cards = page.locator(".piece.card.hand.near.up")
    return sorted(str(card.get_attribute("aria-label")).partition(",")[0] for card in cards.all())


def test_two_browsers_play_a_whole_sealed_duel(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    ada.page.evaluate(WATCH)
    choose(ada, "A person")
    expect(ada.page.get_by_text("Looking for an opponent")).to_be_visible()
    choose(bea, "A person")
    mine, theirs = mover(ada, bea)
    for page in (ada.page, bea.page):
        expect(page.locator("[data-sealed]")).to_contain_text("Sealed")
        expect(page.locator("[data-seal]")).to_have_attribute("data-seal", "checked")
        assert len(hand(page)) == 5
    steps: list[str] = ada.page.evaluate("dealt")
    assert [step for step in steps if "mix" in step] == [
        "You lock and mix your deck",
    ]
    keep(mine.page, "sealed-table")
    assert theirs.over.count() == 0
