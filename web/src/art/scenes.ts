// Where a picture is set: each school has its own weather, and each card its own corner of it.
import { around, box, circle, ellipse, group, halo, line, path, sky } from "./shapes";

export interface Scene {
  /** Gradients and what is painted behind the motif. */
  defs: string;
  back: string;
  /** Painted over the motif's feet. */
  front: string;
}

export interface School {
  /** The frame's colours: light, body, dark. */
  light: string;
  body: string;
  dark: string;
  /** A shape that tells schools apart without colour. */
  mark: string;
}

export const SCHOOLS: Record<string, School> = {
  hearth: { light: "#ffdf9a", body: "#a86a24", dark: "#3d220c", mark: "M12 2 22 10V22H14V15H10V22H2V10Z" },
  ember: { light: "#ffb28a", body: "#b3341a", dark: "#420d0a", mark: "M12 1C14 7 20 9 19 16A7 7 0 0 1 5 16C5 12 8 11 8 7C10 8 11 10 11 12C13 9 13 5 12 1Z" },
  tide: { light: "#a9e6ff", body: "#1f6fa8", dark: "#0a2547", mark: "M1 15C5 9 8 9 12 14S19 18 23 12V20H1ZM1 8C5 3 8 3 12 7S19 11 23 6V10C19 14 16 14 12 10S5 7 1 12Z" },
  grave: { light: "#d9b8ff", body: "#5f3494", dark: "#1d0d38", mark: "M12 1C6 1 3 5 3 10C3 14 5 15 6 17V21H18V17C19 15 21 14 21 10C21 5 18 1 12 1ZM8 8A2 2 0 1 1 8 12.5A2 2 0 0 1 8 8ZM16 8A2 2 0 1 1 16 12.5A2 2 0 0 1 16 8Z" },
  grove: { light: "#c9f0a0", body: "#3d7a2c", dark: "#12300f", mark: "M12 1C21 6 21 16 12 23C3 16 3 6 12 1ZM11 8V20H13V8Z" },
  gilt: { light: "#fff0b4", body: "#b98a2c", dark: "#4a3208", mark: "M12 1 15 9 23 12 15 15 12 23 9 15 1 12 9 9Z" },
  neutral: { light: "#e6e0d2", body: "#6b6456", dark: "#26221b", mark: "M12 1 23 12 12 23 1 12Z" },
};

/** A number from 0 to 1 that belongs to a name, the n-th of as many as are wanted. */
export function chance(name: string, n: number): number {
  let h = 2166136261 ^ (n * 374761393);
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 16777619);
  h ^= h >>> 15;
  h = Math.imul(h, 2246822519);
  return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
}

export function scene(school: string, name: string): Scene {
  return (SCENES[school] ?? SCENES.neutral!)((n) => chance(name, n));
}

type Dice = (n: number) => number;

function specks(dice: Dice, count: number, colour: string, top = 0, bottom = 200): string {
  return Array.from({ length: count }, (_, i) =>
    circle(r1(dice(20 + i) * 200), r1(top + dice(50 + i) * (bottom - top)), r1(0.7 + dice(80 + i) * 1.8), colour, `opacity="${r1(0.35 + dice(110 + i) * 0.6)}"`),
  ).join("");
}

const r1 = (n: number): number => Math.round(n * 10) / 10;

