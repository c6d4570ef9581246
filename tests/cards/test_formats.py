"""Deck lists in every format that players paste: told by content, read, written, and never lost silently."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facedown.cards import FORMATS, Catalogue, Item, Problem, detect, export, parse, write
from facedown.kernel import CardInfo

NAMES = (
    "Lightning Bolt",
    "Fire // Ice",
    "Mountain",
    "Pyroblast",
    "Isamaru, Hound of Konda",
    "Lurrus of the Dream-Den",
    "Æther Vial",
    "Lim-Dûl's Vault",
    'Kongming, "Sleeping Dragon"',
    "R&D's Secret Lair",
)
CARDS = Catalogue({name: CardInfo(name) for name in NAMES})
PLAYED = ("commander", "main")

LISTS = {
    "plain": """\
// Red deck
4x Lightning Bolt
3 Fire // Ice  # both halves
20 Mountain

Sideboard
2 Pyroblast
""",
    "arena": """\
About
Name Red deck

Deck
4 Lightning Bolt (M10) 146
3 Fire // Ice (MH2) 290
20 Mountain (DMU) 269

Sideboard
2 Pyroblast (EMA) 142
""",
    "mtgo": """\
<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="34586" Quantity="4" Sideboard="false" Name="Lightning Bolt" Annotation="0" />
  <Cards CatID="21117" Quantity="3" Sideboard="false" Name="Fire/Ice" Annotation="0" />
  <Cards CatID="236" Quantity="20" Sideboard="false" Name="Mountain" Annotation="0" />
  <Cards CatID="61148" Quantity="2" Sideboard="true" Name="Pyroblast" Annotation="0" />
</Deck>
""",
    "dec": """\
// NAME : Red deck
// CREATOR : somebody
        4 Lightning Bolt
        3 Fire/Ice
        20 Mountain
SB:  2 Pyroblast
""",
    "mwdeck": """\
// Deck file for Magic Workstation (http://www.magicworkstation.com)
// NAME : Red deck

// Lands
    20 [ZEN] Mountain (3)

// Spells
    4 [M10] Lightning Bolt
    3 [AP] Fire/Ice

// Sideboard
SB: 2 [IA] Pyroblast
""",
    "cockatrice": """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Red deck</deckname>
    <comments>4 Lightning Bolt</comments>
    <zone name="main">
        <card number="4" name="Lightning Bolt" setShortName="M10" collectorNumber="146"/>
        <card number="3" name="Fire // Ice"/>
        <card number="20" name="Mountain"/>
    </zone>
    <zone name="side">
        <card number="2" name="Pyroblast"/>
    </zone>
</cockatrice_deck>
""",
    "forge": """\
[metadata]
Name=Red deck
Deck Type=constructed
[Main]
4 Lightning Bolt|M10|[146]
3 Fire // Ice|APC
20 Mountain+|ZEN|2
[Sideboard]
2 Pyroblast|ICE
""",
    "xmage": """\
