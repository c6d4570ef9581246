"""What Magic's tables cost as they grow: the layers on boards of every size, and rooms full to the brim."""

import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice

import msgspec

from facedown.client.bench.figures import Figure
from facedown.dealers import House
from facedown.games.magic.bounds import STEP, weight
from facedown.games.magic.cards import CARDS
from facedown.games.magic.freeform import MoveCards
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions, MagicState, Obj, Player, Status
from facedown.games.magic.view import View
from facedown.kernel import encode
from facedown.table import Table
from facedown.table.messages import Act, Rejected
from facedown.table.room import Room, Tell

SIZES = (10, 40, 160, 640)
EFFECTS = (3, 12, 48, 200)
GROWTH = 2
"""How much more one object and one effect may take on a larger table; with a square it would be 4 or more."""
USUAL = (
    "glorious-anthem",
    "opalescence",
    "goblin-king",
    "crusade",
    "blood-moon",
    "fervor",
    "honor-of-the-pure",
    "march-of-the-machines",
    "goblin-warchief",
    "elvish-archdruid",
    "archetype-of-imagination",
    "knight-exemplar",
)
"""Twelve continuous effects in layers 4 to 7c; Opalescence makes creatures of some of them."""
OTHERS = (
    "savannah-lions",
    "plains",
    "llanowar-elves",
    "forest",
    "mogg-fanatic",
    "mountain",
    "serra-angel",
    "sol-ring",
    "runeclaw-bear",
    "swamp",
)
HOSTILE: dict[str, tuple[str, ...]] = {
    "Humility, Opalescence": ("humility", "opalescence", "dress-down", "enchanted-evening"),
    "lands": ("blood-moon", "urborg-tomb-of-yawgmoth", "prismatic-omen", "life-and-limb", "kormus-bell"),
    "types": ("conspiracy", "arcane-adaptation", "xenograft", "march-of-the-machines", "mycosynth-lattice"),
    "lords": ("goblin-king", "goblin-chieftain", "lord-of-atlantis", "elvish-champion"),
    "thieves": ("control-magic", "confiscate", "mind-control"),
}
"""Effects that wait for each other, or that are many."""


def table(size: int, effects: int = 12, faces: Sequence[str] = USUAL) -> MagicState:
    """A table of so many permanents, and so many of these effects: permanents have them, the rest emblems."""
    chosen = list(islice(cycle(faces), effects))
    cards = [*chosen[:size], *islice(cycle(OTHERS), max(0, size - effects))]
    objects = [
        Obj(ref, ref + 1, "battlefield", ref % 2, ref % 2, face, stamp=ref + 1)
        for ref, face in enumerate(cards)
    ]
    status = tuple(Status(obj.id, fresh=False, held_by=obj.controller) for obj in objects)
    for ref, face in enumerate(chosen[size:], len(cards)):
        objects.append(Obj(ref, ref + 1, "command", ref % 2, ref % 2, card=CARDS[face], stamp=ref + 1))
    players = (Player(20), Player(20))
    clock = len(objects) + 1
    return MagicState(MagicOptions(), players, tuple(objects), status, clock=clock, turn=5, step="main")


def growth() -> Iterator[Figure]:
    """The view of every size with every number of effects, and for one object and one effect of each."""
    each: dict[tuple[int, int], float] = {}
    for size in SIZES:
        for effects in EFFECTS:
            spent = _view(table(size, effects))
            each[size, effects] = 1e9 * spent / (size * effects)
            name = f"view of {size} permanents, {effects} effects"
            yield Figure(name, 1e3 * spent, "ms")
            yield Figure(f"{name}: for one and one", each[size, effects], "ns")
    steps = [
        each[larger] / each[smaller]
        for smaller in each
        for larger in each
        if larger != smaller and larger[0] >= smaller[0] and larger[1] >= smaller[1]
    ]
    yield Figure(
        "the most that one and one take on a larger table, times", max(steps), "", GROWTH, at_most=True
    )
    for name, faces in HOSTILE.items():
        small, large = (_view(table(3 * many // 2, many, faces)) / many**2 for many in (60, 120))
        yield Figure(f"the same for {name}, 60 to 120 of 180", large / small, "", GROWTH, at_most=True)


def _view(state: MagicState) -> float:
    """Seconds of CPU time for a view that nothing is known of; the best of some."""
    best, left = 1e9, 0.2
    while left > 0:
        start = time.process_time()
        View(state)
        spent = time.process_time() - start
        best, left = min(best, spent), left - max(spent, 1e-5)
    return best


def full() -> Iterator[Figure]:
    """A free-form table of four that is filled until no card more is let in: each message, and a newcomer."""
    for name, faces in (("no effects", OTHERS), ("types that wait for each other", HOSTILE["types"])):
        room, longest, looks = _filled(faces)
        heavy = weight(room.table.state)
        yield Figure(f"full table, {name}: objects", len(room.table.state.objects), "")
        yield Figure(f"full table, {name}: units of a view", heavy, "", STEP, at_most=True)
        yield Figure(f"full table, {name}: longest message, told to all", longest, "ms", 150, at_most=True)
        yield Figure(f"full table, {name}: a newcomer's look", looks, "ms", 150, at_most=True)
        bytes_ = len(msgspec.json.encode(room.snapshot(0, 0)))
        yield Figure(f"full table, {name}: sent to a newcomer", bytes_ / 1e3, "kB", 1_000, at_most=True)


def _filled(faces: Sequence[str]) -> tuple[Room, float, float]:
    """The room, and milliseconds of CPU time: for the slowest message, for the first snapshot after it."""
    decks = [tuple(islice(cycle(faces), 250))] * 4
    opened, steps = Table.open(
        MAGIC,
        House(bytes(32), decks),
        match="bench",
        names=["a", "b", "c", "d"],
        decks=decks,
        options=MagicOptions(dial="free"),
    )
    room = Room(opened, steps[0].line, bots=frozenset(), now=0)
    for seat in range(4):
        room.join(seat, 0)
    longest = 0.0
    for seat in range(4):
        moved = _sent(room, seat, MoveCards(opened.state.players[seat].library, "hand"))
        longest = max(longest, moved[0])
        for count in (80, 20, 5, 1):
            while opened.state.players[seat].hand:
                spent, refused = _sent(
                    room, seat, MoveCards(opened.state.players[seat].hand[:count], "battlefield")
                )
                longest = max(longest, spent)
                if refused:
                    break
    start = time.process_time()
    room.snapshot(-1, 0)
    return room, longest, 1e3 * (time.process_time() - start)


def _sent(room: Room, seat: int, command: MoveCards) -> tuple[float, bool]:
    message = Act(room.table.at, msgspec.Raw(encode(command)))
    start = time.process_time()
    told = room.receive(seat, message, 0)
    for effect in told:
        if isinstance(effect, Tell):
            msgspec.json.encode(effect.message)
    spent = 1e3 * (time.process_time() - start)
    return spent, any(isinstance(one, Tell) and isinstance(one.message, Rejected) for one in told)
