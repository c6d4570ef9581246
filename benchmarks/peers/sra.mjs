// Mental poker as seed 000 describes it: masks that commute, every step by every player, and no proof of anything.
//
// Straightforward on purpose: secp256k1 by `elliptic`, one point after the other, points as hex in messages, as a
// browser game would send them. Prints the milliseconds of each operation with all players on one processor.
import { createHash, randomBytes } from "node:crypto";
import elliptic from "elliptic";

const curve = new elliptic.ec("secp256k1");
const ROUNDS = 3;
const read = (hex) => curve.curve.decodePoint(hex, "hex");
const write = (point) => point.encode("hex", false);

function key() {
  const pair = curve.genKeyPair();
  const secret = pair.getPrivate();
  return { secret, inverse: secret.invm(curve.n), public: write(pair.getPublic()) };
}

const mask = (cards, { secret }) => cards.map((card) => write(read(card).mul(secret)));
const strip = (cards, { inverse }) => cards.map((card) => write(read(card).mul(inverse)));

/** All players agree on a seed by commitment, and everybody shuffles by it. */
function publicShuffle(cards, players) {
  const nonces = players.map(() => randomBytes(32));
  const commitments = nonces.map((nonce) => createHash("sha256").update(nonce).digest("hex"));
  nonces.forEach((nonce, seat) => {
    if (createHash("sha256").update(nonce).digest("hex") !== commitments[seat]) throw new Error("not what was committed");
  });
  const seed = createHash("sha256").update(Buffer.concat(nonces)).digest();
  const shuffled = [...cards];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const draw = createHash("sha256").update(seed).update(String(last)).digest().readUInt32BE() % (last + 1);
    [shuffled[last], shuffled[draw]] = [shuffled[draw], shuffled[last]];
  }
  return shuffled;
}

class Deck {
  constructor(players, size) {
    this.keys = Array.from({ length: players }, key);
    this.plain = Array.from({ length: size }, (_, card) => write(curve.g.mul(card + 2)));
    this.cards = this.keys.reduce(mask, this.plain);
  }

  /** The others take their layers off, the owner (seat 0) takes off the last and knows the cards. */
  look(count) {
    const seen = this.keys.slice(1).reduce(strip, this.cards.slice(0, count));
    return strip(seen, this.keys[0]);
  }

  draw() {
    return this.look(1);
  }

  scry() {
    return this.look(3);
  }

  mill() {
    return this.look(3);
  }

  tutor() {
    const [, ...rest] = this.look(this.cards.length);
    this.keys = this.keys.map(key);
    this.cards = publicShuffle(this.keys.reduce(mask, rest), this.keys);
  }

  reshuffle() {
    for (const seat of this.keys.keys()) {
      const fresh = key();
      this.cards = mask(strip(this.cards, this.keys[seat]), fresh);
      this.keys[seat] = fresh;
    }
    this.cards = publicShuffle(this.cards, this.keys);
  }
}

function time(players, size, what) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const deck = new Deck(players, size);
    const start = process.cpuUsage();
    deck[what]();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

time(2, 10, "tutor"); // warm-up
const figures = { tutor_4_100: time(4, 100, "tutor") };
for (const what of ["draw", "scry", "mill", "tutor", "reshuffle"]) figures[`${what}_2_40`] = time(2, 40, what);
console.log(JSON.stringify(figures));
