"""One card for each construct of the model; docs/magic.md walks through them."""

from facedown.games.magic.model import (
    Activated,
    AddMana,
    AddTypes,
    Boost,
    Card,
    CardTypes,
    Control,
    Cost,
    CostChange,
    Create,
    Damage,
    Destroy,
    Draw,
    Enters,
    Exile,
    Exists,
    ExtraLands,
    Filter,
    Gain,
    GainLife,
    Instead,
    ItsValue,
    Keyword,
    LoseAll,
    LoseLife,
    Sacrifice,
    SetBase,
    SetColors,
    SetSubtypes,
    Spell,
    Stat,
    Static,
    Sum,
    Target,
    Triggered,
    Until,
    When,
)

CREATURE = Filter(types=("Creature",))
MINE = Filter(types=("Creature",), control="you")
ANY_TARGET = Target(Filter(types=("Creature", "Planeswalker")), player="any")
TAP = Cost(tap=True)
SPIRIT = Card(
    "Spirit",
    types=("Creature",),
    subtypes=("Spirit",),
    power="1",
    toughness="1",
    indicator=("W",),
    abilities=(Keyword("flying"),),
    token=True,
)

CARDS: tuple[Card, ...] = (
    # Basic lands have no ability here: their mana ability comes from the land type (305.6).
    Card("Mountain", types=("Land",), subtypes=("Mountain",), supertypes=("Basic",)),
    # An instant: operations on targets.
    Card("Lightning Bolt", "{R}", ("Instant",), abilities=(Spell((Damage(3),), (ANY_TARGET,)),)),
    # A continuous effect from a resolution.
    Card(
        "Giant Growth",
        "{G}",
        ("Instant",),
        abilities=(Spell((Until("target", (Boost(3, 3),)),), (Target(CREATURE),)),),
    ),
    # An amount that looks at the target, which is gone by then; `controller` is that of the object before.
    Card(
        "Swords to Plowshares",
        "{W}",
        ("Instant",),
        abilities=(Spell((Exile(), GainLife(Stat("target"), "controller")), (Target(CREATURE),)),),
    ),
    # Keywords.
    Card(
        "Serra Angel",
        "{3}{W}{W}",
        ("Creature",),
        ("Angel",),
        power="4",
        toughness="4",
        abilities=(Keyword("flying"), Keyword("vigilance")),
    ),
    # Protection has a filter, morph a cost.
    Card(
        "White Knight",
        "{W}{W}",
        ("Creature",),
        ("Human", "Knight"),
        power="2",
        toughness="2",
        abilities=(Keyword("first strike"), Keyword("protection", filter=Filter(colors=("B",)))),
    ),
    # A static ability in two layers (6 and 7b): the change says which.
    Card(
        "Humility", "{2}{W}{W}", ("Enchantment",), abilities=(Static(CREATURE, (LoseAll(), SetBase(1, 1))),)
    ),
    # Layers 4 and 7b; `ItsValue` is the mana value of each object that is changed.
    Card(
        "Opalescence",
        "{2}{W}{W}",
        ("Enchantment",),
        abilities=(
            Static(
                Filter(types=("Enchantment",), not_subtypes=("Aura",), other=True),
                (AddTypes(("Creature",)), SetBase(ItsValue(), ItsValue())),
            ),
        ),
    ),
    # Setting a basic land type brings rule 305.7 with it.
    Card(
        "Blood Moon",
        "{2}{R}",
        ("Enchantment",),
        abilities=(
            Static(Filter(types=("Land",), not_supertypes=("Basic",)), (SetSubtypes(("Mountain",), "land"),)),
        ),
    ),
    # A lord; landwalk names its land type in a filter.
    Card(
        "Goblin King",
        "{1}{R}{R}",
        ("Creature",),
        ("Goblin",),
        power="2",
        toughness="2",
        abilities=(
            Static(
                Filter(subtypes=("Goblin",), other=True),
                (Boost(1, 1), Gain((Keyword("landwalk", filter=Filter(subtypes=("Mountain",))),))),
            ),
        ),
    ),
    # A characteristic-defining ability (7a).
    Card(
        "Tarmogoyf",
        "{1}{G}",
        ("Creature",),
        ("Lhurgoyf",),
        power="*",
        toughness="1+*",
        abilities=(
            Static(
                "this",
                (
                    SetBase(
                        CardTypes(Filter(zone="graveyard")), Sum((CardTypes(Filter(zone="graveyard")), 1))
                    ),
                ),
                cda=True,
            ),
        ),
    ),
    # A static ability that works in the graveyard, with a condition.
    Card(
        "Anger",
        "{3}{R}",
        ("Creature",),
        ("Incarnation",),
        power="2",
        toughness="2",
        abilities=(
            Keyword("haste"),
            Static(
                MINE,
                (Gain((Keyword("haste"),)),),
                if_=Exists(Filter(subtypes=("Mountain",), control="you")),
                zone="graveyard",
            ),
        ),
    ),
    # An Aura: `enchant` says what it may be attached to, `attached` is what it is attached to.
    Card(
        "Control Magic",
        "{2}{U}{U}",
        ("Enchantment",),
        ("Aura",),
        abilities=(Keyword("enchant", filter=CREATURE), Static("attached", (Control(),))),
    ),
    # Equipment.
    Card(
        "Bonesplitter",
        "{1}",
        ("Artifact",),
        ("Equipment",),
        abilities=(Static("attached", (Boost(2, 0),)), Keyword("equip", cost=Cost("{1}"))),
    ),
    # Triggers: from the battlefield, looking back, with a token.
    Card(
        "Doomed Traveler",
        "{W}",
        ("Creature",),
        ("Human", "Soldier"),
        power="1",
        toughness="1",
        abilities=(Triggered(When("dies", "this"), (Create(SPIRIT),)),),
    ),
    Card(
        "Blood Artist",
        "{1}{B}",
        ("Creature",),
        ("Vampire",),
        power="0",
        toughness="1",
        abilities=(
            Triggered(When("dies", CREATURE), (LoseLife(1, "target"), GainLife(1)), (Target(player="any"),)),
        ),
    ),
    # A trigger at a step with an intervening if, and an activated ability with a label of its own.
    Card(
        "Pestilence",
        "{2}{B}{B}",
        ("Enchantment",),
        abilities=(
            Triggered(When("end step"), (Sacrifice("this"),), if_=Exists(CREATURE, least=0, most=0)),
            Activated(Cost("{B}"), (Damage(1, CREATURE, "each player"),), label="ping"),
        ),
    ),
    # A land that enters tapped, taps for mana and becomes a creature for a turn.
    Card(
        "Faerie Conclave",
        types=("Land",),
        abilities=(
            Enters(tapped=True),
            Activated(TAP, (AddMana("{U}"),)),
            Activated(
                Cost("{1}{U}"),
                (
                    Until(
                        "this",
                        (
                            AddTypes(("Creature",), ("Faerie",)),
                            SetColors(("U",)),
                            Gain((Keyword("flying"),)),
                            SetBase(2, 1),
                        ),
                    ),
                ),
                label="animate",
            ),
        ),
    ),
    # Replacing how it enters: as a copy; with counters; paid with counters.
    Card(
        "Clone",
        "{3}{U}",
        ("Creature",),
        ("Shapeshifter",),
        power="0",
        toughness="0",
        abilities=(Enters(copy=CREATURE),),
    ),
    Card(
        "Triskelion",
        "{6}",
        ("Artifact", "Creature"),
        ("Construct",),
        power="1",
        toughness="1",
        abilities=(
            Enters(counters=(("+1/+1", 3),)),
            Activated(Cost(counters=("+1/+1", 1)), (Damage(1),), (ANY_TARGET,)),
        ),
    ),
    # Replacing where cards go.
    Card(
        "Rest in Peace",
        "{1}{W}",
        ("Enchantment",),
        abilities=(
            Triggered(When("enters", "this"), (Exile(Filter(zone="graveyard")),)),
            Instead(Filter(zone="anywhere"), tokens=True),
        ),
    ),
    # Effects on players and costs.
    Card("Exploration", "{G}", ("Enchantment",), abilities=(Static(None, (ExtraLands(1),), who="you"),)),
    Card(
        "Aura of Silence",
        "{1}{W}{W}",
        ("Enchantment",),
        abilities=(
            Static(
                None,
                (CostChange(Filter(types=("Artifact", "Enchantment"), zone="stack"), 2),),
                who="opponent",
            ),
            Activated(
                Cost(sacrifice="this"), (Destroy(),), (Target(Filter(types=("Artifact", "Enchantment"))),)
            ),
        ),
    ),
    # Drawing.
    Card(
        "Elvish Visionary",
        "{1}{G}",
        ("Creature",),
        ("Elf", "Shaman"),
        power="1",
        toughness="1",
        abilities=(Triggered(When("enters", "this"), (Draw(1),)),),
    ),
)
