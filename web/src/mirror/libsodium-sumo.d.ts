// libsodium as it is compiled: numbers in, numbers out, everything else by addresses in its memory.
declare module "libsodium-sumo" {
  type Call = (...numbers: number[]) => number;

  export interface Libsodium extends Record<`_crypto_${string}`, Call> {
    /** All of its memory; another array after it has grown. */
    readonly HEAPU8: Uint8Array;
    _malloc: Call;
    _free: (address: number) => void;
    _sodium_init: Call;
  }

  export default function load(): Promise<Libsodium>;
}
