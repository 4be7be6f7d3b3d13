import { constants, createCipheriv, createHash, createPublicKey, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';

// Sealed sections by the published profile, made only with node:crypto, as an operator or an outsider would make them.

type Json = Record<string, unknown>;

/** A test's changes to an otherwise valid seal. */
export interface SealChanges {
  readonly header?: Json;
  /** Changes the header's JSON text. */
  readonly headerText?: (json: string) => string;
  /** Changes the content's JSON text. */
  readonly contentText?: (json: string) => string;
  readonly claims?: Json;
  readonly boundTo?: Json;
  readonly fields?: Json;
  /** Encrypts for another key. */
  readonly publicKey?: string;
}

/** Encrypts a section's plaintext as a compact JWE: RSA-OAEP-256 and A256GCM (RFC 7516, RFC 7518). */
export function encryptJwe(
  plaintext: string,
  publicKey: string,
  headerChanges: Json = {},
  headerText = (json: string): string => json,
): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const { e, n } = key.export({ format: 'jwk' });
  const kid = createHash('sha256').update(`{"e":"${e}","kty":"RSA","n":"${n}"}`).digest('base64url');
  const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, typ: 'JOSE', cty: 'application/json', ...headerChanges };
  const protectedHeader = Buffer.from(headerText(JSON.stringify(header))).toString('base64url');
  const contentKey = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', contentKey, iv).setAAD(Buffer.from(protectedHeader));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const encryptedKey = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, contentKey);
  const parts = [encryptedKey, iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [protectedHeader, ...parts].join('.');
}

/** Seals card sections for one shop at one time. */
export class SealingShop {
  readonly #publicKey: string;
  readonly #iat: number;
  readonly #changes: SealChanges;

  /** @param iat seconds since the epoch. */
  constructor(publicKey: string, iat: number, changes: SealChanges = {}) {
    this.#publicKey = publicKey;
    this.#iat = iat;
    this.#changes = changes;
  }

  /** The token of one section for one request. */
  token(section: string, fields: Json, binding: Json, attempt: string): string {
    const { header, headerText, contentText = String, claims, boundTo, publicKey } = this.#changes;
    const plaintext = {
      ...fields,
      ...this.#changes.fields,
      iat: this.#iat,
      jti: randomUUID(),
      bound_to: { ...binding, section, ...boundTo },
      attempt,
      pad: 'x'.repeat(64),
      ...claims,
    };
    return encryptJwe(contentText(JSON.stringify(plaintext)), publicKey ?? this.#publicKey, header, headerText);
  }

  /**
   * A request with its card sections sealed, bound to the request's own amount, currency and tracking_id; a saved recipient, only a
   * token, stays as it is.
   */
  request(operation: 'check' | 'transfer', request: Json, attempt = randomBytes(16).toString('base64url')): Json {
    const { credit_card, recipient_card, amount, currency, tracking_id } = request;
    const binding = { operation, amount, currency, ...(tracking_id !== undefined && { tracking_id }) };
    const { token } = recipient_card as Json;
    const recipient = typeof token === 'string' ? createHash('sha256').update(token).digest('base64url') : 'sealed';
    return {
      ...request,
      credit_card: { token: this.token('credit_card', credit_card as Json, { ...binding, recipient }, attempt) },
      recipient_card:
        recipient === 'sealed' ? { token: this.token('recipient_card', recipient_card as Json, binding, attempt) } : { token },
    };
  }

  /** An order with its card sealed for a product or plan at the price that the payer saw. */
  order(request: Json, seen: { readonly id: string; readonly amount: number; readonly currency: string }): Json {
    const { credit_card, tracking_id } = request;
    const { id, amount, currency } = seen;
    const binding = {
      operation: 'order',
      amount,
      currency,
      product_id: id,
      ...(tracking_id !== undefined && { tracking_id }),
    };
    const attempt = randomBytes(16).toString('base64url');
    return { ...request, credit_card: { token: this.token('credit_card', credit_card as Json, binding, attempt) } };
  }
}
