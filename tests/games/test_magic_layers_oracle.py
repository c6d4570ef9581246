"""Random tables full of effects: the view says what a slow second reading of the rules says."""

import random

import msgspec
import pytest

from facedown.games.magic import model as m
from facedown.games.magic.cards import CARDS, TOKENS, slug
from facedown.games.magic.engine.permission import glimpse
from facedown.games.magic.keywords import expand
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Effect, MagicOptions, MagicState, Obj, Player
from facedown.games.magic.view import View
from games.layers_oracle import Thing, characteristics, rules

FAMILIES = (
    ("Humility", "Humility", "Opalescence", "Opalescence", "Dress Down", "Enchanted Evening",
     "Sterling Grove", "Glorious Anthem", "Archetype of Imagination", "Lignify",
     "Kenrith's Transformation", "Solitary Confinement", "Exploration", "Aura of Silence",
     "Song of the Dryads"),
    ("Blood Moon", "Magus of the Moon", "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth",
     "Taiga", "Life and Limb", "Kormus Bell", "Prismatic Omen", "Blood Sun", "Spreading Seas",
     "Song of the Dryads", "Imprisoned in the Moon", "Saproling token", "Dryad Arbor", "Forest",
     "Swamp", "Mishra's Factory", "Thespian's Stage", "Kird Ape", "Wild Nacatl"),
    ("Conspiracy", "Arcane Adaptation", "Xenograft", "Life and Limb", "Goblin King", "Lord of Atlantis",
     "Deranged Hermit", "Adaptive Automaton", "Opalescence", "Enchanted Evening", "Forest",
     "Saproling token", "Mons's Goblin Raiders", "Darksteel Mutation", "Exalted Angel", "Anger"),
    ("Control Magic", "Confiscate", "Confiscate", "Glorious Anthem", "Fervor", "Kird Ape", "Maro",
     "Serra Avatar", "Archetype of Imagination", "Sterling Grove", "Conspiracy", "Cranial Plating",
     "Intangible Virtue", "Grizzly Bears", "Taiga"),
    ("Humility", "Dress Down", "Goblin King", "Lord of Atlantis", "Archetype of Imagination", "Fervor",
     "Flight", "Wonder", "Anger", "Yixlid Jailer", "Colossus Hammer", "Akroma's Memorial",
     "Darksteel Mutation", "Muraganda Petroglyphs", "Mirran Crusader", "Mons's Goblin Raiders",
     "Forest"),
    ("March of the Machines", "Mycosynth Lattice", "Ensoul Artifact", "Enchanted Evening",
     "Opalescence", "Master of Etherium", "Sol Ring", "Bonesplitter", "Darksteel Myr",
     "Darksteel Mutation", "Humility", "Painter's Servant", "Ornithopter", "Whispersilk Cloak",
     "Cranial Plating"),
    ("Painter's Servant", "Mycosynth Lattice", "Crusade", "Tolsimir Wolfblood", "White Knight",
     "Kormus Bell", "Swamp", "Kenrith's Transformation", "Ghostfire", "Imprisoned in the Moon",
     "Exalted Angel", "Life and Limb", "Saproling token"),
    ("Tarmogoyf", "Terravore", "Maro", "Serra Avatar", "Serra Ascendant", "Nimble Mongoose", "Humility",
     "Dress Down", "Yixlid Jailer", "Unholy Strength", "Weakness", "Lignify", "Triskelion", "Rancor",
     "Glorious Anthem"),
)  # fmt: skip
"""Cards that have something to say to each other; a table is full of the cards of one or two families."""
PLAIN = ("Grizzly Bears", "Serra Angel", "Llanowar Elves", "Tundra", "Faerie Conclave", "Plains")
BURIED = ("Anger", "Wonder", "Ghostfire", "Tarmogoyf", "Terravore", "Lignify", "Dryad Arbor", "Forest")
TYPES = ("Goblin", "Saproling", "Merfolk", "Squirrel")
CREATURES = m.Filter(types=("Creature",))
PLAIN_ONES = m.Filter(types=("Creature",), no_abilities=True)
RESOLVED: tuple[tuple[m.Change, ...], ...] = (
    (m.Boost(3, 3),),
    (m.Switch(),),
    (m.SetBase(0, 2),),
    (m.Control(), m.Gain((m.Keyword("haste"),))),
    (m.LoseAll(), m.SetColors(("U",)), m.SetSubtypes(("Frog",)), m.SetBase(1, 1)),
    (m.AddTypes(("Artifact", "Creature"), ("Assembly-Worker",)), m.SetBase(2, 2)),
    (m.AddTypes(("Creature",)), m.SetColors(("U",)), m.Gain((m.Keyword("flying"),)), m.SetBase(2, 1)),
    (m.GainChosen(),),
    (m.ChangeText("Forest", "Swamp"),),
    (m.ChangeText("Mountain", "Forest"),),
    (m.ChangeText("white", "green"),),
    # What no card says, and a card might.
    (m.Gain((m.Static(CREATURES, (m.Gain((m.Keyword("haste"),)), m.Boost(1, 1))),)),),
    (m.Gain((m.Static(CREATURES, (m.LoseAll(),)),)),),
    (m.Gain((m.Static(CREATURES, (m.SetBase(3, 3),)),)),),
    (m.Gain((m.Static(PLAIN_ONES, (m.Gain((m.Keyword("flying"),)),)),)),),
    (m.LoseTypes(("Creature",)),),
    (m.LoseTypes(("Artifact", "Land"), ("Legendary",)),),
    (m.CantHave("flying"), m.AddColors(("R",))),
    (m.SetBase(None, 5), m.AddTypes((), ("Goblin",), ("Legendary",))),
    (m.SetTypes(("Land",), ("Swamp",)),),
)
"""What spells and abilities leave behind."""


