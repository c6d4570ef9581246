"""Lands. A basic land type brings its mana ability with it (305.6)."""

# ruff: noqa: F403, F405
from facedown.games.magic.cards.tokens import *
from facedown.games.magic.cards.words import *
from facedown.games.magic.model import *

ANIMATE = "animate"
ICE = ("ice", 10)


def _animates(cost: str, kind: str, size: tuple[int, int], colors: str, *keywords: Keyword) -> Activated:
    """A land that becomes a creature until end of turn and is still a land."""
    changes: tuple[Change, ...] = (
        AddTypes(("Creature",), tuple(kind.split())),
        SetColors(tuple(colors)),
        *((Gain(keywords),) if keywords else ()),
        SetBase(*size),
    )
    return pay(cost, Until("this", changes), label=ANIMATE)


def _copies() -> Activated:
    return pay(Cost("{2}", tap=True), BecomeCopy(keep_this_ability=True), on=Target(LAND), label="copy land")


def _every_land(kind: str) -> Static:
    return Static(Filter(types=("Land",)), (AddTypes(subtypes=(kind,)),))


DUALS = (
    ("Tundra", "Plains Island", "Hallowed Fountain"),
    ("Underground Sea", "Island Swamp", "Watery Grave"),
    ("Badlands", "Swamp Mountain", "Blood Crypt"),
    ("Taiga", "Mountain Forest", "Stomping Ground"),
    ("Savannah", "Forest Plains", "Temple Garden"),
    ("Scrubland", "Plains Swamp", "Godless Shrine"),
    ("Volcanic Island", "Island Mountain", "Steam Vents"),
    ("Bayou", "Swamp Forest", "Overgrown Tomb"),
    ("Plateau", "Mountain Plains", "Sacred Foundry"),
    ("Tropical Island", "Forest Island", "Breeding Pool"),
)
GATES = (
    ("Azorius", "{W}", "{U}"),
    ("Dimir", "{U}", "{B}"),
    ("Rakdos", "{B}", "{R}"),
    ("Gruul", "{R}", "{G}"),
    ("Selesnya", "{G}", "{W}"),
    ("Orzhov", "{W}", "{B}"),
    ("Izzet", "{U}", "{R}"),
    ("Golgari", "{B}", "{G}"),
    ("Boros", "{R}", "{W}"),
    ("Simic", "{G}", "{U}"),
)

CARDS: tuple[Card, ...] = (
    *(land(kind, kinds=kind, supertypes="Basic") for kind in ("Plains", "Island", "Swamp", "Forest")),
    *(
        land(f"Snow-Covered {kind}", kinds=kind, supertypes="Basic Snow")
        for kind in ("Plains", "Island", "Swamp", "Mountain", "Forest")
    ),
    *(land(name, kinds=kinds) for name, kinds, _ in DUALS),
    *(land(name, Enters(unless=Cost(life=2)), kinds=kinds) for _, kinds, name in DUALS),
    *(
        land(f"{guild} Guildgate", TAPPED, tap_for(one), tap_for(other), kinds="Gate")
        for guild, one, other in GATES
    ),
    # Lands that become creatures, and one that is one.
    Card(
        "Dryad Arbor",
        "",
        ("Land", "Creature"),
        ("Forest", "Dryad"),
        power="1",
        toughness="1",
        indicator=("G",),
    ),
    land(
        "Mishra's Factory",
        tap_for("{C}"),
        pay(
            "{1}",
            Until("this", (AddTypes(("Artifact", "Creature"), ("Assembly-Worker",)), SetBase(2, 2))),
            label=ANIMATE,
        ),
        pay(TAP, grow(1, 1), on=Target(Filter(types=("Creature",), subtypes=("Assembly-Worker",)))),
    ),
    land("Treetop Village", TAPPED, tap_for("{G}"), _animates("{1}{G}", "Ape", (3, 3), "G", TRAMPLE)),
    land(
        "Ghitu Encampment", TAPPED, tap_for("{R}"), _animates("{1}{R}", "Warrior", (2, 1), "R", FIRST_STRIKE)
    ),
    land("Forbidding Watchtower", TAPPED, tap_for("{W}"), _animates("{1}{W}", "Soldier", (1, 5), "W")),
    # Copies and land types.
    land("Thespian's Stage", tap_for("{C}"), _copies()),
    land(
        "Dark Depths",
        Enters(counters=(ICE,)),
        pay("{3}", TakeCounters("ice")),
        Triggered(
            When("state", "this"),
            (Sacrifice("this"), If(Did(), (Create(MARIT_LAGE),))),
            if_=Compare(Counters("this", "ice"), "==", 0),
        ),
        supertypes="Legendary Snow",
    ),
    land("Urborg, Tomb of Yawgmoth", _every_land("Swamp"), supertypes="Legendary"),
    land("Yavimaya, Cradle of Growth", _every_land("Forest"), supertypes="Legendary"),
    # Searching, cycling, spoiling.
    *(
        land(
            name,
            pay(Cost(tap=True, sacrifice="this"), Search(BASIC_LAND, "battlefield", tapped=True)),
        )
        for name in ("Evolving Wilds", "Terramorphic Expanse")
    ),
    *(
        land(name, TAPPED, tap_for(mana), Keyword("cycling", cost=Cost(mana)))
        for name, mana in (
            ("Secluded Steppe", "{W}"),
            ("Lonely Sandbar", "{U}"),
            ("Barren Moor", "{B}"),
            ("Forgotten Cave", "{R}"),
            ("Tranquil Thicket", "{G}"),
        )
    ),
    land("Strip Mine", tap_for("{C}"), pay(Cost(tap=True, sacrifice="this"), Destroy(), on=Target(LAND))),
    land(
        "Wasteland",
        tap_for("{C}"),
        pay(
            Cost(tap=True, sacrifice="this"),
            Destroy(),
            on=Target(Filter(types=("Land",), not_supertypes=("Basic",))),
        ),
    ),
    land(
        "Bojuka Bog",
        TAPPED,
        tap_for("{B}"),
        enters(Exile(Filter(zone="graveyard", own="target")), on=TARGET_PLAYER),
    ),
    # More mana, and other gifts.
    Card("Darksteel Citadel", "", ("Artifact", "Land"), abilities=(INDESTRUCTIBLE, tap_for("{C}"))),
    land("City of Brass", when(When("tapped", "this"), Damage(1, None, "you")), tap_for("any")),
    land("Gaea's Cradle", tap_for("{G}", Count(MINE)), supertypes="Legendary"),
    land(
        "Karakas",
        tap_for("{W}"),
        pay(TAP, Move(), on=Target(Filter(types=("Creature",), supertypes=("Legendary",))), label="return"),
        supertypes="Legendary",
    ),
    land("Reliquary Tower", tap_for("{C}"), Static(None, (HandLimit(),), who="you")),
    land(
        "Maze of Ith",
        pay(
            TAP,
            Untap(),
            PreventNext(None, "target", combat=True),
            PreventNext(None, None, combat=True, by="target"),
            on=Target(Filter(types=("Creature",), attacking=True)),
        ),
    ),
)
