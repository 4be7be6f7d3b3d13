/** One event of the element with some of its fields, none of which contains card data. */
export interface LoggedEvent {
  readonly type: string;
  readonly at: string;
  readonly facts: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

// Shown without path, which may contain a transaction's token.
const originOf = (url: unknown): string | undefined => {
  const text = String(url);
  return URL.canParse(text) ? new URL(text).origin : undefined;
};

/** The element's events, each with the fields that the page shows. */
const READERS: Readonly<Record<string, (event: Fields) => Fields>> = {
  'checkout-quote': ({ amount, currency, fee, feeCurrency, estimated, total }) => ({
    amount,
    currency,
    fee,
    feeCurrency,
    estimated,
    total,
  }),
  'checkout-submit': ({ amount, currency }) => ({ amount, currency }),
  'checkout-redirect': ({ trackingId, url }) => ({ trackingId, to: originOf(url) }),
  'checkout-outcome': ({ outcome, final, trackingId, transaction }) => ({
    outcome,
    final,
    trackingId,
    uid: asFields(transaction)['uid'],
  }),
  'checkout-unavailable': ({ reason }) => ({ reason }),
  'checkout-error': ({ error }) => ({ code: asFields(error)['code'], message: asFields(error)['message'] }),
};

/** The names of the events the page listens to. */
export const EVENTS: readonly string[] = Object.keys(READERS);

/** Reads the fields of an event as text. */
export function readEvent(event: Event, now: Date): LoggedEvent {
  const read = READERS[event.type]?.(event as unknown as Fields) ?? {};
  const facts = Object.entries(read).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)] as const] : [],
  );
  return { type: event.type, at: now.toISOString(), facts: Object.fromEntries(facts) };
}
