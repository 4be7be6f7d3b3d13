import { withoutPan } from '../../../src/wire/response/without-pan.js';

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

/** The kinds of records that the family names by a prefix and 16 hex digits. */
export type Prefix = 'cst' | 'pln' | 'prd' | 'sbs';

/** Makes ids in the family's forms, and secrets of 52 characters that cannot be guessed. */
export interface Identifiers {
  /** A UUID, or with a prefix `pln_0123456789abcdef`. */
  readonly next: (prefix?: Prefix) => string;
  readonly secret: () => string;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

// RFC 9562, 5.4: version 4.
function uuid(bytes: Uint8Array): string {
  const [version, variant] = [(bytes[6]! & 0x0f) | 0x40, (bytes[8]! & 0x3f) | 0x80];
  const digits = hex(Uint8Array.of(...bytes.subarray(0, 6), version, bytes[7]!, variant, ...bytes.subarray(9)));
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Creates identifiers from a source of random bytes. */
export function createIdentifiers(random: (size: number) => Uint8Array): Identifiers {
  function next(prefix?: Prefix): string {
    const id = prefix ? `${prefix}_${hex(random(8))}` : uuid(random(16));
    // Twelve digits in a row look like a card number, and would be removed from the log.
    return withoutPan(id) === id ? id : next(prefix);
  }
  return { next, secret: () => base32(random(32)) };
}
