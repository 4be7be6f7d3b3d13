import { CompactEncrypt } from 'jose';
import type { SectionName } from '../wire/card-section.js';
import { SealError } from './errors.js';
import type { EncryptionKey } from './key.js';

/** Random values, so that a test can fix them. */
export interface Random {
  /** A version 4 UUID. */
  uuid(): string;
  /** `length` random bytes. */
  bytes(length: number): Uint8Array;
  /** A number of at least 0 and less than 1, for what needs no secrecy. */
  fraction(): number;
}

/** The platform's own randomness. */
export const systemRandom: Random = {
  uuid: () => crypto.randomUUID(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  fraction: () => Math.random(),
};

/** What sealed sections are good for, and nothing else. */
export interface Binding {
  readonly operation: 'check' | 'transfer' | 'order';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Only when the request has one. */
  readonly trackingId?: string | undefined;
  readonly productId?: string | undefined;
  /** Gateway time in milliseconds. */
  readonly issuedAt: number;
}

/** Fields of a card section by the spec's names (2.2, 2.5), in clear. */
export type PlainSection = Readonly<Record<string, string>>;

/** A request's card sections as they are sent. */
export type SealedSections = Partial<Record<SectionName, { readonly token: string }>>;

/** Every plaintext has this length in bytes, so that a ciphertext's length tells nothing about a name's. */
const PLAINTEXT_BYTES = 512;

const encoder = /* @__PURE__ */ new TextEncoder();

function pad(plaintext: Readonly<Record<string, unknown>>): Uint8Array {
  const bare = encoder.encode(JSON.stringify({ ...plaintext, pad: '' }));
  const missing = PLAINTEXT_BYTES - bare.length;
  if (missing < 0) {
    throw new SealError(
      'section_too_long',
      `Expected at most ${PLAINTEXT_BYTES} bytes of card data and tracking id; got ${bare.length}. Use a shorter tracking id.`,
    );
  }
  return encoder.encode(JSON.stringify({ ...plaintext, pad: ' '.repeat(missing) }));
}

/** base64url of bytes, without padding (RFC 7515, 2). */
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * Seals the card sections of one request: each becomes one compact JWE (RSA-OAEP-256, A256GCM) in `token`. This is the
 * last place where a PAN or a verification value exists in clear.
 *
 * Both sections carry the same random `attempt`, which is nowhere in clear, so that nobody on the way can put another
 * recipient beside the payer's card.
 *
 * @throws SealError `section_too_long`.
 */
export async function sealSections(
  sections: Partial<Readonly<Record<SectionName, PlainSection>>>,
  { operation, amount, currency, trackingId, productId, issuedAt }: Binding,
  { cryptoKey, thumbprint }: EncryptionKey,
  random: Random,
): Promise<SealedSections> {
  const attempt = base64url(random.bytes(16));
  const sealed = await Promise.all(
    Object.entries(sections).map(async ([section, fields]) => {
      const plaintext = pad({
        ...fields,
        iat: Math.floor(issuedAt / 1000),
        jti: random.uuid(),
        bound_to: {
          operation,
          section,
          amount,
          currency,
          ...(trackingId !== undefined && { tracking_id: trackingId }),
          ...(productId !== undefined && { product_id: productId }),
        },
        attempt,
      });
      const token = await new CompactEncrypt(plaintext)
        .setProtectedHeader({
          alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: thumbprint, typ: 'JOSE', cty: 'application/json',
        })
        .encrypt(cryptoKey);
      return [section, { token }] as const;
    }),
  );
  return Object.fromEntries(sealed);
}
