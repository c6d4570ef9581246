"""Bots play Magic sensibly: lands, creatures, spells at the right targets, attacks, blocks; and they win."""

from collections import Counter

import msgspec
import pytest

from bots.matches import ask, table_of
from facedown.bots.arena import matches
from facedown.bots.greedy import Greedy
from facedown.games.magic.actions import Activate, AnyAction, Cast, Choose, Pass, PlayLand
from facedown.games.magic.engine.combat import attack_options, block_options
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import (
    Attack,
    Combat,
    MagicOptions,
    MagicState,
    Obj,
    OnStack,
    Player,
    Prompt,
    Status,
    Step,
    Task,
    player,
)
from facedown.games.magic.view import view_of

HAND = 100


def board(
    mine: str = "",
    theirs: str = "",
    hand: str = "",
    *,
    life: tuple[int, int] = (20, 20),
    step: Step = "main",
    active: int = 0,
) -> tuple[MagicState, dict[int, str]]:
    """A table in the first player's hands: permanents by the words for them, my hand, everybody's life."""
    faces = [(face, 0) for face in mine.split()] + [(face, 1) for face in theirs.split()]
    objects = tuple(
        Obj(ref, ref + 1, "battlefield", seat, seat, face, stamp=ref + 1)
        for ref, (face, seat) in enumerate(faces)
    )
    status = tuple(Status(obj.id, fresh=False, held_by=obj.controller) for obj in objects)
    held = {HAND + place: face for place, face in enumerate(hand.split())}
    library = tuple(range(200, 220))
    players = (Player(life[0], library, tuple(held)), Player(life[1], library))
    state = MagicState(
        MagicOptions(),
        players,
        objects,
        status,
        clock=50,
        turn=5,
        step=step,
        active=active,
        priority=0,
        prompt=Prompt(0, "priority"),
        agenda=(Task("priority", 0),),
    )
    return state, held


def chosen(state: MagicState, faces: dict[int, str]) -> AnyAction:
    action: AnyAction = Greedy(1).choose(MAGIC, state, 0, faces)
    return action


def answered(state: MagicState, faces: dict[int, str]) -> list[int]:
    """The first objects of the options that the bot takes until it is done with this prompt."""
    prompt = state.prompt
    assert prompt is not None
    taken = []
    while state.prompt is not None and state.prompt.options is prompt.options:
        action = chosen(state, faces)
        if not isinstance(action, Choose):
            break
        taken.append(int(prompt.options[action.option][0]))
        for event in MAGIC.decide(state, 0, action, faces):
            state = MAGIC.apply(state, event)
    return taken


def attack(mine: str, theirs: str, life: tuple[int, int] = (20, 20)) -> list[int]:
    state, faces = board(mine, theirs, life=life, step="attackers")
    options = attack_options(view_of(state))
    prompt = Prompt(0, "attack", options, 0, len({option[0] for option in options}), groups=True)
    agenda = (Task("step", text="second main"), Task("attackers"))
    return sorted(answered(_asked(state, prompt, agenda), faces))


def block(mine: str, theirs: str, life: tuple[int, int] = (20, 20)) -> list[tuple[int, int]]:
    """All of theirs attack; pairs of my blocker and their attacker."""
    state, faces = board(mine, theirs, life=life, step="blockers", active=1)
    attackers = [obj.id for obj in state.objects if obj.owner == 1]
    combat = Combat(tuple(Attack(key, player(0)) for key in attackers))
    state = msgspec.structs.replace(state, combat=combat)
    options = block_options(view_of(state), 0)
    prompt = Prompt(0, "block", options, 0, len({option[0] for option in options}), groups=True)
    state = _asked(state, prompt, (Task("step", text="second main"), Task("blockers")))
    pairs = []
    while isinstance(action := chosen(state, faces), Choose):
        blocker, attacker = options[action.option]
        pairs.append((int(blocker), int(attacker)))
        for event in MAGIC.decide(state, 0, action, faces):
            state = MAGIC.apply(state, event)
        if state.prompt is None or state.prompt.kind != "block":
            break
    return sorted(pairs)


def _asked(state: MagicState, prompt: Prompt, agenda: tuple[Task, ...]) -> MagicState:
    return msgspec.structs.replace(state, prompt=prompt, agenda=agenda)


def test_plays_a_land_before_anything_else() -> None:
    assert chosen(*board("mountain", hand="mountain shock")) == PlayLand(HAND)


def test_casts_the_largest_creature_it_can() -> None:
    state, faces = board("plains plains plains plains plains", hand="savannah-lions serra-angel white-knight")
    assert chosen(state, faces) == Cast(HAND + 1)


