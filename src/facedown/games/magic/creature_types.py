"""Creature types that may be chosen (205.3m)."""

_WORDS = """
Advisor Ally Angel Antelope Ape Archer Archon Army Artificer Assassin Assembly-Worker Atog Avatar
Barbarian Bard Basilisk Bat Bear Beast Berserker Bird Boar Brushwagg Camel Cat Centaur Cephalid Chimera
Citizen Cleric Clown Cockatrice Construct Coward Crab Crocodile Cyclops Demon Detective Devil Dinosaur
Djinn Dog Dragon Drake Dreadnought Drone Druid Dryad Dwarf Efreet Egg Elder Eldrazi Elemental Elephant
Elf Elk Eye Faerie Fish Fox Frog Fungus Gargoyle Ghost Giant Gnome Goat Goblin God Golem Gorgon Gremlin
Griffin Hag Halfling Harpy Hippo Homunculus Horror Horse Human Hydra Hyena Illusion Imp Incarnation
Insect Jellyfish Kavu Kirin Kithkin Knight Kobold Kor Kraken Lamia Leviathan Lhurgoyf Lizard Manticore
Masticore Mercenary Merfolk Minion Minotaur Mole Monk Monkey Mongoose Mutant Myr Nightmare Ninja Noble
Nomad Ogre Ooze Orc Otter Ouphe Ox Peasant Pegasus Phoenix Phyrexian Pilot Pirate Plant Praetor Rabbit
Raccoon Ranger Rat Rebel Rhino Robot Rogue Salamander Samurai Saproling Satyr Scarecrow Scion Scorpion
Scout Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Sliver Snake Soldier
Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Sponge Squid Squirrel Surrakar Survivor
Thopter Thrull Tiefling Treefolk Triton Troll Turtle Unicorn Vampire Vedalken Villain Wall Warlock
Warrior Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera
"""
CREATURE_TYPES: tuple[str, ...] = tuple(_WORDS.split())
