"""The check against leaks: two matches that differ only in what somebody may not see look the same to it."""

import random
from typing import Any

import msgspec

from facedown.dealers import House
from facedown.kernel import Face, Ref, Refused, Revealed, Seat, encode
from facedown.kernel.play import replay
from facedown.table import Follower, Step, Table
from facedown.table.entries import Acted, Dealt, Ended
from facedown.testing.odd import odd_actions
from facedown.testing.sight import hidden_from
from facedown.testing.walk import PAUSE, Broken, Walk, random_wish, try_out

MOVES = 60
"""How far two matches are compared, unless a card that differs is turned up before."""
LATEST = 50
"""The last entry at which they part."""


class _Switched(House):
    """A house whose hidden cards can be exchanged behind everybody's back."""

    def exchange(self, faces: dict[Ref, Face]) -> None:
        self._faces.update(faces)

    def differs(self, other: "House", ref: Ref) -> bool:
        return self.face(ref) != other.face(ref)


def looks_the_same(walk: Walk) -> int:
    """Whoever may not see the difference between two matches hears the same of both, word for word.

    Returns how many steps were compared.
    """
    parting = walk.rng.randrange(1, LATEST)
    compared = 0
    for viewer in range(-1, walk.table.seats):
        prefix = Walk(walk.game, walk.seed, walk.options)
        for _ in prefix.play():
            if prefix.settled and prefix.table.at >= parting and not prefix.table.awaited:
                break
        try:
            compared += _Pair(prefix, viewer).compare()
        except Broken as broken:
            place = f"parted after entry {len(prefix.lines) - 1}, at entry {prefix.table.at}"
            raise Broken(f"{place}: {broken}") from None
    return compared


