"""Facts of cards from a user's own Scryfall or MTGJSON file."""

from typing import Any

import msgspec
import pytest

from facedown.cards.facts import MTGCard, from_face, mana_value, read_facts, to_face

CROW = {
    "object": "card", "name": "Storm Crow", "layout": "normal", "mana_cost": "{1}{U}", "cmc": 2.0,
    "type_line": "Creature — Bird", "oracle_text": "Flying", "power": "1", "toughness": "2", "colors": ["U"],
    "color_identity": ["U"], "set": "9ed", "collector_number": "100", "prices": {"eur": None},
}  # fmt: skip
GOYF = {**CROW, "name": "Goyf", "power": "*", "toughness": "1+*", "colors": ["G"], "color_identity": ["G"]}
WALKER = {
    "name": "Walker", "type_line": "Legendary Planeswalker — Nissa", "mana_cost": "{X}{G/W}{G/P}", "cmc": 2.0,
    "loyalty": "X", "color_identity": ["W", "G"], "colors": ["G", "W"],
}  # fmt: skip
TWO = {
    "name": "Day // Night", "layout": "transform", "cmc": 3.0, "color_identity": ["R", "G"],
    "card_faces": [
        {"name": "Day", "mana_cost": "{2}{R}", "type_line": "Creature — Human", "power": "2",
         "toughness": "2", "colors": ["R"], "oracle_text": "Haste"},
        {"name": "Night", "mana_cost": "", "type_line": "Creature — Wolf", "power": "4", "toughness": "4"},
    ],
}  # fmt: skip
TOKEN = {**CROW, "name": "Goblin", "layout": "token"}
JSON = {
    "name": "Storm Crow", "manaCost": "{1}{U}", "manaValue": 2.0, "types": ["Creature"], "subtypes": ["Bird"],
    "supertypes": [], "text": "Flying", "power": "1", "toughness": "2", "colors": ["U"],
    "colorIdentity": ["U"], "setCode": "9ED", "number": "100", "type": "Creature — Bird",
}  # fmt: skip


def _read(value: Any) -> dict[str, MTGCard]:
    return {card.name: card for card in read_facts(msgspec.json.encode(value))}


@pytest.mark.parametrize(
    "value",
    [
        CROW,
        [CROW],
        {"object": "list", "has_more": False, "data": [CROW]},
        {"meta": {}, "data": {"9ED": {"name": "Ninth", "cards": [JSON], "tokens": []}}},
        {"meta": {}, "data": {"Storm Crow": [JSON]}},
        {"meta": {}, "data": {"code": "9ED", "cards": [JSON], "booster": {"default": {}}, "tokens": []}},
        {"meta": {}, "data": {"name": "Deck", "mainBoard": [{**JSON, "count": 4}], "sideBoard": []}},
    ],
)
def test_both_sources_in_all_their_shapes_say_the_same(value: Any) -> None:
    assert _read(value)["Storm Crow"] == MTGCard(
        name="Storm Crow",
        cmc=2,
        types=("Creature",),
        mana_cost="{1}{U}",
        subtypes=("Bird",),
        power="1",
        toughness="2",
        oracle_text="Flying",
        set="9ED",
        collector_number="100",
        colors=("U",),
        color_identity=("U",),
    )


def test_power_toughness_and_loyalty_stay_what_is_printed() -> None:
    cards = _read([GOYF, WALKER])
    assert (cards["Goyf"].power, cards["Goyf"].toughness, cards["Goyf"].loyalty) == ("*", "1+*", None)
    assert (cards["Walker"].power, cards["Walker"].loyalty) == (None, "X")
    assert cards["Walker"].supertypes == ("Legendary",)
    assert b'"oracleText"' in msgspec.json.encode(cards["Goyf"])


def test_a_card_of_two_halves_is_one_card_and_tokens_are_none() -> None:
    cards = _read([TWO, TOKEN])
    assert list(cards) == ["Day // Night"]
    front = cards["Day // Night"]
    assert (front.power, front.mana_cost, front.cmc, front.subtypes) == ("2", "{2}{R}", 3, ("Human",))
    assert (front.colors, front.color_identity) == (("R",), ("R", "G"))


@pytest.mark.parametrize("card", [CROW, GOYF, WALKER, TWO])
def test_a_face_carries_the_facts_without_the_text(card: Any) -> None:
    (facts,) = read_facts(msgspec.json.encode(card))
    face = to_face(facts)
    back = from_face(face)
    assert facts.oracle_text == "" or facts.oracle_text not in face
    assert back == msgspec.structs.replace(facts, oracle_text="", set="", collector_number="", cmc=facts.cmc)


@pytest.mark.parametrize("face", ["", "forest", "a|b", "|||||", "x|" * 200, "n|{" + "9" * 400 + "}||||"])
def test_what_is_no_such_face_is_none(face: str) -> None:
    assert from_face(face) is None


@pytest.mark.parametrize(
    ("cost", "value"),
    [("", 0), ("{0}", 0), ("{2}{W}{U/B}", 4), ("{X}{X}{R}", 1), ("{2/W}{G/P}{10}", 13), ("{C}{S}", 2)],
)
def test_mana_values(cost: str, value: int) -> None:
    assert mana_value(cost) == value


@pytest.mark.parametrize(
    "data", [b"", b"[", b"{}", b"[]", b"[1]", b'{"data":{}}', b'{"data":3}', b"\xff", b"[" * 5000]
)
def test_what_is_no_file_of_cards_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"not a Scryfall or MTGJSON file|no card in this file"):
        read_facts(data)
