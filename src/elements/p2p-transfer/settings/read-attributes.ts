import { exponentOf } from '../../../money/currency.js';
import type { SettingConflictError, SettingError } from '../../errors.js';
import type { SavedCard } from '../../../card/saved-card.js';
import { attributes } from '../../base/attributes.js';
import { type Given, type Markup, quoted, SettingReader } from '../../base/setting-reader.js';
import { type PaymentAttribute, type PaymentTerms, readPaymentTerms, readTrackingId } from '../../payment/payment-settings.js';
import { readSavedCards } from '../../fields/saved/read-saved-cards.js';
import type { CardFieldsSettings } from '../../fields/card-fields.js';
import type { RequiredFields } from '../../../wire/response/check.js';

/** The value of `save-card` for a merchant who already has the payer's consent. */
export const AGREED = 'agreed';

/** The attributes with a value that only a transfer has. */
export const TRANSFER_ATTRIBUTES = /* @__PURE__ */ attributes(
  'currency',
  'description',
  'amount',
  'minAmount',
  'maxAmount',
  'expiredAt',
  'p2pType',
  'collect',
);

type Attribute = PaymentAttribute | keyof typeof TRANSFER_ATTRIBUTES;
type Reader = SettingReader<Attribute>;

/** The attributes as they are written, by their properties. */
type TransferAttributes = Markup &
  Readonly<Record<Attribute, Given>> &
  Readonly<Record<'savedCards' | 'savedRecipients', readonly SavedCard[] | undefined>> &
  Readonly<Record<'sourceCard' | 'recipientCard', SavedCard | undefined>> & { readonly removableCards: boolean };

/** Whether a property does not affect the payment. */
export const isCosmetic = (name: string): boolean => /^(language|messages|autoAdvance|removableCards|pageTitle|name)$/.test(name);

/** The validated attributes. Sums are in minor units. */
export interface CheckedAttributes extends PaymentTerms {
  readonly currency: string;
  readonly amount: number | undefined;
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly expiredAt: string | undefined;
  /** Fields to open from the beginning, by section. */
  readonly collect: RequiredFields;
  readonly saved: CardFieldsSettings['saved'];
  readonly description: string;
  readonly p2pType: string | undefined;
}

/**
 * Reads the attributes of a transfer.
 *
 * @param origin The page's own origin, which `return-url` has to have.
 * @returns the settings, or all errors at once.
 */
export function readAttributes(
  given: TransferAttributes,
  origin: string,
): { readonly settings: CheckedAttributes } | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader<Attribute>(given);
  const terms = readPaymentTerms(reader, { origin, given, sections: ['credit_card', 'recipient_card'] });
  reader.flag('test');
  reader.flag('saveCard', 'agreed');
  const currency = reader.required('currency', 'an ISO 4217 code', 'Set for example currency="USD".');
  if (currency && exponentOf(currency) === undefined) {
    const expected = /^[A-Z]{3}$/.test(currency) ? 'a code that ISO 4217 lists' : 'an ISO 4217 code of three capital letters';
    reader.refuse('currency', expected, quoted(currency), 'Set for example currency="USD".');
  }
  const description = reader.required('description', 'what the transfer is for', 'Set it; the gateway asks for it.');

  const least = readSum(reader, 'minAmount');
  const most = readSum(reader, 'maxAmount');
  if (least !== undefined && most !== undefined && least > most) {
    reader.refuse('maxAmount', `at least min-amount (${least})`, String(most), 'Swap the two, or correct one.');
  }

  const expiredAt = reader.text('expiredAt') || undefined;
  if (expiredAt && !(/T.+(Z|[+-]\d\d:?\d\d)$/.test(expiredAt) && Number.isFinite(Date.parse(expiredAt)))) {
    reader.refuse('expiredAt', 'a time such as 2027-01-31T18:00:00+03:00', quoted(expiredAt), 'Write it with its offset.');
  }
  const p2pType = reader.text('p2pType') || undefined;
  if (p2pType && !/^[A-Za-z0-9]{1,3}$/.test(p2pType)) {
    reader.refuse('p2pType', 'up to 3 letters or digits', quoted(p2pType), 'Set the type that the gateway’s support named.');
  }

  const amount = readSum(reader, 'amount');
  readTrackingId(reader, { operation: 'transfer', currency, amount });

  const collect = readCollect(reader);
  const saved = readSaved(given, reader.errors);
  const settings = { ...terms, collect, saved, currency, description, amount, least, most, expiredAt, p2pType };
  return reader.errors.length > 0 ? { errors: reader.errors } : { settings };
}

/** The words that `collect` may name, with the fields they stand for. */
const COLLECTIBLE: Readonly<Record<string, readonly [section: string, fields: readonly string[]]>> = {
  holder: ['credit_card', ['holder']],
  'recipient-holder': ['recipient_card', ['holder']],
  'recipient-expiry': ['recipient_card', ['exp_month', 'exp_year']],
};

function readSaved(given: TransferAttributes, errors: Reader['errors']): CheckedAttributes['saved'] {
  const { savedCards, sourceCard, savedRecipients, recipientCard, removableCards: isRemovable } = given;
  const source = { name: 'sourceCard', value: sourceCard };
  const recipient = { name: 'recipientCard', value: recipientCard };
  return {
    credit_card: readSavedCards({ name: 'savedCards', value: savedCards, isRemovable }, source, errors),
    recipient_card: readSavedCards({ name: 'savedRecipients', value: savedRecipients, isRemovable }, recipient, errors),
  };
}

/** A sum in minor units; undefined if the attribute is absent or wrong. */
function readSum(reader: Reader, name: 'amount' | 'minAmount' | 'maxAmount'): number | undefined {
  const text = reader.text(name);
  if (text === null) return undefined;
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  return reader.refuse(name, 'a whole number of minor units above zero', quoted(text), 'Write 100.00 USD as 10000.');
}

/** The fields to ask for, by section. */
function readCollect(reader: Reader): RequiredFields {
  const collect: Record<string, string[]> = {};
  for (const word of reader.words('collect') ?? []) {
    const [section, fields] = COLLECTIBLE[word] ?? [];
    if (section && fields) (collect[section] ??= []).push(...fields);
    else reader.refuse('collect', Object.keys(COLLECTIBLE).join(', '), quoted(word), 'Set some of them, separated by spaces.');
  }
  return collect;
}
