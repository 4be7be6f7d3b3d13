import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';
import { hex, integer } from '../wire/der.js';

export const file = JSON.parse(readFileSync(new URL('../../docs/samples/seals/key.json', import.meta.url), 'utf8')) as {
  public_key: string;
  public_jwk: { kty: string; n: string; e: string };
  private_jwk: JWK;
  private_pem: string;
  thumbprint: string;
};
export const { public_key: spki, public_jwk: jwk, private_jwk: secret, thumbprint } = file;

export const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

export const modulus = Buffer.from(jwk.n, 'base64url');
export const n = integer(modulus);
export const zero = hex('00');
export const evenModulus = Buffer.concat([modulus.subarray(0, -1), Buffer.from([modulus.at(-1)! - 1])]);
export const hugeModulus = Buffer.alloc(1 << 20, 0xff);
