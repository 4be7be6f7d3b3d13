import { judgeRsaKey, readSpki } from '../../wire/rsa-key.js';

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const CURE = "Paste the shop's public key as the gateway shows it: one line of base64, without BEGIN and END lines.";

const unusable = (expected: string, got: string, options?: ErrorOptions): TypeError =>
  new TypeError(`publicKey: expected ${expected}; got ${got}. ${CURE}`, options);

/** Decodes base64; undefined when the text is not base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0)!);
  } catch {
    return undefined;
  }
}

/**
 * The key that verifies the signatures of a shop's notifications.
 *
 * @param publicKey bare base64 of an RSA key's DER SubjectPublicKeyInfo.
 * @throws TypeError when it is anything else, or can't be a key that a gateway issued, such as one with an exponent other
 *   than 65537.
 */
export async function importSigningKey(publicKey: string): Promise<CryptoKey> {
  const der = bytesOfBase64(publicKey);
  if (!der) throw unusable('base64', 'a text that is not');
  const read = readSpki(der);
  if (!read) throw unusable('an RSA public key (DER SubjectPublicKeyInfo)', 'something else');
  const problem = judgeRsaKey(read);
  if (problem) throw unusable(...problem);
  return crypto.subtle.importKey('spki', der, ALGORITHM, false, ['verify']).catch((cause: unknown) => {
    throw unusable('an RSA public key', 'one that this platform could not import', { cause });
  });
}

/** Whether `signature` is the RSA-SHA256 (PKCS#1 v1.5) signature of `data` by the private half of `key`. */
export const isSignedBy = (key: CryptoKey, signature: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<boolean> =>
  crypto.subtle.verify(ALGORITHM, key, signature, data);
