/** One DER element (X.690): tag, the shortest encoding of its length, content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const digits: number[] = [];
  for (let rest = body.length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  const length = body.length < 128 ? [body.length] : [0x80 + digits.length, ...digits];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/** Bytes from hexadecimal digits. */
export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex');

/** rsaEncryption with the parameter NULL (RFC 3279, 2.3.1). */
export const RSA_ENCRYPTION = hex('06 09 2a864886f70d010101 05 00');

/** A non-negative INTEGER. */
export const integer = (bytes: Uint8Array): Buffer => der(0x02, Buffer.from(bytes[0]! > 0x7f ? [0] : []), bytes);

/** The SubjectPublicKeyInfo of an RSA key in base64; a test can replace any part of it. */
export function spki({
  algorithm = RSA_ENCRYPTION,
  n,
  e = integer(hex('010001')),
  unused = 0,
  inKey = [],
  inBits = [],
  inside = [],
  after = [],
}: {
  algorithm?: Uint8Array;
  /** The INTEGER of the modulus. */
  n: Uint8Array;
  e?: Uint8Array;
  /** Unused bits of the BIT STRING. */
  unused?: number;
  inKey?: Uint8Array[];
  inBits?: Uint8Array[];
  inside?: Uint8Array[];
  after?: Uint8Array[];
}): string {
  const key = der(0x30, n, e, ...inKey);
  const bits = der(0x03, Buffer.from([unused]), key, ...inBits);
  return Buffer.concat([der(0x30, der(0x30, algorithm), bits, ...inside), ...after]).toString('base64');
}
