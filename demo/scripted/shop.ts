import { calculateJwkThumbprint } from 'jose';
import type { CardShop } from '../gateway/card/sections.js';

/** A shop of a scripted gateway. */
export interface ScriptedShop extends CardShop {
  readonly id: number;
  readonly name: string;
  /** Bare base64 of the DER SubjectPublicKeyInfo: Bearer credential and encryption key at once. */
  readonly publicKey: string;
  /** Where payers go after a payment, unless the order or the product has an address (spec 2.7). */
  readonly shopUrl?: string;
}

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
/** RFC 8017, A.1.1: e = 65537. */
const EXPONENT = new Uint8Array([1, 0, 1]);

/** Creates an RSA key pair as a gateway issues one. */
export const createKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ ...ALGORITHM, modulusLength: 2048, publicExponent: EXPONENT }, true, ['encrypt', 'decrypt']);

/** Creates a shop; without `keys`, it gets new ones. */
export async function createShop({
  keys,
  ...settings
}: Partial<Pick<ScriptedShop, 'id' | 'name' | 'pciCertified' | 'shopUrl'>> & {
  readonly keys?: CryptoKeyPair;
} = {}): Promise<ScriptedShop> {
  const { publicKey, privateKey } = keys ?? (await createKeys());
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
  return {
    id: 1001,
    name: 'Corner Store',
    pciCertified: false,
    ...settings,
    privateKey,
    publicKey: btoa(String.fromCharCode(...spki)),
    thumbprint: await calculateJwkThumbprint(await crypto.subtle.exportKey('jwk', publicKey)),
  };
}

/** Reads a key pair from the text of its private key in PKCS #8, in base64 with or without PEM armour. */
export async function readKeys(pkcs8: string): Promise<CryptoKeyPair> {
  const bytes = Uint8Array.from(atob(pkcs8.replaceAll(/-----[^-]+-----|\s/g, '')), (byte) => byte.charCodeAt(0));
  const privateKey = await crypto.subtle.importKey('pkcs8', bytes, ALGORITHM, true, ['decrypt']);
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', privateKey);
  const jwk = { kty, n, e } as JsonWebKey;
  return { privateKey, publicKey: await crypto.subtle.importKey('jwk', jwk, ALGORITHM, true, ['encrypt']) };
}
