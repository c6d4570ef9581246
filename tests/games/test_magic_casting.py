"""Every card can be played: on a table that has something for everything, each is played and resolves."""

from collections.abc import Iterator

import msgspec
import pytest

from facedown.games.magic.actions import AnyAction, Cast, Choose, Done, Pass, PlayLand
from facedown.games.magic.cards import CARDS, FILES, slug
from facedown.games.magic.game import MAGIC
from facedown.games.magic.model import Card, Keyword
from facedown.games.magic.state import (
    Attack,
    Combat,
    MagicOptions,
    MagicState,
    Obj,
    OnStack,
    Place,
    Player,
    Prompt,
    Status,
    Task,
    player,
)
from facedown.kernel import (
    Answer,
    Arrange,
    Arranged,
    Found,
    IllegalAction,
    Request,
    Reveal,
    Revealed,
    Roll,
    Rolled,
    Search,
    Shuffle,
    Shuffled,
)

LANDS = ("plains", "island", "swamp", "mountain", "forest")
MINE = (
    *LANDS * 4,
    "mogg-fanatic",
    "savannah-lions",
    "benalish-marshal",
    "suntail-hawk",
    "sol-ring",
    "crusade",
)
THEIRS = ("forest", "grizzly-bears", "serra-angel", "phantom-warrior", "sol-ring", "crusade", "jace-beleren")
DEAD = ("scathe-zombies", "shivan-dragon", "shock", "divination", "crusade", "sol-ring", "forest")
LIBRARY = ("forest", "plains", "mogg-fanatic", "crusade", "sol-ring", "shock", "savannah-lions", "island") * 3
CARD = 1


class _Dealer:
    """Answers with refs of its own, and remembers every face."""

    def __init__(self, faces: dict[int, str]) -> None:
        self.faces, self._next = faces, 5000

    def answer(self, request: Request) -> Answer:
        match request:
            case Shuffle(refs=refs):
                return Shuffled(self._renew(refs))
            case Arrange(refs=refs):
                return Arranged(self._renew(refs))
            case Search(refs=refs, count=count):
                fresh = self._renew(refs)
                return Found(fresh[:count], fresh[count:])
            case Reveal(refs=refs):
                return Revealed(tuple(self.faces[ref] for ref in refs))
            case Roll():
                return Rolled(0)

    def _renew(self, refs: tuple[int, ...]) -> tuple[int, ...]:
        fresh = tuple(range(self._next, self._next + len(refs)))
        self._next += len(refs)
        self.faces.update(zip(fresh, (self.faces[ref] for ref in refs), strict=True))
        return fresh


def _table(face: str, *, answering: bool) -> tuple[MagicState, _Dealer]:
    """It is our main phase; with `answering`, the opponent attacks and has spells on the stack."""
    faces = {CARD: face}
    objects: list[Obj] = []

    def put(names: tuple[str, ...], zone: Place, seat: int) -> Iterator[int]:
        for name in names:
            key = 10 + len(faces)
            faces[key] = name
            counters = (("loyalty", 3, key),) if CARDS[name].loyalty else ()
            play = OnStack(targets=(((-1, 0),),)) if zone == "stack" else None
            objects.append(Obj(key, key, zone, seat, seat, name, stamp=key, counters=counters, play=play))
            yield key

    fields = [*put(MINE, "battlefield", 0), *put(THEIRS, "battlefield", 1)]
    for seat in (0, 1):
        list(put(DEAD, "graveyard", seat))
    stack = tuple(put(("grizzly-bears", "lightning-bolt"), "stack", 1)) if answering else ()
    libraries = []
    for _ in (0, 1):
        start = 1000 + len(faces)
        libraries.append(tuple(range(start, start + len(LIBRARY))))
        faces.update(zip(libraries[-1], LIBRARY, strict=True))
    hand = tuple(range(900, 903))
    faces.update(dict.fromkeys(hand, "forest"))
    return (
        MagicState(
            MagicOptions(),
            (
                Player(20, libraries[0], (CARD, *hand[:2]), kept=True),
                Player(20, libraries[1], hand[2:], kept=True),
            ),
            objects=tuple(objects),
            status=tuple(Status(key, fresh=False, held_by=0) for key in fields),
            stack=stack,
            clock=4000,
            turn=5,
            active=int(answering),
            step="blockers" if answering else "main",
            combat=Combat((Attack(fields[len(MINE) + 1], player(0)),)) if answering else None,
            priority=0,
            agenda=(Task("priority", 0),),
            prompt=Prompt(0, "priority"),
        ),
        _Dealer(faces),
    )


def _apply(state: MagicState, dealer: _Dealer, seat: int, action: AnyAction) -> MagicState:
    opened = {ref: dealer.faces[ref] for ref in MAGIC.opens(state, seat, action)}
    for event in MAGIC.decide(state, seat, action, opened):
        state = MAGIC.apply(state, event)
    while state.owed:
        for event in MAGIC.settle(state, dealer.answer(state.owed[0])):
            state = MAGIC.apply(state, event)
    return state


def _resolve(state: MagicState, dealer: _Dealer, below: int) -> MagicState:
    """Take what is offered by default until the card, and what it set off, has resolved."""
    for _ in range(200):
        prompt = state.prompt
        if (
            state.result is not None
            or prompt is None
            or (prompt.kind == "priority" and len(state.stack) <= below)
        ):
            return state
        legal = MAGIC.legal(state, prompt.seat, dealer.faces)
        wanted = [Choose(place) for place in prompt.default if place not in prompt.picked]
        if prompt.kind == "priority":
            state = _apply(state, dealer, prompt.seat, Pass())
            continue
        choices = [*(action for action in wanted if action in legal), *reversed(legal)]
        if len(prompt.picked) >= max(1, prompt.min) and Done() in legal:
            choices = [Done()]
        state = _apply(state, dealer, prompt.seat, choices[0])
    raise AssertionError(f"still busy: {state.prompt}")


def _play(card: Card) -> None:
    face = slug(card.name)
    wanted: tuple[type, ...] = (PlayLand,) if "Land" in card.types else (Cast,)
    for answering in (False, True):
        state, dealer = _table(face, answering=answering)
        legal = [
            action
            for action in MAGIC.legal(state, 0, dealer.faces)
            if isinstance(action, wanted) and action.card == CARD  # type: ignore[union-attr]
        ]
        if legal:
            break
    assert legal, f"{card.name} cannot be played"
    below = len(state.stack)
    for action in legal:
        after = _resolve(_apply(state, dealer, 0, action), dealer, below)
        bought_back = any(isinstance(one, Keyword) and one.name == "buyback" for one in card.abilities)
        assert (CARD in after.players[0].hand) == bought_back, card.name
        assert after.prompt is not None or after.result is not None
        encoded = msgspec.json.encode(after)
        assert msgspec.json.decode(encoded, type=MagicState) == after, card.name


@pytest.mark.parametrize("cards", FILES, ids=lambda cards: cards[0].name)
def test_every_card_can_be_played_and_resolves(cards: tuple[Card, ...]) -> None:
    failed = []
    for card in cards:
        try:
            _play(card)
        except (AssertionError, IllegalAction, LookupError, TypeError, ValueError) as error:
            failed.append(f"{card.name}: {type(error).__name__} {str(error)[:200]}")
    assert not failed, "\n".join(failed)
