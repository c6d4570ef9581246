"""What the other player is thought to hold."""

from facedown.games.duel import CARDS, DECKS, DUEL
from games.positions import TEST_CARDS, Position, half


def guessed(board: str = "", grave: str = "") -> set[str]:
    state = Position(half("night-regent"), half(board, grave=grave)).state
    return set(DUEL.guesses(state, 0))


def test_at_first_any_ready_deck() -> None:
    assert guessed() == {face for deck in DECKS.values() for face in deck}


def test_what_was_seen_tells_the_deck() -> None:
    assert guessed("spark-imp") == set(DECKS["wildfire"])
    assert guessed(grave="leviathan") == set(DECKS["moonwell"])
    assert guessed("hearth-pup", grave="thrown-anvil") == set(DECKS["starter"])


def test_what_is_gone_is_not_held() -> None:
    state = Position(half(), half("comet-rider comet-rider", grave="comet-rider spark-imp")).state
    left = list(DUEL.guesses(state, 0))
    assert (left.count("comet-rider"), left.count("spark-imp"), left.count("cinder-fox")) == (0, 2, 3)


def test_a_deck_of_ones_own_is_known_by_its_schools() -> None:
    schools = {CARDS[face].school for face in guessed("spark-imp leviathan")}
    assert schools == {"ember", "tide"}


def test_a_card_like_no_other_tells_nothing() -> None:
    assert guessed("giant") == {*CARDS} - {*TEST_CARDS}
