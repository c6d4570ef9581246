// SHA-256, as logs are hashed and words are signed. Our own, because WebCrypto answers later, and not at all on plain
// HTTP from another machine; what is hashed here is short.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// Fractional parts of the roots of the first primes, as the standard has them.
for (let n = 2, found = 0; found < 64; n++) {
  if (Array.from({ length: Math.floor(Math.sqrt(n)) }, (_, i) => i + 1).some((d) => d > 1 && n % d === 0)) continue;
  const fraction = (root: number): number => (root - Math.floor(root)) * 2 ** 32;
  if (found < 8) START[found] = fraction(Math.sqrt(n));
  K[found++] = fraction(Math.cbrt(n));
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function mix(state: Uint32Array, block: DataView, at: number, w: Uint32Array): void {
  for (let i = 0; i < 64; i++) {
    if (i < 16) w[i] = block.getUint32(at + 4 * i);
    else {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      w[i] = w[i - 16]! + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export function sha256(data: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const input = typeof data === "string" ? bytesOf(data) : data;
  const padded = new Uint8Array(Math.ceil((input.length + 9) / 64) * 64);
  padded.set(input);
  padded[input.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(input.length) * 8n);
  const [state, schedule] = [START.slice(), new Uint32Array(64)];
  for (let at = 0; at < padded.length; at += 64) mix(state, view, at, schedule);
  const out = new Uint8Array(32);
  state.forEach((word, i) => new DataView(out.buffer).setUint32(4 * i, word));
  return out;
}

/** SHA-256 over length-prefixed parts, so that no two lists of parts collide: `digest` in kernel/canonical.py. */
export function digest(...parts: string[]): Uint8Array<ArrayBuffer> {
  const raw = parts.map(bytesOf);
  const data = new Uint8Array(raw.reduce((size, part) => size + 8 + part.length, 0));
  let at = 0;
  for (const part of raw) {
    new DataView(data.buffer).setBigUint64(at, BigInt(part.length));
    data.set(part, at + 8);
    at += 8 + part.length;
  }
  return sha256(data);
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A key as people compare it: half of its hash, in groups of four (`fingerprint` in crypto/signing.py). */
export function fingerprint(key: string): string {
  const raw = Uint8Array.from(key.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(sha256(raw)).slice(0, 32).replace(/(.{4})(?=.)/g, "$1-");
}
