"""What a player may touch, and what anybody may write: every command goes through here first."""

from facedown.games.magic.engine.run import Run
from facedown.games.magic.events import EffectBegan
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import HIDDEN, MADE, Effect, MagicState, Obj, Place, index, seat_of
from facedown.kernel import IllegalAction, Ref, Seat

OPEN: tuple[Place, ...] = ("battlefield", "graveyard", "exile", "stack", "command")
MOST_CARDS = 250
LONGEST = 300
MOST_EFFECTS = 150
"""What players have said of permanents: everybody who comes back is sent it."""


def place_of(state: MagicState, key: int) -> tuple[Seat, Place] | None:
    """Whose card it is, and in which zone."""
    obj = index(state.objects).get(key)
    if obj is not None:
        return obj.owner, obj.zone
    for seat, own in enumerate(state.players):
        for zone in HIDDEN:
            if key in getattr(own, zone):
                return seat, zone
    return None


def hidden(state: MagicState, key: int) -> bool:
    """Whether not everybody may look at it."""
    obj = index(state.objects).get(key)
    return obj is None or (obj.face_down and key < MADE)


def may_touch(state: MagicState, seat: Seat, key: int) -> bool:
    """Whether a player may move a card: anything in the open, one's own hidden cards, and what was lent."""
    obj = index(state.objects).get(key)
    if obj is not None:
        return not hidden(state, key) or obj.controller == seat or key in state.players[seat].lent
    own = state.players[seat]
    return key in own.hidden or (key in own.lent and place_of(state, key) is not None)


def touch(run: Run, seat: Seat, key: int) -> tuple[Seat, Place]:
    """Where a card is that a player wants to move; refused if it is not theirs to move."""
    place = place_of(run.state, key)
    if place is None or not may_touch(run.state, seat, key):
        raise IllegalAction("that card is not yours to move: ask its owner to do it, or to lend it")
    return place


def distinct(cards: tuple[Ref, ...], most: int = MOST_CARDS) -> tuple[Ref, ...]:
    """Some cards, each named once."""
    if not cards or len(cards) > most or len(set(cards)) < len(cards):
        raise IllegalAction(f"name 1 to {most} cards, each once")
    return cards


def lasting(run: Run, effect: Effect) -> None:
    """What a player says of a permanent holds from now on."""
    room_for(run.state, 1)
    run.emit(EffectBegan(effect))


def room_for(state: MagicState, more: int) -> None:
    """Refuses more lasting words than a table has room for."""
    if len(state.effects) + more > MOST_EFFECTS:
        raise IllegalAction("there are too many effects on the table already")


def permanent(run: Run, key: int) -> tuple[Obj, Seen]:
    """A permanent, with its characteristics."""
    obj = run.obj(key)
    if obj is None or obj.zone != "battlefield":
        raise IllegalAction("that is not on the battlefield")
    return obj, run.view.seen[key]


def open_object(run: Run, key: int) -> Obj:
    """An object in a public zone."""
    obj = run.obj(key)
    if obj is None:
        raise IllegalAction("that does not lie in the open")
    return obj


def player_at(state: MagicState, key: int) -> Seat:
    """The player that a negative number means, if still in the game."""
    seat = seat_of(key)
    return somebody(state, seat)


def somebody(state: MagicState, seat: Seat) -> Seat:
    """A seat, if its player is still in the game."""
    if not 0 <= seat < len(state.players) or state.players[seat].lost:
        raise IllegalAction("there is no such player in the game")
    return seat


def within(value: int, least: int, most: int, what: str) -> int:
    """A number that is not out of all proportion."""
    if not least <= value <= most:
        raise IllegalAction(f"{what}: from {least} to {most}")
    return value


def written(text: str, most: int = LONGEST, what: str = "text") -> str:
    """One printable line that is not too long."""
    if len(text) > most or not text.isprintable() or text != text.strip():
        raise IllegalAction(f"{what}: one line of at most {most} characters")
    return text
