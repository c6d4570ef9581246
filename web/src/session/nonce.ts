// Our own part of the deal's randomness: committed to before the dealer can know it.
import { digest, hex } from "./digest";

/** 32 bytes of the browser's randomness as hex. */
export const freshNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** The hash that binds us to a nonce, as the table computes it. */
export const commitTo = (nonce: string): string => hex(digest("facedown/nonce/1", nonce));
