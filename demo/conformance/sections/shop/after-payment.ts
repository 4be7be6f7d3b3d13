import { CARDS, sourceCard } from '../../requests/cards.js';
import type { TestContext } from '../../requests/context.js';
import { newProduct } from '../../requests/create-product.js';
import { order } from '../../requests/order.js';
import { newAmount, newTrackingId, transferOf, type Fields } from '../../requests/requests.js';
import { call, send } from '../../requests/send.js';
import { decided, fact } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, exactly, member, someText } from '../../answers/table.js';
import { FAMILY_ROWS, ROWS, type Row } from '../../answers/target.js';

// The spec lets a product reserve money (2.7), and has no request that takes, releases or refunds it. The requests are the family's, from
// its public clients: an operator who has none of them is within the spec. Which sums are refused is decided here.

const ENDPOINTS = fact('captures, voids, refunds');
const SUMS = decided('captures, voids, refunds');

interface Paid {
  readonly uid: string;
  readonly amount: number;
  readonly trackingId: string;
}

/** Sells a product, and pays or reserves its price. */
async function sold(context: TestContext, changes: Fields = {}, card: string = CARDS.successful): Promise<Paid> {
  const amount = newAmount();
  const id = await newProduct(context, { amount: String(amount), ...changes });
  const tracking_id = newTrackingId();
  const { answer } = await order(context, { id, amount }, { tracking_id, credit_card: sourceCard(card) });
  return { uid: String(at(answer, 'transaction.uid')), amount, trackingId: tracking_id };
}

const follow = (context: TestContext, row: Row, parent_uid: string, amount: number) =>
  call(context, row, {
    request: { parent_uid, amount, ...(row === FAMILY_ROWS.refunds && { reason: 'Sent back' }) },
  });

/** The answer: a transaction of its own, which the lists have. */
async function answers(context: TestContext): Promise<void> {
  const { judge } = context;
  const cases = [
    ['a capture', FAMILY_ROWS.captures, 'capture', { transaction_type: 'authorization' }],
    ['a void', FAMILY_ROWS.voids, 'void', { transaction_type: 'authorization' }],
    ['a refund', FAMILY_ROWS.refunds, 'refund', {}],
  ] as const;
  for (const [name, row, type, changes] of cases) {
    const paid = await sold(context, changes);
    const got = await follow(context, row, paid.uid, paid.amount);
    const judged = judge.of(got);
    if (!judged.status(ENDPOINTS, `${name} is answered with 200`, 200)) continue;
    const made = member(got.json, 'transaction');
    const fields = {
      uid: someText,
      type: exactly(type),
      parent_uid: exactly(paid.uid),
      amount: exactly(paid.amount),
      currency: exactly('USD'),
      test: exactly(true),
      status: exactly('successful'),
    };
    for (const [field, { is, type: what }] of Object.entries(fields))
      judged.holds(ENDPOINTS, `the ${field} of ${name} is ${what}`, is(member(made, field)), what, member(made, field));
    judged.holds(ENDPOINTS, `${name} has a uid of its own`, member(made, 'uid') !== paid.uid, 'another uid', member(made, 'uid'));
    // The merchant's client looks there first, so that no refund is made twice.
    const listed = await call(context, ROWS.byTrackingId, undefined, { id: paid.trackingId });
    const found = (member(listed.json, 'transactions') ?? []) as readonly Fields[];
    judge.of(listed).holds(
      ENDPOINTS,
      `${name} is listed under the tracking id of its payment, with that as its parent_uid`,
      found.some((one) => one['uid'] === member(made, 'uid') && one['parent_uid'] === paid.uid),
      'both in the list',
    );
  }
}

async function sums(context: TestContext): Promise<void> {
  const { judge } = context;
  const refused = async (statement: string, path: string, ...asked: readonly [row: Row, uid: string, amount: number]) =>
    judge.of(await follow(context, ...asked)).refused(SUMS, statement, [path], SUMS);
  const made = async (statement: string, row: Row, uid: string, amount: number) => {
    const got = await follow(context, row, uid, amount);
    judge.of(got).status(SUMS, statement, 200);
    return String(at(got.json, 'transaction.uid'));
  };
  const { captures, voids, refunds } = FAMILY_ROWS;

  const paid = await sold(context);
  await refused('a refund beyond the payment is refused', 'amount', refunds, paid.uid, paid.amount + 1);
  await made('a part of a payment is refunded', refunds, paid.uid, paid.amount - 1);
  await refused('the refunds together are at most the payment', 'amount', refunds, paid.uid, 2);
  await made('the rest of a payment is refunded', refunds, paid.uid, 1);
  await refused('a payment is not voided', 'parent_uid', voids, paid.uid, paid.amount);

  const held = await sold(context, { transaction_type: 'authorization' });
  await refused('what is only reserved is not refunded', 'parent_uid', refunds, held.uid, 1);
  const part = await made('a part of what is reserved is captured', captures, held.uid, held.amount - 1);
  await refused('the captures together are at most what is reserved', 'amount', captures, held.uid, 2);
  await refused('what is captured is not voided', 'parent_uid', voids, held.uid, held.amount);
  await made('a capture is refunded', refunds, part, held.amount - 1);

  const released = await sold(context, { transaction_type: 'authorization' });
  await made('what is reserved is released', voids, released.uid, released.amount);
  await refused('what is released is not captured', 'parent_uid', captures, released.uid, 1);

  const declined = await sold(context, {}, CARDS.declined);
  await refused('what was not paid is not refunded', 'parent_uid', refunds, declined.uid, 1);
  const transfer = await send(context, ROWS.p2p, transferOf());
  await refused('a transfer is not refunded', 'parent_uid', refunds, String(at(transfer.json, 'transaction.uid')), 1);

  const unknown = await follow(context, refunds, '1234567890qwerty', 1);
  judge.of(unknown).status(SUMS, 'an unknown payment is not found', 404);
  judge
    .of(unknown)
    .equal(fact('texts'), 'an unknown payment: Record not found', member(unknown.json, 'message'), 'Record not found');
  const { otherShop } = context.settings;
  if (!otherShop) return judge.skip(SUMS, "another shop's payment is not found", 'needs another shop (--other-shop)');
  const foreign = await call(
    context,
    refunds,
    { request: { parent_uid: paid.uid, amount: 1, reason: 'x' } },
    { credentials: otherShop },
  );
  judge.of(foreign).status(SUMS, "another shop's payment is not found", 404);
}

export const afterPayment: readonly Section[] = [
  { number: '2.7', title: "The family's captures, voids and refunds", run: answers },
  { number: '2.7', title: 'How much follows a payment', run: sums },
];
