"""Nobody can follow a card through a shuffle, its owner included, who knew every place before.

The tracker is the owner: it has seen the whole deck, it has all its own secrets of the shuffle, and it reads
everything on the record. Against a shuffle whose order comes from a seed that all players learn, as the
source of our protocol has it, it finds every card. Against ours it finds none.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from dealers.mental.party import Bare, Party
from facedown.crypto import group
from facedown.crypto.group import Point
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental import keyring
from facedown.dealers.mental.parts import AnyPart, Mixed, Stripped
from facedown.kernel import Face, Ref, Shuffle
from facedown.table.entries import Parted
from facedown.testing.workshop import Do, Put, Take

# --- by the orders: with ours, and with the source's ---


class Orders(random.Random):
    """Where players' orders come from, and what they were."""

    def __init__(self, source: random.Random) -> None:
        super().__init__()
        self.source, self.made = source, list[list[int]]()

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        self.made.append(self.source.sample(population, k))
        return self.made[-1]


def told(monkeypatch: pytest.MonkeyPatch, source: Callable[[int], random.Random]) -> float:
    """How many places an owner tells rightly after a shuffle of a deck that it had looked through.

    It knows its own order. The others' it takes from the seed that is public in the source's protocol: there
    all players shuffle by what follows from everybody's numbers together, which all have seen.
    """
    right, rounds, size = 0, 12, 8
    bare = Bare(2, size)
    deck: tuple[Ref, ...] = tuple(bare.dealer.ledger.refs(0))
    for number in range(rounds):
        before = bare.look(0, deck)
        orders = Orders(source(number))
        monkeypatch.setattr(keyring, "_random", orders)
        shuffled = bare.ask(Shuffle(deck)).refs
        public = random.Random(f"everybody's numbers together {number}")
        own, _ = orders.made[0], public.sample(range(size), size)
        guess = [before[deck[place]] for place in own]
        guess = [guess[place] for place in public.sample(range(size), size)]
        deck = shuffled
        now = bare.look(0, deck)
        right += sum(now[ref] == face for ref, face in zip(deck, guess, strict=True))
    return right / rounds / size


def nobody_can_tell(share: float) -> None:
    assert share < 0.35, "one in eight is what a guess gets"


def test_nobody_can_tell_any_place_after_a_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody_can_tell(told(monkeypatch, lambda _: random.SystemRandom()))


def test_with_the_sources_public_seed_the_owner_tells_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def public(number: int) -> random.Random:
        return random.Random(f"everybody's numbers together {number}")

    share = told(monkeypatch, public)
    assert share == 1
    with pytest.raises(AssertionError, match="one in eight"):
        nobody_can_tell(share)


def test_every_order_is_as_likely_as_any_other() -> None:
    """Three cards, six orders, 120 shuffles; the chance to be further off is one in a hundred thousand."""
    bare = Bare(2, 3)
    deck: tuple[Ref, ...] = tuple(bare.dealer.ledger.refs(0))
    seen: Counter[tuple[Face, ...]] = Counter()
    for _ in range(120):
        deck = bare.ask(Shuffle(deck)).refs
        faces = bare.look(0, deck)
        seen[tuple(faces[ref] for ref in deck)] += 1
    assert len(seen) == 6
    assert sum((count - 20) ** 2 / 20 for count in seen.values()) < 31


# --- by the points ---


