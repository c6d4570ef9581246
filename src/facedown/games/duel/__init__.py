"""Hero Duel: two heroes, ten mana a turn, creatures that fight and spells that burn."""

from facedown.games.duel.cards import CARDS, DECKS, Card, Effect
from facedown.games.duel.game import DUEL, Duel
from facedown.games.duel.moves import Action, Attack, EndTurn, Event, PlayCreature, PlaySpell
from facedown.games.duel.state import Creature, DuelOptions, DuelState, Side, hero

__all__ = [
    "CARDS",
    "DECKS",
    "DUEL",
    "Action",
    "Attack",
    "Card",
    "Creature",
    "Duel",
    "DuelOptions",
    "DuelState",
    "Effect",
    "EndTurn",
    "Event",
    "PlayCreature",
    "PlaySpell",
    "Side",
    "hero",
]