def _object(chance: random.Random, key: int, stamps: list[int], card: str, players: int) -> Obj:
    """A permanent as it might lie there, whether or not it would have stayed."""
    token = next((one for one in TOKENS if f"{one.name} token" == card), None)
    seat = chance.randrange(players)
    kinds = chance.sample(("+1/+1", "-1/-1", "flying", "trample"), chance.choice((0, 0, 0, 0, 1, 2)))
    return Obj(
        key,
        0,
        "battlefield",
        seat if chance.random() < 0.8 else chance.randrange(players),
        seat,
        "" if token else slug(card),
        token,
        stamps.pop(),
        counters=tuple((kind, chance.randint(1, 2), stamps.pop()) for kind in kinds),
        face_down=card == "Exalted Angel" and chance.random() < 0.8,
        chosen=(("color", chance.choice("WUBRG")), ("creature type", chance.choice(TYPES))),
    )


def table(seed: int, also: tuple[str, ...] = ()) -> MagicState:
    """A table with some cards of a family, in any order of age, and with effects of any age on them."""
    chance = random.Random(seed)
    players = chance.choice((2, 2, 3))
    family = FAMILIES[seed % len(FAMILIES)]
    deck = [*chance.sample(family, 5), chance.choice(chance.choice(FAMILIES)), chance.choice(PLAIN), *also]
    stamps = chance.sample(range(1, 99), 60)
    objects = [
        _object(chance, key, stamps, chance.choice(deck), players) for key in range(1, chance.randint(3, 11))
    ]
    things = [
        one if chance.random() < 0.3 else msgspec.structs.replace(one, attached=chance.choice(objects).id)
        for one in objects
    ]
    for number in range(chance.choice((0, 0, 1, 2))):
        seat = chance.randrange(players)
        card = slug(chance.choice(BURIED))
        things.append(Obj(50 + number, 0, "graveyard", seat, seat, card, stamp=stamps.pop()))
    effects = [_effect(chance, stamps.pop(), things, players) for _ in range(chance.choice((0, 0, 1, 2, 3)))]
    own = tuple(Player(chance.choice((3, 20, 31)), hand=tuple(range(seat + 1))) for seat in range(players))
    ordered = tuple(sorted(effects, key=lambda effect: effect.stamp))
    return MagicState(MagicOptions(), own, objects=tuple(things), effects=ordered, clock=100)


def _effect(chance: random.Random, stamp: int, things: list[Obj], players: int) -> Effect:
    to = tuple(one.pointer for one in chance.sample(things, min(len(things), chance.choice((1, 1, 2)))))
    seat, color = chance.randrange(players), chance.choice("WUBRG")
    if chance.random() < 0.2:
        copy = CARDS[slug(chance.choice(PLAIN + FAMILIES[0][:6]))]
        return Effect(stamp, seat, to, copy=copy)
    return Effect(stamp, seat, to, chance.choice(RESOLVED), color=color)


def _words(one: Seen | Thing, name: str) -> tuple[object, ...]:
    """All characteristics of an object, in words that do not depend on order."""
    return (
        name,
        one.controller,
        sorted(one.types),
        sorted(one.subtypes),
        sorted(one.supertypes),
        sorted(one.colors),
        (one.power, one.toughness),
        sorted(msgspec.json.encode(held.ability) for held in one.abilities),
    )


def differences(state: MagicState) -> list[str]:
    """Where the view and the second reading do not agree."""
    view, world = View(state), characteristics(state)
    seen = {key: _words(one, one.name) for key, one in view.seen.items()}
    read = {key: _words(one, one.card.name) for key, one in world.things.items()}
    found = [f"{key}: view {seen[key]}, rules {read[key]}" for key in read if seen[key] != read[key]]
    left = sorted((repr(change), seats) for change, seats, _ in view.rules)
    return found if left == rules(world) else [*found, f"rules: view {left}, rules {rules(world)}"]


def in_hand(state: MagicState, face: str, seat: int) -> list[str]:
    """The same for a card that lies in a hand: effects reach it, and it may define what it is (604.3)."""
    card = Obj(60, 101, "hand", seat, seat, face, stamp=101)
    world = characteristics(msgspec.structs.replace(state, objects=(*state.objects, card)))
    seen = glimpse(state, 60, face, seat, "hand", whole=True)
    left, right = _words(seen, seen.name), _words(world.things[60], world.things[60].card.name)
    return [] if left == right else [f"in hand: view {left}, rules {right}"]


def described(state: MagicState) -> str:
    """A table in words, oldest first, for whoever has to find out who is wrong."""
    objects = [(one.stamp, msgspec.json.encode(one).decode()) for one in state.objects]
    effects = [(one.stamp, msgspec.json.encode(one).decode()) for one in state.effects]
    return "\n".join(f"{stamp}: {words}" for stamp, words in sorted(objects + effects))


@pytest.mark.parametrize("start", range(0, 600, 100))
def test_the_view_is_what_the_rules_say(start: int) -> None:
    for seed in range(start, start + 100):
        state = table(seed)
        wrong = differences(state)
        if seed % 4 == 0:
            wrong += in_hand(state, slug(BURIED[seed // 4 % len(BURIED)]), seed // 4 % 2)
        assert not wrong, f"table {seed}\n{described(state)}"


def test_every_card_with_an_effect() -> None:
    """So that the second reading knows all that a card may say, the next card included."""
    for place, (face, card) in enumerate(CARDS.items()):
        if any(isinstance(part, m.Static) for ability in card.abilities for part in expand(ability)):
            state = table(place, (card.name,) * 6)
            assert not differences(state), f"{face}\n{described(state)}"
