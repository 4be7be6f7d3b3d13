const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Bytes as RFC 4648 base32 in lower case, without padding. Unlike hex, it practically never contains twelve digits in a
 * row, which every search for leaked PANs would report.
 */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(buffer >> (bits - 5)) & 31];
    buffer &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(buffer << (5 - bits)) & 31];
}

/** Makes ids of 26 characters (128 bits), and secrets of 52 that cannot be guessed. */
export interface Identifiers {
  readonly next: () => string;
  readonly secret: () => string;
}

/** Creates identifiers from a source of random bytes. */
export const createIdentifiers = (random: (size: number) => Uint8Array): Identifiers => ({
  next: () => base32(random(16)),
  secret: () => base32(random(32)),
});
