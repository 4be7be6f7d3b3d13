import { exponentOf } from '../../../money/currency.js';
import type { SettingConflictError, SettingError } from '../../errors.js';
import { quoted, SettingReader } from '../../base/setting-reader.js';
import { type PaymentTerms, readPaymentTerms, readTrackingId, type Settable } from '../../payment/payment-settings.js';
import { readSavedCards } from '../../fields/saved/read-saved-cards.js';
import { COLLECTIBLE, collectFields, type FormSettings, sumOf, type TransferAttributes } from './form-settings.js';

/** The validated attributes. */
export interface CheckedAttributes extends FormSettings, PaymentTerms {
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
  const reader = new SettingReader<Settable<TransferAttributes>>(given);
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

type Reader = SettingReader<Settable<TransferAttributes>>;

function readSaved(given: TransferAttributes, errors: Reader['errors']): FormSettings['saved'] {
  const { savedCards, sourceCard, savedRecipients, recipientCard, removableCards: isRemovable } = given;
  const source = { name: 'sourceCard', value: sourceCard };
  const recipient = { name: 'recipientCard', value: recipientCard };
  return {
    credit_card: readSavedCards({ name: 'savedCards', value: savedCards, isRemovable }, source, errors),
    recipient_card: readSavedCards({ name: 'savedRecipients', value: savedRecipients, isRemovable }, recipient, errors),
  };
}

function readSum(reader: Reader, name: 'amount' | 'minAmount' | 'maxAmount'): number | undefined {
  const text = reader.text(name);
  const minor = sumOf(text);
  if (minor === undefined || !Number.isNaN(minor)) return minor;
  return reader.refuse(name, 'a whole number of minor units above zero', quoted(text ?? ''), 'Write 100.00 USD as 10000.');
}

const readCollect = (reader: Reader): FormSettings['collect'] =>
  collectFields(reader.words('collect') ?? [], (word) =>
    reader.refuse('collect', Object.keys(COLLECTIBLE).join(', '), quoted(word), 'Set some of them, separated by spaces.'),
  );
