"""Worlds that could be the real one: hidden cards drawn from what a seat can tell, chance made up."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from facedown.bots.bot import AnyGame
from facedown.kernel import (
    Answer,
    Arrange,
    Arranged,
    Face,
    Faces,
    Found,
    InvalidAction,
    Ref,
    Request,
    Revealed,
    Roll,
    Rolled,
    Search,
    Seat,
    Shuffle,
    Shuffled,
    Wish,
    choice_of,
    places,
)


class World:
    """A match that goes on in somebody's head: every hidden card has a face, and chance costs nothing."""

    __slots__ = ("_fresh", "_rng", "faces", "game", "state")

    def __init__(
        self, game: AnyGame, state: Any, faces: dict[Ref, Face], fresh: Ref, rng: random.Random
    ) -> None:
        self.game, self.state, self.faces = game, state, faces
        self._fresh = fresh
        self._rng = rng

    def legal(self, seat: Seat) -> list[Any]:
        """What this seat may do here."""
        return self.game.legal(self.state, seat, self.faces)

    def after(self, seat: Seat, action: Any) -> Any:
        """The state that a legal action leads to once chance has had its say. `self.state` stays."""
        game, state, faces = self.game, self.state, self.faces
        opened = {ref: faces[ref] for ref in game.opens(state, seat, action)}
        for event in game.decide(state, seat, action, opened):
            state = game.apply(state, event)
        requests = game.requests(state)
        wish = game.wish(self.state, seat, action, faces) if requests and choice_of(requests, seat) else ()
        while (requests := game.requests(state)) and game.outcome(state) is None:
            for event in game.settle(state, self._answer(requests[0], wish)):
                state = game.apply(state, event)
        return state

    def _answer(self, request: Request, wish: Wish) -> Answer:
        if isinstance(request, Shuffle):
            return Shuffled(self._shuffle(request.refs))
        if isinstance(request, Roll):
            return Rolled(self._rng.randrange(request.sides))
        if isinstance(request, Arrange):
            return Arranged(self._renew([request.refs[place] for place in self._places(request, wish)]))
        if isinstance(request, Search):
            first = self._places(request, wish)
            taken = self._renew([request.refs[place] for place in first])
            left = [ref for place, ref in enumerate(request.refs) if place not in first]
            return Found(taken, self._shuffle(tuple(left)))
        return Revealed(tuple([self.faces[ref] for ref in request.refs]))

    @staticmethod
    def _places(request: Arrange | Search, wish: Wish) -> tuple[int, ...]:
        """The wish if it is one for this request; another seat's request is left as it lies."""
        try:
            return places(request, wish)
        except InvalidAction:
            return places(request, ())

    def _shuffle(self, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
        """The same faces in any order under refs that were never used, as a real dealer would."""
        mixed = list(refs)
        self._rng.shuffle(mixed)
        return self._renew(mixed)

    def _renew(self, refs: Sequence[Ref]) -> tuple[Ref, ...]:
        """The same faces in this order under refs that were never used."""
        fresh = tuple(range(self._fresh, self._fresh + len(refs)))
        self._fresh += len(refs)
        self.faces.update(zip(fresh, [self.faces[ref] for ref in refs], strict=True))
        return fresh


class Imagination:
    """What one seat can tell about a position. `world` draws from it a world that could be the real one."""

    def __init__(
        self, game: AnyGame, state: Any, seat: Seat, faces: Faces, deck: Sequence[Face] | None = None
    ) -> None:
        self.game, self.state = game, state
        owners: dict[Ref, Seat] = {}
        for zone in game.zones(state):
            if not zone.grant:
                owners.update(dict.fromkeys(zone.refs, zone.owner))
        self._known = {ref: face for ref, face in faces.items() if ref in owners}
        self._fresh = max(max(owners, default=-1), max(faces, default=-1)) + 1
        seen = Counter([face for ref, face in self._known.items() if owners[ref] == seat])
        self._left = tuple((Counter(deck or ()) - seen).elements())
        """What is left of my own deck: it lies somewhere among my cards that I have not seen."""
        unknown = [ref for ref in owners if ref not in faces]
        self._mine = [ref for ref in unknown if owners[ref] == seat][: len(self._left)]
        mine = set(self._mine)
        self._others = [ref for ref in unknown if ref not in mine]
        self._guesses = tuple(game.guesses(state, seat))

    def world(self, rng: random.Random) -> World:
        """Known cards as they are, my own unknown ones from what my deck has left, all others guessed."""
        faces = dict(self._known)
        faces.update(zip(self._mine, rng.sample(self._left, len(self._mine)), strict=True))
        faces.update(zip(self._others, rng.choices(self._guesses, k=len(self._others)), strict=True))
        return World(self.game, self.state, faces, self._fresh, rng)
