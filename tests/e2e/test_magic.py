"""Magic in the browser: a whole game against a bot, and two people who sit down by a code."""

import re

from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Keep, Visit
from e2e.hands import OVER, Hands, press, spot
from e2e.visitor import PHONE, Visitor

ASKED = '.stage[data-busy="false"]:has([data-end]:enabled, [data-option], .piece.source), ' + OVER


class Player(Hands):
    """Somebody at Magic's table: does what glows, chooses what is offered, and passes."""

    def choose_deck(self, deck: str) -> None:
        self.page.get_by_role("combobox", name="Which game?", exact=True).select_option("magic")
        press(self.page, deck)

    @property
    def keeping(self) -> Locator:
        """The question whether to keep a hand."""
        return self.page.locator("[data-asked=mulligan]")

    def asked(self) -> bool:
        """Wait until something is wanted of us; False if nothing ever will be again."""
        self.page.locator(ASKED).first.wait_for()
        return self.over.count() == 0

    def lit(self) -> list[str]:
        """What glows and has not been chosen yet: what is on the table before what is in the hand."""
        found: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('.piece.source')].filter(it => !it.querySelector('.picked'))"
            ".sort((a, b) => a.classList.contains('hand') - b.classList.contains('hand'))"
            ".map(it => it.dataset.key)"
        )
        return found

    def step(self) -> None:
        """One thing: point at what glows, or press the first button, or go on."""
        before = self.head
        blocks = self.page.locator("[data-asked=block]").count() > 0
        lit = [] if blocks else self.lit()
        option = self.page.locator("[data-option]:enabled")
        if lit:
            self.page.mouse.move(1, 1)  # a card under the pointer is lifted and covers the next
            self.page.mouse.click(*spot(self.piece(lit[0])))
            self.page.wait_for_function(
                "head => document.querySelector('[data-seal] code').textContent !== head"
                " || document.querySelector('.piece.held')",
                arg=before,
            )
            if self.page.locator(".piece.held").count():  # there is more than one thing to do with it
                more = self.page.locator(".piece.target")
                (more if more.count() else option).first.click()
        elif option.count():
            option.first.click()
        else:
            self.go_on()
        expect(self.seal.locator("code")).not_to_have_text(before)

    def charge(self) -> None:
        """Attack with everybody."""
        many = len(self.lit())
        self.page.locator("[data-all]").click()
        expect(self.end).to_have_text(re.compile(f"^attack with {many}$", re.IGNORECASE))
        expect(self.page.locator(".notice")).to_have_count(0)
        before = self.head
        self.end.click()
        expect(self.seal.locator("code")).not_to_have_text(before)

    def go_on(self) -> None:
        """To combat, with what was chosen; and after it until our next turn."""
        until = self.page.locator('[data-until="my turn"]')
        if until.count() and self.end.inner_text().casefold() != "to combat":
            until.click()
        else:
            self.end.click()


def play(visitor: Visitor, deck: str, opponent: str, level: str = "") -> Player:
    """Choose the game, a deck and somebody to play against."""
    player = Player(visitor.page)
    player.choose_deck(deck)
    press(player.page, opponent)
    if level:
        press(player.page, level)
    return player


def test_a_whole_game_against_a_bot(visit: Visit, keep: Keep) -> None:
    ada = visit("/", reduced_motion="reduce")
    player = play(ada, "Goblins", "The computer", "Jester")
    keep(ada.page, "magic-lobby")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    ada.page.wait_for_url("**/match/*")
    pictures = {"[data-asked=mulligan]": "magic-hand", ".mstack": "magic-stack", ".fights": "magic-attack"}
    while player.asked():
        for sight in [sight for sight in pictures if ada.page.locator(sight).count()]:
            keep(ada.page, pictures.pop(sight))
        if ada.page.locator("[data-all]").count():
            player.charge()
        else:
            player.step()
    assert ".fights" not in pictures, "nobody has attacked"
    expect(player.over).to_contain_text(re.compile("Victory|Defeat|Drawn"))
    expect(player.seal).to_have_attribute("data-seal", "checked")
    player.page.get_by_role("button", name="Look at the table", exact=True).click()
    player.page.locator('.piece[data-key="graveyard0"]').focus()
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("heading", name=re.compile("^.*graveyard", re.IGNORECASE))).to_be_visible()
    keep(ada.page, "magic-graveyard")
    match = ada.page.url.rpartition("/")[2]
    ada.page.goto(f"/replay/{match}")
    board = ada.page.locator(".replay-board")
    expect(board.locator(".piece").first).to_be_visible()
    expect(board.locator(".perm")).to_have_count(0)
    ada.page.keyboard.press("End")
    expect(board.locator(".perm").first).to_be_visible()  # the last picture was not there yet
    ada.page.keyboard.press("ArrowLeft")
    ada.page.keyboard.press("Home")
    expect(board.locator(".perm")).to_have_count(0)
    keep(ada.page, "magic-replay")


