import { OrderFlow } from '../../flow/order-flow.js';
import type { OrderSettings } from '../../flow/request/order-body.js';
import { RunningPayment, type LaterPart } from '../payment/running-payment.js';

/** Opens the payment of an order. */
export const laterPart: LaterPart<OrderSettings> = {
  openPayment: (host, hooks) => new RunningPayment(host, hooks, { Flow: OrderFlow }),
};
