"""Cards by the names that people type."""

import pytest

from facedown.cards import Catalogue
from facedown.games.duel import CARDS, DUEL
from facedown.kernel import CardInfo

DUEL_CARDS = Catalogue(DUEL.cards())


@pytest.mark.parametrize("text", ["hearth-pup", "Hearth Pup", "HEARTH PUP", " hearth  pup ", "Héarth Pup"])
def test_a_card_is_found_by_id_or_name_however_it_is_written(text: str) -> None:
    assert DUEL_CARDS.find(text) == "hearth-pup"


def test_every_card_of_the_duel_is_found_by_its_id_and_by_its_name() -> None:
    for face, card in CARDS.items():
        assert DUEL_CARDS.find(face) == DUEL_CARDS.find(card.name) == face
        assert DUEL_CARDS.name(face) == card.name


def test_what_is_no_card_is_not_found_but_a_near_one_is_suggested() -> None:
    assert DUEL_CARDS.find("firebol") is None
    assert DUEL_CARDS.find("") is None
    assert DUEL_CARDS.nearest("fireblot") == "Firebolt"
    assert DUEL_CARDS.nearest("zzzzzz") is None


def test_an_id_wins_over_another_cards_name() -> None:
    catalogue = Catalogue({"ace": CardInfo("King"), "king": CardInfo("Ace")})
    assert catalogue.find("Ace") == "ace"


def test_cards_that_begin_like_the_text() -> None:
    assert DUEL_CARDS.starting("hearth") == ["hearth-pup"]
    assert DUEL_CARDS.starting("fox") == ["cinder-fox"]
    assert set(DUEL_CARDS.starting("tid")) == {"tide-scholar", "tidal-insight"}
    assert DUEL_CARDS.starting("") == []


def test_a_card_without_a_catalogue_entry_is_called_by_its_id() -> None:
    assert DUEL_CARDS.name("no-such-card") == "no-such-card"
