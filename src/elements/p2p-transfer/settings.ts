import { exponentOf } from '../../money/currency.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { SettingConflictError, SettingError } from '../errors.js';
import { type PaymentTerms, quoted, readPaymentTerms, SettingReader, type Settable } from '../payment/payment-settings.js';
import { readSavedCards } from '../fields/saved/read-saved-cards.js';
import type { CardFieldsSettings } from '../fields/card-fields.js';
import type { TransferAttributesElement } from './attributes.js';

const COLLECTIBLE: Readonly<Record<string, readonly [section: string, fields: readonly string[]]>> = {
  holder: ['credit_card', ['holder']],
  'recipient-holder': ['recipient_card', ['holder']],
  'recipient-expiry': ['recipient_card', ['exp_month', 'exp_year']],
};

/** The attributes, read. Sums are in minor units. */
export interface CheckedAttributes extends PaymentTerms {
  readonly currency: string;
  readonly description: string;
  readonly amount: number | undefined;
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly expiredAt: string | undefined;
  readonly p2pType: string | undefined;
  /** Fields to open from the beginning, by section. */
  readonly collect: RequiredFields;
  readonly saved: CardFieldsSettings['saved'];
}

/**
 * Reads the attributes of a transfer.
 *
 * @param origin The page's own origin, which `return-url` has to be of.
 * @returns the settings, or everything that is wrong with them at once.
 */
export function readAttributes(
  given: TransferAttributesElement,
  origin: string,
): { readonly settings: CheckedAttributes } | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader<Settable<TransferAttributesElement>>(given);
  const terms = readPaymentTerms(reader, { origin });
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
  reader.trackingId('trackingId', { operation: 'transfer', currency, amount });

  const collect = readCollect(reader);
  const saved = readSaved(given, reader.errors);
  const settings = { ...terms, collect, saved, currency, description, amount, least, most, expiredAt, p2pType };
  return reader.errors.length > 0 ? { errors: reader.errors } : { settings };
}

type Reader = SettingReader<Settable<TransferAttributesElement>>;

function readSaved(given: TransferAttributesElement, errors: Reader['errors']): CardFieldsSettings['saved'] {
  const { savedCards, sourceCard, savedRecipients, recipientCard } = given;
  const source = { name: 'sourceCard', value: sourceCard };
  const recipient = { name: 'recipientCard', value: recipientCard };
  return {
    credit_card: readSavedCards({ name: 'savedCards', value: savedCards }, source, errors),
    recipient_card: readSavedCards({ name: 'savedRecipients', value: savedRecipients }, recipient, errors),
  };
}

function readSum(reader: Reader, name: 'amount' | 'minAmount' | 'maxAmount'): number | undefined {
  const text = reader.text(name);
  if (text === null) return undefined;
  const minor = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(minor)) return minor;
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
