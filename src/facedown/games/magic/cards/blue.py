"""Blue cards."""

# ruff: noqa: F403, F405
from facedown.games.magic.cards.tokens import *
from facedown.games.magic.cards.words import *
from facedown.games.magic.model import *

CREATURE_SPELL = Filter(types=("Creature",), zone="stack")
MERFOLK = kin("Merfolk", control=False)
COPY_AGAIN = Triggered(
    When("upkeep", who="you"),
    (May((BecomeCopy(keep_this_ability=True, keep_color=True),)),),
    (TARGET_CREATURE,),
)

CARDS: tuple[Card, ...] = (
    # Creatures, by mana value.
    creature("Merfolk of the Pearl Trident", "{U}", "Merfolk", "1/1"),
    creature(
        "Cursecatcher",
        "{U}",
        "Merfolk Wizard",
        "1/1",
        pay(Cost(sacrifice="this"), Counter(unless=Cost("{1}")), on=Target(TRICK)),
    ),
    creature(
        "Phantasmal Bear", "{U}", "Bear Illusion", "2/2", when(When("targeted", "this"), Sacrifice("this"))
    ),
    creature("Coral Merfolk", "{1}{U}", "Merfolk", "2/1"),
    creature("Lord of Atlantis", "{U}{U}", "Merfolk", "2/2", lord(MERFOLK, walk("Island"))),
    creature("Master of the Pearl Trident", "{U}{U}", "Merfolk", "2/2", lord(kin("Merfolk"), walk("Island"))),
    creature("Merfolk Looter", "{1}{U}", "Merfolk Rogue", "1/1", pay(TAP, Draw(1), Discard(1))),
    creature(
        "Spiketail Hatchling",
        "{1}{U}",
        "Drake",
        "1/1",
        FLYING,
        pay(Cost(sacrifice="this"), Counter(unless=Cost("{1}")), on=TARGET_SPELL),
    ),
    creature(
        "Welkin Tern",
        "{1}{U}",
        "Bird",
        "2/1",
        FLYING,
        Static("this", (Cant("block", by=Filter(types=("Creature",), without_keyword="flying")),)),
    ),
    creature("Storm Crow", "{1}{U}", "Bird", "1/2", FLYING),
    creature(
        "Fog Bank",
        "{1}{U}",
        "Wall",
        "0/2",
        DEFENDER,
        FLYING,
        Prevent(to="this", combat=True),
        Prevent(by="this", combat=True),
    ),
    creature("Serendib Efreet", "{2}{U}", "Efreet", "3/4", FLYING, upkeep(Damage(1, None, "you"))),
    creature("Horned Turtle", "{2}{U}", "Turtle", "1/4"),
    creature(
        "Phantom Warrior", "{1}{U}{U}", "Illusion Warrior", "2/2", Static("this", (Cant("be blocked"),))
    ),
    creature("Man-o'-War", "{2}{U}", "Jellyfish", "2/2", enters(Move(), on=TARGET_CREATURE)),
    creature("Cloudkin Seer", "{2}{U}", "Elemental Wizard", "2/1", FLYING, enters(Draw(1))),
    creature("Prodigal Sorcerer", "{2}{U}", "Human Wizard", "1/1", pay(TAP, Damage(1), on=ANY_TARGET)),
    creature(
        "Thieving Magpie",
        "{2}{U}{U}",
        "Bird",
        "1/3",
        FLYING,
        when(When("deals damage", "this", who="opponent", to="player"), Draw(1)),
    ),
    creature(
        "Archaeomancer",
        "{2}{U}{U}",
        "Human Wizard",
        "1/2",
        enters(Move("target", "hand"), on=yours("Instant", "Sorcery")),
    ),
    creature("Azure Drake", "{3}{U}", "Drake", "2/4", FLYING),
    creature(
        "Wonder",
        "{3}{U}",
        "Incarnation",
        "2/2",
        FLYING,
        Static(
            MINE,
            (gain(FLYING),),
            if_=Exists(Filter(subtypes=("Island",), control="you")),
            zone="graveyard",
        ),
    ),
    creature("Air Elemental", "{3}{U}{U}", "Elemental", "4/4", FLYING),
    creature("Mulldrifter", "{4}{U}", "Elemental", "2/2", FLYING, enters(Draw(2)), evoke("{2}{U}")),
    creature(
        "Vesuvan Doppelganger",
        "{3}{U}{U}",
        "Shapeshifter",
        "0/0",
        Enters(copy=CREATURE, keep_color=True, keep=(COPY_AGAIN,)),
    ),
    creature(
        "Archetype of Imagination",
        "{4}{U}{U}",
        "Human Wizard",
        "3/2",
        Static(MINE, (gain(FLYING),)),
        Static(THEIRS, (CantHave("flying"),)),
        also="Enchantment",
    ),
    creature("Mahamoti Djinn", "{4}{U}{U}", "Djinn", "5/6", FLYING),
    # Artifacts beside blue.
    creature(
        "Master of Etherium",
        "{2}{U}",
        "Vedalken Wizard",
        "*/*",
        Static(
            "this",
            (
                SetBase(
                    Count(Filter(types=("Artifact",), control="you")),
                    Count(Filter(types=("Artifact",), control="you")),
                ),
            ),
            cda=True,
        ),
        lord(Filter(all_types=("Artifact", "Creature"), control="you", other=True)),
        also="Artifact",
    ),
    creature(
        "Etherium Sculptor",
        "{1}{U}",
        "Vedalken Artificer",
        "1/2",
        Static(None, (CostChange(Filter(types=("Artifact",), zone="stack"), -1),), who="you"),
        also="Artifact",
    ),
    # Enchantments.
    enchantment(
        "Arcane Adaptation",
        "{2}{U}",
        Enters(choose="creature type"),
        Static(MINE, (AddTypes(chosen=True),)),
        Static(Filter(types=("Creature",), own="you", zone="elsewhere"), (AddTypes(chosen=True),)),
    ),
    enchantment(
        "Xenograft", "{4}{U}", Enters(choose="creature type"), Static(MINE, (AddTypes(chosen=True),))
    ),
    enchantment(
        "Dress Down",
        "{1}{U}",
        FLASH,
        enters(Draw(1)),
        Static(CREATURE, (LoseAll(),)),
        when(When("end step"), Sacrifice("this")),
    ),
    enchantment(
        "March of the Machines",
        "{3}{U}",
        Static(
            Filter(types=("Artifact",), not_types=("Creature",)),
            (AddTypes(("Creature",)), SetBase(ItsValue(), ItsValue())),
        ),
    ),
    enchantment(
        "Opposition",
        "{2}{U}{U}",
        pay(Cost(tap_others=MINE), Tap(), on=Target(Filter(types=("Artifact", "Creature", "Land")))),
    ),
    aura("Flight", "{U}", CREATURE, worn(gain(FLYING))),
    aura("Mind Control", "{3}{U}{U}", CREATURE, worn(Control())),
    aura("Confiscate", "{4}{U}{U}", PERMANENT, worn(Control())),
    aura("Spreading Seas", "{1}{U}", LAND, enters(Draw(1)), worn(SetSubtypes(("Island",), "land"))),
    aura("Ensoul Artifact", "{1}{U}", ARTIFACT, worn(AddTypes(("Creature",)), SetBase(5, 5))),
    aura(
        "Imprisoned in the Moon",
        "{2}{U}",
        Filter(types=("Creature", "Land", "Planeswalker")),
        worn(SetTypes(("Land",)), SetColors(), LoseAll(), Gain((tap_for("{C}"),))),
    ),
    aura(
        "Mark of Eviction",
        "{U}",
        CREATURE,
        upkeep(Move(Filter(subtypes=("Aura",), to_same=True)), Move("attached")),
    ),
    # Instants and sorceries.
    instant("Counterspell", "{U}{U}", Counter(), on=TARGET_SPELL),
    instant("Mana Leak", "{1}{U}", Counter(unless=Cost("{3}")), on=TARGET_SPELL),
    instant("Force Spike", "{U}", Counter(unless=Cost("{1}")), on=TARGET_SPELL),
    instant("Mental Misstep", "{U/P}", Counter(), on=Target(Filter(zone="stack", value_min=1, value_max=1))),
    instant("Essence Scatter", "{1}{U}", Counter(), on=Target(CREATURE_SPELL)),
    instant("Negate", "{1}{U}", Counter(), on=Target(NONCREATURE_SPELL)),
    instant("Cancel", "{1}{U}{U}", Counter(), on=TARGET_SPELL),
    instant("Dissolve", "{1}{U}{U}", Counter(), Scry(1), on=TARGET_SPELL),
    instant("Dissipate", "{1}{U}{U}", Counter(exile=True), on=TARGET_SPELL),
    instant("Unsummon", "{U}", Move(), on=TARGET_CREATURE),
    instant(
        "Capsize",
        "{1}{U}{U}",
        Move(),
        on=Target(PERMANENT),
        more=(Keyword("buyback", cost=Cost("{3}")),),
    ),
    instant("Boomerang", "{U}{U}", Move(), on=Target(PERMANENT)),
    instant("Opt", "{U}", Scry(1), Draw(1)),
    instant("Ancestral Recall", "{U}", Draw(3, "target"), on=TARGET_PLAYER),
    instant("Impulse", "{1}{U}", LookAndTake(4)),
    instant("Stroke of Genius", "{X}{2}{U}", Draw(X(), "target"), on=TARGET_PLAYER),
    instant("Twisted Image", "{U}", turn(Switch()), Draw(1), on=TARGET_CREATURE),
    instant(
        "Turn to Frog",
        "{1}{U}",
        turn(LoseAll(), SetColors(("U",)), SetSubtypes(("Frog",)), SetBase(1, 1)),
        on=TARGET_CREATURE,
    ),
    instant(
        "Magical Hack",
        "{U}",
        ChooseWord(kinds=("land",)),
        on=Target(Filter(zone="anywhere", any_of=(PERMANENT, SPELL))),
    ),
    instant("Mind Bend", "{U}", ChooseWord(), on=Target(PERMANENT)),
    instant(
        "Pongify",
        "{U}",
        Destroy(no_regeneration=True),
        Create(APE, who="controller"),
        on=TARGET_CREATURE,
    ),
    instant(
        "Rapid Hybridization",
        "{U}",
        Destroy(no_regeneration=True),
        Create(FROG_LIZARD, who="controller"),
        on=TARGET_CREATURE,
    ),
    instant("Evacuation", "{3}{U}{U}", Move(CREATURE)),
    sorcery("Preordain", "{U}", Scry(2), Draw(1)),
    sorcery("Gitaxian Probe", "{U/P}", LookAtHand(), Draw(1), on=TARGET_PLAYER),
    sorcery("Divination", "{2}{U}", Draw(2)),
    sorcery("Concentrate", "{2}{U}{U}", Draw(3)),
    sorcery("Tome Scour", "{U}", Mill(5, "target"), on=TARGET_PLAYER),
    sorcery("Time Walk", "{1}{U}", ExtraTurn()),
    sorcery("Time Warp", "{3}{U}{U}", ExtraTurn("target"), on=TARGET_PLAYER),
    sorcery(
        "Rite of Replication",
        "{2}{U}{U}",
        If(Kicked(), (Create(copy="target", count=5),), (Create(copy="target"),)),
        on=TARGET_CREATURE,
        more=(kicker("{5}"),),
    ),
    sorcery("Upheaval", "{4}{U}{U}", Move(PERMANENT)),
    # Planeswalkers.
    planeswalker(
        "Jace Beleren",
        "{1}{U}{U}",
        "Jace",
        3,
        loyal(2, Draw(1, "each player")),
        loyal(-1, Draw(1, "target"), on=TARGET_PLAYER),
        loyal(-10, Mill(20, "target"), on=TARGET_PLAYER),
    ),
)
