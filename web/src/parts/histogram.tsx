// Where one's dear cards lay after the shuffles of one's own matches, against what chance gives. Counted here.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { mirror } from "../mirror/client";
import { me } from "../session/session";
import { api, cards, type PlayedMatch } from "./api";
import { complain } from "./toast";

const words = {
  title: "Your own shuffles",
  lead: "How deep in your deck your dear cards (6 mana and more) lay, over your finished matches. An honest shuffle favours no depth.",
  none: "You have finished no match on this server yet. Play a few, then look again: the bars should all come near the line.",
  counting: "Counting…",
  more: "Count more of my matches",
  axis: "places in the deck, from the top",
  expected: "what chance gives",
  result: (shuffles: number, dear: number, uneven: number) =>
    `${dear} dear cards in ${shuffles} ${shuffles === 1 ? "shuffle" : "shuffles"}. ` +
    (uneven < 1
      ? "So uneven a picture would come up in fewer than 1 of 100 honest runs. Count more matches before you believe it."
      : `Honest shuffles look at least this uneven in about ${uneven} of 100 runs: ${uneven < 5 ? "unusual, but no proof of anything." : "nothing out of the ordinary."}`),
  hand: (got: string, chance: string) => `Your opening hands held ${got} of them on average; chance gives ${chance}.`,
  bar: (from: number, to: number, count: number, expected: string) => `places ${from} to ${to}: ${count}, expected ${expected}`,
};

const DEAR = 6;
const BUCKETS = 6;
const HAND = 5;
const AT_ONCE = 10;

/** One shuffle of one's own: for each place from the top, whether a dear card lies there. */
type Shuffle = boolean[];

const seen = signal<Shuffle[]>([]);
const busy = signal(false);
const end = signal(false);
let last: string | undefined;
let whose: string | undefined;

/** Fetch, check and count the next few matches. */
async function count(player: string): Promise<void> {
  if (busy.value) return;
  if (whose !== player) {
    whose = player;
    last = undefined;
    seen.value = [];
    end.value = false;
  }
  busy.value = true;
  try {
    const matches = await api.history(AT_ONCE, last);
    last = matches.at(-1)?.id ?? last;
    end.value = matches.length < AT_ONCE;
    for (const match of matches) if (match.finished !== null && match.game === "duel") await add(match);
  } catch (error) {
    complain(error instanceof Error ? error : new Error((error as { why?: string }).why));
  } finally {
    busy.value = false;
  }
}

async function add({ id, seat }: PlayedMatch): Promise<void> {
  const found = await mirror.shuffles(await api.log(id)).catch(() => []);
  const own = found.filter(({ owner, zone }) => owner === seat && zone === "deck");
  // The duel draws from the end of the deck.
  seen.value = [...seen.value, ...own.map(({ faces }) => faces.toReversed().map((face) => (cards.value.get(face)?.cost ?? 0) >= DEAR))];
}

const tally = computed(() => {
  const counts = Array.from({ length: BUCKETS }, () => 0);
  const expected = Array.from({ length: BUCKETS }, () => 0);
  let [dear, hand, handExpected, spread, size] = [0, 0, 0, 0, 0];
  for (const places of seen.value) {
    const n = places.filter(Boolean).length;
    size = Math.max(size, places.length);
    dear += n;
    hand += places.slice(0, HAND).filter(Boolean).length;
    handExpected += (n * HAND) / places.length;
    // Drawn without putting back: places are a little more even than dice.
    spread += (n * (places.length - n)) / (places.length - 1);
    places.forEach((is, place) => {
      const bucket = Math.floor((place * BUCKETS) / places.length);
      expected[bucket]! += n / places.length;
      if (is) counts[bucket]!++;
    });
  }
  const distance = counts.reduce((sum, got, at) => sum + (expected[at] ? (got - expected[at]!) ** 2 / expected[at]! : 0), 0);
  const uneven = dear && spread ? Math.round(100 * chiSquareTail((distance * dear) / spread, BUCKETS - 1)) : 100;
  return { counts, expected, dear, size, uneven, shuffles: seen.value.length, hand: hand / seen.value.length, handExpected: handExpected / seen.value.length };
});

/** How often chance alone is at least so far off: the upper tail of the chi-square distribution. */
function chiSquareTail(x: number, freedom: number): number {
  // The lower incomplete gamma function by its series; x is small here.
  const a = freedom / 2;
  const half = x / 2;
  if (half > 60) return 0;
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < 300; n++) {
    term *= half / (a + n);
    sum += term;
  }
  return Math.max(0, 1 - (sum * Math.exp(-half + a * Math.log(half || 1e-300))) / gamma(a));
}

/** The gamma function of a whole or a half number. */
function gamma(a: number): number {
  if (a === 1) return 1;
  if (a === 0.5) return Math.sqrt(Math.PI);
  return (a - 1) * gamma(a - 1);
}

export function ShuffleHistogram(): ComponentChildren {
  const player = me.value?.player;
  useEffect(() => {
    if (player && (whose !== player || !seen.value.length)) void count(player);
  }, [player]);
  const { shuffles, dear, uneven, hand, handExpected } = tally.value;
  return (
    <div class="histogram">
      <h3>{words.title}</h3>
      <p class="small muted">{words.lead}</p>
      {shuffles > 0 && (
        <>
          <Bars />
          <p>
            {words.result(shuffles, dear, uneven)} {words.hand(hand.toFixed(1), handExpected.toFixed(1))}
          </p>
        </>
      )}
      {shuffles === 0 && !busy.value && <p>{words.none}</p>}
      <div class="row" role="status">
        {busy.value && <span class="muted">{words.counting}</span>}
        {!busy.value && !end.value && player && (
          <button class="button small" onClick={() => void count(player)}>
            {words.more}
          </button>
        )}
      </div>
    </div>
  );
}

const WIDE = 360;
const HIGH = 160;
const BASE = 118;

function Bars(): ComponentChildren {
  const { counts, expected, size } = tally.value;
  const top = Math.max(...counts, ...expected) * 1.15;
  const height = (value: number) => (value / top) * (BASE - 14);
  const step = WIDE / BUCKETS;
  const range = (at: number) => [Math.floor((at * size) / BUCKETS) + 1, Math.floor(((at + 1) * size) / BUCKETS)] as const;
  const spoken = counts.map((got, at) => words.bar(...range(at), got, expected[at]!.toFixed(1))).join("; ");
  const line = BASE - height(expected.reduce((sum, value) => sum + value, 0) / BUCKETS);
  return (
    <svg class="bars" viewBox={`0 0 ${WIDE} ${HIGH + 8}`} role="img" aria-label={`${words.title}: ${spoken}`}>
      {counts.map((got, at) => (
        <g key={at}>
          <rect x={at * step + 8} y={BASE - height(got)} width={step - 16} height={height(got)} rx="3" />
          <text x={at * step + step / 2} y={BASE - height(got) - 4} class="bar-count">
            {got}
          </text>
          <text x={at * step + step / 2} y={BASE + 15}>
            {range(at).join("–")}
          </text>
        </g>
      ))}
      <line x1="0" x2={WIDE} y1={BASE} y2={BASE} class="bars-base" />
      <line x1="0" x2={WIDE} y1={line} y2={line} class="bars-expected" />
      <text x={WIDE / 2} y={HIGH - 12}>
        {words.axis}
      </text>
      <line x1="116" x2="148" y1={HIGH} y2={HIGH} class="bars-expected" />
      <text x="156" y={HIGH + 4} class="bars-note">
        {words.expected}
      </text>
    </svg>
  );
}
