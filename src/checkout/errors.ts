import { CheckoutError, type Party } from '../http/error.js';

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
