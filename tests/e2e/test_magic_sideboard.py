"""A sideboard in the browser: which cards stay out is said in a dialog, and nobody else is told."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from client.served import environment
from e2e.conftest import Keep, Visit
from e2e.hands import press
from e2e.test_magic import Player
from server.process import ServerProcess


@pytest.fixture
def code(server: ServerProcess, tmp_path: Path) -> Iterator[str]:
    """A friend's lobby in a terminal where decks bring their sideboards."""
    command = [sys.executable, "-m", "facedown", "play", "magic", "--plain", "--lobby", "--server"]
    host = subprocess.Popen(
        [*command, f"http://127.0.0.1:{server.port}", "--option", "sideboard=true"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert host.stdout is not None
    try:
        yield next(found[1] for line in host.stdout if (found := re.search(r"--lobby ([A-Z2-9]{6})", line)))
    finally:
        host.kill()
        host.communicate()


def test_the_list_s_sideboard_is_chosen_already_and_can_be_changed(
    visit: Visit, keep: Keep, code: str
) -> None:
    ada = visit("/decks", reduced_motion="reduce")
    ada.page.get_by_role("combobox", name="Which game?", exact=True).select_option("magic")
    ada.page.get_by_role("button", name="List", exact=True).click()
    cards = ada.page.get_by_role("textbox", name="List of cards", exact=True)
    cards.fill("44 Forest\n16 Grizzly Bears\n3 Naturalize\n1 Craw Wurm")
    ada.page.get_by_role("button", name="Take over", exact=True).click()
    ada.page.get_by_role("button", name="Save", exact=True).click()
    ada.page.wait_for_url("**/decks/*")
    ada.page.goto(f"/lobby/{code}")
    player = Player(ada.page)
    press(player.page, "My deck")
    ada.page.get_by_role("button", name="Sit down", exact=True).click()
    ada.page.wait_for_url("**/match/*")
    dialog = ada.page.get_by_role("dialog", name="Lock the sideboard?", exact=True)
    expect(dialog.locator(".picked")).to_have_count(4)
    for name in ("Naturalize", "Craw Wurm"):
        expect(dialog.get_by_role("button", name=re.compile(f"^{name}"), pressed=True).first).to_be_visible()
    keep(ada.page, "magic-sideboard")
    dialog.get_by_role("button", name=re.compile("^Craw Wurm")).click()
    dialog.get_by_role("button", name=re.compile("^Grizzly Bears")).first.click()
    dialog.get_by_role("button", name=re.compile("^Grizzly Bears")).nth(1).click()
    dialog.get_by_role("button", name="Lock: 5 cards stay out", exact=True).click()
    expect(dialog).to_have_count(0)
    story = ada.page.get_by_role("region", name="Chronicle", exact=True)
    expect(story).to_contain_text("locks the sideboard; 5 cards stay out: 3 Naturalize, 2 Grizzly Bears.")
