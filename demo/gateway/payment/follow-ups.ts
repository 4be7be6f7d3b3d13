import type { FollowUpRequest } from '../../../src/wire/request/follow-up.js';
import { endpoints } from '../../../src/wire/endpoints.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { invalidParams, recordNotFound } from '../http/error-response.js';
import { judgeFields, unwrap } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import { readJson } from '../http/request-body.js';
import type { Serve } from '../http/serve.js';
import type { Shop } from '../shop/shops.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { Clock } from '../time/clock.js';
import { newPayment } from './new-payment.js';

// The spec has none of these (2.7 only lets a product reserve money). Requests and answers are the family's; which sums are refused, and
// in which words, are our decisions.

export interface FollowUpDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  /** The synchronous endpoint's response for a transaction. */
  readonly answer: (record: TransactionRecord) => { readonly transaction: unknown };
  /** Called with each follow-up, which is final at once. */
  readonly ended: (record: TransactionRecord) => Promise<void>;
}

type FollowUp = 'capture' | 'void' | 'refund';

/** Why nothing of this kind can follow a transaction; undefined when something can. */
function unsuitable(
  kind: FollowUp,
  { type, status }: TransactionRecord,
  earlier: readonly TransactionRecord[],
): string | undefined {
  if (kind === 'refund' && type === 'p2p') return "is a transfer, and transfers can't be refunded";
  if (kind === 'refund' && type === 'authorization') return 'is an authorization: void it, or refund its captures';
  const isSuitable = kind === 'refund' ? type === 'payment' || type === 'capture' : type === 'authorization';
  if (!isSuitable) return kind === 'refund' ? 'is no payment and no capture' : 'is no authorization';
  if (status !== 'successful') return 'is not successful';
  if (earlier.some((one) => one.type === 'void')) return 'was voided';
  return kind === 'void' && earlier.length > 0 ? 'was captured: refund its captures' : undefined;
}

/** Why this sum can't follow; undefined when it can. */
function wrongSum(
  kind: FollowUp,
  amount: number,
  { request: { amount: whole } }: TransactionRecord,
  earlier: readonly TransactionRecord[],
): string | undefined {
  const left = earlier.reduce((sum, { request }) => sum - request.amount, whole);
  if (amount > left) return `must be at most ${left}, which is what is left`;
  return kind === 'void' && amount < whole ? `must be ${whole}: a void releases the whole sum` : undefined;
}

/**
 * Serves captures, voids and refunds. Each is a transaction of its own, final at once, with the tracking id, the test mark and the
 * notification address of the payment. A shop can't see another shop's transactions.
 */
export function serveFollowUps(serve: Serve, { clock, store, identifiers, answer, ended }: FollowUpDependencies): void {
  /** Makes one within a transaction, in which no other can follow the same parent. */
  async function make(
    kind: FollowUp,
    { parent_uid, amount, reason }: FollowUpRequest & { readonly reason?: string },
    shop: Shop,
  ) {
    // Locks it until the end of the transaction.
    const parent = await store.transactions.update(parent_uid, () => undefined);
    if (parent?.shopId !== shop.id) throw recordNotFound();
    const earlier = await store.transactions.followUpsOf(parent.uid);
    const problems = new Problems();
    const why = unsuitable(kind, parent, earlier);
    const sum = why === undefined ? wrongSum(kind, amount, parent, earlier) : undefined;
    if (why !== undefined) problems.add(['parent_uid'], why);
    if (sum !== undefined) problems.add(['amount'], sum);
    if (problems.any) throw invalidParams(problems);
    const at = clock.now();
    const { source, recipient, request, purchase } = parent;
    const record: TransactionRecord = {
      ...newPayment({
        uid: identifiers.next(),
        shopId: shop.id,
        type: kind,
        parentUid: parent.uid,
        request: { ...request, amount, ...(reason !== undefined && { reason }) },
        source,
        recipient,
        purchase: null,
        decision: { kind: 'successful' },
        challenge: identifiers.secret(),
        at,
        expiresAt: null,
      }),
      status: 'successful',
      message: 'Successfully processed',
      paidAt: at,
      history: [{ at, status: 'successful', message: 'Successfully processed' }],
    };
    await store.transactions.insert(record);
    // What was reserved for the payer can be sold again.
    if (kind === 'void' && purchase?.kind === 'product' && purchase.taken !== false) await store.products.putBack(purchase.id);
    await ended(record);
    return record;
  }

  for (const [kind, endpoint] of [
    ['capture', endpoints.captures],
    ['void', endpoints.voids],
    ['refund', endpoints.refunds],
  ] as const) {
    serve(endpoint, async (shop, { req }) => {
      const problems = new Problems();
      const request = judgeFields(endpoint.request, unwrap(await readJson(req.raw), problems), problems);
      if (!request || problems.any) throw invalidParams(problems);
      return answer(await store.atomically(() => make(kind, request, shop)));
    });
  }
}
