// What a deck is made of: how dear its cards are, and of which kinds.
import { computed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { cards } from "./chosen";
import { building, draft } from "./draft";

const words = {
  curve: "Mana curve",
  cost: (cost: string, count: number) => `${count} for ${cost}`,
  average: (cost: string) => `${cost} mana on average`,
};

const stats = computed(() => {
  const { costs, kind, sieves } = building.value;
  const curve = costs.map(() => 0);
  const kinds = new Map<string, number>();
  const groups = new Map<string, number>();
  // The first sieve is what a game's cards are told apart by: schools, or colours.
  const chips = sieves[0]?.chips ?? [];
  let [total, paid] = [0, 0];
  for (const face of draft.value.cards) {
    const card = cards.value.get(face);
    if (!card) continue;
    if (card.cost !== undefined && costs.length) {
      curve[Math.min(Math.max(card.cost, costs[0]!), costs.at(-1)!) - costs[0]!]!++;
      total += card.cost;
      paid++;
    }
    kinds.set(kind(card), (kinds.get(kind(card)) ?? 0) + 1);
    // What is not paid for, such as a land, has no colour worth counting.
    if (card.cost !== undefined) for (const { id, takes } of chips) if (takes(card)) groups.set(id, (groups.get(id) ?? 0) + 1);
  }
  return { costs, curve, kinds, groups: chips.filter(({ id }) => groups.has(id)).map((chip) => ({ ...chip, count: groups.get(chip.id)! })), average: paid ? total / paid : 0 };
});

export function DeckStats(): ComponentChildren {
  const { costs, curve, kinds, groups, average } = stats.value;
  const top = Math.max(4, ...curve);
  const label = (at: number) => (at === costs.length - 1 ? `${costs[at]}+` : String(costs[at]));
  return (
    <div class="deck-stats">
      {costs.length > 0 && (
        <div class="curve" role="img" aria-label={`${words.curve}: ${curve.map((count, at) => words.cost(label(at), count)).join(", ")}`}>
          {curve.map((count, at) => (
            <span key={at} class="curve-column">
              <span class="number small">{count || ""}</span>
              <span class="curve-bar" style={{ height: `${(count / top) * 3.2}rem` }} />
              <b class="number">{label(at)}</b>
            </span>
          ))}
        </div>
      )}
      <p class="small muted">
        {[...kinds].map(([kind, count]) => `${count} ${kind}`).join(" · ")}
        {average > 0 && ` · ${words.average(average.toFixed(1))}`}
      </p>
      <p class="school-counts small">
        {groups.sort((a, b) => b.count - a.count).map(({ id, label: name, school, count }) => (
          <span key={id} class={`school-count ${school ?? ""}`}>
            {name.toLowerCase()} {count}
          </span>
        ))}
      </p>
    </div>
  );
}
