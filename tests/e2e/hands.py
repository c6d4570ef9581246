"""Plays at the table on a page as a person does: what glows may be taken, what is lit may be chosen."""

import re
from typing import Literal

from playwright.sync_api import Locator, Page, expect

Way = Literal["click", "drag", "keys", "tap"]

READY = '.stage[data-busy="false"] [data-end]:enabled'
OVER = "[data-over]"


class Hands:
    """The table as one player sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.end = page.locator("[data-end]")
        self.over = page.locator(OVER)
        self.seal = page.locator("[data-seal]")

    @property
    def head(self) -> str:
        """The short form of the hash that stands for all that has happened."""
        return self.seal.locator("code").inner_text()

    @property
    def ready(self) -> bool:
        """Whether it is our turn and everything lies still."""
        return self.page.locator(READY).count() > 0

    def wait(self) -> bool:
        """Wait until it is our turn; False if it never will be again."""
        self.page.locator(f"{READY}, {OVER}").first.wait_for()
        return self.over.count() == 0

    def piece(self, key: str) -> Locator:
        return self.page.locator(f'.piece[data-key="{key}"]')

    def glowing(self) -> list[str]:
        """What can be picked up: creatures before cards, so that a turn does not run out of targets."""
        keys = "all => all.map(piece => [piece.classList.contains('card'), piece.dataset.key]).sort()"
        found: list[tuple[bool, str]] = self.page.locator(".piece.source").evaluate_all(keys)
        return [key for _, key in found]

    def move(self, key: str, way: Way) -> None:
        """Pick this up and put it where it hurts most; wait for the server's word."""
        before = self.head
        if way == "drag":
            self._drag(key)
        elif way == "keys":
            self._press(key)
        else:
            self._point(key, way)
        expect(self.seal.locator("code")).not_to_have_text(before)
        self.wait()

    def turn(self, ways: tuple[Way, ...] = ("click",), most: int = 20) -> int:
        """Do what can be done, each in the next of the ways, and end the turn. Returns how many it were."""
        done = 0
        while done < most and self.over.count() == 0 and (glowing := self.glowing()):
            self.move(glowing[0], ways[done % len(ways)])
            done += 1
        if self.over.count() == 0:
            self.finish()
        return done

    def finish(self) -> None:
        """End the turn."""
        before = self.head
        self.end.click()
        expect(self.seal.locator("code")).not_to_have_text(before)

    def give_up(self) -> None:
        """By the menu."""
        self.page.locator("[data-menu]").click()
        self.page.get_by_role("menuitem", name="Give up", exact=True).click()
        self.page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).click()
        expect(self.over).to_be_visible()

    def target(self) -> Locator:
        """Of what is lit the enemy hero, or an enemy, or a friend, or the field."""
        lit = (".piece.target.far.hero", ".piece.target.far", ".piece.target", ".zone.lit")
        self.page.locator(".piece.target, .zone.lit").first.wait_for(state="attached")
        found = (self.page.locator(one) for one in lit)
        return next(one.first for one in found if one.count())

    def _point(self, key: str, way: Way) -> None:
        press = self.page.touchscreen.tap if way == "tap" else self.page.mouse.click
        press(*spot(self.piece(key)))
        press(*spot(self.target()))

    def _drag(self, key: str) -> None:
        self.page.mouse.move(*spot(self.piece(key)))
        self.page.mouse.down()
        x, y = spot(self.piece(key))
        self.page.mouse.move(x + 3, y - 12)
        self.page.mouse.move(*spot(self.target()), steps=4)
        self.page.mouse.up()

    def _press(self, key: str) -> None:
        self.piece(key).focus()
        self.page.keyboard.press("Enter")
        target = self.target()
        if "piece" in (target.get_attribute("class") or "").split():
            target.focus()
        self.page.keyboard.press("Enter")


def press(page: Page, name: str) -> None:
    """A choice in the lobby, by its label: what is inside it is not to be seen."""
    radio = page.get_by_role("radio", name=re.compile(f"^{name}"))
    radio.locator("xpath=ancestor::label").click()
    expect(radio).to_be_checked()


def spot(locator: Locator) -> tuple[float, float]:
    """Where to point at something that has come to rest: the left of a card, for the right may be covered."""
    locator.evaluate(
        "it => Promise.all(it.getAnimations({subtree: false}).map(one => one.finished.catch(() => 0)))"
    )
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.4
