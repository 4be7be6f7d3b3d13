/** An RSA public key: modulus and public exponent as unsigned numbers, the highest byte first. */
export interface RsaKey {
  readonly n: Uint8Array;
  readonly e: Uint8Array;
}

const SMALLEST_MODULUS = 2048;
/** The largest that browsers work with. */
const LARGEST_MODULUS = 16_384;

/**
 * Why a key can't be one that a gateway has issued, as what was expected and what came; undefined when it can.
 *
 * Libraries take much more: with exponent 1 everybody reads what is encrypted and signs what is verified.
 */
export function judgeRsaKey({ n, e }: RsaKey): readonly [expected: string, got: string] | undefined {
  const exponent = e.length > 4 ? 'a larger one' : e.reduce((value, byte) => value * 256 + byte, 0);
  if (e[0] !== 1 || exponent !== 65537) return ['the public exponent 65537 (AQAB in a JWK)', `${exponent}`];
  // RFC 7518, 6.3.1.1. With a zero in front the key's thumbprint would be another one.
  if (!n[0]) return ['a modulus without leading zeros', 'one with them'];
  const bits = n.length * 8 + 24 - Math.clz32(n[0]);
  if (bits < SMALLEST_MODULUS) return [`a modulus of ${SMALLEST_MODULUS} bits or more`, `${bits} bits`];
  if (bits > LARGEST_MODULUS) return [`a modulus of at most ${LARGEST_MODULUS} bits`, `${bits} bits`];
  return n.at(-1)! % 2 ? undefined : ['an odd modulus, the product of two primes', 'an even one'];
}

/** rsaEncryption with its parameter NULL (RFC 3279, 2.3.1). Keys for RSASSA-PSS have another algorithm. */
const RSA_ENCRYPTION = '6,9,42,134,72,134,247,13,1,1,1,5,0';

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const SEQUENCE = 0x30;

/** The content of the DER element that the bytes begin with, and the bytes after it. */
function take(tag: number, bytes: Uint8Array): readonly [content: Uint8Array, rest: Uint8Array] {
  let start = 2;
  let length = bytes[1]!;
  if (length >= 0x80) {
    start += length - 0x80;
    length = 0;
    for (const digit of bytes.subarray(2, start)) length = length * 256 + digit;
    // X.690, 10.1: no longer than it has to be.
    if (length < 0x80 || bytes[2] === 0) throw new RangeError('length');
  }
  const end = start + length;
  if (bytes[0] !== tag || !(end <= bytes.length)) throw new RangeError('element');
  return [bytes.subarray(start, end), bytes.subarray(end)];
}

/** The content of the one DER element that the bytes are. */
function only(tag: number, bytes: Uint8Array): Uint8Array {
  const [content, rest] = take(tag, bytes);
  if (rest.length > 0) throw new RangeError('rest');
  return content;
}

/** The bytes of a non-negative INTEGER, without the zero that keeps it from being negative. */
function unsigned(content: Uint8Array): Uint8Array {
  const bytes = content[0] === 0 ? content.subarray(1) : content;
  const needsZero = bytes[0]! >= 0x80;
  if (content.length === 0 || needsZero !== bytes.length < content.length) throw new RangeError('integer');
  return bytes;
}

/**
 * Reads the DER SubjectPublicKeyInfo of an RSA key (RFC 5280, 4.1.2.7; RFC 8017, A.1.1).
 *
 * @returns undefined for everything else: another algorithm, bytes before or after the key, BER that is not DER.
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
