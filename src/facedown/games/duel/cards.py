"""The cards of Hero Duel. A card is data; its text is made from the data."""

from typing import Literal

import msgspec

from facedown.kernel import Face

When = Literal["arrival", "parting", "then"]
Op = Literal["hurt", "sweep", "scorch", "heal", "draw"]


class Effect(msgspec.Struct, frozen=True):
    """One thing that happens: when a creature arrives or dies, or after a spell has struck."""

    when: When
    op: Op
    amount: int


class Card(msgspec.Struct, frozen=True):
    """What is printed on a card. A creature has attack and health, a spell has power."""

    id: Face
    name: str
    type: Literal["creature", "spell"]
    cost: int
    attack: int = 0
    health: int = 0
    power: int = 0
    swift: bool = False
    guard: bool = False
    drain: bool = False
    effects: tuple[Effect, ...] = ()
    school: str = "neutral"

    @property
    def text(self) -> str:
        """The rules of this card in plain words."""
        words = [f"Deal {self.power} damage."] if self.type == "spell" else []
        words += [text for keyword, text in KEYWORDS.items() if getattr(self, keyword)]
        words += [LEADS[effect.when] + OPS[effect.op].format(n=effect.amount) for effect in self.effects]
        return " ".join(words).replace("draw 1 cards", "draw a card")

    def having(self, when: When) -> tuple[Effect, ...]:
        """The effects of this card at that time."""
        return tuple(effect for effect in self.effects if effect.when == when)


KEYWORDS = {
    "swift": "Swift: may attack on the turn it arrives.",
    "guard": "Guard: attacks on your hero strike this instead.",
    "drain": "Drain: damage it deals in combat heals your hero.",
}
LEADS: dict[When, str] = {"arrival": "Arrival: ", "parting": "Parting: ", "then": "Then "}
OPS: dict[Op, str] = {
    "hurt": "deal {n} damage to the enemy hero.",
    "sweep": "deal {n} damage to each enemy creature.",
    "scorch": "deal {n} damage to each hero.",
    "heal": "heal your hero by {n}.",
    "draw": "draw {n} cards.",
}


def _creature(
    name: str, cost: int, attack: int, health: int, school: str, *words: str | tuple[When, Op, int]
) -> Card:
    keywords = {word: True for word in words if isinstance(word, str)}
    effects = tuple(Effect(*word) for word in words if not isinstance(word, str))
    return Card(_id(name), name, "creature", cost, attack, health, effects=effects, school=school, **keywords)


def _spell(name: str, cost: int, power: int, school: str, *effects: tuple[When, Op, int]) -> Card:
    return Card(
        _id(name), name, "spell", cost, power=power, effects=tuple(Effect(*e) for e in effects), school=school
    )


def _id(name: str) -> Face:
    return name.lower().replace(" ", "-").replace("'", "")


