"""Black cards."""

# ruff: noqa: F403, F405
from facedown.games.magic.cards.tokens import *
from facedown.games.magic.cards.words import *
from facedown.games.magic.model import *

FRESH = Target(Filter(types=("Creature",), not_types=("Artifact",), not_colors=("B",)))
NONBLACK = Target(Filter(types=("Creature",), not_colors=("B",)))
SWAMPS = Count(Filter(subtypes=("Swamp",), control="you"))

CARDS: tuple[Card, ...] = (
    # Creatures, by mana value.
    creature("Typhoid Rats", "{B}", "Rat", "1/1", DEATHTOUCH),
    creature("Diregraf Ghoul", "{B}", "Zombie", "2/2", TAPPED),
    creature(
        "Carrion Feeder",
        "{B}",
        "Zombie",
        "1/1",
        Static("this", (Cant("block"),)),
        pay(Cost(sacrifice=MINE), PutCounters("+1/+1", 1, "this")),
    ),
    creature("Viscera Seer", "{B}", "Vampire Wizard", "1/1", pay(Cost(sacrifice=MINE), Scry(1))),
    creature("Black Knight", "{B}{B}", "Human Knight", "2/2", FIRST_STRIKE, *protection("W")),
    creature("Plague Stinger", "{1}{B}", "Phyrexian Insect Horror", "1/1", FLYING, INFECT),
    creature("Walking Corpse", "{1}{B}", "Zombie", "2/2"),
    creature("Child of Night", "{1}{B}", "Vampire", "2/1", LIFELINK),
    creature("Drudge Skeletons", "{1}{B}", "Skeleton", "1/1", pay("{B}", Regenerate("this"))),
    creature(
        "Bloodthrone Vampire",
        "{1}{B}",
        "Vampire",
        "1/1",
        pay(Cost(sacrifice=MINE), Until("this", (Boost(2, 2),))),
    ),
    creature(
        "Zulaport Cutthroat",
        "{1}{B}",
        "Human Rogue Ally",
        "1/1",
        when(When("dies", MINE), LoseLife(1, "opponent"), GainLife(1)),
    ),
    creature("Ravenous Rats", "{1}{B}", "Rat", "1/1", enters(Discard(1, "target"), on=TARGET_OPPONENT)),
    creature(
        "Yixlid Jailer", "{1}{B}", "Zombie Wizard", "2/1", Static(Filter(zone="graveyard"), (LoseAll(),))
    ),
    creature("Scathe Zombies", "{2}{B}", "Zombie", "2/2"),
    creature(
        "Nantuko Husk",
        "{2}{B}",
        "Zombie Insect",
        "2/2",
        pay(Cost(sacrifice=MINE), Until("this", (Boost(2, 2),))),
    ),
    creature(
        "Hypnotic Specter",
        "{1}{B}{B}",
        "Specter",
        "2/2",
        FLYING,
        when(
            When("deals damage", "this", who="opponent", to="player"), Discard(1, "that player", how="random")
        ),
    ),
    creature("Vampire Nighthawk", "{1}{B}{B}", "Vampire Shaman", "2/3", FLYING, DEATHTOUCH, LIFELINK),
    creature(
        "Sorceress Queen",
        "{1}{B}{B}",
        "Human Wizard Sorcerer",
        "1/1",
        pay(TAP, turn(SetBase(0, 2)), on=Target(Filter(types=("Creature",), other=True))),
    ),
    creature(
        "Lord of the Undead",
        "{1}{B}{B}",
        "Zombie",
        "2/2",
        lord(kin("Zombie", control=False)),
        pay(Cost("{1}{B}", tap=True), Move("target", "hand"), on=yours(subtypes=("Zombie",))),
    ),
    creature(
        "Geralf's Messenger",
        "{B}{B}{B}",
        "Zombie",
        "3/2",
        TAPPED,
        UNDYING,
        enters(LoseLife(2, "target"), on=TARGET_OPPONENT),
    ),
    creature(
        "Grim Haruspex",
        "{2}{B}",
        "Human Wizard",
        "3/2",
        Keyword("morph", cost=Cost("{B}")),
        when(When("dies", Filter(types=("Creature",), control="you", token=False, other=True)), Draw(1)),
    ),
    creature("Phyrexian Rager", "{2}{B}", "Phyrexian Horror", "2/2", enters(Draw(1), LoseLife(1))),
    creature(
        "Royal Assassin",
        "{1}{B}{B}",
        "Human Assassin",
        "1/1",
        pay(TAP, Destroy(), on=Target(Filter(types=("Creature",), tapped=True))),
    ),
    creature(
        "Gravedigger", "{3}{B}", "Zombie", "2/2", enters(May((Move("target", "hand"),)), on=yours("Creature"))
    ),
    creature(
        "Nekrataal",
        "{2}{B}{B}",
        "Human Assassin",
        "2/1",
        FIRST_STRIKE,
        enters(Destroy(no_regeneration=True), on=FRESH),
    ),
    creature("Shriekmaw", "{4}{B}", "Elemental", "3/2", FEAR, enters(Destroy(), on=FRESH), evoke("{1}{B}")),
    creature(
        "Gray Merchant of Asphodel",
        "{3}{B}{B}",
        "Zombie",
        "2/4",
        enters(LoseLife(Devotion(("B",)), "opponent"), GainLife(ThatMuch())),
    ),
    creature(
        "Grave Titan",
        "{4}{B}{B}",
        "Giant",
        "6/6",
        DEATHTOUCH,
        enters(Create(ZOMBIE, 2)),
        attacks(Create(ZOMBIE, 2)),
    ),
    creature("Bog Wraith", "{3}{B}", "Wraith", "3/3", walk("Swamp")),
    # Enchantments.
    enchantment("Phyrexian Arena", "{1}{B}{B}", upkeep(Draw(1), LoseLife(1))),
    enchantment("Bitterblossom", "{1}{B}", upkeep(LoseLife(1), Create(FAERIE_ROGUE))),
    enchantment("Grave Pact", "{1}{B}{B}{B}", when(When("dies", MINE), Sacrifice(CREATURE, "opponent"))),
    enchantment(
        "Conspiracy",
        "{3}{B}{B}",
        Enters(choose="creature type"),
        Static(MINE, (SetSubtypes(chosen=True),)),
        Static(Filter(types=("Creature",), own="you", zone="elsewhere"), (SetSubtypes(chosen=True),)),
    ),
    enchantment(
        "Leyline of the Void",
        "{2}{B}{B}",
        Keyword("leyline"),
        Instead(Filter(zone="anywhere", own="opponent")),
    ),
    aura("Unholy Strength", "{B}", CREATURE, worn(Boost(2, 1))),
    aura("Weakness", "{B}", CREATURE, worn(Boost(-2, -1))),
    # Instants and sorceries.
    instant("Dark Ritual", "{B}", AddMana("{B}{B}{B}")),
    instant("Disfigure", "{B}", grow(-2, -2), on=TARGET_CREATURE),
    instant("Last Gasp", "{1}{B}", grow(-3, -3), on=TARGET_CREATURE),
    instant("Dismember", "{1}{B/P}{B/P}", grow(-5, -5), on=TARGET_CREATURE),
    instant("Doom Blade", "{1}{B}", Destroy(), on=NONBLACK),
    instant("Terror", "{1}{B}", Destroy(no_regeneration=True), on=FRESH),
    instant(
        "Go for the Throat",
        "{1}{B}",
        Destroy(),
        on=Target(Filter(types=("Creature",), not_types=("Artifact",))),
    ),
    instant("Murder", "{1}{B}{B}", Destroy(), on=TARGET_CREATURE),
    instant("Hero's Downfall", "{1}{B}{B}", Destroy(), on=Target(Filter(types=("Creature", "Planeswalker")))),
    instant("Diabolic Edict", "{1}{B}", Sacrifice(CREATURE, "target"), on=TARGET_PLAYER),
    instant("Village Rites", "{B}", Draw(2), extra=Cost(sacrifice=MINE)),
    instant("Vampiric Tutor", "{B}", Search(Filter(zone="library"), "top", reveal=False), LoseLife(2)),
    instant("Tendrils of Corruption", "{3}{B}", Damage(SWAMPS), GainLife(SWAMPS), on=TARGET_CREATURE),
    sorcery("Bone Splinters", "{B}", Destroy(), on=TARGET_CREATURE, extra=Cost(sacrifice=MINE)),
    sorcery(
        "Duress",
        "{B}",
        Discard(1, "target", "you choose", Filter(not_types=("Creature", "Land"), zone="hand")),
        on=TARGET_OPPONENT,
    ),
    sorcery(
        "Thoughtseize",
        "{B}",
        Discard(1, "target", "you choose", Filter(not_types=("Land",), zone="hand")),
        LoseLife(2),
        on=TARGET_PLAYER,
    ),
    sorcery(
        "Inquisition of Kozilek",
        "{B}",
        Discard(1, "target", "you choose", Filter(not_types=("Land",), zone="hand", value_max=3)),
        on=TARGET_PLAYER,
    ),
    sorcery("Mind Rot", "{2}{B}", Discard(2, "target"), on=TARGET_PLAYER),
    sorcery("Hymn to Tourach", "{B}{B}", Discard(2, "target", "random"), on=TARGET_PLAYER),
    sorcery("Raise Dead", "{B}", Move("target", "hand"), on=yours("Creature")),
    sorcery(
        "Reanimate",
        "{B}",
        Move("target", "battlefield"),
        LoseLife(Stat("target", "value")),
        on=Target(Filter(types=("Creature",), zone="graveyard")),
    ),
    sorcery("Zombify", "{3}{B}", Move("target", "battlefield"), on=yours("Creature")),
    sorcery("Demonic Tutor", "{1}{B}", Search(Filter(zone="library"), reveal=False)),
    sorcery("Sign in Blood", "{B}{B}", Draw(2, "target"), LoseLife(2, "target"), on=TARGET_PLAYER),
    sorcery("Damnation", "{2}{B}{B}", Destroy(CREATURE, no_regeneration=True)),
    sorcery("Infest", "{1}{B}{B}", Until(CREATURE, (Boost(-2, -2),))),
    sorcery("Mutilate", "{2}{B}{B}", Until(CREATURE, (Boost(Minus(SWAMPS), Minus(SWAMPS)),))),
    sorcery("Corrupt", "{5}{B}", Damage(SWAMPS), GainLife(ThatMuch()), on=ANY_TARGET),
    sorcery(
        "Army of the Damned",
        "{5}{B}{B}{B}",
        Create(ZOMBIE, 13, tapped=True),
        more=(flashback("{7}{B}{B}{B}"),),
    ),
    # Planeswalkers.
    planeswalker(
        "Liliana Vess",
        "{3}{B}{B}",
        "Liliana",
        5,
        loyal(1, Discard(1, "target"), on=TARGET_PLAYER),
        loyal(-2, Search(Filter(zone="library"), "top", reveal=False)),
        loyal(-8, Move(Filter(types=("Creature",), zone="graveyard"), "battlefield")),
    ),
)
