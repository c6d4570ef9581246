"""Lands: which to play, and whether to pay so that one comes untapped."""

from facedown.games.magic.engine.mana import sources
from facedown.games.magic.manas import WUBRG, symbols, value_of
from facedown.games.magic.model import Activated, AddMana, Card, Enters
from facedown.games.magic.seen import BASIC_LAND_TYPES
from facedown.games.magic.state import MagicState, Obj, index
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Faces, Seat


class Mana:
    """What a player can make now, and what the cards in hand ask for."""

    def __init__(self, state: MagicState, seat: Seat, faces: Faces) -> None:
        view = view_of(state)
        units = sources(view, seat)
        self.count = len(units)
        self.made = {color for unit in units for color in unit.colors}
        hand = [
            printed_card(Obj(ref, 0, "hand", seat, seat, faces[ref]))
            for ref in state.players[seat].hand
            if ref in faces
        ]
        leader = index(state.objects).get(state.players[seat].commander)
        if leader is not None and leader.zone == "command":
            hand.append(printed_card(leader))
        alone = not any(seen.creature for seen in view.controlled(seat))
        self.spells = [
            card
            for card in hand
            if "Land" not in card.types and card.cost and not (alone and "Aura" in card.subtypes)
        ]
        self.asked = {letter for card in self.spells for letter in card.cost if letter in WUBRG}

    def rate(self, card: Card) -> int:
        """Rather a land for a color that is missing, and one that pays for something this very turn."""
        given = gives(card)
        slow = any(
            isinstance(one, Enters) and one.what == "this" and one.tapped and one.unless is None
            for one in card.abilities
        )
        rating = 10 * len(given & self.asked - self.made) + len(given)
        if slow:
            return rating + (8 if self._dearest(1, set(WUBRG)) <= self._dearest(0, set()) else 0)
        return rating + 12 * max(0, self._dearest(1, given) - self._dearest(0, set()))

    def wants(self, card: Card) -> bool:
        """Whether it makes a difference this turn that this land comes untapped."""
        return self._dearest(1, gives(card)) > self._dearest(0, set())

    def _dearest(self, more: int, given: set[str]) -> int:
        """The cost of the dearest spell that could be paid for with so much more mana of these colors."""
        colors, count = self.made | given, self.count + more
        return max(
            (
                cost
                for card in self.spells
                if (cost := value_of(card.cost)) <= count
                and all(letter in colors for letter in card.cost if letter in WUBRG)
            ),
            default=0,
        )


def gives(card: Card) -> set[str]:
    """The colors of mana that a land makes."""
    given = {BASIC_LAND_TYPES[kind] for kind in card.subtypes if kind in BASIC_LAND_TYPES}
    for ability in card.abilities:
        if isinstance(ability, Activated):
            for op in ability.do:
                if isinstance(op, AddMana):
                    given |= set(WUBRG if op.mana == "any" else symbols(op.mana)) & set(WUBRG)
    return given
