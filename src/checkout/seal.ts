import { CompactEncrypt } from 'jose';
import type { SectionName } from '../wire/request/card-section.js';
import { newMark } from './attempt-mark.js';
import { base64url } from './base64url.js';
import type { EncryptionKey } from './key.js';
import type { Random } from './random.js';
import { type Binding, encoder, pad, type PlainSection, plaintextOf } from './plaintext.js';

export type { Binding, PlainSection };
export { type Random, systemRandom } from './random.js';

/** The card sections of a request, as they are sent. */
export type SealedSections = Partial<Record<SectionName, { readonly token: string }>>;

/** A saved recipient is only a token: there is nothing to hide. */
const isSavedRecipient = ([section, fields]: readonly [string, PlainSection]): boolean =>
  section === 'recipient_card' && Object.keys(fields).join() === 'token';

/** How a sealed source names the recipient that is sent with it. */
async function nameRecipient(entries: readonly (readonly [string, PlainSection])[]): Promise<string | undefined> {
  const recipient = entries.find(([section]) => section === 'recipient_card');
  if (!recipient) return undefined;
  if (!isSavedRecipient(recipient)) return 'sealed';
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(recipient[1]['token']))));
}

/**
 * Seals the card sections of one request: each becomes one compact JWE (RSA-OAEP-256, A256GCM) in `token`. A saved
 * recipient is only a token and stays as it is. This is the last place where a PAN or a verification value exists in
 * plain text.
 *
 * Seal all sections of a request in one call, so that no one on the way can combine the payer's card with a different
 * recipient: sealed sections share a random `attempt`, which never appears in plain text, and the source names its
 * recipient, a saved one by the SHA-256 of its token.
 *
 * @example
 * const { credit_card } = await sealSections(
 *   { credit_card: { number: '4200000000000000', exp_month: '12', exp_year: '2029', verification_value: '123' } },
 *   { operation: 'order', amount: 450, currency: 'USD', productId: 'prd_ee2b1dd6a5f4a1c2', issuedAt: Date.now() },
 *   await importKey(publicKey),
 *   systemRandom,
 * );
 *
 * @param binding `attempt`: the mark that the sections share (see `AttemptMark`); a new one if absent.
 * @throws SealError `section_too_long`.
 */
export async function sealSections(
  sections: Partial<Readonly<Record<SectionName, PlainSection>>>,
  binding: Binding & { readonly attempt?: string },
  { cryptoKey, thumbprint }: EncryptionKey,
  random: Random,
): Promise<SealedSections> {
  const { attempt = newMark(random) } = binding;
  const entries = Object.entries(sections);
  const recipient = await nameRecipient(entries);
  const sealed = await Promise.all(
    entries.map(async (entry) => {
      if (isSavedRecipient(entry)) return entry;
      const [section, fields] = entry;
      const marks = { jti: random.uuid(), attempt, recipient };
      const plaintext = pad(plaintextOf(section, fields, binding, marks), binding.trackingId);
      const token = await new CompactEncrypt(plaintext)
        .setProtectedHeader({
          alg: 'RSA-OAEP-256',
          enc: 'A256GCM',
          kid: thumbprint,
          typ: 'JOSE',
          cty: 'application/json',
        })
        .encrypt(cryptoKey);
      return [section, { token }] as const;
    }),
  );
  return Object.fromEntries(sealed);
}
