// The sandbox's console, for tests: its clock, its faults and its shops.

/** The sandbox refused a request, or did not start; the message says why. */
export class SandboxError extends Error {
  readonly code: 'start_failed' | 'request_refused';

  constructor(code: SandboxError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SandboxError';
    this.code = code;
  }
}

/** A shop of the sandbox. Its keys are fixed and public. */
export interface Shop {
  readonly shopId: number;
  /** For your server: HTTP Basic, together with the shop's id. */
  readonly secretKey: string;
  /** For your page: the attribute `public-key`. */
  readonly publicKey: string;
}

/** The sandbox's clock, which expiries, subscriptions and the duplicate check use. */
export interface Clock {
  readonly now: () => Promise<Date>;
  /**
   * Moves the clock forward. Everything that becomes due meanwhile is done, each at its own time, before the promise is
   * fulfilled.
   */
  readonly advance: (seconds: number) => Promise<Date>;
  /** Stops the clock. */
  readonly freeze: () => Promise<Date>;
  /** Lets the clock run again, from its present time. */
  readonly release: () => Promise<Date>;
}

/** The kinds of fault. */
export type FaultKind =
  | 'slow'
  | 'server_error'
  | 'rate_limited'
  | 'closed_before'
  | 'closed_after'
  | 'truncated'
  | 'invalid_json'
  | 'wrong_schema'
  | 'wrapped_errors'
  | 'html'
  | 'job_slow'
  | 'job_failed'
  | 'job_lost'
  | 'duplicates_by_pan'
  | 'duplicates_by_token'
  | 'notification_down';

/** A fault, with the settings of `POST /sandbox/faults`. */
export interface Fault {
  readonly kind: FaultKind;
  /** A path of the API, such as `/products`, or an endpoint's name, such as `p2pAsync`; absent: wherever it can happen. */
  readonly endpoint?: string;
  /** How many requests it affects; absent: all of them, until it is removed. */
  readonly requests?: number;
  /** Above 0, at most 1. */
  readonly probability?: number;
  readonly seed?: number;
  /** For `slow` and `job_slow`, in milliseconds. */
  readonly delay_ms?: number;
  /** For `server_error`: 500 to 599. */
  readonly status?: number;
  /** For `server_error`: whether the work is done before the error. */
  readonly committed?: boolean;
  /** For `rate_limited`, in seconds. */
  readonly retry_after?: number;
}

/** The faults that are switched on. */
export interface Faults {
  /** Switches a fault on; resolves to its id. */
  readonly add: (fault: Fault) => Promise<string>;
  readonly remove: (id: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

async function ask(consoleUrl: string, path: string, method = 'GET', body?: object): Promise<unknown> {
  const response = await fetch(`${consoleUrl}/sandbox/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new SandboxError('request_refused', `${method} /sandbox/${path} was answered with ${response.status}: ${text}`);
  }
  return text === '' ? undefined : JSON.parse(text);
}

export async function readShops(consoleUrl: string): Promise<readonly Shop[]> {
  const shops = (await ask(consoleUrl, 'shops')) as { shop_id: number; secret_key: string; public_key: string }[];
  return shops.map(({ shop_id, secret_key, public_key }) => ({ shopId: shop_id, secretKey: secret_key, publicKey: public_key }));
}

export function clockOf(consoleUrl: string): Clock {
  const timeOf = (body: unknown): Date => new Date((body as { now: string }).now);
  const change = async (body: object): Promise<Date> => timeOf(await ask(consoleUrl, 'clock', 'POST', body));
  return {
    now: async () => timeOf(await ask(consoleUrl, 'clock')),
    advance: (seconds) => change({ advance_seconds: seconds }),
    freeze: () => change({ frozen: true }),
    release: () => change({ frozen: false }),
  };
}

export function faultsOf(consoleUrl: string): Faults {
  return {
    add: async (fault) => ((await ask(consoleUrl, 'faults', 'POST', fault)) as { id: string }).id,
    remove: async (id) => void (await ask(consoleUrl, `faults/${encodeURIComponent(id)}`, 'DELETE')),
    clear: async () => void (await ask(consoleUrl, 'faults', 'DELETE')),
  };
}
