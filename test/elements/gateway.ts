import { CERTIFIED_TEST_KEY, STOREFRONT_TEST_KEY } from '../../demo/gateway/shop/test-keys.js';
import { ScriptedGateway } from '../../demo/scripted/gateway.js';
import { createShop, readKeys } from '../../demo/scripted/shop.js';
import { systemClock } from '../../src/clock/clock.js';
import { createOffers, type Offers } from './offers.js';
import { canary } from './watch-leaks.js';

// A gateway that answers at once may be asked at once: the pause before a check, and those between polls, take a tenth.
const after = systemClock.after.bind(systemClock);
systemClock.after = (milliseconds, callback) =>
  after(milliseconds >= 300 && milliseconds < 1000 ? milliseconds / 10 : milliseconds, callback);

const ownShop = await createShop({ keys: await readKeys(STOREFRONT_TEST_KEY) });

/** Another shop's public key. */
export const { publicKey: otherKey } = await createShop({ keys: await readKeys(CERTIFIED_TEST_KEY) });

/** Another address, where the same gateway answers. */
export const OTHER_ADDRESS = 'https://other.example';

function open(shop = ownShop): ScriptedGateway {
  const opened = new ScriptedGateway({ shop });
  opened.onRequest = ({ method, url, headers, text }) => canary.seeRequest({ method, url, headers, body: text });
  return opened;
}

/** The gateway of the test that runs: each has a new one, which remembers nothing. */
export let gateway = open();
/** What its shop sells. */
export let offers: Offers = createOffers(gateway);

/** Before each test. */
export function renewGateway(): void {
  gateway = open();
  offers = createOffers(gateway);
}

/** Gives the gateway a shop with a new key, for the rest of the test. */
export async function renewShop(): Promise<void> {
  gateway = open(await createShop());
  offers = createOffers(gateway);
}

/** After each test: an element that it has removed follows its payment on, and would record an outcome in the middle of another one. */
export function silenceGateway(): void {
  const kinds = ['offer', 'check', 'checkJob', 'transfer', 'job'] as const;
  for (const kind of kinds) gateway.replies[kind] = ['silence'];
}

/** A check, a transfer or an order, as the gateway received it. */
export interface Sent {
  readonly origin: string;
  readonly bearer: string | undefined;
  readonly request: Readonly<Record<string, unknown>> & {
    readonly credit_card?: { readonly token?: string };
    readonly recipient_card?: { readonly token?: string };
    readonly additional_data?: { readonly contract?: readonly string[] };
  };
}

/** The requests of one kind so far. */
export const sent = (kind: 'check' | 'transfer'): Sent[] =>
  gateway.of(kind).map(({ url, headers, text }) => ({
    origin: new URL(url).origin,
    bearer: headers['Authorization'],
    request: (JSON.parse(text) as Pick<Sent, 'request'>).request,
  }));

/** Leaves each payment on its way, as a bank that takes long does, until the returned function is called. */
export function holdJobs(): () => void {
  gateway.replies.job = [{ status: 'new', job_id: 'held' }];
  return () => void (gateway.replies.job = []);
}

/** Keeps the answers to a kind of request until the returned function is called. */
export function holdAnswers(kind: keyof ScriptedGateway['replies']): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  gateway.replies[kind] = [(_, itself) => held.then(itself)];
  return release;
}
