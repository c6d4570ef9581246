"""Sealed matches in real browsers: nobody holds the cards, the pages deal to each other and prove every step."""

from playwright.sync_api import expect

from e2e.conftest import Keep, Visit
from e2e.hands import Hands
from e2e.visitor import Visitor

SEALED = "Sealed: nobody"


def choose(visitor: Visitor, opponent: str) -> None:
    """A sealed match against somebody, and Play."""
    visitor.page.get_by_label("Who deals?").select_option(SEALED)
    visitor.page.get_by_role("radio", name=opponent).check(force=True)
    visitor.page.get_by_role("button", name="Play", exact=True).click()


def mover(*both: Visitor) -> tuple[Hands, Hands]:
    """Whose turn it is, and the other."""
    first, second = (Hands(one.page) for one in both)
    both[0].until(lambda: first.ready or second.ready)
    return (first, second) if first.ready else (second, first)


def test_try(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    choose(ada, "A person")
    keep(ada.page, "sealed-lobby")
    choose(bea, "A person")
    ada.page.wait_for_url("**/match/*")
    mine, theirs = mover(ada, bea)
    keep(ada.page, "sealed-table")
    mine.turn(most=2)
    theirs.wait()
    ada.page.locator("[data-sealed]").click()
    expect(ada.page.locator("[data-proofs]")).to_be_visible()
    keep(ada.page, "sealed-proofs")
