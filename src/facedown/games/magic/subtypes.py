"""Which card types a subtype belongs to (205.3)."""

LAND = frozenset(
    (
        "Cave",
        "Cloud",
        "Desert",
        "Forest",
        "Gate",
        "Island",
        "Lair",
        "Locus",
        "Mine",
        "Mountain",
        "Plains",
        "Planet",
        "Power-Plant",
        "Sphere",
        "Swamp",
        "Tower",
        "Town",
        "Urza's",
    )
)
ARTIFACT = frozenset(
    (
        "Attraction",
        "Blood",
        "Bobblehead",
        "Clue",
        "Contraption",
        "Equipment",
        "Food",
        "Fortification",
        "Gold",
        "Incubator",
        "Junk",
        "Map",
        "Powerstone",
        "Treasure",
        "Vehicle",
    )
)
ENCHANTMENT = frozenset(
    (
        "Aura",
        "Background",
        "Cartouche",
        "Case",
        "Class",
        "Curse",
        "Role",
        "Room",
        "Rune",
        "Saga",
        "Shard",
        "Shrine",
    )
)
SPELL = frozenset(
    (
        "Adventure",
        "Arcane",
        "Chorus",
        "Lesson",
        "Omen",
        "Trap",
    )
)
PLANESWALKER = frozenset(
    (
        "Ajani",
        "Bolas",
        "Chandra",
        "Daretti",
        "Domri",
        "Elspeth",
        "Garruk",
        "Gideon",
        "Jace",
        "Karn",
        "Kaya",
        "Kiora",
        "Koth",
        "Liliana",
        "Nahiri",
        "Narset",
        "Nissa",
        "Ral",
        "Sarkhan",
        "Sorin",
        "Tamiyo",
        "Teferi",
        "Tezzeret",
        "Tibalt",
        "Ugin",
        "Venser",
        "Vivien",
        "Vraska",
        "Xenagos",
    )
)


def kind_of(subtype: str) -> tuple[str, ...]:
    """The card types that this subtype goes with; what is nothing else is a creature type."""
    if subtype in LAND:
        return ("Land",)
    if subtype in ARTIFACT:
        return ("Artifact",)
    if subtype in ENCHANTMENT:
        return ("Enchantment",)
    if subtype in SPELL:
        return ("Instant", "Sorcery")
    if subtype in PLANESWALKER:
        return ("Planeswalker",)
    return ("Creature", "Kindred")
