// What a deck is made of: how dear its cards are, and of which kinds.
import { computed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { cards } from "./chosen";
import { draft } from "./draft";

const words = {
  curve: "Mana curve",
  cost: (cost: string, count: number) => `${count} for ${cost}`,
  types: { creature: "creatures", spell: "spells" } as Record<string, string>,
  average: (cost: string) => `${cost} mana on average`,
};

const LAST = 7;

const stats = computed(() => {
  const curve = Array.from({ length: LAST }, () => 0);
  const types = new Map<string, number>();
  const schools = new Map<string, number>();
  let total = 0;
  for (const face of draft.value.cards) {
    const card = cards.value.get(face);
    if (!card) continue;
    const cost = card.cost ?? 0;
    curve[Math.min(Math.max(cost, 1), LAST) - 1]!++;
    total += cost;
    types.set(card.type, (types.get(card.type) ?? 0) + 1);
    if (card.school) schools.set(card.school, (schools.get(card.school) ?? 0) + 1);
  }
  return { curve, types, schools, average: draft.value.cards.length ? total / draft.value.cards.length : 0 };
});

export function DeckStats(): ComponentChildren {
  const { curve, types, schools, average } = stats.value;
  const top = Math.max(4, ...curve);
  const label = (at: number) => (at === LAST - 1 ? `${LAST}+` : String(at + 1));
  return (
    <div class="deck-stats">
      <div class="curve" role="img" aria-label={`${words.curve}: ${curve.map((count, at) => words.cost(label(at), count)).join(", ")}`}>
        {curve.map((count, at) => (
          <span key={at} class="curve-column">
            <span class="number small">{count || ""}</span>
            <span class="curve-bar" style={{ height: `${(count / top) * 3.2}rem` }} />
            <b class="number">{label(at)}</b>
          </span>
        ))}
      </div>
      <p class="small muted">
        {[...types].map(([type, count]) => `${count} ${words.types[type] ?? type}`).join(" · ")}
        {average > 0 && ` · ${words.average(average.toFixed(1))}`}
      </p>
      <p class="school-counts small">
        {[...schools].sort(([, a], [, b]) => b - a).map(([school, count]) => (
          <span key={school} class={`school-count ${school}`}>
            {school} {count}
          </span>
        ))}
      </p>
    </div>
  );
}
