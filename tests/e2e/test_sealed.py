"""Sealed matches in real browsers: nobody holds the cards; the pages deal to each other and prove it all."""

import re
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from client.joined import Joined
from e2e.conftest import Keep, Visit
from e2e.hands import Hands, press
from e2e.test_mirror import Line
from e2e.visitor import Visitor
from facedown.client.bench.browser import FLAGS
from server.process import ServerProcess
from web.chromium import executable

SEALED = "Sealed: nobody"
PLAIN = "plain.example"
"""A name for this machine that the browser does not take for safe."""
WATCH = """() => {
    globalThis.dealt = [];
    new MutationObserver(() => {
        const step = document.querySelector(".sealed-step")?.textContent;
        if (step && dealt.at(-1) !== step) dealt.push(step);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Notes every step of the deal that the page tells of, however short."""
TOKEN = "localStorage.getItem('facedown.token')"
POCKETS = """() => new Promise((resolve) => {
    const request = indexedDB.open("facedown");
    request.onsuccess = () => {
        const store = request.result.transaction("pockets").objectStore("pockets");
        store.getAll().onsuccess = ({ target }) => {
            request.result.close();
            resolve(target.result.map((one) => [one.match, new TextDecoder().decode(one.sealed)]));
        };
    };
})"""
"""What the browser's database holds of our keys: the match, and what anybody could read there."""


def choose(visitor: Visitor, opponent: str) -> None:
    """A sealed match against somebody, and Play."""
    visitor.page.get_by_role("combobox", name="Who deals?", exact=True).select_option(SEALED)
    expect(visitor.page.locator("#dealer-about")).to_contain_text("Nobody knows the cards")
    press(visitor.page, opponent)
    visitor.page.get_by_role("button", name="Play", exact=True).click()


def mover(*both: Visitor) -> tuple[Hands, Hands]:
    """Whose turn it is, and the other."""
    first, second = (Hands(one.page) for one in both)
    both[0].until(lambda: first.ready or second.ready)
    return (first, second) if first.ready else (second, first)


def cards(page: Page) -> list[str]:
    """The names of the cards in our hand."""
    held = page.locator(".piece.card.hand.near.up")
    return sorted(str(card.get_attribute("aria-label")).partition(",")[0] for card in held.all())


