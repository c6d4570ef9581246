"""Artifacts and Equipment."""

# ruff: noqa: F403, F405
from facedown.games.magic.cards.tokens import *
from facedown.games.magic.cards.words import *
from facedown.games.magic.model import *

MY_ARTIFACTS = Filter(types=("Artifact",), control="you")
THING = Filter(zone="anywhere")

CARDS: tuple[Card, ...] = (
    # Mana.
    artifact("Sol Ring", "{1}", tap_for("{C}{C}")),
    artifact("Mind Stone", "{2}", tap_for("{C}"), pay(Cost("{1}", tap=True, sacrifice="this"), Draw(1))),
    artifact(
        "Hedron Archive", "{4}", tap_for("{C}{C}"), pay(Cost("{2}", tap=True, sacrifice="this"), Draw(2))
    ),
    artifact("Worn Powerstone", "{3}", TAPPED, tap_for("{C}{C}")),
    artifact("Manalith", "{3}", tap_for("any")),
    artifact("Darksteel Ingot", "{3}", INDESTRUCTIBLE, tap_for("any")),
    *(
        artifact(f"Mox {stone}", "{0}", tap_for(mana))
        for stone, mana in (
            ("Pearl", "{W}"),
            ("Sapphire", "{U}"),
            ("Jet", "{B}"),
            ("Ruby", "{R}"),
            ("Emerald", "{G}"),
        )
    ),
    # Creatures.
    creature("Ornithopter", "{0}", "Thopter", "0/2", FLYING, also="Artifact"),
    creature("Memnite", "{0}", "Construct", "1/1", also="Artifact"),
    creature("Phyrexian Walker", "{0}", "Phyrexian Construct", "0/3", also="Artifact"),
    *(
        creature(f"{metal} Myr", "{2}", "Myr", "1/1", tap_for(mana), also="Artifact")
        for metal, mana in (
            ("Gold", "{W}"),
            ("Silver", "{U}"),
            ("Leaden", "{B}"),
            ("Iron", "{R}"),
            ("Copper", "{G}"),
        )
    ),
    creature("Alloy Myr", "{3}", "Myr", "2/2", tap_for("any"), also="Artifact"),
    creature("Palladium Myr", "{3}", "Myr", "2/2", tap_for("{C}{C}"), also="Artifact"),
    creature("Darksteel Myr", "{3}", "Myr", "0/1", INDESTRUCTIBLE, also="Artifact"),
    creature(
        "Painter's Servant",
        "{2}",
        "Scarecrow",
        "1/3",
        Enters(choose="color"),
        Static(THING, (AddColors(chosen=True),)),
        also="Artifact",
    ),
    creature(
        "Steel Overseer",
        "{2}",
        "Construct",
        "1/1",
        pay(TAP, PutCounters("+1/+1", 1, Filter(all_types=("Artifact", "Creature"), control="you"))),
        also="Artifact",
    ),
    creature(
        "Walking Ballista",
        "{X}{X}",
        "Construct",
        "0/0",
        Enters(counters=(("+1/+1", X()),)),
        pay("{4}", PutCounters("+1/+1", 1, "this")),
        pay(Cost(counters=("+1/+1", 1)), Damage(1), on=ANY_TARGET),
        also="Artifact",
    ),
    creature(
        "Hangarback Walker",
        "{X}{X}",
        "Construct",
        "0/0",
        Enters(counters=(("+1/+1", X()),)),
        dies(Create(THOPTER, Counters("that", "+1/+1"))),
        pay(Cost("{1}", tap=True), PutCounters("+1/+1", 1, "this")),
        also="Artifact",
    ),
    creature(
        "Adaptive Automaton",
        "{3}",
        "Construct",
        "2/2",
        Enters(choose="creature type"),
        Static("this", (AddTypes(chosen=True),)),
        lord(Filter(types=("Creature",), control="you", other=True, chosen="type")),
        also="Artifact",
    ),
    creature(
        "Bottle Gnomes", "{3}", "Gnome", "1/3", pay(Cost(sacrifice="this"), GainLife(3)), also="Artifact"
    ),
    creature("Myr Sire", "{2}", "Phyrexian Myr", "1/1", dies(Create(MYR)), also="Artifact"),
    creature(
        "Juggernaut",
        "{4}",
        "Juggernaut",
        "5/3",
        Static("this", (Must("attack"),)),
        Static("this", (Cant("be blocked", by=Filter(subtypes=("Wall",))),)),
        also="Artifact",
    ),
    creature(
        "Solemn Simulacrum",
        "{4}",
        "Golem",
        "2/2",
        enters(May((Search(BASIC_LAND, "battlefield", tapped=True),))),
        dies(May((Draw(1),))),
        also="Artifact",
    ),
    creature(
        "Wurmcoil Engine",
        "{6}",
        "Phyrexian Wurm",
        "6/6",
        DEATHTOUCH,
        LIFELINK,
        dies(Create(DEADLY_WURM), Create(LIVELY_WURM)),
        also="Artifact",
    ),
    creature(
        "Darksteel Colossus",
        "{11}",
        "Golem",
        "11/11",
        TRAMPLE,
        INDESTRUCTIBLE,
        Instead("this", "shuffle"),
        also="Artifact",
    ),
    creature(
        "Platinum Angel",
        "{7}",
        "Angel",
        "4/4",
        FLYING,
        Static(None, (PlayerHas("can't lose"),), who="you"),
        Static(None, (PlayerHas("can't win"),), who="opponent"),
        also="Artifact",
    ),
    # Equipment.
    equipment("Colossus Hammer", "{1}", "{8}", Boost(10, 10), Lose("flying")),
    equipment("Leonin Scimitar", "{1}", "{1}", Boost(1, 1)),
    equipment("Vulshok Morningstar", "{2}", "{2}", Boost(2, 2)),
    equipment("Loxodon Warhammer", "{3}", "{3}", Boost(3, 0), gain(TRAMPLE, LIFELINK)),
    equipment("Lightning Greaves", "{2}", "{0}", gain(HASTE, SHROUD)),
    equipment("Swiftfoot Boots", "{2}", "{1}", gain(HEXPROOF, HASTE)),
    equipment("Basilisk Collar", "{1}", "{2}", gain(DEATHTOUCH, LIFELINK)),
    equipment("Whispersilk Cloak", "{3}", "{3}", Cant("be blocked"), gain(SHROUD)),
    Card(
        "Skullclamp",
        "{1}",
        ("Artifact",),
        ("Equipment",),
        abilities=(
            worn(Boost(1, -1)),
            when(When("dies", "attached"), Draw(2)),
            Keyword("equip", cost=Cost("{1}")),
        ),
    ),
    Card(
        "Cranial Plating",
        "{2}",
        ("Artifact",),
        ("Equipment",),
        abilities=(
            worn(Boost(Count(MY_ARTIFACTS), 0)),
            pay("{B}{B}", Attach(), on=Target(MINE), label="attach"),
            Keyword("equip", cost=Cost("{1}")),
        ),
    ),
    # The rest.
    artifact(
        "Kormus Bell",
        "{4}",
        Static(Filter(subtypes=("Swamp",)), (AddTypes(("Creature",)), SetColors(("B",)), SetBase(1, 1))),
    ),
    artifact(
        "Mycosynth Lattice",
        "{6}",
        Static(PERMANENT, (AddTypes(("Artifact",)),)),
        Static(THING, (SetColors(),)),
        Static(None, (PlayerHas("spend any color"),), who="each player"),
    ),
    artifact(
        "Panharmonicon",
        "{4}",
        Static(None, (Again(Filter(types=("Artifact", "Creature"))),), who="you"),
    ),
    artifact("Rod of Ruin", "{4}", pay(Cost("{3}", tap=True), Damage(1), on=ANY_TARGET)),
    artifact("Jayemdae Tome", "{4}", pay(Cost("{4}", tap=True), Draw(1))),
    artifact(
        "Icy Manipulator",
        "{4}",
        pay(Cost("{1}", tap=True), Tap(), on=Target(Filter(types=("Artifact", "Creature", "Land")))),
    ),
    artifact(
        "Howling Mine",
        "{2}",
        Triggered(When("draw step"), (Draw(1, "active player"),), if_=Is("this", Filter(tapped=False))),
    ),
    artifact(
        "Tormod's Crypt",
        "{0}",
        pay(
            Cost(tap=True, sacrifice="this"), Exile(Filter(zone="graveyard", own="target")), on=TARGET_PLAYER
        ),
    ),
    artifact(
        "Nevinyrral's Disk",
        "{4}",
        TAPPED,
        pay(Cost("{1}", tap=True), Destroy(Filter(types=("Artifact", "Creature", "Enchantment")))),
    ),
    artifact(
        "Akroma's Memorial",
        "{7}",
        Static(MINE, (gain(FLYING, FIRST_STRIKE, VIGILANCE, TRAMPLE, HASTE, *protection("B", "R")),)),
    ),
)
