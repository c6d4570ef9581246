// Mana and other symbols, of our own drawing, and rules text that has them in it.
import type { ComponentChildren } from "preact";

const SHAPES: Record<string, string> = {
  W: "M12 2 14 8.6 20.6 5.4 16.2 11 22 14 15.4 15 16.6 22 12 17 7.4 22 8.6 15 2 14 7.8 11 3.4 5.4 10 8.6Z",
  U: "M2 14C5 9 8 9 12 13S19 17 22 12V17C19 21 15 20 12 17.5S5 15 2 19ZM5 8C8 4.5 10 4.5 12.5 7S17 9.5 20 6V9.5C17 13 15 12 12.5 10S8 8 5 11.5Z",
  B: "M15 2A10 10 0 1 0 22 17A9 9 0 0 1 15 2Z",
  R: "M12 1C14 7 20 9 19 16A7 7 0 0 1 5 16C5 12 8 11 8 7C10 8 11 10 11 12C13 9 13 5 12 1Z",
  G: "M20 3C8 3 3 9 5 16L3 21L5 22L7 18C15 20 21 14 20 3ZM8 16C10 12 13 9 17 7C14 11 12 14 8 16Z",
  C: "M12 2 21 12 12 22 3 12ZM12 7 7.5 12 12 17 16.5 12Z",
  S: "M11 2H13V22H11ZM3 7.6 4 6 21 16.4 20 18ZM20 6 21 7.6 4 18 3 16.4Z",
  T: "M4 13A8 8 0 1 1 12 21V18A5 5 0 1 0 7 13H10L5.5 18 1 13Z",
  Q: "M20 13A8 8 0 1 0 12 21V18A5 5 0 1 1 17 13H14L18.5 18 23 13Z",
};

const NAMES: Record<string, string> = { W: "white", U: "blue", B: "black", R: "red", G: "green", C: "colourless", S: "snow", T: "tap", Q: "untap" };

export function Symbol({ of }: { of: string }): ComponentChildren {
  const [first = "", second] = of.split("/");
  const shape = SHAPES[first];
  const label = of.split("/").map((part) => NAMES[part] ?? part).join(" or ");
  return (
    <i class={`mana m-${shape ? first : "n"} ${second ? `half h-${second}` : ""}`} role="img" aria-label={label} title={label}>
      {shape ? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={shape} />
        </svg>
      ) : (
        <b>{first}</b>
      )}
    </i>
  );
}

/** `{2}{G}` as symbols, side by side. */
export function Cost({ of }: { of: string }): ComponentChildren {
  return [...of.matchAll(/\{([^}]*)\}/g)].map(([, symbol], i) => <Symbol key={i} of={symbol!} />);
}

/** Text with symbols in it; a line for each ability. */
export function Rules({ text }: { text: string }): ComponentChildren {
  return text.split("\n").map((line, i) => (
    <p key={i}>
      <Inline text={line} />
    </p>
  ));
}

export function Inline({ text }: { text: string }): ComponentChildren {
  return text.split(/(\{[^}]*\})/).map((part, i) => (i % 2 ? <Symbol key={i} of={part.slice(1, -1)} /> : part));
}
