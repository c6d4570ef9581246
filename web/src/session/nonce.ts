// Our own part of the deal's randomness: committed to before the dealer can know it.

/** 32 bytes of the browser's randomness as hex. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The hash that binds us to a nonce: SHA-256 over length-prefixed parts, as the table computes it. */
export async function commitTo(nonce: string): Promise<string> {
  // On plain HTTP from another machine there is no crypto.subtle; then we add no randomness, and verify says so.
  if (!crypto.subtle) return "";
  const parts = ["facedown/nonce/1", nonce].map((part) => new TextEncoder().encode(part));
  const data = new Uint8Array(parts.reduce((size, part) => size + 8 + part.length, 0));
  let at = 0;
  for (const part of parts) {
    new DataView(data.buffer).setBigUint64(at, BigInt(part.length));
    data.set(part, at + 8);
    at += 8 + part.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
