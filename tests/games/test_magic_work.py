"""A step has a budget of work, which every client counts alike; a table has an end to what it holds."""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from facedown.games.magic import bounds, game
from facedown.games.magic import state as states
from facedown.games.magic import view as views
from facedown.games.magic.actions import AnyAction, Cast, Pass
from facedown.games.magic.bounds import BOARD, HOLDS, STEP, weight
from facedown.games.magic.dial import rules
from facedown.games.magic.engine import run as running
from facedown.games.magic.freeform import (
    AttachCard,
    CheckTable,
    MakeToken,
    MoveCards,
    NeverMind,
    NextTurn,
    Say,
    SetAttribute,
)
from facedown.games.magic.game import MAGIC, Magic
from facedown.games.magic.state import MOST_PAST, Effect, MagicState
from facedown.games.magic.view import View, view_of
from facedown.kernel import IllegalAction, Outcome, ProofRejected, Revealed, TooMuch, Work, decode, encode
from facedown.kernel.play import act
from facedown.table import log_file, verify
from games.boards import MIXTURES, PLAIN, STATIC, board
from games.dialled import Kitchen
from games.magic_soak import Soak
from games.test_magic_crowds import HELD, crowd

SLOW = 6
"""A machine that is busy with other things may take so much longer."""
INSTANT = 0.15
"""Seconds of CPU time that a step may take, with the offers and the picture after it."""


class Counted(Work):
    """Keeps what every step has spent."""

    steps: list["Counted"] = []  # noqa: RUF012 (emptied by the fixture)

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        Counted.steps.append(self)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Counted]:
    Counted.steps = []
    monkeypatch.setattr(running, "Work", Counted)
    return Counted.steps


def forget() -> None:
    """Whatever a process keeps, as after a restart."""
    views.LATEST.__init__()  # type: ignore[misc]
    states._indices.clear()
    states._pasts.clear()
    game._opened.clear()
    rules._suggested.clear()


def filled(faces: tuple[str, ...], cards: int = 80, dial: str = "free", seats: int = 2) -> Kitchen:
    """A table whose players hold all their cards."""
    kitchen = Kitchen(dial, decks=[tuple(faces[n % len(faces)] for n in range(cards))] * seats)
    while not MAGIC.open_ended(kitchen.state):
        (seat,) = kitchen.table.active
        kitchen.act(seat, kitchen.table.legal(seat)[0])
    for seat in range(seats):
        kitchen.act(seat, MoveCards(kitchen.own(seat).library, "hand"))
    return kitchen


@contextmanager
def swift(limit: float = INSTANT) -> Iterator[None]:
    began = time.process_time()
    yield
    assert time.process_time() - began < SLOW * limit


# --- what was slow ---