class Tracker:
    """The owner of a deck: reads the record with every key it ever had, and remembers what it can name."""

    def __init__(self, party: Party, owner: int) -> None:
        self.party, self.owner, self.ring = party, owner, party.rings[owner]
        self.keys: dict[Point, LayerKey] = {}
        self.named: dict[Point, Face] = {}
        """Points that the owner can tell the face of, each without its own layer."""

    def note_keys(self) -> bool:
        """Keep keys that an honest player would have erased by now. Says no to: are we done?"""
        self.keys.update(
            {public: LayerKey.from_bytes(key.to_bytes()) for public, key in self.ring._keys.items()}
        )
        return False

    def watch(self) -> None:
        """Name every form of every card whose face we know, under each of our keys."""
        self.note_keys()
        ledger = self.party.dealer.ledger
        for ref, face in self.party.faces(self.owner).items():
            for form in ledger._forms.get(ref, []):
                for bare in self.bare(form.point):
                    self.named[bare] = face

    def bare(self, point: Point) -> list[Point]:
        """The point as it is, and without any one of our layers."""
        return [point, *[key.strip([point])[0] for key in self.keys.values()]]

    def follow_my_steps(self) -> None:
        """Name the outputs of our own shuffle steps: we know our own order, so we could."""
        for step in self.party.steps:
            body = step.entry.body
            if isinstance(body, Parted) and body.seat == self.owner:
                said = msgspec.json.decode(body.part, type=AnyPart)
                points = group.split(said.points) if isinstance(said, Mixed | Stripped) else []
                for point in points:
                    for bare in self.bare(point):
                        if bare in self.named:
                            self.named.update(dict.fromkeys(self.bare(point), self.named[bare]))

    def find(self, refs: Sequence[Ref]) -> list[Face]:
        """The faces of the cards that can be told now."""
        self.note_keys()
        self.follow_my_steps()
        points = [self.party.dealer.ledger.full(ref) for ref in refs]
        found = []
        for point in points:
            names = {self.named[bare] for bare in self.bare(point) if bare in self.named}
            found += sorted(names)
        return found


def looked_through(action: str) -> tuple[Party, Tracker]:
    """A party whose active player has just looked at its whole deck, or at the top of it."""
    party = Party()
    party.settle()
    tracker = Tracker(party, party.seat)
    party.do(Do(action))
    assert len(party.table.state.looking) == (10 if action == "tutor" else 3)
    tracker.watch()
    return party, tracker


def test_the_tracker_can_track() -> None:
    """Its own hidden reorder is no secret to it: it finds all three. So finding nothing means something."""
    party, tracker = looked_through("scry")
    owner = tracker.owner
    party.act(Put(3), party.table.state.looking[::-1])
    party.settle(until=tracker.note_keys)
    assert len(tracker.find(party.table.state.benches[owner].deck[:3])) == 3


def test_after_a_tutor_the_owner_finds_nothing() -> None:
    party, tracker = looked_through("tutor")
    owner, looking = tracker.owner, party.table.state.looking
    party.act(Take(1), (looking[4],))
    party.settle(until=tracker.note_keys)
    deck = party.table.state.benches[owner].deck
    assert len(deck) == 9
    assert tracker.find(deck) == []
    assert not set(deck) & set(party.faces(owner))


def test_after_a_shuffle_the_owner_finds_nothing() -> None:
    party, tracker = looked_through("tutor")
    owner = tracker.owner
    party.do(Take(0))
    tracker.watch()
    while party.seat != owner:
        party.do(Do("pass"))
    party.act(Do("shuffle"))
    party.settle(until=tracker.note_keys)
    assert tracker.find(party.table.state.benches[owner].deck) == []


def test_one_honest_player_is_enough() -> None:
    """Three put their heads together, with all their keys and orders, and cannot follow a deck of theirs."""
    party = Party(4)
    party.settle()
    owner = party.seat
    trackers = [Tracker(party, owner)]
    party.do(Do("tutor"))
    trackers[0].watch()
    friends = [seat for seat in range(4) if seat != owner][:2]

    def share() -> bool:
        for seat in (owner, *friends):
            trackers[0].keys.update(
                {
                    public: LayerKey.from_bytes(key.to_bytes())
                    for public, key in party.rings[seat]._keys.items()
                }
            )
        return False

    share()
    party.act(Take(0))
    party.settle(until=share)
    assert trackers[0].find(party.table.state.benches[owner].deck) == []
