"""The tests of this folder fail on anything that a page should not do; here is that they would."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response

from e2e.conftest import Visit
from e2e.hands import Hands
from e2e.visitor import Visitor
from server.process import ServerProcess

MISDEEDS = {
    "console: oops": "() => console.error('oops')",
    "exception: thrown": "() => void setTimeout(() => { throw new Error('thrown') })",
    "Content Security Policy": "() => void (document.body.innerHTML = '<i style=\"top:0\">x</i>')",
    "elsewhere: http://127.0.0.1:9/": "() => void (location.href = 'http://127.0.0.1:9/')",
    "ws://127.0.0.1:9": "() => { try { new WebSocket('ws://127.0.0.1:9/') } catch { } }",
}


@pytest.mark.parametrize("complaint", MISDEEDS)
def test_a_misdeed_is_noticed(visit: Visit, complaint: str) -> None:
    someone = visit("/settings")
    assert someone.complaints == []
    someone.page.evaluate(MISDEEDS[complaint])
    someone.until(lambda: any(complaint in one for one in someone.complaints))
    someone.page.close()
    someone.complaints.clear()


def test_every_file_is_under_the_policy(visit: Visit) -> None:
    someone = visit("/settings")
    answers: list[Response] = []
    someone.page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks what it calls
    someone.page.goto("/")
    someone.page.get_by_role("button", name="Play", exact=True).click()
    someone.page.locator('[data-seal="checked"]').wait_for()
    files = [one for one in answers if one.url.startswith(f"{someone.origin}/assets/")]
    assert any(one.url.endswith(".js") and "worker" in one.url for one in files)
    for one in files:
        policy = one.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert "immutable" in one.headers["cache-control"]


def test_cards_and_bots_follow_from_a_word(browser: Browser, tmp_path: Path) -> None:
    seen = []
    for place, word in enumerate(("one", "one", "another")):
        folder = tmp_path / str(place)
        folder.mkdir()
        with ServerProcess(folder) as server:
            server.draw(word)
            visitor = Visitor(browser, f"http://127.0.0.1:{server.port}", reduced_motion="reduce")
            visitor.page.goto("/")
            visitor.page.get_by_role("button", name="Play", exact=True).click()
            hands = Hands(visitor.page)
            for _ in range(2):
                assert hands.wait()
                hands.turn(most=2)
            assert hands.wait()
            pieces = visitor.page.locator(".piece.card.hand.near, .piece.unit")
            seen.append(pieces.evaluate_all("all => all.map(one => one.ariaLabel).sort()"))
            visitor.close()
    assert seen[0] == seen[1] != seen[2]
