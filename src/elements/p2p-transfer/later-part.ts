import type { TransferSettings } from '../../flow/request/transfer-body.js';
import type { LaterPart } from '../payment/running-payment.js';
import { RunningTransfer } from './running-transfer.js';

/** Opens a transfer. */
export const openPayment: LaterPart<TransferSettings, RunningTransfer>['openPayment'] = (host, hooks) =>
  new RunningTransfer(host, hooks);
