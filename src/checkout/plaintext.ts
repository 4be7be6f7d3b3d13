import { CARD_INPUTS, rowOf } from '../card/card-fields.js';
import { SealError } from './errors.js';

/** The only request that sealed sections are valid for. */
export interface Binding {
  readonly operation: 'check' | 'transfer' | 'order';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Present if the request has one. */
  readonly trackingId?: string | undefined;
  readonly productId?: string | undefined;
  /** What the request asks the gateway to keep (spec 2.5), as in its `additional_data`. */
  readonly contract?: readonly string[] | undefined;
  /** Gateway time in milliseconds. */
  readonly issuedAt: number;
}

/** Fields of a card section by the spec's names (2.2, 2.5), in plain text. */
export type PlainSection = Readonly<Record<string, string>>;

/** Every plaintext of a typed card has this length in bytes, so that the length of a ciphertext reveals nothing about the holder's name. */
const PLAINTEXT_BYTES = 640;

/** The contract that asks for tokens of the cards (spec 2.5). */
export const SAVES_CARD: readonly 'oneclick'[] = ['oneclick'];

export const encoder = /* @__PURE__ */ new TextEncoder();

/** How many bytes a text takes up in a seal. */
export const bytesIn = (text: string): number => encoder.encode(JSON.stringify(text)).length - 2;

const missingIn = (plaintext: object): number =>
  PLAINTEXT_BYTES - encoder.encode(JSON.stringify({ ...plaintext, pad: '' })).length;

/** Fills a plaintext up to the length that all have; around a token, whose length is no secret, to a multiple of it. */
export function pad(plaintext: object, trackingId = ''): Uint8Array {
  const left = missingIn(plaintext);
  const missing = 'token' in plaintext ? ((left % PLAINTEXT_BYTES) + PLAINTEXT_BYTES) % PLAINTEXT_BYTES : left;
  if (missing < 0) {
    const got = bytesIn(trackingId);
    throw new SealError(
      'section_too_long',
      `Expected a tracking id of at most ${Math.max(0, got + missing)} bytes beside the card's data; got ${got}. Use a shorter tracking id.`,
    );
  }
  return encoder.encode(JSON.stringify({ ...plaintext, pad: ' '.repeat(missing) }));
}

/** Makes a seal unique, and names the recipient that a source is for. */
interface Marks {
  readonly jti: string;
  readonly attempt: string;
  /** For a source: how it names the recipient that is sent with it. */
  readonly recipient: string | undefined;
}

/** A plaintext before it is padded. JSON leaves out what is undefined. */
export const plaintextOf = (
  section: string,
  fields: PlainSection,
  { operation, amount, currency, trackingId, productId, contract, issuedAt }: Binding,
  { jti, attempt, recipient }: Marks,
): object => ({
  ...fields,
  iat: Math.floor(issuedAt / 1000),
  jti,
  bound_to: {
    operation,
    section,
    amount,
    currency,
    tracking_id: trackingId,
    product_id: productId,
    contract,
    recipient: section === 'credit_card' ? recipient : undefined,
  },
  attempt,
});

/** The maximum number of bytes per character. */
const MAX_BYTES = 4;

type Paid = Pick<Binding, 'operation' | 'currency' | 'productId'> & { readonly amount?: number | undefined };

/**
 * The maximum length of a tracking id in bytes (`bytesIn`) with which every card that a payer types can be sealed; for an
 * order, every card without a name or with a name in Latin letters.
 *
 * @param about What is paid; without an amount, eleven digits are assumed.
 */
export function longestTrackingId({ amount = 99_999_999_999, ...about }: Paid): number {
  const zeros = (length: number): string => '0'.repeat(length);
  const fields = CARD_INPUTS.flatMap((input) => {
    const { fields: names, longest, attributes, asked } = rowOf(input);
    if (asked.credit_card === undefined) return [];
    // An order asks for no name unless its gateway requires one, and names on cards are in Latin letters.
    const bytes = attributes.dir === 'auto' && about.operation !== 'order' ? MAX_BYTES : 1;
    return names.map((name, index) => [name, zeros(longest[index]! * bytes)]);
  });
  const card = Object.fromEntries(fields) as PlainSection;
  const contract = about.operation === 'transfer' ? SAVES_CARD : undefined;
  const binding = { ...about, amount, trackingId: '', contract, issuedAt: 1e12 };
  // The page can name a saved recipient at any time, and its hash takes the most space.
  const marks = { jti: zeros(36), attempt: zeros(22), recipient: about.operation === 'order' ? undefined : zeros(43) };
  // Generated ids have 36 characters: a shorter limit would be useless.
  return Math.max(36, missingIn(plaintextOf('credit_card', card, binding, marks)));
}
