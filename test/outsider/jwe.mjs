// An encrypted card section, made with node:crypto alone (RFC 7516 compact form, RSA-OAEP-256 + A256GCM).
import { constants, createCipheriv, createHash, createPublicKey, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';

const base64url = (data) => Buffer.from(data).toString('base64url');

/** The shop's public key (bare base64 of the SubjectPublicKeyInfo) as a node key object. */
export const readKey = (publicKey) => createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });

/** RFC 7638: the required members in lexicographic order, no white space, SHA-256. */
export function thumbprint(key) {
  const { e, n } = key.export({ format: 'jwk' });
  return createHash('sha256').update(`{"e":"${e}","kty":"RSA","n":"${n}"}`).digest('base64url');
}

/** 16 random bytes; both sections of one request carry the same. */
export const newAttempt = () => randomBytes(16).toString('base64url');

/** What a source is bound to as its recipient: one that is encrypted too, or a saved one by its token's SHA-256. */
export const recipientName = (card) => (card.token === undefined ? 'sealed' : createHash('sha256').update(card.token).digest('base64url'));

/** The plaintext object of a section, before padding. */
export function plaintext(fields, { boundTo, attempt, iat = Math.floor(Date.now() / 1000), jti = randomUUID() }) {
  return { ...fields, iat, jti, bound_to: boundTo, attempt };
}

/** Serialises and fills to 576 bytes with `pad`. */
export function padded(object, size = 576) {
  const bare = Buffer.byteLength(JSON.stringify({ ...object, pad: '' }));
  return JSON.stringify({ ...object, pad: 'x'.repeat(Math.max(0, size - bare)) });
}

const OAEP = {
  'RSA-OAEP-256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
  'RSA-OAEP': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  'RSA1_5': { padding: constants.RSA_PKCS1_PADDING },
};
const CIPHER = { A256GCM: ['aes-256-gcm', 32], A128GCM: ['aes-128-gcm', 16] };

/** Encrypts text (or bytes) to a compact JWE; `header` replaces members of the standard header (undefined removes one). */
export function encrypt(text, publicKey, { header = {}, recipientKey = publicKey } = {}) {
  const key = readKey(publicKey);
  const full = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: thumbprint(key), typ: 'JOSE', cty: 'application/json', ...header };
  const [cipherName, keyLength] = CIPHER[full.enc];
  const contentKey = randomBytes(keyLength);
  const wrapped = publicEncrypt({ key: readKey(recipientKey), ...OAEP[full.alg] }, contentKey);
  const head = base64url(JSON.stringify(full));
  const iv = randomBytes(12);
  const cipher = createCipheriv(cipherName, contentKey, iv);
  cipher.setAAD(Buffer.from(head, 'ascii'));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return [head, base64url(wrapped), base64url(iv), base64url(body), base64url(cipher.getAuthTag())].join('.');
}
