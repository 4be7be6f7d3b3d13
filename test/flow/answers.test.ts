import { describe, expect, test } from 'vitest';
import { createStatusHandler, reconcile } from '../../src/merchant/index.js';
import type { ResolvedStatus } from '../../src/flow/options.js';
import { transaction as transactionSchema } from '../../src/wire/response/transaction.js';
import { OrderRig } from './rig/order-rig.js';
import { Rig } from './rig/rig.js';
import { answer, done, errorBody } from '../../demo/scripted/script.js';

// One table of answers about one payment: what the page makes of it when the job answers so, what the shop's status handler makes of it,
// and what it is to the order. So no two of them can disagree about the same answer: a payer who reads "failed" here and "paid" there
// would pay twice, or leave without what they paid for.

type Shown = 'successful' | 'failed' | 'unknown';
/** `waits`: the page polls on until its patience is over, and then reads unknown. */
type Row = readonly [
  what: string,
  changes: Readonly<Record<string, unknown>>,
  page: Shown | 'waits',
  handler: Shown | 'pending',
  order: string,
];

const PAID_AT = '2026-11-21T10:00:01Z';

/** Changes to a transaction that is the attempt's own, with the sum that was sent. */
const ANSWERS: readonly Row[] = [
  ['it is successful', { status: 'successful' }, 'successful', 'successful', 'pays'],
  ['it failed', { status: 'failed' }, 'failed', 'failed', 'declined'],
  ['it is open', { status: 'pending' }, 'waits', 'pending', 'pending'],
  ['it is at the bank', { status: 'incomplete', redirect_url: 'https://bank.example/' }, 'waits', 'pending', 'pending'],
  ['its status is a word that is not known', { status: 'Successful' }, 'waits', 'pending', 'pending'],
  ['it failed, and was paid at some time', { status: 'failed', paid_at: PAID_AT }, 'unknown', 'pending', 'pending'],
  [
    'it failed, and was paid at a time in another form',
    { status: 'failed', paid_at: 1_795_255_201 },
    'unknown',
    'pending',
    'pending',
  ],
  [
    'it failed, and the bank’s part did not',
    { status: 'failed', p2p: { status: 'successful' } },
    'unknown',
    'pending',
    'pending',
  ],
  [
    'it failed as a copy of another one',
    { status: 'failed', message: 'Duplicate transaction', code: 'duplicate_transaction' },
    'unknown',
    'unknown',
    'declined',
  ],
  ['its amount is a text of the sum', { status: 'successful', amount: '10000' }, 'successful', 'successful', 'pays'],
  ['its amount is not named', { status: 'successful', amount: null }, 'successful', 'successful', 'differs'],
  ['its amount is another one', { status: 'successful', amount: 9999 }, 'unknown', 'successful', 'differs'],
  ['its amount is a fraction', { status: 'successful', amount: 10_000.5 }, 'unknown', 'pending', 'differs'],
  ['its amount is a text that is no sum', { status: 'successful', amount: '100.00' }, 'unknown', 'pending', 'differs'],
  [
    'its amount is a number in another form',
    { status: 'successful', amount: { value: 10_000 } },
    'unknown',
    'pending',
    'differs',
  ],
  ['its currency is another one', { status: 'successful', currency: 'EUR' }, 'unknown', 'successful', 'differs'],
  ['its currency is a number', { status: 'successful', currency: 840 }, 'unknown', 'successful', 'differs'],
  ['it failed, with another amount', { status: 'failed', amount: 9999 }, 'unknown', 'failed', 'declined'],
  ['it failed, with an amount that is no sum', { status: 'failed', amount: '100.00' }, 'unknown', 'unknown', 'declined'],
  ['it is a refund', { type: 'refund', status: 'successful' }, 'unknown', 'pending', 'follows'],
  ['it is a refund that failed', { type: 'refund', status: 'failed' }, 'unknown', 'unknown', 'declined'],
  ['it is a void', { type: 'void', status: 'successful' }, 'unknown', 'pending', 'follows'],
  ['it is a void that failed', { type: 'void', status: 'failed' }, 'unknown', 'unknown', 'declined'],
  ['it is a capture', { type: 'capture', status: 'successful' }, 'unknown', 'pending', 'follows'],
  ['it is a saved card', { type: 'tokenization', status: 'successful' }, 'unknown', 'unknown', 'differs'],
  ['it is a card that was not saved', { type: 'tokenization', status: 'failed' }, 'unknown', 'unknown', 'declined'],
];

const UID = 'uid-1';

/** What the shop's status handler answers where the gateway lists this transaction alone. */
async function handled(transaction: object): Promise<ResolvedStatus> {
  const listed = [transactionSchema.parse(transaction)];
  const client = { findTransactions: () => Promise.resolve(listed), getTransaction: () => Promise.resolve(listed[0]!) };
  const handler = createStatusHandler({ client, authorize: () => true });
  const query = new URLSearchParams({ tracking_id: 'order-1', uid: UID, started_at: '2026-11-21T10:00:00Z' });
  return (await (await handler(new Request(`https://shop.example/status?${query}`))).json()) as ResolvedStatus;
}

/** What an order of 100.00 USD makes of it. */
const verdictOn = (transaction: object, type: 'p2p' | 'payment'): string =>
  reconcile({ type, amount: 10_000, currency: 'USD' }, transactionSchema.parse(transaction)).verdict;

describe.each(['p2p', 'payment'] as const)('a %s', (type) => {
  const open = (resolveStatus?: () => Promise<ResolvedStatus>): Rig | OrderRig => {
    const rig = type === 'p2p' ? new Rig(resolveStatus && { resolveStatus }) : new OrderRig(resolveStatus && { resolveStatus });
    rig.settings = { ...rig.settings, amount: 10_000, trackingId: 'order-1' } as never;
    rig.gateway.date = { ahead: 0 };
    return rig;
  };

  test.each(ANSWERS)('%s', async (_, changes, page, handler, order) => {
    const transaction = {
      uid: UID,
      tracking_id: 'order-1',
      type,
      amount: 10_000,
      currency: 'USD',
      created_at: '2026-11-21T10:00:01Z',
      message: null,
      ...changes,
    };
    const rig = open();
    rig.gateway.replies.job = [done({ transaction })];
    await rig.pay(5000);
    if (page === 'waits') expect(rig.outcome).toBeUndefined();
    await rig.clock.advance(16 * 60_000);
    const shown = page === 'waits' ? 'unknown' : page;
    expect(rig.outcome?.outcome).toBe(shown);

    const status = await handled(transaction);
    expect(status.outcome).toBe(handler);
    expect(verdictOn(transaction, type)).toBe(order);

    // The page that hears of it from the shop's server, because the job is lost, says no other final word.
    let isPaid = false;
    const asking = open(() => Promise.resolve(isPaid ? status : { outcome: 'unknown' }));
    asking.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
    await asking.pay(1000);
    isPaid = true;
    await asking.clock.advance(20 * 60_000);
    expect(asking.outcome?.outcome).toBe(shown);
  });
});
