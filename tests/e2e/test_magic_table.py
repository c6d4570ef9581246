"""Magic's table in the browser, position by position: crowds, the stack, questions, and fingers."""

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Keep, Visit
from e2e.posed import Pose
from e2e.visitor import PHONE, Visitor
from facedown.games.magic.scenario.steps import take

SIZES = {"desktop": {"width": 1440, "height": 900}, "laptop": {"width": 1280, "height": 720}, "phone": PHONE}


def box(page: Page, selector: str) -> dict[str, float]:
    """Where something is."""
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return {"left": found["x"], "top": found["y"], "right": found["x"] + found["width"]} | {
        "bottom": found["y"] + found["height"]
    }


def apart(page: Page, one: str, other: str) -> bool:
    """Whether neither covers any of the other."""
    a, b = box(page, one), box(page, other)
    clear = a["right"] <= b["left"] + 1 or b["right"] <= a["left"] + 1
    return clear or a["bottom"] <= b["top"] + 1 or b["bottom"] <= a["top"] + 1


def at(visit: Visit, pose: Pose, size: dict[str, int]) -> Visitor:
    visitor = visit("/", reduced_motion="reduce", viewport=size)
    pose.show(visitor)
    return visitor


def key(pose: Pose, name: str) -> str:
    return f'.piece[data-key="c{pose.stage.ids[name]}"]'


