/** An RSA public key: modulus and public exponent as unsigned big-endian numbers. */
export interface RsaKey {
  readonly n: Uint8Array;
  readonly e: Uint8Array;
}

const SMALLEST_MODULUS = 2048;
/** The largest modulus that browsers support. */
const LARGEST_MODULUS = 16_384;

/**
 * Why a key can't be one that a gateway issued: what was expected, and what came. Undefined when it can.
 *
 * Libraries accept much more: with exponent 1, anyone can decrypt the data and forge the signatures.
 */
export function judgeRsaKey({ n, e }: RsaKey): readonly [expected: string, got: string] | undefined {
  const exponent = e.length > 4 ? 'a larger one' : e.reduce((value, byte) => value * 256 + byte, 0);
  if (e[0] !== 1 || exponent !== 65537) return ['the public exponent 65537 (AQAB in a JWK)', `${exponent}`];
  // RFC 7518, 6.3.1.1. With a leading zero the key's thumbprint would be different.
  if (!n[0]) return ['a modulus without leading zeros', 'one with them'];
  const bits = n.length * 8 + 24 - Math.clz32(n[0]);
  if (bits < SMALLEST_MODULUS) return [`a modulus of ${SMALLEST_MODULUS} bits or more`, `${bits} bits`];
  if (bits > LARGEST_MODULUS) return [`a modulus of at most ${LARGEST_MODULUS} bits`, `${bits} bits`];
  return n.at(-1)! % 2 ? undefined : ['an odd modulus, the product of two primes', 'an even one'];
}

/** rsaEncryption with the parameter NULL (RFC 3279, 2.3.1). Keys for RSASSA-PSS use another algorithm identifier. */
const RSA_ENCRYPTION = '6,9,42,134,72,134,247,13,1,1,1,5,0';

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const SEQUENCE = 0x30;

/** The content of the first DER element of the bytes, and the bytes after it. */
function take(tag: number, bytes: Uint8Array): readonly [content: Uint8Array, rest: Uint8Array] {
  let start = 2;
  let length = bytes[1]!;
  if (length >= 0x80) {
    start += length - 0x80;
    length = 0;
    for (const digit of bytes.subarray(2, start)) length = length * 256 + digit;
    // X.690, 10.1: the length uses as few bytes as possible.
    if (length < 0x80 || bytes[2] === 0) throw new RangeError('length');
  }
  const end = start + length;
  if (bytes[0] !== tag || !(end <= bytes.length)) throw new RangeError('element');
  return [bytes.subarray(start, end), bytes.subarray(end)];
}

/** The content of the bytes' only DER element. */
function only(tag: number, bytes: Uint8Array): Uint8Array {
  const [content, rest] = take(tag, bytes);
  if (rest.length > 0) throw new RangeError('rest');
  return content;
}

/** The bytes of a non-negative INTEGER, without the leading zero that makes it non-negative. */
function unsigned(content: Uint8Array): Uint8Array {
  const bytes = content[0] === 0 ? content.subarray(1) : content;
  const needsZero = bytes[0]! >= 0x80;
  if (content.length === 0 || needsZero !== bytes.length < content.length) throw new RangeError('integer');
  return bytes;
}

/**
 * Reads the DER SubjectPublicKeyInfo of an RSA key (RFC 5280, 4.1.2.7; RFC 8017, A.1.1).
 *
 * @returns undefined for anything else: another algorithm, bytes before or after the key, BER that is not DER.
 */
export function readSpki(der: Uint8Array): RsaKey | undefined {
  try {
    const [algorithm, key] = take(SEQUENCE, only(SEQUENCE, der));
    const bits = only(BIT_STRING, key);
    if (algorithm.join() !== RSA_ENCRYPTION || bits[0] !== 0) return undefined;
    const [n, rest] = take(INTEGER, only(SEQUENCE, bits.subarray(1)));
    return { n: unsigned(n), e: unsigned(only(INTEGER, rest)) };
  } catch {
    return undefined;
  }
}
