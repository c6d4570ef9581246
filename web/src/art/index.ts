// Pictures: of cards, of their backs, of heroes. Drawn here, kept as addresses an <img> can show.
import { EMBER } from "./ember";
import { GRAVE } from "./grave";
import { HEARTH } from "./hearth";
import { motifOf } from "./kinds";
import { chance, scene, SCHOOLS } from "./scenes";
import { around, box, circle, group, halo, line, MATERIALS, mirrored, path, sky } from "./shapes";
import { TIDE } from "./tide";

export { SCHOOLS } from "./scenes";

const MOTIFS: Record<string, string> = { ...HEARTH, ...EMBER, ...TIDE, ...GRAVE };
const OUTLINE = "<style>.o{stroke:#150b10;stroke-width:3.5;stroke-linejoin:round;paint-order:stroke}</style>";
const kept = new Map<string, string>();

/** A picture as an address; drawn once. */
function picture(name: string, draw: () => string, view = "0 0 200 200"): string {
  let url = kept.get(name);
  if (!url) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" preserveAspectRatio="xMidYMid slice" width="400" height="400">${draw()}</svg>`;
    url = "data:image/svg+xml," + encodeURIComponent(svg);
    kept.set(name, url);
  }
  return url;
}

/** The picture of a card, `true` for an upright frame, `flat` for one that shows the middle only. One that nobody has drawn gets a motif by its `kind` (a type line), or
 * a sigil of its own. */
export function artOf(face: string, school = "neutral", frame: boolean | "flat" = false, kind = ""): string {
  const tall = frame === true;
  const size = tall ? 0.76 : frame ? 0.6 : 0.9;
  return picture(`${school}/${face}/${size}/${kind}`, () => {
    const { defs, back, front } = scene(school, face);
    const motif = MOTIFS[face] ?? motifOf(kind, face, MOTIFS, school) ?? sigil(face, school);
    return `<defs>${MATERIALS}${defs}</defs>${OUTLINE}${back}${group(`transform="translate(100 ${tall ? 94 : 100}) scale(${size}) translate(-100 -98)"`, motif)}${front}`;
  });
}

/** A star that belongs to this name alone. */
function sigil(face: string, school: string): string {
  const points = 5 + Math.floor(chance(face, 1) * 6);
  const skip = 30 + chance(face, 2) * 30;
  const hue = Math.floor(chance(face, 3) * 360);
  const light = SCHOOLS[school]?.light ?? "#fff";
  return (
    circle(100, 100, 70, `hsl(${hue} 45% 30%)`, "class='o'") +
    around(points, path(`M100 30L112 ${100 - skip}L100 100L88 ${100 - skip}Z`, `hsl(${hue} 70% 62%)`, "class='o'") + circle(100, 24, 5, light)) +
    circle(100, 100, 18, light, "class='o'")
  );
}

/** The back of every card: what Facedown is named after. */
export function back(): string {
  return picture("back", () => {
    const defs = `<defs>${MATERIALS}${sky("sky", "#2a1257", "#4a2390", "#170a38")}${halo("sun", "#ffd98acc", "#b678ff55", "#6b2bd000")}</defs>`;
    const rays = around(24, path("M70 98L66 -60H74Z", "#b98cff", 'opacity=".16"'), 70, 98);
    const lattice = Array.from({ length: 9 }, (_, i) => line(`M${i * 24 - 60} 0L${i * 24 + 60} 196M${i * 24 + 60} 0L${i * 24 - 60} 196`, "#c9a6ff", 1, 'opacity=".13"')).join("");
    const corner = mirroredX(line("M14 44V22Q14 14 22 14H44M20 40Q24 24 40 20", "#e2b657", 2) + circle(22, 22, 3, "#f2d27a"));
    return (
      defs + box(0, 0, 140, 196, "url(#sky)") + rays + lattice + circle(70, 98, 62, "url(#sun)") +
      group("", `<rect x="8" y="8" width="124" height="180" rx="8" fill="none" stroke="url(#gold)" stroke-width="2.5"/>`) +
      corner + group('transform="matrix(1 0 0 -1 0 196)"', corner) +
      path("M70 48C98 48 110 74 106 102C102 130 84 148 70 156C56 148 38 130 34 102C30 74 42 48 70 48Z", "url(#gold)", 'stroke="#3a1f06" stroke-width="3"') +
      path("M70 48C98 48 110 74 106 102C102 130 84 148 70 156Z", "#5a2f05", 'opacity=".3"') +
      path("M44 90Q56 80 66 94Q54 102 44 90ZM96 90Q84 80 74 94Q86 102 96 90Z", "#22093f") + line("M70 96L66 116H74M58 130Q70 136 82 130", "#5a3a08", 2.5) +
      path("M70 56L76 66L70 76L64 66Z", "#8c4bff", 'stroke="#3a1f06" stroke-width="2"')
    );
  }, "0 0 140 196");
}

