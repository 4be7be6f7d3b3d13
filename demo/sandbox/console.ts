// The sandbox's console, for tests: its clock, its faults, its shops, and what it has recorded.

/** The sandbox refused a request, did not start, or did not do what a test waited for; the message says why. */
export class SandboxError extends Error {
  readonly code: 'start_failed' | 'request_refused' | 'not_seen';

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
  /** Those that are not used up. */
  readonly list: () => Promise<readonly (Fault & { readonly id: string })[]>;
  readonly remove: (id: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** What the sandbox has recorded, newest first; at most 100. */
export interface Records<Entry> {
  readonly list: () => Promise<readonly Entry[]>;
  /**
   * Resolves to the newest record that matches, as soon as there is one.
   *
   * @param options `timeout` in milliseconds; 10,000 when absent.
   * @throws SandboxError `not_seen`, with the newest records.
   */
  readonly waitFor: (matches: (entry: Entry) => boolean, options?: { readonly timeout?: number }) => Promise<Entry>;
}

/** The parts of a payment that tests compare; it has all others too, as the gateway's status query answers. */
export interface SandboxTransaction {
  readonly uid: string;
  readonly status: 'successful' | 'failed' | 'incomplete';
  readonly type: 'p2p' | 'payment' | 'authorization';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly tracking_id: string | null;
  readonly message: string | null;
  readonly test: boolean;
  readonly [field: string]: unknown;
}

/** A notification to a merchant's server. */
export interface SandboxNotification {
  readonly shop_id: number;
  readonly id: string;
  /** The uid of its transaction, or the id of its subscription. */
  readonly uid: string;
  readonly url: string;
  /** `waiting`: another attempt follows. */
  readonly state: 'waiting' | 'delivered' | 'refused' | 'given up';
  /** Its body: `{ transaction }`, or a subscription. */
  readonly body: Readonly<Record<string, unknown>> & { readonly transaction?: SandboxTransaction };
  /** Times in ISO 8601; the status of each answer, or why there was none. */
  readonly attempts: readonly { readonly at: string; readonly result: number | string }[];
}

/** An e-mail to a payer, which the sandbox writes and does not send. */
export interface SandboxEmail {
  readonly shop_id: number;
  readonly at: string;
  readonly id: string;
  /** The uid of its transaction, or the id of its subscription. */
  readonly uid: string;
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
}

/** A subscription, with its charges so far and those to come. */
export interface SandboxSubscription {
  readonly shop_id: number;
  readonly id: string;
  readonly state: string;
  readonly plan_id: string;
  readonly customer_id: string | null;
  readonly tracking_id: string | null;
  readonly charge_count: number;
  readonly charges: readonly { readonly uid: string; readonly at: string; readonly amount: number; readonly result: string }[];
  readonly due: readonly { readonly at: string; readonly amount: number }[];
  readonly ends_at: string | null;
}

export interface Notifications extends Records<SandboxNotification> {
  /** Sends it once more at once, whatever its state. */
  readonly resend: (id: string) => Promise<SandboxNotification>;
}

export interface Subscriptions extends Records<SandboxSubscription> {
  readonly cancel: (id: string) => Promise<SandboxSubscription>;
}

/** Everything that a console tells and does. */
export interface Recorded {
  readonly transactions: Records<SandboxTransaction>;
  readonly notifications: Notifications;
  readonly emails: Records<SandboxEmail>;
  readonly subscriptions: Subscriptions;
}

/** A payment to make without a payer; what is absent has a default. */
export interface Trigger {
  readonly event: 'transfer' | 'payment' | 'subscription';
  /** Default `successful`. `incomplete`: 3-D Secure is not finished. */
  readonly status?: SandboxTransaction['status'];
  /** Default: the first shop. */
  readonly shop_id?: number;
  /** Minor units; default 10,000. */
  readonly amount?: number;
  /** Default `USD`. */
  readonly currency?: string;
  /** Default: a new one. */
  readonly tracking_id?: string;
  /** Default: the sandbox's own. */
  readonly notification_url?: string;
}

/** The payment that is made: a payment of a product or a plan takes a moment. */
export interface Triggered {
  readonly tracking_id: string;
}

const PAUSE_MS = 50;

function recordsOf<Entry>(
  consoleUrl: string,
  name: string,
  read: (all: unknown) => readonly Entry[] = (all) => all as readonly Entry[],
): Records<Entry> {
  const list = async (): Promise<readonly Entry[]> => read(await ask(consoleUrl, name));
  const waitFor: Records<Entry>['waitFor'] = async (matches, { timeout = 10_000 } = {}) => {
    for (const began = performance.now(); ;) {
      const all = await list();
      const found = all.find(matches);
      if (found !== undefined) return found;
      if (performance.now() - began > timeout) {
        const newest = all.slice(0, 3).map((entry) => JSON.stringify(entry));
        const seen = newest.length === 0 ? 'there are none' : `the newest are\n${newest.join('\n')}`;
        throw new SandboxError('not_seen', `Expected one of the sandbox's ${name} to match within ${timeout} ms; ${seen}`);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  return { list, waitFor };
}

/** Each comes as the gateway answers a status query, beside its shop. */
const readTransactions = (all: unknown): readonly SandboxTransaction[] =>
  (all as readonly { readonly shop_id: number; readonly transaction: SandboxTransaction }[]).map(({ shop_id, transaction }) => ({
    ...transaction,
    shop_id,
  }));

export function recordedAt(consoleUrl: string): Recorded {
  const act = async (path: string): Promise<unknown> => ask(consoleUrl, path, 'POST', {});
  return {
    transactions: recordsOf(consoleUrl, 'transactions', readTransactions),
    emails: recordsOf(consoleUrl, 'emails'),
    notifications: {
      ...recordsOf<SandboxNotification>(consoleUrl, 'notifications'),
      resend: async (id) => (await act(`notifications/${encodeURIComponent(id)}/resend`)) as SandboxNotification,
    },
    subscriptions: {
      ...recordsOf<SandboxSubscription>(consoleUrl, 'subscriptions'),
      cancel: async (id) => (await act(`subscriptions/${encodeURIComponent(id)}/cancel`)) as SandboxSubscription,
    },
  };
}

/** Makes a payment. @throws SandboxError `request_refused` for values that the sandbox does not accept. */
export async function trigger(
  consoleUrl: string,
  event: Trigger['event'],
  more: Omit<Trigger, 'event'> = {},
): Promise<Triggered> {
  const { tracking_id } = (await ask(consoleUrl, 'trigger', 'POST', { event, ...more })) as Triggered;
  return { tracking_id };
}

export async function readAddresses(consoleUrl: string): Promise<Readonly<Record<string, string>>> {
  return (await ask(consoleUrl, 'addresses')) as Readonly<Record<string, string>>;
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
    list: async () => (await ask(consoleUrl, 'faults', 'GET')) as Awaited<ReturnType<Faults['list']>>,
    remove: async (id) => void (await ask(consoleUrl, `faults/${encodeURIComponent(id)}`, 'DELETE')),
    clear: async () => void (await ask(consoleUrl, 'faults', 'DELETE')),
  };
}