const SCENES: Record<string, (dice: Dice) => Scene> = {
  hearth: (dice) => {
    const x = r1(60 + dice(1) * 80);
    const rays = around(16, path(`M${x} 84 L${x - 9} -150 L${x + 9} -150Z`, "#fff1c2", 'opacity=".16"'), x, 84);
    return {
      defs: sky("sky", "#8a5220", "#dd9a3e", "#ffe2a0") + halo("sun", "#fffbe6ff", "#ffe6a2cc", "#ffd07000"),
      back:
        box(0, 0, 200, 200, "url(#sky)") + rays + circle(x, 84, 96, "url(#sun)") +
        path(`M0 150Q50 ${r1(118 + dice(2) * 20)} 100 146T200 140V200H0Z`, "#9c6226", 'opacity=".7"') +
        path(`M0 166Q60 ${r1(140 + dice(3) * 16)} 120 164T200 158V200H0Z`, "#6d4117"),
      front: specks(dice, 10, "#fff3c9", 20, 190),
    };
  },
  ember: (dice) => {
    const peak = r1(40 + dice(1) * 120);
    return {
      defs: sky("sky", "#2c0608", "#8e1d0d", "#ff8a2a") + halo("sun", "#ffe9a8ff", "#ff9436aa", "#ff5a1000"),
      back:
        box(0, 0, 200, 200, "url(#sky)") + circle(100, 100, 104, "url(#sun)") +
        path(`M${peak - 90} 200 L${peak - 16} 112 L${peak - 6} 118 L${peak + 8} 111 L${peak + 84} 200Z`, "#3a0a0a", 'opacity=".85"') +
        line(`M${peak - 4} 118L${peak - 10} 140L${peak + 2} 158L${peak - 6} 200`, "#ff7a1c", 5, 'opacity=".8"') +
        path(`M0 180Q40 160 84 178T200 168V200H0Z`, "#22060a"),
      front: specks(dice, 26, "#ffc46b", 0, 200),
    };
  },
  tide: (dice) => {
    const moon = r1(40 + dice(1) * 120);
    return {
      defs: sky("sky", "#061a3c", "#15508c", "#8fd6ea") + halo("sun", "#ffffffff", "#bfeeffaa", "#7fd0ff00"),
      back:
        box(0, 0, 200, 200, "url(#sky)") + specks(dice, 18, "#e8fbff", 0, 110) + circle(moon, 52, 70, "url(#sun)", 'opacity=".75"') +
        circle(moon, 52, 20, "#f4fdff", 'opacity=".9"') + ellipse(100, 110, 100, 84, "url(#sun)", 'opacity=".5"') +
        path("M0 150Q25 138 50 150T100 150T150 150T200 150V200H0Z", "#1d6da3"),
      front:
        path("M0 172Q25 160 50 172T100 172T150 172T200 172V200H0Z", "#0d3f70", 'opacity=".92"') +
        line("M0 172Q25 160 50 172T100 172T150 172T200 172", "#bdf3ff", 2, 'opacity=".7"'),
    };
  },
  grave: (dice) => {
    const at = r1(30 + dice(1) * 30);
    const stone = (x: number, y: number, s: number): string =>
      group(`transform="translate(${x} ${y}) scale(${s})"`, path("M-14 40V-6A14 14 0 0 1 14 -6V40Z", "#1c0f33") + line("M0 -6V14M-7 2H7", "#4f3a7a", 3));
    return {
      defs: sky("sky", "#0a0518", "#371a63", "#8d5bb8") + halo("sun", "#f2d9ffff", "#b06cffaa", "#6b2bd000"),
      back:
        box(0, 0, 200, 200, "url(#sky)") + specks(dice, 20, "#efe0ff", 0, 120) + circle(100, 96, 100, "url(#sun)", 'opacity=".85"') +
        stone(at, 146, 0.9) + stone(176 - at / 3, 152, 1.1) +
        path("M0 172Q50 152 100 170T200 164V200H0Z", "#130826"),
      front:
        ellipse(50, 188, 90, 16, "#b79be0", 'opacity=".22"') + ellipse(150, 180, 80, 12, "#9be0b0", 'opacity=".2"') + specks(dice, 8, "#8dffb0", 90, 190),
    };
  },
  grove: (dice) => {
    const tree = (x: number, s: number, colour: string): string => group(`transform="translate(${r1(x)} 178) scale(${s})"`, path("M-5 0V-30H5V0ZM0 -96L30 -50H16L36 -20H-36L-16 -50H-30Z", colour));
    return {
      defs: sky("sky", "#0c2a12", "#2f7a34", "#d6f0a0") + halo("sun", "#ffffe0ee", "#d8ff9a88", "#a0e06000"),
      back:
        box(0, 0, 200, 200, "url(#sky)") + circle(r1(70 + dice(1) * 60), 84, 92, "url(#sun)") +
        tree(14 + dice(2) * 20, 1.1, "#1c4f22") + tree(172 - dice(3) * 14, 1.3, "#1c4f22") + tree(52 + dice(4) * 12, 0.7, "#2a6a2c") + tree(140 + dice(5) * 10, 0.8, "#2a6a2c") +
        path("M0 172Q50 158 100 172T200 166V200H0Z", "#123a16"),
      front: specks(dice, 14, "#f2ffb0", 60, 190),
    };
  },
  gilt: (dice) => ({
    defs: sky("sky", "#3a2406", "#a8741c", "#ffe9a8") + halo("sun", "#fffdf0ee", "#ffe9a288", "#ffd76a00"),
    back: box(0, 0, 200, 200, "url(#sky)") + around(20, path("M100 100L94 -60H106Z", "#fff3c4", 'opacity=".16"')) + circle(100, 96, 96, "url(#sun)") + path("M0 176Q60 158 110 174T200 168V200H0Z", "#4a3008"),
    front: specks(dice, 16, "#fff6d0"),
  }),
  neutral: (dice) => ({
    defs: sky("sky", "#2a2722", "#6b6456", "#b9b09b") + halo("sun", "#ffffffdd", "#efe6cc88", "#efe6cc00"),
    back: box(0, 0, 200, 200, "url(#sky)") + circle(100, 96, 96, "url(#sun)") + around(12, line("M100 20V-60", "#fff", 3, 'opacity=".12"')),
    front: specks(dice, 10, "#fff8e0"),
  }),
};
