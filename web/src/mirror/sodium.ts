// libsodium for the Python in this worker: the very functions of `Sodium` in src/facedown/crypto/backend.py, which
// says what each does. Points, scalars and hashes lie end to end in one array, so a batch is one crossing. `null`:
// something in the input is no point, or does not open.
import load, { type Libsodium } from "libsodium-sumo";

const POINT = 32;
const HASH = 64;
const SEALED = 48;

class Sodium {
  constructor(private readonly lib: Libsodium) {}

  valid = (points: Uint8Array): boolean => this.#held([points], 0, (_, at) => this.#all(points, (here) => this.#point(at! + here)));

  mul = (scalars: Uint8Array, points: Uint8Array): Uint8Array | null =>
    this.#made([scalars, points], points.length, (to, by, at) =>
      this.#all(points, (here) => {
        // Zero is refused as a result too, but it is written: only then was the input a point.
        return this.lib._crypto_scalarmult_ristretto255!(to + here, by! + here, at! + here) === 0 || this.#point(at! + here);
      }),
    );

  mulBase = (scalars: Uint8Array): Uint8Array | null =>
    this.#made([scalars], scalars.length, (to, by) =>
      this.#all(scalars, (here) => {
        this.lib._crypto_scalarmult_ristretto255_base!(to + here, by! + here);
        return true;
      }),
    );

  add = (left: Uint8Array, right: Uint8Array): Uint8Array | null => this.#pairwise("_crypto_core_ristretto255_add", left, right);

  sub = (left: Uint8Array, right: Uint8Array): Uint8Array | null => this.#pairwise("_crypto_core_ristretto255_sub", left, right);

  combine = (scalars: Uint8Array, points: Uint8Array): Uint8Array | null => {
    const found = this.#made([scalars, points], 2 * POINT, (total, by, at) =>
      this.#all(points, (here) => {
        const term = total + POINT;
        if (this.lib._crypto_scalarmult_ristretto255!(term, by! + here, at! + here)) return this.#point(at! + here);
        return this.lib._crypto_core_ristretto255_add!(total, total, term) === 0;
      }),
    );
    return found && found.subarray(0, POINT);
  };

  fromHash = (hashes: Uint8Array): Uint8Array | null =>
    this.#made([hashes], hashes.length / 2, (to, at) => {
      for (let here = 0; here < hashes.length; here += HASH) {
        this.lib._crypto_core_ristretto255_from_hash!(to + here / 2, at! + here);
      }
      return true;
    });

  signPair = (seed: Uint8Array): Uint8Array | null =>
    this.#made([seed], 96, (to, from) => this.lib._crypto_sign_seed_keypair!(to, to + 32, from!) === 0);

  sign = (secret: Uint8Array, message: Uint8Array): Uint8Array | null =>
    this.#made([secret, message], 64, (to, key, text) => {
      // A length of 64 bits is two numbers.
      return this.lib._crypto_sign_detached!(to, 0, text!, message.length, 0, key!) === 0;
    });

  signed = (key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
    this.#held([key, message, signature], 0, (_, by, text, made) => {
      return this.lib._crypto_sign_verify_detached!(made!, text!, message.length, 0, by!) === 0;
    });

  boxPair = (seed: Uint8Array): Uint8Array | null =>
    this.#made([seed], 64, (to, from) => this.lib._crypto_box_seed_keypair!(to, to + 32, from!) === 0);

  seal = (key: Uint8Array, message: Uint8Array): Uint8Array | null =>
    this.#made([key, message], message.length + SEALED, (to, by, text) => {
      return this.lib._crypto_box_seal!(to, text!, message.length, 0, by!) === 0;
    });

  unseal = (key: Uint8Array, secret: Uint8Array, box: Uint8Array): Uint8Array | null =>
    box.length < SEALED
      ? null
      : this.#made([key, secret, box], box.length - SEALED, (to, by, own, text) => {
          return this.lib._crypto_box_seal_open!(to, text!, box.length, 0, by!, own!) === 0;
        });

  #pairwise(name: `_crypto_${string}`, left: Uint8Array, right: Uint8Array): Uint8Array | null {
    const operation = this.lib[name]!;
    return this.#made([left, right], left.length, (to, a, b) =>
      this.#all(left, (here) => operation(to + here, a! + here, b! + here) === 0),
    );
  }

  #point(at: number): boolean {
    return this.lib._crypto_core_ristretto255_is_valid_point!(at) === 1;
  }

  /** Whether the work succeeds at the place of every point. */
  #all(points: Uint8Array, work: (here: number) => boolean): boolean {
    for (let here = 0; here < points.length; here += POINT) if (!work(here)) return false;
    return true;
  }

  /** What the work leaves in `size` bytes that were zero, if it succeeds. */
  #made(inputs: Uint8Array[], size: number, work: (to: number, ...at: number[]) => boolean): Uint8Array | null {
    return this.#held(inputs, size, (to, ...at) => (work(to, ...at) ? this.lib.HEAPU8.slice(to, to + size) : null));
  }

  /** Works on the inputs in libsodium's memory, and wipes it: there are secrets among them. */
  #held<T>(inputs: Uint8Array[], size: number, work: (to: number, ...at: number[]) => T): T {
    const total = inputs.reduce((sum, input) => sum + input.length, size) || 1;
    const start = this.lib._malloc(total);
    this.lib.HEAPU8.fill(0, start, start + size);
    let next = start + size;
    const at = inputs.map((input) => {
      this.lib.HEAPU8.set(input, next);
      next += input.length;
      return next - input.length;
    });
    try {
      return work(start, ...at);
    } finally {
      this.lib.HEAPU8.fill(0, start, start + total);
      this.lib._free(start);
    }
  }
}

declare global {
  /** Where Python (crypto/browser.py) finds it. */
  var facedownSodium: Sodium | undefined;
}

/** Loads libsodium, once, and puts it where Python finds it. */
export async function loadSodium(): Promise<void> {
  if (globalThis.facedownSodium) return;
  const lib = await load();
  if (lib._sodium_init() < 0) throw new Error("libsodium does not start");
  globalThis.facedownSodium = new Sodium(lib);
}
