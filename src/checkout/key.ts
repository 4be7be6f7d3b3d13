import type { JWK } from 'jose';
import { judgeRsaKey, readSpki, type RsaKey } from '../wire/rsa-key.js';
import { base64url, bytesOfBase64url } from './base64url.js';
import { SealError } from './errors.js';

/** A valid encryption key, ready to use. */
export interface EncryptionKey {
  readonly cryptoKey: CryptoKey;
  /** RFC 7638 SHA-256 thumbprint: the `kid` of everything sealed with this key. */
  readonly thumbprint: string;
}

/** A public key: a JWK, or the bare base64 text that the gateway shows. */
export type KeySource = JWK | string;

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const unusable = (expected: string, got: string, cure = "Copy the shop's public key from the gateway again."): SealError =>
  new SealError('key_unusable', `Expected ${expected}; got ${got}. ${cure}`);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A JWK member as an error message shows it: a foreign document can contain values of any type and length. */
const shown = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 40) : `of type ${typeof value}`);

/** WebCrypto exists only on pages that were loaded over https, or from this machine. */
function subtle(): SubtleCrypto {
  const webCrypto = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (webCrypto) return webCrypto;
  throw new SealError(
    'insecure_context',
    'Expected a secure context, where card data can be encrypted; this page is not one. ' +
      'Serve it over https, or from http://localhost while developing.',
  );
}

/** Why a key is not meant for this encryption (RFC 7517, 4.2 to 4.4): what was expected, and what came. */
function judgePurpose({
  use = 'enc',
  alg = 'RSA-OAEP-256',
  key_ops: operations = ['encrypt'],
}: JWK): [string, string] | undefined {
  if (use !== 'enc') return ['a key for encryption', `one whose use is ${shown(use)}`];
  if (alg !== 'RSA-OAEP-256') return ['a key for RSA-OAEP-256', `one whose alg is ${shown(alg)}`];
  const encrypts = Array.isArray(operations) && operations.some((one) => one === 'encrypt' || one === 'wrapKey');
  return encrypts ? undefined : ['a key whose key_ops include encrypt or wrapKey', 'one for other operations'];
}

/** RFC 7638, 3.2 and 3.3: the hash of the required members in lexicographic order, without white space. */
async function thumbprintOf(n: string, e: string): Promise<string> {
  const members = new TextEncoder().encode(JSON.stringify({ e, kty: 'RSA', n }));
  return base64url(new Uint8Array(await subtle().digest('SHA-256', members)));
}

/** Imports a key that a gateway could have issued: with e = 1 the "encryption" would change nothing. */
async function importRsaKey(key: RsaKey): Promise<EncryptionKey> {
  const problem = judgeRsaKey(key);
  if (problem) throw unusable(...problem);
  const jwk = { kty: 'RSA', n: base64url(key.n), e: base64url(key.e) };
  const crypto = subtle();
  try {
    const cryptoKey = await crypto.importKey('jwk', jwk, ALGORITHM, false, ['encrypt']);
    return { cryptoKey, thumbprint: await thumbprintOf(jwk.n, jwk.e) };
  } catch {
    throw unusable('an RSA public key', 'one the browser could not import');
  }
}

/** A JWK is validated before any library sees it. */
function readJwk(jwk: JWK): RsaKey {
  // A page can pass anything.
  if (!isObject(jwk)) throw unusable('a JWK, or a public key in bare base64', `a value of type ${typeof jwk}`);
  if (jwk.kty !== 'RSA') throw unusable('an RSA key', `one whose kty is ${shown(jwk.kty)}`);
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) {
    throw unusable('a public key', 'a private one; it is no longer secret, so ask the gateway for a new pair');
  }
  const problem = judgePurpose(jwk);
  if (problem) throw unusable(...problem);
  const [n, e] = [bytesOfBase64url(jwk.n), bytesOfBase64url(jwk.e)];
  if (!n || !e) throw unusable('modulus and exponent in base64url', 'other characters');
  return { n, e };
}

/** White space from copying is ignored. */
function readBase64(base64: string): RsaKey {
  const text = base64.replaceAll(/\s/g, '');
  if (text.includes('-----')) {
    throw unusable('a public key in bare base64 (MIIBIjANBg…)', 'PEM, with its BEGIN and END lines');
  }
  let key: RsaKey | undefined;
  try {
    key = readSpki(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  } catch {
    // Not base64.
  }
  if (key) return key;
  throw unusable('a public key in bare base64 (MIIBIjANBg…, 392 characters)', `${text.length} characters that are not one`);
}

/** Imports a shop's public key as the gateway shows it: see `importKey`. Elements take no other, so that their files have no reader of JWKs. */
export async function importPublicKey(base64: string): Promise<EncryptionKey> {
  subtle();
  return importRsaKey(readBase64(base64));
}

/**
 * Imports a shop's public key: a JWK, or the base64 of its DER SubjectPublicKeyInfo as the gateway shows it, without PEM armour. It
 * accepts only keys that the gateway could have issued: RSA, 2048 to 16384 bits, e = 65537, public, for encryption.
 *
 * @example
 * const key = await importKey('MIIBIjANBg…');
 *
 * @throws SealError `key_unusable`, `insecure_context`.
 */
export async function importKey(source: KeySource): Promise<EncryptionKey> {
  subtle();
  return importRsaKey(typeof source === 'string' ? readBase64(source) : readJwk(source));
}
