"""Deck lists: what is understood, and what is reported."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from facedown.cards import Catalogue, export, parse
from facedown.cards.sections import DROPPED, header
from facedown.games.duel import CARDS, DECKS, DUEL
from facedown.kernel import CardInfo

DUEL_CARDS = Catalogue(DUEL.cards())


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("3 Firebolt", 3),
        ("3x Firebolt", 3),
        ("3 x Firebolt", 3),
        ("3X firebolt", 3),
        ("Firebolt", 1),
        ("  2   FIREBOLT  ", 2),
        ("2 firebolt // for the hero", 2),
        ("2 Firebolt # for the hero", 2),
        ("2 Firebolt (M10) 146", 2),
        ("\ufeff2 Firebolt", 2),
    ],
)
def test_the_ways_to_write_a_line(line: str, count: int) -> None:
    deck = parse(line, DUEL_CARDS)
    assert deck.cards == ("firebolt",) * count
    assert not deck.problems


@pytest.mark.parametrize("line", ["", "   ", "// only words", "# only words", "  // x"])
def test_comments_and_empty_lines_say_nothing(line: str) -> None:
    deck = parse(line, DUEL_CARDS)
    assert (deck.cards, deck.problems) == ((), ())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("2 Firebot", "no card is called 'Firebot'; did you mean Firebolt?"),
        ("2 Qqqqqqq", "no card is called 'Qqqqqqq'"),
        ("0 Firebolt", "0 copies of Firebolt: give 1 to 99"),
        ("-1 Firebolt", "-1 copies of Firebolt: give 1 to 99"),
        ("1000000000000 Firebolt", "100000000 copies of Firebolt: give 1 to 99"),
        ("12", "'12' names no card"),
        ("***", "'***' names no card"),
    ],
)
def test_what_is_not_understood_is_reported_with_its_line(line: str, why: str) -> None:
    deck = parse(f"1 Firebolt\n{line}\n1 Ice Shard\n", DUEL_CARDS)
    assert deck.cards == ("firebolt", "ice-shard")
    assert [str(problem) for problem in deck.problems] == [f"line 2: {why}"]


def test_a_name_with_a_number_or_slashes_is_not_taken_apart() -> None:
    catalogue = Catalogue({"7d": CardInfo("7 Dwarves"), "fi": CardInfo("Fire // Ice")})
    deck = parse("7 Dwarves\n2 7 Dwarves\n3 Fire // Ice\n", catalogue)
    assert deck.cards == ("7d",) * 3 + ("fi",) * 3
    assert not deck.problems


@pytest.mark.parametrize("name", DECKS)
def test_ready_decks_go_out_and_come_back(name: str) -> None:
    text = export(DECKS[name], DUEL_CARDS)
    deck = parse(text, DUEL_CARDS)
    assert deck.cards == DECKS[name]
    assert not deck.problems


@settings(deadline=None)
@given(st.lists(st.sampled_from(sorted(CARDS)), max_size=60))
def test_any_deck_goes_out_and_comes_back_with_its_copies_together(cards: list[str]) -> None:
    deck = parse(export(cards, DUEL_CARDS), DUEL_CARDS)
    assert sorted(deck.cards) == sorted(cards)
    assert not deck.problems


def unreported(text: str) -> list[str]:
    """The lines that are neither a card nor reported, nor something that says nothing about cards."""
    deck = parse(text, DUEL_CARDS)
    lines = text.removeprefix("\ufeff").splitlines()
    told = {entry.line for entry in (*deck.problems, *deck.notes)} | {item.line for item in deck.items}
    assert told <= set(range(1, len(lines) + 1))
    silent = [line.strip() for number, line in enumerate(lines, 1) if number not in told]
    if deck.format in ("forge", "xmage") or deck.title or any(header(line) == DROPPED for line in lines):
        return []  # they have lines about the deck, or many that are reported as one
    if deck.format in ("mtgo", "cockatrice"):
        silent = [line for line in silent if not (line.startswith("<") and line.endswith(">"))]
    return [line for line in silent if line and not line.startswith(("//", "#")) and header(line) is None]


@settings(deadline=None)
@example("<\r0")
@example("<\r\r0\n<")
@example("<Deck>\n4 Firebolt\n</Deck>")
@example("<Deck a='\n4 Firebolt\n")
@example("<Deck><!--\n4 Firebolt\n")
@example("<Deck/>\n4 Firebolt")
@example("<Deck/>\u20284 Firebolt\x0b4 Nothing")
@example("<!DOCTYPE Deck>\n<Deck>\n</Deck>")
@example("<html>\n4 Firebolt\n</html>")
@example("<\ud800\n4 Firebolt")
@example("\ufeff<\n4 Firebolt")
@example("SIDEBOARD")
@example("[METADATA]")
@example("maybe\n4 Firebolt")
@given(st.text(max_size=200) | st.text("<>/!-[]&;= \r\n\u2028'aD0", max_size=40).map("<".__add__))
def test_every_line_of_any_text_is_a_card_a_comment_or_a_problem(text: str) -> None:
    assert unreported(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "<Deck>\n<Cards Quantity='4' Name='Firebolt'/>\n4 Firebolt\n</Deck>",
        "<Deck>\n<Card Quantity='4' Name='Firebolt'/>\n</Deck>",
        "<cockatrice_deck>\n<card number='4' name='Firebolt'/>\n</cockatrice_deck>",
        "<cockatrice_deck><zone name='main'>\n4 Firebolt\n</zone></cockatrice_deck>",
    ],
)
def test_what_stands_in_the_wrong_place_of_a_document_is_reported(text: str) -> None:
    deck = parse(text, DUEL_CARDS)
    at = next(
        number for number, line in enumerate(text.splitlines(), 1) if "4" in line and "Cards" not in line
    )
    assert [entry.line for entry in (*deck.problems, *deck.notes)] == [at]


def test_a_comment_with_the_name_of_a_card_is_a_comment() -> None:
    assert parse("// Firebolt\n# 2 Firebolt\n", DUEL_CARDS).cards == ()
