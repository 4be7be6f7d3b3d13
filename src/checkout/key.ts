import type { JWK } from 'jose';
import { type Clock, systemClock } from '../clock/clock.js';
import { withDeadline } from '../clock/deadline.js';
import { type Fetch, send, TransportError } from '../http/request.js';
import { judgeUrl } from '../url/safe-url.js';
import { judgeRsaKey, readSpki, type RsaKey } from '../wire/rsa-key.js';
import { base64url, bytesOfBase64url } from './base64url.js';
import { SealError } from './errors.js';

/** A valid encryption key, ready to use. */
export interface EncryptionKey {
  readonly cryptoKey: CryptoKey;
  /** RFC 7638 SHA-256 thumbprint: the `kid` of everything sealed with this key. */
  readonly thumbprint: string;
}

/** Where a key comes from: a JWK, the address of a JWK Set, or a function that returns a JWK. */
export type KeySource = JWK | string | (() => Promise<JWK>);

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const unusable = (expected: string, got: string, cure = "Copy the shop's public key from the gateway again."): SealError =>
  new SealError('key_unusable', `Expected ${expected}; got ${got}. ${cure}`);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A JWK member as an error message shows it: a foreign document can contain values of any type and length. */
const shown = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 40) : `of type ${typeof value}`);

/** WebCrypto exists only on pages that were loaded over https, or from this machine. */
function subtle(): SubtleCrypto {
  const found = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (found) return found;
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

/**
 * Validates a JWK before any library sees it, and imports it. It accepts only keys that the gateway could have issued: RSA,
 * 2048 to 16384 bits, e = 65537, public, for encryption.
 *
 * @throws SealError `key_unusable`, `insecure_context`.
 */
export async function importKey(jwk: JWK): Promise<EncryptionKey> {
  // A merchant's function or a downloaded document can return anything.
  if (!isObject(jwk)) throw unusable('a JWK', `a value of type ${typeof jwk}`);
  if (jwk.kty !== 'RSA') throw unusable('an RSA key', `one whose kty is ${shown(jwk.kty)}`);
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) {
    throw unusable('a public key', 'a private one; it is no longer secret, so ask the gateway for a new pair');
  }
  const problem = judgePurpose(jwk);
  if (problem) throw unusable(...problem);
  const [n, e] = [bytesOfBase64url(jwk.n), bytesOfBase64url(jwk.e)];
  if (!n || !e) throw unusable('modulus and exponent in base64url', 'other characters');
  return importRsaKey({ n, e });
}

/**
 * Imports a shop's public key in the form that the gateway shows: the base64 of its DER SubjectPublicKeyInfo, without PEM
 * armour. White space from copying is ignored.
 *
 * @throws SealError `key_unusable`, `insecure_context`.
 */
export async function importPublicKey(base64: string): Promise<EncryptionKey> {
  subtle();
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
  if (!key)
    throw unusable('a public key in bare base64 (MIIBIjANBg…, 392 characters)', `${text.length} characters that are not one`);
  return importRsaKey(key);
}

/** How long a download or a function may take to return a key, in milliseconds. */
const TIMEOUT = 30_000;

const lateFunction = (): SealError => unusable('encryptionKey to return a key', 'none within 30 seconds');
const lateDownload = (): TransportError =>
  new TransportError('network_timeout', 'Expected the JWK Set of encryptionKey within 30 seconds; it did not come.');

async function ask(source: () => Promise<JWK>, signal: AbortSignal): Promise<JWK> {
  try {
    return await source();
  } catch {
    signal.throwIfAborted();
    throw unusable('encryptionKey to return a key', 'an error from the function');
  }
}

async function download(address: string, fetch: Fetch, signal: AbortSignal): Promise<JWK> {
  const verdict = judgeUrl(address);
  if ('problem' in verdict) throw unusable('the https address of a JWK Set', `"${address}", but ${verdict.problem}`);
  const { status, body } = await send(fetch, { method: 'GET', url: address, headers: { Accept: 'application/json' }, signal });
  // A body sent with an error, or changed by a proxy (203), may not be the gateway's.
  if (status !== 200)
    throw unusable('a JWK Set with status 200', `an answer with status ${status}`, 'Check the address in encryptionKey.');
  const keys = (body as { keys?: unknown } | undefined)?.keys;
  if (!Array.isArray(keys)) throw unusable('a JWK Set', 'another document');
  if (!keys.every(isObject)) throw unusable('a JWK Set', 'one that contains something other than keys');
  const kids = keys.map((key: JWK) => key.kid);
  if (new Set(kids).size !== kids.length) throw unusable('a JWK Set in which each kid is unique', 'a kid that occurs twice');
  const fit = keys.filter((key: JWK) => key.kty === 'RSA' && !judgePurpose(key));
  if (fit.length !== 1) throw unusable('a JWK Set with one RSA key for encryption', `${fit.length} of them`);
  return fit[0] as JWK;
}

/**
 * Imports a key from any source that a merchant can set. A JWK Set must contain exactly one usable key, and no `kid`
 * twice. A download or a function that takes more than 30 seconds is abandoned.
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
  const deadline = { clock, signal, milliseconds: TIMEOUT };
  return importKey(
    typeof source === 'function'
      ? await withDeadline((until) => ask(source, until), { ...deadline, late: lateFunction })
      : await withDeadline((until) => download(source, fetch, until), { ...deadline, late: lateDownload }),
  );
}
