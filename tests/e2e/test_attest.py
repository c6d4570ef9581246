"""Who answers for a match: pages with keys of their own, what they sign, and what they show of it."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect

from e2e.conftest import Keep, Visit
from e2e.hands import Hands, press
from e2e.visitor import Visitor
from facedown.client.bench.browser import FLAGS
from facedown.crypto.signing import fingerprint
from facedown.table.verify import Report, verify
from server.process import ServerProcess
from web.chromium import executable

SEALED = "Sealed: nobody"


def choose(visitor: Visitor, opponent: str, *, sealed: bool = False) -> None:
    if sealed:
        visitor.page.get_by_role("combobox", name="Who deals?", exact=True).select_option(SEALED)
    press(visitor.page, opponent)
    visitor.page.get_by_role("button", name="Play", exact=True).click()


def met(ada: Visitor, bea: Visitor, *, sealed: bool = False) -> str:
    """Two people sit down with each other; the match."""
    choose(ada, "A person", sealed=sealed)
    expect(ada.page.get_by_role("heading", name="Looking for an opponent", exact=True)).to_be_visible()
    choose(bea, "A person", sealed=sealed)
    for one in (ada, bea):
        one.page.wait_for_url("**/match/*")
        expect(Hands(one.page).seal).to_have_attribute("data-seal", "checked")
    return ada.page.url.rpartition("/")[2]


def mover(*both: Visitor) -> tuple[Hands, Hands]:
    """Whose turn it is, and the other."""
    first, second = (Hands(one.page) for one in both)
    both[0].until(lambda: first.ready or second.ready)
    return (first, second) if first.ready else (second, first)


def report(visitor: Visitor, match: str) -> Report:
    """What anybody says of the log, as it is now."""
    return verify(visitor.context.request.get(f"/matches/{match}/log").body())


def signed(visitor: Visitor, match: str, *seats: int) -> Report:
    """What anybody says of the log when these have signed it."""
    visitor.until(lambda: report(visitor, match).attestation.signed == seats)
    return report(visitor, match)


def fairness(page: Page) -> Locator:
    """What the page says of a match that is over."""
    return page.locator("[data-fair]")


def test_two_people_and_the_server_answer_for_a_house_duel(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    match = met(ada, bea)
    mine, theirs = mover(ada, bea)
    mine.turn(most=1)
    assert theirs.wait()
    theirs.give_up()
    for hands in (mine, theirs):
        expect(fairness(hands.page)).to_have_attribute("data-fair", "fair")
        expect(fairness(hands.page)).to_contain_text("and the server: anybody can check that it was so")
    keep(mine.page, "attested-over")
    found = signed(ada, match, -1, 0, 1)
    assert found.verdict == "fair"
    assert len({found.attestation.server, *found.attestation.keys}) == 3
    assert all(found.attestation.keys)
    ada.page.get_by_role("link", name="Replay and verify", exact=True).click()
    ada.page.get_by_role("link", name="Verify", exact=True).click()
    verify_panel = ada.page.get_by_role("region", name="Was it fair?", exact=True)
    expect(verify_panel.locator(".verdict-word")).to_have_text("Fair")
    keys = verify_panel.get_by_role("region", name="Keys", exact=True)
    for key in (found.attestation.server, *found.attestation.keys):
        expect(keys).to_contain_text(fingerprint(key))
    expect(keys).to_contain_text("your own")
    expect(keys).to_contain_text("known since")
    keep(ada.page, "attested-verify")


def test_whoever_closes_the_tab_at_the_end_has_signed(visit: Visit) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    match = met(ada, bea)
    mover(ada, bea)
    with bea.page.expect_request("**/signatures"):
        Hands(ada.page).give_up()
    bea.page.close()
    assert signed(ada, match, -1, 0, 1).verdict == "fair"
    expect(fairness(ada.page)).to_have_attribute("data-fair", "fair")


def test_whoever_was_gone_at_the_end_signs_when_it_comes_back(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce", thrifty=False)
    match = met(ada, bea)
    mine, theirs = mover(ada, bea)
    mine.finish()
    assert theirs.wait()
    theirs.finish()  # both have done something now that nothing but the end attests
    assert mine.wait()
    seat = report(ada, match).players.index(name(bea))
    bea.page.close()
    expect(ada.page.get_by_text(re.compile(r"^\S+ has left the table"))).to_be_visible()
    Hands(ada.page).give_up()
    shown = fairness(ada.page)
    expect(shown).to_have_attribute("data-fair", "unattested")
    expect(shown).to_contain_text("Fair. This page has checked every step")
    expect(shown).to_contain_text(f"{name(bea)} has signed the opening, not the end.")
    keep(ada.page, "unattested-over")
    assert seat not in report(ada, match).attestation.signed

    stranger = visit(f"/replay/{match}#verify")
    expect(stranger.page.locator(".verdict-word")).to_have_text("Unattested")
    expect(stranger.page.locator(".doubts")).to_have_text(f"{name(bea)} has signed the opening, not the end.")
    keys = stranger.page.get_by_role("region", name="Keys", exact=True)
    expect(keys).to_contain_text("new to this browser")
    keep(stranger.page, "unattested-verify")

    bea.page = bea.open()
    bea.page.goto("/")
    assert signed(ada, match, -1, 0, 1).verdict == "fair"
    stranger.page.get_by_role("button", name="Verify again", exact=True).click()


def name(visitor: Visitor) -> str:
    found: str = visitor.messages("welcome")[0]["name"]
    return found


def between(visitor: Visitor, change: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
    """The server opens other matches than it was asked for; what the page says is noted."""
    said: list[dict[str, Any]] = []

    def carry(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def forward(text: str | bytes) -> None:
            said.append(msgspec.json.decode(text))
            server.send(text)

        def answer(text: str | bytes) -> None:
            message = msgspec.json.decode(text)
            if message["type"] == "snapshot":
                change(message)
                text = msgspec.json.encode(message).decode()
            page.send(text)

        page.on_message(forward)
        server.on_message(answer)

    visitor.page.route_web_socket("**/ws", carry)
    return said


def other_clock(snapshot: dict[str, Any]) -> None:
    snapshot["clock"] = snapshot["opening"]["body"]["clock"] = {"turn": 1000, "reserve": 0, "lag": 0}


def other_options(snapshot: dict[str, Any]) -> None:
    snapshot["options"]["hero_health"] = snapshot["opening"]["body"]["options"]["hero_health"] = 1


def no_randomness(snapshot: dict[str, Any]) -> None:
    snapshot["opening"]["body"]["chairs"][snapshot["seat"]]["nonce"] = ""


def other_key(snapshot: dict[str, Any]) -> None:
    snapshot["opening"]["body"]["chairs"][snapshot["seat"]]["key"] = "ab" * 32


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (other_clock, "has another clock"),
        (other_options, "has other options"),
        (no_randomness, "leaves out the randomness that you promised"),
        (other_key, "has another key on your chair"),
    ],
)
def test_another_match_than_the_one_that_was_asked_for_gets_no_signature(
    visit: Visit, change: Callable[[dict[str, Any]], None], why: str
) -> None:
    ada = visit("/settings", reduced_motion="reduce")
    said = between(ada, change)
    ada.page.goto("/")
    choose(ada, "The computer")
    expect(ada.page.locator(".toast")).to_contain_text(
        f"The server has opened another match than the one that you asked for: its first entry {why}."
    )
    ada.until(lambda: bool(said) and said[-1]["type"] == "leave_match")
    assert "contribute" not in {message["type"] for message in said}
    assert ada.page.locator(".table-page").count() == 0


@pytest.mark.parametrize("sealed", [False, True], ids=["house", "sealed"])
def test_a_draw_is_signed_by_both_and_the_keys_are_the_same_in_the_next_match(
    visit: Visit, sealed: bool
) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    match = met(ada, bea, sealed=sealed)
    mover(ada, bea)
    ada.page.locator("[data-menu]").click()
    ada.page.get_by_role("menuitem", name="Offer a draw", exact=True).click()
    bea.page.get_by_role("button", name="Accept", exact=True).click()
    for one in (ada, bea):
        expect(one.page.locator("[data-over=drawn]")).to_be_visible()
        expect(fairness(one.page)).to_have_attribute("data-fair", "fair")
    before = signed(ada, match, -1, 0, 1)
    assert before.verdict == "fair"
    keys = dict(zip(before.players, before.attestation.keys, strict=True))
    for one in (ada, bea):
        one.page.get_by_role("button", name="Rematch", exact=True).click()
    ada.page.wait_for_url(lambda url: not url.endswith(match))
    mine, _ = mover(ada, bea)
    again = ada.page.url.rpartition("/")[2]
    mine.give_up()
    after = signed(ada, again, -1, 0, 1)
    assert dict(zip(after.players, after.attestation.keys, strict=True)) == keys
    assert all(keys.values())


def test_a_key_that_has_changed_is_shown_once(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    met(ada, bea)
    expect(ada.page.locator("[data-changed]")).to_have_count(0)
    mine, _ = mover(ada, bea)
    mine.give_up()
    ada.page.evaluate(
        """() => {
            const known = JSON.parse(localStorage.getItem("facedown.known"));
            for (const met of Object.values(known)) met[0][0] = "ab".repeat(32);
            localStorage.setItem("facedown.known", JSON.stringify(known));
        }"""
    )
    for one in (ada, bea):
        one.page.get_by_role("button", name="Rematch", exact=True).click()
    changed = ada.page.locator("[data-changed]")
    expect(changed).to_have_count(2)
    expect(changed.first).to_contain_text("This server has another key than before")
    expect(changed.last).to_contain_text(f"{name(bea)} has another key than before")
    expect(changed.last).to_contain_text(fingerprint("ab" * 32))
    mine, _ = mover(ada, bea)
    keep(ada.page, "changed-keys")
    expect(bea.page.locator("[data-changed]")).to_have_count(0)
    changed.first.get_by_role("button", name="I see", exact=True).click()
    expect(changed).to_have_count(1)
    changed.get_by_role("button", name="I see", exact=True).click()
    expect(changed).to_have_count(0)
    ada.page.reload()
    mine, _ = mover(ada, bea)
    expect(changed).to_have_count(0)
    mine.give_up()


def test_a_page_that_does_not_get_the_log_keeps_what_it_saw_and_says_so(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    ada.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket", "503")
    match = met(ada, bea)
    mine, theirs = mover(ada, bea)
    if mine.page is ada.page:
        mine.finish()
        mine, theirs = theirs, mine
    assert mine.wait()
    ada.page.route("**/matches/*/log", lambda route: route.fulfill(status=503, body="later"))
    ada.context.set_offline(True)
    expect(ada.page.get_by_text("The connection is lost. Coming back…", exact=True)).to_be_visible()
    mine.finish()
    ada.context.set_offline(False)
    assert theirs.wait()
    expect(theirs.seal).to_have_attribute("data-seal", "unchecked")
    theirs.seal.click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("A part of the log is missing here")
    ada.page.keyboard.press("Escape")
    mine.give_up()
    expect(fairness(ada.page)).to_have_attribute("data-fair", "unchecked")
    expect(fairness(ada.page)).to_contain_text("Could not be checked")
    keep(ada.page, "unchecked-over")
    assert report(bea, match).attestation.signed == (-1, report(bea, match).players.index(name(bea)))

    ada.page.unroute("**/matches/*/log")
    expect(fairness(ada.page)).to_have_attribute("data-fair", "fair")
    assert signed(bea, match, -1, 0, 1).verdict == "fair"


def test_a_break_while_the_mirror_loads_accuses_nobody(visit: Visit) -> None:
    ada, bea = visit("/settings", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    ada.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")
    loading: list[Route] = []
    ada.page.route("**/packages-*.zip", lambda route: loading.append(route))  # noqa: PLW0108 (no builtin)
    ada.page.goto("/")
    choose(ada, "A person")
    expect(ada.page.get_by_role("heading", name="Looking for an opponent", exact=True)).to_be_visible()
    choose(bea, "A person")
    mine, theirs = mover(ada, bea)
    if mine.page is ada.page:
        mine.finish()
        mine, theirs = theirs, mine
    assert mine.wait()
    ada.context.set_offline(True)
    expect(ada.page.get_by_text("The connection is lost. Coming back…", exact=True)).to_be_visible()
    mine.finish()
    ada.context.set_offline(False)
    assert theirs.wait()
    expect(theirs.seal).to_have_attribute("data-seal", "loading")
    theirs.finish()
    assert mine.wait()
    for route in loading:
        route.continue_()
    expect(theirs.seal).to_have_attribute("data-seal", "checked")
    mine.give_up()
    assert signed(ada, ada.page.url.rpartition("/")[2], -1, 0, 1).verdict == "fair"


def test_without_a_key_one_plays_and_the_page_says_what_that_means(
    browser: Browser, server: ServerProcess, keep: Keep
) -> None:
    insecure = [*FLAGS, "--host-resolver-rules=MAP plain.example 127.0.0.1"]
    elsewhere = browser.browser_type.launch(executable_path=executable(), args=insecure)
    ada = Visitor(elsewhere, f"http://plain.example:{server.port}", reduced_motion="reduce")
    ada.forgive("Cross-Origin-Opener-Policy")
    ada.page.goto("/")
    choose(ada, "The computer")
    hands = Hands(ada.page)
    assert hands.wait()
    expect(hands.seal).to_have_attribute("data-seal", "checked")
    hands.give_up()
    expect(fairness(ada.page)).to_have_attribute("data-fair", "unattested")
    expect(fairness(ada.page)).to_contain_text("you sign nothing")
    expect(fairness(ada.page)).to_contain_text(f"{name(ada)} has signed nothing.")
    keep(ada.page, "keyless-over")
    ada.close()
    elsewhere.close()


def test_a_log_that_is_behind_leaves_what_was_seen_until_it_has_come_further(visit: Visit) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    ada.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")
    match = met(ada, bea)
    mine, theirs = mover(ada, bea)
    if mine.page is ada.page:
        mine.finish()
        mine, theirs = theirs, mine
    assert mine.wait()
    old = ada.context.request.get(f"/matches/{match}/log").body()
    ada.page.route("**/matches/*/log", lambda route: route.fulfill(status=200, body=old))
    ada.context.set_offline(True)
    expect(ada.page.get_by_text("The connection is lost. Coming back…", exact=True)).to_be_visible()
    mine.finish()
    ada.context.set_offline(False)
    assert theirs.wait()
    expect(theirs.seal).to_have_attribute("data-seal", "unchecked")
    ada.page.unroute("**/matches/*/log")
    expect(theirs.seal).to_have_attribute("data-seal", "checked")
    mine.give_up()
    assert signed(ada, match, -1, 0, 1).verdict == "fair"


def test_nobody_signs_for_two_things_at_one_place(visit: Visit) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    match = met(ada, bea)
    mover(ada, bea)
    head = ada.messages("update")[-1]["standing"]["head"]
    promised = msgspec.json.encode({"match": match, "head": head, "what": "undo"}).decode()
    ada.page.evaluate("kept => localStorage.setItem('facedown.promised', kept)", promised)
    ada.page.locator("[data-menu]").click()
    ada.page.get_by_role("menuitem", name="Offer a draw", exact=True).click()
    expect(ada.page.get_by_text(re.compile(r"^\s*You have signed for an undo here")).first).to_be_visible()
    assert ada.messages("offered") == bea.messages("offered") == []
    ada.page.evaluate("localStorage.removeItem('facedown.promised')")
    ada.page.locator("[data-menu]").click()
    ada.page.get_by_role("menuitem", name="Offer a draw", exact=True).click()
    bea.page.get_by_role("button", name="Accept", exact=True).click()
    assert signed(ada, match, -1, 0, 1).verdict == "fair"


def test_a_signature_that_the_server_will_not_have_yet_is_sent_again(visit: Visit) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    bea.forgive("409")
    match = met(ada, bea)
    mover(ada, bea)
    bea.page.route("**/signatures", lambda route: route.fulfill(status=409, body="{}"))
    with bea.page.expect_response("**/signatures"):
        Hands(ada.page).give_up()
    expect(fairness(bea.page)).to_be_visible()
    bea.page.unroute("**/signatures")
    bea.page.reload()
    assert signed(ada, match, -1, 0, 1).verdict == "fair"


def test_a_match_that_was_on_its_way_when_we_asked_for_another_accuses_nobody(visit: Visit) -> None:
    ada, bea = visit("/settings", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    said: list[str] = []
    held: list[str | bytes] = []
    lines: list[WebSocketRoute] = []

    def carry(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        lines.append(page)

        def forward(text: str | bytes) -> None:
            said.append(msgspec.json.decode(text)["type"])
            server.send(text)

        def hold(text: str | bytes) -> None:
            if held or msgspec.json.decode(text)["type"] == "snapshot":
                held.append(text)
            else:
                page.send(text)

        page.on_message(forward)
        server.on_message(hold)

    ada.page.route_web_socket("**/ws", carry)
    ada.page.goto("/")
    choose(ada, "A person")
    expect(ada.page.get_by_role("heading", name="Looking for an opponent", exact=True)).to_be_visible()
    choose(bea, "A person")
    ada.until(lambda: bool(held))
    ada.page.get_by_role("button", name="Play the computer instead", exact=True).click()
    ada.until(lambda: "play_bot" in said)
    while held:
        lines[-1].send(held.pop(0))
    ada.page.wait_for_url("**/match/*")
    ada.until(lambda: "contribute" in said)
    bea.page.wait_for_url("**/match/*")
    expect(Hands(bea.page).seal).to_have_attribute("data-seal", "checked")
    assert "leave_match" not in said
