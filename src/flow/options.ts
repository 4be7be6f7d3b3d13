import type { CheckoutClient } from '../checkout/client.js';
import type { Presence } from '../checkout/poll-job.js';
import type { Random } from '../checkout/seal.js';
import type { Clock } from '../clock/clock.js';
import type { CheckoutError } from '../http/error.js';
import type { CardPort } from './cards/card-port.js';
import type { PaymentSettings } from './payment-kind.js';
import type { Locks } from './record/lock.js';
import type { RecordStore } from './record/record-store.js';
import type { Attempt, Price } from './state.js';
import type { Trace } from './trace.js';

/** The merchant server's answer about an attempt. */
export interface ResolvedStatus {
  /** `pending`: a transaction of the id is not final. `unknown`: nothing is known. */
  readonly outcome: 'successful' | 'failed' | 'pending' | 'unknown';
  /**
   * Minor units. Amount and currency must be what was sent, or the answer is about another payment. For a payment that this
   * browser has no record of, they are required, and must be what the page asks for.
   */
  readonly amount?: number | undefined;
  /** ISO 4217 code. */
  readonly currency?: string | undefined;
  /** While the payment is pending: the bank's page, where the payer can go on with it. */
  readonly redirectUrl?: string | undefined;
}

/** The question to the merchant's server: about an attempt, an order, or a payment that the page's address names. */
export interface StatusQuestion {
  /** Undefined where only the address names the payment. */
  readonly trackingId: string | undefined;
  /** The gateway's id, if it is known. Without `startedAt` it comes from the page's address, which anyone can write. */
  readonly uid: string | undefined;
  /**
   * When the attempt began, by the gateway's time (ISO 8601): an older transaction belongs to an earlier attempt.
   * Undefined where this browser has no record of one.
   */
  readonly startedAt: string | undefined;
  /**
   * When the last copy of its request left, if it was sent more than once (ISO 8601). A failed transaction may then be a copy's: it
   * proves something only 15 minutes later, when no copy can be accepted any more, and if no other transaction of the id is open or
   * paid.
   */
  readonly repeatedAt?: string | undefined;
}

/** The dependencies that all kinds of payment share. */
export interface FlowSurroundings {
  readonly client: CheckoutClient;
  readonly cards: CardPort;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly presence: Presence;
  /** Keeps two tabs from sending the same attempt at the same moment (navigator.locks). Without it, only the record does. */
  readonly locks?: Locks | undefined;
  /** Judges an address for 3-D Secure. Returns the address to go to, or the problem with it ("it is neither https nor http"). */
  readonly judgeRedirect: (url: string) => { readonly url: URL } | { readonly problem: string };
  /** Sends the payer to the 3-D Secure page. */
  readonly leave: (url: string, attempt: Attempt) => void;
  /** Notes what happens, for support. */
  readonly trace?: Trace | undefined;
  /** Called with errors that change nothing for the payer. */
  readonly report: (error: CheckoutError) => void;
  /** Whether another form of this page shows an attempt already, so that it is not resumed twice. */
  readonly isTaken?: ((trackingId: string) => boolean) | undefined;
  /** Whether the payer can see the state of the payment. By default they can. */
  readonly isShown?: (() => boolean) | undefined;
  /** Called before anything is sent. If it returns false, nothing is sent. */
  readonly confirm?: ((price: Price) => boolean) | undefined;
  /** Lets the merchant give each attempt (1, 2, …) an id. */
  readonly prepare?:
    | ((attempt: { attempt: number; amount: number; currency: string }) => Promise<{ trackingId?: string } | void>)
    | undefined;
  /** Asks the merchant's server how a payment ended. */
  readonly resolveStatus?: ((attempt: StatusQuestion) => Promise<ResolvedStatus>) | undefined;
  /** Read again at every use, until the payer confirms. A press counts only while what it returns stays equal. */
  readonly settings: () => PaymentSettings;
}

/** The dependencies of a payment. */
export interface PaymentFlowOptions<Settings extends PaymentSettings> extends FlowSurroundings {
  readonly settings: () => Settings;
  /** Resolves once it is known what was paid before; until then no press is carried out. Absent: it is known. */
  readonly started?: (() => Promise<unknown>) | undefined;
}
