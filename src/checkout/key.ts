import { calculateJwkThumbprint, type JWK } from 'jose';
import { type Clock, systemClock } from '../clock/clock.js';
import { withDeadline } from '../clock/deadline.js';
import { type Fetch, send, TransportError } from '../http/request.js';
import { judgeUrl } from '../url/safe-url.js';
import { judgeRsaKey, readSpki, type RsaKey } from '../wire/rsa-key.js';
import { base64url, bytesOfBase64url } from './base64url.js';
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
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const unusable = (
  expected: string,
  got: string,
  cure = "Copy the shop's public key from the gateway once more.",
): SealError => new SealError('key_unusable', `Expected ${expected}; got ${got}. ${cure}`);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A member as an error shows it: what a document brings can be of any type and length. */
const shown = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 40) : `type ${typeof value}`);

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

/** Why a key is not meant for encrypting as we do (RFC 7517, 4.2 to 4.4), as what was expected and what came. */
function judgePurpose({ use = 'enc', alg = 'RSA-OAEP-256', key_ops: operations = ['encrypt'] }: JWK): [string, string] | undefined {
  if (use !== 'enc') return ['a key for encryption', `one for another use (${shown(use)})`];
  if (alg !== 'RSA-OAEP-256') return ['a key for RSA-OAEP-256', `one for ${shown(alg)}`];
  const encrypts = Array.isArray(operations) && operations.some((one) => one === 'encrypt' || one === 'wrapKey');
  return encrypts ? undefined : ['a key whose key_ops have encrypt or wrapKey', 'one for other operations'];
}

/** Imports a key that a gateway can have issued: with e = 1 the "encryption" would change nothing. */
async function importRsaKey(key: RsaKey): Promise<EncryptionKey> {
  const problem = judgeRsaKey(key);
  if (problem) throw unusable(...problem);
  const jwk = { kty: 'RSA', n: base64url(key.n), e: base64url(key.e) };
  const crypto = subtle();
  try {
    const cryptoKey = await crypto.importKey('jwk', jwk, ALGORITHM, false, ['encrypt']);
    return { cryptoKey, thumbprint: await calculateJwkThumbprint(jwk) };
  } catch {
    throw unusable('an RSA public key', 'one the browser could not import');
  }
}

/**
 * Judges a JWK before any library sees it, and imports it. Only a key that the gateway can have issued passes: RSA, 2048 to
 * 16384 bits, e = 65537, public, for encryption.
 *
 * @throws SealError `key_unusable`, `insecure_context`.
 */
export async function importKey(jwk: JWK): Promise<EncryptionKey> {
  // What a merchant's function or a document on the network brings can be anything.
  if (!isObject(jwk)) throw unusable('a JWK', `a value of type ${typeof jwk}`);
  if (jwk.kty !== 'RSA') throw unusable('an RSA key', `a key of type ${shown(jwk.kty)}`);
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) {
    throw unusable('a public key', 'a private one; it is no secret any more, so ask the gateway for a new pair');
  }
  const problem = judgePurpose(jwk);
  if (problem) throw unusable(...problem);
  const [n, e] = [bytesOfBase64url(jwk.n), bytesOfBase64url(jwk.e)];
  if (!n || !e) throw unusable('modulus and exponent in base64url', 'other characters');
  return importRsaKey({ n, e });
}

/**
 * Imports a shop's public key: bare base64 of its DER SubjectPublicKeyInfo, without PEM armour, as the gateway shows
 * it. White space from copying is forgiven.
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
  if (!key) throw unusable('a public key in bare base64 (MIIBIjANBg…, 392 characters)', `${text.length} characters that are not one`);
  return importRsaKey(key);
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
  const { status, body } = await send(fetch, { method: 'GET', url: address, headers: { Accept: 'application/json' }, signal });
  // What a server sends with an error, or a proxy has changed (203), need not be the gateway's.
  if (status !== 200) throw unusable('a JWK Set with status 200', `an answer with status ${status}`, 'Check the address in encryptionKey.');
  const keys = (body as { keys?: unknown } | undefined)?.keys;
  if (!Array.isArray(keys)) throw unusable('a JWK Set', 'another document');
  if (!keys.every(isObject)) throw unusable('a JWK Set', 'one that holds something else than keys');
  const kids = keys.map((key: JWK) => key.kid);
  if (new Set(kids).size !== kids.length) throw unusable('a JWK Set in which each kid is unique', 'a kid that occurs twice');
  const fit = keys.filter((key: JWK) => key.kty === 'RSA' && !judgePurpose(key));
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
