import { calculateJwkThumbprint, type JWK } from 'jose';
import { type Clock, systemClock } from '../clock/clock.js';
import { withDeadline } from '../clock/deadline.js';
import { type Fetch, send, TransportError } from '../http/request.js';
import { judgeUrl } from '../url/safe-url.js';
import { SealError } from './errors.js';

/** A key that passed the policy, ready to encrypt. */
export interface EncryptionKey {
  readonly cryptoKey: CryptoKey;
  /** RFC 7638 SHA-256 thumbprint, the `kid` of what is sealed with it. */
  readonly thumbprint: string;
}

/** Where a key comes from: a JWK, the address of a JWK Set, or a function that finds a JWK. */
export type KeySource = JWK | string | (() => Promise<JWK>);

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const SMALLEST_MODULUS = 2048;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const unusable = (expected: string, got: string): SealError =>
  new SealError(
    'key_unusable',
    `Expected ${expected}; got ${got}. Copy the shop's public key from the gateway once more.`,
  );

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** WebCrypto exists only where the page came over https, or from this machine. */
function subtle(): SubtleCrypto {
  const found = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (found) return found;
  throw new SealError(
    'insecure_context',
    'Expected a secure context, where card data can be encrypted; this page is not one. ' +
      'Serve it over https, or from http://localhost while developing.',
  );
}

function modulusBits(n: string): number {
  const bytes = Uint8Array.from(atob(n.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first]!) + 24;
}

/**
 * Judges a JWK before any library sees it, and imports it.
 *
 * A substituted key can make ciphertext that anybody reads (with e = 1 the "encryption" changes nothing, and libraries
 * accept it), so only what the gateway can have issued passes: RSA, 2048 bits or more, e = 65537, public, for
 * encryption.
 *
 * @throws SealError `key_unusable`, `insecure_context`.
 */
export async function importKey(jwk: JWK): Promise<EncryptionKey> {
  // What a merchant's function or a document on the network brings can be anything.
  if (!isObject(jwk)) throw unusable('a JWK', `a value of type ${typeof jwk}`);
  const { kty, n, e, use, alg } = jwk;
  if (kty !== 'RSA' || typeof n !== 'string') throw unusable('an RSA key', `a key of type ${String(kty)}`);
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) {
    throw unusable('a public key', 'a private one; it is no secret any more, so ask the gateway for a new pair');
  }
  if (e !== 'AQAB') throw unusable('the public exponent 65537 (AQAB)', `another one (${String(e)})`);
  if (use !== undefined && use !== 'enc') throw unusable('a key for encryption', `one for another use (${use})`);
  if (alg !== undefined && alg !== 'RSA-OAEP-256') throw unusable('a key for RSA-OAEP-256', `one for ${alg}`);
  let bits: number;
  try {
    bits = modulusBits(n);
  } catch {
    throw unusable('a modulus in base64url', 'other characters');
  }
  if (bits < SMALLEST_MODULUS) throw unusable(`a modulus of ${SMALLEST_MODULUS} bits or more`, `${bits} bits`);
  const bare = { kty: 'RSA', n, e };
  try {
    const cryptoKey = await subtle().importKey('jwk', bare, ALGORITHM, false, ['encrypt']);
    return { cryptoKey, thumbprint: await calculateJwkThumbprint(bare) };
  } catch (error) {
    if (error instanceof SealError) throw error;
    throw unusable('an RSA public key', 'one the browser could not import');
  }
}

/**
 * Imports a shop's public key: bare base64 of its DER SubjectPublicKeyInfo, without PEM armour, as the gateway shows
 * it. White space from copying is forgiven.
 *
 * @throws SealError `key_unusable`, `insecure_context`.
 */
export async function importPublicKey(base64: string): Promise<EncryptionKey> {
  const crypto = subtle();
  const text = base64.replaceAll(/\s/g, '');
  if (text.includes('-----')) {
    throw unusable('a public key in bare base64 (MIIBIjANBg…)', 'PEM, with its BEGIN and END lines');
  }
  let jwk: JsonWebKey;
  try {
    const der = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    // Extractable only to read it back for the policy; the key that encrypts is imported anew.
    jwk = await crypto.exportKey('jwk', await crypto.importKey('spki', der, ALGORITHM, true, ['encrypt']));
  } catch {
    throw unusable('a public key in bare base64 (MIIBIjANBg…, 392 characters)', `${text.length} characters that are not one`);
  }
  return importKey({ kty: 'RSA', n: jwk.n!, e: jwk.e! });
}

/** How long an address or a function may take to bring a key, in milliseconds. */
const PATIENCE = 30_000;

const lateFunction = (): SealError => unusable('encryptionKey to find a key', 'none within 30 seconds');
const lateDownload = (): TransportError =>
  new TransportError('network_timeout', 'Expected the JWK Set of encryptionKey within 30 seconds; it did not come.');

async function ask(source: () => Promise<JWK>, signal: AbortSignal): Promise<JWK> {
  try {
    return await source();
  } catch {
    signal.throwIfAborted();
    throw unusable('encryptionKey to find a key', 'an error from the function');
  }
}

async function download(address: string, fetch: Fetch, signal: AbortSignal): Promise<JWK> {
  const verdict = judgeUrl(address);
  if ('problem' in verdict) throw unusable('the https address of a JWK Set', `"${address}", but ${verdict.problem}`);
  const { body } = await send(fetch, { method: 'GET', url: address, headers: { Accept: 'application/json' }, signal });
  const keys = (body as { keys?: unknown } | undefined)?.keys;
  if (!Array.isArray(keys)) throw unusable('a JWK Set', 'another document');
  if (!keys.every(isObject)) throw unusable('a JWK Set', 'one that holds something else than keys');
  const kids = keys.map((key: JWK) => key.kid);
  if (new Set(kids).size !== kids.length) throw unusable('a JWK Set in which each kid is unique', 'a kid that occurs twice');
  const fit = keys.filter(
    ({ kty, use = 'enc', alg = 'RSA-OAEP-256' }: JWK) => kty === 'RSA' && use === 'enc' && alg === 'RSA-OAEP-256',
  );
  if (fit.length !== 1) throw unusable('a JWK Set with one RSA key for encryption', `${fit.length} of them`);
  return fit[0] as JWK;
}

/**
 * Imports a key from any source a merchant can name. From a JWK Set the one usable key is taken; two with one `kid`,
 * or none or several that fit, are refused. An address or a function that takes more than 30 seconds is given up.
 *
 * @throws SealError, TransportError, or the signal's reason.
 */
export async function findKey(
  source: KeySource,
  fetch: Fetch,
  signal?: AbortSignal,
  clock: Clock = systemClock,
): Promise<EncryptionKey> {
  if (typeof source === 'object') return importKey(source);
  const deadline = { clock, signal, milliseconds: PATIENCE };
  return importKey(
    typeof source === 'function'
      ? await withDeadline((until) => ask(source, until), { ...deadline, late: lateFunction })
      : await withDeadline((until) => download(source, fetch, until), { ...deadline, late: lateDownload }),
  );
}
