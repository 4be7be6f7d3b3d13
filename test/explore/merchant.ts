import type { ResolvedStatus, StatusQuestion } from '../../src/flow/options.js';
import { PaymentLookup } from '../../src/merchant/handlers/payment-lookup.js';
import type { Transaction } from '../../src/wire/response/transaction.js';
import { NORMAL } from './choices.js';
import type { World } from './world.js';

/** How long the merchant's server takes (ms). */
const TAKES = 50;

/** What can become of a question to the merchant's server. */
const ANSWERS = ['fails', 'gets no answer', 'knows nothing', 'names no sum', 'names another sum', 'lists a refund'] as const;

/** The merchant's server: the package's own lookup of what the gateway lists. */
export class Merchant {
  wasAsked = false;
  /** The tracking ids of payments about which it said that nothing is known. */
  readonly withheld = new Set<string>();
  readonly #world: World;
  readonly #lookup: PaymentLookup;
  #listsRefund = false;

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
    await time.wait(TAKES);
    if (way === 'fails') throw new Error('503');
    if (way === 'knows nothing') {
      for (const charge of gateway.charges) if (charge.trackingId === trackingId) this.withheld.add(charge.trackingId);
      return { outcome: 'unknown' };
    }
    this.#listsRefund = way === 'lists a refund';
    const times = {
      since: startedAt === undefined ? undefined : Date.parse(startedAt),
      repeatedAt: repeatedAt === undefined ? undefined : Date.parse(repeatedAt),
    };
    const question = trackingId === undefined ? { trackingId, uid: uid ?? '', ...times } : { trackingId, uid, ...times };
    const found = (await this.#lookup.find(question, () => true)) ?? { outcome: 'unknown' as const };
    if (way === NORMAL || way === 'lists a refund') return found;
    const { amount, ...rest } = found;
    return way === 'names no sum' ? rest : { ...rest, amount: (amount ?? 0) + 1 };
  }

  #transactions(trackingId: string): Transaction[] {
    const listed = this.#world.gateway.transactions(trackingId);
    const [paid] = listed.filter(({ status }) => status === 'successful');
    if (!this.#listsRefund) return listed;
    // A part of the sum, so that the order stays paid; or one whose payment is not listed.
    const refund = {
      ...(paid ?? listed[0]),
      uid: 'uid-refund',
      type: 'refund',
      amount: 1,
      parent_uid: paid?.uid,
      status: 'successful',
    };
    return listed.length > 0 ? [refund, ...listed] : listed;
  }

  #transaction(uid: string): Transaction {
    const ids = this.#world.gateway.charges.map(({ trackingId }) => trackingId);
    const found = ids.flatMap((id) => this.#world.gateway.transactions(id)).find((one) => one.uid === uid);
    if (!found) throw new Error('Record not found');
    return found;
  }
}
