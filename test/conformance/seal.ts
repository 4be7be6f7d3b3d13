import { createHash, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { CompactEncrypt, importSPKI } from 'jose';

// Sealed card sections as the README describes them to operators ("format of an encrypted card section"), written for
// this suite: the package's own sealing must not be what confirms it.

export type Section = Readonly<Record<string, unknown>>;

/** What a section is sealed for. */
export interface SealFor {
  readonly operation: 'check' | 'transfer' | 'order';
  readonly section: 'credit_card' | 'recipient_card';
  readonly amount: unknown;
  readonly currency: unknown;
  readonly tracking_id?: unknown;
  readonly product_id?: unknown;
}

/** What a check of tampered seals changes. */
export interface Bend {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly boundTo?: Readonly<Record<string, unknown>>;
  /** Bare base64 SubjectPublicKeyInfo of another key. */
  readonly publicKey?: string;
}

const PLAINTEXT = 512;

/** 16 random bytes: the same in both sections of one request, and nowhere in clear. */
export const newAttempt = (): string => randomBytes(16).toString('base64url');

const pem = (publicKey: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${publicKey.replaceAll(/(.{64})/g, '$1\n').trimEnd()}\n-----END PUBLIC KEY-----`;

/** RFC 7638, section 3: the key's required members in order, without white space, by SHA-256. */
function thumbprint(publicKey: string): string {
  const { e, n } = createPublicKey(pem(publicKey)).export({ format: 'jwk' });
  return createHash('sha256').update(`{"e":"${e}","kty":"RSA","n":"${n}"}`).digest('base64url');
}

function padded(content: Section): string {
  const bare = Buffer.byteLength(JSON.stringify({ ...content, pad: '' }));
  return JSON.stringify({ ...content, pad: 'x'.repeat(Math.max(0, PLAINTEXT - bare)) });
}

/** Seals one card section: a compact JWE for its `token`. `now` in milliseconds since the epoch. */
export async function sealSection(
  publicKey: string, fields: Section, { tracking_id, product_id, ...bound }: SealFor, attempt: string, now: number, bend: Bend = {},
): Promise<string> {
  const content = {
    ...fields,
    iat: Math.floor(now / 1000),
    jti: randomUUID(),
    bound_to: { ...bound, ...(tracking_id !== undefined && { tracking_id }), ...(product_id !== undefined && { product_id }), ...bend.boundTo },
    attempt,
    ...bend.claims,
  };
  const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: thumbprint(publicKey), typ: 'JOSE', cty: 'application/json', ...bend.header };
  const key = await importSPKI(pem(bend.publicKey ?? publicKey), header.alg);
  return new CompactEncrypt(new TextEncoder().encode(padded(content))).setProtectedHeader(header).encrypt(key);
}