@pytest.mark.parametrize("size", SIZES)
def test_a_crowd_is_large_enough_to_read_and_every_one_of_it_can_be_pointed_at(
    visit: Visit, keep: Keep, size: str
) -> None:
    pose = Pose()
    pose.put(0, "Forest", times=9)
    pose.put(0, "Goblin token", times=12)
    pose.put(0, "Krenko, Mob Boss", "Sol Ring")
    pose.put(1, "Soldier token", times=9)
    pose.put(1, "Plains", times=8)
    ada = at(visit, pose, SIZES[size])
    page = ada.page
    keep(page, f"magic-crowd-{size}")
    lands = page.locator(".piece.lands.near")
    expect(lands).to_have_count(9)
    land, goblin = (box(page, f".piece.{row}.near") for row in ("lands", "creatures"))
    least = {"desktop": (80, 100), "laptop": (60, 80), "phone": (45, 40)}[size]
    assert land["right"] - land["left"] > least[0]
    assert goblin["right"] - goblin["left"] > least[1]
    expect(page.locator(".piece.lands.near .perm-many")).to_have_text("×9")
    expect(page.locator(".piece.creatures.near .perm-many")).to_have_text("×12")
    covered: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.piece.unit')].filter((it) => {
            const { left, top, width, height } = it.getBoundingClientRect();
            const seen = document.elementFromPoint(left + width * 0.12, top + height * 0.5);
            return seen?.closest('.piece') !== it;
        }).map((it) => it.ariaLabel)"""
    )
    assert covered == []


def test_all_attack_at_once_and_space_sends_them(visit: Visit, keep: Keep) -> None:
    pose = Pose()
    pose.put(0, "Goblin token", times=7)
    pose.put(0, "Serra Angel")
    ada = at(visit, pose, SIZES["desktop"])
    page, end = ada.page, ada.page.locator("[data-end]")
    while "attack" not in end.inner_text().casefold():
        before = page.locator("[data-seal] code").inner_text()
        page.keyboard.press("Space")
        expect(page.locator("[data-seal] code")).not_to_have_text(before)
    page.locator("[data-all]").click()
    expect(end).to_have_text(re.compile("attack with 8", re.IGNORECASE))
    expect(page.locator(".perm .mark.attacks")).to_have_count(8)
    expect(page.locator(".fights .attack")).to_have_count(8)
    keep(page, "magic-attackers")
    angel = page.get_by_role("button", name=re.compile("^Serra Angel"))
    angel.click()
    expect(end).to_have_text(re.compile("attack with 7", re.IGNORECASE))
    page.keyboard.press("Space")  # the angel was clicked, but has not the keyboard
    expect(page.locator(".piece.turned.creatures")).to_have_count(7)


@pytest.mark.parametrize("size", SIZES)
def test_the_stack_says_what_is_aimed_at_whom_and_covers_no_button(
    visit: Visit, keep: Keep, size: str
) -> None:
    pose = Pose()
    pose.put(0, "Grizzly Bears", "Forest", "Mountain")
    for name, target in (("Giant Growth", "it1"), ("Lightning Bolt", "Bea"), ("Shock", "it1"), ("Opt", "")):
        aimed: dict[str, Any] = {"targets": [target]} if target else {}
        cast = {"op": "cast", "player": "Ada", "card": name, "hold": True}
        take(pose.stage, {**cast, **aimed})
    pose.stage.rest(0)
    page = at(visit, pose, SIZES[size]).page
    stack = page.get_by_role("region", name="Stack, 4", exact=True)
    expect(stack.locator("li")).to_have_count(4)
    expect(stack.locator("li").first).to_contain_text("Opt")
    expect(stack.locator("li").nth(1)).to_contain_text("Shock → Grizzly Bears")
    expect(stack.locator("li").nth(2)).to_contain_text("Lightning Bolt → Bea")
    keep(page, f"magic-stack-{size}")
    assert apart(page, ".mstack", "[data-end]")
    assert apart(page, ".mstack", '[data-until="my turn"]')
    assert apart(page, ".mstack", key(pose, "it1"))
    for until in ("stack", "end of turn", "my turn"):
        assert apart(page, f'[data-until="{until}"]', ".piece.hero.near .hero-ring")
        assert apart(page, f'[data-until="{until}"]', '.piece[data-key="library0"] .pile-face')


def test_a_modal_spell_says_what_its_modes_do_and_has_keys_for_them(visit: Visit, keep: Keep) -> None:
    pose = Pose()
    pose.put(0, "Forest", "Plains", "Grizzly Bears")
    pose.hold("Selesnya Charm")
    page = at(visit, pose, PHONE).page
    card = page.get_by_role("button", name=re.compile("^Selesnya Charm"))
    card.click()
    card.click()
    asked = page.locator("[data-asked=mode]")
    expect(asked).to_contain_text("Selesnya Charm")
    expect(asked.locator("[data-option]")).to_have_text(
        [re.compile(r"Target creature gets \+2/\+2"), re.compile("Knight")]
    )
    expect(card.locator(".asks")).to_have_count(1)
    keep(page, "magic-modes")
    page.keyboard.press("2")
    expect(asked).to_have_count(0)


def test_one_of_two_hundred_types_is_found_by_its_name(visit: Visit, keep: Keep) -> None:
    pose = Pose()
    pose.put(0, "Island", times=3)
    pose.hold("Arcane Adaptation")
    page = at(visit, pose, SIZES["laptop"]).page
    page.get_by_role("button", name=re.compile("^Arcane Adaptation")).click()
    asked = page.locator("[data-asked='creature type']")
    expect(asked.locator("p")).to_be_in_viewport()
    keep(page, "magic-types")
    asked.get_by_role("searchbox").fill("squi")
    expect(asked.locator("[data-option]")).to_have_text(["Squid", "Squirrel"])


def test_of_cards_that_are_looked_at_one_is_chosen(visit: Visit, keep: Keep) -> None:
    pose = Pose()
    pose.put(0, "Forest", times=2)
    stage = pose.stage
    found = tuple(stage.new(face) for face in ("forest", "island", "shock"))
    stage.set_player(0, library=found, stops=())
    pose.hold("Rampant Growth")
    page = at(visit, pose, PHONE).page
    card = page.get_by_role("button", name=re.compile("^Rampant Growth"))
    card.click()
    card.click()
    shown = page.get_by_role("dialog", name=re.compile("^Rampant Growth: search"))
    expect(shown.locator(".mcards > button")).to_have_count(3)
    expect(shown.locator(".mcards > button").first).to_be_focused()
    shown.get_by_role("button", name=re.compile("^Forest")).click()
    shown.get_by_role("button", name=re.compile("^Island")).click()
    expect(shown.locator("[aria-pressed=true]")).to_have_accessible_name(re.compile("^Island"))
    shown.get_by_role("button", name=re.compile("^Shock")).click(force=True)
    expect(shown.locator("[aria-pressed=true]")).to_have_count(1)
    expect(shown.locator("[data-option]")).to_have_text("Choose this one")
    keep(page, "magic-search")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Rampant Growth: search")).click()
    expect(shown).to_be_visible()


def test_what_is_attached_stays_in_its_row(visit: Visit, keep: Keep) -> None:
    pose = Pose()
    host = pose.put(0, "Serra Angel")
    worn = [pose.put(0, card, attach_to=host) for card in ("Rancor", "Holy Strength", "Loxodon Warhammer")]
    page = at(visit, pose, SIZES["laptop"]).page
    row = box(page, '[data-zone="creatures0"]')
    for name in (host, *worn):
        piece = box(page, key(pose, name))
        assert row["top"] - 4 <= piece["top"]
        assert piece["bottom"] <= row["bottom"] + 4
        expect(page.locator(key(pose, name))).to_be_visible()
    keep(page, "magic-attached")


def test_damage_stands_beside_power_and_toughness(visit: Visit) -> None:
    pose = Pose()
    name = pose.put(0, "Grizzly Bears", counters={"+1/+1": 2})
    status = pose.stage.status(pose.stage.ids[name])
    pose.stage.set_status(msgspec.structs.replace(status, damage=3))
    page = at(visit, pose, SIZES["laptop"]).page
    bears = page.locator(key(pose, name))
    expect(bears.locator(".pt")).to_have_text("4/4")
    expect(bears.locator(".hurt")).to_have_text("−3")
    expect(bears).to_have_accessible_name(re.compile("4/4.*3 damage"))


def test_a_commander_is_cast_from_where_it_lies_and_says_what_it_costs_more(visit: Visit, keep: Keep) -> None:
    pose = Pose(commander=True)
    pose.put(0, "Mountain", times=6)
    leader = pose.stage.new("krenko-mob-boss")
    pose.stage.public(leader, 0, "command", "krenko-mob-boss")
    pose.stage.set_player(0, commander=leader, casts=1)
    pose.stage.set_player(1, wounds=((leader, 9),))
    page = at(visit, pose, SIZES["laptop"]).page
    zone = page.locator('.piece[data-key="command0"]')
    expect(zone).to_have_class(re.compile("source"))
    expect(zone).to_have_accessible_name(re.compile("costs 2 more"))
    expect(page.get_by_text("Krenko, Mob Boss 9/21", exact=True)).to_be_visible()
    for land in range(6):
        assert apart(page, '.piece[data-key="command0"]', f".piece.lands.near >> nth={land}")
    keep(page, "magic-command-zone")
    zone.click()
    expect(page.locator(".mstack, .piece.creatures.near").first).to_be_visible()


def test_help_is_about_this_game(visit: Visit) -> None:
    page = at(visit, Pose(), SIZES["laptop"]).page
    page.keyboard.press("?")
    shown = page.get_by_role("dialog")
    expect(shown).to_contain_text("pass until your next turn")
    expect(shown).to_contain_text("summoning sick")
    expect(shown).not_to_contain_text("Guard")