def test_keys_stops_and_why(visit: Visit, keep: Keep) -> None:
    ada = visit("/", reduced_motion="reduce")
    player, page = play(ada, "Goblins", "The computer", "Jester"), ada.page
    page.get_by_role("button", name="Play", exact=True).click()
    player.keeping.wait_for()
    page.keyboard.press("1")
    expect(player.keeping).to_have_count(0)
    player.wait()
    page.locator("[data-stops]").click()
    upkeep = page.locator('[data-stop="mine upkeep"]')
    expect(upkeep).to_be_enabled()
    expect(upkeep).not_to_be_checked()
    upkeep.click()
    expect(upkeep).to_be_checked()
    keep(page, "magic-stops")
    page.keyboard.press("Escape")
    step = page.locator(".phases .now")
    page.keyboard.press("t")
    expect(step).to_have_text("Upkeep")
    assert player.asked()  # where nobody was asked before
    page.keyboard.press("Space")
    expect(step).not_to_have_text("Upkeep")
    own = page.locator(".piece.unit.near")
    while player.asked() and not own.count():
        if player.lit():
            player.step()
        else:
            before = player.head
            page.keyboard.press("Space")
            expect(player.seal.locator("code")).not_to_have_text(before)
    expect(player.seal).to_have_attribute("data-seal", "checked")
    own.first.click(button="right", force=True)
    why = page.locator("[data-why]")
    expect(why).to_contain_text("(printed)")
    keep(page, "magic-why")
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    own.first.focus()
    page.keyboard.press("i")
    expect(why).to_contain_text("controller:")
    page.keyboard.press("Escape")
    player.give_up()


def test_two_people_begin_by_code_and_one_has_a_phone(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce", viewport=PHONE)
    bea.forgive("ERR_FAILED")
    bea.context.route(
        "**/worker-*.js", lambda route: route.abort()
    )  # her page has the server's pictures alone
    host = play(ada, "Elves", "A friend")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    link = ada.page.get_by_role("textbox", name="Send this link to a friend", exact=True).input_value()
    bea.page.goto(link.removeprefix(ada.origin))
    guest = Player(bea.page)
    press(guest.page, "Knights")
    bea.page.get_by_role("button", name="Sit down", exact=True).click()
    both = (host, guest)
    for one in both:
        one.page.wait_for_url("**/match/*")
    expect(guest.seal).to_have_attribute("data-seal", "unchecked")
    for _ in both:
        ada.until(lambda: any(one.keeping.count() for one in both))
        asked = host if host.keeping.count() else guest
        other = host if asked is guest else guest
        assert other.lit() == []
        assert other.end.is_disabled()
        asked.keeping.get_by_role("button", name="Keep", exact=True).click()
        expect(asked.keeping).to_have_count(0)
    ada.until(lambda: host.ready or guest.ready)
    first = host if host.ready else guest
    other = host if first is guest else guest
    lands = [key for key in first.lit() if "Land" in str(first.piece(key).get_attribute("aria-label"))]
    for land in lands[:1]:  # of fifty hands one has none
        name = str(first.piece(land).get_attribute("aria-label")).partition(",")[0]
        _carry(first.page, first, land)
        there = other.page.locator(f'.piece.lands.far[data-key="{land}"]')
        expect(there).to_have_accessible_name(re.compile(name))
    keep(bea.page, "magic-phone")
    first.page.locator('[data-until="end of turn"]').click()
    assert other.asked()
    expect(other.page.locator(".phases .now")).to_have_count(1)
    other.give_up()
    expect(first.over).to_contain_text("Victory")


def _carry(page: Page, player: Player, key: str) -> None:
    """Drag a card from the hand onto the table."""
    x, y = spot(player.piece(key))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3, y - 12)
    page.locator(".zone.lit").wait_for(state="attached")
    page.mouse.move(*spot(page.locator(".zone.lit").first), steps=4)
    page.mouse.up()
