import type { TransferSettings } from '../../flow/request/transfer-body.js';
import { TransferFlow } from '../../flow/transfer-flow.js';
import { Course, type LaterPart } from '../payment/course.js';

/** Opens the course of a transfer. */
export const openCourse: LaterPart<TransferSettings>['openCourse'] = (host, hooks) =>
  new Course(host, hooks, { Flow: TransferFlow, checksKey: true });
