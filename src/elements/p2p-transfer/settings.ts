import { exponentOf } from '../../money/currency.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { SettingConflictError, SettingError } from '../errors.js';
import {
  asText,
  type Given,
  type PaymentAttributes,
  type PaymentTerms,
  quoted,
  readPaymentTerms,
  SettingReader,
} from '../payment/payment-settings.js';

const COLLECTIBLE: Readonly<Record<string, readonly [section: string, fields: readonly string[]]>> = {
  holder: ['credit_card', ['holder']],
  'recipient-holder': ['recipient_card', ['holder']],
  'recipient-expiry': ['recipient_card', ['exp_month', 'exp_year']],
};

/** The attributes of a transfer as they stand in the page, by the names of their properties. */
export interface TransferAttributes extends PaymentAttributes {
  readonly currency: Given;
  readonly description: Given;
  readonly amount: Given;
  readonly minAmount: Given;
  readonly maxAmount: Given;
  readonly expiredAt: Given;
  readonly p2pType: Given;
  readonly collect: Given;
}

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
}

/**
 * Reads the attributes of a transfer.
 *
 * @param origin The page's own origin, which `return-url` has to be of.
 * @param flags Attributes that are on by being there, as they stand in the markup.
 * @returns the settings, or everything that is wrong with them at once.
 */
export function readAttributes(
  given: TransferAttributes,
  origin: string,
  flags: Readonly<Record<string, string | null>> = {},
): { readonly settings: CheckedAttributes } | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader();

  const sum = (name: string, value: Given): number | undefined => {
    const text = asText(value);
    if (text === null) return undefined;
    const minor = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(minor)) return minor;
    return reader.refuse(name, 'a whole number of minor units above zero', quoted(text), 'Write 100.00 USD as 10000.');
  };

  const terms = readPaymentTerms(reader, given, { origin });
  for (const [name, text] of Object.entries(flags)) reader.flag(name, text);
  const currency = reader.required('currency', given.currency, 'an ISO 4217 code', 'Set for example currency="USD".');
  if (currency && exponentOf(currency) === undefined) {
    reader.refuse('currency', 'an ISO 4217 code of three capital letters', quoted(currency), 'Set for example currency="USD".');
  }
  const description = reader.required(
    'description',
    given.description,
    'what the transfer is for',
    'Set it; the gateway asks for it.',
  );

  const least = sum('min-amount', given.minAmount);
  const most = sum('max-amount', given.maxAmount);
  if (least !== undefined && most !== undefined && least > most) {
    reader.refuse('max-amount', `at least min-amount (${least})`, String(most), 'Swap the two, or correct one.');
  }

  const [expiredAt, p2pType] = [asText(given.expiredAt), asText(given.p2pType)];
  if (expiredAt && !(/T.+(Z|[+-]\d\d:?\d\d)$/.test(expiredAt) && Number.isFinite(Date.parse(expiredAt)))) {
    reader.refuse('expired-at', 'a time such as 2027-01-31T18:00:00+03:00', quoted(expiredAt), 'Write it with its offset.');
  }
  if (p2pType && !/^[A-Za-z0-9]{1,3}$/.test(p2pType)) {
    reader.refuse('p2p-type', 'up to 3 letters or digits', quoted(p2pType), 'Set the type that the gateway’s support named.');
  }

  const amount = sum('amount', given.amount);
  reader.trackingId(given.trackingId, { operation: 'transfer', currency, amount });

  const settings = {
    ...terms,
    collect: readCollect(reader, given.collect),
    currency,
    description,
    amount,
    least,
    most,
    expiredAt: expiredAt || undefined,
    p2pType: p2pType || undefined,
  };
  return reader.errors.length > 0 ? { errors: reader.errors } : { settings };
}

/** The fields to ask for, by section. */
function readCollect(reader: SettingReader, value: Given): RequiredFields {
  const collect: Record<string, string[]> = {};
  for (const word of (asText(value) ?? '').split(/\s+/).filter(Boolean)) {
    const [section, fields] = COLLECTIBLE[word] ?? [];
    if (section && fields) (collect[section] ??= []).push(...fields);
    else reader.refuse('collect', Object.keys(COLLECTIBLE).join(', '), quoted(word), 'Set some of them, separated by spaces.');
  }
  return collect;
}
