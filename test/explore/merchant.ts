import type { ResolvedStatus, StatusQuestion } from '../../src/flow/options.js';
import { PaymentLookup } from '../../src/merchant/handlers/payment-lookup.js';
import type { Transaction } from '../../src/wire/response/transaction.js';
import type { World } from './world.js';

/** How long the merchant's server takes (ms). */
const TAKES = 50;

/** What can become of a question to the merchant's server. */
const ANSWERS = [
  'fails',
  'gets no answer',
  'takes 8 s',
  'knows nothing',
  'names no sum',
  'names another sum',
  'lists a refund',
  'lists a failed one beside it',
  'lists it with an unknown status',
] as const;
type Listing = Extract<(typeof ANSWERS)[number], `lists ${string}`>;

/** The merchant's server: the package's own lookup of what the gateway lists. */
export class Merchant {
  wasAsked = false;
  /** The tracking ids of payments about which it said that nothing is known. */
  readonly withheld = new Set<string>();
  readonly #world: World;
  readonly #lookup: PaymentLookup;
  #listing: Listing | undefined;

  constructor(world: World) {
    this.#world = world;
    const { time } = world;
    this.#lookup = new PaymentLookup({
      client: {
        findTransactions: (trackingId) => Promise.resolve(this.#transactions(trackingId)),
        getTransaction: (uid) => Promise.resolve(this.#transaction(uid)),
      },
      allowTest: true,
      patience: 10_000,
      clock: { now: () => time.true, monotonic: () => time.elapsed, after: (wait, ring) => time.after(wait, ring) },
    });
  }

  async resolveStatus({ trackingId, uid, startedAt, repeatedAt }: StatusQuestion): Promise<ResolvedStatus> {
    const { choices, time, gateway } = this.#world;
    this.wasAsked = true;
    const way = choices.at('status', ANSWERS, 3);
    if (way === 'gets no answer') return new Promise(() => undefined);
    await time.wait(way === 'takes 8 s' ? 8000 : TAKES);
    if (way === 'fails') throw new Error('503');
    if (way === 'knows nothing') {
      for (const charge of gateway.charges) if (charge.trackingId === trackingId) this.withheld.add(charge.trackingId);
      return { outcome: 'unknown' };
    }
    this.#listing = way.startsWith('lists') ? (way as Listing) : undefined;
    const times = {
      since: startedAt === undefined ? undefined : Date.parse(startedAt),
      repeatedAt: repeatedAt === undefined ? undefined : Date.parse(repeatedAt),
    };
    const question = trackingId === undefined ? { trackingId, uid: uid ?? '', ...times } : { trackingId, uid, ...times };
    const found = (await this.#lookup.find(question, () => true)) ?? { outcome: 'unknown' as const };
    if (way !== 'names no sum' && way !== 'names another sum') return found;
    const { amount, ...rest } = found;
    return way === 'names no sum' ? rest : { ...rest, amount: (amount ?? 0) + 1 };
  }

  /** Gives the attempt the id of its cart. */
  async prepare(): Promise<{ readonly trackingId: string }> {
    const { choices, time } = this.#world;
    const way = choices.at('prepare', ['takes 8 s', 'fails'], 1);
    if (way === 'takes 8 s') await time.wait(8000);
    if (way === 'fails') throw new Error('503');
    return { trackingId: 'cart-1' };
  }

  #transactions(trackingId: string): Transaction[] {
    const listed = this.#world.gateway.transactions(trackingId);
    const [paid] = listed.filter(({ status }) => status === 'successful');
    if (!this.#listing || listed.length === 0) return listed;
    if (this.#listing === 'lists it with an unknown status') return listed.map((one) => ({ ...one, status: 'clearing' }));
    if (this.#listing === 'lists a failed one beside it')
      return [{ ...listed[0]!, uid: 'uid-beside', status: 'failed' }, ...listed];
    // A part of the sum, so that the order stays paid; or one whose payment is not listed.
    const refund = {
      ...(paid ?? listed[0]),
      uid: 'uid-refund',
      type: 'refund',
      amount: 1,
      parent_uid: paid?.uid,
      status: 'successful',
    };
    return [refund, ...listed];
  }

  #transaction(uid: string): Transaction {
    const ids = this.#world.gateway.charges.map(({ trackingId }) => trackingId);
    const found = ids.flatMap((id) => this.#world.gateway.transactions(id)).find((one) => one.uid === uid);
    if (!found) throw new Error('Record not found');
    return found;
  }
}
