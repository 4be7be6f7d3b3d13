import type { TransferSettings } from '../../flow/request/transfer-body.js';
import type { LaterPart } from '../payment/running-payment.js';
import type { RunningTransfer } from './running-transfer.js';

/**
 * Loads the later part. The script file for transfers replaces this module by one that loads a file next to it.
 *
 * @param _attempt The number of earlier tries.
 */
export const loadLaterPart = (_attempt: number): Promise<LaterPart<TransferSettings, RunningTransfer>> =>
  import('./later-part.js');
