/** What one event of the element said, in the fields that this page names; there is no card data in any of them. */
export interface Heard {
  readonly type: string;
  readonly at: string;
  readonly facts: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

// Where the payer is sent is shown without path: it may carry a transaction's token.
const originOf = (url: unknown): string | undefined => {
  const text = String(url);
  return URL.canParse(text) ? new URL(text).origin : undefined;
};

/** The element's events that the page listens to, each with the fields it takes from it. */
const READERS: Readonly<Record<string, (event: Fields) => Fields>> = {
  'checkout-quote': ({ amount, currency, fee, feeCurrency, estimated, total }) => ({
    amount, currency, fee, feeCurrency, estimated, total,
  }),
  'checkout-submit': ({ amount, currency }) => ({ amount, currency }),
  'checkout-redirect': ({ trackingId, url }) => ({ trackingId, to: originOf(url) }),
  'checkout-outcome': ({ outcome, final, trackingId, transaction }) => ({
    outcome, final, trackingId, uid: asFields(transaction)['uid'],
  }),
  'checkout-unavailable': ({ reason }) => ({ reason }),
  'checkout-error': ({ error }) => ({ code: asFields(error)['code'], message: asFields(error)['message'] }),
};

/** The names of the events the page listens to. */
export const EVENTS: readonly string[] = Object.keys(READERS);

/** Takes down an event: the named fields that are there, as text. */
export function takeDown(event: Event, now: Date): Heard {
  const read = READERS[event.type]?.(event as unknown as Fields) ?? {};
  const facts = Object.entries(read).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)] as const] : [],
  );
  return { type: event.type, at: now.toISOString(), facts: Object.fromEntries(facts) };
}
