"""Cards of several colors, hybrid ones among them."""

# ruff: noqa: F403, F405
from facedown.games.magic.cards.tokens import *
from facedown.games.magic.cards.words import *
from facedown.games.magic.model import *

CARDS: tuple[Card, ...] = (
    # Creatures.
    creature("Boros Swiftblade", "{R}{W}", "Human Soldier", "1/2", DOUBLE_STRIKE),
    creature("Watchwolf", "{G}{W}", "Wolf", "3/3"),
    creature(
        "Qasali Pridemage",
        "{G}{W}",
        "Cat Wizard",
        "2/2",
        EXALTED,
        pay(Cost("{1}", sacrifice="this"), Destroy(), on=Target(RELIC)),
    ),
    creature(
        "Tolsimir Wolfblood",
        "{4}{G}{W}",
        "Elf Warrior",
        "3/4",
        lord(coloured("G", control=True, other=True)),
        lord(coloured("W", control=True, other=True)),
        pay(TAP, Create(VOJA)),
        legendary=True,
    ),
    creature(
        "Selesnya Guildmage",
        "{G/W}{G/W}",
        "Elf Wizard",
        "2/2",
        pay("{3}{G}", Create(SAPROLING)),
        pay("{3}{W}", team(Boost(1, 1))),
    ),
    creature("Kitchen Finks", "{1}{G/W}{G/W}", "Ouphe", "3/2", PERSIST, enters(GainLife(2))),
    creature(
        "Murderous Redcap",
        "{2}{B/R}{B/R}",
        "Goblin Assassin",
        "2/2",
        PERSIST,
        enters(Damage(Stat("this")), on=ANY_TARGET),
    ),
    creature("Ashenmoor Gouger", "{B/R}{B/R}{B/R}", "Elemental", "4/4", Static("this", (Cant("block"),))),
    creature("Burning-Tree Emissary", "{R/G}{R/G}", "Human Shaman", "2/2", enters(AddMana("{R}{G}"))),
    creature(
        "Goblin Electromancer",
        "{U}{R}",
        "Goblin Wizard",
        "2/2",
        Static(None, (CostChange(TRICK, -1),), who="you"),
    ),
    creature("Baleful Strix", "{U}{B}", "Bird", "1/1", FLYING, DEATHTOUCH, enters(Draw(1)), also="Artifact"),
    creature("Mystic Snake", "{1}{G}{U}{U}", "Snake", "2/2", FLASH, enters(Counter(), on=TARGET_SPELL)),
    creature(
        "Niv-Mizzet, the Firemind",
        "{2}{U}{U}{R}{R}",
        "Dragon Wizard",
        "4/4",
        FLYING,
        when(When("draw", who="you"), Damage(1), on=ANY_TARGET),
        pay(TAP, Draw(1)),
        legendary=True,
    ),
    creature(
        "Bladewing the Risen",
        "{3}{B}{B}{R}{R}",
        "Zombie Dragon",
        "4/4",
        FLYING,
        enters(May((Move("target", "battlefield"),)), on=yours(subtypes=("Dragon",))),
        pay("{B}{R}", Until(Filter(subtypes=("Dragon",)), (Boost(1, 1),))),
        legendary=True,
    ),
    creature(
        "Teysa, Orzhov Scion",
        "{1}{W}{B}",
        "Human Advisor",
        "2/3",
        pay(
            Cost(sacrifice=Filter(types=("Creature",), colors=("W",), control="you"), sacrifices=3),
            Exile(),
            on=TARGET_CREATURE,
        ),
        when(
            When("dies", Filter(types=("Creature",), colors=("B",), control="you", other=True)),
            Create(SPIRIT),
        ),
        legendary=True,
    ),
    # Enchantments.
    enchantment("Enchanted Evening", "{3}{W/U}{W/U}", Static(PERMANENT, (AddTypes(("Enchantment",)),))),
    enchantment(
        "Sterling Grove",
        "{G}{W}",
        Static(Filter(types=("Enchantment",), control="you", other=True), (gain(SHROUD),)),
        pay(Cost("{1}", sacrifice="this"), Search(cards("Enchantment"), "top")),
    ),
    enchantment(
        "Glare of Subdual",
        "{2}{G}{W}",
        pay(Cost(tap_others=MINE), Tap(), on=Target(Filter(types=("Artifact", "Creature")))),
    ),
    # Instants and sorceries.
    instant("Inside Out", "{1}{U/R}", turn(Switch()), Draw(1), on=TARGET_CREATURE),
    instant("Lightning Helix", "{R}{W}", Damage(3), GainLife(3), on=ANY_TARGET),
    instant("Terminate", "{B}{R}", Destroy(no_regeneration=True), on=TARGET_CREATURE),
    instant(
        "Putrefy",
        "{1}{B}{G}",
        Destroy(no_regeneration=True),
        on=Target(Filter(types=("Artifact", "Creature"))),
    ),
    instant("Mortify", "{1}{W}{B}", Destroy(), on=Target(Filter(types=("Creature", "Enchantment")))),
    instant("Absorb", "{W}{U}{U}", Counter(), GainLife(3), on=TARGET_SPELL),
    instant("Undermine", "{U}{U}{B}", Counter(), LoseLife(3, "controller"), on=TARGET_SPELL),
    instant(
        "Electrolyze",
        "{1}{U}{R}",
        Damage(2, "targets", divided=True),
        Draw(1),
        on=Target(ANY_TARGET.filter, player="any", most=2),
    ),
    modal(
        "Selesnya Charm",
        "{G}{W}",
        "Instant",
        (turn(Boost(2, 2), gain(TRAMPLE)), TARGET_CREATURE),
        (Exile(), Target(Filter(types=("Creature",), power_min=5))),
        (Create(KNIGHT), None),
    ),
    sorcery("Vindicate", "{1}{W}{B}", Destroy(), on=Target(PERMANENT)),
    sorcery("Glimpse the Unthinkable", "{U}{B}", Mill(10, "target"), on=TARGET_PLAYER),
    sorcery("Blightning", "{1}{B}{R}", Damage(3, None, "target"), Discard(2, "target"), on=TARGET_PLAYER),
)
