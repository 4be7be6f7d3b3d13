import { base64url, compactDecrypt } from 'jose';
import type { SectionName } from '../../../src/wire/request/card-section.js';

/** The key that opens a shop's sealed sections. */
export interface OpeningKey {
  readonly privateKey: Parameters<typeof compactDecrypt>[1];
  /** RFC 7638 thumbprint of the public key: the `kid` of sealed sections. */
  readonly thumbprint: string;
}

/** The request that a section is sealed for. */
export interface Binding {
  readonly operation: 'check' | 'transfer' | 'order';
  readonly section: SectionName;
  readonly amount: unknown;
  readonly currency: unknown;
  readonly tracking_id?: unknown;
  /** For an order: the id of the product or plan. */
  readonly product_id?: unknown;
  /** For a transfer: what it asks to be kept (spec 2.5). */
  readonly contract?: unknown;
  /** For the source of a check or transfer: the name of the recipient beside it. */
  readonly recipient?: string | undefined;
}

/** A decrypted section: the card's fields, and the claims about the seal. */
export interface Opened {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly claims: {
    /** Unique per seal; identifies a repetition. */
    readonly jti: string;
    readonly iat: unknown;
    readonly bound_to: unknown;
    /** The same in both sections of a request. */
    readonly attempt: string;
  };
}

/** Seconds that a seal may be older or newer than the clock. */
export const SEAL_WINDOW = 900;

// The only accepted header: a choice of algorithms would allow weak ones, and a compressed plaintext could fill the memory.
const HEADER = { alg: 'RSA-OAEP-256', enc: 'A256GCM', typ: 'JOSE', cty: 'application/json' } as const;

/** Whether a token has the five parts of a compact JWE; a saved card's token has no dots. */
export const isSealed = (token: unknown): token is string => typeof token === 'string' && token.split('.').length === 5;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Does not drop a byte order mark, so that it makes the JSON invalid.
const parse = (bytes: Uint8Array): unknown =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));

/** Whether a token starts with the only accepted header, its members in any order. */
function hasOurHeader(token: string, { thumbprint }: OpeningKey): boolean {
  const encoded = token.slice(0, token.indexOf('.'));
  const header = parse(base64url.decode(encoded));
  const expected: Record<string, unknown> = { ...HEADER, kid: thumbprint };
  return (
    isRecord(header) &&
    Object.keys(header).length === Object.keys(expected).length &&
    Object.entries(expected).every(([name, value]) => header[name] === value) &&
    // Written again, it must give the same text: no white space, no escapes, and no duplicate member, which two readers could
    // read differently.
    base64url.encode(JSON.stringify(header)) === encoded
  );
}

/** Whether each part is base64url in its only spelling: jose also reads padding, and bits at the end that stand for nothing. */
const isSpelledRight = (token: string): boolean =>
  token.split('.').every((part) => base64url.encode(base64url.decode(part)) === part);

function readClaims(content: Record<string, unknown>): Opened | undefined {
  const { iat, jti, bound_to, attempt, pad: _pad, ...fields } = content;
  if (typeof jti !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(jti)) return undefined;
  if (typeof attempt !== 'string' || !/^[\w-]{22}$/.test(attempt)) return undefined;
  return { fields, claims: { jti: jti.toLowerCase(), iat, bound_to, attempt } };
}

/**
 * Decrypts a sealed section with the shop's key. `isBoundTo` decides whether it is fresh and belongs to this request: a
 * repeated seal must be recognised even when it is stale.
 *
 * @returns undefined when it can't be decrypted, for any reason.
 */
export async function unseal(token: string, key: OpeningKey): Promise<Opened | undefined> {
  try {
    if (!isSpelledRight(token) || !hasOurHeader(token, key)) return undefined;
    const { plaintext } = await compactDecrypt(token, key.privateKey, {
      keyManagementAlgorithms: [HEADER.alg],
      contentEncryptionAlgorithms: [HEADER.enc],
    });
    const content = parse(plaintext);
    return isRecord(content) ? readClaims(content) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a seal is fresh at `now` (milliseconds) and was made for exactly this request. */
export function isBoundTo({ claims }: Opened, binding: Binding, now: number): boolean {
  const { iat, bound_to } = claims;
  if (typeof iat !== 'number' || !(Math.abs(now / 1000 - iat) <= SEAL_WINDOW)) return false;
  if (!isRecord(bound_to)) return false;
  const { contract, ...members } = binding;
  const { contract: bound, ...others } = bound_to;
  // Only a transfer has a contract. A seal without one pays, and the request's own is ignored: older pages don't seal it.
  const named = binding.operation === 'transfer' ? (contract ?? undefined) : undefined;
  if (bound !== undefined && JSON.stringify(bound) !== JSON.stringify(named)) return false;
  // Nor has an order a recipient.
  if (binding.operation === 'order' && binding.recipient !== undefined) return false;
  // A request without tracking_id is bound without one, not to null.
  const expected = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return Object.keys(others).length === expected.length && expected.every(([name, value]) => others[name] === value);
}

/** Whether a seal names the contract of its request. */
export const bindsContract = ({ claims: { bound_to: bound } }: Opened): boolean =>
  isRecord(bound) && bound.contract !== undefined;
