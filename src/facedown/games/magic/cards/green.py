"""Green cards."""

# ruff: noqa: F403, F405
from facedown.games.magic.cards.tokens import *
from facedown.games.magic.cards.words import *
from facedown.games.magic.model import *

ELVES = Filter(subtypes=("Elf",), control="you")
FOREST = cards(subtypes=("Forest",))
LANDS_DEAD = Count(Filter(types=("Land",), zone="graveyard"))
FLIERS = Filter(types=("Creature",), keyword="flying")
CAST_ENCHANTMENT = When("cast", Filter(types=("Enchantment",), zone="stack"), "you")

CARDS: tuple[Card, ...] = (
    # Elves and other sources of mana.
    creature("Llanowar Elves", "{G}", "Elf Druid", "1/1", tap_for("{G}")),
    creature("Fyndhorn Elves", "{G}", "Elf Druid", "1/1", tap_for("{G}")),
    creature("Elvish Mystic", "{G}", "Elf Druid", "1/1", tap_for("{G}")),
    creature("Birds of Paradise", "{G}", "Bird", "0/1", FLYING, tap_for("any")),
    creature(
        "Priest of Titania", "{1}{G}", "Elf Druid", "1/1", tap_for("{G}", Count(Filter(subtypes=("Elf",))))
    ),
    creature("Elvish Champion", "{1}{G}{G}", "Elf", "2/2", lord(kin("Elf", control=False), walk("Forest"))),
    creature(
        "Elvish Archdruid", "{1}{G}{G}", "Elf Druid", "2/2", lord(kin("Elf")), tap_for("{G}", Count(ELVES))
    ),
    creature(
        "Imperious Perfect",
        "{2}{G}",
        "Elf Warrior",
        "2/2",
        lord(kin("Elf")),
        pay(Cost("{G}", tap=True), Create(ELF_WARRIOR)),
    ),
    creature(
        "Ezuri, Renegade Leader",
        "{1}{G}{G}",
        "Elf Warrior",
        "2/2",
        pay("{G}", Regenerate(), on=Target(Filter(subtypes=("Elf",), other=True))),
        pay("{2}{G}{G}{G}", Until(ELVES, (Boost(3, 3), gain(TRAMPLE)))),
        legendary=True,
    ),
    creature("Wood Elves", "{2}{G}", "Elf Scout", "1/1", enters(Search(FOREST, "battlefield"))),
    creature("Fyndhorn Elder", "{2}{G}", "Elf Druid", "1/1", tap_for("{G}{G}")),
    creature(
        "Sakura-Tribe Elder",
        "{1}{G}",
        "Snake Shaman",
        "1/1",
        pay(Cost(sacrifice="this"), Search(BASIC_LAND, "battlefield", tapped=True)),
    ),
    creature("Lotus Cobra", "{1}{G}", "Snake", "2/1", when(LANDFALL, AddMana("any"))),
    # Other creatures, by mana value.
    creature(
        "Nimble Mongoose",
        "{G}",
        "Mongoose",
        "1/1",
        SHROUD,
        Static("this", (Boost(2, 2),), if_=Exists(Filter(zone="graveyard", own="you"), 7)),
    ),
    creature(
        "Wild Nacatl",
        "{G}",
        "Cat Warrior",
        "1/1",
        *(
            Static("this", (Boost(1, 1),), if_=Exists(Filter(subtypes=(kind,), control="you")))
            for kind in ("Mountain", "Plains")
        ),
    ),
    creature("Glistener Elf", "{G}", "Phyrexian Elf Warrior", "1/1", INFECT),
    creature("Young Wolf", "{G}", "Wolf", "1/1", UNDYING),
    creature(
        "Experiment One",
        "{G}",
        "Human Ooze",
        "1/1",
        EVOLVE,
        pay(Cost(counters=("+1/+1", 2)), Regenerate("this")),
    ),
    creature(
        "Scute Mob",
        "{G}",
        "Insect",
        "1/1",
        Triggered(
            When("upkeep", who="you"),
            (PutCounters("+1/+1", 4, "this"),),
            if_=Exists(Filter(types=("Land",), control="you"), 5),
        ),
    ),
    creature("Grizzly Bears", "{1}{G}", "Bear", "2/2"),
    creature("Runeclaw Bear", "{1}{G}", "Bear", "2/2"),
    creature("Kalonian Tusker", "{G}{G}", "Beast", "3/3"),
    creature("Garruk's Companion", "{G}{G}", "Beast", "3/2", TRAMPLE),
    creature("Strangleroot Geist", "{G}{G}", "Spirit", "2/1", HASTE, UNDYING),
    creature("River Boa", "{1}{G}", "Snake", "2/1", walk("Island"), pay("{G}", Regenerate("this"))),
    creature("Wall of Blossoms", "{1}{G}", "Plant Wall", "0/4", DEFENDER, enters(Draw(1))),
    creature(
        "Argothian Enchantress", "{1}{G}", "Human Druid", "0/1", SHROUD, when(CAST_ENCHANTMENT, Draw(1))
    ),
    creature("Centaur Courser", "{2}{G}", "Centaur Warrior", "3/3"),
    creature("Trained Armodon", "{1}{G}{G}", "Elephant", "3/3"),
    creature("Leatherback Baloth", "{G}{G}{G}", "Beast", "4/5"),
    creature(
        "Verduran Enchantress", "{1}{G}{G}", "Human Druid", "0/2", when(CAST_ENCHANTMENT, May((Draw(1),)))
    ),
    creature(
        "Terravore",
        "{1}{G}{G}",
        "Lhurgoyf",
        "*/*",
        TRAMPLE,
        Static("this", (SetBase(LANDS_DEAD, LANDS_DEAD),), cda=True),
    ),
    creature(
        "Eternal Witness",
        "{1}{G}{G}",
        "Human Shaman",
        "2/1",
        enters(May((Move("target", "hand"),)), on=yours()),
    ),
    creature(
        "Maro", "{2}{G}{G}", "Elemental", "*/*", Static("this", (SetBase(HandSize(), HandSize()),), cda=True)
    ),
    creature("Giant Spider", "{3}{G}", "Spider", "2/4", REACH),
    creature("Spined Wurm", "{4}{G}", "Wurm", "5/4"),
    creature("Stampeding Rhino", "{4}{G}", "Rhino", "4/4", TRAMPLE),
    creature("Indrik Stomphowler", "{4}{G}", "Beast", "4/4", enters(Destroy(), on=Target(RELIC))),
    creature(
        "Acidic Slime",
        "{3}{G}{G}",
        "Ooze",
        "2/2",
        DEATHTOUCH,
        enters(Destroy(), on=Target(Filter(types=("Artifact", "Enchantment", "Land")))),
    ),
    creature(
        "Deranged Hermit",
        "{3}{G}{G}",
        "Elf",
        "1/1",
        Keyword("echo", cost=Cost("{3}{G}{G}")),
        enters(Create(SQUIRREL, 4)),
        lord(kin("Squirrel", control=False, other=False)),
    ),
    creature("Sporemound", "{3}{G}{G}", "Fungus", "3/3", when(LANDFALL, Create(SAPROLING))),
    creature(
        "Thragtusk",
        "{4}{G}",
        "Beast",
        "5/3",
        enters(GainLife(5)),
        when(When("leaves", "this"), Create(BEAST)),
    ),
    creature("Craw Wurm", "{4}{G}{G}", "Wurm", "6/4"),
    creature(
        "Rampaging Baloths", "{4}{G}{G}", "Beast", "6/6", TRAMPLE, when(LANDFALL, May((Create(BIG_BEAST),)))
    ),
    creature(
        "Primeval Titan",
        "{4}{G}{G}",
        "Giant",
        "6/6",
        TRAMPLE,
        *(
            when(event, May((Search(cards("Land"), "battlefield", 2, tapped=True),)))
            for event in (THIS_ENTERS, THIS_ATTACKS)
        ),
    ),
    creature(
        "Avenger of Zendikar",
        "{5}{G}{G}",
        "Elemental",
        "5/5",
        enters(Create(PLANT, Count(Filter(types=("Land",), control="you")))),
        when(LANDFALL, May((PutCounters("+1/+1", 1, kin("Plant", other=False)),))),
    ),
    creature("Verdant Force", "{5}{G}{G}{G}", "Elemental", "7/7", when(When("upkeep"), Create(SAPROLING))),
    creature(
        "Craterhoof Behemoth",
        "{5}{G}{G}{G}",
        "Beast",
        "5/5",
        HASTE,
        enters(team(gain(TRAMPLE), Boost(Count(MINE), Count(MINE)))),
    ),
    # Enchantments.
    enchantment("Gaea's Anthem", "{1}{G}{G}", lord(MINE)),
    enchantment("Enchantress's Presence", "{2}{G}", when(CAST_ENCHANTMENT, Draw(1))),
    enchantment("Doubling Season", "{4}{G}", Multiply("tokens"), Multiply("counters")),
    enchantment(
        "Life and Limb",
        "{3}{G}",
        Static(
            Filter(subtypes=("Forest", "Saproling")),
            (
                AddTypes(("Creature", "Land"), ("Saproling", "Forest")),
                SetColors(("G",)),
                SetBase(1, 1),
            ),
        ),
    ),
    enchantment(
        "Muraganda Petroglyphs",
        "{3}{G}",
        Static(Filter(types=("Creature",), no_abilities=True), (Boost(2, 2),)),
    ),
    enchantment(
        "Prismatic Omen",
        "{1}{G}",
        Static(
            Filter(types=("Land",), control="you"),
            (AddTypes(subtypes=("Plains", "Island", "Swamp", "Mountain", "Forest")),),
        ),
    ),
    aura(
        "Rancor",
        "{G}",
        CREATURE,
        worn(Boost(2, 0), gain(TRAMPLE)),
        dies(Move("this", "hand")),
    ),
    aura(
        "Kenrith's Transformation",
        "{1}{G}",
        CREATURE,
        enters(Draw(1)),
        worn(SetTypes(("Creature",), ("Elk",)), SetColors(("G",)), LoseAll(), SetBase(3, 3)),
    ),
    Card(
        "Lignify",
        "{1}{G}",
        ("Kindred", "Enchantment"),
        ("Treefolk", "Aura"),
        abilities=(
            Keyword("enchant", filter=CREATURE),
            worn(SetSubtypes(("Treefolk",)), LoseAll(), SetBase(0, 4)),
        ),
    ),
    aura(
        "Song of the Dryads",
        "{2}{G}",
        PERMANENT,
        worn(SetTypes(("Land",)), SetSubtypes(("Forest",), "land"), SetColors()),
    ),
    # Instants and sorceries.
    instant("Fog", "{G}", PreventNext(None, None, combat=True)),
    instant("Blossoming Defense", "{G}", turn(Boost(2, 2), gain(HEXPROOF)), on=Target(MINE)),
    instant("Naturalize", "{1}{G}", Destroy(), on=Target(RELIC)),
    instant("Plummet", "{1}{G}", Destroy(), on=Target(FLIERS)),
    instant("Titanic Growth", "{1}{G}", grow(4, 4), on=TARGET_CREATURE),
    instant("Beast Within", "{2}{G}", Destroy(), Create(BEAST, who="controller"), on=Target(PERMANENT)),
    instant("Might of Oaks", "{3}{G}", grow(7, 7), on=TARGET_CREATURE),
    sorcery(
        "Prey Upon",
        "{G}",
        Fight(),
        on=(Target(MINE), Target(Filter(types=("Creature",), control="opponent"))),
    ),
    sorcery("Rabid Bite", "{1}{G}", Fight(bite=True), on=(Target(MINE), Target(THEIRS))),
    sorcery("Rampant Growth", "{1}{G}", Search(BASIC_LAND, "battlefield", tapped=True)),
    sorcery("Nature's Lore", "{1}{G}", Search(FOREST, "battlefield")),
    sorcery("Regrowth", "{1}{G}", Move("target", "hand"), on=yours()),
    sorcery("Explosive Vegetation", "{3}{G}", Search(BASIC_LAND, "battlefield", 2, tapped=True)),
    sorcery("Harmonize", "{2}{G}{G}", Draw(3)),
    sorcery(
        "Creeping Mold", "{2}{G}{G}", Destroy(), on=Target(Filter(types=("Artifact", "Enchantment", "Land")))
    ),
    sorcery("Overrun", "{2}{G}{G}{G}", team(Boost(3, 3), gain(TRAMPLE))),
    sorcery("Hurricane", "{X}{G}", Damage(X(), FLIERS, "each player")),
    # Planeswalkers.
    planeswalker(
        "Garruk Wildspeaker",
        "{2}{G}{G}",
        "Garruk",
        3,
        loyal(1, Untap("targets"), on=Target(LAND, least=2, most=2)),
        loyal(-1, Create(BEAST)),
        loyal(-4, team(Boost(3, 3), gain(TRAMPLE))),
    ),
)
