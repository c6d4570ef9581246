"""What the other player may hold, judged by what has been seen: for bots that imagine."""

from collections import Counter
from collections.abc import Sequence

from facedown.games.duel.cards import CARDS, DECKS
from facedown.games.duel.state import DuelState
from facedown.kernel import Face, Seat

_ALL = tuple(CARDS)
_LISTS = tuple(Counter(deck) for deck in DECKS.values())


def likely(state: DuelState, seat: Seat) -> Sequence[Face]:
    """Faces of the other's hidden cards, the likelier the more often.

    While all that was seen could come from a ready deck, it probably does: what such decks have left.
    Otherwise somebody built a deck: any card of the schools seen so far.
    """
    other = state.sides[1 - seat]
    seen = Counter([*[c.card for c in other.board], *[c.card for c in other.grave]])
    left = [face for deck in _LISTS if seen <= deck for face in (deck - seen).elements()]
    if left:
        return left
    schools = {CARDS[face].school for face in seen}
    return [face for face in _ALL if CARDS[face].school in schools] or _ALL
