import { CheckoutError, type Party } from '../http/error.js';
import type { ErrorBody } from '../wire/response/error-body.js';
import type { RefusalCode } from '../wire/response/read-refusal.js';

/** The gateway answered, but not with the expected response. */
export class GatewayError extends CheckoutError {
  override readonly name = 'GatewayError';
  readonly code: RefusalCode;
  readonly party: Party;
  /** HTTP status of the answer. */
  readonly status: number;
  /** The gateway's error body (spec 7), if it was readable. */
  readonly body: ErrorBody | undefined;
  /** How long the gateway asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    answer: { readonly status: number; readonly body?: ErrorBody | undefined; readonly retryAfter?: number | undefined },
  ) {
    super(message);
    this.code = code;
    this.party = code === 'credentials_refused' ? 'merchant' : 'gateway';
    this.status = answer.status;
    this.body = answer.body;
    this.retryAfter = answer.retryAfter;
  }
}

/** The card data could not be encrypted, and nothing was sent. */
export class SealError extends CheckoutError {
  override readonly name = 'SealError';
  readonly code: 'insecure_context' | 'key_unusable' | 'section_too_long';
  readonly party: Party = 'merchant';

  constructor(code: SealError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Polling can't return the job's result any more; its result is unknown. */
export class JobError extends CheckoutError {
  override readonly name = 'JobError';
  readonly code: 'job_lost' | 'job_overdue';
  readonly party: Party = 'gateway';

  constructor(code: JobError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
