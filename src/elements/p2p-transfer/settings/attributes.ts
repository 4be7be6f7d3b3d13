import type { BillingAddress } from '../../../wire/request/address.js';
import type { SectionName } from '../../../wire/request/card-section.js';
import type { TransferSettings } from '../../../flow/request/transfer-body.js';
import type { Customer } from '../../../wire/request/transfer.js';
import { attributes, switches } from '../../base/attributes.js';
import type { SavedCard } from '../../../card/saved-card.js';
import type { RunningPayment } from '../../payment/running-payment.js';
import { PaymentElement } from '../../payment/payment-element.js';

/** The value for a merchant who already has the payer's consent to save their cards. */
export const AGREED = 'agreed';

/** Settings that do not affect the payment. */
const COSMETIC = /^(language|messages|autoAdvance|removableCards|pageTitle|name)$/;

/** The attributes and properties of a transfer, in addition to those of every payment. */
export abstract class TransferAttributesElement<
  Opened extends RunningPayment<TransferSettings> = RunningPayment<TransferSettings>,
> extends PaymentElement<TransferSettings, Opened> {
  static override properties = {
    ...PaymentElement.properties,
    ...attributes('currency', 'description', 'amount', 'minAmount', 'maxAmount', 'expiredAt', 'p2pType', 'collect'),
    ...switches('test'),
    saveCard: {
      ...switches('saveCard').saveCard,
      converter: (text: string | null) => (text === AGREED ? AGREED : text !== null),
    },
    customer: { attribute: false },
    senderBillingAddress: { attribute: false },
    recipientBillingAddress: { attribute: false },
    receiptText: { attribute: false },
    sourceCard: { attribute: false },
    recipientCard: { attribute: false },
    savedRecipients: { attribute: false },
  };

  /** Required. ISO 4217 code. */
  declare currency: string | null;
  /** Required. The purpose of the transfer. */
  declare description: string | null;
  /** Minor units (`10000` is 100.00 USD). Absent: the payer types it. */
  declare amount: string | number | null;
  /** Minor units: the least that the payer may type. */
  declare minAmount: string | number | null;
  /** Minor units: the most that the payer may type. */
  declare maxAmount: string | number | null;
  /** The time by which the transfer must be confirmed: ISO 8601, with offset. The time left is shown. */
  declare expiredAt: string | null;
  /** Test mode, for test cards. A badge shows it. */
  declare test: boolean;
  /** Operation type issued by the processing center: up to 3 letters or digits. */
  declare p2pType: string | null;
  /**
   * Fields to ask for even if the gateway doesn't require them, separated by spaces: `holder`, `recipient-holder`,
   * `recipient-expiry`.
   */
  declare collect: string | null;
  /**
   * Offers to save the cards: a checkbox, off at first, asks the payer. With `agreed` they are saved without one, because your
   * page has the payer's consent. The tokens come with the outcome's `transaction`.
   */
  declare saveCard: boolean | 'agreed';
  /**
   * The payer's saved card, `{token, brand, last_4, exp_month, exp_year}` as in an earlier `transaction`: only the security code
   * is typed. With `savedCards`, the one of them that is preselected.
   */
  declare sourceCard: SavedCard | undefined;
  /**
   * The recipient's saved card: the payer does not type its number. The transfer goes to the card of this token, even if its
   * brand and digits are wrong, so keep other scripts away from it. With `savedRecipients`, the one of them that is preselected.
   */
  declare recipientCard: SavedCard | undefined;
  /** The saved cards of recipients, which the payer chooses from. None is preselected, unless `recipientCard` names it. */
  declare savedRecipients: readonly SavedCard[] | undefined;
  /** The sender: `{ip, email, device_id, external_id}` (spec 2.5). */
  declare customer: Customer | undefined;
  /** The sender's address: `{first_name, last_name, country, city, state, zip, address, phone}` (spec 2.5). */
  declare senderBillingAddress: BillingAddress | undefined;
  /** The recipient's address, with the same fields (spec 2.5). */
  declare recipientBillingAddress: BillingAddress | undefined;
  /** Lines to add to the e-mail that the customer receives. */
  declare receiptText: readonly string[] | undefined;

  /** The settings that a press is for, as the page has written them. Only the later part of the script validates them. */
  protected get asSet(): unknown {
    const names = Object.keys(TransferAttributesElement.properties).filter((name) => !COSMETIC.test(name));
    return names.map((name) => this[name as keyof this]);
  }

  protected override savedIn(section: SectionName): readonly SavedCard[] | undefined {
    return section === 'recipient_card' ? this.savedRecipients : super.savedIn(section);
  }

  constructor() {
    super();
    this.test = false;
    this.saveCard = false;
  }
}
