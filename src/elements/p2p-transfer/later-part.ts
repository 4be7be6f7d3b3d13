import type { TransferSettings } from '../../flow/request/transfer-body.js';
import type { LaterPart } from '../payment/course.js';
import { TransferCourse } from './transfer-course.js';

/** Opens the course of a transfer. */
export const openCourse: LaterPart<TransferSettings, TransferCourse>['openCourse'] = (host, hooks) =>
  new TransferCourse(host, hooks);
