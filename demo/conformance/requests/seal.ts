import {
  constants,
  createCipheriv,
  createHash,
  createPublicKey,
  publicEncrypt,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto';

// Sealed card sections as docs/operators.md describes them ("format of an encrypted card section"), written for this
// suite, because the package's own sealing must not confirm itself.

export type Section = Readonly<Record<string, unknown>>;

/** What a section is sealed for. */
export interface SealFor {
  readonly operation: 'check' | 'transfer' | 'order';
  readonly section: 'credit_card' | 'recipient_card';
  readonly amount: unknown;
  readonly currency: unknown;
  readonly tracking_id?: unknown;
  readonly product_id?: unknown;
  /** For a transfer: what it asks to be kept. */
  readonly contract?: unknown;
  /** For the source of a check or transfer: the recipient's name from `recipientName`. */
  readonly recipient?: string | undefined;
}

/** Changes to a seal, to test tampered ones. */
export interface Tampering {
  readonly header?: Readonly<Record<string, unknown>>;
  /** Changes the header's JSON text. */
  readonly headerText?: (json: string) => string;
  /** Changes the plaintext's JSON text. */
  readonly plaintext?: (json: string) => string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly boundTo?: Readonly<Record<string, unknown>>;
  /** Bare base64 SubjectPublicKeyInfo of another key. */
  readonly publicKey?: string;
  /** The jti of both sections. Default: a new one for each. */
  readonly jti?: string;
  /** The attempt of both sections. Default: a new one. */
  readonly attempt?: string;
}

const PLAINTEXT = 640;

/** 16 random bytes: the same in both sections of one request, and nowhere in plain text. */
export const newAttempt = (): string => randomBytes(16).toString('base64url');

/** How a sealed source names the recipient that is sent with it: a sealed one, a saved one by its token's SHA-256, or none. */
export function recipientName(recipient: Section | undefined): string | undefined {
  if (!recipient) return undefined;
  const { token } = recipient;
  return typeof token === 'string' ? createHash('sha256').update(token).digest('base64url') : 'sealed';
}

const keyOf = (publicKey: string): KeyObject =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });

/** RFC 7638, section 3: the key's required members in order, without white space, by SHA-256. */
function thumbprint(publicKey: string): string {
  const { e, n } = keyOf(publicKey).export({ format: 'jwk' });
  return createHash('sha256').update(`{"e":"${e}","kty":"RSA","n":"${n}"}`).digest('base64url');
}

/** RFC 7516, section 7.1: a compact JWE. It also has algorithms outside the profile, which must be refused. */
function encrypt(text: string, key: KeyObject, header: Readonly<{ alg: string; enc: string }>, headerText: string): string {
  const first = Buffer.from(headerText).toString('base64url');
  const contentKey = randomBytes(header.enc === 'A128GCM' ? 16 : 32);
  const iv = randomBytes(12);
  const cipher = createCipheriv(header.enc === 'A128GCM' ? 'aes-128-gcm' : 'aes-256-gcm', contentKey, iv).setAAD(
    Buffer.from(first),
  );
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
  const oaepHash = header.alg === 'RSA-OAEP' ? 'sha1' : 'sha256';
  const wrapped = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, contentKey);
  return [first, ...[wrapped, iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

function padded(content: Section): string {
  const bare = Buffer.byteLength(JSON.stringify({ ...content, pad: '' }));
  return JSON.stringify({ ...content, pad: 'x'.repeat(Math.max(0, PLAINTEXT - bare)) });
}

/** Seals one card section: a compact JWE for its `token`. `now` in milliseconds since the epoch. */
export function sealSection(
  { publicKey, attempt, now }: Readonly<{ publicKey: string; attempt: string; now: number }>,
  fields: Section,
  bound: SealFor,
  {
    header: members,
    headerText = (json) => json,
    plaintext = (json) => json,
    boundTo,
    claims,
    publicKey: encryptsFor = publicKey,
  }: Tampering = {},
): string {
  const content = {
    ...fields,
    iat: Math.floor(now / 1000),
    jti: randomUUID(),
    // JSON leaves out what is undefined.
    bound_to: { ...bound, ...boundTo },
    attempt,
    ...claims,
  };
  const header = {
    alg: 'RSA-OAEP-256',
    enc: 'A256GCM',
    kid: thumbprint(publicKey),
    typ: 'JOSE',
    cty: 'application/json',
    ...members,
  };
  const text = claims && 'pad' in claims ? JSON.stringify(content) : padded(content);
  return encrypt(plaintext(text), keyOf(encryptsFor), header, headerText(JSON.stringify(header)));
}