@pytest.mark.parametrize("name", MIXTURES)
def test_eighty_permanents_with_effects_come_at_once(
    name: str, counted: list[Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    kitchen = filled(MIXTURES[name])
    made = 0
    build = View._build

    def counting(self: View, previous: View | None) -> None:
        nonlocal made
        made += 1
        build(self, previous)

    monkeypatch.setattr(View, "_build", counting)
    counted.clear()
    with swift():
        kitchen.act(0, MoveCards(kitchen.own(0).hand, "battlefield"))
        kitchen.table.legal(0)
        kitchen.table.legal(1)
        MAGIC.picture(kitchen.state)
    assert made <= 2
    assert sum(work.spent for work in counted) < STEP / 10


@pytest.mark.parametrize("command", ["give", "attach", "word", "away"])
def test_a_hundred_permanents_are_looked_at_once(command: str, counted: list[Counted]) -> None:
    kitchen = filled(("glorious-anthem", "tarmogoyf", "humility"), 70)
    kitchen.act(0, MoveCards(kitchen.own(0).hand, "battlefield"))
    keys = tuple(obj.id for obj in kitchen.state.objects)
    counted.clear()
    with swift():
        match command:
            case "give":
                kitchen.act(0, MoveCards(keys, "battlefield", seat=1))
            case "attach":
                kitchen.act(0, MakeToken("Spirit", count=20, attached=keys[0]))
            case "word":
                kitchen.act(0, SetAttribute(keys, power=3, colors=("W",)))
            case _:
                kitchen.act(0, MoveCards(keys, "hand"))
    assert sum(work.spent for work in counted) < weight(kitchen.state) + 30 * STEP // 100


@pytest.mark.parametrize("dial", ["free", "assisted"])
@pytest.mark.parametrize(
    "faces", [("opalescence", "blood-moon", "march-of-the-machines", "conspiracy"), STATIC]
)
def test_a_table_is_full_before_it_is_slow(faces: tuple[str, ...], dial: str) -> None:
    kitchen = filled(faces, 250, dial, seats=4)
    for seat in range(4):
        for size in (80, 20, 5, 1):
            while kitchen.own(seat).hand:
                before, at = encode(kitchen.state), kitchen.table.at
                try:
                    with swift():
                        kitchen.act(seat, MoveCards(kitchen.own(seat).hand[:size], "battlefield"))
                except TooMuch as refusal:
                    assert "keep track of" in str(refusal)  # noqa: PT017
                    assert (encode(kitchen.state), kitchen.table.at) == (before, at)
                    break
                if kitchen.state.waiting:
                    kitchen.act(seat, NeverMind())
    assert BOARD / 2 < weight(kitchen.state) <= BOARD
    forget()
    with swift():
        for seat in range(4):
            assert len(encode(kitchen.table.legal(seat))) < 130_000
        assert len(encode(MAGIC.picture(kitchen.state))) < 300_000
    assert len(encode(kitchen.state)) < 300_000
    forget()
    with swift():
        MAGIC.why(kitchen.state, kitchen.state.objects[0].id, "abcd")
    kitchen.act(0, Say("we play on"))
    kitchen.act(0, MoveCards(tuple(obj.id for obj in kitchen.state.objects)[:100], "graveyard"))


def test_a_chain_of_auras_is_untied_in_no_time() -> None:
    """Each gives the next away, so that none may be applied before the one after it (613.8)."""
    kitchen = filled(("confiscate", "song-of-the-dryads"), 250)
    for size in (50, 5, 1):
        try:
            while True:
                kitchen.act(0, MoveCards(kitchen.own(0).hand[:size], "battlefield"))
        except TooMuch:
            continue
    keys = [obj.id for obj in kitchen.state.objects]
    assert len(keys) > 90
    for key, host in pairwise(keys):
        kitchen.act(0, AttachCard(host, key))
    forget()
    with swift():
        kitchen.table.legal(0)
        MAGIC.picture(kitchen.state)


@pytest.mark.parametrize("name", MIXTURES)
def test_a_table_is_weighed_without_a_view_as_its_view_weighs_itself(name: str) -> None:
    state = board(MIXTURES[name], 60, 90)
    assert View(state).weight == weight(state)


def test_so_many_cards_that_nobody_has_seen_are_refused_before_the_dealer_is_asked() -> None:
    kitchen = Kitchen(decks=[("tarmogoyf",) * 250] * 2)
    at, state = kitchen.table.at, kitchen.state
    with pytest.raises(TooMuch, match="nobody has seen"):
        kitchen.act(0, MoveCards(kitchen.own(0).library[:200], "battlefield"))
    assert (kitchen.table.at, kitchen.state) == (at, state)
    kitchen.act(0, MoveCards(kitchen.own(0).library[:50], "battlefield"))
    assert len(kitchen.state.objects) == 50


@pytest.mark.parametrize(
    ("faces", "tokens", "spell"),
    [
        (("soul-warden",) * 30 + ("panharmonicon",) * 5 + ("glorious-anthem",) * 10, 200, "raise-the-alarm"),
        (("soul-warden",) * 30 + ("panharmonicon",) * 5, 200, "painters-servant"),
        (("zulaport-cutthroat",) * 100 + ("tarmogoyf",) * 5, 145, "damnation"),
        (("opalescence", "blood-moon", "march-of-the-machines", "life-and-limb") * 15, 190, "upheaval"),
        (("goblin-king", "goblin-chieftain") * 40, 150, "overrun"),
        (("serra-ascendant",) * 60 + ("kird-ape",) * 60 + ("soul-warden",) * 20, 110, "lightning-helix"),
        (("llanowar-elves",) * 100 + ("elvish-archdruid",) * 20, 100, "blaze"),
        (("tarmogoyf",) * 10 + ("opalescence",) * 2 + ("glorious-anthem",) * 10, 228, "wrath-of-god"),
        (("doubling-season",) * 8 + ("glorious-anthem",) * 10, 60, "raise-the-alarm"),
    ],
)
def test_what_follows_from_a_spell_on_a_crowded_table(
    faces: tuple[str, ...], tokens: int, spell: str, counted: list[Counted]
) -> None:
    state = crowd(faces, tokens)
    action: AnyAction = Cast(HELD)
    assert weight(state) <= BOARD
    for _ in range(60):
        assert state.prompt is not None
        seat = state.prompt.seat
        forget()
        with swift():
            state, _ = act(MAGIC, state, seat, action, {HELD: spell})
            legal = MAGIC.legal(state, seat, {HELD: spell})
            MAGIC.picture(state)
        if state.result is not None or state.owed or not (state.stack or state.waiting):
            break
        assert state.prompt is not None
        legal = MAGIC.legal(state, state.prompt.seat, {HELD: spell})
        action = Pass("stack") if state.prompt.kind == "priority" else legal[-1]
    assert state.result is None or state.result.reason not in ("endless loop", "too much to carry out")
    assert max(work.spent for work in counted) <= STEP


# --- everybody counts the same ---


def _recorded(
    monkeypatch: pytest.MonkeyPatch, play: Callable[[], Any]
) -> list[tuple[str, tuple[Any, ...], Any]]:
    """Every step that is taken while this is played, with what it was given and what came of it."""
    found: list[tuple[str, tuple[Any, ...], Any]] = []
    for name in ("decide", "settle", "leave"):
        real = getattr(MAGIC, name)

        def step(*args: Any, name: str = name, real: Any = real) -> Any:
            before = len(Counted.steps)
            events = real(*args)
            found.append((name, args, (encode(events), [work.spent for work in Counted.steps[before:]])))
            return events

        monkeypatch.setattr(Magic, name, staticmethod(step))
    play()
    monkeypatch.undo()
    return found


def _by_hand() -> None:
    kitchen = filled(STATIC, 120)
    for number in range(12):
        hand = kitchen.own(0).hand
        kitchen.act(0, MoveCards(hand[:9], "battlefield"))
        key = kitchen.state.objects[number].id
        kitchen.act(number % 2, SetAttribute((key,), power=number, tapped=True))
        kitchen.act(0, MoveCards((key,), "graveyard"))
    kitchen.act(0, NextTurn())


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("what", ["10", "27", "103", "by hand"])
def test_what_a_process_happens_to_know_is_not_counted(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = _by_hand if what == "by hand" else lambda: Soak(int(what), 0).play()
    steps = _recorded(monkeypatch, play)
    monkeypatch.setattr(running, "Work", Counted)
    assert len(steps) > 10
    for name, args, expected in steps[:: 1 if what == "by hand" else 7]:
        state, *rest = args
        again = decode(encode(state), MagicState)
        ways: list[tuple[bool, MagicState]] = [(True, again), (False, again), (False, state), (True, state)]
        for cold, start in ways:
            if cold:
                forget()
            before = len(Counted.steps)
            events = encode(getattr(MAGIC, name)(start, *rest))
            assert (events, [work.spent for work in Counted.steps[before:]]) == expected


def test_ordinary_games_never_come_near_the_end_of_it(
    counted: list[Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    heaviest = 0
    check = bounds.check

    def weighed(state: MagicState) -> None:
        nonlocal heaviest
        heaviest = max(heaviest, weight(state))
        check(state)

    monkeypatch.setattr(running, "check", weighed)
    for seed in (27, 103):  # those that took most of 150
        Soak(seed, 0).play()
    assert max(work.spent for work in counted) < STEP / 10
    assert 0 < heaviest < BOARD / 10


def test_tables_in_several_threads_do_not_disturb_each_other() -> None:
    seeds = (3, 10, 27)

    def head(seed: int) -> str:
        return Soak(seed, 0).play().head

    alone = [head(seed) for seed in seeds]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(len(seeds)) as pool:
            assert list(pool.map(head, seeds)) == alone
    finally:
        sys.setswitchinterval(interval)


# --- past the end of it ---


def test_what_a_player_need_not_have_done_is_refused_and_nothing_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kitchen = filled(PLAIN)
    monkeypatch.setattr(running, "STEP", 50)
    at, state, faces = kitchen.table.at, kitchen.state, [dict(one) for one in kitchen.table.faces]
    with pytest.raises(TooMuch, match="smaller parts"):
        kitchen.act(0, MoveCards(kitchen.own(0).hand, "battlefield"))
    assert (kitchen.table.at, kitchen.state, kitchen.table.faces) == (at, state, faces)
    kitchen.act(0, MoveCards(kitchen.own(0).hand[:2], "battlefield"))
    crowded = crowd(("glorious-anthem",), 20)
    with pytest.raises(TooMuch):
        MAGIC.decide(crowded, 0, Cast(HELD), {HELD: "savannah-lions"})


def test_what_has_to_go_on_and_cannot_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = act(MAGIC, crowd(("glorious-anthem",), 20), 0, Cast(HELD), {HELD: "wrath-of-god"})
    monkeypatch.setattr(running, "STEP", 100)
    assert state.prompt is not None
    state, events = act(MAGIC, state, state.prompt.seat, Pass(), {})
    assert len(events) == 1
    assert MAGIC.outcome(state) == Outcome((), "too much to carry out")


def test_a_command_that_turns_out_to_be_too_much_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    kitchen = Kitchen()
    before = kitchen.own(0).library
    state = kitchen.state
    waiting, _ = act(MAGIC, state, 0, MoveCards(before[:5], "battlefield"), {})
    monkeypatch.setattr(running, "STEP", 50)
    events = MAGIC.settle(waiting, Revealed(("forest",) * 5))
    for event in events:
        waiting = MAGIC.apply(waiting, event)
    assert MAGIC.outcome(waiting) is None
    assert waiting.players[0].library == before
    assert MAGIC.active(waiting) == MAGIC.active(state)


def test_who_leaves_a_table_that_cannot_go_on_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "STEP", 500)
    kitchen = Kitchen(decks=[PLAIN * 8] * 3)
    for _ in range(49):
        kitchen.act(0, MoveCards(kitchen.own(0).library[-1:], "battlefield"))
    kitchen.lines += [step.line for step in kitchen.table.leave(0, "conceded", kitchen.table.time)]
    assert kitchen.table.outcome == Outcome((1, 2), "conceded")
    assert verify(log_file(kitchen.lines)).outcome == kitchen.table.outcome


@pytest.mark.parametrize("what", HOLDS)
def test_there_is_an_end_to_what_a_table_holds(what: str) -> None:
    state = board(PLAIN, 1, 2)
    bounds.check(state)
    one: Any = {"objects": state.objects[0], "effects": Effect(1, 0, ())}.get(what, 0)
    with pytest.raises(TooMuch, match="at most"):
        bounds.check(msgspec.structs.replace(state, **{what: (one,) * (HOLDS[what] + 1)}))


@pytest.mark.parametrize("dial", ["free", "assisted"])
def test_what_comes_and_goes_in_one_turn_does_not_pile_up(dial: str) -> None:
    kitchen = filled(PLAIN, 250, dial)
    hand = kitchen.own(0).hand[:200]
    for _ in range(5):
        kitchen.act(0, MoveCards(hand, "battlefield"))
        kitchen.act(0, MoveCards(hand, "hand"))
    assert len(kitchen.state.past) <= (0 if dial == "free" else MOST_PAST)
    assert len(encode(kitchen.state)) < 400_000


def test_a_log_with_a_step_that_was_too_much_is_not_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that lets its friends do more than the rules allow is found out by everybody."""
    kitchen = filled(("opalescence", "humility"), 250)
    for module in (running, bounds):
        monkeypatch.setattr(module, "STEP", 10**9)
    monkeypatch.setattr(bounds, "BOARD", 10**9)
    kitchen.act(0, MoveCards(kitchen.own(0).hand, "battlefield"))
    kitchen.lines += [step.line for step in kitchen.table.leave(0, "conceded", kitchen.table.time)]
    assert verify(log_file(kitchen.lines)).finished
    monkeypatch.undo()
    with pytest.raises(ProofRejected, match="keep track of"):
        verify(log_file(kitchen.lines))


def test_what_would_be_refused_is_not_offered_and_offers_never_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    kitchen = filled(PLAIN, 60, "assisted")
    kitchen.act(0, MoveCards(kitchen.own(0).hand, "battlefield"))
    creatures = [seen.id for seen in view_of(kitchen.state).battlefield if seen.creature]
    kitchen.act(0, SetAttribute(tuple(creatures), damage=9))
    assert CheckTable() in kitchen.table.legal(0)
    forget()
    monkeypatch.setattr(running, "STEP", 200)
    assert CheckTable() not in kitchen.table.legal(0)
    with pytest.raises(IllegalAction):
        kitchen.act(0, CheckTable())
