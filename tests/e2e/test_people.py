"""Two people, each in a browser of their own; and one at a terminal against one at a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from client.test_terminal import Terminal
from e2e.conftest import Visit
from e2e.hands import Hands, press
from e2e.visitor import Visitor
from server.process import ServerProcess


def choose(visitor: Visitor, opponent: str) -> None:
    """Whom to play against, and Play."""
    press(visitor.page, opponent)
    visitor.page.get_by_role("button", name="Play", exact=True).click()


def mover(*both: Visitor) -> tuple[Hands, Hands]:
    """Whose turn it is, and the other."""
    first, second = (Hands(one.page) for one in both)
    both[0].until(lambda: first.ready or second.ready)
    return (first, second) if first.ready else (second, first)


def seated(*both: Visitor) -> None:
    for one in both:
        one.page.wait_for_url("**/match/*")
        Hands(one.page).end.wait_for()


def test_two_people_meet_in_the_queue_talk_and_play_again(visit: Visit) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    choose(ada, "A person")
    expect(ada.page.get_by_role("heading", name="Looking for an opponent", exact=True)).to_be_visible()
    choose(bea, "A person")
    seated(ada, bea)
    assert ada.page.url == bea.page.url
    for _ in range(2):
        mine, theirs = mover(ada, bea)
        key = mine.glowing()[0]
        name = str(mine.piece(key).get_attribute("aria-label")).partition(",")[0]
        mine.move(key, "click")
        expect(theirs.page.get_by_role("region", name="Chronicle", exact=True)).to_contain_text(name)
        mine.finish()
        assert theirs.wait()
        assert mine.head == theirs.head

    _say(ada, "good luck, <b>you</b> & yours")
    bea.page.get_by_role("button", name="Chat, 1", exact=True).click()
    expect(bea.page.get_by_role("region", name="Chat", exact=True)).to_contain_text(
        "good luck, <b>you</b> & yours"
    )

    Hands(ada.page).give_up()
    expect(Hands(ada.page).over).to_contain_text("Defeat")
    expect(Hands(bea.page).over).to_contain_text("Your opponent gave up.")
    before = ada.page.url
    ada.page.get_by_role("button", name="Rematch", exact=True).click()
    expect(Hands(bea.page).over).to_contain_text("wants a rematch")
    bea.page.get_by_role("button", name="Rematch", exact=True).click()
    for one in (ada, bea):
        one.page.wait_for_url(lambda url: url != before)
        expect(Hands(one.page).over).to_have_count(0)
    mine, _ = mover(ada, bea)
    mine.give_up()


@pytest.mark.parametrize("by", ["link", "code"])
def test_a_friend_comes_by_link_or_code(visit: Visit, by: str) -> None:
    host = visit("/", reduced_motion="reduce")
    choose(host, "A friend")
    link = host.page.get_by_role("textbox", name="Send this link to a friend", exact=True).input_value()
    if by == "link":
        friend = visit(link.removeprefix(host.origin), reduced_motion="reduce")
        friend.page.get_by_role("button", name="Sit down", exact=True).click()
    else:
        friend = visit("/", reduced_motion="reduce")
        press(friend.page, "A friend")
        friend.page.get_by_label("Did you get a code?", exact=True).fill(link.rpartition("/")[2].lower())
        friend.page.get_by_role("button", name="Join", exact=True).click()
    seated(host, friend)
    mine, theirs = mover(host, friend)
    mine.turn(most=1)
    assert theirs.wait()
    theirs.give_up()
    expect(mine.over).to_contain_text("Victory")


@pytest.fixture
def terminal(server: ServerProcess, tmp_path: Path) -> Iterator[Terminal]:
    address = f"http://127.0.0.1:{server.port}"
    playing = Terminal(tmp_path, "play", "duel", "--server", address, "--plain", "--name", "tess")
    yield playing
    playing.close()


def test_a_terminal_against_a_browser(visit: Visit, terminal: Terminal) -> None:
    ada = visit("/", reduced_motion="reduce")
    choose(ada, "A person")
    seated(ada)
    expect(ada.page.get_by_role("main")).to_have_accessible_name(re.compile("tess"))
    hands = Hands(ada.page)
    if re.search(r"tess\s+begins$", terminal.until(r"falls:\s+\S+\s+begins")):
        terminal.until(r"your move \(")
        terminal.type("end\n")
    assert hands.wait()
    name = str(hands.piece(key := hands.glowing()[0]).get_attribute("aria-label")).partition(",")[0]
    hands.move(key, "click")
    terminal.until(name)
    hands.finish()
    terminal.until(r"your move \(")
    terminal.type("end\n")
    assert hands.wait()
    hands.give_up()
    terminal.until("won|win|victory")


def _say(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_role("button", name="Chat", exact=True).click()
    visitor.page.get_by_role("textbox", name="Say something", exact=True).fill(text)
    visitor.page.keyboard.press("Enter")
