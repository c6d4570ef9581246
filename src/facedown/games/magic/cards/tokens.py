"""Tokens that cards create."""

# ruff: noqa: F403, F405
from facedown.games.magic.cards.words import *
from facedown.games.magic.model import *

SPIRIT = token("Spirit", "W", "1/1", FLYING)
SOLDIER = token("Soldier", "W", "1/1")
BIRD = token("Bird", "W", "1/1", FLYING)
CAT = token("Cat", "W", "2/2")
KNIGHT = token("Knight", "W", "2/2", VIGILANCE)
ANGEL = token("Angel", "W", "4/4", FLYING)
HUMAN = token("Human", "W", "1/1")
AVATAR = token("Avatar", "W", "*/*", Static("this", (SetBase(Life(), Life()),), cda=True))
FAERIE_ROGUE = token("Faerie Rogue", "B", "1/1", FLYING)
ZOMBIE = token("Zombie", "B", "2/2")
MARIT_LAGE = Card(
    "Marit Lage",
    types=("Creature",),
    subtypes=("Avatar",),
    supertypes=("Legendary",),
    power="20",
    toughness="20",
    indicator=("B",),
    abilities=(FLYING, INDESTRUCTIBLE),
    token=True,
)
GOBLIN = token("Goblin", "R", "1/1")
ELEMENTAL = token("Elemental", "R", "1/1")
HASTY_ELEMENTAL = token("Elemental", "R", "3/1", HASTE)
DRAGON = token("Dragon", "R", "4/4", FLYING)
SAPROLING = token("Saproling", "G", "1/1")
SQUIRREL = token("Squirrel", "G", "1/1")
ELF_WARRIOR = token("Elf Warrior", "G", "1/1")
BEAST = token("Beast", "G", "3/3")
BIG_BEAST = token("Beast", "G", "4/4")
APE = token("Ape", "G", "3/3")
FROG_LIZARD = token("Frog Lizard", "G", "3/3")
PLANT = token("Plant", "G", "0/1")
INSECT = token("Insect", "G", "1/1", DEATHTOUCH)
VOJA = Card(
    "Voja",
    types=("Creature",),
    subtypes=("Wolf",),
    supertypes=("Legendary",),
    power="2",
    toughness="2",
    indicator=("W", "G"),
    token=True,
)
THOPTER = token("Thopter", "", "1/1", FLYING, also="Artifact")
DEADLY_WURM = token("Wurm", "", "3/3", DEATHTOUCH, also="Artifact")
LIVELY_WURM = token("Wurm", "", "3/3", LIFELINK, also="Artifact")
TREASURE = Card(
    "Treasure",
    types=("Artifact",),
    subtypes=("Treasure",),
    abilities=(pay(Cost(tap=True, sacrifice="this"), AddMana("any")),),
    token=True,
)
CLUE = Card(
    "Clue",
    types=("Artifact",),
    subtypes=("Clue",),
    abilities=(pay(Cost("{2}", sacrifice="this"), Draw(1)),),
    token=True,
)
FOOD = Card(
    "Food",
    types=("Artifact",),
    subtypes=("Food",),
    abilities=(pay(Cost("{2}", tap=True, sacrifice="this"), GainLife(3)),),
    token=True,
)
MYR = token("Phyrexian Myr", "", "1/1", also="Artifact")

TOKENS: tuple[Card, ...] = (
    SPIRIT,
    SOLDIER,
    BIRD,
    CAT,
    KNIGHT,
    ANGEL,
    HUMAN,
    AVATAR,
    FAERIE_ROGUE,
    ZOMBIE,
    MARIT_LAGE,
    GOBLIN,
    ELEMENTAL,
    HASTY_ELEMENTAL,
    DRAGON,
    SAPROLING,
    SQUIRREL,
    ELF_WARRIOR,
    BEAST,
    BIG_BEAST,
    APE,
    FROG_LIZARD,
    PLANT,
    INSECT,
    VOJA,
    THOPTER,
    DEADLY_WURM,
    LIVELY_WURM,
    TREASURE,
    CLUE,
    FOOD,
    MYR,
)
"""Every token, for players who put one onto the table themselves."""
