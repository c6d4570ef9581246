"""Preset decks: each an archetype, each legal in its format. The first is what a newcomer gets."""

from facedown.games.magic.cards import slug

_GOBLINS = """
4 Goblin Guide
4 Mogg Fanatic
4 Goblin Piledriver
4 Mogg War Marshal
4 Goblin King
4 Goblin Warchief
3 Goblin Chieftain
2 Goblin Matron
3 Siege-Gang Commander
4 Lightning Bolt
2 Shock
22 Mountain
"""

_KNIGHTS = """
4 Savannah Lions
4 Isamaru, Hound of Konda
4 White Knight
4 Silver Knight
4 Knight of Meadowgrain
3 Mirran Crusader
3 Knight Exemplar
2 Mother of Runes
2 Attended Knight
2 Serra Angel
3 Honor of the Pure
4 Swords to Plowshares
21 Plains
"""

_ELVES = """
4 Llanowar Elves
4 Fyndhorn Elves
4 Elvish Visionary
4 Priest of Titania
4 Elvish Archdruid
4 Imperious Perfect
2 Ezuri, Renegade Leader
2 Deranged Hermit
2 Eternal Witness
2 Craterhoof Behemoth
3 Overrun
2 Prey Upon
2 Rancor
19 Forest
2 Gaea's Cradle
"""

_CONTROL = """
4 Counterspell
4 Mana Leak
3 Essence Scatter
3 Unsummon
4 Opt
3 Impulse
3 Divination
2 Control Magic
2 Clone
3 Man-o'-War
4 Fog Bank
3 Air Elemental
2 Mahamoti Djinn
2 Jace Beleren
14 Island
4 Faerie Conclave
"""

_DEATH = """
4 Typhoid Rats
4 Black Knight
4 Blood Artist
4 Hypnotic Specter
4 Vampire Nighthawk
3 Gravedigger
2 Nekrataal
2 Gray Merchant of Asphodel
3 Thoughtseize
4 Doom Blade
2 Diabolic Edict
2 Phyrexian Arena
20 Swamp
2 Bojuka Bog
"""

_ENCHANTRESS = """
4 Argothian Enchantress
4 Verduran Enchantress
3 Enchantress's Presence
3 Exploration
4 Sterling Grove
2 Opalescence
2 Humility
2 Aura of Silence
2 Solitary Confinement
4 Rancor
3 Banishing Light
3 Glorious Anthem
2 Crusade
4 Savannah
4 Temple Garden
8 Forest
6 Plains
"""

_ZOO = """
4 Kird Ape
4 Wild Nacatl
4 Burning-Tree Emissary
4 Tarmogoyf
3 Strangleroot Geist
3 Flametongue Kavu
2 Ball Lightning
4 Lightning Bolt
4 Burst Lightning
3 Giant Growth
3 Rancor
4 Taiga
4 Stomping Ground
7 Mountain
7 Forest
"""

_MACHINES = """
4 Ornithopter
4 Memnite
4 Steel Overseer
4 Master of Etherium
4 Etherium Sculptor
3 Silver Myr
3 Ensoul Artifact
2 March of the Machines
3 Triskelion
2 Wurmcoil Engine
2 Walking Ballista
3 Cranial Plating
2 Bonesplitter
4 Darksteel Citadel
2 Mishra's Factory
14 Island
"""

_BURN = """
4 Monastery Swiftspear
4 Young Pyromancer
3 Kiln Fiend
4 Goblin Electromancer
3 Guttersnipe
2 Niv-Mizzet, the Firemind
4 Lightning Bolt
4 Opt
3 Preordain
3 Electrolyze
2 Inside Out
2 Counterspell
4 Volcanic Island
4 Steam Vents
7 Mountain
7 Island
"""

