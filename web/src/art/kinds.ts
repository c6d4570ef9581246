// Which motif stands for a kind of card: by the words of its type line, among those that are drawn.
import { chance } from "./scenes";
import { around, circle, ellipse, line, mirrored, path } from "./shapes";

const o = "class='o'";

/** What nobody had drawn before: lands, things and gestures. */
const MORE: Record<string, string> = {
  mountain: path("M18 176L78 52L104 96L124 66L184 176Z", "url(#stone)", o) + path("M78 52L60 90L76 84L86 100L97 84ZM124 66L112 84L124 82L138 92Z", "#fff") + path("M104 96L124 176H60Z", "#000", 'opacity=".18"'),
  forest: [[62, 0.9], [138, 0.9], [100, 1.25]].map(([x, s]) => `<g transform="translate(${x} 176) scale(${s})">${path("M-7 0V-28H7V0Z", "url(#wood)", o) + path("M0 -108L30 -64H16L36 -26H-36L-16 -64H-30Z", "url(#leaf)", o)}</g>`).join(""),
  plains: path("M10 150Q60 108 110 140T190 124V182H10Z", "url(#leaf)", o) + path("M10 168Q80 134 190 158V184H10Z", "url(#gold)", o) + circle(132, 66, 30, "url(#gold)", o) + around(12, line("M132 24V14", "#fff1b8", 5), 132, 66),
  island: path("M50 148Q100 96 150 148Z", "url(#sick)", o) + line("M104 116Q100 84 112 62", "#5a3515", 8) + mirrored("") + path("M112 62Q136 44 158 66Q134 60 112 62ZM112 62Q92 40 70 58Q94 56 112 62ZM112 62Q120 34 144 32Q124 46 112 62Z", "url(#leaf)", o) + path("M14 146Q40 132 66 146T118 146T170 146T190 142V186H14Z", "url(#water)", o),
  swamp: path("M16 152Q100 128 184 152V186H16Z", "url(#night)", o) + line("M74 150L80 70L58 44M80 70L104 40M79 96L100 80", "#2b1b33", 9) + line("M142 152L140 108L156 90M140 116L126 102", "#2b1b33", 7) + ellipse(100, 168, 60, 8, "#8fae5a", 'opacity=".55"') + circle(52, 60, 20, "#e9e2ff", 'opacity=".85"'),
  isle: path("M30 168L52 96H76V70H124V96H148L170 168Z", "url(#stone)", o) + path("M86 168V128A14 14 0 0 1 114 128V168Z", "#1a1208") + path("M70 70L100 30L130 70Z", "url(#gold)", o),
  leaf: path("M100 24C160 60 160 130 100 180C40 130 40 60 100 24Z", "url(#leaf)", o) + line("M100 46V172M100 90L74 70M100 90L126 70M100 126L72 104M100 126L128 104", "#27481a", 5),
  dawn: around(12, path("M100 14L110 62H90Z", "url(#gold)", o)) + circle(100, 100, 40, "url(#bone)", o) + circle(100, 100, 24, "#fff8d8"),
  gear: around(8, path("M88 22H112L116 52H84Z", "url(#steel)", o)) + circle(100, 100, 52, "url(#metal)", o) + circle(100, 100, 22, "#20242c", o) + circle(100, 100, 10, "url(#gold)"),
  sword: path("M100 16L112 40V128H88V40Z", "url(#metal)", o) + path("M60 126H140L132 142H68Z", "url(#gold)", o) + path("M92 142H108V172H92Z", "url(#wood)", o) + circle(100, 180, 11, "url(#blood)", o),
  rune: circle(100, 100, 72, "none", "stroke='url(#gold)' stroke-width='8'") + path("M100 34L157 133H43Z", "none", "stroke='#fff1b8' stroke-width='6'") + path("M100 166L43 67H157Z", "none", "stroke='#ffdf8a' stroke-width='6'") + circle(100, 100, 20, "url(#ice)", o),
  wings: mirrored(path("M96 92C60 40 26 44 14 84C28 80 36 86 32 100C46 96 50 106 48 118C62 112 68 122 68 132C82 128 94 118 96 104Z", "url(#bone)", o)) + path("M100 62C116 62 120 80 116 96L124 172H76L84 96C80 80 84 62 100 62Z", "url(#gold)", o) + circle(100, 52, 18, "url(#bone)", o) + ellipse(100, 26, 22, 6, "none", "stroke='#ffe58a' stroke-width='5'"),
  archer: path("M100 40C124 40 126 70 122 84L134 172H66L78 84C74 70 76 40 100 40Z", "url(#leaf)", o) + circle(100, 62, 16, "url(#bone)", o) + mirrored(path("M84 60L66 50L86 72Z", "url(#bone)", o)) + line("M150 40Q176 104 150 168", "#5a3515", 7) + line("M150 40V168", "#fff6d0", 2) + line("M70 104H168M156 96L170 104L156 112", "#e8e2cc", 5),
  paw: ellipse(100, 128, 42, 36, "url(#brown)", o) + [[54, 84], [84, 56], [116, 56], [146, 84]].map(([x, y]) => ellipse(x!, y!, 17, 24, "url(#brown)", o)).join(""),
  snake: line("M60 168C150 176 158 130 104 122C50 114 54 70 106 72", "#27481a", 34) + line("M60 168C150 176 158 130 104 122C50 114 54 70 106 72", "#78b83c", 24) + path("M96 54C120 44 150 54 152 74C150 92 118 94 96 90Z", "url(#sick)", o) + circle(132, 68, 5, "#1a0d05") + line("M152 78L172 82M164 76L172 82L166 88", "#e0313b", 4),
  eye: path("M14 100Q100 26 186 100Q100 174 14 100Z", "url(#pale)", o) + circle(100, 100, 40, "url(#void)", o) + circle(100, 100, 18, "#0c0414") + circle(112, 88, 8, "#fff"),
};

