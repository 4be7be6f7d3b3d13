import { EXPIRY, VERIFICATION_VALUE } from '../../requests/cards.js';
import { call, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { order } from '../../requests/order.js';
import { newAmount, newTrackingId, planOf, transferOf, type Fields } from '../../requests/requests.js';
import type { Section } from '../../section.js';
import { at, member } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';
import { BY_DAY_AND_NIGHT, NOT_AT_NIGHT, type Case, type Charge, DAY } from './subscription-cases.js';

// Charges are seen from outside by the status query: each has the tracking_id of the order that began the subscription.
// Assumes UTC as the spec's "system time zone", the sandbox's default.

const source = (number: string): Fields => ({ number, ...EXPIRY, verification_value: VERIFICATION_VALUE });

/** Uses a card until its next use pays and the following ones fail. An earlier run may have left it anywhere in between. */
async function prime(context: TestContext, { number, fails }: NonNullable<Case['card']>): Promise<void> {
  const use = async (): Promise<unknown> =>
    at((await send(context, ROWS.p2p, transferOf({ credit_card: source(number) }))).json, 'transaction.status');
  for (let uses = 0; uses <= fails; uses += 1) if ((await use()) === 'successful') break;
  for (let uses = 0; uses < fails; uses += 1) await use();
}

async function begin(
  context: TestContext,
  { card, plan }: Case,
): Promise<{ readonly amount: number; readonly tracking_id: string; readonly answer: unknown }> {
  if (card) await prime(context, card);
  const amount = newAmount();
  // The trial costs one more: no other amount of this run is the same.
  newAmount();
  const created = await call(context, ROWS.createPlan, planOf(plan(amount, context.time.now())));
  const tracking_id = newTrackingId();
  const first = Number(at(created.json, 'trial.amount') ?? amount);
  const { answer } = await order(
    context,
    { id: String(member(created.json, 'id')), amount: first },
    { credit_card: source(card?.number ?? '4200000000000000'), tracking_id },
  );
  return { amount, tracking_id, answer };
}

const shown = ([time, amount, isPaid]: Charge): string =>
  `${new Date(time).toISOString()} ${amount} ${isPaid ? 'paid' : 'not paid'}`;

// A cycle may count from when the first charge was taken, or from when it was paid: a job later.
const TOLERANCE = 10_000;

const areSame = ([time, amount, isPaid]: Charge, other: Charge | undefined): boolean =>
  other !== undefined && Math.abs(other[0] - time) <= TOLERANCE && other[1] === amount && other[2] === isPaid;

async function judgeCharges(
  context: TestContext,
  { rule, statement, charges, ends }: Case,
  { amount, tracking_id, answer }: Awaited<ReturnType<typeof begin>>,
): Promise<void> {
  const began = Date.parse(String(at(answer, 'subscription.last_transaction.created_at')));
  const listed = await call(context, ROWS.byTrackingId, undefined, { id: tracking_id });
  const found = member(listed.json, 'transactions');
  const came = (Array.isArray(found) ? found.toReversed() : []).map((one): Charge => [
    Date.parse(String(member(one, 'created_at'))),
    Number(member(one, 'amount')),
    member(one, 'status') === 'successful',
  ]);
  const expected = charges(began, amount);
  const compared = ends ? came : came.slice(0, expected.length);
  const same = compared.length === expected.length && expected.every((one, index) => areSame(one, compared[index]));
  context.judge.of(listed).holds(rule, statement, same, expected.map(shown).join('; '), compared.map(shown).join('; '));
}

/** Starts each case's subscription, lets a week pass, and checks the charges. */
async function week(context: TestContext, cases: readonly Case[]): Promise<void> {
  const started = [];
  for (const one of cases) started.push({ one, started: await begin(context, one) });
  await context.time.pass((7 * DAY) / 1000);
  for (const { one, started: first } of started) await judgeCharges(context, one, first);
}

async function run(context: TestContext): Promise<void> {
  const { judge, time } = context;
  if (!time.movable) {
    for (const { rule, statement } of [...BY_DAY_AND_NIGHT, ...NOT_AT_NIGHT])
      judge.skip(rule, statement, 'needs a clock that can be moved (--console-url)');
    return;
  }
  // Each group has its own card; the second one starts after the first one's week.
  await week(context, BY_DAY_AND_NIGHT);
  await week(context, NOT_AT_NIGHT);
}

export const subscriptions: Section = { number: '8', title: 'Charges of subscriptions', run };