_KRENKO = """
1 Krenko, Mob Boss
1 Anger
1 Atog
1 Ball Lightning
1 Flametongue Kavu
1 Goblin Arsonist
1 Goblin Bushwhacker
1 Goblin Chieftain
1 Goblin Guide
1 Goblin King
1 Goblin Matron
1 Goblin Piker
1 Goblin Piledriver
1 Goblin Sharpshooter
1 Goblin Warchief
1 Guttersnipe
1 Hellrider
1 Inferno Titan
1 Magus of the Moon
1 Manic Vandal
1 Mogg Fanatic
1 Mogg War Marshal
1 Mons's Goblin Raiders
1 Prodigal Pyromancer
1 Raging Goblin
1 Shivan Dragon
1 Siege-Gang Commander
1 Skirk Prospector
1 Solemn Simulacrum
1 Juggernaut
1 Adaptive Automaton
1 Wurmcoil Engine
1 Iron Myr
1 Palladium Myr
1 Blaze
1 Burst Lightning
1 Chandra Nalaar
1 Dragon Fodder
1 Earthquake
1 Faithless Looting
1 Fervor
1 Goblin Grenade
1 Impact Tremors
1 Incinerate
1 Krenko's Command
1 Lightning Bolt
1 Pyroclasm
1 Seize the Day
1 Shock
1 Smash to Smithereens
1 Wheel of Fortune
1 Bonesplitter
1 Lightning Greaves
1 Loxodon Warhammer
1 Vulshok Morningstar
1 Sol Ring
1 Mind Stone
1 Worn Powerstone
1 Hedron Archive
1 Nevinyrral's Disk
1 Ghitu Encampment
1 Forgotten Cave
1 Mishra's Factory
1 Reliquary Tower
36 Mountain
"""

_TOLSIMIR = """
1 Tolsimir Wolfblood
1 Acidic Slime
1 Angel of Mercy
1 Archangel of Thune
1 Attended Knight
1 Avenger of Zendikar
1 Baneslayer Angel
1 Banisher Priest
1 Benalish Marshal
1 Birds of Paradise
1 Captain of the Watch
1 Craterhoof Behemoth
1 Deranged Hermit
1 Elvish Archdruid
1 Elvish Visionary
1 Emeria Angel
1 Eternal Witness
1 Ezuri, Renegade Leader
1 Fyndhorn Elves
1 Imperious Perfect
1 Kitchen Finks
1 Llanowar Elves
1 Lotus Cobra
1 Mother of Runes
1 Priest of Titania
1 Qasali Pridemage
1 Rampaging Baloths
1 Restoration Angel
1 Sakura-Tribe Elder
1 Selesnya Guildmage
1 Serra Angel
1 Sporemound
1 Sun Titan
1 Thragtusk
1 Verdant Force
1 Watchwolf
1 Wood Elves
1 Young Wolf
1 Ajani Goldmane
1 Elspeth, Sun's Champion
1 Garruk Wildspeaker
1 Banishing Light
1 Beast Within
1 Doubling Season
1 Gaea's Anthem
1 Glare of Subdual
1 Glorious Anthem
1 Harmonize
1 Intangible Virtue
1 Overrun
1 Path to Exile
1 Raise the Alarm
1 Rampant Growth
1 Selesnya Charm
1 Spectral Procession
1 Swords to Plowshares
1 Wrath of God
1 Sol Ring
1 Lightning Greaves
1 Loxodon Warhammer
1 Skullclamp
1 Savannah
1 Temple Garden
1 Selesnya Guildgate
1 Treetop Village
1 Gaea's Cradle
17 Forest
17 Plains
"""


def _deck(text: str) -> tuple[str, ...]:
    """The cards of a list, a line a card, in its order."""
    found: list[str] = []
    for line in text.split("\n"):
        count, _, name = line.partition(" ")
        if name:
            found += [slug(name)] * int(count)
    return tuple(found)


CONSTRUCTED: dict[str, tuple[str, ...]] = {
    "goblins": _deck(_GOBLINS),
    "knights": _deck(_KNIGHTS),
    "elves": _deck(_ELVES),
    "control": _deck(_CONTROL),
    "death": _deck(_DEATH),
    "enchantress": _deck(_ENCHANTRESS),
    "zoo": _deck(_ZOO),
    "machines": _deck(_MACHINES),
    "sparks": _deck(_BURN),
}
"""Decks of sixty."""

COMMANDER: dict[str, tuple[str, ...]] = {
    "krenko": _deck(_KRENKO),
    "tolsimir": _deck(_TOLSIMIR),
}
"""Decks of a hundred; the first card is the commander."""
