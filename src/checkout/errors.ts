import { CheckoutError, type Party } from '../http/error.js';
import type { ErrorBody } from '../wire/response/error-body.js';
import type { RefusalCode } from '../wire/response/refusal.js';

/** The gateway answered, but not with what was asked for. */
export class GatewayError extends CheckoutError {
  override readonly name = 'GatewayError';
  readonly code: RefusalCode;
  readonly party: Party;
  /** HTTP status of the answer. */
  readonly status: number;
  /** The gateway's words about the request, where they were in a form that we read (spec 7). */
  readonly body: ErrorBody | undefined;
  /** How long the gateway asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, message: string, status: number, body?: ErrorBody, retryAfter?: number) {
    super(message);
    this.code = code;
    this.party = code === 'credentials_refused' ? 'merchant' : 'gateway';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** Card data can't be encrypted here; nothing was sent. */
export class SealError extends CheckoutError {
  override readonly name = 'SealError';
  readonly code: 'insecure_context' | 'key_unusable' | 'section_too_long';
  readonly party: Party = 'merchant';

  constructor(code: SealError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A job's result can't be had by polling any more; what became of it is not known. */
export class JobError extends CheckoutError {
  override readonly name = 'JobError';
  readonly code: 'job_lost' | 'job_overdue';
  readonly party: Party = 'gateway';

  constructor(code: JobError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
