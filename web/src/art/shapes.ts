// A few words for drawing: every picture is a string of SVG in a square of 200 by 200.

/** A path. `more` are further attributes, such as `s` for an outline. */
export const path = (d: string, fill = "none", more = ""): string => `<path d="${d}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, r: number, fill: string, more = ""): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ""): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;

export const box = (x: number, y: number, w: number, h: number, fill: string, more = ""): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;

export const group = (more: string, ...inside: string[]): string => `<g ${more}>${inside.join("")}</g>`;

/** An open line. */
export const line = (d: string, stroke: string, width: number, more = ""): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** The same thing again on the other side. */
export const mirrored = (inside: string): string => inside + group('transform="matrix(-1 0 0 1 200 0)"', inside);

/** Around a centre, `n` times. */
export const around = (n: number, inside: string, x = 100, y = 100): string =>
  Array.from({ length: n }, (_, i) => group(`transform="rotate(${(360 / n) * i} ${x} ${y})"`, inside)).join("");

const fade = (id: string, ...colours: string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2=".25" y2="1">${stops(colours)}</linearGradient>`;

export const halo = (id: string, ...colours: string[]): string => `<radialGradient id="${id}">${stops(colours)}</radialGradient>`;

export const sky = (id: string, ...colours: string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops(colours)}</linearGradient>`;

function stops(colours: string[]): string {
  return colours.map((colour, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${colour.slice(0, 7)}"${colour.length > 7 ? ` stop-opacity="${parseInt(colour.slice(7), 16) / 255}"` : ""}/>`).join("");
}

/** What things are made of: fill with `url(#metal)`. */
export const MATERIALS =
  fade("metal", "#f6f9fd", "#9aa7b8", "#475264") +
  fade("steel", "#cfd9e6", "#6c7a8e", "#2c3442") +
  fade("gold", "#fff1b8", "#e2aa3c", "#8a5810") +
  fade("bone", "#fffbe9", "#d8cba4", "#8f805c") +
  fade("fire", "#fff7bd", "#ffb02e", "#e03c0c") +
  fade("ember", "#ff9d3c", "#c9300c", "#5a0d08") +
  fade("ice", "#f4feff", "#97e0f7", "#2b7cb6") +
  fade("water", "#a5f0f0", "#2a9fc0", "#0b4a7d") +
  fade("wood", "#b9824a", "#7a4a22", "#3c210d") +
  fade("leaf", "#b7dc6a", "#5c8f2c", "#27481a") +
  fade("void", "#d49bff", "#6424ab", "#1a0731") +
  fade("fur", "#ffb566", "#dd6a1e", "#85300a") +
  fade("brown", "#d49a62", "#94602f", "#4d2c12") +
  fade("pale", "#f3f0fb", "#b8b0d4", "#5d5480") +
  fade("sick", "#dcf7a0", "#6fae4a", "#22502b") +
  fade("blood", "#ff8d7d", "#c21f2f", "#590714") +
  fade("stone", "#cfc6b6", "#8d8373", "#4a4338") +
  fade("night", "#4a3a78", "#1d1440", "#080417");
