import { COLLECTIBLE, fieldsAsked } from '../../../card/card-fields.js';
import { exponentOf } from '../../../money/currency.js';
import type { SettingConflictError, SettingError } from '../../errors.js';
import type { SavedCard } from '../../../card/saved-card.js';
import { readAll, type Readings, required, sum, text, toggle, toggleOr, word, words } from '../../base/attributes.js';
import { type Markup, quoted, SettingReader } from '../../base/setting-reader.js';
import type { PageAddress } from '../../page/return-address.js';
import { type PaymentTerms, readPaymentTerms, readTrackingId } from '../../payment/payment-settings.js';
import { readSavedCards } from '../../fields/saved/read-saved-cards.js';
import type { CardFieldsSettings } from '../../fields/card-fields.js';
import type { RequiredFields } from '../../../wire/response/check.js';

/** The value of `save-card` for a merchant who already has the payer's consent. */
export const AGREED = 'agreed';

/** The attributes that only a transfer has. */
export const TRANSFER_ATTRIBUTES = {
  /** Required. ISO 4217 code. */
  currency: required('an ISO 4217 code', 'Set for example currency="USD".'),
  /** Required. The purpose of the transfer. */
  description: required('what the transfer is for', 'Set it; the gateway asks for it.'),
  /** Minor units (`10000` is 100.00 USD). Absent: the payer types it. */
  amount: sum(),
  /** Minor units: the least that the payer may type. */
  minAmount: sum(),
  /** Minor units: the most that the payer may type. */
  maxAmount: sum(),
  /**
   * Where the payer types the amount: before the cards (`amount-first`), or after them (`cards-first`). Set it before the payer types.
   */
  order: word('amount-first', 'cards-first'),
  /** The time by which the transfer must be confirmed: ISO 8601, with offset. The time left is shown. */
  expiredAt: text(),
  /** Test mode, for test cards. A badge shows it. */
  test: toggle(),
  /** Operation type issued by the processing center: up to 3 letters or digits. */
  p2pType: text(),
  /**
   * Fields to ask for even if the gateway doesn't require them, separated by spaces: `holder`, `recipient-holder`,
   * `recipient-expiry`.
   */
  collect: words(),
  /**
   * Offers to save the cards: a checkbox, off at first, asks the payer. With `agreed` they are saved without one, because your
   * page has the payer's consent. The tokens come with the outcome's `transaction`.
   */
  saveCard: toggleOr('agreed'),
};

/** The attributes as they are written, and the saved cards. */
type TransferAttributes = Markup &
  Readonly<Record<'savedCards' | 'savedRecipients', readonly SavedCard[] | undefined>> &
  Readonly<Record<'sourceCard' | 'recipientCard', SavedCard | undefined>> & { readonly removableCards: boolean };

/** The validated attributes. Sums are in minor units. */
export interface CheckedAttributes
  extends PaymentTerms, Omit<Readings<typeof TRANSFER_ATTRIBUTES>, 'collect' | 'test' | 'saveCard'> {
  /** Fields to open from the beginning, by section. */
  readonly collect: RequiredFields;
  readonly saved: CardFieldsSettings['saved'];
}

/**
 * Reads the attributes of a transfer.
 *
 * @param page The page's own address.
 * @returns the settings, or all errors at once.
 */
export function readAttributes(
  given: TransferAttributes,
  page: PageAddress,
):
  | { readonly settings: CheckedAttributes; readonly warnings: readonly SettingError[] }
  | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader(given);
  const terms = readPaymentTerms(reader, { page, given, sections: ['credit_card', 'recipient_card'] });
  const read = readAll(reader, TRANSFER_ATTRIBUTES);
  const { currency, amount, minAmount: least, maxAmount: most, expiredAt, p2pType } = read;
  if (currency && exponentOf(currency) === undefined) {
    const expected = /^[A-Z]{3}$/.test(currency) ? 'a code that ISO 4217 lists' : 'an ISO 4217 code of three capital letters';
    reader.refuse('currency', expected, quoted(currency), 'Set for example currency="USD".');
  }
  if (least !== undefined && most !== undefined && least > most) {
    reader.refuse('maxAmount', `at least min-amount (${least})`, String(most), 'Swap the two, or correct one.');
  }
  if (expiredAt && !(/T.+(Z|[+-]\d\d:?\d\d)$/.test(expiredAt) && Number.isFinite(Date.parse(expiredAt)))) {
    reader.refuse('expiredAt', 'a time with its offset', quoted(expiredAt), 'Write it as 2026-12-24T18:00:00+01:00.');
  }
  if (p2pType && !/^[A-Za-z0-9]{1,3}$/.test(p2pType)) {
    reader.refuse('p2pType', 'up to 3 letters or digits', quoted(p2pType), 'Set the type that the gateway’s support named.');
  }
  readTrackingId(reader, { operation: 'transfer', currency, amount });

  const collect = readCollect(reader, read.collect);
  const settings = { ...terms, ...read, collect, saved: readSaved(given, reader) };
  return reader.errors.length > 0 ? { errors: reader.errors } : { settings, warnings: reader.warnings };
}

function readSaved(given: TransferAttributes, reader: SettingReader): CheckedAttributes['saved'] {
  const { savedCards, sourceCard, savedRecipients, recipientCard, removableCards: isRemovable } = given;
  const source = { name: 'sourceCard', value: sourceCard };
  const recipient = { name: 'recipientCard', value: recipientCard };
  return {
    credit_card: readSavedCards({ name: 'savedCards', value: savedCards, isRemovable }, source, reader),
    recipient_card: readSavedCards({ name: 'savedRecipients', value: savedRecipients, isRemovable }, recipient, reader),
  };
}

/** The fields to ask for, by section. */
function readCollect(reader: SettingReader, asked: readonly string[]): RequiredFields {
  for (const name of asked) {
    if (!COLLECTIBLE.includes(name))
      reader.refuse('collect', COLLECTIBLE.join(', '), quoted(name), 'Set some of them, separated by spaces.');
  }
  return { credit_card: fieldsAsked('credit_card', asked), recipient_card: fieldsAsked('recipient_card', asked) };
}
