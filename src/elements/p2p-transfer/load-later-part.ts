import type { TransferSettings } from '../../flow/request/transfer-body.js';
import type { LaterPart } from '../payment/running-payment.js';
import type { RunningTransfer } from './running-transfer.js';

/**
 * Loads the later part; `session/part-loader.ts` calls this, and again after a failure. The build of the script file for transfers
 * (`demo/start/build/two-parts.mjs`) replaces this module by `script/load-beside.ts`, which loads the file next to it.
 *
 * @param _attempt The number of earlier tries.
 */
export const loadLaterPart = (_attempt: number): Promise<LaterPart<TransferSettings, RunningTransfer>> =>
  import('./later-part.js');
