"""The duel in the words of its first protocol: five intents, and the whole state after each.

A client that knows only `join_queue`, `play_creature`, `play_spell`, `attack`, `end_turn` plays with these.
"""

from typing import Any, TypeAlias

import msgspec

from facedown.games.duel.moves import Action, Attack, EndTurn, PlayCreature, PlaySpell
from facedown.games.duel.state import Creature, DuelOptions, DuelState, Side, hero
from facedown.kernel import Faces, InvalidAction, Outcome, Ref, Seat

HIDDEN = "hidden"
"""The `cardId` of a card that the viewer may not look at."""


class _Intent(msgspec.Struct, frozen=True, tag_field="type", rename="camel"):
    """An intent; fields that are not its own are ignored, as the first protocol did."""


class JoinQueueIntent(_Intent, frozen=True, tag="join_queue"):
    """Find me an opponent."""


class PlayCreatureIntent(_Intent, frozen=True, tag="play_creature"):
    """Play that card from hand to board."""

    card_instance_id: str


class PlaySpellIntent(_Intent, frozen=True, tag="play_spell"):
    """Cast that card at a target."""

    card_instance_id: str
    target_id: str


class AttackIntent(_Intent, frozen=True, tag="attack"):
    """Attack with a creature of mine."""

    attacker_instance_id: str
    target_id: str


class EndTurnIntent(_Intent, frozen=True, tag="end_turn"):
    """Let the other player have a turn."""


Intent: TypeAlias = JoinQueueIntent | PlayCreatureIntent | PlaySpellIntent | AttackIntent | EndTurnIntent


_decoder: msgspec.json.Decoder[Intent] = msgspec.json.Decoder(Intent)


def read_intent(data: bytes | str) -> Intent:
    """An intent from untrusted bytes, or `InvalidAction`."""
    try:
        intent: Intent = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidAction(f"not a message of this protocol: {error}") from None
    return intent


def to_action(intent: Intent) -> Action:
    """The action that an intent stands for."""
    match intent:
        case PlayCreatureIntent(card_instance_id=card):
            return PlayCreature(_ref(card))
        case PlaySpellIntent(card_instance_id=card, target_id=target):
            return PlaySpell(_ref(card), _target(target))
        case AttackIntent(attacker_instance_id=attacker, target_id=target):
            return Attack(_ref(attacker), _target(target))
        case EndTurnIntent():
            return EndTurn()
        case JoinQueueIntent():
            raise InvalidAction("joining the queue is no action")


def view(state: DuelState, seat: Seat, faces: Faces, outcome: Outcome | None) -> dict[str, Any]:
    """The whole state as this seat may see it. The decks are left out: nobody may look at them."""
    winner = outcome.winners[0] if outcome is not None and outcome.winners else None
    return {
        "currentTurn": state.active,
        "manaRemaining": state.mana,
        "players": [_player(side, faces if seat == owner else {}) for owner, side in enumerate(state.sides)],
        "winner": winner,
    }


def waiting(options: DuelOptions) -> dict[str, Any]:
    """The placeholder for somebody who waits for an opponent."""
    player = {"heroHealth": options.hero_health, "hand": [], "board": []}
    return {"currentTurn": 0, "manaRemaining": options.mana, "players": [player, player], "winner": None}


def _player(side: Side, faces: Faces) -> dict[str, Any]:
    return {
        "heroHealth": side.health,
        "hand": [{"instanceId": _id(ref), "cardId": faces.get(ref, HIDDEN)} for ref in side.hand],
        "board": [_creature(creature) for creature in side.board],
    }


def _creature(creature: Creature) -> dict[str, Any]:
    # A creature that rests after its arrival counts as having attacked: either way it must wait.
    return {
        "instanceId": _id(creature.ref),
        "cardId": creature.card,
        "currentHealth": creature.health,
        "attackedThisTurn": creature.tired,
    }


def _id(ref: Ref) -> str:
    return f"c{ref}"


def _ref(instance: str) -> Ref:
    if instance[:1] == "c" and instance[1:].isascii() and instance[1:].isdigit() and len(instance) <= 10:
        return int(instance[1:])
    raise InvalidAction(f"no card has the id {instance[:40]!r}")


def _target(target: str) -> Ref:
    if target in ("hero-0", "hero-1"):
        return hero(int(target[-1]))
    return _ref(target)
