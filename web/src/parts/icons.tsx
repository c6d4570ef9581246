// Line icons, drawn on a 24 x 24 grid. They stand beside words, so they are hidden from screen readers.
import type { ComponentChildren } from "preact";

const PATHS = {
  play: "M7 4.5v15l13-7.5z",
  cards: "M8 3h11v15H8zM8 6 4 7.2 7.5 21l8-2.2",
  person: "M12 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM3.5 21c.8-4.300 4-6.500 8.500-6.500s7.700 2.200 8.500 6.500",
  people: "M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 20.500c.6-3.800 3.200-5.700 7-5.700s6.400 1.900 7 5.700M16 4.300a4 4 0 0 1 0 7.500M18.500 15.200c2 .8 3.200 2.500 3.500 5.300",
  cog: "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M18.700 5.300l-2.100 2.100M7.400 16.600l-2.100 2.100",
  robot: "M5 9h14v10H5zM12 9V5M12 5a1.300 1.300 0 1 0 0-2.600 1.300 1.300 0 0 0 0 2.600M9 13.500v1.500M15 13.500v1.500M2.500 12.500v3M21.500 12.500v3",
  letter: "M3 5.500h18v13H3zM3 6l9 7.500L21 6",
  eye: "M1.500 12S5.500 5 12 5s10.500 7 10.500 7-4 7-10.500 7S1.500 12 1.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  shield: "M12 2.500 4 5.500v6c0 5 3.400 8.400 8 10 4.600-1.600 8-5 8-10v-6zM8.200 12l2.700 2.700 5-5.200",
  broken: "M12 2.500 4 5.500v6c0 5 3.400 8.400 8 10 4.600-1.600 8-5 8-10v-6zM9 9l6 6M15 9l-6 6",
  copy: "M9 9h11v12H9zM5 15H4V3h11v2",
  share: "M12 15V3M8 6.500 12 2.500l4 4M5 12v9h14v-9",
  check: "M4 12.500l5.500 5.500L20 6.500",
  cross: "M6 6l12 12M18 6 6 18",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 21 21",
  down: "M12 3v12M7.500 11l4.500 4.500 4.500-4.500M4 20.500h16",
  up: "M12 21V9M7.500 13 12 8.500l4.500 4.500M4 3.500h16",
  bin: "M4 6.500h16M9 6V3.500h6V6M6 6.500 7 21h10l1-14.500M10 10.500v6.500M14 10.500v6.500",
  pause: "M7.500 4.500v15M16.500 4.500v15",
  first: "M6 5v14M19 5 9 12l10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  back: "M17 5 7 12l10 7z",
  forward: "M7 5l10 7-10 7z",
  swap: "M4 8.500h14l-4-4M20 15.500H6l4 4",
  plus: "M12 4.500v15M4.500 12h15",
  minus: "M4.500 12h15",
  clock: "M12 21.500a9.500 9.500 0 1 0 0-19 9.500 9.500 0 0 0 0 19zM12 6.500V12l4 2.500",
  question: "M12 21.500a9.500 9.500 0 1 0 0-19 9.500 9.500 0 0 0 0 19zM9.300 9.300c.3-1.600 1.300-2.300 2.700-2.300 1.600 0 2.700.9 2.700 2.400 0 2.100-2.700 2.200-2.700 4.300M12 16.800v.2",
} as const;

export type IconName = keyof typeof PATHS;

const FILLED: ReadonlySet<IconName> = new Set(["play", "back", "forward"]);

export function Icon({ name }: { name: IconName }): ComponentChildren {
  const fill = FILLED.has(name) ? "currentColor" : "none";
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill={fill} stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Our mark: two cards, one face down. */
export function Mark(): ComponentChildren {
  return (
    <svg class="mark" viewBox="0 0 40 40" aria-hidden="true">
      <rect x="15.500" y="4" width="20" height="29" rx="3" transform="rotate(12 25 18)" fill="#f1e2bd" stroke="#8c5c1b" />
      <rect x="5" y="6" width="20" height="29" rx="3" transform="rotate(-8 15 20)" fill="#3b1c63" stroke="#f8dd97" stroke-width="1.600" />
      <path d="M15 12.500l6 8-6 8-6-8z" transform="rotate(-8 15 20)" fill="none" stroke="#f8dd97" stroke-width="1.400" />
      <circle cx="15" cy="20.500" r="2.200" fill="#f8dd97" />
    </svg>
  );
}