CARDS: dict[Face, Card] = {
    card.id: card
    for card in (
        # hearth: sturdy, guards its hero
        _creature("Hearth Pup", 1, 1, 2, "hearth", ("arrival", "draw", 1)),
        _creature("Gate Warden", 2, 2, 6, "hearth", "guard"),
        _creature("Bread Bearer", 2, 2, 2, "hearth", ("arrival", "draw", 1)),
        _creature("Village Champion", 3, 4, 4, "hearth"),
        _creature("Iron Sentinel", 4, 3, 7, "hearth", "guard"),
        _creature("Bell Ringer", 4, 4, 4, "hearth", ("arrival", "draw", 1)),
        _creature("Oak Colossus", 6, 7, 8, "hearth"),
        _creature("Castle Walker", 8, 6, 12, "hearth", "guard"),
        _spell("Thrown Anvil", 3, 5, "hearth"),
        # ember: fast and loud
        _creature("Spark Imp", 1, 2, 1, "ember", "swift", ("parting", "draw", 1)),
        _creature("Cinder Fox", 2, 3, 3, "ember", "swift"),
        _creature("Powder Monkey", 2, 3, 1, "ember", ("parting", "hurt", 4)),
        _creature("Blaze Courier", 4, 5, 3, "ember", "swift", ("arrival", "draw", 1)),
        _creature("Storm Herald", 5, 5, 4, "ember", ("arrival", "hurt", 4)),
        _creature("Ember Drake", 7, 7, 6, "ember", ("arrival", "sweep", 2)),
        _creature("Comet Rider", 8, 8, 5, "ember", "swift"),
        _spell("Firebolt", 1, 3, "ember", ("then", "draw", 1)),
        _spell("Lava Lance", 4, 7, "ember"),
        _spell("Funeral Pyre", 6, 8, "ember", ("then", "scorch", 3)),
        # tide: patient, sees more cards, wipes the board
        _creature("Frost Wisp", 1, 2, 4, "tide", "guard"),
        _creature("Tide Scholar", 3, 2, 4, "tide", ("arrival", "draw", 1)),
        _creature("Moonwell Oracle", 5, 2, 6, "tide", ("arrival", "draw", 1)),
        _creature("Mist Weaver", 5, 3, 7, "tide", "guard", ("arrival", "heal", 10)),
        _creature("Whirlpool Elder", 7, 4, 6, "tide", ("arrival", "sweep", 1)),
        _creature("Leviathan", 10, 10, 12, "tide"),
        _spell("Ice Shard", 2, 4, "tide"),
        _spell("Riptide", 5, 5, "tide", ("then", "sweep", 1)),
        _spell("Tidal Insight", 3, 3, "tide", ("then", "draw", 1)),
        _spell("Deluge", 8, 5, "tide", ("then", "sweep", 3)),
        # grave: drains life, gains from death
        _creature("Bone Rat", 1, 2, 2, "grave", ("parting", "draw", 1)),
        _creature("Leech Swarm", 2, 2, 3, "grave", "drain"),
        _creature("Grave Piper", 3, 3, 4, "grave", ("parting", "draw", 1)),
        _creature("Pale Duelist", 4, 4, 5, "grave", "drain"),
        _creature("Martyr of Ash", 4, 3, 5, "grave", ("parting", "scorch", 4)),
        _creature("Void Reaver", 6, 5, 6, "grave", "drain"),
        _creature("Crypt Matron", 7, 5, 9, "grave", "guard", ("parting", "heal", 5)),
        _creature("Night Regent", 9, 8, 9, "grave", "drain", ("arrival", "hurt", 5)),
        _spell("Wither", 2, 4, "grave", ("then", "heal", 1)),
        _spell("Soul Siphon", 5, 7, "grave", ("then", "heal", 4)),
        _spell("Last Rites", 7, 10, "grave", ("then", "draw", 1)),
    )
}


def _deck(**counts: int) -> tuple[Face, ...]:
    return tuple(face.replace("_", "-") for face, count in counts.items() for _ in range(count))


DECKS: dict[str, tuple[Face, ...]] = {
    "starter": _deck(
        hearth_pup=3,
        gate_warden=2,
        bread_bearer=2,
        village_champion=3,
        iron_sentinel=3,
        bell_ringer=3,
        oak_colossus=3,
        castle_walker=2,
        thrown_anvil=3,
        firebolt=2,
        tide_scholar=2,
        lava_lance=2,
    ),
    "wildfire": _deck(
        spark_imp=3,
        cinder_fox=3,
        powder_monkey=2,
        blaze_courier=3,
        storm_herald=3,
        ember_drake=3,
        comet_rider=3,
        firebolt=3,
        lava_lance=3,
        funeral_pyre=2,
        bell_ringer=2,
    ),
    "moonwell": _deck(
        frost_wisp=3,
        tide_scholar=3,
        moonwell_oracle=3,
        mist_weaver=3,
        whirlpool_elder=3,
        leviathan=2,
        ice_shard=3,
        riptide=2,
        tidal_insight=3,
        deluge=2,
        iron_sentinel=3,
    ),
    "gravetide": _deck(
        bone_rat=3,
        leech_swarm=2,
        grave_piper=3,
        pale_duelist=3,
        martyr_of_ash=2,
        void_reaver=3,
        crypt_matron=3,
        night_regent=2,
        wither=3,
        soul_siphon=3,
        last_rites=3,
    ),
}