def test_keeps_a_bolt_for_something_worth_it() -> None:
    assert chosen(*board("mountain", hand="lightning-bolt")) == Pass()


def test_bolts_the_creature_that_dies_of_it() -> None:
    state, faces = board("mountain savannah-lions", "shivan-dragon hypnotic-specter", "lightning-bolt")
    assert chosen(state, faces) == Cast(HAND)
    for event in MAGIC.decide(state, 0, Cast(HAND), faces):
        state = MAGIC.apply(state, event)
    assert answered(state, faces) == [3]


def test_bolts_the_player_if_that_is_the_end() -> None:
    state, faces = board("mountain", "hypnotic-specter", "lightning-bolt", life=(20, 3))
    for event in MAGIC.decide(state, 0, Cast(HAND), faces):
        state = MAGIC.apply(state, event)
    assert answered(state, faces) == [player(1)]


def test_attacks_where_nobody_can_block() -> None:
    assert attack("savannah-lions serra-angel", "") == [0, 1]
    assert attack("savannah-lions serra-angel", "shivan-dragon") == []
    assert attack("savannah-lions serra-angel", "craw-wurm") == [1]


def test_attacks_with_everything_if_that_is_the_end() -> None:
    assert attack("savannah-lions savannah-lions savannah-lions", "craw-wurm", life=(20, 4)) == [0, 1, 2]


def test_stays_at_home_where_the_answer_would_be_the_end() -> None:
    assert attack("serra-angel craw-wurm", "shivan-dragon craw-wurm", life=(5, 20)) != [0, 1]


def test_blocks_what_it_kills() -> None:
    assert block("craw-wurm", "savannah-lions") == [(0, 1)]


def test_does_not_throw_creatures_away() -> None:
    assert block("savannah-lions", "craw-wurm") == []


def test_throws_them_away_to_stay_alive() -> None:
    assert block("savannah-lions", "craw-wurm", life=(6, 20)) == [(0, 1)]


def test_two_stand_in_the_way_of_a_large_one() -> None:
    assert block("craw-wurm craw-wurm", "colossal-dreadmaw") in ([(0, 2)], [(0, 2), (1, 2)])


@pytest.mark.parametrize("lands", [0, 1, 6, 7])
def test_takes_a_mulligan_with_too_few_or_too_many_lands(lands: int) -> None:
    state, faces = board(hand=" ".join(["plains"] * lands + ["white-knight"] * (7 - lands)))
    prompt = Prompt(0, "mulligan", (("keep",), ("mulligan",)), default=(0,))
    assert chosen(_asked(state, prompt, (Task("mulligan", 0),)), faces) == Choose(1)


def test_beats_the_random_bot() -> None:
    decks = {name: deck for name, deck in MAGIC.decks().items() if name in ("goblins", "knights", "death")}
    results = list(matches(MAGIC, ["greedy", "random"], 18, decks=decks, seed=5))
    assert Counter(result.winners for result in results)[0,] >= 17


def test_plays_commander_with_four() -> None:
    options = MagicOptions(commander=True, turn_limit=60)
    (result,) = matches(MAGIC, ["greedy", "random", "greedy", "greedy"], 1, options=options, seed=2)
    assert result.reason != "unfinished"
    assert min(result.actions) > 5


def test_searches_one_step_at_a_time() -> None:
    (result,) = matches(MAGIC, ["search:1", "random"], 1, seed=4, most=40)
    assert result.actions[0] > 5


def test_the_other_players_cards_change_no_choice() -> None:
    """Two tables alike but for the hand and library of the other, who lets us do as we please."""
    compared = 0
    for seed in range(6):
        mine = MAGIC.decks()["goblins"]
        one, two = (table_of(MAGIC, seed, decks=[mine, MAGIC.decks()[name]]) for name in ("elves", "control"))
        bots = [Greedy(seed, deck=mine), Greedy(seed, deck=mine)]
        while one.active and one.state == two.state and compared < 20 * (seed + 1):
            (seat,) = one.active
            action = Pass() if one.state.prompt.kind == "priority" else one.legal(seat)[0]
            if seat == 0:
                assert one.faces[0] == two.faces[0]
                assert one.faces[1] != two.faces[1]
                action = ask(bots[0], one, 0)
                assert action == ask(bots[1], two, 0)
                compared += 1
            one.act(seat, action, 0)
            two.act(seat, action, 0)
    assert compared > 40


def test_a_trick_saves_a_creature_in_combat_and_waits_for_it() -> None:
    assert chosen(*board("forest grizzly-bears", "", "giant-growth", step="second main")) == Pass()
    state, faces = board("forest grizzly-bears", "hill-giant", "giant-growth", step="blockers")
    fight = Combat((Attack(1, player(1), (2,), blocked=True),))
    assert chosen(msgspec.structs.replace(state, combat=fight), faces) == Cast(HAND)


