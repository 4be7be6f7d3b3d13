import { SAVES_CARD } from '../checkout/plaintext.js';
import { p2pAsync } from '../wire/response/transfer.js';
import { readPayment } from './outcome/answer.js';
import type { PaymentFlowOptions } from './options.js';
import { PaymentFlow } from './payment-flow.js';
import { isEditableOfTransfer } from './request/judge-refusal.js';
import { Quoting } from './price/quoting.js';
import { transferBody, type TransferSettings } from './request/transfer-body.js';
import type { PaymentKind } from './payment-kind.js';

/** The dependencies of a transfer. */
export type TransferFlowOptions = PaymentFlowOptions<TransferSettings>;

const transfer: PaymentKind<TransferSettings> = {
  endpoint: p2pAsync,
  bind: ({ saveCard }) => ({ operation: 'transfer', ...(saveCard && { contract: SAVES_CARD }) }),
  body: transferBody,
  readAnswer: readPayment,
  isEditable: isEditableOfTransfer,
  distinguishedBy: 'recipient',
  price: (options, state, dispatch) => new Quoting(options, state, dispatch),
};

/** A card-to-card transfer over time: quote, transfer, 3-D Secure, outcome (see `PaymentFlow`). */
export class TransferFlow extends PaymentFlow<TransferSettings> {
  constructor(options: TransferFlowOptions) {
    super(transfer, options);
  }
}
