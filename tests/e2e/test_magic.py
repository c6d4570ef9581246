"""Magic in the browser: a whole game against a bot, and two people who sit down by a code."""

from playwright.sync_api import Page, expect

from e2e.conftest import Keep, Visit
from e2e.hands import OVER, Hands, spot
from e2e.visitor import PHONE, Visitor

ASKED = '.stage[data-busy="false"]:has([data-end]:enabled, [data-option], .piece.source), ' + OVER


class Player(Hands):
    """Somebody at Magic's table: does what glows, chooses what is offered, and passes."""

    def choose_deck(self, deck: str) -> None:
        self.page.get_by_label("Which game?").select_option("magic")
        self.press(deck)

    def press(self, name: str) -> None:
        """A choice in the lobby, by its label: what is inside it is not to be seen."""
        radio = self.page.get_by_role("radio", name=name)
        radio.locator("xpath=ancestor::label").click()
        expect(radio).to_be_checked()

    def asked(self) -> bool:
        """Wait until something is wanted of us; False if nothing ever will be again."""
        self.page.locator(ASKED).first.wait_for()
        return self.over.count() == 0

    def lit(self) -> list[str]:
        """What glows and has not been chosen yet: what is on the table before what is in the hand."""
        found: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('.piece.source')].filter(it => !it.querySelector('.picked'))"
            ".sort((a, b) => a.classList.contains('hand') - b.classList.contains('hand')).map(it => it.dataset.key)"
        )
        return found

    def step(self) -> None:
        """One thing: point at what glows, or press the first button, or go on."""
        before = self.head
        blocks = self.page.locator("[data-asked=block]").count() > 0
        lit = [] if blocks else self.lit()
        option = self.page.locator("[data-option]:enabled")
        if lit:
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
            self.end.click()
        expect(self.seal.locator("code")).not_to_have_text(before)


def play(visitor: Visitor, deck: str, opponent: str, level: str = "") -> Player:
    """Choose the game, a deck and somebody to play against."""
    player = Player(visitor.page)
    player.choose_deck(deck)
    player.press(opponent)
    if level:
        player.press(level)
    return player


def test_a_whole_game_against_a_bot(visit: Visit, keep: Keep) -> None:
    ada = visit("/", reduced_motion="reduce")
    player = play(ada, "Goblins", "The computer", "Jester")
    keep(ada.page, "magic-lobby")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    ada.page.wait_for_url("**/match/*")
    expect(player.seal).to_have_attribute("data-seal", "checked")
    steps = 0
    while player.asked():
        player.step()
        steps += 1
        if steps in (1, 12, 30, 60, 90):
            ada.page.locator(ASKED).first.wait_for()
            keep(ada.page, f"magic-{steps}")
    print("steps", steps)
    expect(player.seal).to_have_attribute("data-seal", "checked")
    keep(ada.page, "magic-over")