class _Pair:
    """A table and its twin, in which the cards that the viewer may not see are other ones."""

    def __init__(self, walk: Walk, viewer: Seat) -> None:
        self.game, self.viewer, self.walk = walk.game, viewer, walk
        self.ours = walk.table
        self.dealer = _Switched(walk.secret, walk.decks)
        follower = Follower(walk.lines[0], self.dealer)
        for line in walk.lines[1:]:
            follower.feed(line)
        self.theirs = follower.table
        self._exchange(hidden_from(walk, viewer), walk.rng)

    def _exchange(self, hidden: dict[Seat, list[Ref]], rng: random.Random) -> None:
        """Exchange cards among those of one owner, so that every deck stays the deck it was.

        The viewer's own hidden cards stay: it would soon draw them, and rightly see another card.
        """
        for owner, refs in hidden.items():
            if owner == self.viewer:
                continue
            faces = [self.ours.dealer.face(ref) or "" for ref in refs]
            rng.shuffle(faces)
            self.dealer.exchange(dict(zip(refs, faces, strict=True)))
        for known in self.theirs.faces:
            known.update({ref: face for ref in known if (face := self.dealer.face(ref)) is not None})

    def compare(self) -> int:
        """Play both with the same actions as long as no card that differs comes to light."""
        compared = 0
        for _ in range(MOVES):
            self._same_view()
            if self.ours.outcome is not None:
                break
            action = self._common_action()
            if action is None:
                break
            state = self.ours.state
            pairs = self._act(*action)
            for ours, theirs in pairs:
                if self._comes_to_light(ours, theirs):
                    return compared
                self._same_message(state, ours, theirs)
                state = replay(self.game, state, ours.events)
                compared += 1
        return compared

    def _common_action(self) -> tuple[Seat, Any] | None:
        """An action that both tables allow, rather one that turns up no card that differs."""
        rng, both = self.walk.rng, []
        for seat in self.game.active(self.ours.state):
            there = {encode(action) for action in self._legal(self.theirs, seat)}
            both += [(seat, action) for action in self._legal(self.ours, seat) if encode(action) in there]
        quiet = [
            (seat, action)
            for seat, action in both
            if not any(
                self.dealer.differs(self._house(), ref)
                for ref in self.game.opens(self.ours.state, seat, action)
            )
        ]
        return rng.choice(quiet or both) if both else None

    def _house(self) -> House:
        dealer = self.ours.dealer
        assert isinstance(dealer, House)
        return dealer

    def _legal(self, table: Table, seat: Seat) -> list[Any]:
        return self.game.legal(table.state, seat, table.faces[seat])

    def _act(self, seat: Seat, action: Any) -> list[tuple[Step, Step]]:
        time = self.ours.time + PAUSE
        wish = random_wish(self.walk, seat, action)
        # Others' wishes are none of the viewer's business: they may differ, and it must not be able to tell.
        other = wish if seat == self.viewer else random_wish(self.walk, seat, action)
        ours = self.ours.act(seat, action, time, wish=wish)
        theirs = self.theirs.act(seat, action, time, wish=other)
        if len(ours) != len(theirs) and not any(map(self._comes_to_light, ours, theirs)):
            raise Broken(f"{action!r} has {len(ours)} or {len(theirs)} consequences; {self._viewer} can tell")
        return list(zip(ours, theirs, strict=False))

    def _comes_to_light(self, ours: Step, theirs: Step) -> bool:
        """Whether the rules have just shown the viewer a card that differs."""
        if self.viewer >= 0 and ours.faces and ours.faces[self.viewer] != theirs.faces[self.viewer]:
            return True
        match ours.entry.body, theirs.entry.body:
            case Acted(faces=one), Acted(faces=other):
                return one != other
            case Dealt(answer=Revealed(faces=one)), Dealt(answer=Revealed(faces=other)):
                return one != other
            case _:
                return False

    def _same_message(self, state: Any, ours: Step, theirs: Step) -> None:
        """Entry, events and sentences are the same, hashes and the dealer's final reveal aside."""
        if isinstance(ours.entry.body, Ended) and isinstance(theirs.entry.body, Ended):
            same = ours.entry.body.outcome == theirs.entry.body.outcome
        else:
            same = _readable(ours) == _readable(theirs) and ours.entry.time == theirs.entry.time
        if not same:
            raise Broken(f"{self._viewer} reads {ours.entry.body!r} or {theirs.entry.body!r}")
        if encode(ours.events) != encode(theirs.events):
            raise Broken(f"{self._viewer} is told {ours.events!r} or {theirs.events!r}")
        for event in ours.events:
            words = [
                self.game.say(state, event, self.walk.names, self._faces(table))
                for table in (self.ours, self.theirs)
            ]
            if words[0] != words[1]:
                raise Broken(f"{self._viewer} hears {words[0]!r} or {words[1]!r}")
            state = self.game.apply(state, event)

    def _same_view(self) -> None:
        """State, table as text, own faces, own choices and refusals are the same."""
        one, other = self._view(self.ours), self._view(self.theirs)
        if one != other:
            raise Broken(f"{self._viewer} sees two things where it should see one: {_difference(one, other)}")

    def _view(self, table: Table) -> list[str]:
        game, seat, faces = self.game, self.viewer, self._faces(table)
        view = [encode(table.state).decode(), game.show(table.state, seat, self.walk.names, faces)]
        if seat < 0:
            return view
        legal = game.legal(table.state, seat, faces)
        view.append(repr(sorted(faces.items())))
        view += [game.label(table.state, seat, action, faces) for action in legal]
        refs = [ref for zone in game.zones(table.state) for ref in zone.refs]
        rng = random.Random(table.at)  # noqa: S311 (the same for both tables)
        allowed = {encode(action) for action in legal}
        tried = odd_actions(game, rng, legal, refs, sorted(set(faces.values())))
        return view + [_refusal(table, seat, data) for data in tried if data not in allowed]

    def _faces(self, table: Table) -> dict[Ref, Face]:
        return table.faces[self.viewer] if self.viewer >= 0 else {}

    @property
    def _viewer(self) -> str:
        return f"seat {self.viewer}" if self.viewer >= 0 else "a spectator"


def _readable(step: Step) -> bytes:
    """The entry as one reads it who cannot unseal a wish: only its length."""
    body = step.entry.body
    if isinstance(body, Acted) and body.wish is not msgspec.UNSET:
        body = msgspec.structs.replace(body, wish="?" * len(body.wish))
    return encode(body)


def _refusal(table: Table, seat: Seat, data: bytes) -> str:
    game = table.game
    try:
        action = game.read_action(data)
        if game.open_ended(table.state) and seat in game.active(table.state):
            opened, events = try_out(table, seat, action)
            # What it turns up may well differ, and then so does what follows.
            return f"{data!r}: {'turns up cards' if opened else encode(events)!r}"
        table.act(seat, action, table.time)
    except Refused as refused:
        return f"{data!r}: {type(refused).__name__}: {refused}"
    return f"{data!r}: accepted"


def _difference(one: list[str], other: list[str]) -> str:
    for ours, theirs in zip(one, other, strict=False):
        if ours != theirs:
            return f"{ours!r} or {theirs!r}"
    return f"{len(one)} things or {len(other)}"