NAME:Red deck
4 [M10:146] Lightning Bolt
3 [APC:128] Fire // Ice
20 [ZEN:242] Mountain
SB: 2 [EMA:142] Pyroblast
LAYOUT MAIN:(1,2)(CMC,false,50)|([M10:146],[APC:128])
LAYOUT SIDEBOARD:(1,1)(NONE,false,50)|([EMA:142])
""",
}


@pytest.mark.parametrize("format", LISTS)
def test_each_format_is_told_by_its_content_and_read(format: str) -> None:
    deck = parse(LISTS[format], CARDS, PLAYED)
    assert deck.format == format
    assert deck.problems == ()
    counted = {name: deck.cards.count(name) for name in NAMES if name in deck.cards}
    assert counted == {"Lightning Bolt": 4, "Fire // Ice": 3, "Mountain": 20}
    assert deck.section("sideboard") == ("Pyroblast",) * 2
    assert deck.title == ("" if format in ("plain", "mtgo") else "Red deck")
    assert [note.why for note in deck.notes] == [
        "2 of the sideboard: they stay in the list and do not begin the game"
    ]


def test_every_format_has_an_example_and_a_writer() -> None:
    assert list(LISTS) == list(FORMATS)


def test_printings_survive_where_a_format_has_a_place_for_them() -> None:
    deck = parse(LISTS["arena"], CARDS, PLAYED)
    for format in ("arena", "cockatrice", "forge", "xmage"):
        back = parse(write(deck.items, format), CARDS, PLAYED)
        assert [(item.set, item.number) for item in back.items] == [
            ("M10", "146"),
            ("MH2", "290"),
            ("DMU", "269"),
            ("EMA", "142"),
        ]


TITLES = ("", "My deck", "  ", "4 Mountain", "Name:", "//", "[Main]", "<x>", "a\nb", "SB: 1", "Lands")
_sections = st.fixed_dictionaries(
    {
        section: st.lists(st.sampled_from(NAMES), max_size=8)
        for section in ("main", "sideboard", "commander", "companion")
    }
)


@settings(deadline=None)
@given(_sections, st.sampled_from(sorted(FORMATS)), st.sampled_from(["", "My deck"]))
def test_any_deck_comes_back_from_every_format_with_its_sections(
    sections: dict[str, list[str]], format: str, title: str
) -> None:
    text = export(sections, CARDS, format, title)
    deck = parse(text, CARDS, PLAYED)
    assert deck.problems == ()
    for section, cards in sections.items():
        assert sorted(deck.section(section)) == sorted(cards)
    if any(sections.values()):
        assert deck.format == format or format in ("plain", "dec", "arena")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("section", ["", "main", "sideboard", "commander", "companion"])
@pytest.mark.parametrize("format", FORMATS)
def test_a_deck_with_a_title_comes_back_however_little_is_in_it(
    format: str, section: str, title: str
) -> None:
    sections = {section: ["Mountain"]} if section else {}
    deck = parse(export(sections, CARDS, format, title), CARDS, PLAYED)
    assert deck.problems == ()
    assert deck.section(section or "main") == tuple(sections.get(section, ()))
    if format != "mtgo":  # it has no place for it
        assert deck.title == " ".join(title.split())


def test_unknown_cards_are_reported_and_still_written_out_again() -> None:
    deck = parse("4 Storm Crow (9ED) 100\n1 Mountian\n", CARDS, PLAYED)
    assert [str(problem) for problem in deck.problems] == [
        "line 1: no card is called 'Storm Crow'",
        "line 2: no card is called 'Mountian'; did you mean Mountain?",
    ]
    assert "4 Storm Crow (9ED) 100\n" in write(deck.items, "arena")
    assert "4 Storm Crow|9ED|[100]\n" in write(deck.items, "forge")


@pytest.mark.parametrize("name", ["Fire // Ice", "Fire/Ice", "Fire / Ice", "fire//ice", "Fire"])
def test_both_ways_to_write_two_halves_agree(name: str) -> None:
    assert parse(f"1 {name}", CARDS, PLAYED).cards == ("Fire // Ice",)


@pytest.mark.parametrize("name", ["Aether Vial", "Æther Vial", "aether vial", "Lim-Dul's Vault"])
def test_names_without_their_letters(name: str) -> None:
    assert not parse(f"1 {name}", CARDS, PLAYED).problems


HEADERS = (
    "Deck", "Main", "Mainboard", "// Creatures", "Creatures (12)", "Lands: 20", "Instants & Sorceries",
    "[Main]", "Planeswalkers", "Other Spells", "# Main Deck",
)  # fmt: skip


@pytest.mark.parametrize("header", HEADERS)
def test_headers_are_never_cards_and_never_problems(header: str) -> None:
    deck = parse(f"{header}\n4 Lightning Bolt\n", CARDS, PLAYED)
    assert deck.cards == ("Lightning Bolt",) * 4
    assert deck.problems == deck.notes == ()


@pytest.mark.parametrize(
    "text",
    [
        "Commander\n1 Isamaru, Hound of Konda\n\nDeck\n99 Mountain",
        "1 Isamaru, Hound of Konda *CMDR*\n99 Mountain",
        "99 Mountain\n1x Isamaru, Hound of Konda (CHK) 19 [Commander{top}]",
        "99 Mountain\n1 Isamaru, Hound of Konda #!Commander",
        "1 Isamaru, Hound of Konda\n\n99 Mountain",
        "99 Mountain\n\n1 Isamaru, Hound of Konda",
        "99 [ZEN:1] Mountain\nSB: 1 [CHK:19] Isamaru, Hound of Konda",
        "Commander (1)\n1 Isamaru, Hound of Konda\nLands (99)\n99 Mountain",
        "[Commander]\n1 Isamaru, Hound of Konda|CHK\n[Main]\n99 Mountain|ZEN",
    ],
)
def test_a_commander_is_not_a_sideboard_card_and_comes_first(text: str) -> None:
    deck = parse(text, CARDS, PLAYED)
    assert deck.section("commander") == ("Isamaru, Hound of Konda",)
    assert deck.cards == ("Isamaru, Hound of Konda", *["Mountain"] * 99)
    assert deck.section("sideboard") == ()
    assert deck.problems == ()


def test_a_blank_line_begins_the_sideboard_but_two_only_sort() -> None:
    two = parse("4 Lightning Bolt\n20 Mountain\n\n\n2 Pyroblast\n", CARDS, PLAYED)
    assert two.section("sideboard") == ("Pyroblast",) * 2
    three = parse("4 Lightning Bolt\n\n20 Mountain\n\n2 Pyroblast\n", CARDS, PLAYED)
    assert (len(three.cards), three.section("sideboard")) == (26, ())
    assert len(parse("4 Lightning Bolt\n\n2 Pyroblast\n", CARDS).cards) == 6  # a game without sideboards


def test_a_companion_is_kept_apart() -> None:
    deck = parse("Companion\n1 Lurrus of the Dream-Den (IKO) 226\n\nDeck\n60 Mountain\n", CARDS, PLAYED)
    assert deck.section("companion") == ("Lurrus of the Dream-Den",)
    assert len(deck.cards) == 60


@pytest.mark.parametrize(
    "text",
    [
        "4 Lightning Bolt\n\nMaybeboard\n1 Pyroblast\n2 Storm Crow\n",
        "4 Lightning Bolt\n//Maybeboard\n3 Pyroblast\n",
        "4 Lightning Bolt\n3x Pyroblast (EMA) 142 [Maybeboard{noDeck}{noPrice}]\n",
        "Considering:\n3 Pyroblast\nDeck:\n4 Lightning Bolt",
    ],
)
def test_a_maybeboard_is_dropped_and_that_is_said(text: str) -> None:
    deck = parse(text, CARDS, PLAYED)
    assert deck.cards == ("Lightning Bolt",) * 4
    assert deck.problems == ()
    assert [note.why for note in deck.notes] == ["3 that are no part of a deck: left out"]
    assert [item.name for item in deck.items] == ["Lightning Bolt"]


def test_tokens_in_a_cockatrice_deck_are_dropped_and_that_is_said() -> None:
    text = (
        '<cockatrice_deck version="1"><zone name="tokens">\n<card number="1" name="Goblin"/>'
        "</zone></cockatrice_deck>"
    )
    deck = parse(text, CARDS, PLAYED)
    assert (deck.items, deck.problems) == ((), ())
    assert deck.notes == (Problem(2, "'Goblin' is in a zone that is no part of a deck: left out"),)


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE Deck [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    '<Deck><Cards Quantity="1" Name="&b;"/></Deck>'
)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (BOMB, "a DTD is not read"),
        ('<!DOCTYPE Deck SYSTEM "file:///etc/passwd"><Deck/>', "a DTD is not read"),
        ("<html><body>4 Lightning Bolt</body></html>", "is no deck list"),
        ("<Deck>" + "<a>" * 50, "nested too deeply"),
        ('<Deck><Cards Quantity="4" Name="Lightning Bolt"/>', "the XML breaks off here"),
        ('<Deck><Cards Quantity="4" Name="&nbsp;"/></Deck>', "the XML breaks off here"),
        ('<Deck><Cards Quantity="-4" Name="Mountain"/></Deck>', "no count of a card"),
        ('<Deck><Cards Quantity="1e9" Name="Mountain"/></Deck>', "no count of a card"),
        ('<Deck><Cards Quantity="0" Name="Mountain"/></Deck>', "0 copies"),
        ("<", "the XML breaks off here"),
        ("x" * 1_000_001, "no deck list"),
        ("4 " + "x" * 10_000, "too long for a card"),
        ("1 Mountain\n" * 6000, "more than 1000 cards"),
        ("// nothing\n" * 6000, "more than 5000 lines"),
    ],
)
def test_hostile_lists_are_refused_with_a_reason(text: str, why: str) -> None:
    deck = parse(text, CARDS, PLAYED)
    assert any(why in problem.why for problem in deck.problems)
    assert len(deck.cards) <= 1000
    assert all(len(problem.why) < 300 for problem in deck.problems)


_pieces = st.sampled_from(
    ["<Deck>", "</Deck>", '<Cards Quantity="4" Name="Mountain"/>', "<!DOCTYPE x>", "[Main]", "[x]",
     "SB: ", "4 ", "Mountain", "Fire // Ice", "(M10) 1", "|M10|", "*CMDR*", "[a:b]", "#", "//", "\n", "\n\n",
     "Sideboard", "About", "Name x", "LAYOUT MAIN:", "x", "\x00", "\u2028", "&amp;"]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(_pieces | st.text(max_size=5), max_size=30).map("".join))
def test_no_text_breaks_the_reader_and_its_lines_are_where_it_says(text: str) -> None:
    deck = parse(text, CARDS, PLAYED)
    lines = len(text.removeprefix("\ufeff").splitlines()) + text.count("\n") + text.count("\r") + 1
    assert all(1 <= entry.line <= lines for entry in (*deck.problems, *deck.notes))
    known = [item for item in deck.items if item.face]
    for format in FORMATS:
        again = parse(write(known, format), CARDS, PLAYED)
        assert sorted(face for item in again.items for face in item.faces) == sorted(
            face for item in known for face in item.faces
        )


def test_control_characters_do_not_get_into_xml() -> None:
    item = Item(1, 1, "Bad\x00<Name>&", face="")
    for format in ("mtgo", "cockatrice"):
        deck = parse(write([item], format), CARDS, PLAYED)
        assert [found.name for found in deck.items] == ["Bad<Name>&"]


def test_detection_needs_no_card() -> None:
    assert detect("") == "plain"
    assert detect("  <Deck/>") == "xml"