def weaken(visitor: Visitor) -> None:
    """Heroes fall quickly in the lobbies that this page opens."""

    def carry(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        weak = '"type":"create_lobby","options":{"hero_health":12}'
        page.on_message(lambda said: server.send(str(said).replace('"type":"create_lobby"', weak)))

    visitor.page.route_web_socket("**/ws", carry)


def test_a_whole_sealed_duel_between_two_browsers(visit: Visit, keep: Keep) -> None:
    host = visit("/settings", reduced_motion="reduce")
    weaken(host)
    host.page.goto("/")
    choose(host, "A friend")
    link = host.page.get_by_role("textbox", name="Send this link to a friend", exact=True).input_value()
    friend = visit(link.removeprefix(host.origin), reduced_motion="reduce")
    expect(friend.page.locator(".sealed-table")).to_contain_text("nobody will know the cards")
    host.page.evaluate(WATCH)
    friend.page.get_by_role("button", name="Sit down", exact=True).click()

    mine, theirs = mover(host, friend)
    rival = str(friend.page.locator("main").get_attribute("aria-label")).split(" against ")
    assert len(rival) == 2
    told: list[str] = host.page.evaluate("dealt")
    mixed = [step for step in told if "mix" in step]
    assert len(mixed) == 4
    assert len([step for step in mixed if step.startswith("You lock and mix")]) == 2
    assert any("lets cards through" in step or "let cards through" in step for step in told)
    for hands in (mine, theirs):
        expect(hands.page.locator("[data-sealed]")).to_contain_text("Sealed")
        expect(hands.seal).to_have_attribute("data-seal", "checked")
    assert len(cards(theirs.page)) == 5
    mine.turn(most=1)
    assert theirs.wait()

    watcher = visit(theirs.page.url.removeprefix(host.origin).replace("/match/", "/watch/"))
    expect(Hands(watcher.page).seal).to_have_attribute("data-seal", "checked")
    expect(watcher.page.locator("[data-sealed]")).to_be_visible()
    assert watcher.page.locator(".piece.card.hand.up").count() == 0

    theirs.page.locator("[data-sealed]").click()
    proofs = theirs.page.get_by_role("dialog", name="What is proved so far", exact=True)
    expect(proofs.get_by_role("row")).to_have_count(3)
    expect(proofs.get_by_role("row").nth(1).get_by_role("cell").first).to_have_text("2")
    proofs.get_by_text(re.compile(r"^Entry by entry \(\d+\)$")).click()
    expect(proofs.locator(".proof-list")).to_contain_text("locked and mixed 30 cards")
    expect(proofs).to_contain_text("In this browser, encrypted")
    proofs.get_by_text("For the curious", exact=True).click()
    expect(proofs).to_contain_text("ristretto255")
    keep(theirs.page, "sealed-proofs")
    theirs.page.keyboard.press("Escape")

    held, head = cards(theirs.page), theirs.head
    theirs.page.reload()
    assert theirs.wait()
    assert (cards(theirs.page), theirs.head) == (held, head)
    keep(theirs.page, "sealed-table")

    pockets: list[tuple[str, str]] = theirs.page.evaluate(POCKETS)
    ((match, readable),) = pockets
    assert match == theirs.page.url.rpartition("/")[2]
    assert "mental" not in readable
    while theirs.over.count() == 0:
        theirs.turn()
        mine, theirs = theirs, mine
        theirs.wait()
    keep(mine.page, "sealed-over")
    for page in (host.page, friend.page):
        expect(page.locator("[data-over]")).to_be_visible()
        assert page.evaluate(POCKETS) == []

    host.page.get_by_role("link", name="Replay and verify", exact=True).click()
    expect(host.page.locator(".replay-sealed")).to_be_visible()
    host.page.get_by_role("link", name="Verify", exact=True).click()
    expect(host.page.locator(".verdict-word")).to_have_text("Fair")
    expect(host.page.locator(".verify")).to_contain_text("every shuffle is a shuffle")
    expect(host.page.locator(".verify")).to_contain_text("2 shuffles")
    expect(host.page.get_by_role("region", name="The decks that were played", exact=True)).to_contain_text(
        "Bell Ringer"
    )
    keep(host.page, "sealed-verify")


def lie(line: Line) -> None:
    """The next thing that the server says has happened has happened a little later."""
    assert line.held is not None
    update: dict[str, Any] = msgspec.json.decode(line.held[0])
    update["steps"][0]["entry"]["time"] += 1
    line.held[0] = msgspec.json.encode(update).decode()
    line.release()


def test_a_server_that_lies_gets_no_signature(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/settings", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    line = Line(ada)
    ada.page.goto("/")
    choose(ada, "A person")
    expect(ada.page.get_by_role("heading", name="Looking for an opponent", exact=True)).to_be_visible()
    choose(bea, "A person")
    mine, theirs = mover(ada, bea)
    line.hold()
    mine.end.click()
    ada.until(lambda: bool(line.held))
    lie(line)
    stopped = ada.page.get_by_role("alertdialog", name="This does not add up", exact=True)
    expect(stopped).to_contain_text("This page signs nothing more in this match")
    keep(ada.page, "sealed-lie")
    stopped.get_by_role("button", name="Look on", exact=True).click()
    expect(Hands(ada.page).end).to_be_disabled()

    # What was signed before holds; with the true log the match goes on.
    ada.page.reload()
    assert theirs.wait()
    ada.page.locator("[data-menu]").click()
    ada.page.get_by_role("menuitem", name="Offer a draw", exact=True).click()
    bea.page.get_by_role("button", name="Accept", exact=True).click()
    for page in (ada.page, bea.page):
        expect(page.locator("[data-over=drawn]")).to_be_visible()
        expect(Hands(page).seal).to_have_attribute("data-seal", "checked")
    before = ada.page.url
    ada.page.get_by_role("button", name="Rematch", exact=True).click()
    expect(Hands(bea.page).over).to_contain_text("wants a rematch")
    bea.page.get_by_role("button", name="Rematch", exact=True).click()
    ada.page.wait_for_url(lambda url: url != before)
    mover(ada, bea)
    assert len(cards(ada.page)) >= 5

    # Nobody offers a draw in our name: it takes our signature.
    line.impersonate('{"type":"offer","what":"draw"}')
    expect(ada.page.get_by_text(re.compile("^.*its signature does not hold")).first).to_be_attached()
    assert bea.page.get_by_role("button", name="Accept", exact=True).count() == 0


def test_without_the_keys_nobody_plays_on(visit: Visit, keep: Keep) -> None:
    ada = visit("/", reduced_motion="reduce")
    choose(ada, "The computer")
    assert Hands(ada.page).wait()
    other = visit("/settings", reduced_motion="reduce")
    token = ada.page.evaluate(TOKEN)
    other.until(lambda: bool(other.page.evaluate(TOKEN)))  # its own, which would be put in the place of ours
    other.page.evaluate("token => localStorage.setItem('facedown.token', token)", token)
    other.page.goto(ada.page.url)
    missing = other.page.get_by_role("alertdialog", name="The keys to this match are not here", exact=True)
    expect(missing).to_contain_text("the keys never leave that")
    assert cards(other.page) == []
    expect(Hands(other.page).end).to_be_disabled()
    keep(other.page, "sealed-keys-elsewhere")
    match = ada.page.url.rpartition("/")[2]
    ada.page.goto("/settings")
    assert [kept for kept, _ in ada.page.evaluate(POCKETS)] == [match]
    missing.get_by_role("button", name="Give this match up", exact=True).click()
    expect(Hands(other.page).over).to_be_visible()
    ada.page.goto(f"/replay/{match}")
    ada.until(lambda: ada.page.evaluate(POCKETS) == [])


def test_against_the_computer_and_from_one_tab_to_the_next(visit: Visit) -> None:
    ada = visit("/", reduced_motion="reduce")
    choose(ada, "The computer")
    hands = Hands(ada.page)
    assert hands.wait()
    hands.turn(most=1)
    assert hands.wait()
    held = cards(ada.page)
    second = ada.open()
    second.goto(ada.page.url)
    there = Hands(second)
    assert there.wait()
    assert cards(second) == held
    there.turn(most=1)
    assert there.wait()
    # The first tab still believes that it is its move: it must not sign.
    hands.end.click()
    expect(
        ada.page.get_by_role("alertdialog", name="This match goes on in another tab", exact=True)
    ).to_be_visible()
    ada.page.get_by_role("button", name="Play on here", exact=True).click()
    expect(hands.page.get_by_role("alertdialog")).to_have_count(0)
    assert hands.wait()
    assert hands.head == there.head

    second.close()
    ada.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")
    ada.context.set_offline(True)
    expect(ada.page.get_by_text("The connection is lost. Coming back…", exact=True)).to_be_visible()
    ada.context.set_offline(False)
    expect(ada.page.get_by_text("The connection is lost. Coming back…", exact=True)).to_have_count(0)
    assert hands.wait()
    hands.turn(most=1)
    assert hands.wait()
    hands.give_up()


def test_over_plain_http_the_keys_live_with_the_tab(
    browser: Browser, server: ServerProcess, keep: Keep
) -> None:
    insecure = [*FLAGS, f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1"]
    elsewhere = browser.browser_type.launch(executable_path=executable(), args=insecure)
    ada = Visitor(elsewhere, f"http://{PLAIN}:{server.port}", reduced_motion="reduce")
    ada.forgive("Cross-Origin-Opener-Policy")
    ada.page.goto("/")
    assert not ada.page.evaluate("isSecureContext")
    choose(ada, "The computer")
    hands = Hands(ada.page)
    assert hands.wait()
    note = ada.page.locator(".sealed-note")
    expect(note).to_contain_text(
        "your keys live in this tab, readable on this device, and are lost when you close it"
    )
    keep(ada.page, "sealed-plain-http")
    note.get_by_role("button", name="I see", exact=True).click()
    expect(note).to_have_count(0)
    held = cards(ada.page)
    ada.page.reload()
    assert hands.wait()
    assert cards(ada.page) == held
    hands.turn(most=1)
    hands.give_up()
    kept = "Object.keys(sessionStorage).filter(name => name.startsWith('facedown.pocket'))"
    assert ada.page.evaluate(kept) == []
    ada.close()
    elsewhere.close()


def test_without_our_own_python_there_is_no_sealed_match(visit: Visit) -> None:
    ada = visit("/settings")
    ada.forgive("ERR_FAILED")
    ada.page.route("**/packages-*.zip", lambda route: route.abort())
    ada.page.goto("/")
    choose(ada, "The computer")
    expect(ada.page.locator(".toast")).to_contain_text("A sealed match cannot begin")
    ada.page.get_by_role("combobox", name="Who deals?", exact=True).select_option("The house")
    expect(ada.page.get_by_role("button", name="Play", exact=True)).to_be_enabled()


def test_a_sealed_match_on_ones_own_page(browser: Browser, server: ServerProcess, tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{server.port}"
    with Joined(tmp_path, url) as joined:
        visitor = Visitor(browser, joined.origin, reduced_motion="reduce")
        visitor.page.goto("/")
        choose(visitor, "The computer")
        hands = Hands(visitor.page)
        assert hands.wait()
        hands.turn(most=1)
        assert hands.wait()
        held, table = cards(visitor.page), visitor.page.url
        visitor.page.close()
        visitor.page = visitor.open()
        visitor.page.goto(table)
        hands = Hands(visitor.page)
        assert hands.wait()
        assert cards(visitor.page) == held
        visitor.page.locator("[data-sealed]").click()
        expect(visitor.page.locator("[data-proofs]")).to_contain_text(
            re.compile(f"It comes from your own computer and plays on {re.escape(url)}")
        )
        visitor.page.keyboard.press("Escape")
        hands.give_up()
        visitor.close()
