import type { TransferSettings } from '../../flow/request/transfer-body.js';
import type { LaterPart } from '../payment/course.js';
import type { TransferCourse } from './transfer-course.js';

/**
 * Loads what comes after the fields. The script file for transfers has another module in the place of this one, which loads the
 * file beside it.
 *
 * @param _attempt How often it was tried before.
 */
export const loadLaterPart = (_attempt: number): Promise<LaterPart<TransferSettings, TransferCourse>> =>
  import('./later-part.js');
