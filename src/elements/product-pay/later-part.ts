import { OrderFlow } from '../../flow/order-flow.js';
import type { OrderSettings } from '../../flow/request/order-body.js';
import { Course, type LaterPart } from '../payment/course.js';

/** Opens the course of an order. */
export const laterPart: LaterPart<OrderSettings> = {
  openCourse: (host, hooks) => new Course(host, hooks, { Flow: OrderFlow, checksKey: false }),
};
