import { CheckoutError, type Party } from '../http/error.js';

/** The browser refuses to store the payment's state: it works, but other tabs, or this one after a reload, don't know of it. */
export class StorageError extends CheckoutError {
  override readonly name = 'StorageError';
  readonly code = 'storage_unavailable';
  readonly party: Party = 'merchant';

  constructor() {
    super(
      'Expected localStorage to store the state of the payment; the browser refused, as it does when the storage is full or ' +
        'turned off. The payment continues, but other tabs, or this one after a reload, may not know of it. Store less on this ' +
        'origin, and set resolveStatus: your server can report how it ended.',
    );
  }
}

/** What browsers call a fetch that reached no server. Each has words of its own, and the error has no code. */
const NO_CONNECTION = /^(Failed to fetch|fetch failed|Load failed|NetworkError|The (network|Internet) connection|no answer came)/;

/** Whether an error of the merchant's function is about the connection: a fetch that reached no server, or took too long. */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(Timeout|Network)Error$/.test(error.name) || (error instanceof TypeError && NO_CONNECTION.test(error.message)));

/** One of the merchant's functions failed, or returned something unexpected. */
export class MerchantError extends CheckoutError {
  override readonly name = 'MerchantError';
  readonly code: 'prepare_failed' | 'resolve_status_failed' | 'resolve_status_mismatch';
  /** `network`: the function reached no server. */
  readonly party: Party;

  constructor(code: MerchantError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.party = isConnectionLost(cause) ? 'network' : 'merchant';
  }
}

/** The gateway named an address for 3-D Secure that the payer may not be sent to. */
export class RedirectError extends CheckoutError {
  override readonly name = 'RedirectError';
  readonly code = 'redirect_refused';
  readonly party: Party = 'gateway';

  constructor(problem: string) {
    super(
      `Expected an address for 3-D Secure that is https and, where redirect-origins is set, of one of its origins; ` +
        `the payer was not sent there because ${problem}.`,
    );
  }
}

/** Another tab is sending a payment to the same shop at this moment; nothing was sent from here. */
export class LockError extends CheckoutError {
  override readonly name = 'LockError';
  readonly code = 'busy_elsewhere';
  readonly party: Party = 'payer';

  constructor() {
    super(
      'Expected no other tab to send a payment to this shop at the same moment; one did. Nothing was sent from here. Press again.',
    );
  }
}
