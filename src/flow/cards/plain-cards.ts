import { CARD_INPUTS, type CardField, fieldsAsked, rowOf } from '../../card/card-fields.js';
import { cardFacts, type CardCheck, type CardDraft, checkCard, type CheckedCard } from '../../card/card.js';
import { panDigits } from '../../card/read-pan.js';
import type { EncryptionKey } from '../../checkout/key.js';
import { AttemptMark } from '../../checkout/attempt-mark.js';
import { type Random, sealSections } from '../../checkout/seal.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { CardSource } from './card-source.js';

/** A card source for card data that a program handles itself. */
export interface PlainCards extends CardSource {
  /** The gateway's latest complaints. */
  readonly errors: readonly FieldError[];
  /** The fields that a check has to seal, by section: the numbers, and those that the gateway asked for. */
  readonly asked: Readonly<Record<SectionName, readonly CardField[]>>;
}

/** An unencrypted card, or the token of one. */
export interface PlainCard extends CardDraft {
  /**
   * In place of number and expiry: the token of a saved card (spec 2.6), or that of a wallet, which begins with `$` and is sealed alone.
   * A wallet's token is for one payment.
   */
  readonly token?: string;
}

/** The unencrypted cards of a payment. An order has only the buyer's. */
export type CardDrafts = Readonly<{ credit_card: PlainCard; recipient_card?: PlainCard | undefined }>;

const isWallet = (token: string | undefined): boolean => token?.startsWith('$') === true;

/** The fields that are sent beside a token. */
const FIELDS_BESIDE = CARD_INPUTS.flatMap((input) => (rowOf(input).isInToken ? [] : rowOf(input).fields));

const digitsOf = ({ number = '', token }: PlainCard): string => (token === undefined && panDigits(number)) || '';

/** What is left of a source after a payment. */
function afterPayment(card: PlainCard): PlainCard {
  const { verification_value: _, ...rest } = card;
  return isWallet(card.token) ? {} : rest;
}

type PlainCheck =
  | { readonly state: 'valid'; readonly card: CheckedCard & { readonly token?: string } }
  | Extract<CardCheck, { state: 'refused' }>;

/** Checks a card, or the token of one. */
function checkPlain({ token, ...draft }: PlainCard, terms: Parameters<typeof checkCard>[1]): PlainCheck {
  if (token === undefined) return checkCard(draft, terms);
  const beside = isWallet(token) ? [] : FIELDS_BESIDE;
  const required = terms.required.filter((field) => beside.includes(field));
  const include = (terms.include ?? beside).filter((field) => beside.includes(field));
  const result = checkCard(draft, { ...terms, required, include });
  return result.state === 'valid' ? { ...result, card: { ...result.card, token } } : result;
}

/**
 * Makes a card source from unencrypted cards: two for a transfer, one for an order. A program that calls this handles card data
 * itself, with everything that PCI DSS requires of it. In a page, use the elements, which keep card data away from the merchant.
 *
 * @example
 * const cards = plainCards(
 *   {
 *     credit_card: { number: '4200000000000000', expiry: '12/29', verification_value: '123' },
 *     recipient_card: { number: '4012000000001006' },
 *   },
 *   { key: await importKey(publicKey), random: systemRandom, now: systemClock.now },
 * );
 */
export function plainCards(
  drafts: CardDrafts,
  { key, random, now }: { key: EncryptionKey; random: Random; now: () => number },
): PlainCards {
  const requested: Record<SectionName, CardField[]> = { credit_card: ['number'], recipient_card: ['number'] };
  const transfer = (section: SectionName): CardField[] => [...requested[section], ...fieldsAsked(section)];
  let current: CardDrafts = drafts;
  let errors: readonly FieldError[] = [];
  let revision = 0;
  const mark = new AttemptMark();
  const sections = (Object.keys(drafts) as SectionName[]).filter((section) => drafts[section]);
  const check = (section: SectionName, required: readonly CardField[], include?: readonly CardField[]) =>
    checkPlain(current[section] ?? {}, { required, now: now(), ...(include && { include }) });
  const digits = (section: SectionName): string => digitsOf(current[section] ?? {});

  return {
    get state() {
      return {
        checkable: sections.every((section) => check(section, requested[section], requested[section]).state === 'valid'),
        complete: sections.every((section) => check(section, transfer(section)).state === 'valid'),
        revision,
        source: cardFacts(digits('credit_card')),
        recipient: cardFacts(digits('recipient_card')),
        sameCard: digits('credit_card') !== '' && digits('credit_card') === digits('recipient_card'),
      };
    },
    get errors() {
      return errors;
    },
    asked: requested,
    require(fields: RequiredFields) {
      for (const section of sections) requested[section].push(...((fields[section] ?? []) as CardField[]));
      revision += 1;
    },
    showErrors(given) {
      errors = given;
    },
    async seal(binding, sealed) {
      if (sealed !== revision) return undefined;
      const plain = sections.map((section) => {
        const result =
          binding.operation === 'check'
            ? check(section, requested[section], requested[section])
            : check(section, transfer(section));
        if (result.state === 'valid') return [section, result.card] as const;
        throw new TypeError(`${section}: expected a complete card; ${Object.keys(result.verdicts).join(', ')} is not.`);
      });
      const attempt = mark.of(binding, revision, random);
      return sealSections(Object.fromEntries(plain), { ...binding, attempt }, key, random);
    },
    thumbprint: () => Promise.resolve(key.thumbprint),
    clear(what) {
      mark.forget();
      current =
        what === 'all' ? { credit_card: {}, recipient_card: {} } : { ...current, credit_card: afterPayment(current.credit_card) };
      revision += 1;
    },
    focusFirstInvalid() {},
  };
}