const mirroredX = (inside: string): string => inside + group('transform="matrix(-1 0 0 1 140 0)"', inside);

/** A hero's portrait: the sun for one seat, the moon for the other, and so on. */
export function crest(seat: number): string {
  return picture(`crest/${seat}`, () => {
    const hues = [38, 262, 158, 350];
    const hue = hues[seat % hues.length]!;
    const defs = `<defs>${MATERIALS}${sky("sky", `hsl(${hue} 60% 12%)`, `hsl(${hue} 60% 26%)`, `hsl(${hue} 70% 46%)`)}${halo("sun", "#ffffffee", "#ffeebb66", "#ffeebb00")}</defs>${OUTLINE}`;
    const backdrop = box(0, 0, 200, 200, `hsl(${hue} 60% 26%)`) + around(18, path("M100 100L92 -60H108Z", `hsl(${hue} 90% 75%)`, 'opacity=".18"')) + circle(100, 96, 92, "url(#sun)", 'opacity=".7"');
    return defs + backdrop + (seat % 2 === 0 ? LION : OWL);
  });
}

const LION =
  around(14, path("M100 12L120 60H80Z", "url(#fur)", "class='o'"), 100, 104) +
  circle(100, 104, 62, "url(#fur)", "class='o'") +
  path("M100 56C68 56 58 84 62 112C66 144 86 164 100 166C114 164 134 144 138 112C142 84 132 56 100 56Z", "url(#gold)", "class='o'") +
  mirrored(path("M68 94L92 102Q84 114 72 108Z", "#24140a") + circle(81, 103, 3.5, "#fff6c0")) +
  path("M86 122H114L100 140Z", "#4a1c10", "class='o'") + line("M100 140V148M82 150Q92 156 100 148Q108 156 118 150M100 66V98", "#7a4a14", 4) +
  path("M60 48L66 14L84 34L100 6L116 34L134 14L140 48Q100 36 60 48Z", "url(#gold)", "class='o'") + circle(100, 32, 6, "url(#blood)", "class='o'");

const OWL =
  mirrored(path("M62 70L44 20Q76 30 96 56Z", "url(#void)", "class='o'")) +
  path("M100 40C54 40 42 80 46 114C50 156 78 178 100 184C122 178 150 156 154 114C158 80 146 40 100 40Z", "url(#void)", "class='o'") +
  path("M100 96L60 150Q78 176 100 182Q122 176 140 150Z", "url(#pale)", "class='o'") + line("M80 150Q86 158 92 150M96 162Q100 170 106 162M108 150Q114 158 120 150M88 134Q94 142 100 134M102 134Q106 142 112 134", "#5d5480", 3) +
  mirrored(circle(76, 94, 27, "#efe4ff", "class='o'") + circle(78, 95, 17, "#ffcf4a", "class='o'") + circle(79, 95, 9, "#12061f") + circle(83, 90, 4, "#fff")) +
  path("M100 100L110 116L100 132L90 116Z", "url(#gold)", "class='o'") + path("M100 30L108 46L100 62L92 46Z", "url(#ice)", "class='o'");

/** Every face somebody has drawn. */
export const DRAWN: readonly string[] = Object.keys(MOTIFS);
