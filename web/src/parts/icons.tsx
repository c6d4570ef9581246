// Line icons, drawn on a 24 x 24 grid. They stand beside words, so they are hidden from screen readers.
import type { ComponentChildren } from "preact";

const PATHS = {
  play: "M7 4.5v15l13-7.5z",
  cards: "M8 3h11v15H8zM8 6 4 7.2 7.5 21l8-2.2",
  person: "M12 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM3.5 21c.8-4.3 4-6.5 8.5-6.500s7.7 2.2 8.5 6.5",
  people: "M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 20.500c.6-3.8 3.2-5.7 7-5.700s6.4 1.9 7 5.700M16 4.300a4 4 0 0 1 0 7.500M18.5 15.200c2 .8 3.2 2.5 3.5 5.3",
  cog: "M12 8.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2.500v3M12 18.500v3M2.5 12h3M18.5 12h3M5.3 5.300l2.1 2.100M16.6 16.600l2.1 2.100M18.7 5.300l-2.1 2.100M7.4 16.600l-2.1 2.1",
  robot: "M5 9h14v10H5zM12 9V5M12 5a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.600M9 13.500v1.500M15 13.500v1.500M2.5 12.500v3M21.5 12.500v3",
  letter: "M3 5.500h18v13H3zM3 6l9 7.500L21 6",
  eye: "M1.5 12S5.5 5 12 5s10.5 7 10.5 7-4 7-10.5 7S1.5 12 1.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  shield: "M12 2.5 4 5.500v6c0 5 3.4 8.4 8 10 4.6-1.6 8-5 8-10v-6zM8.2 12l2.7 2.7 5-5.2",
  broken: "M12 2.5 4 5.500v6c0 5 3.4 8.4 8 10 4.6-1.6 8-5 8-10v-6zM9 9l6 6M15 9l-6 6",
  copy: "M9 9h11v12H9zM5 15H4V3h11v2",
  share: "M12 15V3M8 6.5 12 2.500l4 4M5 12v9h14v-9",
  check: "M4 12.500l5.5 5.500L20 6.5",
  cross: "M6 6l12 12M18 6 6 18",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
  down: "M12 3v12M7.5 11l4.5 4.5 4.5-4.500M4 20.500h16",
  up: "M12 21V9M7.5 13 12 8.500l4.5 4.500M4 3.500h16",
  bin: "M4 6.500h16M9 6V3.500h6V6M6 6.5 7 21h10l1-14.500M10 10.500v6.500M14 10.500v6.5",
  pause: "M7.5 4.500v15M16.5 4.500v15",
  first: "M6 5v14M19 5 9 12l10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  back: "M17 5 7 12l10 7z",
  forward: "M7 5l10 7-10 7z",
  swap: "M4 8.500h14l-4-4M20 15.500H6l4 4",
  plus: "M12 4.500v15M4.5 12h15",
  minus: "M4.5 12h15",
  clock: "M12 21.500a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19zM12 6.500V12l4 2.5",
  question: "M12 21.500a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19zM9.3 9.300c.3-1.6 1.3-2.3 2.7-2.3 1.6 0 2.7.9 2.7 2.4 0 2.1-2.7 2.2-2.7 4.300M12 16.800v.2",
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
      <rect x="15.5" y="4" width="20" height="29" rx="3" transform="rotate(12 25 18)" fill="#f1e2bd" stroke="#8c5c1b" />
      <rect x="5" y="6" width="20" height="29" rx="3" transform="rotate(-8 15 20)" fill="#3b1c63" stroke="#f8dd97" stroke-width="1.6" />
      <path d="M15 12.500l6 8-6 8-6-8z" transform="rotate(-8 15 20)" fill="none" stroke="#f8dd97" stroke-width="1.4" />
      <circle cx="15" cy="20.5" r="2.2" fill="#f8dd97" />
    </svg>
  );
}
