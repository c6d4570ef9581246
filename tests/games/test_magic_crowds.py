"""Hundreds of permanents and triggers: what one view hands on to the next is right, and is handed on."""

from collections.abc import Sequence

import pytest

from facedown.games.magic.actions import AnyAction, Cast, Done, Pass, PlayLand
from facedown.games.magic.cards import CARDS
from facedown.games.magic.cards.tokens import SOLDIER
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MADE, MagicOptions, MagicState, Obj, Player, Prompt, Status, Task
from facedown.games.magic.view import View, view_of
from games.magic_soak import characteristics

HELD = 1000
"""The card in hand."""
MANA = tuple(color for color in "WUBRG" for _ in range(9))


def crowd(faces: Sequence[str], tokens: int) -> MagicState:
    """A table in the first player's main phase: these cards of theirs, and soldiers on both sides."""
    objects = [
        Obj(ref, ref + 1, "battlefield", 0, 0, face, stamp=ref + 1, attached=_bearer(faces, ref))
        for ref, face in enumerate(faces)
    ]
    for number in range(len(faces), len(faces) + tokens):
        seat = number % 2
        objects.append(
            Obj(MADE + number, number + 1, "battlefield", seat, seat, card=SOLDIER, stamp=number + 1)
        )
    return MagicState(
        MagicOptions(),
        (Player(99, tuple(range(2000, 2010)), (HELD,), pool=MANA), Player(999, (3000,))),
        tuple(objects),
        tuple(Status(obj.id, fresh=False, held_by=obj.controller) for obj in objects),
        clock=len(objects) + 1,
        turn=5,
        step="main",
        priority=0,
        prompt=Prompt(0, "priority"),
        agenda=(Task("priority", 0),),
    )


def _bearer(faces: Sequence[str], ref: int) -> int | None:
    """Equipment is on what stands before it."""
    return ref - 1 if "Equipment" in CARDS[faces[ref]].subtypes else None


def play(state: MagicState, action: AnyAction, face: str, every: int) -> MagicState:
    """Carry it out and all that follows; every so many events the view is compared with one made anew."""
    done = 0
    while True:
        assert state.prompt is not None
        for event in MAGIC.decide(state, state.prompt.seat, action, {HELD: face}):
            state = MAGIC.apply(state, event)
            done += 1
            if done % every == 0:
                view = view_of(state)
                assert characteristics(view) == characteristics(View(state)), f"after {event!r}"
                assert all(ctx.view is view for seen in view.battlefield for _, ctx in seen.cant)
        if state.result is not None:
            return state
        assert state.prompt is not None
        if state.prompt.kind == "priority":
            if not state.stack:
                return state
            action = Pass("stack")
        else:
            legal = MAGIC.legal(state, state.prompt.seat, {HELD: face})
            action = next((one for one in legal if isinstance(one, Done)), legal[0])


LORDS = ("glorious-anthem", "goblin-king", "elvish-archdruid", "goblin-warchief", "knight-exemplar")


@pytest.mark.parametrize(
    ("faces", "held"),
    [
        (["runeclaw-bear"] * 8, "wrath-of-god"),
        ([*LORDS, "runeclaw-bear", "leonin-scimitar", "mogg-fanatic", "llanowar-elves"], "wrath-of-god"),
        ([*LORDS, "soul-warden", "ajanis-pridemate", "leonin-scimitar", "goblin-piker"], "mogg-fanatic"),
        ([*LORDS, "avenger-of-zendikar", *["forest"] * 3, "leonin-scimitar"], "forest"),
        ([*LORDS, "tarmogoyf", "soul-warden", "zulaport-cutthroat"], "day-of-judgment"),
        (["tarmogoyf", "serra-avatar", "soul-warden", "blood-artist"], "savannah-lions"),
        (["opalescence", "blood-moon", "forest", "ajanis-pridemate", "soul-warden"], "glorious-anthem"),
        ([*LORDS, "kitchen-finks", "soul-warden"], "pyroclasm"),
        (["goblin-king", "goblin-piker", "mogg-fanatic"], "unsummon"),
        (["carrion-feeder", "phantom-warrior", "soul-warden"], "runeclaw-bear"),
        (["painters-servant", "soul-warden", "glorious-anthem"], "runeclaw-bear"),
        (["kird-ape", "pacifism", "soul-warden", "glorious-anthem"], "mountain"),
    ],
)
def test_a_view_made_from_another_is_what_it_would_be_anew(faces: list[str], held: str) -> None:
    state = crowd([face for face in faces if face in CARDS], 6)
    land = "Land" in CARDS[held].types
    play(state, PlayLand(HELD) if land else Cast(HELD), held, every=1)


@pytest.mark.parametrize(
    ("faces", "held"),
    [
        (["zulaport-cutthroat"] * 60, "wrath-of-god"),
        ([*["glorious-anthem"] * 6, *["soul-warden"] * 120], "runeclaw-bear"),
        ([*["panharmonicon"] * 40, *["soul-warden"] * 40], "runeclaw-bear"),
        ([*["glorious-anthem"] * 6, "soul-warden", *["ajanis-pridemate"] * 60], "runeclaw-bear"),
    ],
)
def test_a_crowd_is_not_worked_out_anew_for_each_of_its_triggers(
    faces: list[str], held: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some actions here set hundreds of abilities off; each used to cost several views of all permanents."""
    anew, build = [], View._build

    def count(view: View, previous: View | None) -> None:
        anew.append(view)
        build(view, previous)

    monkeypatch.setattr(View, "_build", count)
    state = crowd(faces, 100)
    after = play(state, Cast(HELD), held, every=10**9)
    assert after.clock - state.clock > 100, "abilities on the stack have numbers"
    assert len(anew) < 10
