"""Red cards."""

# ruff: noqa: F403, F405
from facedown.games.magic.cards.tokens import *
from facedown.games.magic.cards.words import *
from facedown.games.magic.model import *

PLAYER_OR_WALKER = Target(Filter(types=("Planeswalker",)), player="any")
GOBLINS = Filter(subtypes=("Goblin",), control="you")
EACH = Damage(X(), Filter(types=("Creature",), without_keyword="flying"), "each player")

CARDS: tuple[Card, ...] = (
    # Goblins.
    creature("Mons's Goblin Raiders", "{R}", "Goblin", "1/1"),
    creature("Raging Goblin", "{R}", "Goblin Berserker", "1/1", HASTE),
    creature("Mogg Fanatic", "{R}", "Goblin", "1/1", pay(Cost(sacrifice="this"), Damage(1), on=ANY_TARGET)),
    creature("Goblin Arsonist", "{R}", "Goblin Shaman", "1/1", dies(May((Damage(1),)), on=ANY_TARGET)),
    creature("Skirk Prospector", "{R}", "Goblin", "1/1", pay(Cost(sacrifice=GOBLINS), AddMana("{R}"))),
    creature(
        "Goblin Bushwhacker",
        "{R}",
        "Goblin Warrior",
        "1/1",
        kicker("{R}"),
        Triggered(THIS_ENTERS, (team(Boost(1, 0), gain(HASTE)),), if_=Kicked()),
    ),
    creature(
        "Goblin Guide",
        "{R}",
        "Goblin Scout",
        "2/2",
        HASTE,
        attacks(TakeTop(cards("Land"), "defending player")),
    ),
    creature("Boggart Brute", "{2}{R}", "Goblin Warrior", "3/2", MENACE),
    creature("Goblin Piker", "{1}{R}", "Goblin Warrior", "2/1"),
    creature(
        "Goblin Piledriver",
        "{1}{R}",
        "Goblin Warrior",
        "1/2",
        *protection("U"),
        attacks(
            Until("this", (Boost(Count(Filter(subtypes=("Goblin",), attacking=True, other=True), 2), 0),))
        ),
    ),
    creature(
        "Mogg War Marshal",
        "{1}{R}",
        "Goblin Warrior",
        "1/1",
        Keyword("echo", cost=Cost("{1}{R}")),
        enters(Create(GOBLIN)),
        dies(Create(GOBLIN)),
    ),
    creature(
        "Goblin Warchief",
        "{1}{R}{R}",
        "Goblin Warrior",
        "2/2",
        Static(None, (CostChange(Filter(subtypes=("Goblin",), zone="stack"), -1),), who="you"),
        Static(GOBLINS, (gain(HASTE),)),
    ),
    creature("Goblin Chieftain", "{1}{R}{R}", "Goblin", "2/2", HASTE, lord(kin("Goblin"), HASTE)),
    creature(
        "Goblin Matron",
        "{2}{R}",
        "Goblin",
        "1/1",
        enters(May((Search(cards(subtypes=("Goblin",))),))),
    ),
    creature(
        "Goblin Sharpshooter",
        "{2}{R}",
        "Goblin",
        "1/1",
        Static("this", (Cant("untap"),)),
        when(When("dies", CREATURE), Untap("this")),
        pay(TAP, Damage(1), on=ANY_TARGET),
    ),
    creature(
        "Krenko, Mob Boss",
        "{2}{R}{R}",
        "Goblin Warrior",
        "3/3",
        pay(TAP, Create(GOBLIN, Count(GOBLINS))),
        legendary=True,
    ),
    creature(
        "Siege-Gang Commander",
        "{3}{R}{R}",
        "Goblin",
        "2/2",
        enters(Create(GOBLIN, 3)),
        pay(Cost("{1}{R}", sacrifice=GOBLINS), Damage(2), on=ANY_TARGET),
    ),
    # Other creatures, by mana value.
    creature(
        "Kird Ape",
        "{R}",
        "Ape",
        "1/1",
        Static("this", (Boost(1, 2),), if_=Exists(Filter(subtypes=("Forest",), control="you"))),
    ),
    creature("Monastery Swiftspear", "{R}", "Human Monk", "1/2", HASTE, PROWESS),
    creature(
        "Young Pyromancer",
        "{1}{R}",
        "Human Shaman",
        "2/1",
        when(When("cast", TRICK, "you"), Create(ELEMENTAL)),
    ),
    creature(
        "Kiln Fiend",
        "{1}{R}",
        "Elemental Beast",
        "1/2",
        when(When("cast", TRICK, "you"), Until("this", (Boost(3, 0),))),
    ),
    creature("Gray Ogre", "{2}{R}", "Ogre", "2/2"),
    creature(
        "Ball Lightning",
        "{R}{R}{R}",
        "Elemental",
        "6/1",
        TRAMPLE,
        HASTE,
        when(When("end step"), Sacrifice("this")),
    ),
    creature(
        "Magus of the Moon",
        "{2}{R}",
        "Human Wizard",
        "2/2",
        Static(Filter(types=("Land",), not_supertypes=("Basic",)), (SetSubtypes(("Mountain",), "land"),)),
    ),
    creature(
        "Guttersnipe",
        "{2}{R}",
        "Goblin Shaman",
        "2/2",
        when(When("cast", TRICK, "you"), Damage(2, None, "opponent")),
    ),
    creature("Prodigal Pyromancer", "{2}{R}", "Human Wizard", "1/1", pay(TAP, Damage(1), on=ANY_TARGET)),
    creature("Manic Vandal", "{2}{R}", "Human Warrior", "2/2", enters(Destroy(), on=Target(ARTIFACT))),
    creature(
        "Atog",
        "{1}{R}",
        "Atog",
        "1/2",
        pay(Cost(sacrifice=Filter(types=("Artifact",), control="you")), Until("this", (Boost(2, 2),))),
    ),
    creature("Hill Giant", "{3}{R}", "Giant", "3/3"),
    creature("Lightning Elemental", "{3}{R}", "Elemental", "4/1", HASTE),
    creature("Flametongue Kavu", "{3}{R}", "Kavu", "4/2", enters(Damage(4), on=TARGET_CREATURE)),
    creature(
        "Hellrider",
        "{2}{R}{R}",
        "Devil",
        "4/3",
        HASTE,
        when(When("attacks", MINE), Damage(1, "attacked", "attacked")),
    ),
    creature(
        "Two-Headed Giant of Foriys", "{4}{R}", "Giant", "4/4", TRAMPLE, Static("this", (CanBlockMore(),))
    ),
    creature(
        "Shivan Dragon", "{4}{R}{R}", "Dragon", "5/5", FLYING, pay("{R}", Until("this", (Boost(1, 0),)))
    ),
    creature(
        "Inferno Titan",
        "{4}{R}{R}",
        "Giant",
        "6/6",
        pay("{R}", Until("this", (Boost(1, 0),))),
        *(
            when(
                event,
                Damage(3, "targets", divided=True),
                on=Target(ANY_TARGET.filter, player="any", most=3),
            )
            for event in (THIS_ENTERS, THIS_ATTACKS)
        ),
    ),
    # Enchantments.
    enchantment("Fervor", "{2}{R}", Static(MINE, (gain(HASTE),))),
    enchantment(
        "Blood Sun",
        "{2}{R}",
        enters(Draw(1)),
        Static(Filter(types=("Land",)), (LoseAll(but_mana=True),)),
    ),
    enchantment("Impact Tremors", "{1}{R}", when(When("enters", MINE), Damage(1, None, "opponent"))),
    enchantment(
        "Sulfuric Vortex",
        "{1}{R}{R}",
        when(When("upkeep"), Damage(2, None, "active player")),
        Static(None, (PlayerHas("can't gain life"),), who="each player"),
    ),
    enchantment("Furnace of Rath", "{1}{R}{R}{R}", Multiply("damage")),
    # Instants and sorceries.
    instant("Shock", "{R}", Damage(2), on=ANY_TARGET),
    instant(
        "Burst Lightning",
        "{R}",
        If(Kicked(), (Damage(4),), (Damage(2),)),
        on=ANY_TARGET,
        more=(kicker("{4}"),),
    ),
    instant("Searing Spear", "{1}{R}", Damage(3), on=ANY_TARGET),
    instant("Incinerate", "{1}{R}", Damage(3), Until("target", (Cant("be regenerated"),)), on=ANY_TARGET),
    instant(
        "Ghostfire", "{2}{R}", Damage(3), on=ANY_TARGET, more=(Static("this", (SetColors(),), cda=True),)
    ),
    instant("Skred", "{R}", Damage(Count(Filter(supertypes=("Snow",), control="you"))), on=TARGET_CREATURE),
    instant("Brute Strength", "{1}{R}", turn(Boost(3, 1), gain(TRAMPLE)), on=TARGET_CREATURE),
    instant("Titan's Strength", "{R}", grow(3, 1), Scry(1), on=TARGET_CREATURE),
    instant("Smash to Smithereens", "{1}{R}", Destroy(), Damage(3, None, "controller"), on=Target(ARTIFACT)),
    modal(
        "Red Elemental Blast",
        "{R}",
        "Instant",
        (Counter(), Target(Filter(colors=("U",), zone="stack"))),
        (Destroy(), Target(Filter(colors=("U",)))),
    ),
    Card(
        "Barbed Lightning",
        "{2}{R}",
        ("Instant",),
        abilities=(
            Keyword("entwine", cost=Cost("{2}")),
            Spell(
                modes=(
                    Mode((Damage(3),), (TARGET_CREATURE,)),
                    Mode((Damage(3),), (PLAYER_OR_WALKER,)),
                )
            ),
        ),
    ),
    sorcery("Lava Spike", "{R}", Damage(3), on=PLAYER_OR_WALKER),
    sorcery("Flame Slash", "{R}", Damage(4), on=TARGET_CREATURE),
    sorcery("Goblin Grenade", "{R}", Damage(5), on=ANY_TARGET, extra=Cost(sacrifice=GOBLINS)),
    sorcery("Faithless Looting", "{R}", Draw(2), Discard(2), more=(flashback("{2}{R}"),)),
    sorcery("Tormenting Voice", "{1}{R}", Draw(2), extra=Cost(discard=1)),
    sorcery("Volcanic Hammer", "{1}{R}", Damage(3), on=ANY_TARGET),
    sorcery("Dragon Fodder", "{1}{R}", Create(GOBLIN, 2)),
    sorcery("Krenko's Command", "{1}{R}", Create(GOBLIN, 2)),
    sorcery("Pyroclasm", "{1}{R}", Damage(2, CREATURE)),
    sorcery(
        "Arc Lightning",
        "{2}{R}",
        Damage(3, "targets", divided=True),
        on=Target(ANY_TARGET.filter, player="any", most=3),
    ),
    sorcery("Stone Rain", "{2}{R}", Destroy(), on=Target(LAND)),
    sorcery("Act of Treason", "{2}{R}", turn(Control()), Untap(), turn(gain(HASTE)), on=TARGET_CREATURE),
    sorcery("Wheel of Fortune", "{2}{R}", Discard(0, "each player", "hand"), Draw(7, "each player")),
    sorcery(
        "Seize the Day", "{3}{R}", Untap(), ExtraCombat(), on=TARGET_CREATURE, more=(flashback("{2}{R}"),)
    ),
    sorcery("Blaze", "{X}{R}", Damage(X()), on=ANY_TARGET),
    sorcery("Earthquake", "{X}{R}", EACH),
    # Planeswalkers.
    planeswalker(
        "Chandra Nalaar",
        "{3}{R}{R}",
        "Chandra",
        6,
        loyal(1, Damage(1), on=PLAYER_OR_WALKER),
        Activated(Cost(loyalty="-X"), (Damage(X()),), (TARGET_CREATURE,), sorcery=True),
        loyal(-8, Damage(10, Filter(types=("Creature",), control="target"), "target"), on=TARGET_PLAYER),
    ),
)