/** The first word of a type line that is here chooses among its motifs. */
const KINDS: readonly [RegExp, ...string[]][] = [
  [/Mountain/, "mountain"], [/Forest/, "forest"], [/Plains/, "plains"], [/Island/, "island"], [/Swamp/, "swamp"], [/Land/, "isle"],
  [/Planeswalker/, "eye", "rune"], [/Equipment/, "sword"],
  [/Goblin|Monkey|Imp|Devil/, "spark-imp", "powder-monkey"], [/Angel|Bird|Spirit|Griffin|Pegasus/, "wings"], [/Dragon|Drake|Phoenix/, "ember-drake"],
  [/Elf|Archer|Scout|Ranger/, "archer"], [/Knight|Soldier/, "iron-sentinel", "village-champion", "gate-warden"], [/Merfolk|Wizard|Vedalken|Sorcerer/, "tide-scholar", "moonwell-oracle", "mist-weaver"],
  [/Zombie|Skeleton|Wraith|Specter/, "grave-piper", "crypt-matron"], [/Vampire|Assassin|Rogue/, "night-regent", "pale-duelist"], [/Horror|Demon|Nightmare|Phyrexian/, "void-reaver"],
  [/Rat/, "bone-rat"], [/Dog|Wolf|Hound|Fox/, "hearth-pup", "cinder-fox"], [/Cat|Bear|Beast|Ape|Boar|Lhurgoyf/, "paw"], [/Snake|Wurm|Lizard|Basilisk/, "snake"], [/Insect|Ooze|Spider|Leech/, "leech-swarm"],
  [/Leviathan|Serpent|Turtle|Jellyfish|Fish|Octopus|Kraken/, "leviathan"], [/Myr|Construct|Golem|Thopter/, "iron-sentinel", "castle-walker"], [/Giant|Treefolk|Wall|Troll/, "oak-colossus"], [/Elemental|Incarnation|Avatar|Djinn|Efreet/, "comet-rider", "storm-herald"],
  [/Druid|Shaman|Cleric|Monk/, "bell-ringer", "bread-bearer"], [/Human|Warrior|Kithkin|Kor/, "village-champion", "bread-bearer", "bell-ringer"], [/Illusion|Shapeshifter/, "frost-wisp"], [/Creature/, "village-champion", "paw"],
  [/Aura|Enchantment/, "rune"], [/Artifact/, "gear"],
];

const SPELLS: Record<string, string[]> = {
  ember: ["firebolt", "lava-lance", "funeral-pyre"], tide: ["ice-shard", "riptide", "tidal-insight", "deluge"], grave: ["wither", "soul-siphon", "last-rites"], grove: ["leaf"], hearth: ["dawn"], gilt: ["rune", "eye"], neutral: ["gear"],
};

/** The drawing for a card of this kind, if there is one; a spell's goes by its school. */
export function motifOf(kind: string, face: string, drawn: Readonly<Record<string, string>>, school = ""): string | undefined {
  const names = /Instant|Sorcery/.test(kind) ? SPELLS[school] : KINDS.find(([words]) => words.test(kind))?.slice(1);
  const name = names?.[Math.floor(chance(face, 9) * names.length)] as string | undefined;
  return name === undefined ? undefined : (MORE[name] ?? drawn[name]);
}
