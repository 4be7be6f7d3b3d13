import type { FlowSurroundings } from '../options.js';
import type { PaymentKind, PaymentSettings } from '../payment-kind.js';
import type { FlowEvent, State } from '../state.js';
import type { PaymentRecord } from '../record/payment-record.js';
import type { Orders } from '../outcome/orders.js';
import type { Questions } from './questions.js';
import type { RepeatGuard } from './repeat-guard.js';

/** The dependencies of an attempt. */
export interface AttemptOptions<Settings extends PaymentSettings> {
  readonly surroundings: FlowSurroundings;
  readonly kind: PaymentKind<Settings>;
  readonly guard: RepeatGuard;
  readonly questions: Questions;
  readonly orders: Orders;
  /** Called when a newer attempt with the same tracking id has replaced this one: it is shown instead. */
  readonly replacedBy: (newer: PaymentRecord) => void;
  /** Whether the payer can see the attempt. */
  readonly isShown: () => boolean;
  /** Changes the state of the flow and returns it; undefined when the flow no longer shows this attempt. */
  readonly dispatch: (event: FlowEvent) => State | undefined;
}