def test_plays_the_land_that_pays_for_something_now() -> None:
    for hand in ("forest mountain kird-ape grizzly-bears", "mountain forest kird-ape grizzly-bears"):
        assert chosen(*board(hand=hand)) == PlayLand(HAND + hand.split().index("mountain"))


@pytest.mark.parametrize(("other", "pays"), [("kird-ape", True), ("craw-wurm", False), ("rancor", False)])
def test_pays_life_for_an_untapped_land_only_if_it_is_used(other: str, pays: bool) -> None:
    state, faces = board(hand=f"stomping-ground {other}")
    for event in MAGIC.decide(state, 0, PlayLand(HAND), faces):
        state = MAGIC.apply(state, event)
    assert state.prompt is not None
    assert state.prompt.kind == "confirm"
    assert chosen(state, faces) == Choose(0 if pays else 1)


@pytest.mark.parametrize(
    ("mine", "theirs", "card"),
    [
        ("plains plains plains", "", "banishing-light"),  # there is nothing to exile
        ("mountain mountain mountain mountain savannah-lions", "", "flametongue-kavu"),  # it hits our own
        ("mountain", "strangleroot-geist", "lightning-bolt"),  # it comes back larger
        ("plains plains plains", "craw-wurm", "solitary-confinement"),  # it eats our hand, and no card comes
        ("island", "", "walking-ballista"),  # with X = 0 it dies at once
        ("island island island island bonesplitter", "", "march-of-the-machines"),  # nobody can wear it then
    ],
)
def test_keeps_what_would_do_no_good_now(mine: str, theirs: str, card: str) -> None:
    assert chosen(*board(mine, theirs, card)) == Pass()


def test_casts_a_creature_for_a_turn_only_before_it_can_attack() -> None:
    lands = "mountain mountain mountain"
    assert chosen(*board(lands, "", "ball-lightning")) == Cast(HAND)
    assert chosen(*board(lands, "", "ball-lightning", step="second main")) == Pass()


def test_counters_a_spell_once() -> None:
    state, faces = board("island island island", hand="mana-leak", active=1)
    theirs = Obj(50, 51, "stack", 1, 1, "craw-wurm", stamp=60, play=OnStack())
    mine = Obj(51, 52, "stack", 0, 0, "counterspell", stamp=61, play=OnStack(((theirs.pointer,),)))
    waits = msgspec.structs.replace(state, objects=(*state.objects, theirs), stack=(50,), clock=100)
    assert chosen(waits, faces) == Cast(HAND)
    dealt_with = msgspec.structs.replace(waits, objects=(*state.objects, theirs, mine), stack=(50, 51))
    assert chosen(dealt_with, faces) == Pass()


def test_taps_for_a_card_when_nothing_can_be_missed_before_it_untaps() -> None:
    wurms = "craw-wurm craw-wurm craw-wurm"
    mine = "niv-mizzet-the-firemind"
    assert isinstance(chosen(*board(mine, wurms, step="end", active=1, life=(12, 20))), Activate)
    assert chosen(*board(mine, wurms, step="second main", life=(12, 20))) == Pass()


def test_what_draws_cards_comes_first() -> None:
    hand = "sterling-grove verduran-enchantress rancor glorious-anthem"
    assert chosen(*board("savannah savannah savannah", hand=hand)) == Cast(HAND + 1)


def test_a_land_does_not_pay_for_its_own_awakening() -> None:
    assert chosen(*board("island island faerie-conclave")) == Activate(2, 2)
    assert chosen(*board("faerie-conclave island island")) == Pass()


def test_attacks_before_it_has_bled_to_death() -> None:
    wurms = "craw-wurm craw-wurm craw-wurm"
    assert attack(wurms, "typhoid-rats serra-angel", life=(6, 30)) == [0, 1, 2]


def test_does_not_attack_into_two_blockers_that_kill_it_together() -> None:
    assert attack("hill-giant", "grizzly-bears grizzly-bears") == []


def test_what_prevents_damage_is_a_wall() -> None:
    assert attack("hill-giant", "fog-bank") == []
    assert block("fog-bank", "craw-wurm") == [(0, 1)]


def test_blocks_with_what_comes_back() -> None:
    assert block("strangleroot-geist", "hill-giant") == [(0, 1)]


def test_two_together_bring_a_first_striker_down() -> None:
    assert block("grizzly-bears grizzly-bears", "white-knight") == [(0, 2), (1, 2)]
